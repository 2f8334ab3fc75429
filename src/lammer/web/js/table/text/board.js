// The text board: every spot in a table, the events in words, and a line to type commands into. It
// offers everything that the drawn felt does.

import { Refused } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { NOT_SENT } from "../../lib/live.js";
import { CHIPS, dollars } from "../../lib/money.js";
import {
  betName, capital, isTrial, listed, onOff, several, soFar, wagerOf,
} from "../../lib/sentences.js";
import { range, reason } from "../betting/amounts.js";
import { couponWords } from "../panels/bets.js";
import { clauseLinks } from "../shared/clauses.js";
import { topUp } from "../controls/dialogs.js";
import { holderWords } from "../scene/head.js";
import { amountWords } from "../panels/info.js";
import { renderIfChanged } from "../shared/memo.js";
import { verbWords } from "../controls/rail.js";
import { settings } from "../shared/settings.js";

const MOST_SAID = 60;
const MOST_TYPED = 50;
/** How many trials are listed, and how many players' bets. */
const MOST_TRIALS = 20;
const MOST_OTHERS = 4;
const COLUMNS = ["Wager", "Pays", "Your bet", "Others", "You may add"];

/** @import { Child } from "../../lib/dom.js" */
/** @import { Live } from "../../lib/live.js" */
/** @import { Betting } from "../betting/betting.js" */
/** @import { Answer, Bet, Catalogue, Command, Holder, Legal, Line, State, TypedAction, Wager }
 *   from "../../../types/protocol.d.ts" */
/** @import { Cited, Deeds, Shown } from "../../../types/table.d.ts" */

/**
 * The result of a typed line: words, or an answer that the page shows.
 * @typedef {Cited | string |
 *   Answer | number | null | undefined | void} Came
 */

/**
 * @param {Live} live @param {Catalogue} catalogue @param {Betting} betting
 * @param {Deeds & {sentence: (line: Line) => string, shown: () => Shown,
 *   who: (seat: Holder | string) => string}} page
 */
