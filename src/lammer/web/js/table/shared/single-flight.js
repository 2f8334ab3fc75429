// Ignores further presses of a control until the server has answered the first.

/** True if the last press sent a request. */
let asked = false;

/**
 * Return a function that runs once, however often it is called before the answer; the second half
 * of a double click does not count either.
 * @param {() => unknown} act @returns {(event?: {detail: number}) => Promise<unknown>}
 */
export function once(act) {
  let busy = false;
  return async (event) => {
    if (busy || (asked && event && event.detail > 1)) return null;
    const answer = act();
    asked = answer instanceof Promise;
    busy = true;
    try {
      return await answer;
    } finally {
      busy = false;
    }
  };
}

/** Treat a held Enter key in this element as one press. @param {Element} element */
export function unheld(element) {
  element.addEventListener("keydown", (event) => {
    const { repeat, key, target } = /** @type {KeyboardEvent} */ (event);
    if (!repeat || key !== "Enter" || target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
