// Animations: whether they are wanted, and how they are ended.

/** True for people who asked for no animation. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Finish all animations in an element at once. @param {Element} root */
export function skip(root) {
  for (const each of root.getAnimations({ subtree: true })) {
    if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
  }
}

/**
 * Finish the animations in an element on any key or press, and when the page is hidden.
 * @param {Element} root
 */
export function skippable(root) {
  const end = (/** @type {Event} */ event) =>
    event instanceof KeyboardEvent && event.repeat ? undefined : skip(root);
  for (const event of ["pointerdown", "keydown", "visibilitychange"]) {
    document.addEventListener(event, end, true);
  }
}

/** Milliseconds. @param {number} wait */
export const sleep = (wait) => new Promise((done) => setTimeout(done, wait));
