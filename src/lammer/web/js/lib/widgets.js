// Small parts that several pages use: a game's name, a time, links to clauses, a form that sends a
// request and shows the answer.

import { fill, h, link } from "./dom.js";
import { problem } from "./shell.js";

/** @import { Child } from "./dom.js" */

/** Return a game's key as people write it. @param {string} key */
export const gameName = (key) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("-", " ");

/** Return whether this is the "clause" of a wager that no regulation has. @param {string} id */
export const outside = (id) => id.startsWith("design-");
export const OUTSIDE = "Outside the regulation: an experiment of this house.";

/**
 * Return a link for each clause or reading, in order; "house" is no clause.
 * @param {string[]} ids
 */
export const clauseLinks = (ids) =>
  ids.flatMap((id, at) => [
    at ? " " : null,
    id === "house" ? h("span", { class: "soft" }, "house") : clauseLink(id),
  ]);

/** @param {string} id */
export const clauseLink = (id) => (outside(id)
  ? h("span", { class: "soft", title: OUTSIDE }, "outside the regulation")
  : h("a", { href: `/law/${encodeURIComponent(id)}`, class: "clause" }, id));

/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
const THIS_YEAR = new Intl.DateTimeFormat("en-US", SHORT);
const ANOTHER = new Intl.DateTimeFormat("en-US", { year: "numeric", ...SHORT });

/**
 * Format a time in the reader's time zone; the year only if it is not the current one.
 * @param {string} at
 */
export function moment(at) {
  const when = new Date(at);
  const format = when.getFullYear() === new Date().getFullYear() ? THIS_YEAR : ANOTHER;
  return h("time", { datetime: at }, format.format(when));
}

/** Return a count with its noun: 1 seat, 2 seats. @param {number} many @param {string} word */
export const count = (many, word) =>
  `${many.toLocaleString("en-US")} ${word}${many === 1 ? "" : "s"}`;

/** Show an error in an element, or clear it. @param {Element} place @param {unknown} [wrong] */
export function complain(place, wrong) {
  fill(place, wrong === undefined ? null : problem(wrong));
}

/**
 * A form, whose fields are found by their names.
 * @typedef {HTMLFormElement & {elements: Record<string, HTMLInputElement>}} Form
 */

/**
 * Create a form that sends a request. A refusal is shown below it; its buttons are disabled until
 * the answer arrives.
 * @param {{label?: string, class?: string}} attributes
 * @param {(form: Form) => Promise<string | Node | void>} act what is done; its words are shown
 * @param {...Child} children
 */
export function asking(attributes, act, ...children) {
  const message = h("div", { class: "told", role: "status" });
  const { class: kind = "asking", label } = attributes;
  const form = /** @type {Form} */ (
    h("form", { class: kind, "aria-label": label }, children, message));
  /** They keep the focus. @param {boolean} is */
  const rest = (is) => {
    form.setAttribute("aria-busy", String(is));
    for (const each of form.querySelectorAll("button")) {
      each.setAttribute("aria-disabled", String(is));
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    rest(true);
    fill(message);
    try {
      const words = await act(form);
      if (words) {
        fill(message, typeof words === "string" ? h("p", { class: "notice" }, words) : words);
      }
    } catch (wrong) {
      complain(message, wrong);
    } finally {
      rest(false);
    }
  });
  return form;
}

let fields = 0;

/**
 * Create a named field: its label above, a hint below.
 * @param {string} name @param {string} label @param {import("./dom.js").Attributes} [attributes]
 * @param {Child} [hint]
 */
export function field(name, label, attributes = {}, hint = null) {
  return labelled(label, (id) => h("input", { id, name, ...attributes }), hint);
}

/** @param {string} label @param {(id: string) => HTMLElement} make @param {Child} [hint] */
export function labelled(label, make, hint = null) {
  const id = `field-${++fields}`;
  const control = make(id);
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return h("div", { class: "field" }, h("label", { for: id }, label), control,
    hint ? h("small", { id: `${id}-hint` }, hint) : null);
}

/**
 * Fill a list page by page, with a button for the next page.
 * @template Next @param {Element} rows where the rows go
 * @param {(next: Next | null) => Promise<{rows: Node[], next: Next | null}>} more
 * @returns {Promise<HTMLElement>} the button's place, with the first page in `rows`
 */
export async function paged(rows, more) {
  const place = h("div", { class: "more" });
  const load = async (/** @type {Next | null} */ next) => {
    const page = await more(next);
    const before = rows.children.length;
    rows.append(...page.rows);
    fill(place, page.next === null ? null : button(page.next));
    if (next === null) return;
    /** @type {HTMLElement | null} */ (rows.children[before]?.querySelector("a, button"))?.focus();
  };
  /** @param {Next} next @returns {HTMLElement} */
  const button = (next) => {
    const click = () => {
      made.disabled = true; // Another click would load the same page again.
      load(next).catch((wrong) => {
        complain(place, wrong);
        const again = button(next);
        place.append(again);
        again.focus();
      });
    };
    const made = h("button", { type: "button", on: { click } }, "Show more");
    return made;
  };
  await load(null);
  return place;
}

/**
 * Show a text to be passed on: in a box, with a copy button where the browser allows it.
 * @param {string} text @param {string} label
 */
export function copied(text, label) {
  const box = h("input", {
    readonly: true, value: text, "aria-label": label,
  });
  box.addEventListener("focus", () => box.select());
  const message = h("span", { role: "status", class: "soft" });
  const copy = async () => {
    box.select();
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    fill(message, done ? "Copied." : "Copy it from the box.");
  };
  return h("div", null,
    h("div", { class: "handed" },
      box, h("button", { type: "button", on: { click: copy } }, "Copy")),
    message);
}

/** Return the breadcrumbs above a heading. @param {...[string, string]} steps */
export const trail = (...steps) =>
  h("nav", { class: "trail", "aria-label": "Where this is" },
    steps.map(([href, word], at) => [at ? " / " : null, link(href, word)]));
