// The sound switch at the top of the table.

import { h, s } from "../../lib/dom.js";
import { settings } from "../shared/settings.js";

/** Return the drawing of a loudspeaker: with waves while it is on, with a cross while it is off. */
const picture = () => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
  s("path", { class: "speaker", d: "M3 9h4l5-4v14l-5-4H3z" }),
  s("path", { class: "waves", d: "M15 9q2.4 3 0 6M17.6 6.6q4.6 5.4 0 10.8" }),
  s("path", { class: "cross", d: "M15.5 9.5l5 5m0-5l-5 5" }));

/** @param {() => void} heard called when sounds are switched on: one is heard then */
export function soundSwitch(heard) {
  const element = h("button", {
    type: "button", class: "quiet round-button sound", "aria-label": "Sounds",
    on: { click: () => {
      settings.sound = !settings.sound;
      draw();
      if (settings.sound) heard();
    } },
  }, picture());

  function draw() {
    element.setAttribute("aria-pressed", String(settings.sound));
    element.title = settings.sound ? "Sounds are on" : "Sounds are off";
  }

  draw();
  return { element, draw };
}
