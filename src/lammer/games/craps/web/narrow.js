// Where the spots of any kind of craps lie on a phone.

import { row, rows } from "../../../web/js/felt/parts.js";
import { gathered, hops } from "./craps.js";
import { numeral } from "./numerals.js";
import { BOX, PROPS, withOdds } from "./parts.js";

/** @import { Cell, Point, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/**
 * Craps on a phone: what is bet most within reach, the rest in drawers.
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
    middle[n] = [x + w / 2, 15];
    first.push({
      spot: `box-${n}`, take: [0, 1], x, y: 56, w, h: 54, kind: "place", boxed: true, radius: 16,
    });
    first.push({ rest: `come-${n}`, from: "come", x, y: 113, w, h: 42, kind: "rest", radius: 16 });
    first.push({
      spot: `come-odds-${n}`, x, y: 155, w, h: 50, kind: "odds", radius: 14, boxed: true,
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
      6, 209, 368, 57,
      { kind: "come" },
      3,
    ),
    { spot: "field", x: 6, y: 269, w: 368, h: 62, kind: "field" },
    ...withOdds("dont-pass", 0.37, 6, 334, 368, 55),
    ...withOdds("pass", 0.37, 6, 392, 368, 60),
  ];
  const heads = (/** @type {number} */ y, /** @type {number} */ high) =>
    BOX.map((n) => numeral(n, middle[n][0], y, high, each - 10));
  const strip = gathered(catalogue, 6, 6, 368, 70);
  const stacked = strip.map((cell, at) => ({ ...cell, x: 6, w: 368, y: 6 + at * 74 }));
  /** @type {Sheet[]} */
  const sheets = [
    {
      key: "table", title: "The table", width: 380, height: 458, cells: [...first, ...lines],
      art: () => heads(42, 22),
      puck: { off: [348, 238], on: middle, radius: 14 },
      landing: { x: 7, y: 209, w: 56, h: 56, from: [372, 440] },
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
