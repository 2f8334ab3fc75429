// Bets that players speak: taken, for an amount on a spot of the layout, or refused.

import { fill, h } from "../../lib/dom.js";
import { cents } from "../../lib/money.js";
import { amountField, choices, nameOf, withKeypad } from "../answer.js";

/** @import { AnswerForm } from "../answer.js" */
/** @import { Felt } from "../../../types/felt.d.ts" */
/** @import { Catalogue, PracticeTask } from "../../../types/protocol.d.ts" */

const NO_BET = 0;
const TAKEN = 1;
const DOWN = 2;

/** Every bet by its name, for who does not point at the layout. @param {Catalogue} catalogue */
const options = (catalogue) => [
  h("option", { value: "" }, "On the layout, or here"),
  ...[...Object.keys(catalogue.wagers), ...Object.keys(catalogue.moved)].map((bet) =>
    h("option", { value: bet }, nameOf(catalogue, bet))),
];

/**
 * @param {PracticeTask} task @param {Catalogue} catalogue @param {Felt} felt
 * @returns {AnswerForm}
 */
export function requestsForm({ given: { requests = [] } }, catalogue, felt) {
  const listening = new AbortController();
  let active = -1;
  const rows = requests.map(({ request, seat, words }, at) => {
    const spot = h("select", { "aria-label": `Where the bet of request ${request} goes` },
      options(catalogue));
    const amount = amountField(`Amount of request ${request}`);
    const vigorish = amountField(`Vigorish of request ${request}`);
    const charge = h("label", { class: "paid", hidden: true }, h("span", null, "vigorish $"),
      vigorish);
    const taken = h("div", { class: "row", hidden: true }, spot,
      h("label", { class: "paid" }, h("span", null, "$"), amount), charge);
    const did = choices(`Request ${request}`, ["No bet", "Put it down", "Take it down"], () => {
      taken.hidden = did.chosen() !== TAKEN;
      active = did.chosen() === TAKEN ? at : -1;
      if (active >= 0 && matchMedia("(pointer: fine)").matches) amount.focus();
    });
    const put = (/** @type {string} */ bet) => {
      spot.value = bet;
      charge.hidden = !catalogue.wagers[bet]?.vigorish;
    };
    spot.addEventListener("change", () => put(spot.value));
    for (const each of [spot, amount, vigorish]) {
      each.addEventListener("focus", () => { active = at; });
    }
    return { request, did, spot, amount, vigorish, put, element: h("div", { class: "payment" },
      h("p", null, h("strong", null, `Seat ${seat} `), words), did.element, taken) };
  });
  felt.element.addEventListener("spot-look", (event) => {
    const { detail } = /** @type {CustomEvent<{wager: string}>} */ (event);
    rows[active]?.put(detail.wager);
  }, { signal: listening.signal });
  const hint = h("p", { class: "soft" });
  fill(hint, "Chips go where the player said: point at the spot on the layout, type the amount, ",
    "and the vigorish where it is taken with the bet.");

  /** @param {typeof rows[number]} row */
  const answerOf = ({ request, did, spot, amount, vigorish }) => {
    if (did.chosen() === NO_BET) return { request, refused: true };
    if (did.chosen() === DOWN) return { request, down: true };
    const charge = cents(vigorish.value);
    return { request, bet: spot.value, amount: cents(amount.value),
      ...(charge ? { vigorish: charge } : {}) };
  };
  /** @param {typeof rows[number]} row */
  const isOpen = ({ did, spot, amount }) => did.chosen() < 0
    || (did.chosen() === TAKEN && (!spot.value || cents(amount.value) === null));
  return {
    element: withKeypad(rows.flatMap(({ amount, vigorish }) => [amount, vigorish]),
      [hint, rows.map(({ element }) => element)]),
    answer: () => (rows.some(isOpen) ? null : { requests: rows.map(answerOf) }),
    focus: () => rows[0]?.did.element.querySelector("button")?.focus(),
    close: () => listening.abort(),
  };
}
