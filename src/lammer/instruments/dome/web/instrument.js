// Three dice under a dome, as the pages show them. A drawn felt has its dice in it.

import { h } from "../../../web/js/lib/dom.js";
import { diceFaces } from "../../dice/web/dice.js";
import { someDice, styledCrew, sum, writtenDice } from "../../dice/web/instrument.js";

/** @type {import("../../dice/web/instrument.js").DiceInstrument} */
export const instrument = {
  ...someDice,
  event: "shake", calls: ["no-shake"], holder: "Dome", results: "Shakes",
  staffed: "Real dice are shaken here, and the crew enters what they show.",
  call: ({ text }) => text.replace(/^\d-\d-\d: /, ""),
  item: ({ dice }) => {
    const triple = dice.every((face) => face === dice[0]);
    return h("li", { class: triple ? "seven" : null }, diceFaces(dice), h("span", null, sum(dice)));
  },
  show: (place, { dice }, { drawn }) => (drawn ? null : writtenDice(place, dice)),
  crew: async () => (await styledCrew(import("./crew.js"))).crew,
  draw: async () => (await import("./fair.js")).draw,
};
