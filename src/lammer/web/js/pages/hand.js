// One hand: its result, the table at each step, and the verification of its outcomes.

import { get } from "../lib/api.js";
import { fill, h, s, styled } from "../lib/dom.js";
import { dollars, signed } from "../lib/money.js";
import { firstAndMore } from "../lib/first-and-more.js";
import { checkPart } from "./fair-check.js";
import { clauseLinks, moment, trail } from "../lib/widgets.js";
import { instrumentOf } from "../lib/instrument.js";
import { merged, spoken } from "../lib/live.js";
import { main } from "../lib/shell.js";
import { betName, is, isTrial, shown } from "../lib/sentences.js";

const BEAT = 1100;
const MOST_PAGES = 10;
const OTHER_RULES = "The table was opened under rules that have changed since: only the events of "
  + "its log can be shown.";

/** @import { Instrument } from "../../types/instrument.d.ts" */
/** @import { Bet, Bodies, Catalogue, Hand, HandPart, Line, Score, Seat, SealedLine, State, Trial,
 *   Wager } from "../../types/protocol.d.ts" */
/**
 * How things stood at a step.
 * @typedef {{state: State, last: Trial | null,
 *   score: Score | null}} Step
 */
/** @typedef {{element: HTMLElement, draw: (step: Step, mine: number | null) => void}} Shower */

/**
 * Return the hand with all its lines, however long.
 * @param {string} table @param {number} number @param {string} whose
 */
async function wholeHand(table, number, whose) {
  const path = `${whose}/hands/${encodeURIComponent(table)}/${number}`;
  /** @type {Hand} */ const hand = await get(path);
  let { next } = hand;
  for (let page = 1; next !== null && page < MOST_PAGES; page += 1) {
    /** @type {Hand} */ const more = await get(`${path}?from=${next}`);
    hand.lines.push(...more.lines);
    hand.text.push(...more.text);
    hand.states?.push(...(more.states ?? []));
    hand.scores?.push(...(more.scores ?? []));
    hand.shown?.push(...(more.shown ?? []));
    hand.nets.push(...more.nets);
    hand.leads.push(...more.leads);
    next = more.next;
  }
  return hand;
}

/** The state of a table that cannot be replayed. @type {State} */
const UNKNOWN = Object.freeze({
  point: null, shooter: null, offered: null, thrown: false, seats: {},
});

/**
 * Return the table before the hand, and after each of its lines.
 * @param {Hand} hand @param {Line[]} lines
 */
function stepsOf({ start, states, score, scores, shown: lying }, lines) {
  const changes = new Map(lying?.map((each) => [each.after, each.shown]));
  const first = changes.get(lines[0].seq - 1) ?? null;
  /** @type {Step[]} */ const found = [{ state: start ?? UNKNOWN, last: first, score }];
  for (const [at, { seq }] of lines.entries()) {
    const now = found[at];
    const change = states?.[at];
    const last = changes.get(seq);
    found.push({
      state: change ? merged(now.state, change) : now.state,
      last: last === undefined ? now.last : last, score: scores?.[at] ?? now.score,
    });
  }
  return found;
}

/**
 * Show a person's hand, for those who may see it; without a person, my own.
 * @param {string} table @param {number} number @param {number | null} person
 */
export async function handPage(table, number, person) {
  const whose = person === null ? "/me" : `/people/${person}`;
  const at = `/tables/${encodeURIComponent(table)}`;
  /** @type {[Hand, {lines: SealedLine<"open">[]}, Catalogue]} */
  const [hand, { lines: [{ body: opened }] }, catalogue] = await Promise.all([
    wholeHand(table, number, whose), get(`${at}/lines?from=1&limit=1`),
    get(`${at}/catalogue?figures=false`),
  ]);
  const instrument = await instrumentOf(catalogue);
  const player = await replayer(hand, catalogue, instrument, person === null);
  const log = `/api/v1${at}/log`;
  fill(main(),
    person === null ? trail(["/history", "Your hands"]) : trail(["/floor", "The floor"]),
    h("header", { class: "hand-head" },
      h("h1", null, `${hand.parts[0].name}, hand ${number}`),
      h("p", { class: "soft" },
        h("a", { href: `/odds/${opened.rules}/${opened.game}` }, catalogue.name), ", began ",
        moment(hand.began))),
    hand.states ? null : h("p", { class: "notice" }, OTHER_RULES),
    player,
    hand.parts.map((part) => figures(part, person === null)),
    checkPart(hand, opened, instrument),
    h("section", { class: "card" }, h("h2", null, "The log"),
      h("p", null, "Everything that happened at this table, each line sealed to the one above it. ",
        h("code", null, "lammer audit"), " decides every command of it again, ",
        h("code", null, "lammer fair"), ` makes every ${catalogue.noun} again.`),
      h("p", null,
        h("a", { class: "button", href: log, download: `${table}.jsonl` }, "Download the log"))));
}

