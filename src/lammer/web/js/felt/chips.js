// Chips: a stack of so many cents, topped by the chip of the customary colour.

import { s } from "../lib/dom.js";
import { CHIPS, chipFor, short } from "../lib/money.js";

/** At most so many chips are drawn in a stack, whatever it is worth. */
const MOST_DRAWN = 3;
/** How far apart the chips of a stack lie, in radii. */
const RISE = 0.17;

/** @import { Look } from "../../types/felt.d.ts" */

/**
 * The chips a dealer would stack, the largest at the bottom. @param {number} cents
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

/**
 * The size of letters that lets a text fit on a chip. @param {string} text @param {number} radius
 */
const size = (text, radius) =>
  radius * (text.length < 3 ? 0.84 : text.length < 4 ? 0.7 : text.length < 5 ? 0.56 : 0.46);

/** One chip, seen from above. @param {string} name @param {number} radius @param {number} y */
function disc(name, radius, y) {
  return s(
    "g",
    { class: `chip ${name}`, transform: `translate(0 ${y})` },
    s("circle", { class: "chip-edge", r: radius }),
    s("circle", {
      class: "chip-spots", r: radius * 0.86, "stroke-width": radius * 0.28,
      "stroke-dasharray": `${radius * 0.45} ${radius * 0.4505}`,
    }),
    s("circle", { class: "chip-face", r: radius * 0.7 }),
  );
}

/**
 * A stack of chips around the point 0, 0.
 * @param {number} cents @param {Look} [look] @returns {SVGElement}
 */
export function chipStack(cents, look = {}) {
  const { mine = true, off = false, pending = false, moot = false, name = "" } = look;
  const radius = look.radius ?? (mine ? 18 : 11);
  const names = mine ? chipNames(cents) : [chipFor(cents).name];
  // The largest chip lies on top: its colour tells the stack.
  names.reverse();
  const kind = [
    "stack",
    mine ? "mine" : "other",
    off && "off",
    pending && "pending",
    moot && "moot",
  ];
  const stack = s("g", { class: kind.filter(Boolean).join(" "), "aria-hidden": "true" });
  names.forEach((each, at) =>
    stack.append(disc(each, radius, (names.length - 1 - at) * radius * RISE)),
  );
  const text = mine || !name ? short(cents) : name.slice(0, 1).toUpperCase();
  stack.append(
    s("text", { class: `chip-text on-${names.at(-1)}`, "font-size": size(text, radius) }, text),
  );
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

/** A chip as a picture of its own, for choosing one. @param {number} cents */
export function chipPicture(cents) {
  return s(
    "svg",
    { class: "chip-picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    chipStack(cents, { radius: 18 }),
  );
}
