// A wheel, as the pages show it.

import { h, styled } from "../../../web/js/lib/dom.js";
import { nameOf } from "./wheel.js";

/** @import { SpinTrial } from "./types.d.ts" */

/** The name of a trial as people read it. @param {SpinTrial} trial */
const words = (trial) => nameOf(trial).replaceAll("-", " ");

/** How a name is painted, where that follows from it. @param {string} name */
const painted = (name) => (Number.isNaN(Number(name)) ? name : "");

/** @param {SpinTrial} trial */
const mark = (trial) =>
  h("span", { class: `pocket-mark ${painted(nameOf(trial))}` }, words(trial));

/** @type {Partial<import("../../../web/types/instrument.d.ts").Instrument<SpinTrial>>} */
export const instrument = {
  styles: [new URL("./wheel.css", import.meta.url).pathname],
  event: "spin", calls: ["spun", "no-spin"], holder: "Wheel", results: "Spins", pledged: "Spins",
  staffed: "A real wheel is spun here, and the crew enters where it comes to rest.",
  last: (trial, noun) => (trial && nameOf(trial) ? `The last ${noun}: ${words(trial)}.` : ""),
  faces: words,
  show(place, trial, { drawn }) {
    if (!drawn) place.textContent = words(trial);
    else place.replaceChildren(mark(trial));
  },
  mark,
  item: (trial) => h("li", null, mark(trial)),
  words,
  outcome: ([name]) => name,
  drawn: (last) => (last && nameOf(last) ? mark(last) : null),
  standing: ({ spun, thrown }) => (spun
    ? `The wheel turns; ${thrown ? "no more bets are taken" : "bets are still taken"}.` : ""),
  async crew() {
    const styles = new URL("./wheel.css", import.meta.url).pathname;
    return (await Promise.all([import("./crew.js"), styled(styles)]))[0].crew;
  },
  draw: async () => (await import("./fair.js")).draw,
};
