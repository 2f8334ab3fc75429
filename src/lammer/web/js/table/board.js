// The text board: every spot in a table, what is said, and a line to type commands into. It does
// what the drawn felt does.

import { h } from "../dom.js";
import { CHIPS, dollars } from "../money.js";
import { said } from "../said.js";
import { call, goesAlone, isTrial, listed, onOff, payWords, several } from "../words.js";
import { range, reason } from "./amounts.js";
import { clauseLinks } from "./clauses.js";
import { amountWords, lawOf, percent } from "./info.js";
import { keep } from "./keep.js";
import { verbWords } from "./rail.js";
import { settings } from "./settings.js";
import { understand } from "./typed.js";

const MOST_SAID = 60;
const MOST_TYPED = 50;
/** Events that are passed over. */
const QUIET = new Set(["count", "stay", "cards", "commit", "marker", "markers-off"]);
const CRAPS = 'Bets: "bet 10 pass", "12 on place 6", "odds 20", "odds max". '
  + 'Changes: "take down place 6", "reduce place 6 by 6", "hard 8 off", "hard 8 on". ';
const ALSO = '"sit", "leave", "buy in 100", "cash out 100", "seed your text", "chip 25". ';
/** What is understood of somebody without a seat. */
const FREE = new Set(["help", "status", "sit", "info", "chip"]);
const COLUMNS = ["Wager", "Pays", "Your bet", "Others", "You may add"];

/**
 * @param {any} live @param {any} catalogue @param {import("./betting.js").Betting} betting
 * @param {{sit: () => any, leave: () => any, buyIn: (cents: number | null) => any,
 *   cashOut: (cents: number | null) => any, look: (wager: string) => void,
 *   announce: (text: string) => void, changed: () => void,
 *   names: import("../said.js").Names}} page
 */
