// The head of every page: who is in, and a place for what went wrong.

import { me, Refused } from "./api.js";
import { at, fill, h, link } from "./dom.js";
import { dollars } from "./money.js";

/**
 * Ask who is in, and show it at the top: the person, or null. That the house cannot say is not that
 * nobody is in.
 */
export async function whoIsIn() {
  try {
    return showWho(await me());
  } catch (wrong) {
    fill(at("who"), h("span", { class: "soft" }, "The house cannot be reached"));
    throw wrong;
  }
}

/**
 * Show who is in, at the top.
 * @template {{name: string, purse: number, roles: string[]} | null} Known
 * @param {Known} person @returns {Known}
 */
export function showWho(person) {
  const here = at("who");
  if (!person) fill(here, link("/account", "Sign in"));
  else {
    const name = h("a", { href: "/account" }, person.name);
    fill(here, name, " ", h("span", { class: "soft" }, `${dollars(person.purse)} in the purse`));
  }
  const staff = new Set(person?.roles ?? []);
  const floor = ["floorperson", "surveillance", "administrator"].some((role) => staff.has(role));
  at("to-floor").hidden = !floor;
  return person;
}

/** Where a page puts its content. */
export const main = () => at("main");

/** Say what went wrong, in the house's own words. @param {unknown} problem */
export function problem(problem) {
  if (!(problem instanceof Refused)) throw problem;
  const clauses = problem.clauses.map((id) => [" ", link(`/law/${id}`, id)]);
  const instead = problem.code === "not-signed-in" ? link("/account", "Sign in") : problem.instead;
  return h("div", { class: "problem", role: "alert" },
    h("strong", null, problem.message), instead ? [" ", instead] : null, clauses);
}

/** The parts of the path after the first: /history/a-table/3 gives ["a-table", "3"]. */
export const path = () =>
  location.pathname.split("/").slice(2).map(decodeURIComponent).filter(Boolean);
