// When staged chips are put down: a moment after the last one, and before the house goes on. The
// house is told of them where others play, so that a trial which another asks for waits for them.

/** @import { Live } from "../../lib/live.js" */

/** So many milliseconds after the last chip, and so long after the first at the latest. */
const QUIET = 500;
const LONGEST = 1000;
/** So long before the house goes on. */
const BEFORE_TRIAL = 400;

export class Staged {
  /** @param {Live} live @param {() => unknown} commit puts them down */
  constructor(live, commit) {
    this._live = live;
    this._commit = commit;
    this._since = 0;
    this._timer = 0;
  }

  /** One more. @param {boolean} goesOn whether the house goes on by itself */
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

  /** None any more, once something is done. @param {Promise<unknown>} [done] */
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
