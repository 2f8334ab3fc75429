// The panel of the crew at a staffed table.

import { fill, h } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { is, isTrial, several, shown } from "../../lib/sentences.js";
import { renderIfChanged } from "../shared/memo.js";
import { once, unheld } from "../shared/single-flight.js";
import { CrewContext, people, upper } from "./context.js";
import { calls, closes, takenBack } from "./calls.js";
import { seats, walkIn } from "./seats.js";
import { steps } from "./steps.js";
import { settings } from "../shared/settings.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Live } from "../../lib/live.js" */
/** @import { Crew, Instrument, Pad } from "../../../types/instrument.d.ts" */
/** @import { Catalogue, EndedBet, Line, Role, WaitingBet, WaitingCommand }
 *   from "../../../types/protocol.d.ts" */

/**
 * @param {HTMLElement} element @param {Live} live @param {Catalogue} catalogue
 * @param {Instrument} instrument @param {Crew | null} crew the crew's side of it
 */
export function mountStaff(element, live, catalogue, instrument, crew) {
  const message = h("div", { class: "answer" });
  const context = new CrewContext(live, catalogue, message, instrument, crew);
  const head = h("p", { class: "soft" });
  const waiting = waits(context);
  const entry = trial(context);
  const sitting = seats(context);
  const called = calls(context, entry.pad);
  /** @param {string} title @param {string} id @param {...Child} inside */
  const part = (title, id, ...inside) =>
    h("section", { class: `part of-${id}`, "aria-labelledby": `staff-${id}` },
      h("h3", { id: `staff-${id}` }, title), inside);
  element.replaceChildren(h("section", { class: "crew", "aria-labelledby": "staff-head" },
    h("header", null, h("h2", { id: "staff-head", tabindex: -1 }, "The crew"), head),
    h("div", { class: "news" }, message, context.paid, context.duties), waiting.element,
    h("div", { class: "parts" },
      part(upper(`the ${context.procedure.noun}`), "trial", entry.element),
      part("Seats", "seats",
        sitting.element,
        h("details", { class: "walk-in" }, h("summary", null, "Seat a walk-in"), walkIn(context))),
      part("Calls", "calls", h("div", { class: "calls" }, called.map((each) => each.element))))));

  const update = () => {
    head.textContent = `You are ${people(context.roles, "and")}. ${stands(context, instrument)}`;
    waiting.update();
    entry.update();
    sitting.update();
    for (const each of called) each.update();
  };
  entry.changed = () => called.forEach((each) => each.update());
  live.on("hello", ({ error, lines }) => {
    if (!context.roles.length) live.actingSeat = null;
    element.hidden = !context.roles.length;
    if (error) context.paid.textContent = "";
    heard(context, lines, entry, instrument);
    update();
  });
  live.on("ended", (bet) => ended(context, bet));
  live.on("change", update);
  live.on("legal", update);
  live.on("waiting", update);
  live.on("lines", (lines) => heard(context, lines, entry, instrument));
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
 * Return the state of the table, in a sentence.
 * @param {CrewContext} context @param {Instrument} instrument
 */
function stands(context, instrument) {
  const { state } = context.live;
  const { thing } = context.catalogue;
  const are = instrument.plural ? "are" : "is";
  const { stopped } = context.live.snapshot ?? {};
  if (stopped) return `The table is stopped: ${stopped}`;
  if (state.thrown) return instrument.inPlay || "No more bets are taken.";
  const lies = instrument.puck(state);
  const puck = lies?.on ? ` ${lies.words}.` : "";
  if (state.shooter) return `${context.seat(state.shooter)} has the ${thing}.${puck}`;
  if (state.offered) return `The ${thing} ${are} offered to ${context.seat(state.offered)}.${puck}`;
  return `${context.procedure.order ? "Nobody" : "The dealer"} has the ${thing}.${puck}`;
}

/**
 * Add what the crew should notice in new lines.
 * @param {CrewContext} context @param {Line[]} lines @param {{clear: () => void}} entry
 * @param {Instrument} instrument
 */
function heard(context, lines, entry, instrument) {
  context.remember(lines);
  const { results } = context.live;
  const { trial: verb } = context.catalogue;
  // The pad is cleared: it was for the previous trial.
  const over = [verb, `no-${verb}`, "correct"];
  if (lines.some(({ event }) => over.includes(event))) entry.clear();
  if (lines.some(isTrial)) context.decided(results);
  const words = (/** @type {Line} */ line) =>
    shown(instrument.read(line.text), (seat) => context.seat(seat));
  /** @type {string[]} */ const collected = [];
  for (const [at, line] of lines.entries()) {
    const { clauses, event, seq } = line;
    if (is("correct", line)) {
      context.undone(seq - line.body.lines);
      context.say(takenBack(context, line, results, instrument));
    }
    if (instrument.duties.includes(event)) context.duty(words(line), clauses, seq);
    if (event === "collect") collected.push(words(line));
    const next = lines[at + 1]; // What one command collects is one task.
    if (collected.length && (next?.event !== "collect" || next.body.command)) {
      context.duty(collected.splice(0).join(" "), clauses, seq);
    }
    if (is("leave", line)) {
      const { length } = line.body.bets;
      const up = length ? ` ${several(length, "bet is", "bets are")} still up.` : "";
      context.duty(`${words(line)}${up}`);
    }
  }
}

/**
 * Results of a bet that waited for confirmation.
 * @type {Partial<Record<EndedBet["why"], string>>}
 */
const ENDED = Object.freeze({
  "too-late": "no bet, the word did not come in time", refused: "no bet, the rules do not take it",
  replaced: "no bet, later ones of that seat wait",
});

/** @param {CrewContext} context @param {EndedBet} ended */
function ended(context, { command, why, clauses }) {
  if (why in ENDED) context.duty(`${asked(context, command)}: ${ENDED[why]}.`, clauses);
}

/**
 * Return who asked for what: a bet, or a call.
 * @param {CrewContext} context @param {WaitingCommand} command
 */
function asked(context, { seat, wager, amount, working }) {
  const what = amount === undefined
    ? `${context.name(wager)} called ${working ? "on" : "off"}`
    : `${dollars(amount)} on ${context.name(wager)}`;
  return `${context.seat(seat)}: ${what}`;
}

/**
 * Create the control that closes the betting, and the pad that enters a trial.
 * @param {CrewContext} context
 */
function trial(context) {
  const element = h("div");
  const closing = context.procedure.closing_words ? closes(context) : null;
  const entered = context.procedure.steps ? steps(context) : null;
  const made = context.entry?.entry(context, () => found.changed()) ?? null;
  closing?.element.classList.add("closing");
  made?.element.classList.add("entry");
  fill(element, entered?.element, made?.begins, closing?.element, made?.element);
  const found = {
    element, changed: () => {}, /** @type {Pad | null} */ pad: made?.pad ?? null,
    clear: () => made?.clear(),
    update() {
      entered?.update();
      closing?.update();
      made?.update();
    },
  };
  return found;
}

/**
 * Create the list of bets that wait for confirmation: one tap gives mine.
 * @param {CrewContext} context
 */
function waits(context) {
  const list = h("ul");
  const count = h("p", { class: "unseen", role: "status" });
  const element = h("section", { class: "waiting", "aria-labelledby": "staff-waiting" },
    h("h3", { id: "staff-waiting", tabindex: -1 }, "Bets that wait for a word"), list);
  /** The button that has the focus. */
  const held = () => list.querySelector(":focus")?.getAttribute("data-focus");
  /** @param {WaitingBet} each */
  const one = ({ waiting, command, word, missing }) => {
    const mine = context.mine(missing);
    const what = asked(context, command);
    const give = (/** @type {Role} */ role) => h("button", {
      type: "button", class: "main large", "aria-label": `My word as ${role}: ${what}`,
      data: { focus: `word-${waiting}-${role}` },
      on: { click: once(() => context.order({ do: "confirm", waiting, as: role },
        `Your word as ${role} is given.`)) },
    }, `My word, as ${role}`);
    const no = h("button", {
      type: "button", "aria-label": `No bet: ${what}`, data: { focus: `no-${waiting}` },
      on: { click: once(() => context.order({ do: "no-bet", waiting, as: context.roles[0] },
        `No bet: ${what}.`)) },
    }, "No bet");
    return h("li", null, h("div", { class: "grow" }, h("strong", null, what),
      command.do === "verbal" ? " · called out, with cash" : "",
      command.do === "coupon" ? " · a coupon" : "",
      h("div", { class: "soft" }, `Still missing: the word of ${people(missing, "and")}.`,
        word.length ? ` Given: ${people(word, "and")}.` : "")), mine.map(give), no);
  };
  const update = () => {
    const all = context.live.waiting;
    const had = held();
    element.hidden = !all.length;
    renderIfChanged(list, [all, context.roles, context.live.state.thrown], () => {
      const said = all.length === 1
        ? "A bet waits for a word."
        : `${all.length} bets wait for a word.`;
      count.textContent = all.length ? said : "";
      return all.map(one);
    });
    // Its button is gone: do not move the focus to another, which might be pressed by mistake.
    if (had && held() !== had) {
      document.getElementById(all.length ? "staff-waiting" : "staff-head")?.focus();
    }
  };
  const holder = h("div", null, count, element);
  return { element: holder, update };
}
