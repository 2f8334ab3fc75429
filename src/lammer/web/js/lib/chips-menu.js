// Where my chips are: in the purse and at each table, with the ways there.

import { me, Refused } from "./api.js";
import { h, link } from "./dom.js";
import { dollars } from "./money.js";

/** What the menu at the top of a page shows. @returns {Promise<import("./dom.js").Child>} */
export async function chipsMenu() {
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
  const row = (/** @type {import("./dom.js").Child} */ what, /** @type {number} */ cents) =>
    h("tr", null, h("th", { scope: "row" }, what), h("td", { class: "number" }, dollars(cents)));
  const seats = person.seats.map(({ table, name, rail, bets }) =>
    row(link(`/tables/${encodeURIComponent(table)}`, name), rail + bets));
  return h("table", { class: "where" }, h("caption", { class: "unseen" }, "Where your chips are"),
    h("tbody", null, row("In the purse", person.purse), seats),
    seats.length ? h("tfoot", null, row("In all", person.purse + person.at_tables)) : null);
}
