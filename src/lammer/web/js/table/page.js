// The page one plays on: it draws what the house says, and hands on what is clicked, pressed and typed.

import { get, guest, me, Refused } from "../api.js";
import { fill, h, link } from "../dom.js";
import { Live } from "../live.js";
import { dollars } from "../money.js";
import { main, path, problem, whoIsIn } from "../shell.js";
import { call, capital, gained, isTrial, said } from "../words.js";
import { Betting } from "./betting.js";
import { makeBoard } from "./board.js";
import { chipsDialog, keysDialog } from "./dialogs.js";
import { makeHead } from "./head.js";
import { makeInfo } from "./info.js";
import { keep } from "./keep.js";
import { meanwhile, Past } from "./past.js";
import { makeBets, makeFair, makePlayers, makeRolls, makeTabs } from "./panels.js";
import { makeRail, verbWords } from "./rail.js";
import { settings } from "./settings.js";
import { makeStage } from "./stage.js";
import { makeToasts } from "./toasts.js";

/** Events that the text board passes over. */
const QUIET = new Set(["count", "stay", "cards", "commit", "marker", "markers-off"]);
const CREW = ["dealer", "stickperson", "boxperson", "floorperson"];
const LAST_LINES = 200;
/** A shoe has about a thousand lines. */
const SHOE_PAGES = 7;
const MOST_TAIL = 500;
const LOOK_AROUND = 20000;
const LOST_OFTEN = 3;

/** The drawn felt, or what stands in for it. @param {any} catalogue @param {boolean} spare with as little data as may be */
async function drawing(catalogue, spare) {
  const plain = () => import("./plain-felt.js").then(({ makeFelt }) => makeFelt(catalogue, { game: catalogue.game }));
  if (spare) return { felt: await plain(), dice: {}, chips: {} };
  const [felts, dice, chips] = await Promise.all([
    import("../felt/index.js").catch(() => null), import("../felt/dice.js").catch(() => ({})), import("../felt/chips.js").catch(() => ({})),
  ]);
  const felt = felts?.makeFelt(catalogue, { game: catalogue.game }) ?? (await plain());
  return { felt, dice, chips };
}

/** Two numbers, where dice cannot be drawn. @param {number} a @param {number} b */
const plainFaces = (a, b) => h("span", null, `${a}-${b}`);

