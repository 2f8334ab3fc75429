// From clicks to commands: chips that add up, taking back, undo, repeat, double, odds at their
// most. Amounts are fitted to the ranges that the house sends; what it does not allow is asked of
// it all the same, so that the reason is its own.

import { NOT_SENT, TOO_LATE } from "../../lib/live.js";
import { dollars } from "../../lib/money.js";
import { keep, keptData } from "../../lib/storage.js";
import { betName, isTrial, listed } from "../../lib/calls.js";
import { less, mostOdds, nearest, range, wanted } from "./amounts.js";
import { NOT_LOADED } from "../panels/lazy.js";
import { settings } from "../shared/settings.js";

/** Clicks on one spot within so many milliseconds are one command. */
const TOGETHER = 120;
const MOST_UNDO = 50;
const PATIENCE = 600;
/** For how long what is legal is waited for, at most. */
const STEADY = 3000;
/** For so long a question about what comes down is remembered. */
const ASKED = 15_000;
/** @type {Readonly<{bets: string, until: number}>} */
const NONE_BOUND = Object.freeze({ bets: "", until: 0 });
/** Odds that take more of the rail than this are asked for twice. */
const MUCH = 0.75;

/** @typedef {import("../../lib/calls.js").Line} Line */
/** @typedef {{wager: string, clicked: number, timer: number, turn: number}} Unsent */

/**
 * Tells of: `change` (unsent chips), `refused` (detail: command, refusal, and `again` if it waited
 * for a word before), `note` (detail: words, or `words` with `clauses`), `asks` (what it waits to
 * be asked for once more has changed), `done` (detail: the bets that changed, and the lines that
 * changed them).
 */
export class Betting extends EventTarget {
  /** @param {any} live @param {any} catalogue */
  constructor(live, catalogue) {
    super();
    this.live = live;
    this.catalogue = catalogue;
    /** By turn and wager. @type {Map<string, Unsent>} */ this._unsent = new Map();
    /** @type {Map<string, Promise<any>>} */ this._line = new Map();
    /** @type {Line[][]} */ this._done = [];
    /** With each, the bet as it lay before. @type {Map<number, Line>} */ this._lines = new Map();
    /** @type {Record<string, any>} */ this._before = {};
    /** @type {[string, number][]} */ this.last = keptData(this._key, []);
    /** The line of the last trial. */ this._since = 0;
    /** Odds that are to be asked for once more, in cents. */ this.asks = 0;
    /** Bets that were asked about before they come down, and until when. */
    this._bound = NONE_BOUND;
    /** How often the house has greeted: what was begun before is not done after. */
    this._greeted = 0;
    /** Gestures, one after the other. @type {Promise<any>} */ this._turn = Promise.resolve();
    /** How many there were: chips clicked after a gesture are not sent before it. */
    this._turns = 0;
    live.addEventListener("lines", (/** @type {CustomEvent} */ event) => this._heard(event.detail));
    live.addEventListener("hello", () => this._greet());
    live.addEventListener("acting", () => this._elsewhere());
  }

  /** The seat that is bet for: mine, or the one the crew acts for. */
  get seat() {
    return this.live.actingSeat ?? this.live.seat;
  }

  /** What may be done for it. */
  get legal() {
    return this.live.actingSeat === undefined || this.live.actingSeat === null
      ? this.live.legal : (this.live.actingLegal ?? null);
  }

  get mine() {
    return this.seat === null ? null : (this.live.state.seats[this.seat] ?? null);
  }

  /** @returns {Record<string, any>} */
  get bets() {
    return this.mine?.bets ?? {};
  }

  /** Bets of the seat that wait for the word of the crew. @returns {any[]} */
  get waiting() {
    return this.live.waiting.filter((/** @type {any} */ { command }) =>
      command.do === "bet" && command.seat === this.seat);
  }