/**
 * Return links to clauses, the one that decides first.
 * @param {string[]} clauses @param {string | null} lead
 */
const leadingFirst = (clauses, lead) => [
  ...(lead === null ? [] : [clauseLinks([lead])]),
  ...clauses.filter((id) => id !== lead).map((id) => [clauseLinks([id]), " "]),
];

/**
 * Return the result of one person's part in the hand.
 * @param {HandPart} part @param {boolean} own
 */
function figures(part, own) {
  const { net } = part;
  const all = [
    ["Net", signed(net), net > 0 ? "plus" : ""], ["Staked", dollars(part.staked)],
    ["Won", dollars(part.won)], ["Lost", dollars(part.lost)],
    ["Vigorish", dollars(part.vigorish)], ["Brought", dollars(part.brought)],
    ["Chips before", dollars(part.before)], ["Chips after", dollars(part.after)],
  ];
  const whose = own ? `Your part, at seat ${part.seat}` : `The part of seat ${part.seat}`;
  return h("dl", { class: "figures", "aria-label": whose },
    all.map(([word, amount, kind]) => h("div", null,
      h("dt", null, word), h("dd", { class: kind }, amount))));
}

/**
 * Return a line in words, with the names used at that time.
 * @param {Line} line @param {Step[]} steps around it @param {Instrument} instrument
 */
function wordsOf({ event, text }, steps, instrument) {
  const name = (/** @type {number} */ seat) =>
    steps.map(({ state }) => state.seats[seat]?.name).find(Boolean) ?? `seat ${seat}`;
  return shown(instrument.read(text) || `${event.replaceAll("-", " ")}.`, name);
}

// The replay

/**
 * @param {Hand} hand @param {Catalogue} catalogue @param {Instrument} instrument
 * @param {boolean} own whether it is mine
 */
async function replayer(hand, catalogue, instrument, own) {
  const lines = spoken(hand);
  const steps = stepsOf(hand, lines);
  const words = lines.map((line, at) => wordsOf(line, [steps[at + 1], steps[at]], instrument));
  const { seat: mine, before } = hand.parts[hand.parts.length - 1];
  // Players who joined in this hand were not there before; others may have been.
  const since = before ? -1
    : lines.findLastIndex((line) => is("sit", line) && line.body.seat === mine);
  const board = await boardOf(catalogue);
  const now = h("div", { class: "now", "aria-live": "polite" });
  const clauses = h("p", { class: "by" });
  const around = h("div", { class: "around" });
  const seats = h("div", { class: "seat-strip" });
  const list = stepList(lines, words, (at) => go(at));
  const range = h("input", {
    type: "range", min: 0, max: lines.length, value: 0, id: "scrub",
    "aria-label": "Step of the hand",
  });
  const place = h("output", { for: "scrub", class: "soft" });
  let at = 0;
  let timer = 0;

  /** @param {number} to */
  function go(to) {
    at = Math.min(Math.max(to, 0), lines.length);
    const line = lines[at - 1];
    const step = steps[at];
    const me = at > since ? mine : null;
    const gains = (/** @type {string} */ number) => {
      const sat = steps.slice(0, at).findLastIndex(({ state }) => !state.seats[number]);
      return hand.nets.slice(Math.max(sat, 0), at)
        .reduce((sum, nets) => sum + (nets?.[number] ?? 0), 0);
    };
    range.value = String(at);
    range.setAttribute("aria-valuetext",
      at ? `Step ${at} of ${lines.length}: ${words[at - 1]}` : "Before the hand");
    fill(place, `${at} / ${lines.length}`);
    fill(now, line ? words[at - 1] : "Before the hand.");
    fill(clauses, line ? firstAndMore(leadingFirst(line.clauses, hand.leads[at - 1])) : null);
    fill(around, aroundOf(step, instrument));
    fill(seats, seatStrip(step.state, me, gains, own));
    board.draw(step, me);
    list.mark(at);
    if (at === lines.length) stop();
  }
  const trial = (/** @type {number} */ way) => {
    let to = at + way;
    while (to > 0 && to < lines.length && !isTrial(lines[to - 1])) to += way;
    go(to);
  };
  const play = h("button",
    { type: "button", class: "main", on: { click: () => (timer ? stop() : run()) } });
  function stop() {
    clearInterval(timer);
    timer = 0;
    fill(play, icon("play"), h("span", null, "Play"));
  }
  function run() {
    if (at === lines.length) go(0);
    timer = setInterval(() => go(at + 1), BEAT);
    fill(play, icon("pause"), h("span", null, "Pause"));
  }
  stop();
  range.addEventListener("input", () => {
    stop();
    go(Number(range.value));
  });
  /** @param {keyof typeof ICONS} name @param {string} label @param {() => void} to */
  const button = (name, label, to) =>
    h("button", {
      type: "button", class: "step", "aria-label": label, title: label,
      on: { click: () => { stop(); to(); } },
    }, icon(name));
  const controls = h("div", { class: "controls", role: "group", "aria-label": "Replay" },
    button("first", "To the beginning", () => go(0)),
    button("before", `To the ${catalogue.noun} before`, () => trial(-1)),
    button("back", "One step back", () => go(at - 1)),
    play,
    button("forward", "One step on", () => go(at + 1)),
    button("next", `To the next ${catalogue.noun}`, () => trial(1)),
    button("last", "To the end", () => go(lines.length)),
    h("div", { class: "slide" }, range, place));
  listenForArrows({
    ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1),
    Home: () => go(0), End: () => go(lines.length),
  }, stop);
  go(0);
  return h("section", { class: "replay", "aria-labelledby": "replay-heading" },
    h("h2", { id: "replay-heading", class: "unseen" }, "Replay"),
    h("div", { class: "stage" },
      h("div", { class: "saying" }, around, h("div", null, now, clauses)), board.element, controls,
      seats),
    list.element);
}

