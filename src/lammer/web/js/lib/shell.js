// The head of every page: who is signed in, and a place for errors.

import { here } from "./address.js";
import { me, Refused } from "./api.js";
import { at, fill, h, link, styled } from "./dom.js";
import { dollars } from "./money.js";

/** @import { Child } from "./dom.js" */

/**
 * Ask who is signed in and show it at the top; return the person, or null. An error is not taken to
 * mean that nobody is.
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
 * Show who is signed in, at the top, with a menu of where the chips are.
 * @template {{name: string, purse: number, roles: string[]} | null} Known
 * @param {Known} person @returns {Known}
 */
export function showWho(person) {
  const here = at("who");
  if (!person) fill(here, link("/account", "Sign in"));
  else {
    const words = [h("span", { class: "name" }, person.name), " ", dollars(person.purse),
      h("span", { class: "purse" }, " in the purse")];
    const there = here.querySelector("summary");
    if (there) fill(there, words);
    else fill(here, menu(words));
  }
  const staff = new Set(person?.roles ?? []);
  const floor = ["floorperson", "surveillance", "administrator"].some((role) => staff.has(role));
  at("to-floor").hidden = !floor;
  return person;
}

/** Create a menu, filled when it is first opened. @param {Child[]} words */
function menu(words) {
  const made = h("details", { class: "chips-menu" }, h("summary", null, words));
  made.addEventListener("toggle", async () => {
    const [{ opened }] = await Promise.all([import("./chips-menu.js"), styled("chips-menu")]);
    await opened(made);
  });
  return made;
}

/** Return the element for a page's content. */
export const main = () => at("main");

/** Link to signing in, returning to this page afterwards. */
export const signIn = () =>
  `/account?next=${encodeURIComponent(here() + location.search)}`;

/** Show an error in the server's own words. @param {unknown} problem */
export function problem(problem) {
  if (!(problem instanceof Refused)) throw problem;
  const clauses = problem.clauses.map((id) => [" ", link(`/law/${id}`, id)]);
  const instead = problem.code === "not-signed-in" ? link(signIn(), "Sign in") : problem.instead;
  return h("div", { class: "problem", role: "alert" },
    h("strong", null, problem.message), instead ? [" ", instead] : null, clauses);
}

/** Return the parts of the path after the first: /history/a-table/3 gives ["a-table", "3"]. */
export const path = () =>
  here().split("/").slice(2).map(decodeURIComponent).filter(Boolean);
