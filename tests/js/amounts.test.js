// Amounts and how they are written.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cents, chipFor, dollars, short, signed } from "../../src/lammer/web/js/lib/money.js";
import { adjusted } from "../../src/lammer/web/js/table/betting/adjusted-amount.js";
import {
  less, nearest, payable, range, wanted,
} from "../../src/lammer/web/js/table/betting/amounts.js";

test("cents are written as dollars", () => {
  assert.deepEqual([125000, 750, -500, 5, 0].map(dollars),
    ["$1,250", "$7.50", "-$5", "$0.05", "$0"]);
  assert.deepEqual([500, -500, 0].map(signed), ["+$5", "-$5", "$0"]);
});

test("what fits on a chip is short", () => {
  assert.deepEqual([2500, 250, 1_250_000, 12_500_000, 150_000_000].map(short),
    ["25", "2.50", "12.5K", "125K", "1.5M"]);
});

test("typed dollars are read as cents, or not at all", () => {
  assert.deepEqual(["$1,250.50", " 5 ", "5.5", "$ 7"].map(cents), [125050, 500, 550, 700]);
  for (const text of ["", "five", "1,25", "5.555", "-5", "5 6"]) assert.equal(cents(text), null);
});

test("a stack is topped with the largest chip that it holds", () => {
  assert.deepEqual([2600, 2499, 50].map((each) => chipFor(each).cents), [2500, 500, 100]);
});

test("an amount goes to the nearest lawful one, the higher of two", () => {
  assert.deepEqual(nearest(900, [600, 3000, 600]), { amount: 1200, why: "step", limit: "" });
  assert.deepEqual(nearest(100, [600, 3000, 600]), { amount: 600, why: "least", limit: "" });
  assert.deepEqual(nearest(9000, [600, 3000, 600, "posted"]),
    { amount: 3000, why: "most", limit: "posted" });
  assert.equal(nearest(3000, [600, 3000, 600], 2000).amount, 1800);
});

test("staged chips snap down to what can be paid, and less than the least up to it", () => {
  const among = [600, 3000, 600, "posted"];
  assert.deepEqual(payable(1000, among), { amount: 600, why: "step", limit: "" });
  assert.deepEqual(payable(1200, among), { amount: 1200, why: "", limit: "" });
  assert.deepEqual(payable(500, among), { amount: 600, why: "least", limit: "" });
  assert.deepEqual(payable(9000, among), { amount: 3000, why: "most", limit: "posted" });
});

test("a number where a range is expected is a refusal", () => {
  assert.equal(range(3), null);
  assert.deepEqual(range([1, 2, 1]), [1, 2, 1]);
});

test("less than the least that may stay takes the whole bet down", () => {
  const up = { reduce: [600, 2400, 600] };
  assert.deepEqual(less(3000, 500, up), { do: "reduce", by: 600 });
  assert.deepEqual(less(3000, 2900, up), { do: "remove" });
  assert.deepEqual(less(3000, 500, { reduce: 0 }), { do: "remove" });
});

test("bets of a list are made one after the other out of the same rail", () => {
  const legal = { bet: { pass: [500, 5000, 100], field: 0, six: [600, 6000, 600] } };
  assert.deepEqual(wanted([["pass", 1000], ["field", 500], ["six", 1200]], legal, 1700),
    [{ wager: "pass", amount: 1000 }, { wager: "six", amount: 600 }]);
});

test("why another amount was put down than was clicked", () => {
  const betting = /** @type {any} */ ({
    mine: { owed: 500 }, legal: { bet: { one: [100, 9500, 100] } }, name: () => "One",
  });
  const said = (why, limit) => adjusted(betting, "one", 10000, { amount: 9500, why, limit });
  assert.deepEqual([
    said("most", "owes-vigorish"), said("most", "over-maximum"), said("most", ""), said("step", ""),
  ], [
    "$95 on One, not $100: $5 of your chips are owed as vigorish.",
    "$95 on One, not $100: that is the most it takes.",
    "$95 on One, not $100: that is what you have.",
    "$95 on One, not $100. It goes by $1.",
  ]);
});
