// The puck, drawn small. Words go with it, for those who do not see the drawing.

import { h } from "./dom.js";

/** The puck. @param {number | null} point */
export const puck = (point) => (point === null
  ? h("span", { class: "disc", role: "img", "aria-label": "puck off" }, "OFF")
  : h("span", { class: "disc on", role: "img", "aria-label": `puck on ${point}` },
    h("span", null, "ON"), h("strong", null, point)));
