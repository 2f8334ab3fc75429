// The head of the table: what is played, the puck, who has the dice, the clock, the connection.

import { h } from "../lib/dom.js";
import { keep, say } from "./memo.js";

const CONNECTION = Object.freeze({
  connecting: "Connecting", open: "Live", lost: "Connection lost", over: "Over",
});
const HOLDER = Object.freeze({ dice: "Shooter", shaker: "Shaker", shoe: "Curator" });

/**
 * Who has the dice, or is offered them; "" where nobody does, nor is ordered to pass them.
 * @param {any} catalogue @param {any} state @param {(seat: any) => string} seatName
 */
export function holderWords({ procedure, thing }, { shooter, offered }, seatName) {
  if (!procedure.order && shooter === null && !offered) return "";
  const waits = offered ? `offered to ${seatName(offered)}` : "nobody yet";
  return `${HOLDER[thing] ?? "Turn"}: ${shooter !== null ? seatName(shooter) : waits}`;
}

/** @param {any} live @param {any} catalogue @param {(seat: any) => string} seatName */
export function makeHead(live, catalogue, seatName) {
  const title = h("h1", null, live.snapshot?.name ?? live.table);
  const rules = h("p", { class: "rules" });
  const puck = h("div", { class: "puck", role: "img" });
  const holder = h("p", { class: "holder" });
  const bar = h("span", { class: "clock-bar", "aria-hidden": "true" });
  const clock = h("p", { class: "clock", hidden: true }, bar, h("span", { class: "clock-words" }));
  const status = h("p", { class: "status", role: "status" });
  const element = h("header", { class: "table-head" },
    h("div", { class: "titles" }, title, rules), puck,
    h("div", { class: "turn" }, holder, clock), status);

  /** @param {any} state as it is drawn */
  function draw(state) {
    const { snapshot } = live;
    say(title, snapshot.name);
    keep(rules, [snapshot.rules, snapshot.game], () => {
      const { rules: key, game } = snapshot;
      const title = `Odds of ${key} ${game}`; // Not of what this table elects.
      return [h("a", { href: `/odds/${key}/${game}`, title }, catalogue.name),
        h("span", { class: "tag" }, snapshot.kind === "staffed" ? "staffed" : "the house draws")];
    });
    drawPuck(state, snapshot);
    say(holder, holderWords(catalogue, state, seatName));
    holder.hidden = !holder.textContent;
    element.dataset.status = live.status;
    say(status, CONNECTION[live.status]);
  }

  /** @param {any} state @param {any} snapshot */
  function drawPuck(state, snapshot) {
    puck.hidden = catalogue?.thing !== "dice" || !/craps/.test(snapshot.game);
    const on = state.point !== null && state.point !== undefined;
    puck.classList.toggle("on", on);
    puck.setAttribute("aria-label",
      on ? `The puck is on ${state.point}`
        : `The puck is off: ${state.alone ? "rolling only for the come bets" : "come-out roll"}`);
    const what = state.alone ? "For the come bets" : on ? `Point ${state.point}` : "Come-out";
    keep(puck, [state.point, what], () => [
      h("span", { class: "disc" }, on ? "ON" : "OFF"), h("span", { class: "on-what" }, what),
    ]);
  }

  /**
   * Seconds left until the house goes on by itself; null: it does not.
   * @param {number | null} left @param {number} all
   */
  function tickClock(left, all) {
    clock.hidden = left === null;
    if (left === null) return;
    const seconds = Math.ceil(left);
    const words = /** @type {Element} */ (clock.lastElementChild);
    const { shooter, offered } = live.state;
    const { thing, trial } = catalogue;
    const bets = Object.values(live.state.seats).some((/** @type {any} */ seat) => seat.layout);
    const passes = shooter === null ? offered : !bets;
    const next = passes ? `The ${thing} ${thing === "dice" ? "move" : "moves"} on`
      : `The house ${trial}s`;
    say(words, seconds > 0 ? `${next} in ${seconds} s` : next);
    bar.style.setProperty("--left", String(Math.max(0, left / all)));
  }

  return { element, draw, tickClock };
}
