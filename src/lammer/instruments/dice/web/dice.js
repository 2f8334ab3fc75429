// Dice drawn flat.

import { s } from "../../../web/js/lib/dom.js";

/** The pips of each face, on a grid of three by three. */
/** @type {Readonly<Record<number, number[]>>} */
const PIPS = Object.freeze({
  1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8],
});

/**
 * Return a die from above, as part of a drawing.
 * @param {number} face @param {number} x @param {number} y @param {number} side
 */
export function die(face, x, y, side) {
  const pips = PIPS[face].map((at) => {
    const cx = side * (0.24 + (at % 3) * 0.26);
    const cy = side * (0.24 + Math.floor(at / 3) * 0.26);
    return s("circle", { class: "pip", cx, cy, r: side * 0.1 });
  });
  return s(
    "g",
    { class: "die-flat", transform: `translate(${x} ${y})` },
    s("rect", { class: "die-body", width: side, height: side, rx: side * 0.18 }),
    pips,
  );
}

/**
 * Return two dice as a small picture, for histories and beside a call.
 * @param {number} a @param {number} b @param {string} [words] that stand before the faces
 */
export function diceFaces(a, b, words = "") {
  const label = `${words}${a} and ${b}`;
  return s(
    "svg",
    { class: "dice-faces", viewBox: "-1 -1 44 22", role: "img", "aria-label": label },
    die(a, 0, 0, 20),
    die(b, 22, 0, 20),
  );
}
