// Two thrown dice, as the pages show them.

import { h } from "../../../web/js/lib/dom.js";
import { several } from "../../../web/js/lib/calls.js";
import { diceFaces } from "./dice.js";

/** @typedef {import("../../../web/js/lib/instrument-interface.js").Instrument} Instrument */

/** @param {number[]} dice */
const sum = ([first, second]) => first + second;

/**
 * What two dice have in common, thrown or shaken.
 * @type {Partial<Instrument>}
 */
export const twoDice = Object.freeze({
  results: "Rolls", pledged: "Dice",
  last: (trial, noun) => (trial?.dice ? `The last ${noun}: ${sum(trial.dice)}.` : ""),
  faces: ({ dice }) => dice.join(" and "),
  call({ body, text }) {
    const shown = `${body.dice.join("-")}: `;
    return text.startsWith(shown) ? text.slice(shown.length) : text;
  },
  mark: ({ dice }) => diceFaces(dice[0], dice[1]),
  item: ({ dice }) => h("li", { class: sum(dice) === 7 ? "seven" : null },
    diceFaces(dice[0], dice[1]), h("span", null, sum(dice))),
  words: ({ dice }) => `${sum(dice)} (${dice.join("-")})`,
  outcome: ([first, second]) => diceFaces(Number(first), Number(second)),
  drawn: (last) => (last?.dice ? diceFaces(last.dice[0], last.dice[1]) : null),
});

/**
 * Two dice in letters, where nothing is drawn.
 * @param {HTMLElement} place @param {number[]} dice
 */
export function writtenDice(place, dice) {
  place.textContent = dice.join(" - ");
}

/** Events with which a new hand begins. */
const NEW_HAND = new Set(["accept", "pass", "commit"]);

/** The shooter's hand so far: rolls, points made, and whether it is known from its beginning. */
const hand = Object.freeze({
  begin: (lines) => ({ rolls: 0, points: [], whole: lines[0]?.seq === 1, point: null }),
  line: (tally, { event }) =>
    (NEW_HAND.has(event) ? { ...tally, rolls: 0, points: [], whole: true } : tally),
  next: (tally) => tally,
  trial({ rolls, points, whole, point }, { dice, point: now = null }) {
    const made = point !== null && sum(dice) === point && now === null;
    return { rolls: rolls + 1, points: made ? [...points, point] : points, whole, point: now };
  },
});

/** The hand so far, or as much of it as is known here. */
function handWords({ rolls, points, whole }) {
  if (!whole && !rolls) return "";
  const more = whole ? "" : " or more";
  const none = whole ? "no point made yet" : "no point made in the last of them";
  const made = points.length
    ? `${several(points.length, "point")}${more} made (${points.join(", ")})` : none;
  return `This hand: ${several(rolls, "roll")}${more}, ${made}.`;
}

/** @type {Partial<Instrument>} */
export const instrument = Object.freeze({
  ...twoDice,
  event: "roll", plural: true, holder: "Shooter", inPlay: "The dice are in the air.",
  staffed: "Real dice are thrown here, and the crew enters what they show.",
  async show(place, { dice }, { skip, drawn }) {
    const rolls = drawn ? await import("./roll.js").catch(() => null) : null;
    return rolls ? rolls.rollDice(place, dice, { skip }) : writtenDice(place, dice);
  },
  lying: (last, event, body) => (event === "roll" ? { dice: body.dice } : last),
  tally: hand, counted: handWords,
  standing: ({ point }) => (point ? `The point is ${point}.` : "The puck is off."),
  crew: async () => (await import("./crew.js")).crew,
});