/**
 * Step with the arrow keys, unless something else uses them.
 * @param {Record<string, () => void>} keys @param {() => void} stop
 */
function listenForArrows(keys, stop) {
  document.addEventListener("keydown", (event) => {
    const busy = event.target instanceof Element
      && event.target.closest("input, select, textarea, svg, [role=region], .step-list");
    if (busy || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    stop();
    keys[event.key]();
  });
}

const ICONS = {
  play: "M7 4 L19 12 L7 20 Z", pause: "M6 4 H10 V20 H6 Z M14 4 H18 V20 H14 Z",
  back: "M16 4 L6 12 L16 20 Z", forward: "M8 4 L18 12 L8 20 Z",
  before: "M12 4 L4 12 L12 20 Z M20 4 L12 12 L20 20 Z",
  next: "M4 4 L12 12 L4 20 Z M12 4 L20 12 L12 20 Z",
  first: "M5 4 H8 V20 H5 Z M19 4 L9 12 L19 20 Z", last: "M16 4 H19 V20 H16 Z M5 4 L15 12 L5 20 Z",
};

/** @param {keyof typeof ICONS} name */
const icon = (name) => s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
  s("path", { d: ICONS[name] }));

/** Return the puck and the last trial. @param {Step} step @param {Instrument} instrument */
function aroundOf({ state, last }, instrument) {
  const drawn = instrument.drawn(last);
  return [instrument.puck(state)?.drawn() ?? null,
    drawn ? h("div", { class: "drawn" }, drawn) : null];
}

/**
 * Return chips by seat, and what each has won or lost, bought chips excluded.
 * @param {State} state @param {number | null} mine @param {(seat: string) => number} gains
 * @param {boolean} own
 */
function seatStrip(state, mine, gains, own) {
  const seats = Object.entries(state.seats);
  if (!seats.length) return h("p", { class: "soft" }, "Nobody sits at the table.");
  return h("ul", null, seats.map(([number, seat]) =>
    h("li", { class: Number(number) === mine ? "mine" : "" },
      h("strong", null, seat.name || `Seat ${number}`,
        own && Number(number) === mine ? " (you)" : null),
      h("span", null, `${dollars(seat.rail)} in the rail`),
      h("span", null, `${dollars(seat.layout)} on the table`),
      seat.owed ? h("span", null, `owes ${dollars(seat.owed)} vigorish`) : null,
      state.shooter === Number(number) ? h("span", { class: "tag" }, "has the turn") : null,
      seat.gone ? h("span", { class: "tag" }, "has left") : null,
      h("span", { class: "soft" }, `${signed(gains(number))} in this hand`))));
}

