// Panels whose modules are loaded when somebody first opens them.

import { fill, h } from "../../lib/dom.js";

/** @typedef {import("../../../types/table.d.ts").Drawable["draw"]} Draw */

/**
 * A place that `make` fills once it is loaded; until then nothing is drawn there.
 * @param {string} kind its class @param {(place: HTMLElement) => Promise<Draw>} make
 */
export function lazyPanel(kind, make) {
  const element = h("div", { class: kind });
  /** @type {Promise<Draw> | null} */ let coming = null;
  /** @type {Draw} */ let draw = () => {};
  return {
    element,
    async load() {
      coming ??= make(element);
      try {
        draw = await coming;
      } catch {
        coming = null;
        fill(element, h("p", { class: "soft" }, NOT_LOADED));
      }
    },
    /** @type {Draw} */ draw: (shown) => draw(shown),
  };
}

/** What is said in place of something that the network did not bring. */
export const NOT_LOADED = "This could not be loaded. Open it again, or reload the page.";
