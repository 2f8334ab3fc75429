// What instruments show of the lines of a log, and say of a trial.

import assert from "node:assert/strict";
import { test } from "node:test";

import { instrument as dice } from "../../src/lammer/instruments/dice/web/instrument.js";
import { instrument as shaker } from "../../src/lammer/instruments/shaker/web/instrument.js";
import { instrument as shoe } from "../../src/lammer/instruments/shoe/web/instrument.js";

/** @import { Line } from "../../src/lammer/web/types/protocol.d.ts" */

/** A line of the log. @param {string} event @param {object} body @returns {Line} */
const line = (event, body) => ({
  seq: 1, at: "", actor: "", clauses: [], prev: "", hash: "", event, body, text: `2-5: ${event}.`,
});
const RESULT = { player: 8, banker: 5, winner: "player" };

test("dice lie on the table from one throw to the next", () => {
  const thrown = line("roll", { dice: [2, 5], point: null });
  assert.deepEqual(dice.lying?.(null, thrown)?.dice, [2, 5]);
  assert.deepEqual(dice.lying?.({ dice: [2, 5] }, line("bet", {})), { dice: [2, 5] });
  assert.equal(shaker.lying?.(null, thrown), null);
});

test("cards come out one after the other, and are counted at the end", () => {
  const lines = [
    line("deal", { player: ["2h", "Kd"], banker: ["2s", "3c"] }),
    line("draw", { hand: "player", card: "6c", count: 2 }), line("result", RESULT),
  ];
  const lies = lines.reduce((last, each) => shoe.lying?.(last, each) ?? null, null);
  assert.deepEqual(lies,
    { cards: { player: ["2h", "Kd", "6c"], banker: ["2s", "3c"] }, ...RESULT });
});

test("a trial is named by its instrument", () => {
  assert.equal(dice.last?.({ dice: [2, 5] }, "roll"), "The last roll: 7.");
  assert.equal(shaker.words?.({ dice: [2, 5] }), "7 (2-5)");
  assert.equal(shoe.words?.({ player: 9, banker: 5, winner: "player" }), "Player 9-5");
  assert.equal(dice.call?.(line("roll", { dice: [2, 5] })), "roll.");
});
