// The full layout of craps, and what the other kinds share with it.

import { s } from "../../../web/js/lib/dom.js";
import { beginning, inColumns, row, rows, spotsOf } from "../../../web/js/felt/parts.js";
import { DiceBoard } from "../../../instruments/dice/web/board.js";
import { numeral } from "./numerals.js";
import { BOX, PROPS, travelled } from "./parts.js";

/** @import { Cell, Point, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/** The height of the strip of Fire and bonus bets. */
export const STRIP = 72;

/** The puck beside the number of a box: its distance from the middle, and its radius. */
const PUCK = Object.freeze({ aside: -46, radius: 18 });

/**
 * The rows of a box from the top, with their heights: against the number, don't come with its odds,
 * the number, come with its odds, on the number.
 */
export const ROWS = Object.freeze({ behind: 66, dont: 46, number: 42, come: 46, box: 66 });

/**
 * Return six boxes side by side: cells, what is drawn under them, and positions of the puck.
 * @param {number} x @param {number} y @param {number} w
 * @param {readonly (keyof typeof ROWS)[]} [order] of the rows @param {number} [round]
 */
export function boxes(x, y, w, order = ["behind", "dont", "number", "come", "box"], round = 6) {
  const each = w / BOX.length;
  const inside = each - 4;
  /** @type {Cell[]} */ const cells = [];
  /** @type {Record<string, Point>} */ const middle = {};
  const total = order.reduce((sum, name) => sum + ROWS[name], 0);
  BOX.forEach((n, at) => {
    const left = x + at * each;
    let top = y;
    for (const name of order) {
      const h = ROWS[name];
      if (name === "number") middle[n] = [left + inside / 2, top + h / 2];
      else if (name === "come" || name === "dont")
        cells.push(...travelled(name === "come" ? "come" : "dont-come", n, left, top, inside, h));
      else
        cells.push({
          spot: `${name}-${n}`, x: left, y: top, w: inside, h, kind: "place", boxed: true,
        });
      top += h;
    }
  });
  const art = (/** @type {number} */ tall) =>
    BOX.flatMap((n, at) => [
      s("rect", {
        class: "frame", x: x + at * each, y: y * tall, width: inside, height: total * tall,
        rx: round,
      }),
      numeral(n, middle[n][0], middle[n][1] * tall, 36, inside - 46, "right"),
    ]);
  /** @type {Record<string, Point>} */ const on = {};
  for (const [n, [left, top]] of Object.entries(middle)) on[n] = [left + PUCK.aside, top];
  return { cells, art, bottom: y + total, puck: { on, radius: PUCK.radius } };
}

/** @type {readonly [string, number][]} */
const GATHERED = [["fire", 1.2], ["all-small", 1], ["all-or-nothing", 1.7], ["all-tall", 1]];

/**
 * Return Fire and bonus bets with their markers, in one strip.
 * @param {Catalogue} catalogue @param {number} x @param {number} y @param {number} w
 * @param {number} h @returns {Cell[]}
 */
export function gathered(catalogue, x, y, w, h) {
  const spots = spotsOf(catalogue);
  const there = GATHERED.filter(([spot]) => spots.has(spot));
  return there.length
    ? row(there, x, y, w, h, { kind: "gathered", pays: true })
    : [];
}

/**
 * Return hop bets, in a drawer of their own.
 * @param {Catalogue} catalogue @param {boolean} narrow @returns {Sheet[]}
 */
export function hops(catalogue, narrow) {
  const found = beginning(catalogue, "hop-");
  if (!found.length) return [];
  const [width, columns, high] = narrow ? [380, 4, 64] : [1000, 9, 66];
  const lines = inColumns(found, columns);
  const each = (width - 16) / columns;
  const cells = lines.flatMap((line, at) =>
    row(line, 8, 8 + at * (high + 4), each * line.length - 4, high, {
      kind: "hop", pays: true,
    }),
  );
  return [
    {
      key: "hops", title: "Hops", folded: true, width, height: 12 + lines.length * (high + 4),
      cells,
    },
  ];
}