export function makeBoard(live, catalogue, betting, page) {
  const { instrument } = page;
  /** Events that are not listed. */
  const quiet = ["commit", ...instrument.quiet];

  const log = h("div", {
    class: "said", role: "log", "aria-label": "What is said at the table", tabindex: "0",
    "aria-live": "off", // The stage announces what matters.
  });
  const input = h("input", {
    id: "typed", maxlength: "120", autocomplete: "off", autocapitalize: "off",
    spellcheck: "false",
    placeholder: `bet 10 ${(Object.keys(catalogue.wagers)[0] ?? "").replaceAll("-", " ")}`,
  });
  const form = h("form", { class: "row typed", on: { submit: typed } },
    h("label", { for: "typed" }, "Type what you do: "), input, h("button", null, "Do it"));
  const table = h("div", {
    class: "scroll", tabindex: "0", role: "region", "aria-label": "Every spot",
  });
  const standing = h("p", { class: "standing" });
  /** @type {string[]} */
  const before = [];
  let back = 0;
  input.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? 1 : -1;
    if (by < 0 && event.key !== "ArrowDown") return;
    event.preventDefault();
    back = Math.max(0, Math.min(before.length, back + by));
    input.value = back ? before[before.length - back] : "";
  });

  // Events in words

  /** @param {...Child} words */
  function say(...words) {
    log.append(h("div", null, ...words));
    while (log.children.length > MOST_SAID) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  }

  /** @param {Line[]} lines */
  function hear(lines) {
    for (const line of lines) {
      if (isTrial(line)) leaving = null;
      if (!quiet.includes(line.event)) say(page.sentence(line));
    }
  }

  // Typed lines

  /** @param {Event} event */
  async function typed(event) {
    event.preventDefault();
    const line = input.value.trim();
    if (!line) return;
    before.push(line);
    if (before.length > MOST_TYPED) before.shift();
    back = 0;
    input.value = "";
    say(h("kbd", null, line));
    turn = turn.then(() => understood(line)).catch((trouble) => {
      setTimeout(() => { throw trouble; }); // A line that fails does not block the next.
    });
    await turn;
    log.scrollIntoView({ block: "nearest" });
  }

  /** Typed lines are carried out one after the other. @type {Promise<void>} */
  let turn = Promise.resolve();

  /** Ask the server what a line means, and do it. @param {string} line */
  async function understood(line) {
    if (live.status !== "open") {
      answer(`${NOT_SENT.detail} ${NOT_SENT.instead}`);
      return;
    }
    const seat = live.actingSeat;
    const reply = await live.ask("typed", { text: line, ...(seat === null ? {} : { seat }) });
    if (!reply?.ok) answer(reply?.refusal.detail ?? NOT_SENT.detail);
    else if ("unclear" in reply.typed) {
      answer([reply.typed.unclear, reply.typed.instead].filter(Boolean).join(" "));
    } else if ("action" in reply.typed) await carryOut(reply.typed.action, reply.typed, ACTIONS);
    else for (const each of reply.typed.commands) await carryOut(each.do, each, COMMANDS);
  }

  /**
   * Show and announce an answer.
   * @param {string} text @param {string[]} [clauses] by which it is so
   */
  function answer(text, clauses) {
    say(text, clauses ? [" ", clauseLinks(clauses)] : null);
    page.announce(text);
  }

  /**
   * Carry out what was meant: a command for the server, or an action of the page.
   * @template Meant @param {string} what @param {Meant} meant
   * @param {Record<string, (meant: Meant) => Came | Promise<Came>>} deeds
   */
  async function carryOut(what, meant, deeds) {
    if (what !== "leave") leaving = null;
    const done = await (deeds[what] ?? deeds.other)(meant);
    if (typeof done === "string") answer(done);
    else if (done && typeof done === "object" && "words" in done) answer(done.words, done.clauses);
    // The page shows refusals.
  }

  /** @type {Record<string, (command: Command) => Came | Promise<Came>>} */
  const COMMANDS = {
    bet: ({ wager = "", amount = 0 }) => betting.exactly(wager, amount),
    remove: ({ wager = "" }) => betting.remove(wager),
    reduce: ({ wager = "", by = 0 }) => betting.reduce(wager, by),
    call: ({ wager = "", working = true }) => betting.call(wager, working),
    seed: (command) => doneWords(betting.verb(command), "Your seed is in."),
    "buy-in": ({ amount = 0 }) =>
      doneWords(page.buyIn(amount), `${dollars(amount)} brought to the table.`),
    "cash-out": ({ amount = null }) => doneWords(page.cashOut(amount),
      `${dollars(amount ?? betting.mine?.rail ?? 0)} cashed out.`),
    leave: () => leaves(),
    other: (command) => verb(command),
  };

  /** @type {Record<string, (meant: TypedAction) => Came | Promise<Came>>} */
  const ACTIONS = {
    other: () => "This page does not know how to do that.",
    help: ({ text }) => help(text),
    status: () => words(),
    sit: async () => {
      const before = betting.mine !== null && !betting.mine.gone;
      const answer = await page.sit();
      return answer ?? (before ? "You have a seat already." : null);
    },
    leave: () => leaves(),
    undo: async () => { if (await betting.undo()) say("Taken back."); },
    clear: async () => many(await betting.clear(), "taken down"),
    repeat: async () => many(await betting.repeat(), "put down again"),
    double: async () => many(await betting.double(), "raised"),
    "max-odds": async () => many(await betting.maxOdds(), "given odds"),
    "chip-on": ({ wager = "" }) => betting.put(wager, settings.chip),
    "chip-off": ({ wager = "" }) => betting.take(wager),
    chip: ({ amount }) => chip(amount),
    info: ({ wager = "" }) => about(wager),
    history: () => lately(),
    who: () => around(),
    stays: (meant) => stays(meant.on),
    "fill-up": () => fillUp(),
  };

  /** The seat for which leaving with bets up was asked once. @type {number | null} */
  let leaving = null;
  live.on("acting", () => { leaving = null; });

  /** Leave; for another player with bets up, on the second request. */
  function leaves() {
    const { mine, seat } = betting;
    if (!live.acting || seat === null || !mine?.layout || leaving === seat) {
      leaving = null;
      return page.leave();
    }
    leaving = seat;
    return `${capital(page.who(seat))} leaves ${dollars(mine.layout)} up, which nobody can take `
      + 'down or call meanwhile. Type "leave" once more.';
  }

  /** Send any other command. @param {Command} command */
  function verb(command) {
    const asked = betting.verb(command);
    // An announcement on the stage needs no other answer.
    const called = command.do === catalogue.trial || /^(accept|decline|pass)-/.test(command.do);
    return called ? asked : doneWords(asked, `${verbWords(command.do)}: done.`);
  }

  /**
   * Show what was done and the state after it, or the refusal.
   * @param {Promise<Answer>} asked @param {string} what
   */
  async function doneWords(asked, what) {
    const answer = await asked;
    return answer.ok ? `${what} ${rail()} has ${dollars(betting.mine?.rail ?? 0)}.` : answer;
  }

  /** Select another chip. @param {number | null} [amount] */
  function chip(amount) {
    const found = CHIPS.find((each) => each.cents === amount);
    if (!found) return `There are chips of ${listed(CHIPS.map(({ word }) => word))}.`;
    settings.chip = found.cents;
    page.changed();
    return `${found.word} chip in hand.`;
  }

  /** Show or set whether winners are left up. @param {boolean} [on] */
  function stays(on) {
    settings.leaveUp = on ?? settings.leaveUp;
    page.changed();
    const how = settings.leaveUp ? "Winners stay up" : "Winners come down";
    return `${how}. That goes for bets that you make or raise from now on.`;
  }

  async function fillUp() {
    if (live.you.watching) return 'You have no purse yet. Try: "sit".';
    if (live.actingSeat !== null) return "You act for another seat, whose purse is not yours.";
    try {
      await topUp(live);
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      return [trouble.message, trouble.instead].filter(Boolean).join(" ");
    }
    await live.refresh();
    return `Your purse has ${dollars(live.you.purse ?? 0)}.`;
  }

  /** Return the last trials and the score. */
  function lately() {
    const { recent, score } = page.shown();
    const last = recent.slice(-MOST_TRIALS).toReversed().map(instrument.words);
    const seen = last.length ? `The last ${catalogue.noun}s, the latest first: ${last.join(", ")}.`
      : "Nothing yet.";
    return [seen, score?.text].filter(Boolean).join(" ");
  }

  /** Return whose turn it is, and who is present. */
  function around() {
    const here = Object.entries(live.state.seats).map(([number, { rail, layout, gone }]) => [
      page.who(number), gone ? "who left" : `rail ${dollars(rail)}`, `bets ${dollars(layout)}`,
    ].join(", "));
    const seats = here.length ? `At the table: ${here.join("; ")}.` : "Nobody sits here.";
    return [holder(), seats].filter(Boolean).join(". ");
  }

  /**
   * Return how many bets were changed; the announcement says how they stand now.
   * @param {number | null} count @param {string} how
   */
  function many(count, how) {
    if (count) say(`${several(count, "bet")} ${how}.`);
  }

  /** @param {string} name */
  function about(name) {
    page.look(name);
    const { legal } = betting;
    const wager = wagerOf(catalogue, name);
    const among = range(legal?.bet?.[name]);
    const why = reason(legal, legal?.bet?.[name]);
    const facts = [
      ["Wins", wager.win_text],
      ["Edge", wager.edge_exact_text ?? wager.edge_text], ["Vigorish", wager.vigorish],
      ["Limits", wager.limits_text],
      [betting.seat === null ? "Takes" : "You may add", among && amountWords(among)],
      ["Not now", why?.detail.replace(/\.$/, "")],
      ["Others", otherWords(others()[name], Infinity)],
      ["Made", wager.when], ["Works", wager.working], ["Changes", wager.control],
    ].filter(([, fact]) => fact).map(([term, fact]) => `${term}: ${fact}. `);
    const { plain } = (betting.bets[name] && legal?.standing?.[name]) ?? wager;
    const words = `${betting.name(name)}. ${plain} Pays ${wager.pays_text}. ${facts.join("")}`;
    return { words, clauses: [wager.clause, ...(why?.clauses ?? [])] };
  }

  /** Return what can be typed. @param {string} [text] as the house says it */
  function help(text = "") {
    const verbs = Object.entries(betting.legal?.do ?? {})
      .filter(([, may]) => may === true)
      .map(([each]) => each.replaceAll("-", " "));
    return verbs.length ? `${text} Beside bets you may now: ${verbs.join(", ")}.` : text;
  }

  // The state in words

  /** Return the owner of the rail, to begin a sentence with. */
  const rail = () => (live.acting && betting.seat !== null
    ? capital(`the rail of ${page.who(betting.seat)}`) : "Your rail");

  /** Return the state in a sentence or two. */
  function words() {
    const { mine } = betting;
    if (!mine) return `${where()}You have no seat.`;
    const bets = Object.entries(mine.bets).map(([name, bet]) => {
      const wager = catalogue.wagers[bet.wager];
      const how = [soFar(wager, bet), onOff(bet), gathered(wager, bet)].filter(Boolean);
      const words = `${dollars(bet.stake)} on ${betting.name(name)}`;
      return how.length ? `${words} (${how.join(", ")})` : words;
    });
    const have = bets.length ? `bets: ${listed(bets)}` : "no bets";
    const { trial } = catalogue;
    const owes = mine.owed ? ` Vigorish owed: ${dollars(mine.owed)}.` : "";
    const coupon = mine.coupon ? ` ${couponWords(catalogue, mine.coupon)}` : "";
    const may = betting.legal?.do?.[trial] === true ? ` You may ${trial}.` : "";
    return `${where()}${rail()} has ${dollars(mine.rail)}; ${have}.${owes}${coupon}${may}`;
  }

  const holder = () => holderWords(instrument, catalogue, live.state, page.who);

  /** Return the stage of the game. */
  function where() {
    const words = instrument.standing(live.state, holder());
    return words ? `${words} ` : "";
  }

  const others = () => othersBets(live.state, betting.seat);

  function draw() {
    const now = words();
    if (standing.textContent !== now) standing.textContent = now;
    const { legal, bets } = betting;
    const there = others();
    const moved = [...new Set([...Object.keys(bets), ...Object.keys(there)])]
      .filter((key) => !catalogue.wagers[key]);
    const row = (/** @type {string} */ key) => spotRow(key, legal, bets, there);
    renderIfChanged(table, [legal?.bet, legal?.why, bets, there], () => h("table", null,
      h("caption", { class: "unseen" },
        "Every spot: what it pays, what lies there, what may be put down"),
      h("thead", null, h("tr", null,
        COLUMNS.map((each) => h("th", { scope: "col" }, each)),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, "Do")))),
      catalogue.areas.map((area) => h("tbody", null,
        h("tr", { class: "area" }, h("th", { colspan: "6", scope: "rowgroup" }, area.title)),
        area.spots.flatMap((spot) => spot.wagers).map(row))),
      h("tbody", null, unplaced.map(row)),
      h("tbody", null, moved.map(row))));
  }

  /** Wagers that have no area on the layout. */
  const unplaced = Object.keys(catalogue.wagers).filter((key) => !catalogue.areas.some(
    (area) => area.spots.some((spot) => spot.wagers.includes(key))));

  /**
   * @param {string} key @param {Legal | null} legal @param {Record<string, Bet | undefined>} bets
   * @param {Record<string, Others>} there
   */
  function spotRow(key, legal, bets, there) {
    const bet = bets[key];
    const wager = wagerOf(catalogue, key);
    const among = range(legal?.bet?.[key]);
    const why = reason(legal, legal?.bet?.[key]);
    const name = betName(catalogue, key);
    const takes = betting.seat !== null && among;
    const goes = bet && legal?.up?.[key]?.remove === true;
    return h("tr", null, h("th", { scope: "row" }, name), h("td", null, wager.pays_text),
      h("td", null, bet ? `${dollars(bet.stake)} ${onOff(bet)}`.trim() : ""),
      h("td", null, otherWords(there[key], MOST_OTHERS)),
      h("td", null, among ? amountWords(among)
        : why && [h("span", { class: "soft" }, why.detail), clauseLinks(why.clauses)]),
      h("td", { class: "do" },
        takes && small("Bet", `Bet on ${name}`, `bet-${key}`, () => betting.add(key)),
        goes && small("Down", `Take down ${name}`, `down-${key}`, () => betting.remove(key))));
  }

  const focus = () => input.focus();
  return { parts: [standing, form, log, table], draw, say, hear, focus };
}