  /** Commands that have no answer, chips that are not sent yet, bets that wait for a word. */
  get pending() {
    const unsent = [...this._unsent.values()].map(({ wager, clicked }) => (
      { do: "bet", wager, amount: this._fitted(wager, clicked).amount }));
    return [...this.live.pending, ...unsent, ...this.waiting.map(({ command }) => command)];
  }

  get canUndo() {
    return this._done.length > 0;
  }

  /** @param {string} bet */
  name(bet) {
    return betName(this.catalogue, bet, this.bets[bet]);
  }

  /**
   * What would be put down for so many cents. @param {string} wager @param {number} cents
   * @returns {import("./amounts.js").Lawful}
   */
  _fitted(wager, cents) {
    const among = range(this.legal?.bet?.[wager]);
    return among ? nearest(cents, among) : { amount: cents, why: "", limit: "" };
  }

  /** A chip more on a spot; it shows at once and is sent in a moment. @param {string} wager */
  add(wager) {
    if (this.live.status !== "open") {
      this._ask({ do: "bet", wager, amount: settings.chip });
      return;
    }
    const turn = this._turns;
    const unsent = this._unsent.get(`${turn} ${wager}`) ?? { wager, clicked: 0, timer: 0, turn };
    clearTimeout(unsent.timer);
    unsent.clicked += settings.chip;
    unsent.timer = setTimeout(() => this._turn.then(() => this._flush(wager, turn)), TOGETHER);
    this._unsent.set(`${turn} ${wager}`, unsent);
    this._tell("change");
  }

  /**
   * Send what was clicked on a spot in a turn, once the command before it is answered.
   * @param {string} wager @param {number} turn
   */
  async _flush(wager, turn) {
    await this._line.get(wager);
    const unsent = this._unsent.get(`${turn} ${wager}`);
    if (!unsent) return;
    this._unsent.delete(`${turn} ${wager}`);
    const sent = this._put(wager, unsent.clicked)
      .then((answer) => answer.ok && this._told(["legal"]));
    this._line.set(wager, sent.finally(() => this._line.delete(wager)));
  }

  /**
   * When the house has told something of these kinds; in a moment, if it does not.
   * @param {string[]} kinds
   */
  _told(kinds) {
    return new Promise((resolve) => {
      const heard = () => resolve(true);
      for (const kind of kinds) this.live.addEventListener(kind, heard, { once: true });
      setTimeout(() => resolve(false), PATIENCE);
    });
  }

  /**
   * Do something when every gesture before it is done.
   * @template T @param {(turn: number) => Promise<T>} act @returns {Promise<T>}
   */
  _inTurn(act) {
    const turn = this._turns++;
    const done = this._turn.then(() => act(turn));
    this._turn = done.catch(() => {});
    return done;
  }

  /**
   * Ask for one thing when every gesture before it is done and every chip before it is sent; what
   * comes after it does not wait for the answer.
   * @template T @param {() => T} ask @returns {Promise<Awaited<T>>} the answer
   */
  async _after(ask) {
    const greeted = this._greeted;
    const { answer } = await this._inTurn(async (turn) => {
      await this._sendUnsent(turn);
      return { answer: greeted === this._greeted ? ask() : /** @type {any} */ (this._late()) };
    });
    return answer;
  }

  /**
   * Do something with several bets when every gesture before it is done and things are steady.
   * @param {() => Promise<any>} act @param {boolean} [legal] whether it needs what is legal
   * @returns {Promise<any>} how many were changed, or the answer
   */
  _gesture(act, legal = true) {
    const greeted = this._greeted;
    return this._inTurn(async (turn) => {
      await this._steady(turn, legal);
      if (greeted === this._greeted) return act();
      this._late();
      return 0;
    });
  }

  /**
   * Something with several bets, by a plan that is made when it is its turn.
   * @param {"clear" | "repeat" | "double" | "undo"} what
   */
  async _together(what) {
    const loading = import("./bulk-bets.js").catch(() => null);
    const undoing = what === "undo";
    return this._gesture(async () => {
      const plans = await loading;
      const lines = plans && undoing ? this._done.pop() : undefined;
      const { commands, note } = plans?.[what](this, lines) ?? { commands: [], note: NOT_LOADED };
      if (what === "clear" && !this._isFree(commands.map(({ wager }) => wager))) return 0;
      if (note) this._tell("note", note);
      const done = await this._all(commands, !undoing);
      if (undoing) this._tell("change");
      return done;
    }, !undoing);
  }

