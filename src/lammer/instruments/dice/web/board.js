// A board with dice printed on it: the faces that bets wait for, and those that they bar.

import { s } from "../../../web/js/lib/dom.js";
import { Board } from "../../../web/js/felt/board.js";
import { written } from "../../../web/js/felt/letters.js";
import { die } from "./dice.js";
import { diceOnFelt } from "./throw.js";

/** @import { Cell, Sheet, View } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue, Trial, Wager } from "../../../web/types/protocol.d.ts" */
/** @import { DiceTrial } from "./types.d.ts" */

/**
 * The distance between two dice, and the width of the word before barred ones, relative to a die.
 */
const GAP = 0.12;
const WORD = 2.1;

/**
 * Return pairs of dice in a row around a point.
 * @param {number[][]} pairs @param {number} x @param {number} y @param {number} side
 */
const row = (pairs, x, y, side) =>
  pairs.flatMap((pair, at) => pair.map((face, each) =>
    die(face, x + (at * 2 + each) * side * (1 + GAP) + at * side * 0.3, y - side / 2, side)));

/** Return the width of this many pairs, relative to a die. @param {number} pairs */
const wide = (pairs) => pairs * 2 * (1 + GAP) + (pairs - 1) * 0.3 - GAP;

export class DiceBoard extends Board {
  /** @param {Catalogue} catalogue @param {Sheet[]} sheets @param {boolean} [small] */
  constructor(catalogue, sheets, small) {
    super(catalogue, sheets, small);
    const [{ landing, width }] = sheets;
    this.dice = landing ? diceOnFelt(landing, width) : null;
    if (this.dice) this.parts.push(this.dice.element);
  }

  /** The dice lie there until the next roll. @param {View} view */
  draw(view) {
    super.draw(view);
    const { dice = null, old = false } =
      /** @type {Partial<DiceTrial & {old: boolean}>} */ (view.lastTrial ?? {});
    this.dice?.lie(dice, old);
  }

  /** @param {Trial} trial @param {boolean} skip */
  async bring(trial, skip) {
    await this.dice?.roll(/** @type {DiceTrial} */ (trial).dice, skip);
  }

  /** A spot with printed dice needs no name. @param {Wager} wager @param {Cell} cell */
  _label(wager, cell) {
    return cell.kind === "hop" ? "" : super._label(wager, cell);
  }

  /** Return the faces that a bet waits for, or those that it bars. @param {Wager} wager */
  _picture({ dice, barred = [] }) {
    if (dice?.length) {
      const whole = dice.length * (1 + GAP) - GAP;
      return {
        wide: whole, names: true,
        draw: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ side) =>
          s("g", null, row([dice], x - (whole * side) / 2, y, side)),
      };
    }
    if (!barred.length) return null;
    const whole = WORD + 0.35 + wide(barred.length);
    return {
      wide: whole, names: false,
      draw: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ side) => {
        const left = x - (whole * side) / 2;
        return s("g", { class: "bar" },
          s("text", { x: left + (WORD * side) / 2, y, "font-size": side * 0.88 }, "BAR"),
          row(barred, left + (WORD + 0.35) * side, y, side));
      },
    };
  }

  /**
   * Return the print of the field: its totals in a row, with the payouts of those that pay more.
   * @param {Wager} wager @param {Cell} cell
   */
  _drawnPrint(wager, cell) {
    if (cell.kind !== "field") return null;
    const { x, y, w, h: high, letters = 1 } = cell;
    const groups = wager.totals ?? [];
    const most = Math.max(...groups.map(([, totals]) => totals.length));
    const marked = new Map(
      groups.flatMap(([odds, totals]) =>
        totals.map((n) => [n, totals.length === most ? "" : odds])),
    );
    const numbers = [...marked.keys()].sort((a, b) => a - b);
    const room = w * 0.66;
    const [middle, step, low] = [x + w / 2, room / numbers.length, y + high * 0.69];
    const size = Math.min(24, high * 0.3, step * 0.56);
    const words = [
      written(wager.label, {
        x: middle, y: y + high * 0.25, width: room * 0.5, size: Math.min(30, high * 0.34),
        kind: "label big", oneLine: true,
      }),
    ];
    numbers.forEach((n, at) => {
      const cx = middle - room / 2 + step * (at + 0.5);
      const odds = marked.get(n);
      if (odds) {
        const over = { x: cx, y: y + high * 0.28, width: step * 1.35, size: 12.5 * letters };
        words.push(s("circle", { class: "ring", cx, cy: low, r: Math.min(size * 0.8, step / 2) }),
          written(odds, { ...over, kind: "pays", oneLine: true }));
      }
      words.push(s("text", { class: "label", x: cx, y: low, "font-size": size }, n));
    });
    const side = (w - room) / 2;
    return { words, tray: { x: x + w - side + 1, y: y + 3, w: side - 4, h: high - 6 } };
  }
}
