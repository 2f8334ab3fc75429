// What the house says: the greeting, lines as they come, and what happened before. Trials are shown
// one after the other, the outcome first, then what it did.

import { get } from "../../lib/api.js";
import { whoIsIn } from "../../lib/shell.js";
import { gained, isTrial } from "../../lib/calls.js";
import { MOST_TRIALS, trialOf } from "./recent.js";

/** @typedef {import("../../lib/calls.js").Line} Line */

const LAST_LINES = 200;
/** From one shuffle to the next there may be some thousands of lines. */
const MOST_PAGES = 50;
const MOST_TAIL = 500;
/** What the crew calls out between trials. */
const CALLED = new Set([
  "throw", "no-roll", "no-shake", "no-deal", "no-more-bets", "accept", "decline", "pass", "alone",
  "cut", "recut", "procedure",
]);
/** After these the outcome that lies there counts no more. */
const OLD = new Set(["throw", "no-roll", "no-shake"]);
/** After these the last trial lies on the table no more. */
const CLEARED = new Set(["correct", "no-deal", "cut"]);

export class Feed {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** What was heard and is not shown yet. @type {{lines: Line[], state: any}[]} */
    this.queue = [];
    this.playing = false;
    /** How often the house greeted, and after which of these the past was filled in. */
    this.helloes = 0;
    this.filled = 0;
    /** @type {Promise<void> | null} */ this.begun = null;
    /** How often the past was asked for: an answer that comes late does not count. */
    this.asked = 0;
    /** Lines heard since. @type {Line[]} */ this.tail = [];
    /** The seed that was revealed last. */ this.revealed = "";
    /** Who I am, as far as is known. @type {number | undefined} */ this.person = undefined;
    /** Where I sit, or sat last. @type {number | undefined} */ this.seat = undefined;
  }

  /** @param {{again: boolean, lines: Line[], error: any}} told */
  async hello(told) {
    const { page } = this;
    const { live, drawing } = page;
    this.helloes += 1;
    this.tail = [];
    this.queue.length = 0;
    drawing.shown = { state: live.state, legal: live.legal };
    drawing.know(live.state.seats);
    if (told.again) this.back(told);
    this.seatGone(told.lines);
    if (told.again && (told.lines.length || told.error)) {
      page.stage.forget();
      page.rail.net(null);
    }
    document.title = `${live.snapshot.name} - ${document.title.split(" - ").at(-1)}`;
    page.connection.again();
    for (const each of page.betting.waiting) page.late("waits", each);
    whoIsIn(live.you.watching ? null : live.you);
    this.begun = this.backfill();
    await this.begun;
    await page.crew();
    if (new URLSearchParams(location.search).has("sit")) {
      history.replaceState(null, "", location.pathname);
      page.actions.sit();
    }
    page.draw();
  }

  /** Who I am, and where I sit: for when I come back without. */
  known() {
    const { person, seat } = this.page.live.you;
    this.person = person;
    this.seat = seat ?? this.seat;
  }

  /** Say what became of the seat I had, if I have it no more. @param {Line[]} lines I missed */
  seatGone(lines) {
    const { page } = this;
    const { live } = page;
    const same = live.you.person === this.person;
    const left = lines.some(({ event, body }) => event === "leave" && body.seat === this.seat);
    const gone = live.you.watching ? "signedOut"
      : same && live.you.seat === null && (left ? "left" : "unseated");
    if (page.wasSeated && gone) this.say(({ GONE }) => GONE[gone]);
    this.known();
    page.wasSeated = live.mine !== null && !live.mine.gone && live.actingSeat === null;
  }

  /**
   * Come back after a lost connection or a reload: say what happened.
   * @param {{lines: Line[], error: any}} told
   */
  back(told) {
    const { live } = this.page;
    if (!told.error && !told.lines.length) return;
    this.page.board.hear(told.lines);
    if (live.snapshot.stopped) return; // The banner says why.
    const { noun } = this.page.catalogue;
    this.say(({ meanwhile, missed }) =>
      (told.error ? missed(told.error) : meanwhile(told.lines, live.seat, noun)));
  }

  // The past

  /**
   * What one must know at once: what the last trial was; all since the last shuffle, where that is
   * shown.
   * The rest is filled in when somebody looks at it.
   */
  async backfill() {
    const { page } = this;
    const { drawing, instrument, live, past, tabs } = page;
    const whole = instrument.whole || tabs.shown === "rolls";
    const lines = await (whole ? this.whole() : this.remember(1, 1));
    if (!lines) return;
    const before = instrument.whole ? null : past.trials.at(-1);
    drawing.lastTrial = trialView(lines) ?? before ?? null;
    page.stage.begin(drawing.lastTrial, live.state.thrown);
    if (OLD.has(lines.at(-1)?.event ?? "")) page.stage.old();
    page.draw();
  }

  /** The last trials and the shooter's hand so far, once after each greeting. */
  async fillIn() {
    await this.begun;
    if (this.filled !== this.helloes) await this.whole();
  }

  whole() {
    this.filled = this.helloes;
    return this.remember(LAST_LINES, this.page.instrument.whole ? MOST_PAGES : 1);
  }

  /**
   * Take up the last lines of the log.
   * @param {number} size of a page of it @param {number} pages
   * @returns {Promise<Line[] | null>} null if they were asked for again meanwhile
   */
  async remember(size, pages) {
    const { felt, live, past } = this.page;
    const number = ++this.asked;
    const { seq } = live;
    const found = await this.lastLines(seq, size, pages);
    if (this.asked !== number) return null;
    const lines = [...found, ...this.tail.filter((line) => line.seq > seq)];
    past.begin(live.snapshot.recent, lines, seq);
    felt.remember?.(lines);
    return lines;
  }

  /** @param {number} seq @param {number} size @param {number} pages @returns {Promise<Line[]>} */
  async lastLines(seq, size, pages) {
    const path = `/tables/${encodeURIComponent(this.page.table)}/lines`;
    /** @type {Line[]} */ let lines = [];
    for (let page = 1, to = seq; page <= pages && to > 0; page++, to -= size) {
      const from = Math.max(1, to - size + 1);
      const found = await get(`${path}?from=${from}&limit=${to - from + 1}`).catch(() => null);
      if (!found) break;
      lines = [...found.lines, ...lines];
      if (found.lines.some((/** @type {Line} */ line) => line.event === "shuffle")) break;
    }
    return lines;
  }

  // Lines as they come

  /** @param {Line[]} lines */
  heard(lines) {
    const { page } = this;
    page.drawing.know(page.live.state.seats);
    this.tail = [...this.tail, ...lines].slice(-MOST_TAIL);
    this.queue.push({ lines, state: page.live.state });
    const { snapshot } = page.live;
    for (const line of lines) {
      if (line.event === "leave") this.left(line);
      if (line.event === "reveal") this.revealed = line.body.seed;
      if (line.event === "correct") snapshot.recent = snapshot.recent.slice(0, -1);
      if (isTrial(line)) snapshot.recent = [...snapshot.recent, trialOf(line)].slice(-MOST_TRIALS);
    }
    this.play();
  }

  /** I am gone from the table, and it is not this page that asked for it. @param {Line} line */
  left({ body }) {
    const { page } = this;
    const { live } = page;
    const asked = live.pending.some((each) => each.do === "leave");
    if (asked || body.seat !== live.you.seat || live.you.seat === undefined) return;
    page.wasSeated = false;
    this.say(({ leftBy }) => leftBy(live.snapshot.kind));
  }

  /** A note in words that are seldom needed. @param {(away: any) => string} words */
  async say(words) {
    const away = await import("./missed.js").catch(() => null);
    const said = away && words(away);
    if (said) this.page.note(said);
  }

  /** Show what happened, one after the other. */
  async play() {
    if (this.playing) return;
    this.playing = true;
    const { page } = this;
    try {
      while (this.queue.length) await this.next(/** @type {any} */ (this.queue.shift()));
    } finally {
      this.playing = false;
      page.drawing.rolling = false;
      page.draw();
    }
  }

  /** @param {{lines: Line[], state: any}} heard */
  async next({ lines, state }) {
    const { page } = this;
    const { drawing } = page;
    const deals = lines.some((line) => line.event === "deal");
    const cards = deals ? lines.findIndex(isTrial) + 1 : 0;
    const tried = lines.some(isTrial);
    const staffed = page.live.snapshot?.kind === "staffed";
    if (tried) await this.trial(lines, cards);
    for (const line of lines) {
      if (line.event === "correct") this.takenBack(line);
      else if (CLEARED.has(line.event)) this.cleared();
      const calls = CALLED.has(line.event) || (staffed && line.event === "shuffle");
      if (calls && !tried) this.called(line); // Else the trial is the call.
      if (OLD.has(line.event) && !tried) page.stage.old();
    }
    page.board.hear(lines);
    drawing.shown.state = this.queue.length ? state : page.live.state;
    page.past.add(lines);
    drawing.moved = lines;
    page.draw();
    page.felt.settle(lines.slice(cards));
  }

  /** @param {Line[]} lines @param {number} cards how many of them deal cards */
  async trial(lines, cards) {
    const { page } = this;
    const { drawing, live } = page;
    drawing.rolling = true;
    const skip = this.queue.length > 2 || document.hidden;
    const { seat } = live;
    const who = live.acting ? page.seatName(seat) : "";
    const net = gained(lines.filter(({ event }) => event !== "collect"), seat);
    page.toasts.clear();
    if (cards) await page.felt.settle(lines.slice(0, cards));
    const { after: last } = page.instrument;
    const after = lines.filter(({ event }) => last.includes(event))
      .map((line) => page.sentence(line));
    await page.stage.show(lines, { seat, who, skip, cents: net, after });
    drawing.lastTrial = trialView(lines);
    drawing.rolling = false;
    const decided = lines.some(({ event, body }) =>
      (event === "wins" || event === "loses") && body.seat === seat);
    if (seat === live.seat) page.rail.net(net, decided);
  }

  /** What is called out, where nothing comes to rest. @param {Line} line */
  called(line) {
    const words = this.page.sentence(line);
    if (words) this.page.stage.called(words);
  }

  /** A trial that was entered wrongly. @param {Line} line */
  takenBack(line) {
    this.page.stage.back(this.page.sentence(line));
    this.cleared();
  }

  /** What lay on the table is gone. */
  cleared() {
    this.page.rail.net(null);
    this.page.drawing.lastTrial = null;
  }
}

/** What the felt may draw of the last trial: result, and what was dealt. @param {Line[]} lines */
function trialView(lines) {
  const trial = lines.findLast(isTrial);
  const gone = (/** @type {Line} */ { event, seq }) =>
    seq > (trial?.seq ?? 0) && (CLEARED.has(event) || event === "shuffle");
  if (!trial || lines.some(gone)) return null;
  const deal = lines.findLast((line) => line.event === "deal");
  const cards = deal ? { cards: deal.body.cards, deal: deal.body } : {};
  return { event: trial.event, ...trial.body, ...cards };
}
