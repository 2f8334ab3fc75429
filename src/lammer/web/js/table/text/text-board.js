// The place of the text board. While closed, it only keeps lines; opened, or reached by key or
// link, it loads the rest. Announcements are made elsewhere (`stage.js`), whether it is open or
// not.

import { h } from "../../lib/dom.js";
import { NOT_LOADED } from "../panels/lazy.js";

/** @import { Line } from "../../../types/protocol.d.ts" */
/** @import { Child } from "../../lib/dom.js" */
/** @typedef {{words: Child[]} | {lines: Line[]}} Said */
/** @typedef {ReturnType<typeof import("./board.js").makeBoard>} Board */

const MOST_KEPT = 60;

/** @param {() => Promise<Board>} make the board itself */
export function makeTextBoard(make) {
  const trouble = h("p", { class: "soft", hidden: true }, NOT_LOADED);
  const element = h("details", { class: "board", id: "text-board" },
    h("summary", null, h("h2", null, "Text board")), trouble);
  /** @type {Said[]} */ let kept = [];
  /** @type {Promise<void> | null} */ let coming = null;
  /** @type {Board | null} */ let board = null;

  async function load() {
    trouble.hidden = true;
    try {
      coming ??= make().then(put);
      await coming;
      board?.draw();
    } catch {
      coming = null;
      trouble.hidden = false;
    }
  }

  /** @param {Board} made */
  function put(made) {
    board = made;
    element.append(...made.parts);
    for (const each of kept) tell(each);
    kept = [];
  }

  /** @param {Said} said */
  function tell(said) {
    if (!board) kept = [...kept, said].slice(-MOST_KEPT);
    else if ("words" in said) board.say(...said.words);
    else board.hear(said.lines);
  }

  element.addEventListener("toggle", () => element.open && load());
  return {
    element,
    draw() {
      if (element.open) board?.draw();
    },
    /** @param {...Child} words */
    say: (...words) => tell({ words }),
    /** Add lines of the log. @param {Line[]} lines */
    hear: (lines) => tell({ lines }),
    /** Open it, and focus the input. */
    async focus() {
      element.open = true;
      await load();
      board?.focus();
    },
  };
}
