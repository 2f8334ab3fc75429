// The table page: creates its parts and connects them. `feed/` handles what the server sends,
// `actions.js` what the player does, and `scene/` draws the state.

import { get, Refused } from "../lib/api.js";
import { fill, h, link, styled } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { dollars } from "../lib/money.js";
import { main, path, problem } from "../lib/shell.js";
import { onOff, shown } from "../lib/sentences.js";
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
import { makeResults } from "./panels/results.js";
import { makeRail, verbWords } from "./controls/rail.js";
import { soundSwitch } from "./controls/sound-switch.js";
import { makeStage } from "./scene/stage.js";
import { makeTabs } from "./panels/tabs.js";
import { makeTextBoard } from "./text/text-board.js";
import { makeToasts } from "./controls/toasts.js";
import { Feed } from "./feed/feed.js";
import { KeptHeads } from "./feed/kept-heads.js";

/** @import { Catalogue, Command, Holder, Line, Problem } from "../../types/protocol.d.ts" */
/** @import { Instrument } from "../../types/instrument.d.ts" */
/** @import { Change, Deeds, Pictures, RefusedCommand } from "../../types/table.d.ts" */

/** @type {Readonly<Record<string, string>>} */
const DONE = Object.freeze({
  bet: "taken", remove: "taken down", reduce: "reduced", call: "called",
});
/**
 * Events after which the drawing may differ.
 * @type {readonly ("change" | "legal" | "waiting")[]}
 */
const LOOKED_AT = Object.freeze(["change", "legal", "waiting"]);
const WATCHES = "Surveillance: you see everything at this table and touch nothing.";
/** How long the inspected spot stays selected, in milliseconds. */
const HELD = 500;
/** Below this width panels open as sheets. */
const PHONE = 640;
/** The width at which there is a column beside the felt. */
const TWO_COLUMNS = "(min-width: 1121px)";
/** When the style sheet for small screens is needed. */
const SMALL = "(max-width: 1120px), (max-height: 500px), (max-height: 20em), (max-width: 20em)";

/**
 * Open the sheet with the spots when a spot or chip receives focus by keyboard.
 * @param {Element} holder of the felt @param {EventTarget | null} target that has the focus
 */
function keepInView(holder, target) {
  const element = /** @type {Element} */ (target);
  const sheet = element.closest(".sheet")
    ?? (element.closest(".foot") && holder.querySelector(".sheet"));
  if (element.matches(":focus-visible")) sheet?.scrollIntoView({ block: "nearest" });
}

export class TablePage {
  /**
   * @param {string} table @param {Catalogue} catalogue what the house says of the game
   * @param {Instrument} instrument what produces its outcomes @param {Pictures} pictures
   */
  constructor(table, catalogue, instrument, pictures) {
    this.table = table;
    this.catalogue = catalogue;
    this.instrument = instrument;
    this.pictures = pictures;
    this.felt = pictures.felt;
    this.live = new Live(table);
    this.betting = new Betting(this.live, catalogue);
    this.toasts = makeToasts();
    this.actions = new Actions(this);
    this.feed = new Feed(this);
    this.drawing = new Drawing(this);
    this.connection = new Connection(this);
    this.keptHeads = new KeptHeads(this.live);
    /** Until when the inspected spot stays selected. */ this.heldUntil = 0;
    /** True if I have had a seat since I joined. */ this.wasSeated = false;
    /** True once the crew's panel is shown. */ this.mounted = false;
    /** Names of those who sit or have sat here, by seat. @type {Record<string, string>} */
    this.seen = {};
    const { live, betting } = this;
    this.head = makeHead(live, catalogue, instrument, (seat) => this.seatName(seat));
    this.stage = makeStage(catalogue, instrument, pictures);
    this.info = makeInfo(catalogue, betting, { canPlay: () => this.canPlay });
    this.bets = makeBets(live, catalogue, betting);
    this.results = makeResults(live, catalogue);
    this.rail = makeRail(live, catalogue, betting, this.deeds());
    this.board = makeTextBoard(() => this.textBoard());
    this.panels = this.makePanels();
    this.tabs = makeTabs(this.tabList(), this.isSheet);
    this.staff = h("div", { class: "staff" });
    this.wide = matchMedia(TWO_COLUMNS);
  }