  /** What was pressed before the connection was lost is not done at another table. */
  _late() {
    this._tell("note", `${TOO_LATE.detail} ${TOO_LATE.instead}`);
    return { re: null, ok: false, refusal: TOO_LATE };
  }

  /** Send every chip of this turn and those before that is not sent yet. @param {number} last */
  async _sendUnsent(last) {
    for (const { wager, timer, turn } of [...this._unsent.values()]) {
      if (turn > last) continue;
      clearTimeout(timer);
      await this._flush(wager, turn);
    }
  }

  /**
   * When every chip is sent and answered, and what is legal is said of the table as it is: what is
   * worked out from both would be wrong before.
   * @param {number} turn @param {boolean} legal whether that matters
   */
  async _steady(turn, legal) {
    await this._sendUnsent(turn);
    const { live } = this;
    const waits = () => live.pending.length > 0 || (legal && live.legalAt < live.seq);
    const until = performance.now() + STEADY;
    while (live.status === "open" && waits() && performance.now() < until) {
      await this._told(["legal", "change"]);
    }
  }

  /**
   * Put so much on a wager, or the lawful amount next to it.
   * @param {string} wager @param {number} cents @returns {Promise<any>} the answer
   */
  put(wager, cents) {
    return this._after(() => this._put(wager, cents));
  }

  /**
   * Put exactly so much on a wager, or hear why not.
   * @param {string} wager @param {number} amount
   */
  exactly(wager, amount) {
    return this._after(() => this._ask(this.made({ wager, amount })));
  }

  /** @param {string} wager @param {number} cents @returns {Promise<any>} */
  async _put(wager, cents) {
    const fitted = this._fitted(wager, cents);
    const answer = await this._ask(this.made({ wager, amount: fitted.amount }));
    if (answer.ok && fitted.why) {
      import("./adjusted-amount.js").then(({ adjusted }) =>
        this._tell("note", adjusted(this, wager, cents, fitted)), () => {});
    }
    return answer;
  }

  /** A chip less; the whole bet where no part of it may go. @param {string} wager */
  async take(wager) {
    const key = `${this._turns} ${wager}`;
    const unsent = this._unsent.get(key);
    if (unsent) {
      unsent.clicked -= settings.chip;
      if (unsent.clicked <= 0) {
        clearTimeout(unsent.timer);
        this._unsent.delete(key);
      }
      this._tell("change");
      return null;
    }
    const since = this._since; // What may be left of a bet is waited for, but not over a trial.
    return this._gesture(async () => {
      if (since !== this._since) return this._late();
      const bet = this.bets[wager];
      if (bet) {
        if (!this._isFree([wager])) return null;
        return this._ask({ wager, ...less(bet.stake, settings.chip, this.legal?.up?.[wager]) });
      }
      const waits = this.waiting.some(({ command }) => command.wager === wager);
      this._tell("note", waits
        ? `${this.name(wager)} waits for the word of the crew, who may say "no bet".`
        : `You have nothing on ${this.name(wager)}.`);
      return null;
    });
  }

  /** @param {string} wager */
  remove(wager) {
    return this._down({ do: "remove", wager });
  }

  /** @param {string} wager @param {number} by */
  reduce(wager, by) {
    return this._down({ do: "reduce", wager, by });
  }

  /** @param {any} command that takes chips off a bet */
  _down(command) {
    return this._gesture(async () => (this._isFree([command.wager]) ? this._ask(command) : null));
  }