/** Return the layout that dealers know. @param {Catalogue} catalogue @returns {Sheet[]} */
export function craps(catalogue) {
  const set = boxes(190, 8, 806);
  /** @type {Cell[]} */
  const cells = [
    ...set.cells,
    {
      spot: "dont-come", x: 110, y: 8, w: 76, h: 266, kind: "dont",
      words: [{ x: 148, y: 88, size: 21, width: 64 }], bars: [{ x: 148, y: 124, side: 13.5 }],
      tray: { x: 113, y: 138, w: 70, h: 132 },
    },
    { spot: "come", x: 110, y: 282, w: 474, h: 74, kind: "come" },
    { spot: "field", x: 110, y: 360, w: 474, h: 76, kind: "field" },
    {
      spot: "dont-pass-line", x: 60, y: 8, w: 524, h: 482, kind: "dont",
      angle: { x: 60, y: 8, thick: 46, right: 480, bottom: 490, high: 50, round: 62 },
      words: [
        { x: 83, y: 236, turn: -90, size: 23, width: 300 },
        { x: 278, y: 457, size: 21, width: 190 },
      ],
      bars: [{ x: 83, y: 96, turn: -90, side: 15 }, { x: 278, y: 478, side: 14 }],
      tray: { x: 374, y: 443, w: 102, h: 44 },
    },
    { spot: "dont-pass-odds", x: 484, y: 440, w: 100, h: 50, kind: "odds" },
    {
      spot: "pass-line", x: 8, y: 8, w: 576, h: 542, kind: "line",
      angle: { x: 8, y: 8, thick: 48, right: 584, bottom: 550, high: 56, round: 104 },
      words: [
        { x: 32, y: 230, turn: -90, size: 30, width: 400 },
        { x: 320, y: 522, size: 32, width: 260 },
      ],
      tray: { x: 450, y: 497, w: 130, h: 50 },
    },
    { spot: "pass-odds", x: 110, y: 554, w: 474, h: 50, kind: "odds" },
    ...rows(PROPS, 592, 282, 400, 61.2, { pays: true }),
  ];
  const strip = gathered(catalogue, 8, 612, 984, STRIP);
  return [
    {
      key: "table", title: "The table", width: 1000, height: strip.length ? 620 + STRIP : 612,
      cells: [...cells, ...strip], art: set.art, puck: { ...set.puck, off: [148, 38] },
      landing: { x: 114, y: 285, w: 150, h: 68, from: [980, 520] },
    },
    ...hops(catalogue, false),
  ];
}

class CrapsBoard extends DiceBoard {
  /** @param {import("../../../web/types/protocol.d.ts").Wager} wager @param {Cell} cell */
  _label(wager, cell) {
    if (cell.spot === "pass-line") return `${wager.label} line`;
    return wager.behind ? "Odds" : super._label(wager, cell); // Its place says which one.
  }

  /**
   * While rolling only for come bets nobody has a line bet, and the puck lies there.
   * @param {import("../../../web/types/protocol.d.ts").State} state @returns {Point | null}
   */
  _puckOff({ alone }) {
    const line = alone ? this.places.get("dont-pass") : null;
    return line && line.sheet === this.puck?.sheet.key ? [line.x, line.y] : null;
  }
}

/**
 * A kind of craps; on a phone they are drawn alike.
 * @param {(catalogue: Catalogue) => Sheet[]} wide the sheets where there is room
 * @returns {import("../../../web/types/felt.d.ts").GameDrawing}
 */
export const drawingOf = (wide) => ({
  sheets: async (catalogue, narrow) =>
    (narrow ? (await import("./phone-layout.js")).crapsNarrow : wide)(catalogue),
  board: (catalogue, sheets, small) => new CrapsBoard(catalogue, sheets, small),
  grows: true, fits: true,
});

export const drawing = () => drawingOf(craps);
