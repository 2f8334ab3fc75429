// Where the spots of big six lie: seven in two rows beside the wheel.

import { row } from "../../../web/js/felt/parts.js";
import { WheelBoard } from "../../../instruments/wheel/web/board.js";

/** @import { Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

const LOW = Object.freeze(["one", "two", "five"]);
const HIGH = Object.freeze(["ten", "twenty"]);
const EMBLEMS = Object.freeze(["emblem-1", "emblem-2"]);

/** @param {Catalogue} _ @param {boolean} narrow @returns {Sheet[]} */
function sheets(_, narrow) {
  const more = { pays: true, tall: true, radius: 22 };
  if (narrow) {
    return [{
      key: "table", title: "The table", width: 380, height: 596,
      landing: { x: 8, y: 4, w: 364, h: 280, from: [0, 0], shaken: true },
      cells: [
        ...row(LOW, 6, 292, 368, 96, more),
        ...row([...HIGH, EMBLEMS[0]], 6, 392, 368, 96, more),
        ...row(EMBLEMS.slice(1), 6, 492, 368, 96, more),
      ],
    }];
  }
  return [{
    key: "table", title: "The table", width: 1000, height: 436,
    landing: { x: 8, y: 8, w: 520, h: 420, from: [0, 0], shaken: true },
    cells: [
      ...row(LOW, 536, 8, 456, 136, more),
      ...row(HIGH, 536, 150, 456, 136, more),
      ...row(EMBLEMS, 536, 292, 456, 136, more),
    ],
  }];
}

/** @returns {import("../../../web/types/felt.d.ts").GameDrawing} */
export const drawing = () => ({
  sheets, board: (catalogue, drawn, small) => new WheelBoard(catalogue, drawn, small, false),
});
