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
 * Return dice as a small picture, for histories and beside a call.
 * @param {number[]} faces @param {string} [words] that stand before the faces
 */
export function diceFaces(faces, words = "") {
  const [label, wide] = [`${words}${inWords(faces)}`, 22 * faces.length];
  return s(
    "svg",
    { class: "dice-faces", viewBox: `-1 -1 ${wide} 22`, role: "img", "aria-label": label },
    faces.map((face, at) => die(face, 22 * at, 0, 20)),
  );
}

/** Return faces as they are read out, such as "1, 4 and 4". @param {readonly number[]} faces */
export const inWords = (faces) =>
  [faces.slice(0, -1).join(", "), faces.at(-1)].join(" and ");
