// Explains why another amount was bet than was clicked.

import { dollars } from "../../lib/money.js";
import { range } from "./amounts.js";

/**
 * @param {import("./betting.js").Betting} betting @param {string} wager
 * @param {number} cents that were wanted @param {import("../../../types/table.d.ts").Lawful} put
 */
export function adjusted(betting, wager, cents, { amount, why, limit }) {
  const words = `${dollars(amount)} on ${betting.name(wager)}, not ${dollars(cents)}`;
  if (limit === "owes-vigorish") {
    return `${words}: ${dollars(betting.mine?.owed ?? 0)} of your chips are owed as vigorish.`;
  }
  if (why === "most") return `${words}: that is ${limit ? "the most it takes" : "what you have"}.`;
  if (why === "least") return `${words}: the least it takes.`;
  const among = range(betting.legal?.bet?.[wager]);
  return `${words}.${among ? ` It goes by ${dollars(among[2])}.` : ""}`;
}
