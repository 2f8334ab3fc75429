// Two dice where they came to rest: on a table seen from above, or under a dome.

import { s } from "../../../web/js/lib/dom.js";
import { die } from "./dice.js";

/** @typedef {{x: number, y: number, turn: number, on: string, sides?: number}} Place */
/** @typedef {{within: string, struck?: boolean, dice: [Place, Place]}} Lying */

const SIDE = 7;

/** A die at its place. @param {number} face @param {Place} place */
function placed(face, { x, y, turn, on }) {
  const raised = on === "die" || on === "bank";
  const leans = on === "chips" || on === "wall";
  // One that leans shows a second side.
  const shape = leans ? `translate(${x} ${y}) rotate(-24) skewX(-18)`
    : `translate(${x} ${y}) rotate(${turn})`;
  return [
    s("ellipse", { class: "shade", cx: x + (raised ? 2.4 : 0.8), cy: y + (raised ? 3.4 : 1.2),
      rx: SIDE * 0.72, ry: SIDE * 0.6 }),
    s("g", { transform: shape },
      leans ? s("path", { class: "die-body side", d: `M${-SIDE / 2} ${SIDE / 2} l2.2 3 h${SIDE
      } l-2.2 -3 z` }) : null,
      die(face, -SIDE / 2, -SIDE / 2, SIDE)),
  ];
}

/** A stack of chips. @param {number} x @param {number} y @param {string} kind */
const stack = (x, y, kind) => s("g", { class: kind },
  s("circle", { cx: x + 0.5, cy: y + 0.9, r: 3.2 }), s("circle", { cx: x, cy: y, r: 3.2 }),
  s("circle", { class: "edge", cx: x, cy: y, r: 2 }));

/** The way of a die from the thrower's end. @param {Place} place @param {boolean} struck */
const flight = ({ x, y }, struck) => s("path", { class: "flight",
  d: struck ? `M10 34 L114 ${(y + 30) / 2} L${x} ${y}` : `M10 34 L${x} ${y}` });

/**
 * @param {number[]} faces @param {Lying} lying @param {string} words
 * @returns {SVGElement}
 */
export function resting([first, second], { within, struck = true, dice }, words) {
  const [one, other] = dice;
  const table = within === "table" ? [
    s("rect", { class: "floor", x: -4, y: -4, width: 136, height: 68 }),
    s("rect", { class: "rail", width: 120, height: 60, rx: 12 }),
    s("rect", { class: "cloth", x: 6, y: 6, width: 108, height: 48, rx: 8 }),
    stack(52, 47, "bank"), stack(60, 47, "bank"), stack(68, 47, "bank"),
    stack(96, 14, "player"), stack(90, 46, "player"), stack(28, 46, "player"),
    stack(34, 12, "player"),
    dice.map(({ x, y, sides = 1 }) => (sides > 1 ? stack(x + 5.6, y + 0.4, "player") : null)),
    flight(one, struck),
  ] : [
    s("rect", { class: "floor", x: -4, y: -4, width: 136, height: 68 }),
    s("circle", { class: "rail", cx: 60, cy: 30, r: 29 }),
    s("circle", { class: "cloth", cx: 60, cy: 30, r: 25 }),
  ];
  return s("svg", { class: "resting", viewBox: "-4 -4 136 68", role: "img", "aria-label": words },
    table, placed(first, one), placed(second, other));
}
