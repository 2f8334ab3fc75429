// Text in a drawing: no smaller than can be read, no larger than its place.

import { s } from "../lib/dom.js";

/** How wide a letter is on average, in its own height; a bold one is wider, and a capital of the
 * headings more so. */
const WIDE = 0.6;
export const WIDE_BOLD = 0.67;
export const WIDE_CAPITAL = 0.86;
/** A second line is worth it where letters become so much larger. */
const WORTH_TWO = 1.08;

/** How large a text may be written to fit. @param {string} text @param {number} width
 * @param {number} most @param {number} [wide] */
export const fit = (text, width, most, wide = WIDE) =>
  Math.min(most, width / (wide * Math.max(1, text.length)));

/** A text in one line, or in two where that lets it be larger. @param {string} text
 * @param {number} width @param {number} most @param {number} wide
 * @returns {{lines: string[], size: number}} */
export function laid(text, width, most, wide) {
  const whole = fit(text, width, most, wide);
  const words = text.split(" ");
  let best = { lines: [text], size: 0 };
  for (let at = 1; at < words.length; at += 1) {
    const lines = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    const size = Math.min(...lines.map((line) => fit(line, width, most, wide)));
    if (size > best.size) best = { lines, size };
  }
  return best.size > whole * WORTH_TWO ? best : { lines: [text], size: whole };
}

/**
 * A text around a point.
 * @param {string} text @param {{x: number, y: number, width: number, size: number, turn?: number,
 *   kind?: string, oneLine?: boolean}} how @returns {SVGElement}
 */
export function written(text, { x, y, width, size, turn = 0, kind = "label", oneLine = false }) {
  const wide = kind.includes("big") ? WIDE_CAPITAL : WIDE;
  const found = oneLine
    ? { lines: [text], size: fit(text, width, size, wide) }
    : laid(text, width, size, wide);
  const step = found.size * 1.06;
  const turned = turn ? `rotate(${turn} ${x} ${y})` : null;
  const first = y - ((found.lines.length - 1) * step) / 2;
  return s(
    "text",
    { class: kind, "font-size": found.size.toFixed(1), transform: turned },
    found.lines.map((line, at) => s("tspan", { x, y: (first + at * step).toFixed(1) }, line)),
  );
}
