// What is printed on a spot, and the part of it that is kept for chips: the two never meet.
//
// Words stand at the top of a spot and chips lie under them; on a spot as wide as a line words
// stand in the middle and chips lie right of them. A spot where nobody has bet shows its words
// large, in the middle (`idle`); with chips on it they make room (`compact`).

import { s } from "../lib/dom.js";
import { fit, laid, wide, written } from "./letters.js";

/** @import { Cell, Rect } from "../../types/felt.d.ts" */
/** @import { Wager } from "../../types/protocol.d.ts" */

/** Letters of a label, and of the line under it. */
const LABEL = 14;
const UNDER = 12.5;
/** How high a line of words is, in its letters. */
const LINE = 1.12;
/** A line of the table is at least so wide. */
const LONG = 150;
/** Chips under two lines of words have at least this, or this where only mine are drawn one by
 * one; otherwise one line makes room. */
const ENOUGH = Object.freeze({ all: 28, own: 22 });
/** Around what is printed. */
const EDGE = 3;
/** Words of a line that would be smaller than this have more of it. */
const SMALL_HEAD = 15;
/** Letters that are made smaller than this share of what they should be are left out: on a
 * telephone they would be less than 11 pixels high. */
const READABLE = 0.94;
/** How high a picture in a line of words is, in its letters. */
const PICTURE = 1.25;

/**
 * A picture in a line of words: so many times as wide as it is high, drawn around a point; whether
 * it says what the spot is.
 * @typedef {{wide: number, names: boolean,
 *   draw: (x: number, y: number, side: number) => SVGElement}} Picture
 */

/** The payout of a spot where there is only one. @param {Wager} wager */
export function payShort(wager) {
  const odds = [...new Set(wager.pays.map((each) => each.odds))];
  return odds.length === 1 ? odds[0] : "";
}

/** All payouts of a spot, briefly: "24, 249, 999 to 1". @param {Wager} wager */
export function payEach(wager) {
  const odds = [...new Set(wager.pays.map((each) => each.odds))];
  const ends = odds.every((each) => each.endsWith(" to 1"));
  return ends ? `${odds.map((each) => each.slice(0, -5)).join(", ")} to 1` : odds.join(", ");
}

/** Whether it is a line of the table, whose words stand beside its chips. @param {Cell} cell */
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
  const size = label ? (tall ? Math.min(34, h * 0.28) : big ? 19 : LABEL) * letters : 0;
  const small = (tall ? Math.max(14, Math.min(20, h * 0.15)) : UNDER) * letters;
  const [middle, width] = [x + w / 2, w - 2 * EDGE];
  const second = Boolean(under || picture);
  const kind = big ? "label big" : "label";
  const lines = second || !label ? 1 : laid(label, width, size, kind).lines.length;
  const low = picture ? small * PICTURE + 1 : small * LINE;
  const high = size * lines * LINE + (second ? low : 0);
  /** @param {number} top */
  const both = (top) => [
    label && written(label, {
      x: middle, y: top + (size * lines * LINE) / 2, width, size, kind, oneLine: second,
    }),
    second && beneath(middle, top + size * LINE + low / 2, width, small, under, picture),
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
 * The second line of a spot, around a point.
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

/** What is left under words so high. @param {Cell} cell @param {number} high @returns {Rect} */
const tray = ({ x, y, w, h }, high) =>
  ({ x: x + 2, y: y + high + 1, w: w - 4, h: h - high - 3 });

/**
 * A line of the table: words in its middle, chips right of them.
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
