// The print of a spot, and the part of it kept for chips: the two never overlap.
//
// Words stand at the top of a spot with chips below; on a line of the table words stand in the
// middle and chips to the right. An empty spot shows its words large, in the middle (`idle`); with
// chips they make room (`compact`).

import { s } from "../lib/dom.js";
import { fit, laid, wide, written } from "./letters.js";

/** @import { Cell, Rect } from "../../types/felt.d.ts" */
/** @import { Wager } from "../../types/protocol.d.ts" */

/** Letter size of a label, and of the line below it. */
const LABEL = 14;
const UNDER = 12.5;
/** The height of a line, in letters. */
const LINE = 1.12;
/** The least width of a line of the table. */
const LONG = 150;
/**
 * The least height for chips below two lines of words: with everybody's chips, or only mine, drawn
 * one by one. With less, one line is dropped.
 */
const ENOUGH = Object.freeze({ all: 28, own: 22 });
/** The margin around the print. */
const EDGE = 3;
/** If the words of a line would be smaller than this, they get more height. */
const SMALL_HEAD = 15;
/**
 * Letters reduced below this share of their size are left out: on a phone they would be less than
 * 11 pixels high.
 */
const READABLE = 0.94;
/** The height of a picture in a line of words, in letters. */
const PICTURE = 1.25;

/**
 * A picture in a line of words: so many times as wide as it is high, drawn around a point; whether
 * it says what the spot is.
 * @typedef {{wide: number, names: boolean,
 *   draw: (x: number, y: number, side: number) => SVGElement}} Picture
 */

/** Return the payout of a spot that has only one. @param {Wager} wager */
export function payShort(wager) {
  const odds = [...new Set(wager.pays.map((each) => each.odds))];
  return odds.length === 1 ? odds[0] : "";
}

/** Return all payouts of a spot in short: "24, 249, 999 to 1". @param {Wager} wager */
export function payEach(wager) {
  const odds = [...new Set(wager.pays.map((each) => each.odds))];
  const ends = odds.every((each) => each.endsWith(" to 1"));
  return ends ? `${odds.map((each) => each.slice(0, -5)).join(", ")} to 1` : odds.join(", ");
}

/** True for a line of the table, whose words stand beside its chips. @param {Cell} cell */
const isLine = ({ kind = "", w, boxed }) =>
  !boxed && w >= LONG && ["line", "come", "dont", "odds"].includes(kind);

/**
 * Printed words and the place for chips.
 * @param {Cell} cell @param {string} label @param {string} under a second line, if any
 * @param {Picture | null} picture what stands before the second line, or in its place
 * @param {"all" | "own"} [room] whose chips have a place of their own
 * @returns {{words: SVGElement[], tray: Rect}}
 */
export function printed(cell, label, under, picture, room = "all") {
  if (isLine(cell)) return line(cell, label, under, picture);
  const { x, y, w, h, letters = 1, tall } = cell;
  const big = tall || w > LONG;
  let size = label ? (tall ? Math.min(34, h * 0.28) : big ? 19 : LABEL) * letters : 0;
  const small = (tall ? Math.max(14, Math.min(20, h * 0.15)) : UNDER) * letters;
  const [middle, width] = [x + w / 2, w - 2 * EDGE];
  const second = Boolean(under || picture);
  const kind = big ? "label big" : "label";
  // Above a second line a label has one of its own, unless it could not be read.
  const oneLine = second && fit(label, width, size, kind) >= small * READABLE;
  const set = oneLine || !label ? { lines: [label], size } : laid(label, width, size, kind);
  const lines = set.lines.length;
  if (second && lines > 1) size = set.size;
  const low = picture ? small * PICTURE + 1 : small * LINE;
  const high = size * lines * LINE + (second ? low : 0);
  /** @param {number} top */
  const both = (top) => [
    label && written(label, {
      x: middle, y: top + (size * lines * LINE) / 2, width, size, kind, oneLine: lines === 1,
    }),
    second && beneath(middle, top + size * lines * LINE + low / 2, width, small, under, picture),
  ];
  const top = y + EDGE;
  const idle = s("g", { class: "idle" }, both(y + (h - high) / 2));
  if (h - high - 2 * EDGE >= ENOUGH[room]) {
    const words = [idle, s("g", { class: "compact" }, both(top))];
    return { words, tray: tray(cell, high + EDGE) };
  }
  const at = top + (small * LINE) / 2;
  const whole = under ? `${label} ${under}` : label;
  const one = fit(whole, width, small) < small * READABLE ? label : whole;
  const compact = picture?.names
    ? beneath(middle, at + 1, width, small, under, picture)
    : written(one, { x: middle, y: at, width, size: small, oneLine: true });
  return {
    words: [idle, s("g", { class: "compact" }, compact)],
    tray: tray(cell, small * (picture?.names ? PICTURE : LINE) + EDGE),
  };
}

/**
 * Return the second line of a spot, around a point.
 * @param {number} x @param {number} y @param {number} width @param {number} size
 * @param {string} text @param {Picture | null} picture
 */
function beneath(x, y, width, size, text, picture) {
  const how = { y, size, kind: "pays", oneLine: true };
  if (!picture) return written(text, { ...how, x, width });
  const side = Math.min(size * PICTURE, width / picture.wide);
  const drawn = side * picture.wide;
  const letters = text ? Math.min(width - drawn - 4, wide(text, "pays") * size) : 0;
  const left = x - (drawn + (letters && letters + 5)) / 2;
  return s("g", null, picture.draw(left + drawn / 2, y, side), letters && written(text, {
    ...how, x: left + drawn + 5 + letters / 2, width: letters,
  }));
}

/**
 * Return the area left below words of this height.
 * @param {Cell} cell @param {number} high @returns {Rect}
 */
const tray = ({ x, y, w, h }, high) =>
  ({ x: x + 2, y: y + high + 1, w: w - 4, h: h - high - 3 });

/**
 * Return the print of a line of the table: words in the middle, chips to the right.
 * @param {Cell} cell @param {string} label @param {string} under @param {Picture | null} picture
 * @returns {{words: SVGElement[], tray: Rect}}
 */
function line({ x, y, w, h, letters = 1, kind }, label, under, picture) {
  const second = Boolean(under || picture);
  const small = Math.min(UNDER * letters, h * 0.28);
  const most = Math.min(h * (second ? 0.42 : 0.6), kind === "odds" ? 18 * letters : 40);
  const width = w * (fit(label, w * 0.46, most, "big") < SMALL_HEAD ? 0.58 : 0.46);
  const size = fit(label, width, most, "big");
  const high = size * LINE + (second ? small * 1.3 : 0);
  const middle = x + w / 2;
  const words = [written(label, {
    x: middle, y: y + (h - high + size * LINE) / 2, width, size, kind: "label big",
    oneLine: true,
  })];
  if (second) {
    const at = y + (h + high) / 2 - small * 0.6;
    words.push(beneath(middle, at, width, small, under, picture));
  }
  const half = Math.max(
    wide(label, "big") * size, wide(under, "pays") * small,
    picture ? small * PICTURE * picture.wide : 0,
  ) / 2 + 4;
  return { words, tray: { x: middle + half, y: y + 3, w: w / 2 - half - 4, h: h - 6 } };
}
