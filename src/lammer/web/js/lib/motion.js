// Animations: whether they are wanted, and how they are ended.

/** True for people who asked for no animation. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Bring everything that moves in an element to its end at once. @param {Element} root */
export function skip(root) {
  for (const each of root.getAnimations({ subtree: true })) {
    if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
  }
}

/** Have any key, any press, and a page that is hidden end what moves in an element.
 * @param {Element} root */
export function skippable(root) {
  const end = (/** @type {Event} */ event) =>
    event instanceof KeyboardEvent && event.repeat ? undefined : skip(root);
  for (const event of ["pointerdown", "keydown", "visibilitychange"]) {
    document.addEventListener(event, end, true);
  }
}

/** Milliseconds. @param {number} wait */
export const sleep = (wait) => new Promise((done) => setTimeout(done, wait));
