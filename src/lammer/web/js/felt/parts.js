// Parts of a drawn table as plain data: cells with their places, and sheets that contain them.
//
// No rule is known here. A cell says where a spot of the layout is drawn; the bets on it, its name
// and its payout come from the catalogue.

import { s } from "../lib/dom.js";

/** @import { Angle, Cell, Share, Sheet } from "../../types/felt.d.ts" */
/** @import { Catalogue } from "../../types/protocol.d.ts" */

/**
 * Place cells side by side: `spots` share the width by weight. A spot may be [key, weight].
 * @param {readonly Share[]} spots @param {number} x @param {number} y
 * @param {number} w @param {number} h @param {Partial<Cell>} [more] @param {number} [gap]
 * @returns {Cell[]}
 */
export function row(spots, x, y, w, h, more = {}, gap = 4) {
  /** @type {[string, number][]} */
  const shares = spots.map((each) => (Array.isArray(each) ? each : [each, 1]));
  const unit = (w - gap * (shares.length - 1)) / shares.reduce((sum, [, share]) => sum + share, 0);
  let left = x;
  return shares.map(([spot, share]) => {
    const cell = { spot, x: left, y, w: unit * share, h, ...more };
    left += unit * share + gap;
    return cell;
  });
}

/**
 * Place rows below one another.
 * @param {readonly (readonly Share[])[]} rows @param {number} x
 * @param {number} y @param {number} w @param {number} h of each @param {Partial<Cell>} [more]
 * @param {number} [gap] @returns {Cell[]}
 */
export const rows = (rows, x, y, w, h, more = {}, gap = 4) =>
  rows.flatMap((each, at) => row(each, x, y + at * (h + gap), w, h, more, gap));

/** Split a list into this many columns. @param {string[]} spots @param {number} columns */
export function inColumns(spots, columns) {
  /** @type {string[][]} */  const found = [];
  for (let at = 0; at < spots.length; at += columns) found.push(spots.slice(at, at + columns));
  return found;
}

/** Return the outline of an L-shaped spot. @param {Angle} angle */
export function outline({ x, y, thick, right, bottom, high, round }) {
  const inner = Math.max(6, round - thick);
  const top = bottom - high;
  return [
    `M${x} ${y} H${x + thick} V${top - inner}`,
    `A${inner} ${inner} 0 0 0 ${x + thick + inner} ${top}`,
    `H${right} V${bottom} H${x + round}`,
    `A${round} ${round} 0 0 1 ${x} ${bottom - round} Z`,
  ].join(" ");
}

/** Return all spots of a catalogue. @param {Catalogue} catalogue */
export function spotsOf(catalogue) {
  return new Map(
    catalogue.areas.flatMap((area) => area.spots.map((each) => [each.spot, each.wagers])),
  );
}

/**
 * Return the spots of the catalogue that begin with this text.
 * @param {Catalogue} catalogue @param {string} start
 */
export const beginning = (catalogue, start) =>
  [...spotsOf(catalogue).keys()].filter((spot) => spot.startsWith(start));

/**
 * Place wagers that no sheet contains, so that a new wager is usable at once: in rows of plain
 * cells; those outside the regulation apart, under words that say so.
 * @param {Catalogue} catalogue @param {Sheet[]} sheets @param {boolean} narrow
 * @returns {Sheet[]}
 */
export function others(catalogue, sheets, narrow) {
  const placed = new Set(sheets.flatMap((sheet) => sheet.cells.map((cell) => cell.spot)));
  /** @type {Sheet[]} */ const found = [];
  const width = narrow ? 380 : 1000;
  const own = catalogue.areas.filter((area) => area.experimental);
  for (const { title, spots } of own) {
    const here = spots.map(({ spot }) => spot);
    const cells = grid(here, narrow ? 2 : 4, width, 34, 78, "experimental");
    const art = () => [s("text", { class: "apart", x: 10, y: 22, "font-size": narrow ? 15 : 17 },
      title)];
    found.push({ key: "experimental", title, width, height: heightOf(cells), cells, art });
  }
  const apart = new Set(own.flatMap((area) => area.spots.map(({ spot }) => spot)));
  const left = [...spotsOf(catalogue).keys()]
    .filter((spot) => !placed.has(spot) && !apart.has(spot));
  if (left.length) {
    const cells = grid(left, narrow ? 3 : 7, width, 8, 62);
    found.push({ key: "others", title: "More bets", width, height: heightOf(cells), cells });
  }
  return found;
}

/** @param {Cell[]} cells */
const heightOf = (cells) => Math.max(...cells.map(({ y, h }) => y + h)) + 8;

/**
 * Place spots in columns of equal width, with what they pay.
 * @param {string[]} spots @param {number} columns @param {number} width of the sheet
 * @param {number} top @param {number} high of each @param {string} [kind] @returns {Cell[]}
 */
function grid(spots, columns, width, top, high, kind) {
  const each = (width - 16 - 4 * (columns - 1)) / columns;
  return spots.map((spot, at) => ({
    spot, x: 8 + (at % columns) * (each + 4), y: top + Math.floor(at / columns) * (high + 4),
    w: each, h: high, pays: true, ...(kind ? { kind } : {}),
  }));
}