export function makeBoard(live, catalogue, betting, page) {
  /** A wager as one types it. @param {number} at its place in the catalogue */
  function spoken(at) {
    return (Object.keys(catalogue.wagers)[at] ?? "").replaceAll("-", " ");
  }

  const log = h("div", {
    class: "said", role: "log", "aria-label": "What is said at the table", tabindex: "0",
    "aria-live": "off", // What matters is announced by the stage, once.
  });
  const input = /** @type {HTMLInputElement} */ (h("input", {
    id: "typed", maxlength: "120", autocomplete: "off", autocapitalize: "off",
    spellcheck: "false", placeholder: `bet 10 ${spoken(0)}`,
  }));
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
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    back = Math.max(0, Math.min(before.length, back + by));
    input.value = back ? before[before.length - back] : "";
  });

  // What is said

  /** @param {...any} words */
  function say(...words) {
    log.append(h("div", null, ...words));
    while (log.children.length > MOST_SAID) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  }

  /**
   * @param {import("../words.js").Line[]} lines
   * @param {{point?: number | null, alone?: boolean}} state how the table was
   */
  function hear(lines, state) {
    let puck = state.point ?? null;
    let alone = Boolean(state.alone);
    for (const line of lines) {
      alone = goesAlone(alone, line);
      if (line.body.dice && isTrial(line)) {
        say(`${line.body.dice.join("-")}: ${call(line, puck, alone)}`);
        puck = line.body.point ?? null;
      } else if (!QUIET.has(line.event)) say(said(line, page.names));
    }
  }

  // What is typed

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
    const verbs = Object.keys(betting.legal?.do ?? {});
    const staffed = live.snapshot.kind === "staffed";
    const meant = understand(line, { catalogue, bets: betting.bets, verbs, staffed });
    if ("problem" in meant) {
      const others = meant.suggestions.map((each) => `"${each}"`).join(", ");
      answer(`${meant.problem}${others ? ` Try: ${others}.` : ""}`);
    } else await carryOut(meant);
  }

  /** Said, and announced: somebody waits for it. @param {string} text */
  function answer(text) {
    say(text);
    page.announce(text);
  }

  /** @param {any} meant */
  async function carryOut(meant) {
    if (betting.seat === null && !FREE.has(meant.do)) {
      answer('You have no seat. Try: "sit".');
      return;
    }
    const done = await DEEDS[meant.do](meant);
    if (typeof done === "string") answer(done);
    else if (done && done.ok === false) {
      const { detail, instead, clauses } = done.refusal;
      say(detail, instead ? ` ${instead}` : "", " ", clauseLinks(clauses ?? []));
    }
  }

  /** @type {Record<string, (meant: any) => any>} */
  const DEEDS = {
    help: () => help(),
    status: () => words(),
    sit: async () => {
      const before = betting.mine !== null && !betting.mine.gone;
      const answer = await page.sit();
      return answer ?? (before ? "You have a seat already." : null);
    },
    leave: () => page.leave(),
    undo: async () => { if (await betting.undo()) say("Taken back."); },
    clear: async () => many(await betting.clear(), "taken down"),
    repeat: async () => many(await betting.repeat(), "put down again"),
    double: async () => many(await betting.double(), "raised"),
    "max-odds": async () => many(await betting.maxOdds(), "given odds"),
    odds: (meant) => odds(meant.amount),
    bet: (meant) => (meant.amount === undefined ? betting.put(meant.wager, settings.chip)
      : betting.exactly(meant.wager, meant.amount)),
    less: (meant) => betting.take(meant.wager),
    chip: (meant) => chip(meant.amount),
    remove: (meant) => betting.remove(meant.wager),
    reduce: (meant) => betting.reduce(meant.wager, meant.amount),
    call: (meant) => betting.call(meant.wager, meant.working),
    verb: (meant) => verb(meant.verb),
    seed: (meant) => told(betting.verb({ do: "seed", seed: meant.text }), "Your seed is in."),
    "buy-in": ({ amount }) => told(page.buyIn(amount), `${dollars(amount)} brought to the table.`),
    "cash-out": ({ amount }) => told(page.cashOut(amount),
      `${dollars(amount ?? betting.mine?.rail ?? 0)} cashed out.`),
    info: (meant) => about(meant.wager),
  };

  /** @param {string} name */
  function verb(name) {
    const [word, flag] = name.split(", ");
    if (word === "leave") return page.leave();
    const asked = betting.verb(flag ? { do: word, [flag]: true } : { do: word });
    // What is called on the stage needs no other answer.
    const called = word === catalogue.trial || /^(accept|decline|pass)-/.test(word);
    return called ? asked : told(asked, `${verbWords(name)}: done.`);
  }

  /** What was done and what that leaves, or the refusal. @param {any} asked @param {string} what */
  async function told(asked, what) {
    const answer = await asked;
    return answer?.ok ? `${what} Your rail has ${dollars(betting.mine?.rail ?? 0)}.` : answer;
  }

  /** Another chip in hand. @param {number | null} amount */
  function chip(amount) {
    const found = CHIPS.find((each) => each.cents === amount);
    if (!found) return `There are chips of ${listed(CHIPS.map(({ word }) => word))}.`;
    settings.chip = found.cents;
    page.changed();
    return `${found.word} chip in hand.`;
  }

  /**
   * How many bets were changed; how they lie now is announced, and of none a note says why.
   * @param {number} count @param {string} how
   */
  function many(count, how) {
    if (count) say(`${several(count, "bet")} ${how}.`);
  }

  /** @param {number} amount */
  function odds(amount) {
    const open = Object.entries(betting.legal?.bet ?? {})
      .filter(([key, may]) => catalogue.wagers[key]?.behind && range(may))
      .map(([key]) => key);
    if (open.length === 1) return betting.exactly(open[0], amount);
    if (!open.length) return "No bet of yours takes odds now.";
    return `Which odds? ${listed(open.map((key) => betting.name(key)))}.`;
  }

  /** @param {string} name */
  function about(name) {
    page.look(name);
    const wager = catalogue.wagers[name] ?? catalogue.wagers[betting.bets[name]?.wager];
    const per = wager.edge?.per_bet;
    const edge = per ? ` Edge ${percent(per)} (${per.exact}).` : "";
    const law = lawOf(catalogue, wager);
    return `${betting.name(name)} pays ${payWords(wager)}.${edge} Made ${wager.when}. `
      + `${law.words} (${law.citation}${wager.borrowed ? `, borrowed: ${wager.borrowed}` : ""})`;
  }

  function help() {
    const verbs = Object.entries(betting.legal?.do ?? {})
      .filter(([, may]) => may === true)
      .map(([each]) => each.replaceAll("-", " "));
    const bets = "pass" in catalogue.wagers ? CRAPS
      : `Bets: "bet 10 ${spoken(0)}", "5 on ${spoken(1)}". Changes: "take down ${spoken(0)}". `;
    const also = `Also "undo", "clear", "repeat", "double", "status", "info ${spoken(0)}", "less `
      + `${spoken(0)}", ${ALSO}`;
    const now = verbs.length ? verbs.join(", ") : "nothing of you";
    return `${bets}${also}The table takes now: ${now}.`;
  }

  // How things stand

  /** In a sentence or two. */
  function words() {
    const { point: number } = live.state;
    const puck = number ? `The point is ${number}. ` : "The puck is off. ";
    const point = catalogue.thing === "dice" ? puck : "";
    const { mine } = betting;
    if (!mine) return `${point}You have no seat.`;
    const bets = Object.entries(mine.bets).map(([name, bet]) =>
      `${dollars(bet.stake)} on ${betting.name(name)}${onOff(bet) && ` (${onOff(bet)})`}`);
    const have = bets.length ? `you have ${listed(bets)}` : "you have no bets";
    const { trial } = catalogue;
    const may = betting.legal?.do?.[trial] === true ? ` You may ${trial}.` : "";
    return `${point}Your rail has ${dollars(mine.rail)}; ${have}.${may}`;
  }

  function draw() {
    const now = words();
    if (standing.textContent !== now) standing.textContent = now;
    const { legal, bets } = betting;
    const others = othersBets(live.state, betting.seat);
    const row = (/** @type {string} */ key) => spotRow(key, legal, bets, others);
    keep(table, [legal?.bet, legal?.why, bets, others], () => h("table", null,
      h("caption", { class: "unseen" },
        "Every spot: what it pays, what lies there, what may be put down"),
      h("thead", null, h("tr", null,
        COLUMNS.map((each) => h("th", { scope: "col" }, each)),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, "Do")))),
      catalogue.areas.map((/** @type {any} */ area) => h("tbody", null,
        h("tr", { class: "area" }, h("th", { colspan: "6", scope: "rowgroup" }, area.title)),
        area.spots.flatMap((/** @type {any} */ spot) => spot.wagers).map(row))),
      h("tbody", null, unplaced.map(row)),
      h("tbody", null, Object.keys(bets).filter((key) => !catalogue.wagers[key]).map(row))));
  }

  /** Wagers that have no area on the layout. */
  const unplaced = Object.keys(catalogue.wagers).filter((key) => !catalogue.areas.some(
    (/** @type {any} */ area) => area.spots.some((/** @type {any} */ spot) =>
      spot.wagers.includes(key))));

  /** @param {string} key @param {any} legal @param {any} bets @param {any} others */
  function spotRow(key, legal, bets, others) {
    const bet = bets[key];
    const wager = catalogue.wagers[key] ?? catalogue.wagers[bet.wager];
    const among = range(legal?.bet?.[key]);
    const why = reason(legal, legal?.bet?.[key]);
    const name = betting.name(key);
    const takes = betting.seat !== null && among;
    const goes = bet && legal?.up?.[key]?.remove === true;
    return h("tr", null, h("th", { scope: "row" }, name), h("td", null, payWords(wager)),
      h("td", null, bet ? `${dollars(bet.stake)} ${onOff(bet)}`.trim() : ""),
      h("td", null, others[key] ? dollars(others[key]) : ""),
      h("td", null, among ? amountWords(among) : why && h("span", { class: "soft" }, why.detail)),
      h("td", { class: "do" },
        takes && small("Bet", `Bet on ${name}`, `bet-${key}`, () => betting.add(key)),
        goes && small("Down", `Take down ${name}`, `down-${key}`, () => betting.remove(key))));
  }

  const focus = () => input.focus();
  return { parts: [standing, form, log, table], draw, say, hear, focus };
}

/** @param {string} text @param {string} label @param {string} focus @param {() => any} click */
const small = (text, label, focus, click) =>
  h("button", {
    type: "button", class: "small", "aria-label": label, data: { focus }, on: { click },
  }, text);

/** Stakes of the others, by bet. @param {any} state @param {any} seat */
function othersBets(state, seat) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const [number, each] of Object.entries(state.seats)) {
    if (Number(number) === seat) continue;
    for (const [name, bet] of Object.entries(/** @type {any} */ (each).bets)) {
      sums[name] = (sums[name] ?? 0) + /** @type {any} */ (bet).stake;
    }
  }
  return sums;
}
