// Where the spots of craps lie: the full layout, and what the other kinds have in common with it.

import { s } from "../../../web/js/lib/dom.js";
import { beginning, inColumns, row, rows, spotsOf } from "../../../web/js/felt/parts.js";
import { DiceBoard } from "../../../instruments/dice/web/board.js";
import {
  BOX, CRAPS_ELEVEN, HARDWAYS, HORN_HIGH, TOGETHER, WRITTEN, travelled,
} from "./parts.js";

/** @import { Cell, Point, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/** How high the strip of Fire and bonus bets is. */
export const STRIP = 72;

/**
 * The number of a box. @param {number} n @param {number} x @param {number} y @param {number} size
 * @param {string} [moves] where it goes while the puck lies beside it
 */
export const number = (n, x, y, size, moves = "nowhere") =>
  s(
    "text",
    {
      class: `box-number moves-${moves}`, x, y, "font-size": WRITTEN[n] ? size * 0.54 : size,
      data: { number: n },
    },
    WRITTEN[n] ?? n,
  );

/**
 * @param {number} x @param {number} y @param {number} w @param {number} h @param {number} [round]
 */
export const frame = (x, y, w, h, round = 6) =>
  s("rect", { class: "frame", x, y, width: w, height: h, rx: round });

/**
 * Six boxes side by side, from above: against the number, don't come, the number, come, on the
 * number. Gives cells, and where the number of each box stands.
 * @param {number} x @param {number} y @param {number} w
 * @param {{behind: number, dont: number, number: number, come: number, box: number}} high
 */
export function boxes(x, y, w, high) {
  const each = w / BOX.length;
  /** @type {Cell[]} */ const cells = [];
  /** @type {Record<string, Point>} */ const middle = {};
  const total = Object.values(high).reduce((sum, part) => sum + part, 0);
  BOX.forEach((n, at) => {
    const [left, inside] = [x + at * each, each - 4];
    let top = y;
    cells.push({
      spot: `behind-${n}`, x: left, y: top, w: inside, h: high.behind, radius: 14, kind: "place",
      boxed: true,
    });
    top += high.behind;
    cells.push(...travelled("dont-come", n, left, top, inside, high.dont, 14));
    top += high.dont;
    middle[n] = [left + inside / 2, top + high.number / 2];
    top += high.number;
    cells.push(...travelled("come", n, left, top, inside, high.come, 14));
    top += high.come;
    cells.push({
      spot: `box-${n}`, x: left, y: top, w: inside, h: high.box, radius: 17, kind: "place",
      boxed: true,
    });
  });
  const art = (/** @type {number} */ tall) =>
    BOX.flatMap((n, at) => [
      frame(x + at * each, y * tall, each - 4, total * tall),
      number(n, middle[n][0], middle[n][1] * tall + 2, high.number * 0.82, "right"),
    ]);
  return { cells, middle, art, bottom: y + total };
}

/**
 * Where the puck lies on each box. @param {Record<string, Point>} middle @param {number} dx
 * @returns {Record<string, Point>}
 */
export const pucks = (middle, dx) =>
  Object.fromEntries(Object.entries(middle).map(([n, [x, y]]) => [n, [x + dx, y]]));

/** @type {readonly [string, number][]} */
const GATHERED = [["fire", 1.3], ["all-small", 1], ["all-or-nothing", 1.7], ["all-tall", 1]];

/**
 * Fire and bonus bets with their markers, in one strip.
 * @param {Catalogue} catalogue @param {number} x @param {number} y @param {number} w
 * @param {number} h @returns {Cell[]}
 */
export function gathered(catalogue, x, y, w, h) {
  const spots = spotsOf(catalogue);
  const there = GATHERED.filter(([spot]) => spots.has(spot));
  return there.length
    ? row(there, x, y, w, h, { kind: "gathered", pays: true, radius: 15 })
    : [];
}