  /** Put the parts on the page. */
  build() {
    this.info.strip.addEventListener("click", (event) => {
      this.heldUntil = performance.now() + HELD; // Another spot is under the pointer then.
      this.tabs.open("spot", true, !event.detail);
      if (!this.isSheet()) this.tabs.bar.scrollIntoView();
    });
    const help = h("button", {
      type: "button", class: "quiet round-button", "aria-label": "Keys and choices",
      on: { click: () => this.actions.openDialog("keys") },
    }, "?");
    const sound = soundSwitch(() => this.stage.chime());
    main().addEventListener("change", sound.draw); // The same setting is in the dialog.
    this.head.element.append(this.rail.deeds, h("div", { class: "head-tools" },
      sound.element, help));
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
    const beside = h("div", { class: "beside" }, side);
    const foot = h("div", { class: "foot" },
      this.toasts.element, this.info.strip, this.rail.element);
    for (const part of [holder, foot]) {
      part.addEventListener("focusin", ({ target }) => keepInView(holder, target));
    }
    const layout = h("div", { class: "layout" }, this.stage.element, this.staff, play, beside);
    fill(main(), skip, this.head.element, this.connection.banner,
      this.keptHeads.element, layout, foot);
    this.wide.addEventListener("change", () => this.placeResults());
    this.placeResults();
  }

  /**
   * Put the results above the rail if there is no column for them, unless the crew needs the space.
   */
  placeResults() {
    const beside = this.wide.matches || this.mounted;
    (beside ? this.tabs.bar.parentElement : this.info.strip)?.before(this.results.element);
  }

  /** Show the page, hidden until it is complete so that nothing jumps. */
  reveal() {
    main().classList.remove("coming");
  }

  async textBoard() {
    const [{ makeBoard }] = await Promise.all([import("./text/board.js"), styled("panels")]);
    return makeBoard(this.live, this.catalogue, this.betting, {
      ...this.deeds(), sentence: (line) => this.sentence(line), shown: () => this.drawing.shown,
      who: (seat) => this.seatName(seat),
    });
  }

  /** Return the functions that the parts of the page use. @returns {Deeds} */
  deeds() {
    const { actions, instrument } = this;
    return {
      instrument,
      sit: () => actions.sit(),
      leave: () => actions.leave(),
      purse: () => actions.openDialog("chips"),
      buyIn: (cents) => actions.buyIn(cents),
      cashOut: (cents) => actions.cashOut(cents),
      refused: (what, why) => this.refuse(what, why),
      changed: () => this.draw(),
      look: (wager) => this.info.look(wager),
      announce: (text) => this.stage.announce(text),
      chipPicture: this.pictures.chipPicture,
      isCrew: () => this.isCrew(),
      isRolling: () => this.drawing.rolling,
      myTurn: () => this.isSheet() && this.tabs.open(""), // It would cover the stage.
    };
  }

  /** Create the panels whose modules are loaded when they are first opened. */
  makePanels() {
    const { live, betting, catalogue, instrument } = this;
    const load = async () =>
      (await Promise.all([import("./panels/panels.js"), styled("panels")]))[0];
    const seed = () => this.feed.revealed;
    return {
      rolls: lazyPanel("rolls", async (place) => (await load()).rolls(place, instrument)),
      players: lazyPanel("players", async (place) =>
        (await load()).players(place, live, catalogue.thing)),
      fair: lazyPanel("fair", async (place) =>
        (await load()).fair(place, live, instrument, betting, seed)),
    };
  }

