// A board with a wheel on it, and beside the wheel where it came to rest lately.

import { s } from "../../../web/js/lib/dom.js";
import { Board } from "../../../web/js/felt/board.js";
import { drawnWheel } from "./wheel.js";

/** @import { Landing, Sheet, View } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue, Trial } from "../../../web/types/protocol.d.ts" */
/** @import { SpinTrial } from "./types.d.ts" */

/** The radius of the wheel, in the height of the part that it has: less under a clapper. */
const RADIUS = Object.freeze({ ball: 0.46, clapper: 0.4 });
/** A name of the last ones: how wide and how high. */
const NAME = Object.freeze({ wide: 46, high: 34 });

export class WheelBoard extends Board {
  /**
   * @param {Catalogue} catalogue @param {Sheet[]} sheets @param {boolean} small
   * @param {boolean} ball whether a ball runs round the wheel
   */
  constructor(catalogue, sheets, small, ball) {
    super(catalogue, sheets, small);
    const [{ landing }] = sheets;
    const { wheel } = catalogue.procedure;
    if (!landing || !wheel) return;
    this.painted = catalogue.instrument.painted ?? {};
    const { x, y, h } = landing;
    this.wheel = drawnWheel(wheel, this.painted, x + h / 2, y + h / 2,
      h * (ball ? RADIUS.ball : RADIUS.clapper), ball);
    this.recent = s("g", { class: "recent" });
    this.landing = landing;
    this.parts[0].append(s("g", { class: "on-felt", "aria-hidden": "true" },
      this.wheel.element, this.recent));
  }

  /** The wheel rests there until the next spin. @param {View} view */
  draw(view) {
    super.draw(view);
    const { old = false, ...trial } =
      /** @type {SpinTrial & {old?: boolean}} */ (view.lastTrial ?? {});
    this.wheel?.rest(view.lastTrial ? trial : null, old);
    if (this.landing) this._recent(view.score?.recent ?? [], this.landing);
  }

  /** @param {Trial} trial @param {boolean} skip */
  async bring(trial, skip) {
    await this.wheel?.spin(/** @type {SpinTrial} */ (trial), skip);
  }

  /** The last names, the latest first and larger. @param {string[]} names @param {Landing} part */
  _recent(names, { x, y, w, h }) {
    const key = names.join();
    if (!this.recent || this.recent.dataset.key === key) return;
    this.recent.dataset.key = key;
    const [left, columns] = [x + h + 10, Math.max(1, Math.floor((w - h - 12) / NAME.wide))];
    const rows = Math.max(1, Math.floor(h / NAME.high));
    this.recent.replaceChildren(...names.slice(0, columns * rows).flatMap((name, at) => {
      const { short, colour } = this.painted?.[name] ?? { short: name, colour: "" };
      const across = left + ((at % columns) + 0.5) * NAME.wide;
      const down = y + (Math.floor(at / columns) + 0.5) * NAME.high;
      return [
        s("rect", {
          class: `rim-place ${colour}${at ? "" : " latest"}`,
          x: across - NAME.wide / 2 + 2, y: down - NAME.high / 2 + 2,
          width: NAME.wide - 4, height: NAME.high - 4, rx: 5,
        }),
        s("text", {
          class: `rim-name ${colour}`, x: across, y: down, "font-size": 17,
        }, short),
      ];
    }));
  }
}
