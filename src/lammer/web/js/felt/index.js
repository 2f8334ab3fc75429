// The drawn table: one custom element for any game. It shows the state it is given and emits
// events.
//
// The events are `spot-add`, `spot-take`, `spot-raise` (one step more), `spot-look` and `spot-open`
// (show all details), each with {wager}: the name of the bet. It contains no rule: the server
// decides what may be bet and what that does. Only the module of the current game is loaded.

import { to } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { Board } from "./board.js";
import { listen, stop } from "./gestures.js";
import { others } from "./parts.js";
import { skip, skippable } from "../lib/motion.js";

/** @import { Felt, GameDrawing, View } from "../../types/felt.d.ts" */
/** @import { Catalogue } from "../../types/protocol.d.ts" */

/**
 * Below these container widths a felt is arranged for a phone, or for a tall window; a touch screen
 * keeps room for fingers up to the last.
 */
const NARROW = 640;
const MIDDLE = 760;
const TOUCHED = 1100;
/** A phone in landscape: the whole table is visible if it is at least this wide. */
const SHORT = "(max-height: 500px) and (pointer: coarse)";
const LEAST = 560;

/** @typedef {"narrow" | "short" | "middle" | "wide"} Size */
/** @type {readonly Size[]} */
const SIZES = Object.freeze(["narrow", "short", "middle", "wide"]);

/** @param {number} width @param {boolean} low @returns {Size} */
function sizeOf(width, low) {
  if (width >= LEAST && matchMedia(SHORT).matches) return "short";
  if (width < NARROW) return "narrow";
  const touched = matchMedia("(pointer: coarse)").matches;
  const grows = touched ? width < TOUCHED : width < MIDDLE && innerHeight > innerWidth;
  return grows && !low ? "middle" : "wide";
}

/** The arrangement of a game without a drawing: every spot in rows. @type {GameDrawing} */
const UNDRAWN = {
  sheets: () => [], board: (catalogue, sheets, small) => new Board(catalogue, sheets, small),
};

/** @param {Catalogue} catalogue @param {GameDrawing} drawing @param {Size} size */
async function build(catalogue, drawing, size) {
  const narrow = size === "narrow";
  const sheets = await drawing.sheets(catalogue, narrow);
  if (size === "short" || (size === "middle" && drawing.grows)) {
    sheets[0] = (await import("./touch-size.js")).touchSize(sheets[0], size === "short");
  }
  sheets.push(...others(catalogue, sheets, narrow));
  return drawing.board(catalogue, sheets, narrow || size === "short");
}

/** @param {Catalogue} catalogue @returns {Promise<Felt>} */
export async function makeFelt(catalogue) {
  const element = h("div", {
    class: "felt", role: "group", "aria-label": "The layout",
  });
  /** @type {GameDrawing} */
  const drawing = catalogue.felt ? await (await import(to(catalogue.felt))).drawing() : UNDRAWN;
  element.classList.toggle("fits", Boolean(drawing.fits));
  /** @type {View | null} */ let last = null;
  let low = false;
  let size = sizeOf(innerWidth, low);
  let board = await build(catalogue, drawing, size);

  const put = () => {
    for (const each of SIZES) element.classList.toggle(each, each === size);
    element.replaceChildren(...board.parts);
    if (last) board.draw(last);
    stop(element, board, null);
  };
  put();
  skippable(element);
  // Loaded with the first results; without it nothing is animated.
  const settling = () => import("./settle.js").catch(() => null);
  listen(element, () => board, () => Boolean(last?.tapLooks));

  /** Rebuild the arrangement if another one suits the size better. @param {number} width of it */
  const arrange = async (width) => {
    const wanted = sizeOf(width, low);
    if (!width || wanted === size) return;
    const had = document.activeElement?.closest(".spot")?.getAttribute("data-name");
    size = wanted;
    const built = await build(catalogue, drawing, wanted).catch(() => null);
    if (size !== wanted || !built) return; // Resized again meanwhile, or not loaded.
    board = built;
    put();
    if (had) board.place(had)?.element.focus();
  };
  new ResizeObserver(([entry]) => arrange(entry.contentRect.width)).observe(element);

  return {
    element,
    low() {
      low = true;
      arrange(element.clientWidth);
    },
    draw(view) {
      last = view;
      const at = document.activeElement?.closest(".spot");
      board.draw(view);
      if (!element.querySelector('.spot[tabindex="0"][role]')) stop(element, board, null);
      // The bet that had focus was decided: move the focus to another place.
      if (at && element.contains(at) && !at.hasAttribute("role")) {
        /** @type {SVGElement | null} */ (element.querySelector('.spot[tabindex="0"]'))?.focus();
      }
    },
    async bring(trial, how) {
      skip(element); // Results of the previous trial that are still shown.
      settling();
      await board.bring(trial, how.skip);
    },
    async settle(lines, results, dealt) {
      if (dealt) await board.deal(dealt);
      if (last) board.draw(last);
      if (!Object.keys(results).length) board.turnPuck(0);
      else await (await settling())?.show(board, lines, results, last?.seat ?? null);
    },
    async celebrate(moments) {
      (await import("./moment.js").catch(() => null))?.showMoments(element, moments);
    },
  };
}
