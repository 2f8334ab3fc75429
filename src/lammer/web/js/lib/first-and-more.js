// A list of which the first is shown, and the rest on request.

import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** The first, and the rest once somebody opens it. @param {Child[]} all @returns {Child} */
export function firstAndMore([first, ...rest]) {
  if (!rest.length) return first;
  return [first, " ", h("details", { class: "more-clauses" },
    h("summary", null, `and ${rest.length} more`), rest)];
}
