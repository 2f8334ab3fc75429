// A list of which only the first item is shown, and the rest on request.

import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * Return the first item, and the rest in an element that can be opened.
 * @param {Child[]} all @returns {Child}
 */
export function firstAndMore([first, ...rest]) {
  if (!rest.length) return first;
  return [first, " ", h("details", { class: "more-clauses" },
    h("summary", null, `and ${rest.length} more`), rest)];
}
