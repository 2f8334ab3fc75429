// Shows where my chips are: in the purse and at each table, with links.

import { me, Refused } from "./api.js";
import { fill, h, link } from "./dom.js";
import { dollars } from "./money.js";

/** @import { Child } from "./dom.js" */

/** @type {WeakMap<HTMLDetailsElement, HTMLElement>} */ const lists = new WeakMap();

/**
 * Called when the menu at the top of a page is opened or closed.
 * @param {HTMLDetailsElement} menu
 */
export async function opened(menu) {
  const list = lists.get(menu) ?? prepared(menu);
  if (menu.open) fill(list, await content());
}

/** @param {HTMLDetailsElement} menu */
function prepared(menu) {
  const list = h("div", { class: "menu" });
  lists.set(menu, list);
  menu.append(list);
  const close = () => { menu.open = false; };
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    close();
    menu.querySelector("summary")?.focus();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Node && menu.contains(event.target))) close();
  });
  return list;
}

/** @returns {Promise<Child>} */
async function content() {
  let person;
  try {
    person = await me();
  } catch (wrong) {
    if (!(wrong instanceof Refused)) throw wrong;
    return h("p", null, wrong.message);
  }
  if (!person) return h("p", null, "You are signed out. ", link("/account", "Come in again"));
  return [chipsTable(person), link("/account", "Account")];
}

/** @param {import("../../types/protocol.d.ts").Person} person */
export function chipsTable(person) {
  const row = (/** @type {Child} */ what, /** @type {number} */ cents) =>
    h("tr", null, h("th", { scope: "row" }, what), h("td", { class: "number" }, dollars(cents)));
  const seats = person.seats.map(({ table, name, rail, bets }) =>
    row(link(`/tables/${encodeURIComponent(table)}`, name), rail + bets));
  return h("table", { class: "where" }, h("caption", { class: "unseen" }, "Where your chips are"),
    h("tbody", null, row("In the purse", person.purse), seats),
    seats.length ? h("tfoot", null, row("In all", person.purse + person.at_tables)) : null);
}
