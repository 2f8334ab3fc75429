// Parts of a page that are made anew only when what they show has changed.

import { fill } from "../../lib/dom.js";
import { anew } from "../../lib/focus.js";

/** @type {WeakMap<Element, string>} */
const SHOWN = new WeakMap();

/**
 * Fill an element if its content is another than before; the focus stays where it was.
 * @param {Element} element @param {unknown} shows everything the content depends on
 * @param {() => import("../../lib/dom.js").Child} build
 */
export function keep(element, shows, build) {
  const text = JSON.stringify(shows);
  if (SHOWN.get(element) === text) return;
  SHOWN.set(element, text);
  anew(element, () => fill(element, build()));
}

/**
 * Set a text only if it is another: nothing is announced twice.
 * @param {Element} element @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Announce a text, be it the same as before: a space that nobody hears tells them apart.
 * @param {Element} element @param {string} text
 */
export function announce(element, text) {
  element.textContent = element.textContent === text ? `${text}\u00a0` : text;
}