/**
 * Hops, in a drawer of their own.
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
      kind: "hop", pays: true, radius: 15,
    }),
  );
  return [
    {
      key: "hops", title: "Hops", folded: true, width, height: 12 + lines.length * (high + 4),
      cells,
    },
  ];
}

/** The layout as a dealer knows it. @param {Catalogue} catalogue @returns {Sheet[]} */
export function craps(catalogue) {
  const props = [
    ["any-seven", "any-craps"],
    [...HARDWAYS],
    [...CRAPS_ELEVEN],
    [...TOGETHER],
    [...HORN_HIGH],
  ];
  const set = boxes(192, 8, 804, { behind: 54, dont: 50, number: 58, come: 52, box: 60 });
  /** @type {Cell[]} */
  const cells = [
    ...set.cells,
    {
      spot: "dont-come", x: 114, y: 8, w: 74, h: 274, chips: [151, 236], kind: "dont",
      words: [{ x: 151, y: 116, size: 21, width: 60 }], bars: [{ x: 151, y: 160, side: 14 }],
    },
    {
      spot: "come", x: 116, y: 290, w: 468, h: 74, kind: "come", chips: [548, 330], most: 7,
      words: [{ x: 276, y: 328, size: 46, width: 300 }],
    },
    { spot: "field", x: 116, y: 368, w: 468, h: 76, kind: "field", chips: [548, 412] },
    {
      spot: "dont-pass-line", x: 62, y: 8, w: 522, h: 490, kind: "dont", chips: [452, 473], most: 3,
      angle: { x: 62, y: 8, thick: 48, right: 480, bottom: 498, high: 50, round: 62 },
      words: [
        { x: 86, y: 246, turn: -90, size: 23, width: 300 },
        { x: 206, y: 473, size: 22, width: 180 },
      ],
      bars: [
        { x: 86, y: 112, turn: -90, side: 17 },
        { x: 334, y: 473, side: 17 },
      ],
    },
    {
      spot: "dont-pass-odds", x: 484, y: 448, w: 100, h: 50, kind: "odds", radius: 16,
      chips: [560, 474], words: [{ x: 515, y: 473, size: 15, width: 60 }],
    },
    {
      spot: "pass-line", x: 8, y: 8, w: 576, h: 550, kind: "line", chips: [548, 531], most: 6,
      angle: { x: 8, y: 8, thick: 50, right: 584, bottom: 558, high: 56, round: 104 },
      words: [
        { x: 33, y: 230, turn: -90, size: 30, width: 400 },
        { x: 276, y: 531, size: 32, width: 320 },
      ],
    },
    {
      spot: "pass-odds", x: 112, y: 562, w: 472, h: 50, kind: "odds", chips: [548, 588],
      words: [{ x: 276, y: 587, size: 18, width: 200 }],
    },
    ...rows(props, 592, 290, 400, 61.2, { pays: true, radius: 15 }),
  ];
  const strip = gathered(catalogue, 8, 620, 984, STRIP);
  return [
    {
      key: "table", title: "The table", width: 1000, height: strip.length ? 628 + STRIP : 620,
      cells: [...cells, ...strip], art: set.art,
      puck: { off: [151, 40], on: pucks(set.middle, -42), radius: 19 },
    },
    ...hops(catalogue, false),
  ];
}

class CrapsBoard extends DiceBoard {
  /** @param {import("../../../web/types/protocol.d.ts").Wager} wager @param {Cell} cell */
  _label(wager, cell) {
    return cell.spot === "pass-line" ? `${wager.label} line` : wager.label;
  }

  /**
   * Rolling only for the come bets nobody has a line bet, and the puck lies there.
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
    (narrow ? (await import("./narrow.js")).crapsNarrow : wide)(catalogue),
  board: (catalogue, sheets) => new CrapsBoard(catalogue, sheets),
  grows: true, fits: true,
});

export const drawing = () => drawingOf(craps);
