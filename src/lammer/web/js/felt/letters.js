// Sets text in a drawing: large enough to read, small enough to fit its place.

import { s } from "../lib/dom.js";

/** Use a second line if it makes the letters larger by this factor. */
const WORTH_TWO = 1.08;

/** Pixel size at which text is measured: some fonts have wider letters at small sizes. */
const SMALL = 14;
/**
 * Weight, family and letter spacing of each kind of text; as in felt.css.
 * @type {Readonly<Record<string, [font: string, between: number]>>}
 */
const FONTS = Object.freeze({
  big: [`700 ${SMALL}px --serif`, 0.03], label: [`600 ${SMALL}px --sans`, 0],
  pays: [`${SMALL}px --sans`, 0],
});
/** The width of a letter where nothing can be measured. */
const USUAL = 0.7;

/** @type {CanvasRenderingContext2D | null | undefined} */
let canvas;
/** @type {Map<string, number>} */ const known = new Map();

/** Return the width of a text relative to its height. @param {string} text @param {string} kind */
export function wide(text, kind) {
  const name = kind.includes("big") ? "big" : kind.includes("label") ? "label" : "pays";
  const key = `${name} ${text}`;
  const found = known.get(key) ?? measured(name === "big" ? text.toUpperCase() : text, FONTS[name]);
  known.set(key, found);
  return found;
}

/** @param {string} text @param {[string, number]} font */
function measured(text, [font, between]) {
  if (typeof document === "undefined") return text.length * (USUAL + between);
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return text.length * (USUAL + between);
  const style = getComputedStyle(document.documentElement);
  canvas.font = font.replace(/--\w+/, (name) => style.getPropertyValue(name));
  const even = text.replace(/1/g, "0"); // With tabular digits a 1 is as wide as the others.
  return canvas.measureText(even).width / SMALL + text.length * between;
}

/**
 * Return the largest letter size at which a text fits.
 * @param {string} text @param {number} width
 * @param {number} most @param {string} [kind]
 */
export const fit = (text, width, most, kind = "label") =>
  Math.min(most, width / Math.max(0.1, wide(text, kind)));

/**
 * Set a text in one line, or in two where that lets it be larger.
 * @param {string} text
 * @param {number} width @param {number} most @param {string} kind
 * @returns {{lines: string[], size: number}}
 */
export function laid(text, width, most, kind) {
  const whole = fit(text, width, most, kind);
  const words = text.split(" ");
  let best = { lines: [text], size: 0, longer: Infinity };
  for (let at = 1; at < words.length; at += 1) {
    const lines = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    const size = Math.min(...lines.map((line) => fit(line, width, most, kind)));
    const longer = Math.max(...lines.map((line) => wide(line, kind)));
    // Of equally large settings, the one whose lines are most alike.
    if (size > best.size || (size === best.size && longer < best.longer)) {
      best = { lines, size, longer };
    }
  }
  return best.size > whole * WORTH_TWO ? best : { lines: [text], size: whole };
}

/**
 * Write a text around a point.
 * @param {string} text @param {{x: number, y: number, width: number, size: number, turn?: number,
 *   kind?: string, oneLine?: boolean}} how @returns {SVGElement}
 */
export function written(text, { x, y, width, size, turn = 0, kind = "label", oneLine = false }) {
  const found = oneLine
    ? { lines: [text], size: fit(text, width, size, kind) }
    : laid(text, width, size, kind);
  const step = found.size * 1.06;
  const turned = turn ? `rotate(${turn} ${x} ${y})` : null;
  const first = y - ((found.lines.length - 1) * step) / 2;
  return s(
    "text",
    { class: kind, "font-size": found.size.toFixed(1), transform: turned },
    found.lines.map((line, at) => s("tspan", { x, y: (first + at * step).toFixed(1) }, line)),
  );
}
