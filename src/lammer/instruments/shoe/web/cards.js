// Cards: in letters, in words, and drawn face up.

import { s } from "../../../web/js/lib/dom.js";

/** @type {Readonly<Record<string, [string, string]>>} */
const SUITS = Object.freeze({
  s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"],
});
/** @type {Readonly<Record<string, string>>} */
const RANKS = Object.freeze({ A: "ace", T: "10", J: "jack", Q: "queen", K: "king" });

/** @param {string} suit "h" @returns {string} "hearts" */
export const suitName = (suit) => SUITS[suit]?.[1] ?? suit;

/** @param {string} card "9h" @returns {string} "9 of hearts" */
export const cardName = (card) => `${RANKS[card[0]] ?? card[0]} of ${suitName(card[1])}`;

/** @param {string} card */
export const isRed = (card) => "hd".includes(card[1]);

/** @param {string} card */
const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** @param {string} card */
const suitOf = (card) => SUITS[card[1]]?.[0] ?? card[1];

/** @param {string} card "9h" @returns {string} "9♥" */
export const shortCard = (card) => rankOf(card) + suitOf(card);

/** The size of a rank: two characters must fit on the card, too. @param {string} rank */
const size = (rank) => (rank.length > 1 ? 0.235 : 0.3);

/**
 * Return a card centred at a point; the third card of a hand lies sideways.
 * @param {string} card @param {number} x @param {number} y @param {number} high
 * @param {boolean} [across]
 */
export function drawnCard(card, x, y, high, across = false) {
  const w = high * 0.7;
  const rank = rankOf(card);
  return s(
    "g",
    {
      class: `card-face picture ${isRed(card) ? "red" : "black"}`,
      transform: `translate(${x} ${y})${across ? " rotate(90)" : ""}`,
    },
    s("rect", { x: -w / 2, y: -high / 2, width: w, height: high, rx: high * 0.07 }),
    s(
      "text",
      { class: "rank", x: -w * 0.27, y: -high * 0.29, "font-size": high * size(rank) },
      rank,
    ),
    s(
      "text",
      { class: "suit", x: w * 0.08, y: high * 0.15, "font-size": high * 0.5 },
      suitOf(card),
    ),
  );
}
