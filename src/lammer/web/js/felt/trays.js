// Arranges stacks in the chip area of a spot: in the order of the seats, as dealers place them, so
// that a stack's position shows whose it is.

/** @import { Rect, Slot } from "../../types/felt.d.ts" */

/** The most stacks side by side; further ones become a single stack with their number. */
export const MOST = 8;
/** The distance between two stacks, in units of the drawing. */
const GAP = 0.7;
/** The width of an amount relative to its height. */
const BROAD = 1.35;
/** The height of a stack relative to its width, and the least radius at which one is drawn. */
const RISEN = 1.17;
export const RISES = 12;
/** The room for a seat number beside or below a stack, and the smallest stack that has one. */
const TAG = Object.freeze({ right: 12, below: 12, least: 7 });

/**
 * Divide a tray into equal parts, in rows; as large as possible, wider rather than taller.
 * @param {Rect} tray @param {number} count @returns {Rect[]} the last row in the middle
 */
export function parts(tray, count) {
  let [columns, best] = [1, 0];
  for (let each = 1; each <= count; each += 1) {
    const size = Math.min(tray.w / each / BROAD, tray.h / Math.ceil(count / each));
    if (size > best + 0.01) [columns, best] = [each, size];
  }
  const rows = Math.ceil(count / columns);
  const [w, h] = [tray.w / columns, tray.h / rows];
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const short = row === rows - 1 ? (columns * rows - count) / 2 : 0;
    return { x: tray.x + (at % columns + short) * w, y: tray.y + row * h, w, h };
  });
}

/**
 * Place a stack in the middle of its part, with its seat number beside or below if there is room.
 * @param {Rect} part @param {number} largest its radius at most @param {boolean} tagged
 * @returns {Slot}
 */
export function slot({ x, y, w, h }, largest, tagged) {
  const fits = (/** @type {number} */ wide, /** @type {number} */ high) => {
    const flat = Math.min(largest, wide / 2 - GAP, high / 2 - GAP);
    const risen = Math.min(flat, (high - 2 * GAP) / 2 / RISEN);
    return risen < RISES ? Math.min(flat, RISES) : risen;
  };
  const [middle, centre] = [x + w / 2, y + h / 2];
  const plain = fits(w, h);
  if (tagged) {
    const least = Math.min(plain, TAG.least);
    const beside = fits(w - TAG.right, h);
    const under = fits(w, h - TAG.below);
    if (beside >= least && beside >= under) {
      const left = middle - TAG.right / 2;
      return {
        x: left, y: centre, radius: beside, wide: w - TAG.right,
        tag: [left + beside + 6, centre - beside * 0.4],
      };
    }
    if (under >= least) {
      const top = centre - TAG.below / 2;
      return { x: middle, y: top, radius: under, wide: w, tag: [middle, top + under + 6.5] };
    }
  }
  return { x: middle, y: centre, radius: plain, wide: w, tag: null };
}

/**
 * From this radius on, a stack also leaves room for empty seats, if it is not much smaller for
 * that.
 */
const ROOMY = 11;
const KEPT = 0.75;
/** The most stacks with seat numbers; with more, only the position identifies the seat. */
const NUMBERED = 4;

/**
 * Return the places of the players who have bet, by seat; if there are too many, the first ones and
 * mine, and one place for the rest.
 * @param {Rect} tray @param {number[]} bettors their seats, in order
 * @param {number[]} seated everybody at the table, in order @param {number | null} mine
 * @param {number} largest radius of a stack
 * @returns {{slots: Map<number, Slot>, rest: number[], more: Slot | null}}
 */
export function arrange(tray, bettors, seated, mine, largest) {
  const others = bettors.filter((seat) => seat !== mine);
  const room = MOST - 1 - (bettors.length - others.length);
  const first = new Set(bettors.length > MOST ? others.slice(0, room) : others);
  const shown = bettors.filter((seat) => first.has(seat) || seat === mine);
  const rest = bettors.filter((seat) => !shown.includes(seat));
  const everybody = seated.length <= MOST ? parts(tray, seated.length) : [];
  const fixed = everybody.length > 0 && bettors.every((seat) => seated.includes(seat))
    && (slot(everybody[0], largest, false).radius >= Math.max(ROOMY, largest * KEPT)
      || bettors.length > NUMBERED);
  const places = fixed ? everybody : parts(tray, shown.length + (rest.length ? 1 : 0));
  const taken = shown.map((seat, at) => places[fixed ? seated.indexOf(seat) : at]);
  const tagged = shown.some((seat) => seat !== mine);
  const made = taken.map((part) => slot(part, largest, tagged));
  const slots = new Map(shown.map((seat, at) => [seat, made[at]]));
  const more = rest.length ? slot(/** @type {Rect} */ (places.at(-1)), largest, false) : null;
  return { slots, rest, more };
}

/**
 * Return the places on a phone: mine, and one for all others.
 * @param {Rect} tray @param {boolean} own whether I have chips there @param {boolean} others
 * @param {number} largest @returns {{own: Slot | null, others: Slot | null}}
 */
export function together(tray, own, others, largest) {
  if (!own || !others) {
    const whole = slot(tray, largest, false);
    const small = { ...whole, radius: whole.radius * 0.7 };
    return { own: own ? whole : null, others: others ? small : null };
  }
  const share = tray.w * 0.42;
  return {
    others: slot({ ...tray, w: share }, largest * 0.7, false),
    own: slot({ ...tray, x: tray.x + share, w: tray.w - share }, largest, false),
  };
}
