// Turns clicks into commands: chips that add up, taking back, undo, repeat, double, quick bets,
// maximum odds. Chips are staged on the felt and sent together, within a second and before every
// trial. Amounts are fitted to the ranges in `legal`; what is not allowed is sent all the same, so
// that the refusal is the server's.

import { NOT_SENT, TOO_LATE } from "../../lib/live.js";
import { Emitter } from "../../lib/emitter.js";
import { dollars } from "../../lib/money.js";
import { betName, isTrial, listed } from "../../lib/sentences.js";
import { less, payable, range } from "./amounts.js";
import { Staged } from "./staged.js";
import { NOT_LOADED } from "../panels/lazy.js";
import { settings } from "../shared/settings.js";

/** Lines after which a trial is under way. */
const CLOSING = new Set(["throw", "no-more-bets"]);
const MOST_UNDO = 50;
const PATIENCE = 600;
/** For how long what is legal is waited for, at most. */
const STEADY = 3000;
/** For so long a question about what comes down is remembered. */
const ASKED = 15_000;
/** @type {Readonly<{bets: string, until: number}>} */
const NONE_BOUND = Object.freeze({ bets: "", until: 0 });
/** @type {Answer} */
const NOT_DONE = Object.freeze({ re: null, ok: false, refusal: TOO_LATE });
/** Odds that take more of the rail than this are asked for twice. */
const MUCH = 0.75;
const NOT_NOW = "The house has not said yet what may be done. Try again.";

/** @import { Live } from "../../lib/live.js" */
/** @import { Answer, Bet, Catalogue, Command } from "../../../types/protocol.d.ts" */
/** @import { Line, Problem } from "../../../types/protocol.d.ts" */
/** @import { BettingEvents, Change, Lawful, LiveEvents, Stake } from "../../../types/table.d.ts" */
/** @typedef {{wager: string, clicked: number, turn: number}} Unsent */

const CHANGES = new Set(["bet", "reduce", "remove", "call"]);

/** @param {Line} line @returns {line is Change} */
const isChange = (line) => CHANGES.has(line.event);

/** @extends {Emitter<BettingEvents>} */
export class Betting extends Emitter {
  /** @param {Live} live @param {Catalogue} catalogue */
  constructor(live, catalogue) {
    super();
    this.live = live;
    this.catalogue = catalogue;
    /** Staged chips, by turn and wager. @type {Map<string, Unsent>} */ this._unsent = new Map();
    this._staged = new Staged(live, () => this.commit());
    /** Whether I have asked for the next trial. */ this._trialAsked = false;
    /** The next step up, in cents, by bet that was put down for less than was clicked.
     * @type {Map<string, number>} */
    this.offers = new Map();
    /** @type {Map<string, Promise<unknown>>} */ this._line = new Map();
    /** Changes that can be undone, each by these commands. @type {Command[][]} */
    this._undo = [];
    /** @type {Map<number, Change>} */ this._lines = new Map();
    /** The line of the last trial. */ this._since = 0;
    /** Odds that are to be asked for once more, in cents. */ this.asks = 0;
    /** Bets that were asked about before they come down, and until when. */
    this._bound = NONE_BOUND;
    /** How often the house has greeted: what was begun before is not done after. */
    this._hellos = 0;
    /** Gestures, one after the other. @type {Promise<unknown>} */ this._turn = Promise.resolve();
    /** How many there were: chips clicked after a gesture are not sent before it. */
    this._turns = 0;
    live.on("lines", (lines) => this._onLines(lines));
    live.on("hello", () => this._onHello());
    live.on("acting", () => this._onActingSeat());
    live.on("closing", () => this.commit());
    document.addEventListener("visibilitychange", () => document.hidden && this.commit());
  }

  /** The seat that is bet for: mine, or the one the crew acts for. */
  get seat() {
    return this.live.seat;
  }

  /** What may be done for it. */
  get legal() {
    return this.live.actingSeat === null ? this.live.legal : this.live.actingLegal;
  }

