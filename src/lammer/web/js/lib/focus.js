// Keeps the focus when part of the page is replaced: on the same control, or on the nearest one.

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

/**
 * Return the controls in an element that can be reached with the tab key.
 * @param {Element | null} element
 */
const focusable = (element) =>
  /** @type {HTMLElement[]} */ ([...(element?.querySelectorAll(FOCUSABLE) ?? [])])
    .filter((each) => each.tabIndex >= 0 && each.getClientRects().length > 0);

/** Return what identifies a control: what it does, not its label. @param {Element} element */
function keyOf(element) {
  const { focus, seat, verb, opens } = /** @type {HTMLElement} */ (element).dataset;
  const key = [focus, seat, verb, opens, element.getAttribute("href")];
  return key.some(Boolean) ? key.join(" ") : "";
}

/** Replace the content of an element. @param {Element} element @param {() => void} make */
export function replaceKeepingFocus(element, make) {
  const had = document.activeElement;
  if (!had || had === element || !element.contains(had)) {
    make();
    return;
  }
  const key = keyOf(had);
  const at = focusable(element).indexOf(/** @type {HTMLElement} */ (had));
  make();
  const now = focusable(element);
  const same = key ? now.find((each) => keyOf(each) === key) : undefined;
  const near = now[Math.max(0, Math.min(at, now.length - 1))];
  (same ?? near ?? focusable(element.parentElement)[0])?.focus({ preventScroll: true });
}