  /**
   * Whether these may come down at once: what could not be put back is asked for twice.
   * @param {string[]} wagers
   */
  _isFree(wagers) {
    if (!this.legal) {
      this._tell("note", "The house has not said yet what may come down. Try again.");
      return false;
    }
    const bound = wagers.filter((each) => this.legal.bound?.includes(each));
    const now = performance.now();
    const again = bound.join() === this._bound.bets && now < this._bound.until;
    const free = !bound.length || again;
    this._bound = free ? NONE_BOUND : { bets: bound.join(), until: now + ASKED };
    const names = listed(bound.map((each) => this.name(each)));
    if (!free) this._tell("note", `${names}: once down, not to be put back. Once more to do it.`);
    else if (bound.length) this._tell("asks");
    return free;
  }

  /** @param {string} wager @param {boolean} working */
  call(wager, working) {
    return this.verb({ do: "call", wager, working });
  }

  /** Any other verb. @param {any} command */
  verb(command) {
    return this._after(() => this._ask(command));
  }

  /** Odds at the most that rules and rail allow; if little is left of the rail, the second time. */
  maxOdds() {
    return this._gesture(() => this._maxOdds());
  }

  async _maxOdds() {
    const found = this.odds();
    if (!found.length) {
      this._tell("note", "There is no bet that takes more odds now.");
      return 0;
    }
    if (!this._isSure(found.reduce((sum, each) => sum + each.amount, 0))) return 0;
    return this._all(found.map(({ wager, amount }) => ({ do: "bet", wager, amount })));
  }

  /** Whether so much is not much, or was asked for before. @param {number} cents */
  _isSure(cents) {
    const rail = this.mine?.rail ?? 0;
    const sure = cents <= rail * MUCH || cents === this.asks;
    this.asks = sure ? 0 : cents;
    this._tell("asks");
    const words = `The most is ${dollars(cents)} of the ${dollars(rail)} you have.`;
    if (!sure) this._tell("note", `${words} Once more to put it down.`);
    return sure;
  }

  /** What "odds at their most" would put down. */
  odds() {
    return mostOdds(this.catalogue, this.legal, this.mine?.rail ?? 0);
  }

  /** Take down everything that may be taken down: odds before what they stand behind. */
  clear() {
    this._forget();
    return this._together("clear");
  }

  /** The bets of the round before, those that are not up. */
  repeat() {
    return this._together("repeat");
  }

  /** What that would put down. */
  repeats() {
    const list = this.last.filter(([wager]) => !(wager in this.bets));
    return wanted(list, this.legal, this.mine?.rail ?? 0);
  }

  /** The same again on every bet that takes it. */
  double() {
    return this._together("double");
  }

  /** @param {{wager: string, amount: number}} bet */
  made({ wager, amount }) {
    const may = this.legal?.leave_up?.includes(wager);
    return { do: "bet", wager, amount, ...(may ? { leave_up: settings.leaveUp } : {}) };
  }

  /** Take back the last change since the last trial. */
  undo() {
    return this._together("undo");
  }

  /**
   * Several commands as one change.
   * @param {any[]} commands @param {boolean} [undoable]
   * @returns {Promise<number>} how many were done
   */
  async _all(commands, undoable = true) {
    const answers = await Promise.all(commands.map((each) => this._ask(each, false)));
    const done = commands.filter((_, at) => answers[at].ok);
    const lines = answers.flatMap((each) => this._linesOf(each));
    if (undoable) this._remember(lines);
    if (done.length) this._tell("done", [[...new Set(done.map((each) => each.wager))], lines]);
    return done.length;
  }

  /** @param {any} command @param {boolean} [alone] whether it is a change by itself */
  async _ask(command, alone = true) {
    const seat = this.live.actingSeat;
    const sent = seat === undefined || seat === null ? command : { ...command, seat };
    const again = this.waiting.some(({ command: { wager, amount } }) =>
      wager === command.wager && amount === command.amount);
    const answer = await this.live.send(sent);
    if (!answer.ok) this._tell("refused", { command, refusal: answer.refusal, again });
    else if (alone) {
      const lines = this._linesOf(answer);
      this._remember(lines);
      if (command.wager && !answer.again) this._tell("done", [[command.wager], lines]);
    }
    return answer;
  }

