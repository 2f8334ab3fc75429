// The form in which a question is answered: amounts on a keypad, yes or no, cards, lines.

import { fill, h } from "../lib/dom.js";
import { cents, dollars } from "../lib/money.js";
import { replayForm } from "./replay.js";

/** @import { Felt } from "../../types/felt.d.ts" */
/** @import { Catalogue, DrillBet, DrillQuestion } from "../../types/protocol.d.ts" */
/** @typedef {{element: HTMLElement, answer: () => object | null, focus: () => void,
 *   close?: () => void}} AnswerForm where `answer` is null until there is one */

const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", "back"];
/** Bets that a question is about, at most; at a practice table there are more. */
const FEW = 3;
/** What may stand in a field while it is typed. */
const AMOUNT = /^[0-9]{0,9}(?:\.[0-9]{0,2})?$/;

/** The name of a bet. @param {Catalogue} catalogue @param {string} bet */
export const nameOf = (catalogue, bet) =>
  (catalogue.wagers[bet] ?? catalogue.moved[bet])?.name ?? bet;

/** @param {Catalogue} catalogue @param {DrillBet} bet */
export const betWords = (catalogue, { seat, bet, amount, working, called, state }) => [
  h("strong", null, nameOf(catalogue, bet)), ` ${dollars(amount)}, seat ${seat}`,
  called ? `, called ${called}` : working === false ? ", off" : "", state ? `, has ${state}` : "",
];

/** What a question is about, in words: a telephone shows the layout below it. A whole table is not
 * listed. @param {DrillQuestion["table"]} table @param {Catalogue} catalogue */
const up = ({ bets }, catalogue) => (bets.length > FEW ? null
  : bets.map((bet) => h("p", { class: "up" }, betWords(catalogue, bet))));

/** A field for an amount, which the keypad fills. @param {string} label */
export function amountField(label) {
  return h("input", {
    class: "amount", type: "text", inputmode: "none", autocomplete: "off", maxlength: 12,
    "aria-label": label, placeholder: "0",
  });
}

/** Whether something stands in a field that is no amount. @param {HTMLInputElement | null} field */
const isNoAmount = (field) => Boolean(field?.value) && cents(field?.value ?? "") === null;

/** A keypad for thumbs, which types into the field used last.
 * @param {() => HTMLInputElement} field */
