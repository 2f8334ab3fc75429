// The panel of the crew at a staffed table.

import { h, styled } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { isTrial, several } from "../../lib/calls.js";
import { keep } from "../memo.js";
import { once, unheld } from "../single-flight.js";
import { Desk, key, people, upper } from "./context.js";
import { calls, closes, takenBack } from "./calls.js";
import { cardName, cardPad } from "./cards.js";
import { dicePad, pair } from "./dice.js";
import { seats, walkIn } from "./seats.js";
import { settings } from "../settings.js";

/**
 * @param {HTMLElement} element @param {any} live @param {any} catalogue
 * @returns {void}
 */
export function mountStaff(element, live, catalogue) {
  styled("staff");
  const told = h("div", { class: "answer" });
  const desk = new Desk(live, catalogue, told);
  const head = h("p", { class: "soft" });
  const waiting = waits(desk);
  const entry = trial(desk);
  const sitting = seats(desk);
  const called = calls(desk, entry.pad);
  const part = (title, id, ...inside) =>
    h("section", { class: `part of-${id}`, "aria-labelledby": `staff-${id}` },
      h("h3", { id: `staff-${id}` }, title), inside);
  element.replaceChildren(h("section", { class: "crew", "aria-labelledby": "staff-head" },
    h("header", null, h("h2", { id: "staff-head", tabindex: -1 }, "The crew"), head),
    h("div", { class: "news" }, told, desk.paid, desk.duties), waiting.element,
    h("div", { class: "parts" },
      part(upper(`the ${desk.procedure.noun ?? "trial"}`), "trial", entry.element),
      part("Seats", "seats",
        sitting.element, h("details", null, h("summary", null, "Seat a walk-in"), walkIn(desk))),
      part("Calls", "calls", h("div", { class: "calls" }, called.map((each) => each.element))))));

  const update = () => {
    head.textContent = `You are ${people(desk.roles, "and")}. ${stands(desk)}`;
    waiting.update();
    entry.update();
    sitting.update();
    for (const each of called) each.update();
  };
  entry.told = () => called.forEach((each) => each.update());
  live.addEventListener("hello", (event) => {
    if (!desk.roles.length) live.actingSeat = null;
    element.hidden = !desk.roles.length;
    desk.marked();
    if (event.detail.error) desk.paid.textContent = "";
    heard(desk, event.detail.lines, entry);
    update();
  });
  live.addEventListener("ended", ({ detail }) => ended(desk, detail));
  for (const event of ["change", "legal", "waiting"]) live.addEventListener(event, update);
  live.addEventListener("lines", (event) => heard(desk, event.detail, entry));
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element
      && event.target.closest("input, select, textarea, dialog");
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== "e" || !settings.keys || typing || held) return;
    event.preventDefault();
    entry.pad.focus();
  });
  unheld(element);
  if (live.you.seat && live.actingSeat === null) live.actFor(live.you.seat);
  update();
}

/** How the table stands, in a sentence. @param {Desk} desk */
function stands(desk) {
  const { state } = desk.live;
  const thing = desk.catalogue.thing ?? "dice";
  const are = thing === "dice" ? "are" : "is";
  if (desk.live.snapshot?.stopped) return `The table stands still: ${desk.live.snapshot.stopped}`;
  if (state.thrown) {
    return thing === "dice" ? "The dice are in the air." : "No more bets are taken.";
  }
  const puck = state.point ? ` The puck is on the ${state.point}.` : "";
  if (state.shooter) return `${desk.seat(state.shooter)} has the ${thing}.${puck}`;
  if (state.offered) return `The ${thing} ${are} offered to ${desk.seat(state.offered)}.${puck}`;
  return `Nobody has the ${thing}.${puck}`;
}

/** After these nothing that was put on the pad is for what comes. */
const OVER = new Set(["roll", "shake", "deal", "no-roll", "no-shake", "no-deal", "correct"]);

/**
 * What the crew should notice in the record.
 * @param {Desk} desk @param {any[]} lines @param {{clear: () => void}} entry
 */
