// Cards face up.

import { s } from "../../../web/js/lib/dom.js";

/** @type {Readonly<Record<string, [string, string]>>} */
const SUITS = Object.freeze({
  s: ["\u2660", "spades"],
  h: ["\u2665", "hearts"],
  d: ["\u2666", "diamonds"],
  c: ["\u2663", "clubs"],
});
/** How high a rank is written: two letters stay on the card, too. @param {string} rank */
const size = (rank) => (rank.length > 1 ? 0.235 : 0.3);
/** @type {Readonly<Record<string, string>>} */
const RANKS = Object.freeze({ A: "ace", T: "10", J: "jack", Q: "queen", K: "king" });

/** @param {string} card "9h" @returns {string} "9 of hearts" */
export const cardWords = (card) =>
  `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]?.[1] ?? card[1]}`;

/**
 * A card whose middle is at a point; the third of a hand lies across.
 * @param {string} card @param {number} x @param {number} y @param {number} high
 * @param {boolean} [across]
 */
export function drawnCard(card, x, y, high, across = false) {
  const w = high * 0.7;
  const rank = card[0] === "T" ? "10" : card[0];
  const [suit] = SUITS[card[1]] ?? [card[1]];
  const red = card[1] === "h" || card[1] === "d";
  return s(
    "g",
    {
      class: `card-face ${red ? "red" : "black"}`,
      transform: `translate(${x} ${y})${across ? " rotate(90)" : ""}`,
    },
    s("rect", { x: -w / 2, y: -high / 2, width: w, height: high, rx: high * 0.07 }),
    s(
      "text",
      { class: "rank", x: -w * 0.27, y: -high * 0.29, "font-size": high * size(rank) },
      rank,
    ),
    s("text", { class: "suit", x: w * 0.08, y: high * 0.15, "font-size": high * 0.5 }, suit),
  );
}
