// The panel of the crew at a staffed table.

import { h, styled } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { isTrial, several } from "../../lib/calls.js";
import { keep } from "../shared/memo.js";
import { once, unheld } from "../shared/single-flight.js";
import { Desk, people, upper } from "./context.js";
import { calls, closes, takenBack } from "./calls.js";
import { seats, walkIn } from "./seats.js";
import { settings } from "../shared/settings.js";

/**
 * @param {HTMLElement} element @param {any} live @param {any} catalogue
 * @param {import("../../lib/instrument-interface.js").Instrument} instrument
 * @param {import("../../lib/instrument-interface.js").Crew | null} crew the crew's side of it
 * @returns {void}
 */
export function mountStaff(element, live, catalogue, instrument, crew) {
  styled("staff");
  const told = h("div", { class: "answer" });
  const desk = new Desk(live, catalogue, told, crew);
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
    head.textContent = `You are ${people(desk.roles, "and")}. ${stands(desk, instrument)}`;
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
    entry.pad?.focus();
  });
  unheld(element);
  if (live.you.seat && live.actingSeat === null) live.actFor(live.you.seat);
  update();
}

/**
 * How the table stands, in a sentence.
 * @param {Desk} desk @param {import("../../lib/instrument-interface.js").Instrument} instrument
 */
function stands(desk, instrument) {
  const { state } = desk.live;
  const { thing } = desk.catalogue;
  const are = instrument.plural ? "are" : "is";
  if (desk.live.snapshot?.stopped) return `The table stands still: ${desk.live.snapshot.stopped}`;
  if (state.thrown) return instrument.inPlay || "No more bets are taken.";
  const puck = state.point ? ` The puck is on the ${state.point}.` : "";
  if (state.shooter) return `${desk.seat(state.shooter)} has the ${thing}.${puck}`;
  if (state.offered) return `The ${thing} ${are} offered to ${desk.seat(state.offered)}.${puck}`;
  return `Nobody has the ${thing}.${puck}`;
}

/**
 * What the crew should notice in the record.
 * @param {Desk} desk @param {any[]} lines @param {{clear: () => void}} entry
 */
function heard(desk, lines, entry) {
  desk.remember(lines);
  const marks = desk.marked();
  const { trial: verb } = desk.catalogue;
  const over = [verb, `no-${verb}`, "correct"]; // Nothing on the pad is for what comes.
  if (lines.some(({ event }) => over.includes(event))) entry.clear();
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

/** The closing of the betting, and the pad on which a trial is entered. @param {Desk} desk */
function trial(desk) {
  const element = h("div");
  const found = { element, update: () => {}, pad: null, told: () => {}, clear: () => {} };
  const closing = desk.procedure.closing_words ? closes(desk) : null;
  const made = desk.entry?.entry(desk, () => found.told());
  element.append(...[closing, made].filter(Boolean).map((each) => each.element));
  found.pad = made?.pad;
  found.clear = () => made?.clear();
  found.update = () => {
    closing?.update();
    made?.update();
  };
  return found;
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
