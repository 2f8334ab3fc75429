// The felt as a list: areas with a button for each wager. For games that nobody has drawn.

import { h } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { betName, onOff, payWords } from "../../lib/calls.js";
import { say } from "../shared/memo.js";

const LONG_PRESS = 500;

/** @param {any} catalogue */
export function makeFelt(catalogue) {
  /** @type {Map<string, HTMLElement>} */
  const spots = new Map();
  const moved = h("div", { class: "plain-spots" });
  const element = h("div", { class: "plain-felt", role: "group", "aria-label": "The layout" },
    catalogue.areas.map((/** @type {any} */ area) => h("section", null, h("h3", null, area.title),
      h("div", { class: "plain-spots" },
        area.spots.flatMap((/** @type {any} */ spot) => spot.wagers.map(button))))),
    h("section", { class: "moved" }, h("h3", null, "Elsewhere"), moved));

  /** @param {string} wager */
  function button(wager) {
    const made = h("button", { type: "button", class: "plain-spot" },
      ["label", "pays", "stake"].map((kind) => h("span", { class: kind })));
    const tell = (/** @type {string} */ name) =>
      made.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { wager } }));
    const on = (/** @type {string[]} */ events, /** @type {(event: any) => void} */ heard) =>
      events.forEach((name) => made.addEventListener(name, heard));
    let held = 0;
    let long = false;
    let touch = false;
    const rests = () => {
      long = true;
      tell("spot-look");
      tell("spot-open");
    };
    on(["click"], () => {
      if (!long) tell("spot-add");
      long = false;
    });
    on(["contextmenu"], (event) => {
      event.preventDefault();
      if (!touch) tell("spot-take");
    });
    on(["keydown"], ({ key }) => ["Backspace", "Delete", "-"].includes(key) && tell("spot-take"));
    on(["pointerdown"], ({ pointerType }) => {
      touch = pointerType !== "mouse";
      if (touch) held = setTimeout(rests, LONG_PRESS);
    });
    on(["pointerup", "pointerleave", "pointercancel"], () => clearTimeout(held));
    on(["pointerenter", "focus", "click"], () => tell("spot-look"));
    spots.set(wager, made);
    return made;
  }

  const placed = new Set(spots.keys());

  /** @param {any} view */
  function draw(view) {
    const own = view.state.seats[view.seat]?.bets ?? {};
    for (const name of Object.keys(own)) if (!spots.has(name)) moved.append(button(name));
    for (const [name, made] of spots) {
      if (!placed.has(name)) made.hidden = !own[name];
      one(name, made, view, own[name]);
    }
    const away = Object.keys(own).some((name) => !placed.has(name));
    /** @type {HTMLElement} */ (moved.parentElement).hidden = !away;
  }

  /** @param {string} name @param {HTMLElement} made @param {any} view @param {any} bet */
  function one(name, made, view, bet) {
    const wager = catalogue.wagers[name] ?? catalogue.wagers[bet?.wager];
    if (!wager) return;
    const waiting = view.pending
      .filter((/** @type {any} */ each) => each.do === "bet" && each.wager === name)
      .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
    const stake = (bet?.stake ?? 0) + waiting;
    const legal = typeof view.legal?.bet?.[name] !== "number";
    const words = betName(catalogue, name, bet);
    const how = onOff(bet);
    const whose = view.acting ? `bet of seat ${view.seat}` : "your bet";
    const mine = stake ? `, ${whose} ${dollars(stake)}${how && `, ${how}`}` : "";
    made.setAttribute("aria-label", `${words}, pays ${payWords(wager)}${mine}`);
    made.setAttribute("aria-disabled", String(!legal));
    made.classList.toggle("pending", waiting > 0);
    say(made.children[0], words);
    say(made.children[1], payWords(wager));
    say(made.children[2], stake ? `${dollars(stake)}${how && ` ${how.toUpperCase()}`}` : "");
  }

  /** @param {any[]} _lines */
  const settle = async (_lines) => {};
  return { element, draw, settle };
}
