// Parts that every kind of craps has.

import { row } from "../../../web/js/felt/parts.js";

/** @import { Cell } from "../../../web/types/felt.d.ts" */

export const BOX = Object.freeze([4, 5, 6, 8, 9, 10]);

/**
 * Return the two places of a bet that moves: the bet on its number, and its odds.
 * @param {string} base @param {number} number @param {number} x @param {number} y
 * @param {number} w @param {number} h @param {number} [radius] @returns {Cell[]}
 */
export const travelled = (base, number, x, y, w, h, radius) => [
  { rest: `${base}-${number}`, from: base, x, y, w: w / 2, h, kind: "rest", radius },
  {
    spot: `${base}-odds-${number}`, x: x + w / 2, y, w: w / 2, h, kind: "odds", radius, boxed: true,
  },
];

/**
 * Return a line of the table with its odds beside it, which have a share of the width.
 * @param {"pass" | "dont-pass"} base @param {number} share @param {number} x @param {number} y
 * @param {number} w @param {number} h @param {Partial<Cell>} [more] @returns {Cell[]}
 */
export function withOdds(base, share, x, y, w, h, more = {}) {
  /** @type {[string, number][]} */
  const shares = [[`${base}-line`, 1 - share], [`${base}-odds`, share]];
  const [line, odds] = row(shares, x, y, w, h, more);
  return [{ ...line, kind: base === "pass" ? "line" : "dont" }, { ...odds, kind: "odds" }];
}

/** The proposition box: hardways, one roll, the horn family. */
export const HARDWAYS = Object.freeze(["hard-6", "hard-10", "hard-8", "hard-4"]);
export const CRAPS_ELEVEN = Object.freeze(["craps-2", "craps-3", "craps-12", "eleven"]);
export const TOGETHER = Object.freeze(["c-and-e", "horn", "whirl", "six-seven-eight"]);
export const HORN_HIGH = Object.freeze([
  "horn-high-2",
  "horn-high-3",
  "horn-high-11",
  "horn-high-12",
]);
/** The same, row by row. */
export const PROPS = Object.freeze([
  ["any-seven", "any-craps"], HARDWAYS, CRAPS_ELEVEN, TOGETHER, HORN_HIGH,
]);
