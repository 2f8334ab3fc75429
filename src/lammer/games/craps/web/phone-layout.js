// The layout of any kind of craps on a phone.

import { row, rows } from "../../../web/js/felt/parts.js";
import { gathered, hops } from "./craps.js";
import { numeral } from "./numerals.js";
import { BOX, PROPS, withOdds } from "./parts.js";

/** @import { Cell, Point, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/**
 * Return the layout on a phone: the most common bets first, the rest in drawers.
 * @param {Catalogue} catalogue @returns {Sheet[]}
 */
export function crapsNarrow(catalogue) {
  const each = 372 / BOX.length;
  /** @type {Record<string, Point>} */ const middle = {};
  /** @type {Cell[]} */ const first = [];
  /** @type {Cell[]} */ const against = [];
  BOX.forEach((n, at) => {
    const x = 6 + at * each;
    const w = each - 3;
    middle[n] = [x + w / 2, 14];
    first.push({
      spot: `box-${n}`, take: [0, 1], x, y: 53, w, h: 54, kind: "place", boxed: true, radius: 16,
    });
    first.push({ rest: `come-${n}`, from: "come", x, y: 110, w, h: 42, kind: "rest", radius: 16 });
    first.push({
      spot: `come-odds-${n}`, x, y: 152, w, h: 50, kind: "odds", radius: 14, boxed: true,
    });
    against.push({
      spot: `box-${n}`, take: [1], x, y: 40, w, h: 52, radius: 17, kind: "place", boxed: true,
    });
    against.push({
      spot: `behind-${n}`, x, y: 95, w, h: 104, radius: 17, stacked: true, kind: "place",
      boxed: true,
    });
    against.push({
      rest: `dont-come-${n}`, from: "dont-come", x, y: 202, w, h: 50, kind: "rest", radius: 17,
    });
    against.push({
      spot: `dont-come-odds-${n}`, x, y: 252, w, h: 50, kind: "odds", radius: 16, boxed: true,
    });
  });
  /** @type {Cell[]} */
  const lines = [
    ...row(
      [
        ["come", 1.7],
        ["dont-come", 1],
      ],
      6, 205, 368, 56,
      { kind: "come" },
      3,
    ),
    { spot: "field", x: 6, y: 264, w: 368, h: 60, kind: "field" },
    ...withOdds("dont-pass", 0.37, 6, 327, 368, 54),
    ...withOdds("pass", 0.37, 6, 384, 368, 60),
  ];
  const heads = (/** @type {number} */ y, /** @type {number} */ high) =>
    BOX.map((n) => numeral(n, middle[n][0], y, high, each - 10));
  const strip = gathered(catalogue, 6, 6, 368, 70);
  const stacked = strip.map((cell, at) => ({ ...cell, x: 6, w: 368, y: 6 + at * 74 }));
  /** @type {Sheet[]} */
  const sheets = [
    {
      key: "table", title: "The table", width: 380, height: 450, cells: [...first, ...lines],
      art: () => heads(40, 22),
      // While off, it lies where nobody can bet on the come-out: no chips are there, and no words.
      puck: { off: [214, 233], on: middle, radius: 14 },
      landing: { x: 7, y: 205, w: 56, h: 56, from: [372, 440] },
    },
  ];
  if (stacked.length)
    sheets.push({
      key: "gathered", title: "Over many rolls", folded: true, width: 380,
      height: 8 + stacked.length * 74, cells: stacked,
    });
  sheets.push(
    {
      key: "props", title: "Hardways, one roll", folded: true, width: 380, height: 340,
      cells: rows(PROPS, 6, 6, 368, 62, { pays: true }),
    },
    {
      key: "against", title: "Buy, and against", folded: true, width: 380, height: 308,
      cells: against,
      art: () => heads(22, 20),
    },
    ...hops(catalogue, true),
  );
  return sheets;
}
