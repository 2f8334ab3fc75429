// Draws chips: a stack for an amount in cents, with the highest chip on top.

import { s } from "../lib/dom.js";
import { CHIPS, chipFor, short } from "../lib/money.js";
import { RISES } from "./trays.js";

/** The most chips drawn in a stack. */
const MOST_DRAWN = 3;
/** The vertical distance between chips of a stack, in radii. */
const RISE = 0.17;

/** @import { Look, Slot } from "../../types/felt.d.ts" */

/**
 * Return the chips of a dealer's stack, the largest at the bottom.
 * @param {number} cents
 * @returns {string[]}
 */
function chipNames(cents) {
  const names = [];
  let left = cents;
  for (const chip of CHIPS) {
    for (; left >= chip.cents && names.length < MOST_DRAWN; left -= chip.cents)
      names.push(chip.name);
  }
  return names.length ? names : [chipFor(cents).name];
}

/** The smallest letters on a chip, in units of the drawing; longer text is condensed instead. */
const LEAST = 11.4;
/** The width of a digit relative to its height. */
const WIDE = 0.64;

/**
 * Write the amount of a stack, as large as its chip allows.
 * @param {string} text @param {number} radius @param {number} room how wide it may be
 * @param {string} kind
 */
function amount(text, radius, room, kind) {
  const size = Math.max(LEAST, Math.min(radius * 0.84, (radius * 1.5) / (WIDE * text.length)));
  const wide = size * WIDE * text.length;
  const most = Math.max(radius * 1.9, Math.min(room, wide));
  const narrow = wide > most;
  return s("text", {
    class: `chip-text ${kind}`, "font-size": size.toFixed(1),
    textLength: narrow && most.toFixed(1), lengthAdjust: narrow && "spacingAndGlyphs",
  }, text);
}

/**
 * Draw one chip from above; a small one without edge spots, to leave room for digits.
 * @param {string} name @param {number} radius @param {number} y
 */
function disc(name, radius, y) {
  const spots = radius < RISES ? null : s("circle", {
    class: "chip-spots", r: radius * 0.86, "stroke-width": radius * 0.28,
    "stroke-dasharray": `${radius * 0.45} ${radius * 0.4505}`,
  });
  return s(
    "g",
    { class: `chip ${name}`, transform: `translate(0 ${y})` },
    s("circle", { class: "chip-edge", r: radius }),
    spots,
    s("circle", { class: "chip-face", r: radius * (spots ? 0.7 : 0.98) }),
  );
}

/**
 * Draw a stack of chips around a point.
 * @param {number} cents @param {Look} [look] @returns {SVGElement}
 */
export function chipStack(cents, look = {}) {
  const { mine = true, off = false, pending = false, moot = false, x = 0, y = 0, tag } = look;
  const radius = look.radius ?? 18;
  const names = radius < RISES ? [chipFor(cents).name] : chipNames(cents);
  // The largest chip lies on top: its colour identifies the stack.
  names.reverse();
  const kind = [
    "stack", mine ? "mine" : "other", off && "off", pending && "pending", moot && "moot",
  ];
  const rise = (names.length - 1) * radius * RISE;
  const stack = s("g", {
    class: kind.filter(Boolean).join(" "), "aria-hidden": "true", "data-seat": look.seat,
    transform: x || y || rise ? `translate(${x.toFixed(1)} ${(y - rise / 2).toFixed(1)})` : null,
  });
  names.forEach((each, at) =>
    stack.append(disc(each, radius, (names.length - 1 - at) * radius * RISE)),
  );
  if (mine) stack.append(s("circle", { class: "own-ring", r: radius * 0.98 }));
  stack.append(amount(short(cents), radius, look.wide ?? 0, `on-${names.at(-1)}`));
  if (tag && look.name !== undefined) {
    const [left, top] = [tag[0] - x, tag[1] - y + rise / 2];
    stack.append(s("text", { class: "of-seat", x: left.toFixed(1), y: top.toFixed(1) }, look.name));
  }
  if (look.coupon) {
    const at = { x: -radius * 1.3, y: -radius * 1.2, width: radius * 1.1, height: radius * 0.7 };
    const text = { x: -radius * 0.75, y: -radius * 0.83, "font-size": radius * 0.52 };
    const mark = [s("rect", at), s("text", text, short(look.coupon))];
    stack.append(s("g", { class: "coupon" }, mark));
  }
  if (off || look.on) {
    stack.append(
      s(
        "g",
        { class: "lammer", transform: `translate(0 ${radius * 0.72})` },
        s("rect", {
          x: -radius * 0.92, y: -radius * 0.38, width: radius * 1.84, height: radius * 0.76,
          rx: radius * 0.22,
        }),
        s("text", { "font-size": radius * 0.62 }, off ? "OFF" : "ON"),
      ),
    );
  }
  return stack;
}

/**
 * Draw the stacks of several players as one, with their number.
 * @param {Slot} slot @param {number} count @param {number} [cents] what tells its colour
 */
export function moreChips({ x, y, radius, wide }, count, cents) {
  const name = cents === undefined ? "several" : chipFor(cents).name;
  return s("g", {
    class: "stack other", "aria-hidden": "true",
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
  }, disc(name, radius, 0), amount(`+${count}`, radius, wide, `on-${name}`));
}

/** Draw a single chip, for choosing one. @param {number} cents */
export function chipPicture(cents) {
  return s(
    "svg",
    { class: "chip-picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    chipStack(cents, { radius: 18, mine: false }),
  );
}
