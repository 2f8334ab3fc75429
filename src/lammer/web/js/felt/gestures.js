// Turns mouse, touch and keyboard gestures on the felt into events.

/** @import { Board } from "./board.js" */
/** @import { Place } from "../../types/felt.d.ts" */

/** Milliseconds after which a touch inspects a spot instead of betting. */
const LONG = 480;
/** @type {Readonly<Record<string, number[]>>} */
const STEP = Object.freeze({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});
const ADD = new Set(["Enter", " "]);
const TAKE = new Set(["Backspace", "Delete", "-"]);

/**
 * Return the nearest of some boxes in a direction; being straight ahead counts more than distance.
 * @param {{x: number, y: number}} from @param {{x: number, y: number}[]} others
 * @param {number[]} step
 * @returns {number} its index, or -1
 */
export function nearest(from, others, [dx, dy]) {
  let [best, least] = [-1, Infinity];
  others.forEach((each, at) => {
    const [ahead, aside] = dx
      ? [(each.x - from.x) * dx, Math.abs(each.y - from.y)]
      : [(each.y - from.y) * dy, Math.abs(each.x - from.x)];
    if (ahead < 2) return;
    const far = ahead + aside * 2.4;
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

/** Return the middle of a place's chips, in screen coordinates. @param {Place} place */
function middle(place) {
  const box = (place.element.querySelector(".words") ?? place.element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Listen on the felt for gestures on all its places.
 * @param {HTMLElement} root @param {() => Board} board
 * @param {() => boolean} tapLooks whether a tap looks, and a long press bets
 */
export function listen(root, board, tapLooks) {
  let held = 0;
  let rested = false;
  let touch = false;
  /** @type {string | null} */ let looked = null;

  /** @param {string} what @param {Place} place */
  const tell = (what, place) => {
    const detail = { wager: place.name };
    const deed = what === "add" || what === "take";
    if (!deed || place.element.getAttribute("role") === "button")
      root.dispatchEvent(new CustomEvent(`spot-${what}`, { bubbles: true, detail }));
  };

  /** @param {Event} event @returns {Place | null} */
  const of = (event) => {
    const spot = event.target instanceof Element ? event.target.closest(".spot") : null;
    const name = spot?.getAttribute("data-name");
    const place = name ? board().place(name) : null;
    return place && place.element.hasAttribute("role") ? place : null;
  };

  /** @param {Place} place */
  const look = (place) => {
    looked = place.name;
    tell("look", place);
  };

  /**
   * Inspect a spot with all details, or bet on it.
   * @param {Place} place
   * @param {boolean} only whether it only looks
   */
  const use = (place, only) => {
    look(place);
    tell(only ? "open" : "add", place);
  };

  /** @param {Event} event @returns {string | null} the bet that is to be raised */
  const raised = (event) => (event.target instanceof Element
    ? event.target.closest(".raise")?.getAttribute("data-name") ?? null : null);

  /** @param {string} wager */
  const raise = (wager) => {
    board().place(wager)?.element.focus(); // The button disappears.
    root.dispatchEvent(new CustomEvent("spot-raise", { bubbles: true, detail: { wager } }));
  };

  root.addEventListener("pointerdown", (event) => {
    touch = event.pointerType === "touch";
    rested = false;
    const place = of(event);
    if (!place || !touch) return;
    clearTimeout(held);
    held = setTimeout(() => {
      rested = true;
      use(place, !tapLooks());
    }, LONG);
  });
  for (const over of ["pointerup", "pointercancel", "pointerleave"])
    root.addEventListener(over, () => clearTimeout(held));
  root.addEventListener("pointermove", (event) => {
    if (Math.abs(event.movementX) + Math.abs(event.movementY) > 6) clearTimeout(held);
  });
  root.addEventListener("click", (event) => {
    const more = raised(event);
    if (more) return void raise(more);
    const place = of(event);
    if (!place || rested) return;
    stop(root, board(), place);
    use(place, touch && tapLooks());
  });
  root.addEventListener("contextmenu", (event) => {
    const place = of(event);
    if (!place) return;
    event.preventDefault();
    if (touch) return; // A long touch only inspects.
    look(place);
    tell("take", place);
  });
  root.addEventListener("toggle", () => {
    // A drawer that closes may contain the only element in the tab order.
    const at = root.querySelector('.spot[tabindex="0"]');
    if (!at || at.closest("details:not([open])")) stop(root, board(), null);
  }, true);
  root.addEventListener("pointerover", (event) => {
    const place = event.pointerType === "mouse" ? of(event) : null;
    if (place && place.name !== looked) look(place);
  });
  root.addEventListener("focusin", (event) => {
    const place = of(event);
    if (!place) return;
    stop(root, board(), place);
    if (place.name !== looked) look(place);
  });
  root.addEventListener("keydown", (event) => {
    const more = raised(event);
    if (more && ADD.has(event.key)) {
      event.preventDefault();
      if (!event.repeat) raise(more);
      return;
    }
    const place = of(event);
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in STEP) move(root, board(), place, STEP[event.key]);
    else if (event.key === "Home" || event.key === "End") {
      const all = usable(board());
      all.at(event.key === "Home" ? 0 : -1)?.element.focus();
    } else if (ADD.has(event.key) || TAKE.has(event.key)) {
      if (!event.repeat) tell(ADD.has(event.key) ? "add" : "take", place);
    } else return;
    event.preventDefault();
  });
}

/** Return the places that can be focused now. @param {Board} board @returns {Place[]} */
const usable = (board) =>
  [...board.places.values()].filter(
    (place) => place.element.hasAttribute("role") && board.shown(place),
  );

/** @param {HTMLElement} root @param {Board} board @param {Place} from @param {number[]} step */
function move(root, board, from, step) {
  const others = usable(board).filter((place) => place !== from);
  const at = nearest(middle(from), others.map(middle), step);
  if (at >= 0) others[at].element.focus();
}

/**
 * Make this place the only one in the tab order.
 * @param {HTMLElement} root @param {Board} board
 * @param {Place | null} place
 */
export function stop(root, board, place) {
  const chosen = place ?? usable(board)[0];
  for (const each of root.querySelectorAll('.spot[tabindex="0"]'))
    each.setAttribute("tabindex", "-1");
  chosen?.element.setAttribute("tabindex", "0");
}
