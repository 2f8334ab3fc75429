// Draws the five roads, with marks distinguished by shape as well as colour. The server computes
// the marks and their positions.

import { h, s } from "../../../web/js/lib/dom.js";

/** @import { Child } from "../../../web/js/lib/dom.js" */
/** @import { Score } from "../../../web/types/protocol.d.ts" */
/** @import { Bead, Decision, Mark } from "./types.d.ts" */

const SIDE = 20;
/** Every road has six rows. */
const ROWS = 6;
const LETTER = Object.freeze({ banker: "B", player: "P", tie: "T" });

/** @param {Bead} cell @param {number} x @param {number} y @returns {SVGElement[]} */
const bead = ([, , mark], x, y) => [
  s("circle", { class: `bead ${mark}`, cx: x, cy: y, r: 8.4 }),
  s("text", { class: "bead-letter", x, y }, LETTER[mark]),
];

/** @param {Decision} cell @param {number} x @param {number} y @param {number} ahead ties before */
const decision = ([, , mark, after], x, y, ahead) => [
  s("circle", { class: `outline ${mark}`, cx: x, cy: y, r: 7.6 }),
  mark === "player" && s("circle", { class: "dot player", cx: x, cy: y, r: 2.2 }),
  after + ahead ? s("text", { class: "ties", x, y }, after + ahead) : null,
];

/** @typedef {(cell: Mark, x: number, y: number) => SVGElement} DrawMark */

/** Return a ring for red, a square for blue. @type {DrawMark} */
const ring = ([, , mark], x, y) => (mark === "red"
  ? s("circle", { class: "outline red", cx: x, cy: y, r: 6.4 })
  : s("rect", { class: "outline blue", x: x - 5.8, y: y - 5.8, width: 11.6, height: 11.6 }));

/** Return the same, filled. @type {DrawMark} */
const solid = ([, , mark], x, y) => (mark === "red"
  ? s("circle", { class: "solid red", cx: x, cy: y, r: 6.8 })
  : s("rect", { class: "solid blue", x: x - 6, y: y - 6, width: 12, height: 12 }));

/** Return a stroke, rising for red, falling for blue. @type {DrawMark} */
const stroke = ([, , mark], x, y) => (mark === "red"
  ? s("path", { class: "outline red", d: `M${x - 6} ${y + 6} L${x + 6} ${y - 6}` })
  : s("path", { class: "outline blue", d: `M${x - 6} ${y - 6} L${x + 6} ${y + 6}` }));

/**
 * Return the grid and the marks of a road: its latest columns if there are too many.
 * @template {[number, number, string, ...unknown[]]} Cell
 * @param {Cell[]} cells @param {number} columns
 * @param {(cell: Cell, x: number, y: number, at: number) => Child} draw
 */
function marked(cells, columns, draw) {
  const last = cells.reduce((most, [column]) => Math.max(most, column), 0);
  const first = Math.max(0, last - columns);
  const marks = cells.map((cell, at) => {
    const [column, row] = cell;
    return column > first
      ? draw(cell, (column - first - 0.5) * SIDE, (row - 0.5) * SIDE, at)
      : null;
  });
  const lines = [
    ...Array.from({ length: columns + 1 }, (_, at) => `M${at * SIDE} 0 V${ROWS * SIDE}`),
    ...Array.from({ length: ROWS + 1 }, (_, at) => `M0 ${at * SIDE} H${columns * SIDE}`),
  ];
  const more = first ? `: the latest ${columns} of ${last} columns` : "";
  const viewBox = `-1 -1 ${columns * SIDE + 2} ${ROWS * SIDE + 2}`;
  return { viewBox, more, drawn: [s("path", { class: "grid", d: lines.join("") }), marks] };
}

/**
 * Return one road with its title.
 * @template {[number, number, string, ...unknown[]]} Cell
 * @param {string} title @param {Cell[]} cells @param {number} columns
 * @param {(cell: Cell, x: number, y: number, at: number) => Child} draw
 */
function road(title, cells, columns, draw) {
  const { viewBox, more, drawn } = marked(cells, columns, draw);
  const picture = s("svg", {
    viewBox, role: "img", "aria-label": `${title}, ${cells.length} marks${more}`,
  }, drawn);
  return h("figure", { class: "road picture" },
    h("figcaption", null, title, more && h("span", { class: "soft" }, more)), picture);
}

/**
 * Return the big road, and the bead plate where there is a second box, beside the hands.
 * @param {Score} score @param {number[][]} boxes x, y, width, height of each in the drawing
 */
export function nearRoads({ roads }, boxes) {
  if (!roads) return [];
  return boxes.map(([x, y, width, height], at) => {
    const columns = Math.floor((width / height) * ROWS);
    const { viewBox, drawn } = at
      ? marked(roads.bead_plate, columns, bead)
      : marked(roads.big_road, columns, (cell, left, top, each) =>
        decision(cell, left, top, each ? 0 : roads.leading_ties));
    return s("svg", { class: "road picture", x, y, width, height, viewBox }, s("rect", {
      class: "paper", x: -1, y: -1, width: columns * SIDE + 2, height: ROWS * SIDE + 2, rx: 6,
    }), drawn);
  });
}

/** Return the five roads of a shoe. @param {Score} score @param {boolean} narrow */
export function drawRoads({ text, roads }, narrow) {
  if (!roads) return [];
  const [beads, big, small] = narrow ? [17, 17, 17] : [14, 30, 22];
  return [
    h("p", { class: "roads-sum" }, text),
    h("div", { class: "roads" },
      road("Bead plate", roads.bead_plate, beads, bead),
      road("Big road", roads.big_road, big, (cell, x, y, at) =>
        decision(cell, x, y, at ? 0 : roads.leading_ties)),
      road("Big eye boy", roads.big_eye_boy, small, ring),
      road("Small road", roads.small_road, small, solid),
      road("Cockroach pig", roads.cockroach_pig, small, stroke)),
    h("p", { class: "roads-note" },
      "Big road: a number counts the ties after that win; a dot marks the player's. ",
      "Lower roads: round or rising is red, the big road repeats itself; ",
      "square or falling is blue, it does not. ",
      "Roads record what happened. They do not predict what comes."),
  ];
}
