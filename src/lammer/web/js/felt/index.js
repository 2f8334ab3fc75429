// The drawn tables: one element for any game, told what to show and telling what was pressed.
//
// makeFelt(catalogue, {game}) -> {element, draw(view), settle(lines), remember(lines)}. The element
// tells of `spot-add`, `spot-take` and `spot-look`, each with {wager}: the name of the bet. It
// decides nothing: what may be bet, and what that does, is the house's business.

import { h } from "../dom.js";
import { Board } from "./board.js";
import { automatedCraps, craps, crapsNarrow, miniCraps } from "./craps.js";
import { listen, stop } from "./gestures.js";
import { ShakerBoard, miniDice } from "./mini-dice.js";
import { others, taller } from "./parts.js";
import { PuntoBoard, follow, freshShoe, punto } from "./punto.js";
import { show } from "./settle.js";

/** @typedef {import("./board.js").View} View */

/** Below these widths of its container a felt is arranged for a phone, and for a tablet; one that
 * is touched keeps the room for fingers up to the last. */
const NARROW = 640;
const MIDDLE = 760;
const TOUCHED = 1100;

/** @param {number} width @returns {"narrow" | "middle" | "wide"} */
function sizeOf(width) {
  if (width < NARROW) return "narrow";
  const touched = matchMedia("(pointer: coarse)").matches;
  return width < (touched ? TOUCHED : MIDDLE) ? "middle" : "wide";
}

const SHEETS = Object.freeze({
  craps: (catalogue, narrow) => (narrow ? crapsNarrow(catalogue) : craps(catalogue)),
  "mini-craps": (catalogue, narrow) => (narrow ? crapsNarrow(catalogue) : miniCraps(catalogue)),
  "automated-craps": (catalogue, narrow) =>
    narrow ? crapsNarrow(catalogue) : automatedCraps(catalogue),
  "mini-dice": miniDice,
  "punto-banco": punto,
});

/** Whether there is a drawn table for a game. @param {string} game */
export const isDrawn = (game) => game in SHEETS;

/**
 * @param {any} catalogue @param {string} game @param {string} size @param {any} shoe
 * @returns {Board}
 */
function build(catalogue, game, size, shoe) {
  const narrow = size === "narrow";
  const sheets = (SHEETS[game] ?? (() => []))(catalogue, narrow);
  if (size === "middle" && game.endsWith("craps")) sheets[0] = taller(sheets[0]);
  const more = others(catalogue, sheets, narrow);
  if (more) sheets.push(more);
  if (game === "punto-banco") return new PuntoBoard(catalogue, sheets, shoe, narrow);
  return game === "mini-dice" ? new ShakerBoard(catalogue, sheets) : new Board(catalogue, sheets);
}

/**
 * @param {any} catalogue @param {{game?: string}} [options]
 * @returns {{element: HTMLElement, draw: (view: View) => void,
 *   settle: (lines: any[]) => Promise<void>, remember: (lines: any[]) => void}}
 */
export function makeFelt(catalogue, { game = catalogue.game } = {}) {
  const element = h("div", {
    class: `felt felt-${game}`,
    role: "group",
    "aria-label": "The layout",
  });
  const shoe = freshShoe();
  /** @type {View | null} */ let last = null;
  let size = sizeOf(innerWidth);
  let board = build(catalogue, game, size, shoe);

  const put = () => {
    for (const each of ["narrow", "middle", "wide"]) element.classList.toggle(each, each === size);
    element.replaceChildren(...board.parts);
    if (last) board.draw(last);
    stop(element, board, null);
  };
  put();
  listen(element, () => board);

  new ResizeObserver(([entry]) => {
    const width = entry.contentRect.width;
    if (!width || sizeOf(width) === size) return;
    const had = /** @type {any} */ (document.activeElement)?.closest?.(".spot")?.dataset.name;
    size = sizeOf(width);
    board = build(catalogue, game, size, shoe);
    put();
    if (had) board.place(had)?.element.focus();
  }).observe(element);

  return {
    element,
    draw(view) {
      last = view;
      board.draw(view);
      if (!element.querySelector('.spot[tabindex="0"][role]')) stop(element, board, null);
    },
    /** Take up what happened before one came: the lines of the log so far, shown at once. */
    remember(lines) {
      follow(Object.assign(shoe, freshShoe()), lines);
      if (last) board.draw(last);
    },
    async settle(lines) {
      follow(shoe, lines);
      if (board instanceof PuntoBoard) await board.deal(lines);
      if (last) board.draw(last);
      await show(board, lines, last?.seat ?? null);
    },
  };
}