  tabList() {
    const { rolls, players, fair } = this.panels;
    const bets = h("div", null, this.bets.element, this.rail.extras);
    const show = async (/** @type {() => Promise<void>} */ load) => {
      await load();
      this.draw();
    };
    return [
      { key: "spot", title: "Spot", body: this.info.body },
      { key: "bets", title: "Bets", body: bets },
      { key: "rolls", title: this.instrument.results, body: rolls.element,
        opened: () => show(rolls.load) },
      { key: "players", title: "Players", body: players.element,
        opened: () => show(players.load) },
      { key: "fair", title: "Fair", body: fair.element, opened: () => show(fair.load) },
    ];
  }

  listen() {
    const { live, betting, felt, feed, drawing, actions } = this;
    live.on("hello", (greeting) => feed.hello(greeting));
    live.on("lines", (lines) => feed.heard(lines));
    for (const each of LOOKED_AT) live.on(each, () => this.draw());
    live.on("ended", (bet) => this.late((late) => late.ended(this, bet)));
    live.on("legal", () => {
      this.connection.purse();
      feed.known();
    });
    live.on("status", () => this.connection.show());
    betting.on("change", () => drawing.drawFelt());
    betting.on("note", ({ words, clauses }) => this.note(words, clauses));
    betting.on("offer", ({ wager, more }) => this.offered(wager, more));
    betting.on("asks", () => betting.asks || this.toasts.answered());
    betting.on("refused", (refusal) => this.refused(refusal));
    betting.on("done", ({ wagers, lines }) => this.done(wagers, lines));
    const spot = (/** @type {string} */ what, /** @type {(wager: string) => unknown} */ act) =>
      felt.element.addEventListener(`spot-${what}`, (event) =>
        act(/** @type {CustomEvent<{wager: string}>} */ (event).detail.wager));
    spot("add", (wager) => actions.click(wager));
    spot("take", (wager) => this.canPlay && betting.take(wager));
    spot("look", (wager) => performance.now() > this.heldUntil && this.info.look(wager));
    spot("open", () => this.tabs.open("spot"));
    spot("raise", (wager) => this.canPlay && betting.raise(wager));
    document.addEventListener("keydown", (event) => actions.key(event));
  }

  draw() {
    this.drawing.draw();
  }

  /** True if panels open as sheets: on a phone. */
  isSheet() {
    return innerWidth < PHONE;
  }

  /** True if a click on the felt is a bet. */
  get canPlay() {
    if (this.live.actingSeat !== null) return true;
    return this.live.mine !== null && !this.live.mine.gone;
  }

  /** True if I belong to the crew of this table. */
  isCrew() {
    return this.live.snapshot?.kind === "staffed" && this.live.crewRoles.length > 0;
  }

  /** Show the crew's panel at a staffed table. */
  async crew() {
    const { crewRoles, you: { roles = [] } } = this.live;
    const watches = roles.includes("surveillance") && !crewRoles.length;
    if (!this.mounted) fill(this.staff, watches ? h("p", { class: "notice" }, WATCHES) : null);
    if (this.mounted || !this.isCrew()) return;
    try {
      const [{ mountStaff }, entry] = await Promise.all([
        import("./crew/panel.js"), this.instrument.crew(), styled("staff"),
      ]);
      if (!this.mounted) mountStaff(this.staff, this.live, this.catalogue, this.instrument, entry);
      this.mounted = true;
      this.placeResults();
      this.felt.low?.();
    } catch {
      this.note(`The crew's panel: ${NOT_LOADED}`);
    }
  }

  /** True while I use the text board, which shows its own answers. */
  get typing() {
    return this.board.element.contains(document.activeElement);
  }

  /** @param {Holder | string} seat */
  seatName(seat) {
    if (seat === "dealer") return "the dealer";
    const name = this.seen[seat];
    if (!name) return `seat ${seat}`;
    return Number(seat) === this.live.you.seat ? `you (seat ${seat})` : `${name} (seat ${seat})`;
  }

