// The layout of mini-craps: one side of a small table, with the numbers across its width.

import { STRIP, boxes, drawingOf, gathered, hops } from "./craps.js";
import { rows } from "../../../web/js/felt/parts.js";
import { PROPS, withOdds } from "./parts.js";

/** @import { Cell, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/** Return the small layout for one dealer. @param {Catalogue} catalogue @returns {Sheet[]} */
function miniCraps(catalogue) {
  const set = boxes(8, 8, 988);
  /** @type {Cell[]} */
  const cells = [
    ...set.cells,
    { spot: "dont-come", x: 8, y: 282, w: 206, h: 76, kind: "dont" },
    { spot: "come", x: 218, y: 282, w: 366, h: 76, kind: "come" },
    { spot: "field", x: 8, y: 362, w: 576, h: 84, kind: "field" },
    ...withOdds("dont-pass", 0.24, 8, 450, 576, 70),
    ...withOdds("pass", 0.24, 8, 524, 576, 80),
    ...rows(PROPS, 592, 282, 400, 61.2, { pays: true }),
  ];
  const strip = gathered(catalogue, 8, 612, 984, STRIP);
  return [
    {
      key: "table", title: "The table", width: 1000, height: strip.length ? 620 + STRIP : 612,
      cells: [...cells, ...strip], art: set.art, puck: { ...set.puck, off: [34, 320] },
      landing: { x: 222, y: 285, w: 100, h: 70, from: [980, 520] },
    },
    ...hops(catalogue, false),
  ];
}

export const drawing = () => drawingOf(miniCraps);
