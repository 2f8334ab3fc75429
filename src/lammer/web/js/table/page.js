// The page one plays on: its parts, put together. What the house says comes in by `feed/`, what I
// do goes out by `actions.js`, and `scene/` shows how things stand.

import { get, Refused } from "../lib/api.js";
import { fill, h, link, styled } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { dollars } from "../lib/money.js";
import { main, path, problem } from "../lib/shell.js";
import { onOff, shown } from "../lib/calls.js";
import { instrumentOf } from "../lib/instrument.js";
import { makeBets } from "./panels/bets.js";
import { Betting } from "./betting/betting.js";
import { clauseLinks, clausesUnder } from "./shared/clauses.js";
import { Connection } from "./feed/connection.js";
import { Actions } from "./actions.js";
import { drawn, Drawing } from "./scene/drawing.js";
import { makeHead } from "./scene/head.js";
import { makeInfo } from "./panels/info.js";
import { lazyPanel, NOT_LOADED } from "./panels/lazy.js";
import { Past } from "./feed/recent.js";
import { makeRail, verbWords } from "./controls/rail.js";
import { makeStage } from "./scene/stage.js";
import { makeTabs } from "./panels/tabs.js";
import { makeTextBoard } from "./text/text-board.js";
import { makeToasts } from "./controls/toasts.js";
import { Feed } from "./feed/feed.js";

const CREW = ["dealer", "stickperson", "boxperson", "floorperson"];
const DONE = Object.freeze({
  bet: "taken", remove: "taken down", reduce: "reduced", call: "called",
});
const WATCHES = "Surveillance: you see everything at this table and touch nothing.";
/** Milliseconds for which the spot that was asked about stays. */
const HELD = 500;
/** Narrower than this, panels come up as sheets. */
const PHONE = 640;
/** What a style sheet of its own is for. */
const SMALL = "(max-width: 1120px), (max-height: 500px), (max-height: 20em), (max-width: 20em)";