  /** Return a line of the log in words. @param {Line} line */
  sentence({ text }) {
    return shown(this.instrument.read(text), (seat) => `${this.seen[seat] ?? "Seat"} (${seat})`);
  }

  /** @param {string} words @param {string[]} [clauses] by which it is so */
  note(words, clauses) {
    if (this.typing) this.stage.announce(words);
    else this.toasts.note(words, clauses);
    this.board.say(words, clauses ? clauseLinks(clauses) : null);
  }

  /**
   * Announce how bets stand now, for screen readers; to everybody, that a bet cannot be made again.
   * @param {string[]} wagers @param {Change[]} lines that made them so
   */
  done(wagers, lines) {
    const barred = lines.filter(({ body }) => body.barred || body.reduced);
    const lies = (/** @type {string} */ wager) => {
      const bet = this.betting.bets[wager];
      const at = lines.findIndex(({ body }) => body.wager === wager) + 1;
      let odds = 0;
      for (const line of at ? lines.slice(at) : []) {
        if (line.event !== "remove" || !line.body.with) break;
        odds += line.body.stake;
      }
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

  /**
   * Offer on its spot to raise a bet for which less was placed than clicked.
   * @param {string} wager
   * @param {number} more
   */
  offered(wager, more) {
    const { stake = 0 } = this.betting.bets[wager] ?? {};
    const words = `${this.betting.name(wager)}: ${dollars(stake)}. Next: ${dollars(stake + more)}.`;
    this.stage.announce(words);
    this.drawing.drawFelt();
  }

  /** Return a command in words: "$5 on Field Bet". @param {Command} command */
  asked({ amount, wager = "" }) {
    return `${amount ? `${dollars(amount)} on ` : ""}${this.betting.name(wager)}`;
  }

  /**
   * Show a note about a bet that waits for confirmation, or no longer does.
   * @param {(late: typeof import("./betting/pending-bets.js")) => void} tell
   */
  late(tell) {
    return import("./betting/pending-bets.js").then(tell, () => {});
  }

  /**
   * Show that something was refused, where the player is looking.
   * @param {string} what @param {Problem} why
   */
  refuse(what, why) {
    if (!this.typing) return this.toasts.refused(what, why);
    const words = [`${what}.`, why.detail, why.instead].filter(Boolean).join(" ");
    this.board.say(words, clauseLinks(why.clauses ?? []));
    return this.stage.announce(words);
  }

  /** @param {RefusedCommand} refusal */
  refused({ command, refusal, again }) {
    this.drawing.drawFelt();
    if (refusal.code === "not-confirmed") {
      const { clauses } = refusal;
      return this.late((late) => late.waits(this, { command, clauses }, again));
    }
    const what = command.wager
      ? `${this.asked(command)}: not ${DONE[command.do] ?? "done"}`
      : `${verbWords(command.do)}: not done`;
    return this.refuse(what, refusal);
  }
}

/** @param {string} table */
async function open(table) {
  const spare = matchMedia("(prefers-reduced-data: reduce)").matches;
  const small = matchMedia(SMALL);
  const styles = () => small.matches && styled("narrow");
  small.addEventListener("change", styles);
  /** @type {[Catalogue, unknown]} */
  const [catalogue] = await Promise.all([
    get(`/tables/${encodeURIComponent(table)}/catalogue?figures=false`), styles(),
  ]);
  clausesUnder(catalogue.rules);
  const [pictures, instrument] = await Promise.all([
    drawn(catalogue, spare), instrumentOf(catalogue),
  ]);
  const page = new TablePage(table, catalogue, instrument, pictures);
  page.build();
  page.listen();
  if (spare) {
    page.reveal();
    page.board.focus();
  }
  await page.live.connect();
  page.drawing.start();
}

/** @param {string} table */
async function begin(table) {
  try {
    await open(table);
  } catch (trouble) {
    main().className = "";
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