  get mine() {
    return this.live.mine;
  }

  get bets() {
    return this.mine?.bets ?? {};
  }

  /** Bets of the seat that wait for the word of the crew. */
  get waiting() {
    return this.live.waiting.filter(({ command }) =>
      command.do === "bet" && command.seat === this.seat);
  }

  /** Commands that have no answer, chips that are not sent yet, bets that wait for a word. */
  get pending() {
    const unsent = [...this._unsent.values()].map(({ wager, clicked }) => (
      { do: "bet", wager, amount: this._fitted(wager, clicked).amount }));
    return [...this.live.pending, ...unsent, ...this.waiting.map(({ command }) => command)];
  }

  get canUndo() {
    return this._undo.length > 0;
  }

  /** @param {string} bet */
  name(bet) {
    return betName(this.catalogue, bet);
  }

  /**
   * What would be put down for so many cents. @param {string} wager @param {number} cents
   * @returns {Lawful}
   */
  _fitted(wager, cents) {
    const among = range(this.legal?.bet?.[wager]);
    return among ? payable(cents, among) : { amount: cents, why: "", limit: "" };
  }

  /** A chip more on a spot: it is staged, and shows at once. @param {string} wager */
  add(wager) {
    if (this.live.status !== "open") {
      this._ask({ do: "bet", wager, amount: settings.chip });
      return;
    }
    const turn = this._turns;
    const unsent = this._unsent.get(`${turn} ${wager}`) ?? { wager, clicked: 0, turn };
    unsent.clicked += settings.chip;
    this._unsent.set(`${turn} ${wager}`, unsent);
    this.offers.delete(wager);
    this._staged.more(Boolean(this.legal?.goes_on));
    this.emit("change", null);
  }

  /** Put down what is staged, all of it together. */
  commit() {
    const turn = this._turns;
    return this._staged.none(this._turn.then(() => this._sendUnsent(turn)));
  }

  /** One step more on a bet that was put down for less than was clicked. @param {string} wager */
  raise(wager) {
    const more = this.offers.get(wager);
    this.offers.delete(wager);
    return more ? this.exactly(wager, more) : null;
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
      .then((answer) => answer.ok && this._waitFor(["legal"]));
    this._line.set(wager, sent.finally(() => this._line.delete(wager)));
  }

