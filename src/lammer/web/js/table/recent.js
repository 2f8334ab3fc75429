// What happened lately, out of lines of the log: trials, the shooter's hand so far. Words and
// counts for showing; nothing is decided by them.

import { isTrial } from "../lib/calls.js";

/** @typedef {import("../lib/calls.js").Line} Line */
/**
 * Dice, or a coup.
 * @typedef {{dice?: number[], total?: number, point?: number | null, player?: number,
 *   banker?: number, winner?: string}} Trial
 */

export const MOST_TRIALS = 40;

/** @param {Line} line @returns {Trial} */
export const trialOf = ({ body }) =>
  body.dice ? { dice: body.dice, total: body.dice[0] + body.dice[1], point: body.point ?? null }
    : { player: body.player, banker: body.banker, winner: body.winner };

/** The last trials. */
export class Past {
  constructor() {
    /** @type {Trial[]} */ this.trials = [];
    /** @type {{rolls: number, points: number[], whole: boolean}} */
    this.hand = { rolls: 0, points: [], whole: false };
    /** Coups since the cards were shuffled. @type {Trial[]} */ this.shoe = [];
    /** The shoe is over, and shown until the next coup. */ this._over = false;
    /** Whether coups of this shoe were before what is known. */ this.cut = false;
    /** @type {number | null} */ this._point = null;
    this._seq = 0;
    /** How things stood before each trial. @type {any[]} */ this._before = [];
  }

  /**
   * Begin with what the snapshot has, and the last lines of the log.
   * @param {any[]} recent @param {Line[]} lines @param {number} [seq] the last line there is
   */
  begin(recent, lines, seq = 0) {
    this.trials = [];
    this.shoe = [];
    this._over = false;
    this.cut = lines.length ? lines[0].seq > 1 : seq > 0;
    this.hand = { rolls: 0, points: [], whole: lines[0]?.seq === 1 };
    this._point = null;
    this._seq = 0;
    this._before = [];
    this.add(lines);
    if (this._over) this.shoe = [];
    if (this.trials.length < recent.length) this.trials = [...recent];
    this.trials = this.trials.slice(-MOST_TRIALS);
  }

  /** @param {Line[]} lines */
  add(lines) {
    let tried = false;
    for (const line of lines) {
      if (line.seq <= this._seq) continue;
      this._seq = line.seq;
      if (["accept", "pass", "commit"].includes(line.event)) this._newHand();
      if (line.event === "shuffle") this._shuffled(tried);
      if (line.event === "correct") this._back();
      if (isTrial(line)) this._trial(trialOf(line));
      tried ||= isTrial(line);
    }
    this.trials = this.trials.slice(-MOST_TRIALS);
  }

  /** @param {boolean} tried whether a coup was told in the same breath: it is to be seen first */
  _shuffled(tried) {
    this.cut = false;
    this._over = tried;
    if (!tried) this.shoe = [];
  }

  _newHand() {
    this.hand = { rolls: 0, points: [], whole: true };
  }

  /** The last trial was entered wrongly. */
  _back() {
    const before = this._before.pop();
    if (!before) return;
    this.trials.pop();
    this.shoe = before.shoe;
    this._over = false;
    this.hand = before.hand;
    this._point = before.point;
  }

  /** @param {Trial} trial */
  _trial(trial) {
    if (this._over) this.shoe = [];
    this._over = false;
    this._before.push({ shoe: this.shoe, hand: this.hand, point: this._point });
    if (this._before.length > MOST_TRIALS) this._before.shift();
    this.trials.push(trial);
    if (trial.winner) this.shoe = [...this.shoe, trial];
    const { hand, _point: point } = this;
    const made = point !== null && trial.total === point && trial.point === null;
    const points = made ? [...hand.points, point] : hand.points;
    this.hand = { ...hand, rolls: hand.rolls + 1, points };
    this._point = trial.point ?? null;
  }
}
