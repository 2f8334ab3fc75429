// The five roads as drawings, marks told apart by shape as well as by colour.

import { h, s } from "../../../web/js/lib/dom.js";
import { several } from "../../../web/js/lib/calls.js";
import { ROWS, allRoads } from "./roads.js";

/** @typedef {import("./roads.js").Result} Result */
/** @typedef {import("./roads.js").Cell} Cell */

const SIDE = 20;
const LETTER = Object.freeze({ banker: "B", player: "P", tie: "T" });

/** @param {Cell} cell @param {number} x @param {number} y */
function bead(cell, x, y) {
  return [
    s("circle", { class: `bead ${cell.mark}`, cx: x, cy: y, r: 8.4 }),
    s("text", { class: "bead-letter", x, y }, LETTER[cell.mark]),
  ];
}

/** @param {Cell} cell @param {number} x @param {number} y @param {number} [ahead] */
function decision(cell, x, y, ahead = 0) {
  const ties = (cell.ties ?? 0) + ahead;
  /** @type {SVGElement[]} */
  const found = [s("circle", { class: `outline ${cell.mark}`, cx: x, cy: y, r: 7.6 })];
  if (cell.mark === "player")
    found.push(s("circle", { class: "dot player", cx: x, cy: y, r: 2.2 }));
  if (ties) found.push(s("text", { class: "ties", x, y }, ties));
  return found;
}

/** Red round, blue square; rings, solid ones, strokes. */
const MARKS = Object.freeze({
  ring: (cell, x, y) =>
    cell.mark === "red"
      ? s("circle", { class: "outline red", cx: x, cy: y, r: 6.4 })
      : s("rect", { class: "outline blue", x: x - 5.8, y: y - 5.8, width: 11.6, height: 11.6 }),
  solid: (cell, x, y) =>
    cell.mark === "red"
      ? s("circle", { class: "solid red", cx: x, cy: y, r: 6.8 })
      : s("rect", { class: "solid blue", x: x - 6, y: y - 6, width: 12, height: 12 }),
  stroke: (cell, x, y) =>
    cell.mark === "red"
      ? s("path", { class: "outline red", d: `M${x - 6} ${y + 6} L${x + 6} ${y - 6}` })
      : s("path", { class: "outline blue", d: `M${x - 6} ${y - 6} L${x + 6} ${y + 6}` }),
});

/**
 * One road, its latest columns if it has more than there is room for.
 * @param {string} title @param {Cell[]} cells @param {number} columns
 * @param {(cell: Cell, x: number, y: number, at: number) => any} draw
 */
function road(title, cells, columns, draw) {
  const last = cells.reduce((most, cell) => Math.max(most, cell.column), 0);
  const first = Math.max(0, last - columns);
  const marks = cells.map((cell, at) =>
    cell.column > first
      ? draw(cell, (cell.column - first - 0.5) * SIDE, (cell.row - 0.5) * SIDE, at)
      : null,
  );
  const lines = [];
  for (let at = 0; at <= columns; at += 1) lines.push(`M${at * SIDE} 0 V${ROWS * SIDE}`);
  for (let at = 0; at <= ROWS; at += 1) lines.push(`M0 ${at * SIDE} H${columns * SIDE}`);
  const more = first ? `: the latest ${columns} of ${last} columns` : "";
  const picture = s(
    "svg",
    {
      viewBox: `-1 -1 ${columns * SIDE + 2} ${ROWS * SIDE + 2}`,
      role: "img",
      "aria-label": `${title}, ${cells.length} marks${more}`,
    },
    s("path", { class: "grid", d: lines.join("") }),
    marks,
  );
  return h(
    "figure",
    { class: "road" },
    h("figcaption", null, title, more && h("span", { class: "soft" }, more)),
    picture,
  );
}

/**
 * The five roads of a shoe. @param {Result[]} results @param {boolean} narrow
 * @param {boolean} [cut] whether earlier coups could not be read @returns {HTMLElement[]}
 */
export function drawRoads(results, narrow, cut = false) {
  const all = allRoads(results);
  const ahead = all.big_road.leading_ties;
  const [beads, big, small] = narrow ? [17, 17, 17] : [14, 30, 22];
  const count = (which) => results.filter((each) => each === which).length;
  const sum = h(
    "p",
    { class: "roads-sum" },
    `${several(results.length, "coup")}: banker ${count("banker")}, `,
    `player ${count("player")}, tie ${count("tie")}.`,
    cut ? " Earlier coups of this shoe could not be read: the roads begin in its middle." : null,
  );
  return [
    sum,
    h(
      "div",
      { class: "roads" },
      road("Bead plate", all.bead_plate, beads, bead),
      road("Big road", all.big_road.cells, big, (cell, x, y, at) =>
        decision(cell, x, y, at ? 0 : ahead),
      ),
      road("Big eye boy", all.big_eye_boy, small, MARKS.ring),
      road("Small road", all.small_road, small, MARKS.solid),
      road("Cockroach pig", all.cockroach_pig, small, MARKS.stroke),
    ),
    h(
      "p",
      { class: "roads-note" },
      "Big road: a number counts the ties after that win; a dot marks the player's. ",
      "Lower roads: round or rising is red, the big road repeats itself; ",
      "square or falling is blue, it does not. ",
      "Roads record what happened. They do not predict what comes.",
    ),
  ];
}
