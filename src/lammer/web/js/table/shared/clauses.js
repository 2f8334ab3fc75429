// References to clauses: a link, and the clause's text on request.

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { firstAndMore } from "../../lib/first-and-more.js";
import { OUTSIDE, outside } from "../../lib/widgets.js";

/** @import { Clause, Reading } from "../../../types/protocol.d.ts" */

/** @type {Map<string, Promise<{citation: string, words: string} | null>>} */
const KNOWN = new Map();
const MOST_KNOWN = 500;

/** The table's rule set, to mark clauses borrowed from another. */
let under = "";
/** @param {string} rules */
export const clausesUnder = (rules) => { under = rules; };

/** Return the text of a clause or a reading. @param {string} id */
export function clause(id) {
  let found = KNOWN.get(id);
  if (!found) {
    const path = id.startsWith("R-") ? "/readings/" : "/law/";
    /** @type {Promise<Clause | Reading>} */
    const asked = get(`${path}${encodeURIComponent(id)}`);
    found = asked.then(said).catch(() => {
      KNOWN.delete(id); // It is requested again the next time.
      return null;
    });
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
    KNOWN.set(id, found);
  }
  return found;
}

/** @param {Clause | Reading} found */
function said(found) {
  if ("title" in found) return { citation: `Reading ${found.id}`, words: found.title };
  const loan = found.lent?.find(({ rules }) => rules === under);
  const borrowed = loan ? `, borrowed here (${loan.borrowed})` : "";
  return { citation: `${found.citation}${borrowed}`, words: found.words };
}

/** Return those of a list that can be looked up. @param {string[]} ids */
const real = (ids) => ids.filter((id) => id !== "house" && !outside(id));

/**
 * Return a link to the clause that decides, with the others folded; pointing at one shows its text
 * below. Without clauses it says that it is no rule.
 * @param {string[]} [ids] @param {boolean} [open] show the words of the first at once
 */
export function clauseLinks(ids = [], open = false) {
  const known = real(ids);
  if (!ids.length) return null;
  if (!known.length) {
    const own = ids.some(outside) ? OUTSIDE : "A rule of this house.";
    return h("span", { class: "soft" }, own);
  }
  const words = h("p", { class: "clause-words", hidden: true });
  const look = async (/** @type {string} */ id) => {
    const found = await clause(id);
    words.hidden = !found?.words;
    words.textContent = found ? `${found.citation}: ${found.words}` : "";
  };
  const links = known.slice(0, 6).map((id) => h("a", {
    href: `/law/${encodeURIComponent(id)}`, class: "clause", target: "_blank", rel: "noopener",
    on: { pointerenter: () => look(id), focus: () => look(id) },
  }, id));
  if (open) look(known[0]);
  return h("div", { class: "clauses" },
    h("span", { class: "clause-list" }, firstAndMore(links)), words);
}
