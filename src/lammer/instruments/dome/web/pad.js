// The pad on which the crew enters three dice: a row of faces for each. By keyboard: three digits,
// then Enter.

import { h, s } from "../../../web/js/lib/dom.js";
import { key } from "../../../web/js/table/crew/context.js";
import { die, inWords } from "../../dice/web/dice.js";

const FACES = [1, 2, 3, 4, 5, 6];
const DICE = Object.freeze(["First die", "Second die", "Third die"]);
/** @import { Why } from "../../../web/types/protocol.d.ts" */

/** Return a die as a picture. @param {number} face */
const picture = (face) =>
  s("svg", { viewBox: "-0.75 -0.75 20 20", class: "die", "aria-hidden": "true" },
    die(face, 0, 0, 18.5));

/**
 * Return the pad.
 * @param {(dice: number[]) => void} enter @param {() => void} chosen told of every choice
 */
export function threePad(enter, chosen) {
  /** @type {number[]} */ const faces = [0, 0, 0];
  /** @type {true | Why} */ let allowed = true;
  let next = 0;
  const whole = () => faces.every(Boolean);

  /** @param {number} at @param {number} face */
  const choose = (at, face) => {
    faces[at] = face;
    next = (at + 1) % DICE.length;
    show();
    chosen();
  };
  const clear = () => {
    faces.fill(0);
    next = 0;
    show();
  };
  const go = () => {
    if (!whole()) return;
    const entered = [...faces];
    clear();
    chosen();
    enter(entered);
  };

  const rows = DICE.map((name, at) => {
    const cells = FACES.map((face) => h("button", {
      type: "button", class: "pair", "aria-pressed": "false", "aria-label": `${name}: ${face}`,
      on: { click: () => choose(at, face) },
    }, picture(face)));
    return { cells, element: h("div", { class: "pad", role: "group", "aria-label": name }, cells) };
  });
  const grid = h("div", {
    class: "three-dice", role: "group", tabindex: -1,
    "aria-label": "What the dice show: type three digits, then Enter",
  }, rows.map(({ element }) => element));
  const large = key("Enter the dice", go, "main large");

  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-6]$/.test(event.key)) choose(next, Number(event.key));
    else if (event.key === "Enter" && whole()) go();
    else if (event.key === "Escape" || event.key === "Backspace") clear();
    else return;
    event.preventDefault();
    event.stopPropagation(); // Typed here, it means nothing to the felt.
  });

  const show = () => {
    rows.forEach(({ cells }, at) => cells.forEach((cell, index) =>
      cell.setAttribute("aria-pressed", String(FACES[index] === faces[at]))));
    const sum = faces.reduce((total, face) => total + face, 0);
    const label = whole() ? `Enter ${inWords(faces)}: ${sum}` : "Choose what they show";
    large.update(allowed === true && !whole() ? "" : allowed, label);
  };
  show();

  return {
    element: h("div", { class: "dice-entry" }, grid, large.button, large.why),
    /** @param {true | Why} may */
    update(may) {
      allowed = may;
      grid.classList.toggle("idle", allowed !== true);
      show();
    },
    focus: () => grid.focus(),
    clear,
    /** The faces chosen; null until all three are. */
    get dice() {
      return whole() ? [...faces] : null;
    },
  };
}
