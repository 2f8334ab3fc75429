// The numbers of the boxes, drawn with strokes, so that words and numerals are equally high and
// heavy, however narrow their box is.

import { s } from "../../../web/js/lib/dom.js";

/** Six and nine in letters, because they are read from both sides of the table. */
/** @type {Readonly<Record<number, string>>} */
const WRITTEN = Object.freeze({ 6: "SIX", 9: "NINE" });

/** The centre lines of the strokes in a unit square, and the width relative to the height. */
/** @type {Readonly<Record<string, [number, string]>>} */
const STROKES = Object.freeze({
  0: [0.62, "M.5 0C.88 0 1 .2 1 .5C1 .8 .88 1 .5 1C.12 1 0 .8 0 .5C0 .2 .12 0 .5 0Z"],
  1: [0.3, "M0 .24L1 0L1 1"],
  4: [0.7, "M.74 1L.74 0L0 .7L1 .7"],
  5: [0.58, "M.92 0L.14 0L.07 .45C.2 .4 .36 .37 .5 .37C.82 .37 1 .5 1 .68"
    + "C1 .87 .8 1 .48 1C.26 1 .09 .93 0 .8"],
  8: [0.6, "M.5 .46C.2 .46 .07 .37 .07 .23C.07 .09 .24 0 .5 0C.76 0 .93 .09 .93 .23"
    + "C.93 .37 .8 .46 .5 .46C.16 .46 0 .58 0 .73C0 .9 .2 1 .5 1"
    + "C.8 1 1 .9 1 .73C1 .58 .84 .46 .5 .46Z"],
  S: [0.58, "M.96 .19C.86 .06 .7 0 .5 0C.22 0 .05 .1 .05 .25C.05 .43 .26 .46 .5 .5"
    + "C.78 .54 1 .58 1 .75C1 .9 .8 1 .5 1C.26 1 .09 .93 0 .8"],
  I: [0, "M0 0L0 1"],
  X: [0.68, "M0 0L1 1M1 0L0 1"],
  N: [0.64, "M0 1L0 0L1 1L1 0"],
  E: [0.5, "M1 0L0 0L0 1L1 1M0 .49L.88 .49"],
});
/** The thickness of a stroke, and the distance between letters, relative to their height. */
const THICK = 0.17;
const APART = 0.16;

/**
 * Return a number as its box shows it, around a point.
 * @param {number} n @param {number} x @param {number} y @param {number} high from edge to edge
 * @param {number} wide at most @param {string} [moves] where it goes while the puck lies beside it
 */
export function numeral(n, x, y, high, wide, moves = "nowhere") {
  const glyphs = [...(WRITTEN[n] ?? String(n))].map((each) => STROKES[each]);
  const thick = high * THICK;
  const inner = high - thick;
  const gap = thick + high * APART;
  const gaps = gap * (glyphs.length - 1) + thick;
  const natural = glyphs.reduce((sum, [width]) => sum + width * inner, 0);
  const narrow = Math.min(1, (wide - gaps) / natural);
  let left = x - (natural * narrow + gaps) / 2 + thick / 2;
  const path = glyphs.map(([width, strokes]) => {
    const w = width * inner * narrow;
    const start = left;
    left += w + gap;
    return strokes.replace(/([\d.]+) ([\d.]+)/g, (_, dx, dy) =>
      `${(start + dx * w).toFixed(1)} ${(y - inner / 2 + dy * inner).toFixed(1)}`);
  });
  return s("path", {
    class: `box-number moves-${moves}`, d: path.join(""), "stroke-width": thick.toFixed(1),
    data: { number: n },
  });
}