class TablePage {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.live = new Live(table);
    this.toasts = makeToasts();
    this.past = new Past();
    /** What is drawn: behind the live state while the dice roll. */
    this.shown = { state: /** @type {any} */ ({ seats: {}, point: null, shooter: null, offered: null }), legal: /** @type {any} */ (null) };
    /** @type {{lines: any[], state: any}[]} */ this.queue = [];
    this.rolling = false;
    this.playing = false;
    /** @type {any} */ this.lastTrial = null;
    /** @type {any[]} */ this.moved = [];
    this.movedAt = 0;
    this.losses = 0;
    /** How often the house greeted. */ this.helloes = 0;
    /** Lines heard since. @type {any[]} */ this.tail = [];
    this.wasSeated = false;
  }

  async open() {
    const spare = matchMedia("(prefers-reduced-data: reduce)").matches;
    this.catalogue = await get(`/tables/${encodeURIComponent(this.table)}/catalogue`);
    this.drawn = await drawing(this.catalogue, spare);
    this.felt = this.drawn.felt;
    this.betting = new Betting(this.live, this.catalogue);
    this.build(spare);
    this.listen();
    await this.live.connect();
    setInterval(() => this.tick(), 250);
    setInterval(() => this.lookAround(), LOOK_AROUND);
  }

  /** @param {boolean} spare */
  build(spare) {
    const { live, catalogue, betting } = this;
    const seatName = this.seatName.bind(this);
    this.head = makeHead(live, catalogue, seatName);
    this.stage = makeStage(catalogue, this.drawn.dice);
    this.info = makeInfo(catalogue, betting, { canPlay: () => this.canPlay });
    this.bets = makeBets(catalogue, betting);
    this.rolls = makeRolls(this.past, catalogue, this.drawn.dice.diceFaces ?? plainFaces);
    this.players = makePlayers(live);
    this.fair = makeFair(live, catalogue, betting);
    const deeds = {
      sit: () => this.sit(), leave: () => this.leave(), purse: () => this.chips.open(),
      buyIn: (/** @type {number | null} */ cents) => this.buyIn(cents), cashOut: (/** @type {number | null} */ cents) => this.cashOut(cents),
      refused: this.toasts.refused, changed: () => this.draw(), look: (/** @type {string} */ wager) => this.info.look(wager),
      chipPicture: this.drawn.chips.chipPicture ?? null, isCrew: () => this.isCrew(),
    };
    this.rail = makeRail(live, catalogue, betting, deeds);
    this.board = makeBoard(live, catalogue, betting, deeds);
    this.keys = keysDialog();
    this.chips = chipsDialog(live, deeds);
    this.tabs = makeTabs([
      { key: "spot", title: "Spot", body: this.info.body }, { key: "bets", title: "Bets", body: h("div", null, this.bets.element, this.rail.extras) },
      { key: "rolls", title: catalogue.thing === "shoe" ? "Coups" : "Rolls", body: this.rolls.element },
      { key: "players", title: "Players", body: this.players.element }, { key: "fair", title: "Fair", body: this.fair.element },
    ], this.isSheet);
    this.info.strip.addEventListener("click", () => this.tabs.open("spot", true));
    this.banner = h("div", { class: "banner", role: "alert", hidden: true });
    this.staff = h("div", { class: "staff" });
    const help = h("button", { type: "button", class: "quiet keys-button", "aria-label": "Keys and choices", on: { click: () => this.keys.showModal() } }, "?");
    this.head.element.append(this.rail.deeds, help);
    const skip = h("a", { class: "skip", href: "#text-board", on: { click: (/** @type {Event} */ event) => { event.preventDefault(); this.board.focus(); } } }, "To the text board");
    const play = h("div", { class: "play" }, this.staff, this.stage.element, h("div", { class: "felt-holder" }, this.felt.element), this.board.element);
    const side = h("aside", { class: "side", "aria-label": "About the table" }, this.tabs.bar, this.tabs.holder);
    const foot = h("div", { class: "foot" }, this.toasts.element, this.info.strip, this.rail.element);
    const page = main();
    page.classList.add("wide", "table-page");
    fill(page, skip, this.head.element, this.banner, h("div", { class: "layout" }, play, side), foot, this.keys, this.chips.element);
    if (spare) this.board.focus();
  }

  listen() {
    const { live, betting, felt } = this;
    const on = (/** @type {EventTarget} */ who, /** @type {string} */ what, /** @type {(event: any) => any} */ heard) => who.addEventListener(what, heard);
    on(live, "hello", (event) => this.hello(event.detail));
    on(live, "lines", (event) => this.heard(event.detail));
    for (const each of ["change", "legal", "waiting"]) on(live, each, () => this.draw());
    on(live, "legal", () => this.purse());
    on(live, "status", () => this.connection());
    on(betting, "change", () => this.drawFelt());
    on(betting, "note", (event) => this.note(event.detail));
    on(betting, "refused", (event) => this.refused(event.detail));
    on(felt.element, "spot-add", (event) => this.click(event.detail.wager));
    on(felt.element, "spot-take", (event) => this.canPlay && betting.take(event.detail.wager));
    on(felt.element, "spot-look", (event) => this.info.look(event.detail.wager));
    on(document, "keydown", (event) => this.key(event));
  }

  /** Whether panels come up as sheets: on a telephone. */
  isSheet() {
    return innerWidth < 640;
  }

  /** Whether a click on the felt is a bet. */
  get canPlay() {
    if (this.live.actingSeat !== undefined && this.live.actingSeat !== null) return true;
    return this.live.mine !== null && !this.live.mine.gone;
  }

  /** @param {any} seat */
  seatName(seat) {
    if (seat === "dealer") return "the dealer";
    const found = this.live.state.seats[seat] ?? this.shown.state.seats[seat];
    if (!found) return `seat ${seat}`;
    return Number(seat) === this.live.you.seat ? `you (seat ${seat})` : `${found.name} (seat ${seat})`;
  }

  get names() {
    return {
      name: (/** @type {string} */ bet) => this.betting.name(bet),
      seat: (/** @type {any} */ seat) => (seat === "dealer" ? "the dealer" : `${this.live.state.seats[seat]?.name ?? this.shown.state.seats[seat]?.name ?? "Seat"} (${seat})`),
      thing: this.catalogue.thing,
    };
  }

  /** @param {string} wager */
  click(wager) {
    if (this.canPlay) this.betting.add(wager);
    else if (!this.live.you.roles?.includes("surveillance")) this.note("You are watching. Sit down to bet.");
  }

  // What the house says

  /** @param {{again: boolean, lines: any[], error: any}} told */
  async hello(told) {
    const { live } = this;
    this.losses = 0;
    this.helloes += 1;
    this.tail = [];
    this.queue.length = 0;
    const point = this.shown.state.point ?? null;
    this.shown = { state: live.state, legal: live.legal };
    if (told.again) this.back(told, point);
    this.movedAt = Date.now();
    if (this.wasSeated && live.you.watching) this.note("You are signed out. Sign in again to play on; your chips are kept.");
    this.wasSeated = this.wasSeated || live.seat !== null;
    document.title = `${live.snapshot.name} - ${document.title.split(" - ").at(-1)}`;
    this.connection();
    whoIsIn(live.you.watching ? null : live.you);
    await this.backfill();
    await this.crew();
    if (new URLSearchParams(location.search).has("sit")) {
      history.replaceState(null, "", location.pathname);
      if (live.seat === null) this.sit();
    }
    this.draw();
  }

  /** Come back after a lost connection: say what happened. @param {{lines: any[], error: any}} told @param {number | null} point */
  back(told, point) {
    const still = Boolean(this.live.snapshot.stopped); // The banner says why.
    const words = still ? "" : told.error ? `${told.error.detail} ${told.error.instead ?? ""}` : meanwhile(told.lines, this.live.seat);
    if (words) {
      this.note(words);
      this.board.say(words);
    }
    this.write(told.lines, point);
  }

  /** The last lines of the log: trials, the hand so far, and when something last happened. */
  async backfill() {
    const { live } = this;
    const { seq } = live;
    const hello = this.helloes;
    const pages = this.catalogue.thing === "shoe" ? SHOE_PAGES : 1;
    /** @type {any[]} */ let lines = [];
    for (let page = 1, to = seq; page <= pages && to > 0; page++, to -= LAST_LINES) {
      const from = Math.max(1, to - LAST_LINES + 1);
      const found = await get(`/tables/${encodeURIComponent(this.table)}/lines?from=${from}&limit=${to - from + 1}`).catch(() => null);
      if (!found) break;
      lines = [...found.lines, ...lines];
      if (found.lines.some((/** @type {any} */ line) => line.event === "shuffle")) break;
    }
    if (this.helloes !== hello) return; // There was another one meanwhile.
    lines = [...lines, ...this.tail.filter((line) => line.seq > seq)];
    this.past.begin(live.snapshot.recent, lines);
    this.felt.remember?.(lines);
    const last = lines.at(-1);
    if (last) this.movedAt = Math.min(Date.now(), Date.parse(last.at) - live.ahead);
    const trial = lines.findLast(isTrial);
    this.lastTrial = this.trialView(lines) ?? this.past.trials.at(-1) ?? null;
    this.stage.begin(trial?.body ?? this.past.trials.at(-1));
    this.draw();
  }

  /** What the felt may draw of the last trial: dice, or the cards and the result. @param {any[]} lines */
  trialView(lines) {
    const trial = lines.findLast(isTrial);
    if (!trial) return null;
    const deal = lines.findLast((line) => line.event === "deal");
    return { event: trial.event, ...trial.body, ...(deal ? { cards: deal.body.cards, deal: deal.body } : {}) };
  }

  /** @param {any[]} lines */
  heard(lines) {
    this.movedAt = Date.now();
    this.tail = [...this.tail, ...lines].slice(-MOST_TAIL);
    this.queue.push({ lines, state: this.live.state });
    for (const line of lines) if (line.event === "reveal") this.fair.reveal(line.body.seed).then(() => this.draw());
    this.play();
  }

  /** Show what happened, one after the other: the dice or the cards first, then what they did. */
  async play() {
    if (this.playing) return;
    this.playing = true;
    while (this.queue.length) {
      const { lines, state } = /** @type {any} */ (this.queue.shift());
      const cards = lines.some((/** @type {any} */ line) => line.event === "deal") ? lines.findIndex(isTrial) + 1 : 0;
      if (lines.some(isTrial)) await this.trial(lines, cards);
      for (const line of lines) if (line.event === "correct") this.takenBack(line);
      this.write(lines, this.shown.state.point ?? null);
      this.shown.state = this.queue.length ? state : this.live.state;
      this.past.add(lines);
      this.moved = lines;
      this.draw();
      this.felt.settle(lines.slice(cards));
    }
    this.playing = false;
    this.draw();
  }

  /** @param {any[]} lines @param {number} cards how many of them deal cards */
  async trial(lines, cards) {
    this.rolling = true;
    const skip = this.queue.length > 2 || document.hidden;
    const net = gained(lines, this.live.seat);
    this.toasts.clear();
    if (cards) await this.felt.settle(lines.slice(0, cards));
    await this.stage.show(lines, this.shown.state.point ?? null, this.live.seat, skip, net);
    this.lastTrial = this.trialView(lines);
    this.rolling = false;
    this.rail.net(net);
  }

  /** A trial that was entered wrongly. @param {any} line */
  takenBack(line) {
    this.stage.back(said(line, this.names));
    this.rail.net(null);
    this.lastTrial = null;
  }

  /** Lines in words, on the text board. @param {any[]} lines @param {number | null} point before them */
  write(lines, point) {
    let before = point;
    for (const line of lines) {
      if (line.body.dice && isTrial(line)) {
        this.board.say(`${line.body.dice.join("-")}: ${call(line, before)}`);
        before = line.body.point ?? null;
      } else if (!QUIET.has(line.event)) this.board.say(said(line, this.names));
    }
  }

  /** @param {string} words */
  note(words) {
    this.toasts.note(words);
    this.board.say(words);
  }

  /** @param {{command: any, refusal: any}} told */
  refused({ command, refusal }) {
    const what = command.wager
      ? `${command.amount ? `${dollars(command.amount)} on ` : ""}${this.betting.name(command.wager)}: not ${DONE[command.do] ?? "done"}`
      : `${verbWords(command.do)}: not done`;
    this.toasts.refused(what, refusal);
    this.drawFelt();
  }

  /** The purse at the top of the page, when it has changed. */
  purse() {
    const { you } = this.live;
    if (you.watching || you.purse === this.inPurse) return;
    this.inPurse = you.purse;
    whoIsIn(you);
  }

  // The connection

  connection() {
    const { live } = this;
    if (live.status === "lost") {
      this.losses += 1;
      if (this.losses >= LOST_OFTEN) this.whyLost();
    }
    const stopped = live.snapshot?.stopped;
    const words = live.status === "over" ? live.why : live.status === "lost" ? live.why : stopped ? `The table stands still: ${stopped}` : "";
    this.banner.hidden = !words;
    this.banner.classList.toggle("final", live.status === "over");
    keep(this.banner, [words, live.status], () => [h("strong", null, words), " ",
      live.status === "over" || stopped ? link("/", "To the tables") : null]);
    this.draw();
  }

  /** Lost again and again: the table may be gone, or the session. */
  async whyLost() {
    try {
      await get(`/tables/${encodeURIComponent(this.table)}`);
      if ((await me()) === null) this.signedOut();
    } catch (trouble) {
      if (!(trouble instanceof Refused) || trouble.status !== 404) return;
      this.live.close();
      fill(this.banner, h("strong", null, "The table is closed."), " ", link("/", "To the tables"));
    }
  }

  /** A session that is over: nobody is let in with it. */
  signedOut() {
    const anew = async () => {
      whoIsIn(await guest());
      await this.live.reconnect();
    };
    this.banner.hidden = false;
    fill(this.banner, h("strong", null, "You are signed out."), " ", link("/account", "Sign in again"), " or ",
      h("button", { type: "button", on: { click: anew } }, "come in as a new guest"));
  }

  /** Whether I am of the crew of this table. */
  isCrew() {
    const { live } = this;
    return live.snapshot?.kind === "staffed" && CREW.some((role) => live.you.roles?.includes(role));
  }

  /** The crew of a staffed table has a panel of its own. */
  async crew() {
    const { live } = this;
    if (this.mounted || !this.isCrew()) return;
    this.mounted = true;
    const { mountStaff } = await import("./staff.js");
    mountStaff(this.staff, live, this.catalogue);
  }

  // What I do

  async sit() {
    const { live } = this;
    try {
      if (live.you.watching) {
        whoIsIn(await guest());
        const hello = new Promise((resolve) => live.addEventListener("hello", resolve, { once: true }));
        await live.reconnect();
        await hello;
      }
      if (live.seat !== null && !live.mine?.gone) return null;
      const broke = live.seat === null && live.you.purse === 0;
      const answer = await live.send({ do: "sit" });
      if (!answer.ok) this.toasts.refused("You did not sit down", answer.refusal);
      else {
        this.wasSeated = true;
        this.stage.announce("You sit down.");
        if (broke) this.note("Your purse is empty: you sit here without chips. “Chips ...” gets more.");
      }
      return answer;
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      this.toasts.refused("You did not sit down", { detail: trouble.message, instead: trouble.instead, clauses: trouble.clauses });
      return null;
    }
  }

  async leave() {
    const layout = this.live.mine?.layout ?? 0;
    const answer = await this.betting.verb({ do: "leave" });
    if (!answer.ok) return answer;
    this.wasSeated = false;
    if (this.isSheet()) this.tabs.open(""); // It would lie over the way back.
    await this.live.refresh();
    whoIsIn(this.live.you);
    const words = layout ? `Your rail is in your purse. ${dollars(layout)} on the layout is still decided, and paid to you.` : "Your chips are in your purse.";
    this.note(words);
    return null;
  }

  /** @param {number | null} cents */
  buyIn(cents) {
    if (!cents) return 'Say how much: "buy in 100".';
    return this.betting.verb({ do: "buy-in", amount: cents });
  }

  /** @param {number | null} cents */
  cashOut(cents) {
    return this.betting.verb(cents ? { do: "cash-out", amount: cents } : { do: "cash-out" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || !settings.keys || event.defaultPrevented) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog")) return;
    const { betting, catalogue, rail } = this;
    if (event.key === "Escape") return void (this.isSheet() && this.tabs.open(""));
    if (event.key === "?") this.keys.showModal();
    else if (event.key === "t") this.board.focus();
    else if (event.key === "f") /** @type {any} */ (this.felt.element.querySelector('[tabindex="0"], button'))?.focus();
    else if (!this.canPlay) return;
    else if (/^[1-7]$/.test(event.key)) rail.chooseAt(Number(event.key) - 1);
    else if (event.key === "r") rail.act(catalogue.trial, capital(catalogue.trial));
    else if (event.key === "a") rail.act(`accept-${catalogue.thing}`, `Take the ${catalogue.thing}`);
    else if (event.key === "o") betting.maxOdds();
    else if (event.key === "u") betting.undo();
    else if (event.key === "c") betting.clear();
    else if (event.key === "p") betting.repeat();
    else if (event.key === "d") betting.double();
    else return;
    event.preventDefault();
  }

  // Drawing

  draw() {
    if (!this.live.snapshot) return;
    if (!this.rolling) {
      this.shown.legal = this.betting.legal;
      if (!this.queue.length) this.shown.state = this.live.state;
      const { state } = this.shown;
      this.head.draw(state);
      this.rail.draw();
      this.bets.draw();
      this.rolls.draw();
      this.players.draw(state);
      this.fair.draw(state);
      this.info.draw();
      this.board.draw();
    }
    this.drawFelt();
  }

  drawFelt() {
    if (!this.live.snapshot) return;
    const { state, legal } = this.shown;
    this.felt.draw({
      state, legal, seat: this.betting.seat, pending: this.betting.pending, chip: settings.chip,
      lastTrial: this.lastTrial, moved: this.moved,
      ...(this.catalogue.thing === "shoe" ? { recent: this.past.shoe } : {}),
    });
  }

  /** The clock of the house: it goes on by itself when nobody does anything while bets are up. */
  tick() {
    const { live } = this;
    const clock = live.snapshot?.clock;
    const up = Object.values(live.state.seats).some((/** @type {any} */ seat) => seat.layout > 0);
    const runs = clock && up && live.status === "open" && !live.snapshot.stopped && live.snapshot.kind === "automatic";
    this.head.tickClock(runs ? Math.max(0, clock - (Date.now() - this.movedAt) / 1000) : null, clock);
  }

  /** How many watch, now and then. */
  async lookAround() {
    const { live } = this;
    if (document.hidden || live.status !== "open") return;
    const found = await live.ask("snapshot");
    if (!found?.ok) return;
    live.snapshot.watching = found.snapshot.watching;
    live.snapshot.seated = found.snapshot.seated;
    this.draw();
  }
}

const DONE = Object.freeze({ bet: "taken", remove: "taken down", reduce: "reduced", call: "called" });

/** @param {string} table */
async function begin(table) {
  fill(main(), h("p", { class: "soft" }, "Coming to the table ..."));
  try {
    await new TablePage(table).open();
  } catch (trouble) {
    if (!(trouble instanceof Refused)) throw trouble;
    const gone = trouble.status === 404;
    fill(main(), h("h1", null, gone ? "There is no such table" : "The table cannot be opened"),
      gone ? h("p", null, "It was closed, or the address is not right.") : problem(trouble), h("p", null, link("/", "To the tables")));
  }
}

begin(path()[0] ?? "");
