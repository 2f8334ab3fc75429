// Where the spots of roulette lie: the numbers in three columns, and between them the places for
// bets on several. Places and colours are geometry; what a bet is called and pays comes from the
// catalogue.

import { s, styled } from "../../../web/js/lib/dom.js";
import { written } from "../../../web/js/felt/letters.js";
import { row, spotsOf } from "../../../web/js/felt/parts.js";
import { WheelBoard } from "../../../instruments/wheel/web/board.js";

/** @import { Cell, Point, Rect, Sheet } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue, Wager } from "../../../web/types/protocol.d.ts" */

const ROWS = 12;
const DOZENS = Object.freeze(["dozen-1", "dozen-2", "dozen-3"]);
const EVEN = Object.freeze(["low", "even", "red", "black", "odd", "high"]);
/** How far from the middle of the second number the places of two zeros with it are. */
const ASIDE = 0.25;
/** The size of the part in which the chips on a line lie. */
const TRAY = 34;

/** A number's place: the column from 0, and the row. @param {number} n @returns {Point} */
const at = (n) => [(n - 1) % 3, Math.floor((n - 1) / 3)];

/**
 * Where a bet on several numbers lies: columns across, rows down; the zeros are above row 0.
 * @param {string} key @param {boolean} two whether there are two zeros @returns {Point | null}
 */
export function between(key, two) {
  const [kind, ...numbers] = key.split("-");
  if (kind === "first") return [0, 0];
  if (kind === "trio" || (kind === "split" && !Number(numbers[0]))) return atZero(numbers, two);
  const first = Number(numbers[0]);
  const [across, down] = at(first);
  if (kind === "street") return [0, down + 0.5];
  if (kind === "line") return [0, down + 1];
  if (kind === "corner") return [across + 1, down + 1];
  if (kind !== "split") return null;
  return Number(numbers[1]) === first + 1 ? [across + 1, down + 0.5] : [across + 0.5, down + 1];
}

/** @param {string[]} numbers @param {boolean} two @returns {Point} */
function atZero(numbers, two) {
  const low = numbers.filter((each) => Number(each)).map(Number);
  if (!low.length) return [1.5, -0.5];
  if (low.length === 2) return [low[0], 0];
  if (low[0] !== 2 || !two) return [low[0] - 0.5, 0];
  if (numbers.length === 3) return [1.5, 0];
  return [1.5 + (numbers[0] === "0" ? -ASIDE : ASIDE), 0];
}

/**
 * The part of a sheet with the numbers: how wide and how high one is, and which way they run.
 * @typedef {{x: number, y: number, w: number, h: number, across: boolean, zero: number,
 *   reach: number}} Numbers
 */

/** A part of the numbers, in columns and rows. @param {Numbers} part @param {number} left
 * @param {number} top @param {number} wide @param {number} high @returns {Rect} */
function rect({ x, y, w, h, across, zero }, left, top, wide, high) {
  const along = (/** @type {number} */ down, /** @type {number} */ size) =>
    (down < 0 ? down * zero : down * size);
  if (across) {
    return {
      x: x + along(top, w), y: y + (3 - left - wide) * h,
      w: along(top + high, w) - along(top, w), h: wide * h,
    };
  }
  return {
    x: x + left * w, y: y + along(top, h), w: wide * w, h: along(top + high, h) - along(top, h),
  };
}

/**
 * How large the place of a bet on several numbers is, across and down: on a line it reaches from
 * one crossing to the next, so a chip anywhere on the line is on it. With two zeros five bets share
 * the line above the 2. @param {Point} there @param {Numbers} part @param {boolean} two
 * @returns {Point}
 */
function reaches([column, down], { w, h, across, zero, reach }, two) {
  const [wide, high] = across ? [h, w] : [w, h];
  if (down % 1) return [reach, Math.max(reach, (down < 0 ? zero : high) - reach)];
  if (two && !down && column >= 1 && column <= 2) return [ASIDE * wide, reach];
  return [column % 1 ? wide - reach : reach, reach];
}

/** All places of the numbers: the numbers first, then what lies upon them.
 * @param {Catalogue} catalogue @param {Numbers} part @returns {Cell[]} */
