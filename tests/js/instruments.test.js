// What instruments say of a trial.

import assert from "node:assert/strict";
import { test } from "node:test";

import { instrument as dice } from "../../src/lammer/instruments/dice/web/instrument.js";
import { instrument as shaker } from "../../src/lammer/instruments/shaker/web/instrument.js";
import { instrument as shoe } from "../../src/lammer/instruments/shoe/web/instrument.js";
import { crewFor } from "../../src/lammer/instruments/wheel/web/crew.js";
import { instrumentFor } from "../../src/lammer/instruments/wheel/web/instrument.js";

/** @import { Line } from "../../src/lammer/web/types/protocol.d.ts" */

/** A line of the log. @param {string} event @param {object} body @returns {Line} */
const line = (event, body) => ({
  seq: 1, at: "", actor: "", clauses: [], prev: "", hash: "", event, body, text: `2-5: ${event}.`,
});

test("a trial is named by its instrument", () => {
  assert.equal(dice.last?.({ dice: [2, 5] }, "roll"), "The last roll: 7.");
  assert.equal(shaker.words?.({ dice: [2, 5] }), "7 (2-5)");
  assert.equal(shoe.words?.({ player: 9, banker: 5, winner: "player" }), "Player 9-5");
  assert.equal(dice.call?.(line("roll", { dice: [2, 5] })), "roll.");
});

test("a wheel is read as it is painted", () => {
  const painted = { "emblem-1": { label: "Joker", short: "J", colour: "red" } };
  const wheel = instrumentFor({ painted });
  assert.equal(wheel.words?.({ stop: "emblem-1", place: 1 }), "Joker");
  assert.equal(wheel.last?.({ stop: "emblem-1", place: 1 }, "spin"), "The last spin: Joker.");
  assert.equal(wheel.words?.({ pocket: "00" }), "00");
  assert.equal(crewFor(painted).lastTrial("spin", { stop: "emblem-1" }), "the spin Joker");
  assert.equal(instrumentFor({}).words?.({ stop: "twenty" }), "twenty");
});
