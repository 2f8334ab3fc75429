// Parts of a drawn table as plain data: cells with their places, and sheets that contain them.
//
// No rule is known here. A cell says where a spot of the layout is drawn; the bets on it, its name
// and its payout come from the catalogue.

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
 * Place wagers that no sheet contains in a row of plain cells, so that a new wager is usable at
 * once.
 * @param {Catalogue} catalogue @param {Sheet[]} sheets @param {boolean} narrow
 * @returns {Sheet | null}
 */
export function others(catalogue, sheets, narrow) {
  const placed = new Set(sheets.flatMap((sheet) => sheet.cells.map((cell) => cell.spot)));
  const left = [...spotsOf(catalogue).keys()].filter((spot) => !placed.has(spot));
  if (!left.length) return null;
  const width = narrow ? 380 : 1000;
  const lines = inColumns(left, narrow ? 3 : 7);
  const cells = lines.flatMap((line, at) => {
    const share = [...line, ...Array(lines[0].length - line.length).fill("")];
    return row(share, 8, 8 + at * 66, width - 16, 62, { pays: true }).filter((cell) => cell.spot);
  });
  return { key: "others", title: "More bets", width, height: 12 + lines.length * 66, cells };
}
