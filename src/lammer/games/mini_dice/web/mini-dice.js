// The layout of mini-dice, and the shaker that contains the dice.

import { s, styled } from "../../../web/js/lib/dom.js";
import { DiceBoard } from "../../../instruments/dice/web/board.js";
import { row } from "../../../web/js/felt/parts.js";

/** @import { Landing, Sheet } from "../../../web/types/felt.d.ts" */

/** @param {number} left @param {number} right @param {number} top @param {number} bottom */
const arch = (left, right, top, bottom) =>
  `M${left} ${bottom} C${left} ${top}, ${right} ${top}, ${right} ${bottom} Z`;

const PLACE = [4, 5, 6, 8, 9, 10].map((n) => `place-${n}`);
const AROUND = Object.freeze(["under-7", "any-seven", "over-7"]);

/**
 * Return the shaker: a dome over a plate.
 * @param {number} x @param {number} y @param {number} w
 * @param {number} h
 */
const shaker = (x, y, w, h) => [
  s("ellipse", { class: "plate", cx: x + w / 2, cy: y + h * 0.84, rx: w * 0.46, ry: h * 0.13 }),
  s("path", {
    class: "dome",
    d: arch(x + w * 0.12, x + w * 0.88, y + h * 0.02, y + h * 0.82),
  }),
  s("circle", { class: "plate", cx: x + w / 2, cy: y + h * 0.2, r: h * 0.05 }),
];

/**
 * Return the plate under the dome, where the dice lie.
 * @param {number} x @param {number} y
 * @param {number} w @param {number} h @returns {Landing}
 */
const inside = (x, y, w, h) => ({
  x: x + w * 0.24, y: y + h * 0.46, w: w * 0.52, h: h * 0.44, from: [x, y], shaken: true,
});

/** @param {unknown} _ @param {boolean} narrow @returns {Sheet[]} */
function miniDice(_, narrow) {
  if (narrow) {
    return [
      {
        key: "table",
        title: "The table",
        width: 380,
        height: 480,
        landing: inside(120, 4, 140, 96),
        art: () => shaker(120, 4, 140, 96),
        cells: [
          ...row(PLACE.slice(0, 3), 6, 106, 368, 84, { pays: true, radius: 16, tall: true }),
          ...row(PLACE.slice(3), 6, 194, 368, 84, { pays: true, radius: 16, tall: true }),
          ...row([...AROUND], 6, 282, 368, 84, { pays: true, radius: 16, tall: true }),
          {
            spot: "field",
            x: 6,
            y: 370,
            w: 368,
            h: 100,
            kind: "field",
          },
        ],
      },
    ];
  }
  return [
    {
      key: "table",
      title: "The table",
      width: 1000,
      height: 412,
      landing: inside(722, 40, 266, 250),
      art: () => shaker(722, 40, 266, 250),
      cells: [
        ...row(PLACE, 8, 8, 700, 140, { pays: true, tall: true, radius: 24 }),
        ...row([...AROUND], 8, 152, 700, 116, { pays: true, tall: true, radius: 24 }),
        {
          spot: "field",
          x: 8,
          y: 272,
          w: 700,
          h: 132,
          kind: "field",
        },
      ],
    },
  ];
}

/** @returns {Promise<import("../../../web/types/felt.d.ts").GameDrawing>} */
export async function drawing() {
  await styled(new URL("./mini-dice.css", import.meta.url).pathname);
  return {
    sheets: miniDice,
    board: (catalogue, sheets, small) => new DiceBoard(catalogue, sheets, small),
  };
}
