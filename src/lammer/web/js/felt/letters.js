// Text in a drawing: no smaller than can be read, no larger than its place.

import { s } from "../dom.js";

/** How wide a letter is on average, in its own height. */
const WIDE = 0.56;

/** How large a text may be written to fit. @param {string} text @param {number} width @param {number} most */
export const fit = (text, width, most) => Math.min(most, width / (WIDE * Math.max(1, text.length)));

/** A text in one line, or in two where that lets it be larger. @param {string} text
 * @param {number} width @param {number} most @returns {{lines: string[], size: number}} */
export function laid(text, width, most) {
  const whole = fit(text, width, most);
  const words = text.split(" ");
  let best = { lines: [text], size: whole };
  for (let at = 1; at < words.length; at += 1) {
    const lines = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    const size = Math.min(...lines.map((line) => fit(line, width, most)));
    if (size > best.size * 1.15) best = { lines, size };
  }
  return best;
}

/**
 * A text around a point.
 * @param {string} text @param {{x: number, y: number, width: number, size: number, turn?: number,
 *   kind?: string, oneLine?: boolean}} how
 */
export function written(text, { x, y, width, size, turn = 0, kind = "label", oneLine = false }) {
  const found = oneLine ? { lines: [text], size: fit(text, width, size) } : laid(text, width, size);
  const step = found.size * 1.06;
  const turned = turn ? `rotate(${turn} ${x} ${y})` : null;
  const first = y - ((found.lines.length - 1) * step) / 2;
  return s("text", { class: kind, "font-size": found.size.toFixed(1), transform: turned },
    found.lines.map((line, at) => s("tspan", { x, y: (first + at * step).toFixed(1) }, line)));
}