  /** What an answer led to, of changes to bets. @param {any} answer @returns {Line[]} */
  _linesOf(answer) {
    const found = [];
    for (let seq = answer.seq ?? 0; answer.ok && seq <= (answer.to ?? -1); seq++) {
      const line = this._lines.get(seq);
      if (line && ["bet", "reduce", "remove", "call"].includes(line.event)) found.push(line);
    }
    return found;
  }

  /** The crew acts for another seat: nothing of the one before is done there. */
  _elsewhere() {
    this._forget();
    this.last = [];
    this._afresh();
  }

  /** @param {Line[]} lines */
  _remember(lines) {
    if (!lines.length || lines[0].seq <= this._since || lines[0].body.seat !== this.seat) return;
    this._done = this._returning([...this._done, lines]);
    if (this._done.length > MOST_UNDO) this._done.shift();
    this._tell("change");
  }

  /**
   * Those changes that can be taken back: what the house bars from its place does not return, nor
   * does what stood behind it.
   * @param {Line[][]} changes the last may have barred something
   */
  _returning(changes) {
    const last = (changes.at(-1) ?? []).map(({ body }) => body);
    const barred = last.filter((body) => body.barred);
    const cut = new Set(last.filter((body) => body.reduced).map(({ wager }) => wager));
    const gone = new Set(barred.map(({ wager }) => wager));
    const behind = new Set(barred.map((body) => body.barred[0]));
    const stays = (/** @type {Line} */ { body }) => !body.reduced && !gone.has(body.wager)
      && !cut.has(body.with)
      && !behind.has(this.catalogue.wagers[body.wager]?.behind);
    return changes.map((lines) => lines.filter(stays)).filter((lines) => lines.length);
  }

  /** Chips that are not sent yet are not. @returns {Unsent[]} those that were to be */
  _forget() {
    const unsent = [...this._unsent.values()];
    for (const { timer } of unsent) clearTimeout(timer);
    this._unsent.clear();
    return unsent;
  }

  /** The house greets: after a loss, what was not sent is not, and who clicked it hears so. */
  _greet() {
    this._greeted += 1;
    for (const { wager, clicked } of this._forget()) {
      const command = { do: "bet", wager, amount: clicked };
      this._tell("refused", { command, refusal: NOT_SENT, again: false });
    }
    this._afresh();
  }

  /** After coming in, or back: nothing to undo, and the bets that lie there. */
  _afresh() {
    this._done = [];
    this.asks = 0;
    this._bound = NONE_BOUND;
    this._lines.clear();
    this._before = this.bets;
    this._tell("change");
  }

  /**
   * Keep what was said since the last trial, and the bets that lay there before it.
   * @param {Line[]} lines
   */
  _heard(lines) {
    for (const line of lines) {
      const { body, event, seq } = line;
      const mine = body.seat === this.seat;
      const was = this._before[body.wager];
      if (isTrial(line)) {
        this._since = seq;
        this._done = [];
        this._bound = NONE_BOUND;
        this._tell("asks"); // What was asked was about another table.
        this._lines.clear();
      } else this._lines.set(seq, { ...line, was });
      if (mine || isTrial(line)) this.asks = 0;
      if (mine && event === "bet") {
        this._before = { ...this._before, [body.wager]: { ...was, ...body } };
      }
    }
    const decided = lines.some(({ event, body }) =>
      ["wins", "loses", "void"].includes(event) && body.seat === this.seat);
    if (decided && lines.some(isTrial)) {
      this.last = Object.entries(this._before).filter(([name]) => this.catalogue.wagers[name])
        .map(([name, bet]) => [name, bet.stake]);
      keep(this._key, JSON.stringify(this.last));
    }
    this._before = this.bets;
  }

  get _key() {
    return `lammer-last-${this.live.table}`;
  }

  /** @param {string} name @param {any} [detail] */
  _tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