  /**
   * Whether the house tells something of these kinds within a moment.
   * @param {(keyof LiveEvents)[]} kinds
   */
  _waitFor(kinds) {
    return new Promise((/** @type {(is: boolean) => void} */ resolve) => {
      for (const kind of kinds) this.live.on(kind, () => resolve(true), true);
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
   * @param {() => Promise<Answer>} ask @returns {Promise<Answer>} the answer
   */
  async _after(ask) {
    const greeted = this._hellos;
    const { answer } = await this._inTurn(async (turn) => {
      await this._sendUnsent(turn);
      return { answer: greeted === this._hellos ? ask() : this._tooLate() };
    });
    return answer;
  }

  /**
   * Do something with several bets when every gesture before it is done and things are steady.
   * @template T @param {() => Promise<T>} act @param {boolean} [legal] whether it needs what is
   *   legal
   * @returns {Promise<T | null>} null: it is too late for it
   */
  _gesture(act, legal = true) {
    const greeted = this._hellos;
    return this._inTurn(async (turn) => {
      await this._settled(turn, legal);
      if (greeted === this._hellos) return act();
      this._tooLate();
      return null;
    });
  }

  /**
   * Something with several bets, by a plan that is made when it is its turn.
   * @param {"clear" | "double" | "undo"} what
   */
  async _bulk(what) {
    const loading = import("./bulk-bets.js").catch(() => null);
    const undoing = what === "undo";
    return this._gesture(async () => {
      const plans = await loading;
      const change = plans && undoing ? this._undo.pop() : undefined;
      const { commands, note } = plans?.[what](this, change)
        ?? { commands: [], note: { words: NOT_LOADED } };
      const wagers = commands.map(({ wager = "" }) => wager);
      if (what === "clear" && !this._confirmFinal(wagers)) return 0;
      if (note) this.emit("note", note);
      const done = await this._all(commands, !undoing);
      if (undoing) this.emit("change", null);
      return done;
    }, !undoing);
  }

  /** What was pressed before the connection was lost is not done at another table. */
  _tooLate() {
    this._note(`${TOO_LATE.detail} ${TOO_LATE.instead}`);
    return NOT_DONE;
  }

  /** @param {string} words */
  _note(words) {
    this.emit("note", { words });
  }

  /** Send every chip of this turn and those before that is not sent yet. @param {number} last */
  async _sendUnsent(last) {
    const staged = [...this._unsent.values()].filter(({ turn }) => turn <= last);
    await Promise.all(staged.map(({ wager, turn }) => this._flush(wager, turn)));
  }

  /**
   * When every chip is sent and answered, and what is legal is said of the table as it is: what is
   * worked out from both would be wrong before. What the house does not say soon, it is asked.
   * @param {number} turn @param {boolean} legal whether that matters
   */
  async _settled(turn, legal) {
    await this._sendUnsent(turn);
    const { live } = this;
    const waits = () => live.pending.length > 0 || (legal && live.legalAt < live.seq);
    const until = performance.now() + STEADY;
    while (live.status === "open" && waits() && performance.now() < until) {
      if (!(await this._waitFor(["legal", "change"]))) live.refresh();
    }
  }

  /**
   * Put so much on a wager, or the lawful amount next to it.
   * @param {string} wager @param {number} cents
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

  /** @param {string} wager @param {number} cents */
  async _put(wager, cents) {
    const fitted = this._fitted(wager, cents);
    const [, most = 0, step = 0] = range(this.legal?.bet?.[wager]) ?? [];
    const answer = await this._ask(this.made({ wager, amount: fitted.amount }));
    if (answer.ok && fitted.why === "step" && fitted.amount + step <= most) {
      this.offers.set(wager, step);
      this.emit("offer", { wager, more: step });
    } else if (answer.ok && fitted.why) {
      import("./adjusted-amount.js").then(({ adjusted }) =>
        this._note(adjusted(this, wager, cents, fitted)), () => {});
    }
    return answer;
  }

  /** A chip less; the whole bet where no part of it may go. @param {string} wager */
  async take(wager) {
    const key = `${this._turns} ${wager}`;
    const unsent = this._unsent.get(key);
    if (unsent) {
      unsent.clicked -= settings.chip;
      if (unsent.clicked <= 0) this._unsent.delete(key);
      this.emit("change", null);
      return null;
    }
    const since = this._since; // What may be left of a bet is waited for, but not over a trial.
    return this._gesture(async () => {
      if (since !== this._since) return this._tooLate();
      const bet = this.bets[wager];
      if (bet) {
        if (!this._confirmFinal([wager])) return null;
        return this._ask({ wager, ...less(bet.stake, settings.chip, this.legal?.up?.[wager]) });
      }
      const waits = this.waiting.some(({ command }) => command.wager === wager);
      this._note(waits
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

  /** @param {Command & {wager: string}} command that takes chips off a bet */
  _down(command) {
    return this._gesture(async () =>
      (this._confirmFinal([command.wager]) ? this._ask(command) : null));
  }

  /**
   * Whether these may come down at once: what could not be put back is asked for twice.
   * @param {string[]} wagers
   */
  _confirmFinal(wagers) {
    const { bound: all = [], up = {} } = this.legal ?? {};
    if (wagers.some((each) => each in this.bets && !(each in up))) {
      this._note("The house has not said yet what may come down. Try again.");
      return false;
    }
    const bound = wagers.filter((each) => all.includes(each));
    const now = performance.now();
    const again = bound.join() === this._bound.bets && now < this._bound.until;
    const free = !bound.length || again;
    this._bound = free ? NONE_BOUND : { bets: bound.join(), until: now + ASKED };
    const names = listed(bound.map((each) => this.name(each)));
    if (!free) this._note(`${names}: once down, not to be put back. Once more to do it.`);
    else if (bound.length) this.emit("asks", null);
    return free;
  }

  /** @param {string} wager @param {boolean} working */
  call(wager, working) {
    return this.verb({ do: "call", wager, working });
  }

  /** Any other verb. @param {Command} command */
  verb(command) {
    if (command.do !== this.catalogue.trial) return this._after(() => this._ask(command));
    this._trialAsked = true;
    return this._after(() => this._ask(command)).finally(() => { this._trialAsked = false; });
  }

  /** What a quick bet stands for now, all of it together. @param {string} key */
  quick(key) {
    return this._gesture(async () => {
      const { commands, why = NOT_NOW } = this.legal?.quick?.find((each) => each.key === key) ?? {};
      if (!commands) {
        this._note(why);
        return 0;
      }
      const down = commands.filter((each) => each.do === "remove" || each.do === "reduce");
      if (!this._confirmFinal(down.map(({ wager = "" }) => wager))) return 0;
      return this._all(commands.map((each) => ("amount" in each ? this.made(each) : each)));
    });
  }

  /** Odds at the most that rules and rail allow; if little is left of the rail, the second time. */
  maxOdds() {
    return this._gesture(() => this._maxOdds());
  }

  async _maxOdds() {
    const found = this.odds();
    if (!found.length) {
      this._note("There is no bet that takes more odds now.");
      return 0;
    }
    if (!this._confirmLarge(found.reduce((sum, each) => sum + each.amount, 0))) return 0;
    return this._all(found.map(({ wager, amount }) => ({ do: "bet", wager, amount })));
  }

  /** Whether so much is not much, or was asked for before. @param {number} cents */
  _confirmLarge(cents) {
    const rail = this.mine?.rail ?? 0;
    const sure = cents <= rail * MUCH || cents === this.asks;
    this.asks = sure ? 0 : cents;
    this.emit("asks", null);
    const words = `The most is ${dollars(cents)} of the ${dollars(rail)} you have.`;
    if (!sure) this._note(`${words} Once more to put it down.`);
    return sure;
  }

  /** What "odds at their most" would put down. */
  odds() {
    return (this.legal?.max_odds ?? []).map(([wager, amount]) => ({ wager, amount }));
  }

  /** Take down everything that may be taken down: odds before what they stand behind. */
  clear() {
    this._dropUnsent();
    return this._bulk("clear");
  }

  /** The bets of the round before, those that are not up. */
  repeat() {
    return this.quick("same");
  }

  /** What that would put down. */
  repeats() {
    return this.legal?.quick?.find(({ key }) => key === "same")?.commands ?? [];
  }

  /** The same again on every bet that takes it. */
  double() {
    return this._bulk("double");
  }

  /** @param {Partial<Stake>} bet */
  made({ wager = "", amount = 0 }) {
    const may = this.legal?.leave_up?.includes(wager);
    return { do: "bet", wager, amount, ...(may ? { leave_up: settings.leaveUp } : {}) };
  }

  /** Take back the last change since the last trial. */
  undo() {
    return this._bulk("undo");
  }

  /**
   * Several commands as one change.
   * @param {Command[]} commands @param {boolean} [undoable]
   * @returns {Promise<number>} how many were done
   */
  async _all(commands, undoable = true) {
    const { seat } = this;
    const answers = await Promise.all(commands.map((each) => this._ask(each, false)));
    const done = commands.filter((_, at) => answers[at].ok);
    const lines = answers.flatMap((each) => this._linesOf(each));
    if (undoable) this._remember(answers, seat);
    const wagers = [...new Set(done.map(({ wager = "" }) => wager))];
    if (done.length) this.emit("done", { wagers, lines });
    return done.length;
  }

  /** @param {Command} command @param {boolean} [alone] whether it is a change by itself */
  async _ask(command, alone = true) {
    const again = this.waiting.some(({ command: { wager, amount } }) =>
      wager === command.wager && amount === command.amount);
    const { seat } = this;
    const answer = await this.live.send(command);
    if (!answer.ok) this.emit("refused", { command, refusal: answer.refusal, again });
    else if (alone) {
      const lines = this._linesOf(answer);
      this._remember([answer], seat);
      if (command.wager && !answer.again) this.emit("done", { wagers: [command.wager], lines });
    }
    return answer;
  }

  /** What an answer led to, of changes to bets. @param {Answer} answer */
  _linesOf({ seq = 0, to = -1 }) {
    /** @type {Change[]} */ const found = [];
    for (let at = seq; at <= to; at++) {
      const line = this._lines.get(at);
      if (line) found.push(line);
    }
    return found;
  }

  /** The crew acts for another seat: nothing of the one before is done there. */
  _onActingSeat() {
    this._dropUnsent();
    this._reset();
  }

  /**
   * Remember how a change is undone; drop what it makes final.
   * @param {Answer[]} answers @param {number | null} seat that it was asked for
   */
  _remember(answers, seat) {
    const done = answers.filter(({ seq = 0 }) => seq > this._since);
    if (!done.length || seat !== this.seat) return;
    const final = new Set(done.flatMap((each) => each.final ?? []));
    const change = done.toReversed().flatMap(({ undo = [] }) => undo);
    this._undo = [...this._undo, change]
      .map((commands) => commands.filter(({ wager = "" }) => !final.has(wager)))
      .filter((commands) => commands.length).slice(-MOST_UNDO);
    this.emit("change", null);
  }

  /** Chips that are not sent yet are not. @returns {Unsent[]} those that were to be */
  _dropUnsent() {
    const unsent = [...this._unsent.values()];
    this._staged.none();
    this._unsent.clear();
    return unsent;
  }

  /** The house greets: after a loss, what was not sent is not, and who clicked it hears so. */
  _onHello() {
    this._hellos += 1;
    this._refuseUnsent(NOT_SENT);
    this._reset();
  }

  /** Staged chips are not sent, and who clicked them hears why. @param {Problem} refusal */
  _refuseUnsent(refusal) {
    for (const { wager, clicked } of this._dropUnsent()) {
      const command = { do: "bet", wager, amount: clicked };
      this.emit("refused", { command, refusal, again: false });
    }
  }

  /** After coming in, or back: nothing to undo. */
  _reset() {
    this._undo = [];
    this.offers.clear();
    this.asks = 0;
    this._bound = NONE_BOUND;
    this._lines.clear();
    this.emit("change", null);
  }

  /**
   * Keep what was said since the last trial.
   * @param {Line[]} lines
   */
  _onLines(lines) {
    for (const line of lines) {
      const mine = line.body.seat === this.seat;
      if (isTrial(line)) {
        this._since = line.seq;
        this._undo = [];
        this.offers.clear();
        if (!this._trialAsked) this._refuseUnsent(this._tooSlow()); // Mine came after my chips.
        this._bound = NONE_BOUND;
        this.emit("asks", null); // What was asked was about another table.
        this._lines.clear();
      } else if (CLOSING.has(line.event)) this.commit();
      else if (isChange(line)) this._changed(line, mine);
      if (mine || isTrial(line)) this.asks = 0;
    }
  }

  /** Keep a change. @param {Change} line @param {boolean} mine */
  _changed(line, mine) {
    this._lines.set(line.seq, line);
    if (mine && line.event !== "bet") this.offers.delete(line.body.wager);
  }

  /** Why chips that were still staged when a trial came are not bet. @returns {Problem} */
  _tooSlow() {
    return {
      code: "too-late", detail: `The ${this.catalogue.noun} came first. The chips are still yours.`,
      instead: "Click again to bet them on the next one.",
    };
  }
}
