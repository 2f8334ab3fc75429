// A wheel, as the pages show it.

import { h, styled } from "../../../web/js/lib/dom.js";
import { nameOf } from "./wheel.js";

/** @import { Instrument } from "../../../web/types/instrument.d.ts" */
/** @import { InstrumentSeen } from "../../../web/types/protocol.d.ts" */
/** @import { SpinTrial } from "./types.d.ts" */

const STYLES = new URL("./wheel.css", import.meta.url).pathname;

/** @param {Partial<InstrumentSeen>} seen @returns {Partial<Instrument<SpinTrial>>} */
export function instrumentFor({ painted = {} }) {
  const label = (/** @type {string} */ name) => painted[name]?.label ?? name;
  /** The name of a trial as people read it. @param {SpinTrial} trial */
  const words = (trial) => label(nameOf(trial));
  /** @param {SpinTrial} trial */
  const mark = (trial) =>
    h("span", { class: `pocket-mark ${painted[nameOf(trial)]?.colour ?? ""}` }, words(trial));
  return {
    styles: [STYLES],
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
    outcome: ([name]) => label(name),
    drawn: (last) => (last && nameOf(last) ? mark(last) : null),
    standing: ({ spun, thrown }) => (spun
      ? `The wheel turns; ${thrown ? "no more bets are taken" : "bets are still taken"}.` : ""),
    async crew() {
      return (await Promise.all([import("./crew.js"), styled(STYLES)]))[0].crewFor(painted);
    },
    draw: async () => (await import("./fair.js")).draw,
  };
}
