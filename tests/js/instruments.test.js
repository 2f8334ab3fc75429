// What instruments count from trial to trial, and say of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { follow, freshShoe } from "../../src/lammer/games/baccarat/web/punto-banco.js";
import { instrument as dice } from "../../src/lammer/instruments/dice/web/instrument.js";
import { instrument as shaker } from "../../src/lammer/instruments/shaker/web/instrument.js";
import { instrument as shoe } from "../../src/lammer/instruments/shoe/web/instrument.js";
import { knowTrial } from "../../src/lammer/web/js/lib/calls.js";
import { Past } from "../../src/lammer/web/js/table/feed/recent.js";

for (const { event } of [dice, shaker, shoe]) knowTrial(event);

/** Lines of the log. @param {[string, any][]} told @param {number} [first] */
const lines = (told, first = 1) =>
  told.map(([event, body], at) => ({ seq: first + at, event, body }));

const DEAL = { player: ["9h", "Kd"], banker: ["2s", "3c"] };
const RESULT = { player: 9, banker: 5, winner: "player" };
const ONE_SHOE = lines([["deal", DEAL], ["result", RESULT], ["shuffle", {}]]);

test("part of a hand is said to be part", () => {
  const said = (rolls, points, whole) => dice.counted({ rolls, points, whole });
  assert.equal(said(3, [], true), "This hand: 3 rolls, no point made yet.");
  assert.equal(said(200, [], false),
    "This hand: 200 rolls or more, no point made in the last of them.");
  assert.equal(said(200, [4], false), "This hand: 200 rolls or more, 1 point or more made (4).");
  assert.equal(said(0, [], false), "");
});

test("a hand counts its points, and a correction takes the last roll back", () => {
  const past = new Past(dice);
  past.begin([], lines([
    ["accept", {}], ["roll", { dice: [2, 2], point: 4 }], ["roll", { dice: [1, 3], point: null }],
  ]));
  assert.deepEqual([past.tally.rolls, past.tally.points], [2, [4]]);
  past.add(lines([["correct", {}]], 4));
  assert.deepEqual([past.tally.rolls, past.tally.points, past.trials.length], [1, [], 1]);
  past.add(lines([["pass", {}]], 5));
  assert.deepEqual([past.tally.rolls, past.tally.whole], [0, true]);
});

test("the last coup of a shoe is seen, and a reload after the shuffle begins afresh", () => {
  const past = new Past(shoe);
  past.begin([], []);
  past.add(ONE_SHOE);
  assert.equal(shoe.view(past.tally).recent.length, 1);
  past.add(lines([["deal", DEAL], ["result", RESULT]], 4));
  assert.equal(shoe.view(past.tally).recent.length, 1);
  const afresh = new Past(shoe);
  afresh.begin([], ONE_SHOE);
  assert.equal(shoe.view(afresh.tally).recent.length, 0);
  const seen = follow(freshShoe(), ONE_SHOE);
  assert.deepEqual([seen.results, seen.coup?.winner], [[], "player"]);
});

test("a trial is named by its instrument", () => {
  assert.equal(dice.last?.({ dice: [2, 5] }, "roll"), "The last roll: 7.");
  assert.equal(shaker.words?.({ dice: [2, 5] }), "7 (2-5)");
  assert.equal(shoe.words?.(RESULT), "Player 9-5");
  const call = { body: { dice: [2, 5] }, text: "2-5: Seven." };
  assert.equal(dice.call?.(/** @type {any} */ (call)), "Seven.");
});