function heard(desk, lines, entry) {
  desk.remember(lines);
  const marks = desk.marked();
  if (lines.some(({ event }) => OVER.has(event))) entry.clear();
  if (lines.some(isTrial)) desk.decided(lines);
  /** @type {any[]} */ const owing = [];
  for (const [at, line] of lines.entries()) {
    const { event, body, clauses, seq } = line;
    if (event === "correct") {
      desk.undone(seq - body.lines);
      desk.say(takenBack(desk, line, marks));
    }
    if (event === "tell") {
      const whose = Object.entries(body.bets ?? {}).length;
      desk.duty(`Call ${body.to}: ${body.count} different points made`
        + `${whose ? `, ${several(whose, "Fire Bet")} up` : ""}.`, clauses, seq);
    }
    if (event === "collect") owing.push(line);
    const next = lines[at + 1]; // What follows from one entry is collected as one.
    if (owing.length && (next?.event !== "collect" || next.body.command)) {
      const all = owing.splice(0).map(({ body: { amount, seat } }) =>
        `${dollars(amount)} vigorish of ${desk.seat(seat)}`);
      desk.duty(`Collect ${all.join("; ")}.`, clauses, seq);
    }
    if (event === "recut" && body.seat) {
      desk.duty(`${desk.seat(body.seat)} cuts the cards again.`, clauses);
    }
    if (event === "leave") {
      desk.duty(`${desk.seat(body.seat)} leaves with ${dollars(body.rail)}`
        + `${body.bets?.length ? `; ${several(body.bets.length, "bet")} still up` : ""}.`);
    }
  }
}

/** What became of a bet that waited for a word. */
const ENDED = Object.freeze({
  "too-late": "no bet, the word did not come in time", refused: "no bet, the rules do not take it",
  replaced: "no bet, later ones of that seat wait",
});

/** @param {Desk} desk @param {{command: any, why: string, clauses: string[]}} ended */
function ended(desk, { command: { seat, amount, wager }, why, clauses }) {
  if (!(why in ENDED)) return;
  desk.duty(`${desk.seat(seat)}: ${dollars(amount)} on ${desk.name(wager)}: ${ENDED[why]}.`,
    clauses);
}

/** Entering a roll, a shake or a coup. @param {Desk} desk */
function trial(desk) {
  const { live, catalogue } = desk;
  const found = {
    element: h("div"), update: () => {}, pad: /** @type {any} */ (null), told: () => {},
    clear: () => {},
  };
  const closing = desk.procedure.closing_words ? closes(desk) : null;
  if (closing) found.element.append(closing.element);
  if (catalogue.thing === "shoe") {
    const pad = cardPad(desk.procedure.shoe, (cards, cut) => {
      const order = { do: "deal", cards };
      if (cut) order.cut_card = true;
      return desk.order(order, `Entered: ${cards.map(cardName).join(", ")}.`);
    });
    found.pad = { dice: null, focus: pad.focus, exposed: pad.exposed };
    found.clear = pad.clear;
    found.element.append(pad.element,
      hint("Press e, then type rank and suit of each card, such as 9h or Ks, and Enter."));
    found.update = () => {
      closing?.update();
      pad.update(desk.may("deal") ?? true, live.state.shoe?.coups_left ?? null);
    };
    return found;
  }
  const shaken = catalogue.thing === "shaker";
  const verb = () => (shaken ? "shake" : live.state.thrown ? "rest" : "roll");
  const leaning = shaken || !desk.procedure.leaned ? null : leans();
  const pad = dicePad((dice) => {
    const order = { do: verb(), dice };
    const resting = leaning?.value();
    if (resting) order.resting = resting;
    desk.order(order, `Entered: ${pair(dice)}.`).then((taken) => taken && leaning?.clear());
  }, () => found.told());
  const out = key("The dice are out",
    () => desk.order({ do: "throw" }, `The dice are out. ${desk.procedure.late
      ? "Late bets need a word now." : "No more bets are taken."}`), "large");
  found.pad = pad;
  found.clear = () => {
    pad.clear();
    leaning?.clear();
  };
  found.element.append(...(shaken ? [] : [out.button, out.why]), pad.element,
    leaning?.element ?? "",
    hint("Press e, then two digits and Enter."));
  found.update = () => {
    const words = live.state.thrown ? "The dice are in the air" : "The dice are out";
    if (!shaken) out.update(desk.may("throw") ?? true, words);
    closing?.update();
    // Why not is said once.
    pad.update(desk.may(verb()) ?? true);
    out.why.hidden = true;
  };
  return found;
}

