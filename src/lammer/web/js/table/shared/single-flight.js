// Ignores further presses of a control until the server has answered the first.

/** Whether the last press asked the house something. */
let asked = false;

/**
 * What is done once however often it is pressed before the answer; nor does the second half of a
 * double click count.
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

/** In here, Enter that is held is one press. @param {Element} element */
export function unheld(element) {
  element.addEventListener("keydown", (event) => {
    const { repeat, key, target } = /** @type {KeyboardEvent} */ (event);
    if (!repeat || key !== "Enter" || target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
