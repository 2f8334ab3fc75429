// The felt as a list: areas with a button for each wager. For games without a drawing.

import { h } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { betName, onOff, wagerOf } from "../../lib/sentences.js";
import { setText } from "../shared/memo.js";

const LONG_PRESS = 500;

/** @import { Felt, View } from "../../../types/felt.d.ts" */
/** @import { Bet, Catalogue } from "../../../types/protocol.d.ts" */

/** @param {Catalogue} catalogue @returns {Felt} */
export function makeFelt(catalogue) {
  /** @type {Map<string, HTMLElement>} */
  const spots = new Map();
  const moved = h("div", { class: "plain-spots" });
  const elsewhere = h("section", { class: "moved" }, h("h3", null, "Elsewhere"), moved);
  const element = h("div", { class: "plain-felt", role: "group", "aria-label": "The layout" },
    catalogue.areas.map((area) => h("section", null, h("h3", null, area.title),
      h("div", { class: "plain-spots" }, area.spots.flatMap((spot) => spot.wagers.map(button))))),
    elsewhere);

  /** @param {string} wager */
  function button(wager) {
    const made = h("button", { type: "button", class: "plain-spot" },
      ["label", "pays", "stake"].map((kind) => h("span", { class: kind })));
    const tell = (/** @type {string} */ name) =>
      made.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { wager } }));
    let held = 0;
    let long = false;
    let touch = false;
    const rests = () => {
      long = true;
      tell("spot-look");
      tell("spot-open");
    };
    made.addEventListener("click", () => {
      if (!long) tell("spot-add");
      long = false;
    });
    made.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!touch) tell("spot-take");
    });
    made.addEventListener("keydown", ({ key }) =>
      ["Backspace", "Delete", "-"].includes(key) && tell("spot-take"));
    made.addEventListener("pointerdown", ({ pointerType }) => {
      touch = pointerType !== "mouse";
      if (touch) held = setTimeout(rests, LONG_PRESS);
    });
    for (const over of ["pointerup", "pointerleave", "pointercancel"]) {
      made.addEventListener(over, () => clearTimeout(held));
    }
    for (const look of ["pointerenter", "focus", "click"]) {
      made.addEventListener(look, () => tell("spot-look"));
    }
    spots.set(wager, made);
    return made;
  }

  const placed = new Set(spots.keys());

  /** @param {View} view */
  function draw(view) {
    const own = view.state.seats[view.seat ?? ""]?.bets ?? {};
    for (const name of Object.keys(own)) if (!spots.has(name)) moved.append(button(name));
    for (const [name, made] of spots) {
      if (!placed.has(name)) made.hidden = !own[name];
      one(name, made, view, own[name]);
    }
    const away = Object.keys(own).some((name) => !placed.has(name));
    elsewhere.hidden = !away;
  }

  /** @param {string} name @param {HTMLElement} made @param {View} view @param {Bet} [bet] */
  function one(name, made, view, bet) {
    const wager = wagerOf(catalogue, name);
    if (!wager) return;
    const waiting = (view.pending ?? [])
      .filter((each) => each.do === "bet" && each.wager === name)
      .reduce((sum, { amount = 0 }) => sum + amount, 0);
    const stake = (bet?.stake ?? 0) + waiting;
    const legal = typeof view.legal?.bet?.[name] !== "number";
    const words = betName(catalogue, name);
    const how = onOff(bet);
    const whose = view.acting ? `bet of seat ${view.seat}` : "your bet";
    const mine = stake ? `, ${whose} ${dollars(stake)}${how && `, ${how}`}` : "";
    made.setAttribute("aria-label", `${words}, pays ${wager.pays_text}${mine}`);
    made.setAttribute("aria-disabled", String(!legal));
    made.classList.toggle("pending", waiting > 0);
    setText(made.children[0], words);
    setText(made.children[1], wager.pays_text);
    setText(made.children[2], stake ? `${dollars(stake)}${how && ` ${how.toUpperCase()}`}` : "");
  }

  return { element, draw, settle: async () => {} };
}