function numbers(catalogue, part) {
  const spots = spotsOf(catalogue);
  const two = spots.has("straight-00");
  const colours = colourOf(catalogue);
  /** @type {Cell[]} */ const cells = [];
  /** @param {string} name @param {Rect} where */
  const number = (name, where) => cells.push({
    spot: `straight-${name}`, ...where, kind: `pocket ${colours.get(name) ?? ""}`, round: 3,
    radius: 15,
  });
  number("0", rect(part, 0, -1, two ? 1.5 : 3, 1));
  if (two) number("00", rect(part, 1.5, -1, 1.5, 1));
  for (let n = 1; n <= 3 * ROWS; n += 1) number(String(n), rect(part, ...at(n), 1, 1));
  for (const spot of spots.keys()) {
    const there = between(spot, two);
    if (!there) continue;
    const { x, y } = rect(part, there[0], there[1], 0, 0);
    const [wide, high] = reaches(there, part, two);
    const [w, h] = part.across ? [high, wide] : [wide, high];
    cells.push({ spot, x: x - w / 2, y: y - h / 2, w, h, kind: "between", radius: 11 });
  }
  return cells;
}

/** How each pocket is painted. @param {Catalogue} catalogue */
const colourOf = ({ procedure: { wheel } }) =>
  new Map((wheel?.rim ?? []).map((name, place) => [name, wheel?.colours[place] ?? ""]));

/** @param {Catalogue} catalogue @param {boolean} narrow @returns {Sheet[]} */
function sheets(catalogue, narrow) {
  const more = { pays: true, radius: 16 };
  if (narrow) {
    const part = { x: 104, y: 214, w: 88, h: 54, across: false, zero: 50, reach: 28 };
    const columns = [1, 2, 3].map((n) => `column-${n}`);
    return [{
      key: "table", title: "The table", width: 380, height: 924,
      landing: { x: 8, y: 4, w: 364, h: 152, from: [0, 0], shaken: true },
      cells: [
        ...DOZENS.map((spot, place) => ({
          spot, x: 54, y: 214 + place * 216, w: 46, h: 212, ...more,
        })),
        ...EVEN.map((spot, place) => ({
          spot, x: 4, y: 214 + place * 108, w: 46, h: 104, kind: `even ${spot}`, ...more,
        })),
        ...row(columns, 104, 866, 264, 50, more, 0),
        ...numbers(catalogue, part),
      ],
    }];
  }
  const part = { x: 76, y: 192, w: 70, h: 78, across: true, zero: 68, reach: 37 };
  return [{
    key: "table", title: "The table", width: 1000, height: 556,
    landing: { x: 8, y: 4, w: 984, h: 180, from: [0, 0], shaken: true },
    cells: [
      ...DOZENS.map((spot, place) => ({
        spot, x: 76 + place * 280, y: 430, w: 280, h: 58, ...more,
      })),
      ...EVEN.map((spot, place) => ({
        spot, x: 76 + place * 140, y: 490, w: 140, h: 60, kind: `even ${spot}`, ...more,
      })),
      ...[1, 2, 3].map((n) => ({
        spot: `column-${n}`, x: 918, y: 192 + (3 - n) * 78, w: 76, h: 78, ...more,
      })),
      ...numbers(catalogue, part),
    ],
  }];
}

class RouletteBoard extends WheelBoard {
  /**
   * A number is printed large on its colour; between numbers nothing is.
   * @param {Wager} wager @param {Cell} cell
   */
  _drawnPrint(wager, cell) {
    const { x, y, w, h, kind = "" } = cell;
    if (kind === "between") {
      const [middle, level] = [x + w / 2, y + h / 2];
      const dot = s("circle", { class: "dot", cx: middle, cy: level, r: 2.4 });
      const tray = { x: middle - TRAY / 2, y: level - TRAY / 2, w: TRAY, h: TRAY };
      return { words: [dot], tray };
    }
    if (!kind.startsWith("pocket")) return null;
    const words = written(wager.label, {
      x: x + w / 2, y: y + h / 2, width: w - 16, size: 24, kind: "label big", oneLine: true,
    });
    return { words: [words], tray: { x: x + 14, y: y + 13, w: w - 28, h: h - 26 } };
  }
}

/** @returns {Promise<import("../../../web/types/felt.d.ts").GameDrawing>} */
export async function drawing() {
  await styled(new URL("./roulette.css", import.meta.url).pathname);
  return {
    sheets,
    board: (catalogue, drawn, small) => new RouletteBoard(catalogue, drawn, small, true),
  };
}
