// The pad on which the crew enters dice: thirty-six drawn pairs. A tap selects; a second tap on the
// same pair, or the large button, enters. By keyboard: two digits, then Enter.

import { h, s } from "../../../web/js/lib/dom.js";
import { key } from "../../../web/js/table/crew/context.js";
import { die } from "./dice.js";

const FACES = [1, 2, 3, 4, 5, 6];
/** @import { Why } from "../../../web/types/protocol.d.ts" */
/** @import { Dice } from "./types.d.ts" */

/** @type {Readonly<Record<string, number[]>>} */
const STEPS = Object.freeze({
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
});
/** Milliseconds within which a second tap is taken for the same tap. */
const TOO_SOON = 220;

/** Return a drawing of one die. @param {number} face */
const picture = (face) =>
  s("svg", { viewBox: "-0.75 -0.75 20 20", class: "die", "aria-hidden": "true" },
    die(face, 0, 0, 18.5));

/** @param {Dice} dice */
export const pair = ([one, other]) => `${one} and ${other}`;

/**
 * @param {(dice: Dice) => void} enter @param {(dice: Dice | null) => void} chosen told of every
 *   choice
 */
export function dicePad(enter, chosen) {
  /** @type {Dice | null} */ let dice = null;
  let first = 0;
  let tapped = 0;
  /** @type {true | Why} */ let allowed = true;
  /** @type {Map<string, HTMLButtonElement>} */ const cells = new Map();

  /** @param {Dice | null} to @param {boolean} [focus] */
  const choose = (to, focus = false) => {
    dice = to;
    tapped = performance.now();
    for (const [name, cell] of cells) {
      const is = to !== null && name === to.join("");
      cell.setAttribute("aria-pressed", String(is));
      if (is) roving(cell, focus);
    }
    show();
    chosen(dice);
  };
  /** @param {HTMLElement | undefined} cell @param {boolean} focus */
  const roving = (cell, focus) => {
    for (const each of cells.values()) each.tabIndex = each === cell ? 0 : -1;
    if (focus) cell?.focus();
  };
  const go = () => {
    if (!dice) return;
    if (allowed !== true) {
      large.button.click(); // It explains why not.
      return;
    }
    const entered = dice;
    choose(null);
    enter(entered);
  };
  /** @param {Dice} at */
  const tap = (at) => {
    if (dice?.join("") !== at.join("")) choose(at, true);
    else if (performance.now() - tapped > TOO_SOON) go();
  };

  const grid = h("div", {
    class: "pad", role: "group", "aria-label": "What the dice show: type two digits, then Enter",
  });
  for (const one of FACES) {
    for (const other of FACES) {
      const cell = h("button", {
        type: "button", class: "pair", tabindex: -1, "aria-pressed": "false",
        "aria-label": `${pair([one, other])}: ${one + other}`,
        on: { click: () => tap([one, other]) },
      }, picture(one), picture(other));
      cells.set(`${one}${other}`, cell);
      grid.append(cell);
    }
  }
  roving(cells.get("11"), false);
  const large = key("Enter the dice", go, "main large");

  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys typed here are not for the felt.
    if (event.key.length === 1) event.stopPropagation();
    const [name] = [...cells].find(([, cell]) => cell === document.activeElement) ?? ["11"];
    const at = name.split("").map(Number);
    const step = STEPS[event.key];
    if (step) {
      const to = at.map((each, axis) => Math.min(6, Math.max(1, each + step[axis])));
      roving(cells.get(to.join("")), true);
    } else if (/^[1-6]$/.test(event.key)) {
      if (!first) first = Number(event.key);
      else {
        choose([first, Number(event.key)], true);
        [first, tapped] = [0, 0]; // Enter may follow at once.
      }
      show();
    } else if (event.key === "Escape" || event.key === "Backspace") {
      first = 0;
      choose(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const show = () => {
    let label = first ? `${first} and ...` : "Choose what they show";
    if (dice) label = `Enter ${pair(dice)}: ${dice[0] + dice[1]}`;
    large.update(allowed === true && !dice ? "" : allowed, label);
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
    focus: () => [...cells.values()].find((cell) => cell.tabIndex === 0)?.focus(),
    /** Clear a selection made for a trial that is over. */
    clear() {
      first = 0;
      if (dice) choose(null);
    },
    get dice() {
      return dice;
    },
  };
}
