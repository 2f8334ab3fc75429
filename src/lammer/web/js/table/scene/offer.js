// Offers a first hand to visitors who have not used such a table in this browser.

import { h } from "../../lib/dom.js";
import { settings } from "../shared/settings.js";

/** @import { Catalogue } from "../../../types/protocol.d.ts" */

/** @param {Catalogue} catalogue @param {string} table */
export const firstHandOf = ({ rules, game }, table) =>
  `/first-hand/${rules}/${game}?table=${encodeURIComponent(table)}`;

/**
 * Return the offer, made once for each game; null if it was made, or there is no first hand.
 * @param {Catalogue} catalogue @param {string} table
 */
export function offer(catalogue, table) {
  const { game, first_hand: is } = catalogue;
  if (!is || settings.offered.includes(game)) return null;
  settings.offered = [...settings.offered, game];
  /** @type {HTMLElement} */ const element = h("span", { class: "offer" },
    h("a", { href: firstHandOf(catalogue, table) }, "See a first hand"),
    h("button", {
      type: "button", class: "quiet", "aria-label": "No, thanks",
      on: { click: () => element.remove() },
    }, "\u00d7"));
  return element;
}
