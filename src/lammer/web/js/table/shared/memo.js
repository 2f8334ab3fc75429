// Renders and announces only what has changed.

import { fill } from "../../lib/dom.js";
import { replaceKeepingFocus } from "../../lib/focus.js";

/** @type {WeakMap<Element, string>} */
const RENDERED = new WeakMap();

/**
 * Fill an element if what it depends on has changed; the focus is kept.
 * @param {Element} element @param {unknown} inputs everything the content depends on
 * @param {() => import("../../lib/dom.js").Child} build
 */
export function renderIfChanged(element, inputs, build) {
  const text = JSON.stringify(inputs);
  if (RENDERED.get(element) === text) return;
  RENDERED.set(element, text);
  replaceKeepingFocus(element, () => fill(element, build()));
}

/**
 * Set a text only if it differs, so that a live region does not announce it twice.
 * @param {Element} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Announce a text in a live region, even if it is the same as before: a trailing space makes it
 * differ.
 * @param {Element} element @param {string} text
 */
export function announce(element, text) {
  element.textContent = element.textContent === text ? `${text}\u00a0` : text;
}
