// The panel of the crew at a staffed table.

import { fill, h, styled } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { is, isTrial, several, shown } from "../../lib/calls.js";
import { keep } from "../shared/memo.js";
import { once, unheld } from "../shared/single-flight.js";
import { Desk, people, upper } from "./context.js";
import { calls, closes, takenBack } from "./calls.js";
import { seats, walkIn } from "./seats.js";
import { settings } from "../shared/settings.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Live } from "../../lib/live.js" */
/** @import { Crew, Instrument, Pad } from "../../../types/instrument.d.ts" */
/** @import { Catalogue, EndedBet, Line, Role, SealedLine, WaitingBet }
 *   from "../../../types/protocol.d.ts" */

/**
 * @param {HTMLElement} element @param {Live} live @param {Catalogue} catalogue
 * @param {Instrument} instrument @param {Crew | null} crew the crew's side of it
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
  /** @param {string} title @param {string} id @param {...Child} inside */
  const part = (title, id, ...inside) =>
    h("section", { class: `part of-${id}`, "aria-labelledby": `staff-${id}` },
      h("h3", { id: `staff-${id}` }, title), inside);
  element.replaceChildren(h("section", { class: "crew", "aria-labelledby": "staff-head" },
    h("header", null, h("h2", { id: "staff-head", tabindex: -1 }, "The crew"), head),
    h("div", { class: "news" }, told, desk.paid, desk.duties), waiting.element,
    h("div", { class: "parts" },
      part(upper(`the ${desk.procedure.noun}`), "trial", entry.element),
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
  live.on("hello", ({ error, lines }) => {
    if (!desk.roles.length) live.actingSeat = null;
    element.hidden = !desk.roles.length;
    desk.marked();
    if (error) desk.paid.textContent = "";
    heard(desk, lines, entry, instrument);
    update();
  });
  live.on("ended", (bet) => ended(desk, bet));
  live.on("change", update);
  live.on("legal", update);
  live.on("waiting", update);
  live.on("lines", (lines) => heard(desk, lines, entry, instrument));
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
 * @param {Desk} desk @param {Instrument} instrument
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
 * @param {Desk} desk @param {Line[]} lines @param {{clear: () => void}} entry
 * @param {Instrument} instrument
 */
function heard(desk, lines, entry, instrument) {
  desk.remember(lines);
  const marks = desk.marked();
  const { trial: verb } = desk.catalogue;
  const over = [verb, `no-${verb}`, "correct"]; // Nothing on the pad is for what comes.
  if (lines.some(({ event }) => over.includes(event))) entry.clear();
  if (lines.some(isTrial)) desk.decided(lines);
  /** @type {SealedLine<"collect">["body"][]} */ const owing = [];
  for (const [at, line] of lines.entries()) {
    const { clauses, seq } = line;
    if (is("correct", line)) {
      desk.undone(seq - line.body.lines);
      desk.say(takenBack(desk, line, marks));
    }
    if (instrument.duties.includes(line.event)) {
      desk.duty(shown(instrument.read(line.text), (seat) => desk.seat(seat)), clauses, seq);
    }
    if (is("collect", line)) owing.push(line.body);
    const next = lines[at + 1]; // What follows from one entry is collected as one.
    if (owing.length && (next?.event !== "collect" || next.body.command)) {
      const all = owing.splice(0).map(({ amount, seat }) =>
        `${dollars(amount)} vigorish of ${desk.seat(seat)}`);
      desk.duty(`Collect ${all.join("; ")}.`, clauses, seq);
    }
    if (is("leave", line)) {
      const { seat, rail, bets } = line.body;
      desk.duty(`${desk.seat(seat)} leaves with ${dollars(rail)}`
        + `${bets.length ? `; ${several(bets.length, "bet")} still up` : ""}.`);
    }
  }
}

/** What became of a bet that waited for a word. @type {Partial<Record<EndedBet["why"], string>>} */
const ENDED = Object.freeze({
  "too-late": "no bet, the word did not come in time", refused: "no bet, the rules do not take it",
  replaced: "no bet, later ones of that seat wait",
});

/** @param {Desk} desk @param {EndedBet} ended */
function ended(desk, { command: { seat, amount, wager }, why, clauses }) {
  if (!(why in ENDED)) return;
  desk.duty(`${desk.seat(seat)}: ${dollars(amount)} on ${desk.name(wager)}: ${ENDED[why]}.`,
    clauses);
}

/** The closing of the betting, and the pad on which a trial is entered. @param {Desk} desk */
function trial(desk) {
  const element = h("div");
  const closing = desk.procedure.closing_words ? closes(desk) : null;
  const made = desk.entry?.entry(desk, () => found.told()) ?? null;
  fill(element, closing?.element, made?.element);
  const found = {
    element, told: () => {}, /** @type {Pad | null} */ pad: made?.pad ?? null,
    clear: () => made?.clear(),
    update() {
      closing?.update();
      made?.update();
    },
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
  const held = () => list.querySelector(":focus")?.getAttribute("data-focus");
  /** @param {WaitingBet} each */
  const one = ({ waiting, command, word, missing }) => {
    const mine = desk.mine(missing);
    const { seat, amount, wager } = command;
    const what = `${desk.seat(seat)}: ${dollars(amount)} on ${desk.name(wager)}`;
    const give = (/** @type {Role} */ role) => h("button", {
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
      command.do === "verbal" ? " · called out, with cash" : "",
      command.do === "coupon" ? " · a coupon" : "",
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
