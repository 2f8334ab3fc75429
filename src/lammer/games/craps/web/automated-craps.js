// Where the spots of automated craps lie: a screen.

import { STRIP, boxes, drawingOf, pucks, gathered, hops } from "./craps.js";
import { row, rows } from "../../../web/js/felt/parts.js";
import { CRAPS_ELEVEN, HARDWAYS, HORN_HIGH, TOGETHER } from "./parts.js";

/** @import { Cell, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/** The screen of the automated game. @param {Catalogue} catalogue @returns {Sheet[]} */
function automatedCraps(catalogue) {
  const set = boxes(8, 108, 988, { behind: 52, dont: 50, number: 60, come: 52, box: 58 });
  const tile = { round: 14 };
  /** @type {Cell[]} */
  const cells = [
    ...row(
      [
        ["pass-line", 1.7],
        ["pass-odds", 1],
        ["dont-pass-line", 1.7],
        ["dont-pass-odds", 1],
        ["come", 1.5],
        ["dont-come", 1.5],
      ],
      8,
      8,
      984,
      90,
      { ...tile, kind: "line" },
    ),
    ...set.cells,
    { spot: "field", x: 8, y: 388, w: 372, h: 128, ...tile, kind: "field", chips: [344, 474] },
    ...rows(
      [
        ["any-seven", ...HARDWAYS],
        ["any-craps", ...CRAPS_ELEVEN],
      ],
      386,
      388,
      606,
      62,
      { ...tile, pays: true, radius: 15 },
    ),
    ...row([...TOGETHER, ...HORN_HIGH], 8, 522, 984, 62, { ...tile, pays: true, radius: 15 }),
  ];
  const strip = gathered(catalogue, 8, 592, 984, STRIP);
  return [
    {
      key: "table",
      title: "The screen",
      width: 1000,
      height: strip.length ? 600 + STRIP : 592,
      cells: [...cells, ...strip],
      art: set.art,
      puck: { off: [960, 55], on: pucks(set.middle, -52), radius: 20 },
    },
    ...hops(catalogue, false),
  ];
}

export const drawing = () => drawingOf(automatedCraps);
