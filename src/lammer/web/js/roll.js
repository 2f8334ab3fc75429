// Results drawn small, for lists: two dice, the winner of a coup, the puck. Words go with each, for
// those who do not see the drawing.

import { h, s } from "./dom.js";

/** Where the pips of each face are, on a square of 3 by 3. */
const PIPS = Object.freeze([
  [], [[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [0, 2], [2, 0], [2, 2]],
  [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
]);

/** @param {number} face @param {number} x */
const die = (face, x) =>
  s("g", { transform: `translate(${x} 0)` },
    s("rect", { x: 0.5, y: 0.5, width: 19, height: 19, rx: 4, class: "die" }),
    (PIPS[face] ?? []).map(([column, row]) => s("circle", { cx: 5 + column * 5, cy: 5 + row * 5, r: 1.9, class: "pip" })));

/** Two dice. @param {number[]} faces */
export const dice = ([first, second]) =>
  s("svg", { class: "dice", viewBox: "0 0 43 20", role: "img", "aria-label": `${first} and ${second}` },
    die(first, 0), die(second, 23));

const MARKS = Object.freeze({ player: "P", banker: "B", tie: "T" });

/** The winner of a coup. @param {{winner: string, player: number, banker: number}} result */
export const coup = ({ winner, player, banker }) =>
  h("span", { class: `coup ${winner}`, role: "img", "aria-label": `${winner}, ${player} to ${banker}` }, MARKS[winner] ?? winner);

/** One trial, whatever its game. @param {any} trial */
export const result = (trial) => (trial.dice ? dice(trial.dice) : coup(trial));

/** The puck. @param {number | null} point */
export const puck = (point) =>
  h("span", { class: point === null ? "puck" : "puck on", role: "img", "aria-label": point === null ? "puck off" : `puck on ${point}` },
    point === null ? "OFF" : h("span", null, "ON"), point === null ? null : h("strong", null, point));
