// In which order chips are moved.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inTurn } from "../../src/lammer/web/js/felt/settle.js";

const bet = (line, result) => ({ bet: `b${line}`, name: "", result, stake: 100, net: 0, line, seat: 1 });

test("what lost is collected first, then what won is paid, then bets travel", () => {
  const found = [bet(1, "moved"), bet(2, "won"), bet(3, "lost"), bet(4, "push"), bet(5, "lost")];
  const { turns, end } = inTurn(found);
  assert.deepEqual(turns.map(({ line, does }) => [line, does]), [
    [3, "collect"], [5, "collect"], [2, "pay"], [4, "pay"], [1, "travel"],
  ]);
  const waits = turns.map(({ wait }) => wait);
  assert.deepEqual(waits, [...waits].sort((one, other) => one - other));
  assert.ok(end > waits[4]);
});

test("a crowd of bets takes no longer than a few, and nothing takes no time", () => {
  const many = inTurn(Array.from({ length: 60 }, (_, line) => bet(line, "lost")));
  assert.ok(many.turns[59].wait < 500);
  assert.deepEqual(inTurn([]), { turns: [], end: 0 });
});
