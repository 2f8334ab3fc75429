// A dealing shoe from the side: cards slide down to its mouth, with a weight behind them.

import { s } from "../../../web/js/lib/dom.js";

/** The number of card edges drawn for a full shoe. */
const EDGES = 22;

/**
 * Return where cards come out of a shoe drawn in this box.
 * @param {number[]} box x, y, width, height
 * @returns {[number, number]}
 */
export const mouthOf = ([x, y, w, h]) => [x + 0.12 * w, y + 0.55 * h];

/**
 * Return the shoe in a box, with words below it.
 * @param {number[]} box x, y, width, height @param {string[]} words what is to be said of it
 * @param {number} out cards that are out of it @param {number} all cards of a full one
 */
export function drawnShoe([x, y, w, h], words, out, all) {
  const line = h > 100 ? 14 : 12;
  const deep = h - words.length * line * 1.3 - 6;
  /**
   * Return a closed line through points, relative to the width and height of the shoe.
   * @param {...[number, number]} points
   */
  const shape = (...points) =>
    `M${points.map(([dx, dy]) => `${x + dx * w} ${y + dy * deep}`).join(" L")} Z`;
  // From the mouth backwards: one edge per share of cards left, then the weight.
  const count = Math.round(EDGES * (all ? Math.max(0, 1 - out / all) : 1));
  const at = (/** @type {number} */ card) => 0.26 + (card / EDGES) * 0.54;
  const edges = Array.from({ length: count }, (_, card) =>
    `M${x + at(card) * w} ${y + 0.9 * deep} l${-0.08 * w} ${-0.62 * deep}`);
  const back = at(count);
  const mouth = x + 0.06 * w;
  return s("g", { class: "shoe", role: "img", "aria-label": `The shoe: ${words.join(", ")}` },
    s("path", {
      class: "shoe-body", d: shape([0.06, 1], [0.12, 0.4], [0.26, 0.12], [0.96, 0.12], [0.96, 1]),
    }),
    s("path", {
      class: "shoe-window", d: shape([0.24, 0.93], [0.16, 0.25], [0.91, 0.25], [0.91, 0.93]),
    }),
    s("path", { class: "shoe-cards", d: edges.join("") }),
    s("path", {
      class: "shoe-weight",
      d: shape([back, 0.9], [back - 0.08, 0.28], [back + 0.1, 0.5], [back + 0.1, 0.9]),
    }),
    // The mouth: the next card, face down, and the notch for the thumb.
    s("path", {
      class: "shoe-mouth", d: shape([0.05, 1], [0.11, 0.4], [0.19, 0.4], [0.16, 1]),
    }),
    s("path", {
      class: "shoe-notch",
      d: `M${mouth + 1} ${y + deep} q${w * 0.05} ${-deep * 0.3} ${w * 0.09} 0 Z`,
    }),
    words.map((each, row) => s("text", {
      class: "shoe-word", x: x + w / 2, y: y + deep + 6 + line * (0.5 + 1.25 * row),
      "font-size": line,
    }, each)));
}