export class TablePage {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.live = new Live(table);
    this.toasts = makeToasts();
    this.actions = new Actions(this);
    this.feed = new Feed(this);
    this.drawing = new Drawing(this);
    this.connection = new Connection(this);
    this.heldUntil = 0;
    /** What the house says of the game; there once the page is open. @type {any} */
    this.catalogue = null;
    /** What produces its outcomes; there then, too. @type {any} */
    this.instrument = null;
    /** The felt, and other pictures. @type {any} */
    this.pictures = null;
    /** Whether I have had a seat since I came. */ this.wasSeated = false;
    /** Who sits here or has sat here, by seat. @type {Record<string, string>} */ this.seen = {};
  }

  async open() {
    const spare = matchMedia("(prefers-reduced-data: reduce)").matches;
    const small = matchMedia(SMALL);
    const styles = () => small.matches && styled("small");
    small.addEventListener("change", styles);
    [this.catalogue] = await Promise.all([
      get(`/tables/${encodeURIComponent(this.table)}/catalogue`), styles(),
    ]);
    clausesUnder(this.catalogue.rules);
    [this.pictures, this.instrument] = await Promise.all([
      drawn(this.catalogue, spare), instrumentOf(this.catalogue),
    ]);
    this.past = new Past(this.instrument);
    this.felt = this.pictures.felt;
    this.betting = new Betting(this.live, this.catalogue);
    this.build();
    this.listen();
    if (spare) this.board.focus();
    await this.live.connect();
    this.drawing.start();
  }

  build() {
    const { live, catalogue, betting, instrument, pictures } = this;
    this.head = makeHead(live, catalogue, instrument, (seat) => this.seatName(seat));
    this.stage = makeStage(catalogue, instrument, pictures.drawn);
    this.info = makeInfo(catalogue, betting, { canPlay: () => this.canPlay });
    this.bets = makeBets(catalogue, betting);
    this.rail = makeRail(live, catalogue, betting, this.deeds());
    this.board = makeTextBoard(async () => {
      const [{ makeBoard }] = await Promise.all([import("./text/board.js"), styled("beside")]);
      const { past } = this;
      const [fillIn, who] = [() => this.feed.fillIn(), (/** @type {any} */ s) => this.seatName(s)];
      const sentence = (/** @type {any} */ line) => this.sentence(line);
      return makeBoard(live, catalogue, betting, { ...this.deeds(), sentence, past, fillIn, who });
    });
    this.panels = this.makePanels();
    this.tabs = makeTabs(this.tabList(), this.isSheet);
    this.info.strip.addEventListener("click", (/** @type {any} */ event) => {
      this.heldUntil = performance.now() + HELD; // Under the pointer lies another spot then.
      this.tabs.open("spot", true, !event.detail);
      if (!this.isSheet()) this.tabs.bar.scrollIntoView();
    });
    this.staff = h("div", { class: "staff" });
    const help = h("button", {
      type: "button", class: "quiet keys-button", "aria-label": "Keys and choices",
      on: { click: () => this.actions.openDialog("keys") },
    }, "?");
    this.head.element.append(this.rail.deeds, help);
    const toBoard = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.board.focus();
    };
    const skip = h("a", { class: "skip", href: "#text-board", on: { click: toBoard } },
      "To the text board");
    const holder = h("div", { class: "felt-holder" }, this.felt.element);
    const play = h("div", { class: "play" }, holder, this.board.element);
    const side = h("aside", { class: "side", "aria-label": "About the table" },
      this.tabs.bar, this.tabs.holder);
    const foot = h("div", { class: "foot" },
      this.toasts.element, this.info.strip, this.rail.element);
    const layout = h("div", { class: "layout" }, this.stage.element, this.staff, play, side);
    const page = main();
    page.classList.add("wide", "table-page");
    fill(page, skip, this.head.element, this.connection.banner, layout, foot);
  }

  /** What the parts of the page ask of it. */
  deeds() {
    const { actions, instrument } = this;
    return {
      instrument,
      sit: () => actions.sit(),
      leave: () => actions.leave(),
      purse: () => actions.openDialog("chips"),
      buyIn: (/** @type {number | null} */ cents) => actions.buyIn(cents),
      cashOut: (/** @type {number | null} */ cents) => actions.cashOut(cents),
      refused: (/** @type {string} */ what, /** @type {any} */ why) => this.refuse(what, why),
      changed: () => this.draw(),
      look: (/** @type {string} */ wager) => this.info.look(wager),
      announce: (/** @type {string} */ text) => this.stage.announce(text),
      chipPicture: this.pictures.chips.chipPicture ?? null,
      isCrew: () => this.isCrew(),
      isRolling: () => this.drawing.rolling,
      myTurn: () => this.isSheet() && this.tabs.open(""), // It would lie over the stage.
    };
  }

  /** The panels that nobody sees before opening them are loaded then. */
  makePanels() {
    const { live, betting, instrument, past } = this;
    const load = async () =>
      (await Promise.all([import("./panels/panels.js"), styled("beside")]))[0];
    const seed = () => this.feed.revealed;
    return {
      rolls: lazyPanel("rolls", async (place) =>
        (await load()).rolls(place, past, instrument)),
      players: lazyPanel("players", async (place) => (await load()).players(place, live)),
      fair: lazyPanel("fair", async (place) =>
        (await load()).fair(place, live, instrument, betting, seed)),
    };
  }

  tabList() {
    const { rolls, players, fair } = this.panels;
    const bets = h("div", null, this.bets.element, this.rail.extras);
    const lately = () => Promise.all([rolls.load(), this.feed.fillIn()]);
    const show = async (/** @type {() => Promise<any>} */ load) => {
      await load();
      this.draw();
    };
    return [
      { key: "spot", title: "Spot", body: this.info.body },
      { key: "bets", title: "Bets", body: bets },
      { key: "rolls", title: this.instrument.results, body: rolls.element,
        opened: () => show(lately) },
      { key: "players", title: "Players", body: players.element,
        opened: () => show(players.load) },
      { key: "fair", title: "Fair", body: fair.element, opened: () => show(fair.load) },
    ];
  }

  listen() {
    const { live, betting, felt, feed, drawing, actions } = this;
    const on = (
      /** @type {EventTarget} */ who, /** @type {string} */ what,
      /** @type {(event: any) => any} */ heard,
    ) => who.addEventListener(what, heard);
    on(live, "hello", (event) => feed.hello(event.detail));
    on(live, "lines", (event) => feed.heard(event.detail));
    for (const each of ["change", "legal", "waiting"]) on(live, each, () => this.draw());
    on(live, "ended", (event) => this.late("ended", event.detail));
    on(live, "legal", () => {
      this.connection.purse();
      feed.known();
    });
    on(live, "status", () => this.connection.show());
    on(betting, "change", () => drawing.drawFelt());
    on(betting, "note", ({ detail }) => this.note(detail.words ?? detail, detail.clauses));
    on(betting, "asks", () => betting.asks || this.toasts.answered());
    on(betting, "refused", (event) => this.refused(event.detail));
    on(betting, "done", ({ detail: [wagers, lines] }) => this.done(wagers, lines));
    on(felt.element, "spot-add", (event) => actions.click(event.detail.wager));
    on(felt.element, "spot-take", (event) => this.canPlay && betting.take(event.detail.wager));
    on(felt.element, "spot-look", ({ detail }) =>
      performance.now() > this.heldUntil && this.info.look(detail.wager));
    on(felt.element, "spot-open", () => this.tabs.open("spot"));
    on(document, "keydown", (event) => actions.key(event));
  }

  draw() {
    this.drawing.draw();
  }

  /** Whether panels come up as sheets: on a telephone. */
  isSheet() {
    return innerWidth < PHONE;
  }

  /** Whether a click on the felt is a bet. */
  get canPlay() {
    if (this.live.actingSeat !== undefined && this.live.actingSeat !== null) return true;
    return this.live.mine !== null && !this.live.mine.gone;
  }

  /** Whether I am of the crew of this table. */
  isCrew() {
    const { live } = this;
    return live.snapshot?.kind === "staffed" && CREW.some((role) => live.you.roles?.includes(role));
  }

  /** The crew of a staffed table has a panel of its own. */
  async crew() {
    const { roles = [] } = this.live.you;
    const watches = roles.includes("surveillance") && !CREW.some((role) => roles.includes(role));
    if (!this.mounted) fill(this.staff, watches ? h("p", { class: "notice" }, WATCHES) : null);
    if (this.mounted || !this.isCrew()) return;
    try {
      const [{ mountStaff }, entry] = await Promise.all([
        import("./crew/panel.js"), this.instrument.crew(),
      ]);
      if (!this.mounted) mountStaff(this.staff, this.live, this.catalogue, this.instrument, entry);
      this.mounted = true;
    } catch {
      this.note(`The crew's panel: ${NOT_LOADED}`);
    }
  }

  /** Whether I am at the text board, which answers by itself. */
  get typing() {
    return this.board.element.contains(document.activeElement);
  }

  /** @param {any} seat */
  seatName(seat) {
    if (seat === "dealer") return "the dealer";
    const name = this.seen[seat];
    if (!name) return `seat ${seat}`;
    return Number(seat) === this.live.you.seat ? `you (seat ${seat})` : `${name} (seat ${seat})`;
  }

  /** A line of the log in words. @param {import("../lib/calls.js").Line} line */
  sentence({ text }) {
    return shown(text, (seat) => `${this.seen[seat] ?? "Seat"} (${seat})`);
  }

  /** @param {string} words @param {string[]} [clauses] by which it is so */
  note(words, clauses) {
    if (this.typing) this.stage.announce(words);
    else this.toasts.note(words, clauses);
    this.board.say(words, clauses ? clauseLinks(clauses) : null);
  }

  /**
   * How bets lie now, for those who cannot see it; that one cannot be put back, for everybody.
   * @param {string[]} wagers @param {import("../lib/calls.js").Line[]} lines that made them so
   */
  done(wagers, lines) {
    const barred = lines.filter(({ body }) => body.barred || body.reduced);
    const lies = (/** @type {string} */ wager) => {
      const bet = this.betting.bets[wager];
      const at = lines.findIndex(({ body }) => body.wager === wager) + 1;
      let odds = 0;
      for (let next = at; at && lines[next]?.body.with; next++) odds += lines[next].body.stake;
      const how = bet ? [dollars(bet.stake), onOff(bet)].filter(Boolean).join(", ")
        : `taken down${odds ? `, with its odds ${dollars(odds)}` : ""}`;
      const bound = barred.some(({ body }) => body.wager === wager);
      const back = bound ? ` ${bet ? "What came down" : "It"} cannot be put back now.` : "";
      return `${this.betting.name(wager)}: ${how}.${back}`;
    };
    const words = wagers.map(lies).join(" ");
    if (barred.length) this.note(words, barred[0].clauses);
    else this.stage.announce(words);
  }

  /** "$5 on Field Bet". @param {any} command */
  asked({ amount, wager }) {
    return `${amount ? `${dollars(amount)} on ` : ""}${this.betting.name(wager)}`;
  }

  /** A bet that waits, or waits no more. @param {"waits" | "ended"} what @param {...any} told */
  late(what, ...told) {
    return import("./betting/pending-bets.js").then(
      (late) => /** @type {any} */ (late[what])(this, ...told), () => {});
  }

  /** Tell that something was not done, where I am. @param {string} what @param {any} why */
  refuse(what, why) {
    if (!this.typing) return this.toasts.refused(what, why);
    const words = [`${what}.`, why.detail, why.instead].filter(Boolean).join(" ");
    this.board.say(words, clauseLinks(why.clauses ?? []));
    return this.stage.announce(words);
  }

  /** @param {{command: any, refusal: any, again: boolean}} told */
  refused({ command, refusal, again }) {
    this.drawing.drawFelt();
    if (refusal.code === "not-confirmed") {
      return this.late("waits", { command, clauses: refusal.clauses }, again);
    }
    const what = command.wager
      ? `${this.asked(command)}: not ${DONE[command.do] ?? "done"}`
      : `${verbWords(command.do)}: not done`;
    return this.refuse(what, refusal);
  }
}

/** @param {string} table */
async function begin(table) {
  fill(main(), h("p", { class: "soft" }, "Coming to the table ..."));
  try {
    await new TablePage(table).open();
  } catch (trouble) {
    if (!(trouble instanceof Refused)) {
      fill(main(), h("h1", null, "The table cannot be drawn"), h("p", null, NOT_LOADED),
        h("p", null, link("/", "To the tables")));
      throw trouble;
    }
    const gone = trouble.status === 404;
    fill(main(), h("h1", null, gone ? "There is no such table" : "The table cannot be opened"),
      gone ? h("p", null, "It was closed, or the address is not right.") : problem(trouble),
      h("p", null, link("/", "To the tables")));
  }
}

begin(path()[0] ?? "");
