// Fits amounts to the ranges in `legal`. Contains no rule.

/** @import { Bet, Legal, May, Range, Up } from "../../../types/protocol.d.ts" */
/** @import { Lawful, Stake } from "../../../types/table.d.ts" */

/** Return a range, or null if the server refuses. @param {May | null} [answer] */
export const range = (answer) => (Array.isArray(answer) ? answer : null);

/**
 * Return the lawful amount nearest to the wanted one (the higher of two), and why it differs.
 * @param {number} wanted @param {Range} among @param {number} [has] chips that are left for it
 * @returns {Lawful}
 */
export function nearest(wanted, [least, most, step, limit = ""], has = Infinity) {
  const top = Math.min(most, least + Math.floor((has - least) / step) * step);
  const steps = Math.floor((wanted - least) / step + 0.5);
  const close = least + Math.max(0, steps) * step;
  if (close > top) return { amount: Math.max(top, 0), why: "most", limit };
  const why = wanted < least ? "least" : close === wanted ? "" : "step";
  return { amount: close, why, limit: "" };
}

/**
 * Return the highest payable amount up to the wanted one; the least amount, if that is above it.
 * @param {number} wanted @param {Range} among @returns {Lawful}
 */
export function payable(wanted, among) {
  const [least, most, step, limit = ""] = among;
  if (wanted < least) return { amount: least, why: "least", limit: "" };
  if (wanted > most) return { amount: most, why: "most", limit };
  const amount = least + Math.floor((wanted - least) / step) * step;
  return { amount, why: amount === wanted ? "" : "step", limit: "" };
}

/**
 * Return the reason for a refusal in `legal`: code, words, clauses.
 * @param {Legal | null} legal @param {May | null} [answer]
 */
export function reason(legal, answer) {
  if (typeof answer !== "number") return null;
  const found = legal?.why?.[answer];
  return found ? { code: found[0], detail: found[1], clauses: found[2] } : null;
}

/**
 * Return the command that lowers a bet by about this much: a reduction, or removal of the whole.
 * @param {number} stake @param {number} by @param {Pick<Up, "reduce">} [up] what `legal.up` has
 *   of it
 */
export function less(stake, by, up) {
  const kept = range(up?.reduce);
  if (!kept || stake - by < kept[0]) return { do: "remove" };
  const { amount } = nearest(stake - by, kept);
  return { do: "reduce", by: stake - amount };
}

/**
 * Return the bets that double every bet that accepts it.
 * @param {Record<string, Bet>} bets mine @param {Legal | null} legal @param {number} rail
 */
export function doubled(bets, legal, rail) {
  return wanted(Object.entries(bets).map(([wager, bet]) => [wager, bet.stake]), legal, rail);
}

/**
 * Return which of a list of bets can be made from the rail, in order.
 * @param {[string, number][]} list @param {Legal | null} legal @param {number} rail
 */
export function wanted(list, legal, rail) {
  /** @type {Stake[]} */ const found = [];
  for (const [wager, stake] of list) {
    const among = range(legal?.bet?.[wager]);
    if (!among || among[0] > rail) continue;
    const { amount } = nearest(stake, among, rail);
    found.push({ wager, amount });
    rail -= amount;
  }
  return found;
}
