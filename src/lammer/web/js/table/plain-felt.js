// The felt as a list: areas with a button for each wager. For games that nobody has drawn.

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { betName } from "../words.js";
import { pays } from "./info.js";
import { say } from "./keep.js";

const LONG_PRESS = 500;

/** @param {any} catalogue @param {{game?: string}} [_how] */
export function makeFelt(catalogue, _how = {}) {
  /** @type {Map<string, HTMLElement>} */
  const spots = new Map();
  const moved = h("div", { class: "plain-spots" });
  const element = h("div", { class: "plain-felt", role: "group", "aria-label": "The layout" },
    catalogue.areas.map((/** @type {any} */ area) => h("section", null, h("h3", null, area.title),
      h("div", { class: "plain-spots" }, area.spots.flatMap((/** @type {any} */ spot) => spot.wagers.map(button))))),
    h("section", { class: "moved" }, h("h3", null, "On their numbers"), moved));

  /** @param {string} wager */
  function button(wager) {
    const made = h("button", { type: "button", class: "plain-spot" }, h("span", { class: "label" }), h("span", { class: "pays" }), h("span", { class: "stake" }));
    const tell = (/** @type {string} */ name) => made.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { wager } }));
    let held = 0;
    let long = false;
    made.addEventListener("click", () => { if (!long) tell("spot-add"); long = false; });
    made.addEventListener("contextmenu", (event) => { event.preventDefault(); if (!long) tell("spot-take"); });
    made.addEventListener("keydown", (event) => { if (["Backspace", "Delete", "-"].includes(event.key)) tell("spot-take"); });
    made.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse") held = setTimeout(() => { long = true; tell("spot-take"); }, LONG_PRESS);
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel"]) made.addEventListener(name, () => clearTimeout(held));
    for (const name of ["pointerenter", "focus", "click"]) made.addEventListener(name, () => tell("spot-look"));
    spots.set(wager, made);
    return made;
  }

  /** @param {any} view */
  function draw(view) {
    const own = view.state.seats[view.seat]?.bets ?? {};
    for (const name of Object.keys(own)) if (!spots.has(name)) moved.append(button(name));
    for (const [name, made] of spots) {
      if (!catalogue.wagers[name]) made.hidden = !own[name];
      one(name, made, view, own[name]);
    }
    /** @type {HTMLElement} */ (moved.parentElement).hidden = !Object.keys(own).some((name) => !catalogue.wagers[name]);
  }

  /** @param {string} name @param {HTMLElement} made @param {any} view @param {any} bet */
  function one(name, made, view, bet) {
    const wager = catalogue.wagers[name] ?? catalogue.wagers[bet?.wager];
    if (!wager) return;
    const waiting = view.pending.filter((/** @type {any} */ each) => each.do === "bet" && each.wager === name)
      .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
    const stake = (bet?.stake ?? 0) + waiting;
    const legal = typeof view.legal?.bet?.[name] !== "number";
    const words = betName(catalogue, name, bet);
    const mine = stake ? `, your bet ${dollars(stake)}${bet?.off ? ", off" : ""}` : "";
    made.setAttribute("aria-label", `${words}, pays ${pays(wager)}${mine}`);
    made.setAttribute("aria-disabled", String(!legal));
    made.classList.toggle("pending", waiting > 0);
    say(made.children[0], words);
    say(made.children[1], pays(wager));
    say(made.children[2], stake ? `${dollars(stake)}${bet?.off ? " OFF" : ""}` : "");
  }

  /** @param {any[]} _lines */
  const settle = async (_lines) => {};
  return { element, draw, settle };
}
