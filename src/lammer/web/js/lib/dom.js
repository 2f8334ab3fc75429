// Creates HTML and SVG elements. Text is always text: no markup is parsed.

import { to } from "./address.js";

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {HTMLElementEventMap & SVGElementEventMap} Heard */
/**
 * @typedef {{on?: {[Name in keyof Heard]?: (event: Heard[Name]) => unknown},
 *   data?: Record<string, string | number>, [name: string]: unknown}} Attributes
 */

/** Attributes with an address; one that begins with a slash begins at the house. */
const ADDRESSES = new Set(["href", "src", "action"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} element @param {Attributes | null} attributes @param {Child[]} children
 * @returns {T}
 */
function filled(element, attributes, children) {
  const { on = {}, data = {}, ...others } = attributes ?? {};
  for (const [event, heard] of Object.entries(on)) {
    element.addEventListener(event, /** @type {EventListener} */ (heard));
  }
  for (const [key, each] of Object.entries(data)) element.dataset[key] = String(each);
  for (const [name, value] of Object.entries(others)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "value") Object.assign(element, { value });
    else element.setAttribute(name, value === true ? "" : addressed(name, String(value)));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {string} name of an attribute @param {string} value */
const addressed = (name, value) =>
  ADDRESSES.has(name) && value.startsWith("/") ? to(value) : value;

/** @param {Child[]} children @returns {(Node | string)[]} */
const nodes = (children) =>
  /** @type {Exclude<Child, Child[]>[]} */ (children.flat(9))
    .filter((each) => each || each === 0)
    .map((each) => (each instanceof Node ? each : String(each)));

/**
 * Return an HTML element. `on` are listeners, `data` is the dataset.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes | null} [attributes] @param {...Child} children
 */
export const h = (tag, attributes = null, ...children) =>
  filled(document.createElement(tag), attributes, children);

/**
 * Return an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes | null} [attributes] @param {...Child} children
 */
export const s = (tag, attributes = null, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

/** @param {string} id @returns {HTMLElement} */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id} on this page`);
  return found;
}

/** Replace the content of an element. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** @type {Map<string, Promise<unknown>>} */ const sheets = new Map();

/**
 * Add a style sheet to the page; resolves when it is loaded or has failed.
 * @param {string} name of one of ours, or the whole path of its address
 */
export function styled(name) {
  const sheet = h("link", { rel: "stylesheet" });
  sheet.href = name.startsWith("/") ? name : to(`/static/web/css/${name}.css`);
  const there = sheets.get(name) ?? new Promise((done) => {
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", () => {
      sheets.delete(name); // It is requested again the next time.
      sheet.remove();
      done(null);
    });
    document.head.append(sheet);
  });
  sheets.set(name, there);
  return there;
}

/** Return a link in the style of the pages. @param {string} href @param {Child} text */
export const link = (href, text) => h("a", { href }, text);
