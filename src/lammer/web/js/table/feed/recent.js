// What happened lately, out of lines of the log: trials, and what the instrument counts from one to
// the next. Words and counts for showing; nothing is decided by them.

import { isTrial } from "../../lib/calls.js";

/** @typedef {import("../../lib/calls.js").Line} Line */
/** @typedef {import("../../lib/instrument-interface.js").Trial} Trial */

export const MOST_TRIALS = 40;

/** What is shown of a trial: its line without the chips it moved. @param {Line} line */
export const trialOf = ({ body: { moves: _, ...seen } }) => seen;

/** Counts nothing. @type {import("../../lib/instrument-interface.js").Tally} */
const NO_TALLY = Object.freeze({
  begin: () => null, line: () => null, next: () => null, trial: () => null,
});

/** The last trials. */
export class Past {
  /** @param {import("../../lib/instrument-interface.js").Instrument} instrument */
  constructor(instrument) {
    /** @type {Trial[]} */ this.trials = [];
    this._counts = instrument.tally ?? NO_TALLY;
    this.tally = this._counts.begin([], 0);
    this._seq = 0;
    /** The tally before each trial. @type {any[]} */ this._before = [];
  }

  /**
   * Begin with what the snapshot has, and the last lines of the log.
   * @param {any[]} recent @param {Line[]} lines @param {number} [seq] the last line there is
   */
  begin(recent, lines, seq = 0) {
    this.trials = [];
    this.tally = this._counts.begin(lines, seq);
    this._seq = 0;
    this._before = [];
    this.add(lines);
    this.tally = this._counts.next(this.tally);
    if (this.trials.length < recent.length) this.trials = [...recent];
    this.trials = this.trials.slice(-MOST_TRIALS);
  }

  /** @param {Line[]} lines */
  add(lines) {
    let tried = false;
    for (const line of lines) {
      if (line.seq <= this._seq) continue;
      this._seq = line.seq;
      this.tally = this._counts.line(this.tally, line, tried);
      if (line.event === "correct") this._back();
      if (isTrial(line)) this._trial(trialOf(line));
      tried ||= isTrial(line);
    }
    this.trials = this.trials.slice(-MOST_TRIALS);
  }

  /** The last trial was entered wrongly. */
  _back() {
    if (!this._before.length) return;
    this.trials.pop();
    this.tally = this._before.pop();
  }

  /** @param {Trial} trial */
  _trial(trial) {
    const before = this._counts.next(this.tally);
    this._before.push(before);
    if (this._before.length > MOST_TRIALS) this._before.shift();
    this.trials.push(trial);
    this.tally = this._counts.trial(before, trial);
  }
}
