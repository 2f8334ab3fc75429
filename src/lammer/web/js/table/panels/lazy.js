// Panels whose modules are loaded when somebody first opens them.

import { fill, h } from "../../lib/dom.js";

/** @typedef {import("../../../types/table.d.ts").Drawable["draw"]} Draw */

/**
 * Create a place that `make` fills once it is loaded; it is empty until then.
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

/** Shown in place of something that could not be loaded. */
export const NOT_LOADED = "This could not be loaded. Open it again, or reload the page.";
