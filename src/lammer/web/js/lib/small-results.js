// Results drawn small, for lists: two dice, the winner of a coup, the puck. Words go with each, for
// those who do not see the drawing.

import { h } from "./dom.js";
import { diceFaces } from "../felt/dice.js";

/** Two dice. @param {number[]} faces */
export const dice = ([first, second]) => diceFaces(first, second);

const MARKS = Object.freeze({ player: "P", banker: "B", tie: "T" });

/** The winner of a coup. @param {{winner: string, player: number, banker: number}} result */
export const coup = ({ winner, player, banker }) =>
  h("span", {
    class: `coup ${winner}`, role: "img", "aria-label": `${winner}, ${player} to ${banker}`,
  }, MARKS[winner] ?? winner);

/** One trial, whatever its game. @param {any} trial */
export const result = (trial) => (trial.dice ? dice(trial.dice) : coup(trial));

/** The puck. @param {number | null} point */
export const puck = (point) => (point === null
  ? h("span", { class: "disc", role: "img", "aria-label": "puck off" }, "OFF")
  : h("span", { class: "disc on", role: "img", "aria-label": `puck on ${point}` },
    h("span", null, "ON"), h("strong", null, point)));
