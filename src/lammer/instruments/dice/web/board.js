// A board with dice printed on it: the faces that bets wait for, and those that they bar.

import { s } from "../../../web/js/lib/dom.js";
import { Board, payShort } from "../../../web/js/felt/board.js";
import { written } from "../../../web/js/felt/letters.js";
import { die } from "./dice.js";

/** @import { BarPlace, Cell } from "../../../web/types/felt.d.ts" */
/** @import { Wager } from "../../../web/types/protocol.d.ts" */

export class DiceBoard extends Board {
  /**
   * The two faces that a bet waits for. @param {Wager} wager @param {Cell} cell
   * @returns {SVGElement[] | null}
   */
  _faces(wager, cell) {
    const { x, y, w, h: high, kind, pays, letters = 1 } = cell;
    if (kind === "field") return this._field(wager, cell);
    const { dice } = wager;
    if (!dice) return null;
    const side = Math.min(22 * letters, high * 0.35);
    const middle = x + w / 2;
    /** @type {SVGElement[]} */
    const found = [
      die(dice[0], middle - side - 2, y + 5, side),
      die(dice[1], middle + 2, y + 5, side),
    ];
    const odds = pays ? payShort(wager) : "";
    const lines = kind === "hop" ? [odds] : [wager.label, odds];
    const step = (high - 5 - side) / (lines.length + 0.3);
    lines.forEach((line, at) => {
      if (line)
        found.push(
          written(line, {
            x: middle, y: y + 5 + side + step * (at + 0.62), width: w - 8,
            size: (at ? 12.5 : 13.5) * letters, kind: at ? "pays" : "label", oneLine: true,
          }),
        );
    });
    return found;
  }

  /**
   * The field: totals, and what those pay that pay more. @param {Wager} wager @param {Cell} cell
   * @returns {SVGElement[]}
   */
  _field(wager, cell) {
    const { x, y, w, h: high, letters = 1 } = cell;
    const groups = wager.totals ?? [];
    const most = Math.max(...groups.map(([, totals]) => totals.length));
    const marked = new Map(
      groups.flatMap(([odds, totals]) =>
        totals.map((n) => [n, totals.length === most ? "" : odds])),
    );
    const numbers = [...marked.keys()].sort((a, b) => a - b);
    const room = Math.min(w * 0.8, w - 88);
    const found = [
      written(wager.label, {
        x: x + room / 2 + 6, y: y + high * 0.27, width: w * 0.4, size: Math.min(28, high * 0.32),
        kind: "label big", oneLine: true,
      }),
    ];
    numbers.forEach((n, at) => {
      const cx = x + 6 + (room / numbers.length) * (at + 0.5);
      const cy = y + high * 0.66;
      const odds = marked.get(n);
      if (odds)
        found.push(s("circle", { class: "ring", cx, cy: cy - 1, r: Math.min(16, high * 0.2) }));
      found.push(
        s("text", { class: "label", x: cx, y: cy, "font-size": Math.min(20, high * 0.26) }, n),
      );
      if (odds)
        found.push(
          written(odds, {
            x: cx, y: y + high * 0.3, width: 54, size: 12 * letters, kind: "pays", oneLine: true,
          }),
        );
    });
    return found;
  }

  /**
   * The dice that a bet bars: a word, and the faces.
   * @param {Wager} wager @param {BarPlace} where @returns {SVGElement | null}
   */
  _bar(wager, { x, y, turn = 0, side = 16 }) {
    const pairs = wager.barred ?? [];
    if (!pairs.length) return null;
    const word = side * 2.25;
    const left = -(word + pairs.length * (side * 2 + 6)) / 2;
    return s(
      "g",
      { class: "bar", transform: `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}` },
      s("text", { x: left + word / 2 - 2, y: 0.5, "font-size": side * 0.78 }, "BAR"),
      pairs.flatMap((pair, at) =>
        pair.map((face, each) =>
          die(face, left + word + at * (side * 2 + 6) + each * (side + 2), -side / 2, side),
        ),
      ),
    );
  }
}