/**
 * Return the list of steps, of which one can be chosen.
 * @param {Line[]} lines @param {string[]} words @param {(at: number) => void} choose
 */
function stepList(lines, words, choose) {
  const items = lines.map((line, at) =>
    h("li", { class: isTrial(line) ? "trial" : "" },
      h("button", { type: "button", class: "quiet", on: { click: () => choose(at + 1) } },
        h("small", null, line.seq), h("span", null, words[at]))));
  const list = h("ol", { class: "steps", tabindex: "0", "aria-label": "Steps" }, items);
  /** @type {Element | null} */ let marked = null;
  return {
    element: h("div", { class: "step-list card" }, h("h3", null, "Step by step"), list),
    /** @param {number} at */
    mark(at) {
      marked?.removeAttribute("aria-current");
      marked = items[at - 1]?.firstElementChild ?? null;
      marked?.setAttribute("aria-current", "step");
      const item = items[at - 1];
      list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
    },
  };
}

// The table itself

/**
 * Return the drawn felt if the game has one; else its bets as a list.
 * @param {Catalogue} catalogue @returns {Promise<Shower>}
 */
async function boardOf(catalogue) {
  const drawn = catalogue.areas.length ? await import("../felt/index.js").catch(() => null) : null;
  if (!drawn) return betTable(catalogue);
  await styled("felt");
  const felt = await drawn.makeFelt(catalogue);
  const list = betTable(catalogue);
  const looked = h("p", { class: "looked soft", role: "status" });
  for (const event of ["spot-look", "spot-add"]) {
    felt.element.addEventListener(event, (spot) => {
      const { detail } = /** @type {CustomEvent<{wager: string}>} */ (spot);
      fill(looked, about(catalogue.wagers[detail.wager]));
    });
  }
  return {
    element: h("div", { class: "felt-place" },
      felt.element, looked,
      h("details", null, h("summary", null, "The bets as a list"), list.element)),
    draw(step, mine) {
      const { state, last: lastTrial, score } = step;
      felt.draw({ state, seat: mine, lastTrial, score });
      list.draw(step, mine);
    },
  };
}

/** Return a wager of the felt, in one line. @param {Wager} [wager] */
function about(wager) {
  if (!wager) return null;
  const pays = wager.pays.map(({ odds, when }) => (when ? `${odds} on ${when}` : odds)).join(", ");
  return [h("strong", null, wager.name), pays ? `, pays ${pays} ` : " ",
    clauseLinks([wager.clause])];
}

/** @param {Catalogue} catalogue @returns {Shower} */
function betTable(catalogue) {
  const rows = h("tbody");
  const none = h("p", { class: "quiet-words" }, "No bets are up.");
  const table = h("table", null,
    h("thead", null,
      h("tr", null,
        h("th", null, "Bet"), h("th", null, "Whose"), h("th", { class: "number" }, "Stake"))),
    rows);
  /**
   * @param {string} number @param {Seat} seat @param {string} name @param {Bet} bet
   * @param {number | null} mine
   */
  const row = (number, seat, name, bet, mine) =>
    h("tr", { class: Number(number) === mine ? "mine" : "" },
      h("td", null, betName(catalogue, name), standing(name, bet)),
      h("td", null, seat.name || `seat ${number}`),
      h("td", { class: "number" }, dollars(bet.stake)));
  return {
    element: h("div", { class: "bets" }, none, table),
    draw({ state }, mine) {
      const all = Object.entries(state.seats).flatMap(([number, seat]) =>
        Object.entries(seat.bets).map(([name, bet]) => row(number, seat, name, bet, mine)));
      fill(rows, all);
      none.hidden = all.length > 0;
      table.hidden = !all.length;
    },
  };
}

/**
 * Return the state of a bet, if its name does not contain it.
 * @param {string} name @param {Bet} bet
 */
function standing(name, bet) {
  const called = bet.called ? `, called ${bet.called}` : bet.off ? ", off" : "";
  const where = bet.state && bet.state !== "up" && name === bet.wager
    ? `, ${bet.state.replaceAll(",", ", ")}`
    : "";
  return where || called ? h("small", null, `${where}${called}`) : null;
}
