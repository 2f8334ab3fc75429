// The puck in words, and a small labelled drawing of it.

import { h } from "../../../web/js/lib/dom.js";

/** @import { Instrument, Puck } from "../../../web/types/instrument.d.ts" */

/** @param {number | null} point @returns {Element} */
const drawn = (point) => (point === null
  ? h("span", { class: "disc", role: "img", "aria-label": "puck off" }, "OFF")
  : h("span", { class: "disc on", role: "img", "aria-label": `puck on ${point}` },
    h("span", null, "ON"), h("strong", null, point)));

/** What the game adds to the instrument's pages. @type {Partial<Instrument>} */
export const marker = {
  verbs: { "no-line-bet": "Makes no line bet" },
  styles: [new URL("./craps.css", import.meta.url).pathname],
  standing: ({ point }) => (point ? `The point is ${point}.` : "The puck is off."),
  /** @returns {Puck} */
  puck({ point, alone }) {
    const picture = () => drawn(point);
    if (point) {
      const [short, words] = [`Point ${point}`, `The puck is on ${point}`];
      return { on: true, short, words, drawn: picture };
    }
    const [short, why] = alone ? ["For the come bets", "rolling only for the come bets"]
      : ["Come-out", "come-out roll"];
    return { on: false, short, words: `The puck is off: ${why}`, drawn: picture };
  },
};