function keypad(field) {
  /** @param {string} key */
  const typed = (key) => {
    const here = field();
    here.value = key === "back" ? here.value.slice(0, -1)
      : AMOUNT.test(here.value + key) ? here.value + key : here.value;
    here.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return h("div", { class: "keypad", role: "group", "aria-label": "Keypad" }, KEYS.map((key) =>
    h("button", {
      type: "button", "aria-label": key === "back" ? "Delete" : key === "." ? "Point" : key,
      on: {
        pointerdown: (event) => event.preventDefault(), // The field keeps the focus.
        click: () => typed(key),
      },
    }, key === "back" ? "⌫" : key)));
}

/** Choices of which one is pressed. @param {string} label @param {string[]} words */
export function choices(label, words, heard = () => {}) {
  let chosen = -1;
  const buttons = words.map((word, at) => h("button", {
    type: "button", "aria-pressed": "false", on: { click: () => choose(at) },
  }, word));
  /** @param {number} at */
  function choose(at) {
    chosen = at;
    buttons.forEach((each, n) => each.setAttribute("aria-pressed", String(n === at)));
    heard();
  }
  const element = h("div", { class: "choices", role: "group", "aria-label": label }, buttons);
  return { element, chosen: () => chosen, choose };
}

/** @param {HTMLInputElement[]} fields @param {import("../lib/dom.js").Child} rows */
export function withKeypad(fields, rows) {
  let last = fields[0];
  for (const each of fields) each.addEventListener("focus", () => { last = each; });
  return h("div", { class: "with-keypad" }, h("div", { class: "rows" }, rows),
    keypad(() => (last.isConnected ? last : fields[0])));
}

/** What is paid on each bet: an amount, lost, or nothing.
 * @param {DrillQuestion} question @param {Catalogue} catalogue @returns {AnswerForm} */
function payments({ table }, catalogue) {
  const rows = table.bets.map((bet) => {
    const name = nameOf(catalogue, bet.bet);
    const field = amountField(`Paid on ${name}, seat ${bet.seat}`);
    const charge = table.charges[bet.wager];
    const vigorish = charge ? amountField(`Vigorish on ${name}, seat ${bet.seat}`) : null;
    const did = choices(`${name}, seat ${bet.seat}`, ["Paid", "Lost", "Nothing"], () => {
      if (did.chosen() === 0) field.focus();
      else if (field.value) field.value = "";
      field.placeholder = did.chosen() === 1 ? "all" : "0";
    });
    // Of a bet that is lost, an amount is how much of it is collected.
    field.addEventListener("input", () => {
      if (field.value && did.chosen() !== 1) did.choose(0);
    });
    const element = h("div", { class: "payment" },
      h("p", null, betWords(catalogue, bet)), h("div", { class: "row" }, did.element,
        h("label", { class: "paid" }, h("span", null, "$"), field),
        vigorish ? h("label", { class: "paid" },
          h("span", null, charge === "marks" ? "marked $" : "vigorish $"), vigorish)
          : null));
    return { bet, field, vigorish, did, element };
  });
  const lines = rows.map(({ element }) => element);
  const parts = table.bets.some(({ wager }) =>
    (catalogue.wagers[wager]?.pays ?? []).some(({ share }) => share));
  return {
    element: rows.length ? withKeypad(rows.flatMap(({ field, vigorish }) =>
      (vigorish ? [field, vigorish] : [field])), [lines,
      parts
        ? h("p", { class: "soft" }, "Of a bet of several parts: net of those that lost.") : null])
      : h("p", { class: "soft" }, "No bet is up."),
    answer: () => {
      if (rows.some(({ did }) => did.chosen() < 0)) return null;
      if (rows.some((row) => isNoAmount(row.field) || isNoAmount(row.vigorish))) return null;
      const paid = rows.filter(({ did }) => did.chosen() === 0);
      if (paid.some(({ field }) => !field.value)) return null;
      const lost = rows.filter(({ did }) => did.chosen() === 1);
      // What is lost is collected first; winners in the order of their seats from the highest.
      const winners = table.procedure === undefined ? paid
        : [...paid].sort((a, b) => b.bet.seat - a.bet.seat);
      return { payments: [
        ...lost.map(({ bet: { seat, bet, amount }, field }) => (
          { seat, bet, net: -(cents(field.value) || amount) })),
        ...winners.map(({ bet: { seat, bet, wager }, field, vigorish }) => ({
          seat, bet, net: cents(field.value),
          ...(vigorish?.value ? { [table.charges[wager]]: cents(vigorish.value) } : {}),
        })),
      ] };
    },
    focus: () => rows[0]?.did.element.querySelector("button")?.focus(),
  };
}

/** Yes, or no with the reason.
 * @param {DrillQuestion} question @param {Catalogue} catalogue @returns {AnswerForm} */
function allowed({ table, reasons = [] }, catalogue) {
  const why = choices("Why not", reasons.map(({ clause, words }) => `${clause}: ${words}`));
  const place = h("div", { class: "reasons", hidden: true },
    h("p", { class: "soft" }, "By which rule?"), why.element);
  const said = choices("Your answer", ["Yes", "No"], () => {
    place.hidden = said.chosen() !== 1 || !reasons.length;
  });
  return {
    element: h("div", null, up(table, catalogue), said.element, place),
    answer: () => {
      if (said.chosen() < 0) return null;
      if (said.chosen() === 0) return { allowed: true };
      if (!reasons.length) return { allowed: false };
      return why.chosen() < 0 ? null : { allowed: false, clause: reasons[why.chosen()].clause };
    },
    focus: () => said.element.querySelector("button")?.focus(),
  };
}

/** @param {string} key @param {[string, string]} words @returns {AnswerForm} */
function yesOrNo(key, words) {
  const said = choices("Your answer", words);
  return {
    element: said.element,
    answer: () => (said.chosen() < 0 ? null : { [key]: said.chosen() === 0 }),
    focus: () => said.element.querySelector("button")?.focus(),
  };
}

/** The order in which bets are handled: each is pressed in its turn.
 * @param {DrillQuestion} question @param {Catalogue} catalogue @returns {AnswerForm} */
function inOrder({ table }, catalogue) {
  /** @type {DrillBet[]} */ let chosen = [];
  const rows = table.bets.map((bet) => {
    const place = h("span", { class: "place", "aria-hidden": "true" });
    const button = h("button", { type: "button", "aria-pressed": "false", on: { click: () => {
      chosen = chosen.includes(bet) ? chosen.filter((each) => each !== bet) : [...chosen, bet];
      show();
    } } }, place, h("span", null, betWords(catalogue, bet)));
    return { bet, place, button };
  });
  const show = () => {
    for (const { bet, place, button } of rows) {
      const at = chosen.indexOf(bet);
      fill(place, at < 0 ? "" : at + 1);
      button.setAttribute("aria-pressed", String(at >= 0));
      button.setAttribute("aria-label", `${at < 0 ? "" : `${at + 1}: `}${
        nameOf(catalogue, bet.bet)} ${dollars(bet.amount)}, seat ${bet.seat}`);
    }
  };
  show();
  return {
    element: h("div", null,
      h("p", { class: "soft" }, "Press each bet that is collected or paid, in its turn; press it ",
        "again to take it out."),
      h("div", { class: "in-order", role: "group", "aria-label": "In this order" },
        rows.map(({ button }) => button))),
    answer: () => ({ order: chosen.map(({ seat, bet }) => ({ seat, bet })) }),
    focus: () => rows[0]?.button.focus(),
  };
}

/** Some amounts, about bets that are up. @param {DrillQuestion} question
 * @param {Catalogue} catalogue @param {[string, string][]} fields each with its key
 * @param {(found: Record<string, number>) => object} made @returns {AnswerForm} */
function amounts({ table }, catalogue, fields, made) {
  const inputs = fields.map(([, words]) => amountField(words));
  return {
    element: withKeypad(inputs, [
      up(table, catalogue),
      inputs.map((input, at) =>
        h("label", { class: "paid" }, h("span", null, `${fields[at][1]}: $`), input))]),
    answer: () => {
      const found = inputs.map(({ value }) => cents(value));
      if (found.some((each) => each === null)) return null;
      return made(Object.fromEntries(fields.map(([key], at) => [key, Number(found[at])])));
    },
    focus: () => inputs[0].focus(),
  };
}

const title = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Something for each hand. @param {string} key @param {string[]} hands @param {string[]} words
 * @param {(at: number) => unknown} value @returns {AnswerForm} */
function byHand(key, hands, words, value) {
  const rows = hands.map((hand) => ({ hand, said: choices(title(hand), words) }));
  return {
    element: h("div", { class: "hands-asked" }, rows.map(({ hand, said }) =>
      h("div", null, h("p", null, h("strong", null, title(hand))), said.element))),
    answer: () => (rows.some(({ said }) => said.chosen() < 0) ? null
      : { [key]: Object.fromEntries(rows.map(({ hand, said }) => [hand, value(said.chosen())])) }),
    focus: () => rows[0].said.element.querySelector("button")?.focus(),
  };
}

/** Calls to choose from. @param {string[]} calls @returns {AnswerForm} */
function callForm(calls) {
  const said = choices("The call", calls);
  said.element.classList.add("calls");
  return {
    element: said.element,
    answer: () => (said.chosen() < 0 ? null : { call: calls[said.chosen()] }),
    focus: () => said.element.querySelector("button")?.focus(),
  };
}

/**
 * The form for a question.
 * @param {DrillQuestion} question @param {Catalogue} catalogue @param {Felt} felt
 */
export function formOf(question, catalogue, felt) {
  switch (question.asked) {
    case "payments": return payments(question, catalogue);
    case "order": return inOrder(question, catalogue);
    case "legal": return allowed(question, catalogue);
    case "call": return callForm(question.choices ?? []);
    case "works": return yesOrNo("works", ["Yes, it works", "No, it is off"]);
    case "valid": return yesOrNo("valid", ["Yes, it counts", "No, it is void"]);
    case "commission":
      return amounts(question, catalogue, [["commission", "Vigorish"]], (found) => found);
    case "press":
      return amounts(question, catalogue, [["up", "Up"], ["change", "Change"]],
        (found) => ({ press: found }));
    case "count":
      return byHand("count", Object.keys(question.hands ?? {}),
        ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"], (at) => at);
    case "card":
      return byHand("card", Object.keys(question.hands ?? {}), ["Draw", "Stand"],
        (at) => ["draw", "stand"][at]);
    case "mistakes": return replayForm(question, felt);
  }
}
