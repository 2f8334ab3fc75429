// The layout of automated craps: tiles on a screen, every number on its own card.

import { STRIP, boxes, drawingOf, gathered, hops } from "./craps.js";
import { row, rows } from "../../../web/js/felt/parts.js";
import { CRAPS_ELEVEN, HARDWAYS, HORN_HIGH, TOGETHER, withOdds } from "./parts.js";

/** @import { Cell, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue } from "../../../web/types/protocol.d.ts" */

/** Return the screen of the automated game. @param {Catalogue} catalogue @returns {Sheet[]} */
function automatedCraps(catalogue) {
  const tile = { round: 14 };
  const set = boxes(8, 96, 988, ["number", "box", "come", "dont", "behind"], 14);
  /** @type {Cell[]} */
  const cells = [
    ...withOdds("pass", 0.33, 8, 8, 370, 80, tile),
    ...withOdds("dont-pass", 0.33, 382, 8, 350, 80, tile),
    ...row([["come", 1], ["dont-come", 1]], 736, 8, 256, 80, { ...tile, kind: "come" }),
    ...set.cells,
    { spot: "field", x: 8, y: 370, w: 380, h: 126.4, ...tile, kind: "field" },
    ...rows([["any-seven", ...HARDWAYS], ["any-craps", ...CRAPS_ELEVEN]], 392, 370, 600, 61.2,
      { ...tile, pays: true }),
    ...row([...TOGETHER, ...HORN_HIGH], 8, 500.4, 984, 61.2, { ...tile, pays: true }),
  ];
  const strip = gathered(catalogue, 8, 570, 984, STRIP);
  return [
    {
      key: "table", title: "The screen", width: 1000, height: strip.length ? 578 + STRIP : 570,
      cells: [...cells, ...strip], art: set.art, puck: { ...set.puck, off: [34, 48] },
      landing: { x: 10, y: 374, w: 62, h: 118, from: [980, 520] },
    },
    ...hops(catalogue, false),
  ];
}

export const drawing = () => drawingOf(automatedCraps);
