// Draws dice again from the key of a hand: docs/fair.md, "The rule". A second implementation on
// purpose: with it a player need not trust the house.

/** @import { Draw, Sign } from "../../../web/types/fair.d.ts" */
/** @import { DiceTrial } from "./types.d.ts" */

/** The number of bytes, from 0, that are divided equally among the faces. */
const FAIR_BYTES = 252;

/**
 * Return the dice of a trial, the first being 0.
 * @param {Sign} sign @param {number} trial @param {number} [many] how many there are
 */
export async function diceOf(sign, trial, many = 2) {
  /** @type {number[]} */ const found = [];
  for (let block = 0; found.length < many; block += 1) {
    const bytes = await sign(`lammer 1 roll ${trial} ${block}`);
    found.push(...[...bytes].filter((each) => each < FAIR_BYTES).map((each) => 1 + (each % 6)));
  }
  return found.slice(0, many);
}

/** Return how so many dice are drawn. @param {string} event @param {number} many @returns {Draw} */
export const drawOf = (event, many) => ({
  event,
  shown: ({ body }) => (/** @type {Partial<DiceTrial>} */ (body).dice ?? []).map(String),
  made: (sign, { trials, drawn }) => Promise.all(trials.map(async (_, at) =>
    (await diceOf(sign, drawn + at, many)).map(String))),
});

export const draw = drawOf("roll", 2);
