// A wheel, as the pages show it.

import { h } from "../../../web/js/lib/dom.js";

export const instrument = Object.freeze({
  event: "spin", holder: "Wheel", results: "Spins", pledged: "Pockets",
  staffed: "A real wheel is spun here, and the crew enters where the ball rests.",
  last: (trial, noun) => (trial?.pocket ? `The last ${noun}: ${trial.pocket}.` : ""),
  faces: ({ pocket }) => `pocket ${pocket}`,
  show: (place, { pocket }) => { place.textContent = `Pocket ${pocket}`; },
  mark: ({ pocket }) => h("span", null, pocket),
  item: ({ pocket }) => h("li", null, pocket),
  words: ({ pocket }) => pocket,
  outcome: ([pocket]) => pocket,
});
