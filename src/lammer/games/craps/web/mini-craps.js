// Where the spots of mini-craps lie: a small layout, every number with its places beside it.

import { STRIP, drawingOf, number, frame, pucks, gathered, hops } from "./craps.js";
import { row, rows } from "../../../web/js/felt/parts.js";
import { BOX, travelled } from "./parts.js";

/** @import { Cell, Point, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/** A box of the small layout: the number, and pairs of places beside it.
 * @param {number} n @param {number} x @param {number} y @param {number} w @param {number} h
 * @returns {Cell[]} */
function smallBox(n, x, y, w, h) {
  const [left, each] = [x + 54, h / 4];
  return [
    { spot: `box-${n}`, x: left, y, w: w - 54, h: each, radius: 12, kind: "place", boxed: true },
    ...travelled("come", n, left, y + each, w - 54, each, 12),
    ...travelled("dont-come", n, left, y + each * 2, w - 54, each, 12),
    {
      spot: `behind-${n}`,
      x: left,
      y: y + each * 3,
      w: w - 54,
      h: each,
      radius: 12,
      kind: "place",
      boxed: true,
    },
  ];
}

/** The small layout of one dealer. @param {Catalogue} catalogue @returns {Sheet[]} */
function miniCraps(catalogue) {
  const [w, h] = [218, 196];
  const at = BOX.map((n, each) => ({
    n,
    x: 8 + (each % 3) * (w + 6),
    y: 8 + Math.floor(each / 3) * (h + 6),
  }));
  /** @type {Record<string, Point>} */
  const middle = Object.fromEntries(at.map(({ n, x, y }) => [n, [x + 27, y + h / 2]]));
  const props = [
    ["any-seven"],
    ["any-craps"],
    ["hard-6", "hard-8"],
    ["hard-10", "hard-4"],
    ["craps-2", "craps-12"],
    ["craps-3", "eleven"],
    ["c-and-e", "six-seven-eight"],
    ["horn", "whirl"],
    ["horn-high-2", "horn-high-3"],
    ["horn-high-11", "horn-high-12"],
  ];
  /** @type {Cell[]} */
  const cells = [
    ...at.flatMap(({ n, x, y }) => smallBox(n, x, y, w, h)),
    ...row(
      [
        ["dont-come", 1],
        ["come", 1.05],
      ],
      8,
      414,
      300,
      74,
      { kind: "come" },
    ),
    { spot: "field", x: 312, y: 414, w: 362, h: 74, kind: "field", chips: [640, 464] },
    ...row(
      [
        ["dont-pass-line", 3],
        ["dont-pass-odds", 1],
      ],
      8,
      492,
      666,
      56,
      { kind: "dont" },
    ),
    ...row(
      [
        ["pass-line", 3],
        ["pass-odds", 1],
      ],
      8,
      552,
      666,
      66,
      { kind: "line" },
    ),
    ...rows(props, 686, 8, 306, 57.4, { pays: true, radius: 15 }),
  ];
  const strip = gathered(catalogue, 8, 626, 984, STRIP);
  const art = (/** @type {number} */ tall) =>
    at.flatMap(({ n, x, y }) => [
      frame(x, y * tall, w, h * tall, 12),
      number(n, x + 27, (y + h / 2) * tall, 30, "down"),
    ]);
  return [
    {
      key: "table",
      title: "The table",
      width: 1000,
      height: strip.length ? 634 + STRIP : 626,
      cells: [...cells, ...strip],
      art,
      puck: { off: [126, 453], on: pucks(middle, 0), radius: 20 },
    },
    ...hops(catalogue, false),
  ];
}

export const drawing = () => drawingOf(miniCraps);
