// Shuffles a shoe again by the key of a hand: docs/fair.md, "The rule". A second implementation on
// purpose: with it a player need not trust the house.

import { is } from "../../../web/js/lib/sentences.js";

/** @import { Draw, OpenPledge, Sign } from "../../../web/types/fair.d.ts" */
/** @import { SealedLine, Standing } from "../../../web/types/protocol.d.ts" */

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const TWO_32 = 2 ** 32;

/** @typedef {Map<string, number>} Counts how many there are of each card */
/** @typedef {import("./types.d.ts").CountList} CountList */

/** Return the cards of a shoe before the shuffle. @param {number} decks @param {Counts} out */
export function inTheShoe(decks, out) {
  const cards = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return cards.flatMap((card) => Array(Math.max(0, decks - (out.get(card) ?? 0))).fill(card));
}

/** Return the cards in dealing order. @param {Sign} sign @param {string[]} cards */
export async function shuffled(sign, cards) {
  const order = [...cards];
  let numbers = new DataView(new ArrayBuffer(0));
  let [at, block] = [0, 0];
  const next = async () => {
    if (at >= numbers.byteLength) {
      numbers = new DataView((await sign(`lammer 1 shoe ${block++}`)).buffer);
      at = 0;
    }
    at += 4;
    return numbers.getUint32(at - 4);
  };
  for (let last = order.length - 1; last > 0; last -= 1) {
    const most = TWO_32 - (TWO_32 % (last + 1));
    let number = await next();
    while (number >= most) number = await next();
    const other = number % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Return counts from a flat list that alternates cards and numbers.
 * @param {CountList} list @returns {Counts}
 */
const counted = (list) => new Map(Array.from({ length: list.length / 2 },
  (_, at) => [String(list[2 * at]), Number(list[2 * at + 1])]));

/** @param {Counts} cards */
const many = (cards) => [...cards.values()].reduce((sum, each) => sum + each, 0);

/** Return the cards that were out of the shoe before some lines. @param {Standing} standing */
const outBefore = ({ kit }) => counted(kit?.Cards?.out ?? []);

/** Return the cards of a coup in a line of the log. @param {SealedLine} line */
const cardsOf = (line) => (is("deal", line) ? line.body.cards : []);

/**
 * Return the cards out of the shoe when a seed was pledged, and how many were dealt from it before
 * the first of these trials.
 * @param {OpenPledge} pledge @returns {{out: Counts, dealt: number}}
 */
function atThePledge({ stored, standing, before }) {
  const out = outBefore(standing);
  if (stored) {
    const then = counted(stored.out ?? []);
    return { out: then, dealt: many(out) - many(then) };
  }
  for (const line of before) {
    if (line.event === "shuffle") out.clear();
    for (const card of cardsOf(line)) out.set(card, (out.get(card) ?? 0) + 1);
  }
  return { out, dealt: 0 };
}

/** @type {Draw} */
export const draw = {
  event: "deal",
  shown: cardsOf,
  async made(sign, pledge, { decks = 0 }) {
    const { out, dealt } = atThePledge(pledge);
    const order = await shuffled(sign, inTheShoe(decks, out));
    let at = dealt;
    return pledge.trials.map((line) => { // As many cards as the coup used.
      at += cardsOf(line).length;
      return order.slice(at - cardsOf(line).length, at);
    });
  },
};
