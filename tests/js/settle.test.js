// What a trial did to bets, from the lines of the log.

import assert from "node:assert/strict";
import { test } from "node:test";

import { outcomes } from "../../src/lammer/web/js/felt/settle.js";

test("a bet in parts comes to what was paid, less what was lost and charged", () => {
  const bodies = [
    { seat: 1, wager: "whirl", stake: 500, returned: 100, paid: 400 },
    { seat: 1, wager: "horn", stake: 400, returned: 100, paid: 3000 },
    { seat: 1, wager: "buy-4", stake: 2000, returned: 2000, paid: 4000, charge: 100 },
  ];
  const found = outcomes(/** @type {any} */ (bodies.map((body) => ({ event: "wins", body }))));
  assert.deepEqual(found.map(({ kind, cents }) => [kind, cents]),
    [["even", 0], ["won", 2700], ["won", 3900]]);
});
