// The focus, when a part of the page is made anew: it stays on what it was on, or goes to what is
// nearest. Never back to the top of the page.

const REACHED = "a[href], button, input, select, textarea, [tabindex]";

/** What the tab key reaches in an element. @param {Element | null} element */
const reach = (element) =>
  /** @type {HTMLElement[]} */ ([...(element?.querySelectorAll(REACHED) ?? [])])
    .filter((each) => each.tabIndex >= 0 && each.getClientRects().length > 0);

/** By what it is known again: what it does, not what it says. @param {Element} element */
function keyOf(element) {
  const { focus, seat, verb, opens } = /** @type {HTMLElement} */ (element).dataset;
  const key = [focus, seat, verb, opens, element.getAttribute("href")];
  return key.some(Boolean) ? key.join(" ") : "";
}

/**
 * Make the content of an element anew.
 * @param {Element} element @param {() => void} make
 */
export function anew(element, make) {
  const had = document.activeElement;
  if (!had || had === element || !element.contains(had)) {
    make();
    return;
  }
  const key = keyOf(had);
  const at = reach(element).indexOf(/** @type {HTMLElement} */ (had));
  make();
  const now = reach(element);
  const same = key ? now.find((each) => keyOf(each) === key) : undefined;
  const near = now[Math.max(0, Math.min(at, now.length - 1))];
  (same ?? near ?? reach(element.parentElement)[0])?.focus({ preventScroll: true });
}
