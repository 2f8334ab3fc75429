// Decides when staged chips are sent: a moment after the last one, and before the house moves.
// Where others play, the server is told of them, so that another player's trial waits for them.

/** @import { Live } from "../../lib/live.js" */

/** Milliseconds after the last chip, and the most after the first. */
const QUIET = 500;
const LONGEST = 1000;
/** Milliseconds before the house moves. */
const BEFORE_TRIAL = 400;

export class Staged {
  /** @param {Live} live @param {() => unknown} commit puts them down */
  constructor(live, commit) {
    this._live = live;
    this._commit = commit;
    this._since = 0;
    this._timer = 0;
  }

  /** Note another chip. @param {boolean} goesOn whether the house goes on by itself */
  more(goesOn) {
    const now = performance.now();
    if (!this._timer) {
      this._since = now;
      this._tell(true);
    }
    clearTimeout(this._timer);
    const due = goesOn ? this._live.goesOnAt - BEFORE_TRIAL : Infinity;
    const at = Math.min(now + QUIET, this._since + LONGEST, due);
    this._timer = setTimeout(() => this._commit(), Math.max(0, at - now));
  }

  /**
   * Note that no chips are staged any more, once a request is done.
   * @param {Promise<unknown>} [done]
   */
  none(done = Promise.resolve()) {
    const had = this._timer;
    clearTimeout(had);
    this._timer = 0;
    return done.then(() => had && this._tell(false));
  }

  /** @param {boolean} on */
  _tell(on) {
    const { snapshot, state, status } = this._live;
    const alone = Object.keys(state.seats).length < 2;
    if (status !== "open" || snapshot?.kind !== "automatic" || alone) return;
    this._live.ask("staging", { on });
  }
}