/**
 * @param {string} text @param {string} label @param {string} focus @param {() => unknown} click
 */
const small = (text, label, focus, click) =>
  h("button", {
    type: "button", class: "small", "aria-label": label, data: { focus }, on: { click },
  }, text);

/**
 * Return the progress of a bet that collects several numbers; "" for any other.
 * @param {Wager} wager @param {Bet} bet
 */
function gathered({ states = [] }, bet) {
  if (!states.length) return "";
  const has = bet.state.split(",").filter((each) => states.includes(each));
  return has.length ? `gathered ${listed(has)}` : "nothing gathered";
}

/**
 * Other players' bets of one name: the kind, the sum, and the players.
 * @typedef {{wager: string, stake: number, whose: string[]}} Others
 */

/** Return other players' bets, by name. @param {State} state @param {number | null} seat */
function othersBets(state, seat) {
  /** @type {Record<string, Others>} */
  const found = {};
  for (const [number, each] of Object.entries(state.seats)) {
    if (Number(number) === seat) continue;
    for (const [name, { wager, stake }] of Object.entries(each.bets)) {
      found[name] ??= { wager, stake: 0, whose: [] };
      found[name].stake += stake;
      found[name].whose.push(`${each.name} ${dollars(stake)}`);
    }
  }
  return found;
}

/**
 * Return their sum and their players, unless there are many.
 * @param {Others | undefined} there @param {number} most
 */
function otherWords(there, most) {
  if (!there) return "";
  const { stake, whose } = there;
  return `${dollars(stake)}${whose.length > most ? "" : ` (${whose.join(", ")})`}`;
}
