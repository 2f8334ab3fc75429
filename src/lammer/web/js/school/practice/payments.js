// Collecting and paying at a practice table: one bet after the other, in the order they are done.

import { fill, h } from "../../lib/dom.js";
import { cents, dollars } from "../../lib/money.js";
import { amountField, betWords, nameOf, withKeypad } from "../answer.js";

/** @import { AnswerForm } from "../answer.js" */
/** @import { Felt } from "../../../types/felt.d.ts" */
/** @import { Catalogue, DrillBet, PracticeTask } from "../../../types/protocol.d.ts" */
/** @typedef {{seat: number, bet: string, net: number, vigorish?: number, marks?: number}}
 *   Payment */

/** What was done about a bet. @param {Payment} payment */
const doneWords = ({ net, vigorish, marks }) =>
  (net < 0 ? `${dollars(-net)} collected` : `${dollars(net)} paid`)
  + (vigorish ? `, ${dollars(vigorish)} vigorish` : "")
  + (marks ? `, ${dollars(marks)} marked` : "");

/**
 * A bet is chosen in the list or on the felt, then collected or paid.
 * @param {PracticeTask} task @param {Catalogue} catalogue @param {Felt} felt
 * @returns {AnswerForm}
 */
export function paymentsForm({ table: { bets, charges } }, catalogue, felt) {
  /** @type {Payment[]} */ const done = [];
  /** @type {DrillBet | null} */ let chosen = null;
  const listening = new AbortController();
  const paid = amountField("Amount paid");
  const vigorish = amountField("Vigorish");
  const taken = h("span");
  const charged = h("label", { class: "paid" }, taken, vigorish);
  const about = h("p", { class: "chosen", "aria-live": "polite" });
  const collect = h("button", { type: "button", on: { click: () => take() } }, "Collect");
  const pay = h("button", { type: "button", on: { click: () => give() } }, "Pay");
  const list = h("ol", {
    class: "done", tabindex: "0", "aria-label": "Done so far, in this order",
  });

  const rows = bets.map((bet) => ({ bet, button: h("button", {
    type: "button", class: "bet", "aria-pressed": "false", on: { click: () => choose(bet) },
  }, betWords(catalogue, bet)) }));

  /** @param {DrillBet | null} bet */
  function choose(bet) {
    chosen = bet;
    for (const row of rows) row.button.setAttribute("aria-pressed", String(row.bet === bet));
    fill(about, bet ? [h("strong", null, `Seat ${bet.seat}, ${nameOf(catalogue, bet.bet)}`),
      ` ${dollars(bet.amount)}`] : h("span", { class: "soft" }, bets.length
      ? "Choose a bet, here or on the layout; then collect it, or type what is paid."
      : "No bet is up."));
    const charge = bet && charges[bet.wager];
    charged.hidden = !charge;
    fill(taken, charge === "marks" ? "marked $" : "vigorish $");
    paid.value = "";
    vigorish.value = "";
    for (const each of [collect, pay, paid]) each.toggleAttribute("disabled", !bet);
    if (bet && matchMedia("(pointer: fine)").matches) paid.focus();
  }

  /** @param {number} net */
  function act(net) {
    if (!chosen) return;
    const { seat, bet, wager } = chosen;
    const charge = cents(vigorish.value);
    const at = done.findIndex((each) => each.seat === seat && each.bet === bet);
    if (at >= 0) done.splice(at, 1);
    done.push({ seat, bet, net, ...(charge ? { [charges[wager]]: charge } : {}) });
    const row = rows.find((each) => each.bet === chosen);
    show();
    choose(null);
    row?.button.focus();
  }
  const take = () => act(-(chosen?.amount ?? 0));
  function give() {
    const amount = cents(paid.value);
    if (amount === null) paid.focus();
    else act(amount);
  }

  function show() {
    fill(list, done.map((each) => h("li", null,
      h("span", null, `Seat ${each.seat}, ${nameOf(catalogue, each.bet)}: ${doneWords(each)}`),
      h("button", {
        type: "button", class: "quiet", "aria-label":
          `Undo seat ${each.seat}, ${nameOf(catalogue, each.bet)}`,
        on: { click: () => { done.splice(done.indexOf(each), 1); show(); } },
      }, "Undo"))));
    for (const { bet, button } of rows) {
      button.classList.toggle("is-done",
        done.some((each) => each.seat === bet.seat && each.bet === bet.bet));
    }
  }

  paid.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      give();
    } else if (event.key.toLowerCase() === "c" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      take();
    }
  });
  for (const event of ["spot-look", "spot-add"]) {
    felt.element.addEventListener(event, (spot) => {
      const { detail } = /** @type {CustomEvent<{wager: string}>} */ (spot);
      const here = bets.filter(({ bet }) => bet === detail.wager);
      const after = here.indexOf(/** @type {DrillBet} */ (chosen)) + 1;
      if (here.length && event === "spot-look") choose(here[after % here.length]);
    }, { signal: listening.signal });
  }
  choose(null);
  return {
    element: withKeypad([paid, vigorish], [
      h("div", { class: "bets-up", role: "group", "aria-label": "Bets" },
        rows.map(({ button }) => button)),
      about,
      h("div", { class: "row act" }, collect,
        h("label", { class: "paid" }, h("span", null, "$"), paid), charged, pay),
      h("p", { class: "soft keys" }, "Keys: Enter pays, C collects. A bet of several parts is ",
        "paid net of those that lost."),
      list]),
    answer: () => ({ payments: done }),
    focus: () => rows[0]?.button.focus(),
    close: () => listening.abort(),
  };
}
