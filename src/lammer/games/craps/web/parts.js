// Pieces that every kind of craps has.

/** @import { Cell } from "../../../web/types/felt.d.ts" */

export const BOX = Object.freeze([4, 5, 6, 8, 9, 10]);
/** As layouts write them: 6 and 9 in letters, for they are read from both sides of the table. */
/** @type {Readonly<Record<number, string>>} */
export const WRITTEN = Object.freeze({ 6: "SIX", 9: "NINE" });

/** The two places of a bet that travels: the bet on its number, and the odds with it.
 * @param {string} base @param {number} number @param {number} x @param {number} y
 * @param {number} w @param {number} h @param {number} [radius] @returns {Cell[]} */
export const travelled = (base, number, x, y, w, h, radius) => [
  { rest: `${base}-${number}`, from: base, x, y, w: w / 2, h, kind: "rest", radius },
  {
    spot: `${base}-odds-${number}`, x: x + w / 2, y, w: w / 2, h, kind: "odds", radius, boxed: true,
  },
];

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
