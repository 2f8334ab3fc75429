// Where the spots of sic bo lie, and the dome with its three dice.

import { s, styled } from "../../../web/js/lib/dom.js";
import { DiceBoard } from "../../../instruments/dice/web/board.js";
import { die } from "../../../instruments/dice/web/dice.js";
import { written } from "../../../web/js/felt/letters.js";
import { row } from "../../../web/js/felt/parts.js";
import { payEach } from "../../../web/js/felt/printed.js";

/** @import { Cell, Landing, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Wager } from "../../../web/types/protocol.d.ts" */

const FACES = Object.freeze([1, 2, 3, 4, 5, 6]);
const of = (/** @type {string} */ kind) => FACES.map((face) => `${kind}-${face}`);
const TOTALS = Object.freeze(Array.from({ length: 14 }, (_, at) => `total-${at + 4}`));
const PAIRS = Object.freeze(FACES.flatMap((low) =>
  FACES.filter((high) => high > low).map((high) => `pair-${low}-${high}`)));

/** Return the dome over its plate. @param {number} x @param {number} y @param {number} w
 * @param {number} h */
const dome = (x, y, w, h) => [
  s("ellipse", { class: "plate", cx: x + w / 2, cy: y + h * 0.82, rx: w * 0.47, ry: h * 0.15 }),
  s("path", {
    class: "dome",
    d: `M${x + w * 0.1} ${y + h * 0.8} C${x + w * 0.06} ${y - h * 0.24}, ${x + w * 0.94} `
      + `${y - h * 0.24}, ${x + w * 0.9} ${y + h * 0.8} Z`,
  }),
];

/** Return the plate under the dome, where the dice lie. @param {number} x @param {number} y
 * @param {number} w @param {number} h @returns {Landing} */
const inside = (x, y, w, h) => ({
  x: x + w * 0.2, y: y + h * 0.22, w: w * 0.6, h: h * 0.66, from: [x, y], shaken: true, many: 3,
});

/** @param {unknown} _ @param {boolean} narrow @returns {Sheet[]} */
function sicBo(_, narrow) {
  const pays = { pays: true };
  if (narrow) {
    return [
      {
        key: "table", title: "The table", width: 380, height: 864,
        landing: inside(112, 6, 156, 116), art: () => dome(112, 6, 156, 116),
        cells: [
          { spot: "small", x: 6, y: 6, w: 102, h: 116, ...pays, tall: true },
          { spot: "big", x: 272, y: 6, w: 102, h: 116, ...pays, tall: true },
          ...row([...TOTALS.slice(0, 7)], 6, 128, 368, 70, pays, 2),
          ...row([...TOTALS.slice(7)], 6, 200, 368, 70, pays, 2),
          ...row(of("number"), 6, 276, 368, 78, pays, 2),
          ...row(of("double").slice(0, 3), 6, 360, 368, 72, pays, 2),
          ...row(of("double").slice(3), 6, 434, 368, 72, pays, 2),
          ...row(of("triple").slice(0, 3), 6, 512, 368, 72, pays, 2),
          ...row(of("triple").slice(3), 6, 586, 368, 72, pays, 2),
          { spot: "any-triple", x: 6, y: 660, w: 368, h: 56, ...pays },
          ...row([...PAIRS.slice(0, 8)], 6, 722, 368, 68, pays, 2),
          ...row([...PAIRS.slice(8)], 6, 792, 368, 68, pays, 2),
        ],
      },
    ];
  }
  return [
    {
      key: "table", title: "The table", width: 1000, height: 594,
      landing: inside(378, 8, 244, 182), art: () => dome(378, 8, 244, 182),
      cells: [
        { spot: "small", x: 8, y: 8, w: 120, h: 182, ...pays, tall: true },
        { spot: "big", x: 872, y: 8, w: 120, h: 182, ...pays, tall: true },
        ...row(of("double").slice(0, 3), 132, 8, 240, 89, pays),
        ...row(of("double").slice(3), 628, 8, 240, 89, pays),
        ...row(of("triple").slice(0, 3), 132, 101, 240, 89, pays),
        ...row(of("triple").slice(3), 628, 101, 240, 89, pays),
        { spot: "any-triple", x: 8, y: 194, w: 984, h: 66, ...pays },
        ...row([...TOTALS], 8, 264, 984, 110, { ...pays, tall: true }),
        ...row([...PAIRS], 8, 378, 984, 96, pays),
        ...row(of("number"), 8, 478, 984, 108, pays),
      ],
    },
  ];
}

/** The width of a die with its gap, relative to its side. */
const STEP = 1.12;

class SicBoBoard extends DiceBoard {
  /**
   * The faces that a bet waits for, over what it pays; chips lie under them.
   * @param {Wager} wager @param {Cell} cell
   */
  _drawnPrint(wager, { x, y, w, h: high }) {
    const { dice } = wager;
    if (!dice?.length) return null;
    const side = Math.min(high * 0.28, (w - 8) / (dice.length * STEP));
    const left = x + (w - (dice.length * STEP - STEP + 1) * side) / 2;
    const faces = dice.map((face, at) => die(face, left + at * side * STEP, y + 5, side));
    const pays = written(payEach(wager), {
      x: x + w / 2, y: y + side + 14, width: w - 10, size: 13, kind: "pays", oneLine: true,
    });
    const top = side + 24;
    return {
      words: [s("g", null, faces, pays)],
      tray: { x: x + 2, y: y + top, w: w - 4, h: high - top - 2 },
    };
  }
}

/** @returns {Promise<import("../../../web/types/felt.d.ts").GameDrawing>} */
export async function drawing() {
  await styled(new URL("./sic-bo.css", import.meta.url).pathname);
  return {
    sheets: sicBo,
    board: (catalogue, sheets, small) => new SicBoBoard(catalogue, sheets, small),
  };
}
