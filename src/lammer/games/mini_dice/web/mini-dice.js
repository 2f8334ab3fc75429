// Where the spots of mini-dice lie, and the shaker with the dice as they were last seen.

import { s, styled } from "../../../web/js/lib/dom.js";
import { DiceBoard } from "../../../instruments/dice/web/board.js";
import { die } from "../../../instruments/dice/web/dice.js";
import { row } from "../../../web/js/felt/parts.js";

/** @import { DiceTrial } from "../../../instruments/dice/web/types.d.ts" */
/** @import { Sheet } from "../../../web/types/felt.d.ts" */

/** @param {number} left @param {number} right @param {number} top @param {number} bottom */
const arch = (left, right, top, bottom) =>
  `M${left} ${bottom} C${left} ${top}, ${right} ${top}, ${right} ${bottom} Z`;

const PLACE = [4, 5, 6, 8, 9, 10].map((n) => `place-${n}`);
const AROUND = Object.freeze(["under-7", "any-seven", "over-7"]);

/**
 * The shaker: a dome over a plate. @param {number} x @param {number} y @param {number} w
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

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} side */
const inside = (x, y, w, h, side) => ({ x: x + w / 2 - side - 3, y: y + h * 0.84 - side, side });

/** @typedef {Sheet & {dice: {x: number, y: number, side: number}}} ShakerSheet */

/** @param {unknown} _ @param {boolean} narrow @returns {ShakerSheet[]} */
function miniDice(_, narrow) {
  if (narrow) {
    return [
      {
        key: "table",
        title: "The table",
        width: 380,
        height: 480,
        dice: inside(120, 4, 140, 96, 26),
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
      dice: inside(722, 40, 266, 250, 62),
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

/** The board of mini-dice: the dice in the shaker are drawn too. */
class ShakerBoard extends DiceBoard {
  /** The dice that are drawn. @type {string} */ seen = "";
  /** @type {SVGElement | null} */ shaken = null;

  /** @param {import("../../../web/types/felt.d.ts").View} view */
  draw(view) {
    super.draw(view);
    const { dice } = /** @type {Partial<DiceTrial>} */ (view.lastTrial ?? {});
    const key = String(dice);
    if (key === this.seen) return;
    this.seen = key;
    this.shaken ??= this._inside();
    const place = /** @type {ShakerSheet} */ (this.sheets[0]).dice;
    this.shaken.replaceChildren(
      ...(dice ?? []).map((face, at) =>
        die(face, place.x + at * (place.side + 6), place.y, place.side),
      ),
    );
  }

  _inside() {
    const found = s("g", { class: "in-shaker", "aria-hidden": "true" });
    this.parts[0].querySelector(".art")?.after(found);
    return found;
  }
}

/** @returns {Promise<import("../../../web/types/felt.d.ts").GameDrawing>} */
export async function drawing() {
  await styled(new URL("./mini-dice.css", import.meta.url).pathname);
  return {
    sheets: miniDice,
    board: (catalogue, sheets, small) => new ShakerBoard(catalogue, sheets, small),
  };
}
