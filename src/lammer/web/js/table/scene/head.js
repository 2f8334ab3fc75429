// The head of the table: game, puck, whose turn it is, clock, connection.

import { h } from "../../lib/dom.js";
import { renderIfChanged, setText } from "../shared/memo.js";
import { offer } from "./offer.js";

/** @import { Live } from "../../lib/live.js" */
/** @import { Instrument } from "../../../types/instrument.d.ts" */
/** @import { Catalogue, Holder, State } from "../../../types/protocol.d.ts" */
/** @import { Shown } from "../../../types/table.d.ts" */

const CONNECTION = Object.freeze({
  connecting: "Connecting", open: "Live", lost: "Connection lost", over: "Over",
});

/**
 * Return who has the instrument or is offered it; "" if nobody, and nobody is ordered to pass it.
 * @param {Instrument} instrument @param {Catalogue} catalogue @param {State} state
 * @param {(seat: Holder) => string} seatName
 */
export function holderWords(instrument, { procedure }, { shooter, offered }, seatName) {
  if (!procedure.order && shooter === null && !offered) return "";
  const waits = offered ? `offered to ${seatName(offered)}` : "nobody yet";
  return `${instrument.holder}: ${shooter !== null ? seatName(shooter) : waits}`;
}

/**
 * @param {Live} live @param {Catalogue} catalogue @param {Instrument} instrument
 * @param {(seat: Holder) => string} seatName
 */
export function makeHead(live, catalogue, instrument, seatName) {
  const title = h("h1", null, live.snapshot?.name ?? live.table);
  const rules = h("p", { class: "rules" });
  const puck = h("div", { class: "puck", role: "img" });
  const holder = h("p", { class: "holder" });
  const bar = h("span", { class: "clock-bar", "aria-hidden": "true" });
  const clock = h("p", { class: "clock", hidden: true }, bar, h("span", { class: "clock-words" }));
  const status = h("p", { class: "status", role: "status" });
  const offered = offer(catalogue, live.table);
  const element = h("header", { class: "table-head" },
    h("div", { class: "titles" }, title, rules), puck,
    h("div", { class: "turn" }, holder, clock), status);

  /** @param {Shown} shown */
  function draw({ state }) {
    const { snapshot } = live;
    if (!snapshot) return;
    setText(title, snapshot.name);
    renderIfChanged(rules, [snapshot.rules, snapshot.game], () => {
      const { rules: key, game } = snapshot;
      const title = `Odds of ${key} ${game}`; // Not those that this table elects.
      return [h("a", { href: `/odds/${key}/${game}`, title }, catalogue.name),
        h("span", { class: "tag" },
          snapshot.kind === "staffed" ? "with a crew" : "the house draws"),
        h("a", { href: `/tables/${encodeURIComponent(live.table)}/guide` }, "How to play"),
        offered];
    });
    drawPuck(state);
    setText(holder, holderWords(instrument, catalogue, state, seatName));
    holder.hidden = !holder.textContent;
    element.dataset.status = live.status;
    setText(status, CONNECTION[live.status]);
  }

  /** @param {State} state */
  function drawPuck(state) {
    const lies = instrument.puck(state);
    puck.hidden = !lies;
    if (!lies) return;
    const { on, short, words } = lies;
    puck.classList.toggle("on", on);
    puck.setAttribute("aria-label", words);
    renderIfChanged(puck, [on, short], () => [
      h("span", { class: "disc" }, on ? "ON" : "OFF"), h("span", { class: "on-what" }, short),
    ]);
  }

  /**
   * Show the seconds until the house moves by itself; null: it does not.
   * @param {number | null} left @param {number} all
   */
  function tickClock(left, all) {
    clock.hidden = left === null;
    if (left === null) return;
    const seconds = Math.ceil(left);
    const words = /** @type {Element} */ (clock.lastElementChild);
    const { thing, trial } = catalogue;
    const next = live.legal?.goes_on_with === trial ? `The house ${trial}s`
      : `The ${thing} ${instrument.plural ? "move" : "moves"} on`;
    setText(words, seconds > 0 ? `${next} in ${seconds} s` : next);
    bar.style.setProperty("--left", String(Math.max(0, left / all)));
  }

  return { element, draw, tickClock };
}