/** @param {string} text */
const hint = (text) => h("p", { class: "soft keys" }, text);

/** A die that leans on something: the side it rests on. */
function leans() {
  const sides = ["lies flat", ...[1, 2, 3, 4, 5, 6].map((side) => `rests on its ${side}`)];
  const selects = ["First die", "Second die"].map((name) =>
    h("select", { "aria-label": name }, sides.map((text, value) => h("option", { value }, text))));
  const value = () => selects.map((each) => Number(each.value));
  return {
    element: h("details", null, h("summary", null, "A die leans on something"),
      h("div", { class: "row" }, selects)),
    value: () => (value().some(Boolean) ? value() : null),
    clear: () => selects.forEach((each) => { each.value = "0"; }),
  };
}

/** Bets that wait for a word: one tap gives mine. @param {Desk} desk */
function waits(desk) {
  const list = h("ul");
  const count = h("p", { class: "unseen", role: "status" });
  const element = h("section", { class: "waiting", "aria-labelledby": "staff-waiting" },
    h("h3", { id: "staff-waiting", tabindex: -1 }, "Bets that wait for a word"), list);
  /** Which deed has the focus. */
  const held = () => /** @type {any} */ (list.querySelector(":focus"))?.dataset.focus;
  /** @param {any} each */
  const one = ({ waiting, command, word }) => {
    const authority = command.do === "verbal" ? desk.procedure.verbal : desk.procedure.late;
    const both = desk.live.state.thrown && command.do === "verbal"
      ? (desk.procedure.late?.roles ?? [])
      : [];
    const needed = new Set([...(authority?.roles ?? desk.roles), ...both]);
    const missing = [...needed].filter((role) => !word.includes(role));
    const mine = desk.mine(missing);
    const { seat, amount, wager } = command;
    const what = `${desk.seat(seat)}: ${dollars(amount)} on ${desk.name(wager)}`;
    const give = (role) => h("button", {
      type: "button", class: "main large", "aria-label": `My word as ${role}: ${what}`,
      data: { focus: `word-${waiting}-${role}` },
      on: { click: once(() => desk.order({ do: "confirm", waiting, as: role },
        `Your word as ${role} is given.`)) },
    }, `My word, as ${role}`);
    const no = h("button", {
      type: "button", "aria-label": `No bet: ${what}`, data: { focus: `no-${waiting}` },
      on: { click: once(() => desk.order({ do: "no-bet", waiting, as: desk.roles[0] },
        `No bet: ${what}.`)) },
    }, "No bet");
    return h("li", null, h("div", { class: "grow" }, h("strong", null, what),
      { verbal: " · called out, with cash", coupon: " · a coupon" }[command.do] ?? "",
      h("div", { class: "soft" }, `Still missing: the word of ${people(missing, "and")}.`,
        word.length ? ` Given: ${people(word, "and")}.` : "")), mine.map(give), no);
  };
  const update = () => {
    const all = desk.live.waiting;
    const had = held();
    element.hidden = !all.length;
    keep(list, [all, desk.roles, desk.live.state.thrown], () => {
      const said = all.length === 1
        ? "A bet waits for a word."
        : `${all.length} bets wait for a word.`;
      count.textContent = all.length ? said : "";
      return all.map(one);
    });
    // Its deed is gone: no other one takes the focus, which would be pressed next.
    if (had && held() !== had) {
      document.getElementById(all.length ? "staff-waiting" : "staff-head")?.focus();
    }
  };
  const holder = h("div", null, count, element);
  return { element: holder, update };
}
