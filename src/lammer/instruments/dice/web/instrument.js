// Two thrown dice on the pages.

import { h, styled } from "../../../web/js/lib/dom.js";
import { diceFaces, inWords } from "./dice.js";

/** @import { Instrument } from "../../../web/types/instrument.d.ts" */
/** @import { DiceTrial } from "./types.d.ts" */
/** @typedef {Partial<Instrument<DiceTrial>>} DiceInstrument */

/** @param {number[]} dice */
export const sum = (dice) => dice.reduce((whole, face) => whole + face, 0);

/** What dice have in common, thrown or shaken. @type {DiceInstrument} */
export const someDice = {
  styles: [new URL("./dice.css", import.meta.url).pathname],
  results: "Rolls", pledged: "Dice",
  last: (trial, noun) => (trial?.dice ? `The last ${noun}: ${sum(trial.dice)}.` : ""),
  faces: ({ dice }) => inWords(dice),
  call: ({ text }) => text.replace(/^\d-\d: /, ""),
  mark: ({ dice }) => diceFaces(dice),
  item: ({ dice }) => h("li", { class: sum(dice) === 7 ? "seven" : null },
    diceFaces(dice), h("span", null, sum(dice))),
  words: ({ dice }) => `${sum(dice)} (${dice.join("-")})`,
  outcome: (faces) => diceFaces(faces.map(Number)),
  drawn: (last) => (last?.dice ? diceFaces(last.dice) : null),
  resting: async ({ dice, lying }, words) => (lying && dice
    ? (await import("./resting.js")).resting(dice, lying, words) : null),
};

/**
 * Show dice as text, where nothing is drawn.
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
  ...someDice,
  event: "roll", calls: ["throw", "no-roll", "alone"], plural: true,
  duties: ["tell"], quiet: ["marker", "markers-off"], formalities: ["select-dice", "throw"],
  holder: "Shooter", inPlay: "The dice are in the air.",
  staffed: "Real dice are thrown here, and the crew enters what they show.",
  show(place, { dice }, { drawn }) {
    if (!drawn) return writtenDice(place, dice);
    return place.replaceChildren(diceFaces(dice, "The dice show "));
  },
  crew: async () => (await styledCrew(import("./crew.js"))).crew,
  draw: async () => (await import("./fair.js")).draw,
};
