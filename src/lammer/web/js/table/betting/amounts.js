// Fits amounts to the ranges in `legal`. Contains no rule.

/** @import { Bet, Legal, May, Range, Up } from "../../../types/protocol.d.ts" */
/** @import { Lawful, Stake } from "../../../types/table.d.ts" */

/** A range, or null where the house says no. @param {May | null} [answer] */
export const range = (answer) => (Array.isArray(answer) ? answer : null);

/**
 * The lawful amount nearest to the one that is wanted (the higher of two), and why it is another.
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
 * The most payable amount that is no more than the one that is wanted; the least, if that is less.
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
 * The reason that `legal` gives for an answer that is no: code, words, clauses.
 * @param {Legal | null} legal @param {May | null} [answer]
 */
export function reason(legal, answer) {
  if (typeof answer !== "number") return null;
  const found = legal?.why?.[answer];
  return found ? { code: found[0], detail: found[1], clauses: found[2] } : null;
}

/**
 * What to ask for so that about so much less lies on a bet: a reduction, or the whole of it.
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
 * The same again on every bet that takes it.
 * @param {Record<string, Bet>} bets mine @param {Legal | null} legal @param {number} rail
 */
export function doubled(bets, legal, rail) {
  return wanted(Object.entries(bets).map(([wager, bet]) => [wager, bet.stake]), legal, rail);
}

/**
 * What can be put down of a list of bets, in order, out of the rail.
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
