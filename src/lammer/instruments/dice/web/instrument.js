// Two thrown dice on the pages.

import { h, styled } from "../../../web/js/lib/dom.js";
import { diceFaces } from "./dice.js";

/** @import { Instrument } from "../../../web/types/instrument.d.ts" */
/** @import { DiceTrial } from "./types.d.ts" */
/** @typedef {Partial<Instrument<DiceTrial>>} DiceInstrument */

/** @param {number[]} dice */
const sum = ([first, second]) => first + second;

/** What two dice have in common, thrown or shaken. @type {DiceInstrument} */
export const twoDice = {
  styles: [new URL("./dice.css", import.meta.url).pathname],
  results: "Rolls", pledged: "Dice",
  last: (trial, noun) => (trial?.dice ? `The last ${noun}: ${sum(trial.dice)}.` : ""),
  faces: ({ dice }) => dice.join(" and "),
  call: ({ text }) => text.replace(/^\d-\d: /, ""),
  mark: ({ dice }) => diceFaces(dice[0], dice[1]),
  item: ({ dice }) => h("li", { class: sum(dice) === 7 ? "seven" : null },
    diceFaces(dice[0], dice[1]), h("span", null, sum(dice))),
  words: ({ dice }) => `${sum(dice)} (${dice.join("-")})`,
  outcome: ([first, second]) => diceFaces(Number(first), Number(second)),
  drawn: (last) => (last?.dice ? diceFaces(last.dice[0], last.dice[1]) : null),
  resting: async ({ dice, lying }, words) => (lying && dice
    ? (await import("./resting.js")).resting(dice, lying, words) : null),
};

/**
 * Show two dice as text, where nothing is drawn.
 * @param {HTMLElement} place @param {number[]} dice
 */
export function writtenDice(place, dice) {
  place.textContent = dice.join(" - ");
}

/** Load the crew's module with its style sheet. @template Module @param {Promise<Module>} module */
export const styledCrew = async (module) =>
  (await Promise.all([module, styled(new URL("./crew.css", import.meta.url).pathname)]))[0];

/** @type {DiceInstrument} */
export const instrument = {
  ...twoDice,
  event: "roll", calls: ["throw", "no-roll", "alone"], plural: true,
  duties: ["tell"], quiet: ["marker", "markers-off"], formalities: ["select-dice", "throw"],
  holder: "Shooter", inPlay: "The dice are in the air.",
  staffed: "Real dice are thrown here, and the crew enters what they show.",
  show(place, { dice }, { drawn }) {
    if (!drawn) return writtenDice(place, dice);
    return place.replaceChildren(diceFaces(dice[0], dice[1], "The dice show "));
  },
  crew: async () => (await styledCrew(import("./crew.js"))).crew,
  draw: async () => (await import("./fair.js")).draw,
};
