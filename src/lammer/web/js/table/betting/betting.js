// Turns clicks into commands: added chips, removal, undo, repeat, double, quick bets, maximum odds.
// Chips are staged on the felt and sent together, within a second and before every trial. Amounts
// are fitted to the ranges in `legal`; what is not allowed is sent all the same, so that the server
// gives the refusal.

import { NOT_SENT, TOO_LATE } from "../../lib/live.js";
import { Emitter } from "../../lib/emitter.js";
import { dollars } from "../../lib/money.js";
import { betName, isTrial, listed } from "../../lib/sentences.js";
import { less, payable, range } from "./amounts.js";
import { Staged } from "./staged.js";
import { NOT_LOADED } from "../panels/lazy.js";
import { settings } from "../shared/settings.js";

/** Events after which a trial is in progress. */
const CLOSING = new Set(["throw", "no-more-bets"]);
const MOST_UNDO = 50;
const PATIENCE = 600;
/** The longest wait for a current `legal`, in milliseconds. */
const STEADY = 3000;
/** How long a confirmation request for removing bets is remembered, in milliseconds. */
const ASKED = 15_000;
/** @type {Readonly<{bets: string, until: number}>} */
const NONE_BOUND = Object.freeze({ bets: "", until: 0 });
/** @type {Answer} */
const NOT_DONE = Object.freeze({ re: null, ok: false, refusal: TOO_LATE });
/** Odds above this share of the rail need a second press. */
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
    /**
     * The next step up, in cents, by bet for which less was placed than clicked.
     * @type {Map<string, number>}
     */
    this.offers = new Map();
    /** @type {Map<string, Promise<unknown>>} */ this._line = new Map();
    /** Changes that can be undone, each with the commands that undo it. @type {Command[][]} */
    this._undo = [];
    /** @type {Map<number, Change>} */ this._lines = new Map();
    /** The line of the last trial. */ this._since = 0;
    /** The amount of odds waiting for a second press, in cents. */ this.asks = 0;
    /** Bets waiting for a second press before they are removed, and until when. */
    this._bound = NONE_BOUND;
    /** How many hellos were received: what was begun before the last one is dropped. */
    this._hellos = 0;
    /** The queue of gestures, one after the other. @type {Promise<unknown>} */
    this._turn = Promise.resolve();
    /** The number of gestures: chips clicked after a gesture are not sent before it. */
    this._turns = 0;
    live.on("lines", (lines) => this._onLines(lines));
    live.on("hello", () => this._onHello());
    live.on("acting", () => this._onActingSeat());
    live.on("closing", () => this.commit());
    document.addEventListener("visibilitychange", () => document.hidden && this.commit());
  }

  /** The seat to bet for: mine, or the one the crew acts for. */
  get seat() {
    return this.live.seat;
  }

  /** What may be done for that seat. */
  get legal() {
    return this.live.actingSeat === null ? this.live.legal : this.live.actingLegal;
  }

  get mine() {
    return this.live.mine;
  }

  get bets() {
    return this.mine?.bets ?? {};
  }

  /** Bets of the seat that wait for confirmation by the crew. */
  get waiting() {
    return this.live.waiting.filter(({ command }) =>
      command.do === "bet" && command.seat === this.seat);
  }

  /** The number of commands without an answer, unsent chips and bets awaiting confirmation. */
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
   * Return the bet that would be made for this many cents.
   * @param {string} wager @param {number} cents
   * @returns {Lawful}
   */
  _fitted(wager, cents) {
    const among = range(this.legal?.bet?.[wager]);
    return among ? payable(cents, among) : { amount: cents, why: "", limit: "" };
  }

  /** Add a chip to a spot: it is staged, and shown at once. @param {string} wager */
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

  /** Send everything that is staged, together. */
  commit() {
    const turn = this._turns;
    return this._staged.none(this._turn.then(() => this._sendUnsent(turn)));
  }

  /** Raise a bet by one step, after less was placed than clicked. @param {string} wager */
  raise(wager) {
    const more = this.offers.get(wager);
    this.offers.delete(wager);
    return more ? this.exactly(wager, more) : null;
  }

  /**
   * Send the chips clicked on a spot in a turn, once the command before them is answered.
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
   * Wait a moment for a message of one of these kinds; return whether one came.
   * @param {(keyof LiveEvents)[]} kinds
   */
  _waitFor(kinds) {
    return new Promise((/** @type {(is: boolean) => void} */ resolve) => {
      for (const kind of kinds) this.live.on(kind, () => resolve(true), true);
      setTimeout(() => resolve(false), PATIENCE);
    });
  }

  /**
   * Run something when every gesture before it is done.
   * @template T @param {(turn: number) => Promise<T>} act @returns {Promise<T>}
   */
  _inTurn(act) {
    const turn = this._turns++;
    const done = this._turn.then(() => act(turn));
    this._turn = done.catch(() => {});
    return done;
  }

  /**
   * Send one request when every earlier gesture is done and every earlier chip is sent; later
   * requests do not wait for the answer.
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
   * Change several bets when every earlier gesture is done and `legal` is current.
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
   * Change several bets by a plan that is computed when its turn comes.
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

  /** Drop gestures made before the connection was lost: the table may have changed. */
  _tooLate() {
    this._note(`${TOO_LATE.detail} ${TOO_LATE.instead}`);
    return NOT_DONE;
  }

  /** @param {string} words */
  _note(words) {
    this.emit("note", { words });
  }

  /** Send every unsent chip of this turn and those before. @param {number} last */
  async _sendUnsent(last) {
    const staged = [...this._unsent.values()].filter(({ turn }) => turn <= last);
    await Promise.all(staged.map(({ wager, turn }) => this._flush(wager, turn)));
  }

  /**
   * Wait until every chip is sent and answered and `legal` is for the current state, since a plan
   * computed from older values would be wrong. What the server does not send soon is requested.
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
   * Bet this much on a wager, or the lawful amount nearest to it.
   * @param {string} wager @param {number} cents
   */
  put(wager, cents) {
    return this._after(() => this._put(wager, cents));
  }

  /**
   * Bet exactly this much on a wager, or show why not.
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

  /** Remove a chip; the whole bet, if no part of it can be removed. @param {string} wager */
  async take(wager) {
    const key = `${this._turns} ${wager}`;
    const unsent = this._unsent.get(key);
    if (unsent) {
      unsent.clicked -= settings.chip;
      if (unsent.clicked <= 0) this._unsent.delete(key);
      this.emit("change", null);
      return null;
    }
    // Wait for the range to which a bet may be reduced, but not beyond a trial.
    const since = this._since;
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
   * Return whether these may be removed at once: a bet that could not be made again needs a second
   * press.
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

  /** Send any other verb. @param {Command} command */
  verb(command) {
    if (command.do !== this.catalogue.trial) return this._after(() => this._ask(command));
    this._trialAsked = true;
    return this._after(() => this._ask(command)).finally(() => { this._trialAsked = false; });
  }

  /** Send the commands that a quick bet stands for now. @param {string} key */
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

  /**
   * Bet the maximum odds that rules and rail allow; if little is left on the rail, on the second
   * press.
   */
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

  /**
   * Return whether an amount is moderate, or was confirmed by a second press.
   * @param {number} cents
   */
  _confirmLarge(cents) {
    const rail = this.mine?.rail ?? 0;
    const sure = cents <= rail * MUCH || cents === this.asks;
    this.asks = sure ? 0 : cents;
    this.emit("asks", null);
    const words = `The most is ${dollars(cents)} of the ${dollars(rail)} you have.`;
    if (!sure) this._note(`${words} Once more to put it down.`);
    return sure;
  }

  /** Return the bets that `maxOdds` would make. */
  odds() {
    return (this.legal?.max_odds ?? []).map(([wager, amount]) => ({ wager, amount }));
  }

  /** Remove everything that may be removed: odds before the bets they stand behind. */
  clear() {
    this._dropUnsent();
    return this._bulk("clear");
  }

  /** Repeat the bets of the round before that are not up. */
  repeat() {
    return this.quick("same");
  }

  /** Return the bets that `repeat` would make. */
  repeats() {
    return this.legal?.quick?.find(({ key }) => key === "same")?.commands ?? [];
  }

  /** Double every bet that accepts it. */
  double() {
    return this._bulk("double");
  }

  /** @param {Partial<Stake>} bet */
  made({ wager = "", amount = 0 }) {
    const may = this.legal?.leave_up?.includes(wager);
    return { do: "bet", wager, amount, ...(may ? { leave_up: settings.leaveUp } : {}) };
  }

  /** Undo the last change since the last trial. */
  undo() {
    return this._bulk("undo");
  }

  /**
   * Send several commands as one change.
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

  /** Return the lines that an answer refers to, about changes to bets. @param {Answer} answer */
  _linesOf({ seq = 0, to = -1 }) {
    /** @type {Change[]} */ const found = [];
    for (let at = seq; at <= to; at++) {
      const line = this._lines.get(at);
      if (line) found.push(line);
    }
    return found;
  }

  /** The crew acts for another seat: drop everything begun for the one before. */
  _onActingSeat() {
    this._dropUnsent();
    this._reset();
  }

  /**
   * Remember how a change is undone; drop earlier changes that it makes final.
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

  /** Drop chips that are not sent yet. @returns {Unsent[]} those that were to be */
  _dropUnsent() {
    const unsent = [...this._unsent.values()];
    this._staged.none();
    this._unsent.clear();
    return unsent;
  }

  /** Handle the hello: after a lost connection drop what was not sent, and say so. */
  _onHello() {
    this._hellos += 1;
    this._refuseUnsent(NOT_SENT);
    this._reset();
  }

  /** Drop staged chips, and tell the player why. @param {Problem} refusal */
  _refuseUnsent(refusal) {
    for (const { wager, clicked } of this._dropUnsent()) {
      const command = { do: "bet", wager, amount: clicked };
      this.emit("refused", { command, refusal, again: false });
    }
  }

  /** Start over after joining or reconnecting: there is nothing to undo. */
  _reset() {
    this._undo = [];
    this.offers.clear();
    this.asks = 0;
    this._bound = NONE_BOUND;
    this._lines.clear();
    this.emit("change", null);
  }

  /** Keep what happened since the last trial. @param {Line[]} lines */
  _onLines(lines) {
    for (const line of lines) {
      const mine = line.body.seat === this.seat;
      if (isTrial(line)) {
        this._since = line.seq;
        this._undo = [];
        this.offers.clear();
        if (!this._trialAsked) this._refuseUnsent(this._tooSlow()); // My trial came after my chips.
        this._bound = NONE_BOUND;
        this.emit("asks", null); // The confirmation was about another table state.
        this._lines.clear();
      } else if (CLOSING.has(line.event)) this.commit();
      else if (isChange(line)) this._changed(line, mine);
      if (mine || isTrial(line)) this.asks = 0;
    }
  }

  /** Remember a change for undo. @param {Change} line @param {boolean} mine */
  _changed(line, mine) {
    this._lines.set(line.seq, line);
    if (mine && line.event !== "bet") this.offers.delete(line.body.wager);
  }

  /** Tell the player why chips that were still staged at a trial are not bet. @returns {Problem} */
  _tooSlow() {
    return {
      code: "too-late", detail: `The ${this.catalogue.noun} came first. The chips are still yours.`,
      instead: "Click again to bet them on the next one.",
    };
  }
}
