// Handles what the server sends: the hello, new lines, and missed lines. Trials are shown one after
// the other, each with its outcome before its results.

import { showWho } from "../../lib/shell.js";
import { is, isTrial, shown } from "../../lib/sentences.js";

/** @import { Line } from "../../../types/protocol.d.ts" */
/** @import { Greeting, Heard } from "../../../types/table.d.ts" */

/** Events announced between trials with any instrument. */
const CALLED = ["no-more-bets"];
/** Events that change whose turn it is. */
const TURNS = ["accept", "decline", "pass"];

export class Feed {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** Lines received and not shown yet. @type {Heard[]} */ this.queue = [];
    this.playing = false;
    /** The seed that was revealed last. */ this.revealed = "";
    /** Who I am, if known. @type {number | undefined} */ this.person = undefined;
    /** Where I sit, or sat last. @type {number | undefined} */ this.seat = undefined;
  }

  /** @param {Greeting} greeting */
  async hello(greeting) {
    const { page } = this;
    const { live, drawing, stage } = page;
    this.queue.length = 0;
    drawing.catchUp();
    page.results.show(greeting.results);
    if (greeting.again) this.back(greeting);
    this.seatGone(greeting.lines);
    if (greeting.again && (greeting.lines.length || greeting.error)) {
      page.stage.forget();
      page.rail.net(null);
    }
    document.title = `${live.snapshot?.name} - ${document.title.split(" - ").at(-1)}`;
    page.connection.again();
    for (const each of page.betting.waiting) page.late((late) => late.waits(page, each));
    showWho(live.you.watching ? null : live.you);
    drawing.lastTrial = live.shown;
    stage.begin(live.shown, live.state.thrown);
    if (live.shown?.old) stage.old();
    await page.crew();
    if (new URLSearchParams(location.search).has("sit")) {
      history.replaceState(null, "", location.pathname);
      page.actions.sit();
    }
    page.draw();
    page.reveal();
  }

  /** Remember who I am and where I sit, in case I return without a seat. */
  known() {
    const { person, seat } = this.page.live.you;
    this.person = person;
    this.seat = seat ?? this.seat;
  }

  /** Show what happened to my former seat, if I have lost it. @param {Line[]} lines I missed */
  seatGone(lines) {
    const { page } = this;
    const { live } = page;
    const same = live.you.person === this.person;
    const left = lines.some((line) => is("leave", line) && line.body.seat === this.seat);
    const gone = live.you.watching ? "signedOut"
      : same && live.you.seat === null && (left ? "left" : "unseated");
    if (page.wasSeated && gone) this.say(({ GONE }) => GONE[gone]);
    this.known();
    page.wasSeated = live.mine !== null && !live.mine.gone && live.actingSeat === null;
  }

  /** After a lost connection or a reload: show what happened. @param {Greeting} greeting */
  back({ error, lines, missed }) {
    const { live } = this.page;
    if (!error && !lines.length) return;
    this.page.board.hear(lines);
    if (live.snapshot?.stopped) return; // The banner explains why.
    if (error) this.say(({ notTold }) => notTold(error));
    else if (missed) this.page.note(missed.text);
  }

  // New lines

  /** @param {Line[]} lines */
  heard(lines) {
    const { drawing, live } = this.page;
    drawing.know(live.state.seats);
    const { state, recent, score, shown: lying, results, moments } = live;
    this.queue.push({ lines, state, recent, score, lying, results, moments });
    for (const line of lines) {
      if (is("leave", line)) this.left(line.body.seat);
      if (is("reveal", line)) this.revealed = line.body.seed;
    }
    this.play();
  }

  /** Handle a player leaving: possibly me, from another page. @param {number} seat */
  left(seat) {
    const { page } = this;
    const { live } = page;
    page.results.left(seat);
    const asked = live.pending.some((each) => each.do === "leave");
    if (asked || seat !== live.you.seat) return;
    page.wasSeated = false;
    this.say(({ leftBy }) => leftBy(live.snapshot?.kind));
  }

  /**
   * Show a note whose texts are loaded on demand.
   * @param {(away: typeof import("./missed.js")) => string} words
   */
  async say(words) {
    const away = await import("./missed.js").catch(() => null);
    const said = away && words(away);
    if (said) this.page.note(said);
  }

  /** Show what happened, one event after the other. */
  async play() {
    if (this.playing) return;
    this.playing = true;
    const { page } = this;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) await this.next(next);
    } finally {
      this.playing = false;
      page.drawing.rolling = false;
      page.draw();
    }
  }

  /** @param {Heard} heard */
  async next(heard) {
    const { page } = this;
    const { drawing, instrument } = page;
    const { lines, lying, results, moments } = heard;
    const deals = lines.some(({ event }) => event === instrument.begins);
    const dealt = deals ? lines.findIndex(isTrial) + 1 : 0;
    const tried = lines.some(isTrial);
    if (tried) await this.trial(heard, dealt);
    for (const line of lines) {
      const { event } = line;
      if (event === "correct") page.stage.back(page.sentence(line));
      if (tried) continue; // The trial has a call of its own.
      if (CALLED.includes(event) || instrument.calls.includes(event)) this.called(line);
      else if (TURNS.includes(event)) this.called(line, true);
    }
    if (!lying && (tried || drawing.lastTrial)) this.cleared();
    if (lying?.old) {
      page.stage.old();
      drawing.lastTrial = lying;
    }
    page.board.hear(lines);
    if (this.queue.length) drawing.show(heard);
    else drawing.catchUp();
    drawing.moved = lines;
    page.draw();
    page.felt.settle(lines.slice(dealt), results);
    if (!moments.length || this.queue.length) return;
    page.felt.celebrate?.(moments);
    page.stage.chime();
  }

  /** @param {Heard} heard @param {number} dealt how many of its lines bring the outcome */
  async trial({ lines, lying, results }, dealt) {
    const { page } = this;
    const { drawing, instrument, live } = page;
    drawing.rolling = true;
    const skip = this.queue.length > 2 || document.hidden;
    const { seat } = live;
    const result = seat === null ? undefined : results[seat];
    page.toasts.clear();
    page.results.show(null);
    if (dealt) {
      drawing.lastTrial = lying;
      await page.felt.settle(lines.slice(0, dealt), results, lying);
    }
    const after = lines.filter(({ event }) => instrument.after.includes(event))
      .map((line) => page.sentence(line));
    const { brief = "", text = "" } = (live.acting ? result : result?.to_player) ?? {};
    const [seen, spoken] = [brief, text].map((each) => shown(each, (at) => page.seatName(at)));
    const net = result?.net ?? 0;
    await page.stage.show(lines, { skip, after, net, seen, spoken });
    drawing.lastTrial = lying;
    drawing.rolling = false;
    page.results.show(results);
    if (page.isSheet()) page.info.look(null); // There they share a place.
    const decided = result?.bets?.some(({ win = 0 }) => win !== 0) ?? false;
    if (seat === live.seat) page.rail.net(net, decided);
  }

  /**
   * Show an announcement that has no outcome.
   * @param {Line} line @param {boolean} [turn] whether it only says whose turn it is
   */
  called(line, turn = false) {
    const words = this.page.sentence(line);
    if (words) this.page.stage.called(words, turn);
  }

  /** Remove the last outcome from the table. */
  cleared() {
    this.page.rail.net(null);
    this.page.results.show(null);
    this.page.drawing.lastTrial = null;
  }
}
