// Short notes at the felt: what was refused and why, and which amounts were adjusted.

import { h } from "../../lib/dom.js";
import { clauseLinks } from "../shared/clauses.js";

const SHORT = 5000;
const LONG = 12000;
const MOST = 2;
/** A note that asks for a second press. */
const ASKED = /Once more to /;

/** Create the place for notes, with functions to add them. */
export function makeToasts() {
  const element = h("div", { class: "toasts" });
  /** Remember what had the focus before a note. @type {EventTarget | null} */ let before = null;
  element.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) before = relatedTarget;
  });
  /** Remove a note and return the focus. @param {Element} toast */
  function take(toast) {
    const held = toast.contains(document.activeElement);
    toast.remove();
    if (!held) return;
    const last = before instanceof HTMLElement || before instanceof SVGElement ? before : null;
    /** @type {HTMLElement | SVGElement | null} */
    const spot = document.querySelector('.felt [tabindex="0"]');
    (last?.isConnected ? last : spot)?.focus({ preventScroll: true });
  }
  /** @param {HTMLElement} toast @param {number} lasts */
  function show(toast, lasts) {
    const away = () => take(toast);
    let timer = setTimeout(away, lasts);
    setTimeout(() => toast.classList.add("read"), SHORT);
    toast.addEventListener("pointerenter", () => clearTimeout(timer));
    toast.addEventListener("focusin", () => clearTimeout(timer));
    toast.addEventListener("pointerleave", () => { timer = setTimeout(away, SHORT); });
    toast.append(h("button", {
      class: "quiet close", "aria-label": "Close this note", on: { click: away },
    }, "×"));
    element.append(toast);
    while (element.children.length > MOST) { // A refusal stays longer than a note.
      const before = [...element.children].slice(0, -1);
      take(before.find((each) => each.matches(".note")) ?? before[0]);
    }
  }
  return {
    element,
    /** @param {string} words @param {string[]} [clauses] by which it is so */
    note(words, clauses) {
      for (const other of element.querySelectorAll(".toast.note")) {
        if (other.firstElementChild?.textContent === words) other.remove();
      }
      show(h("div", { class: "toast note", role: "status" }, h("p", null, words),
        clauses ? clauseLinks(clauses) : null), clauses || ASKED.test(words) ? LONG : SHORT);
    },
    /**
     * @param {string} what @param {import("../../../types/protocol.d.ts").Problem} refusal
     */
    refused(what, refusal) {
      for (const other of element.querySelectorAll(".toast.refused")) {
        if (other.getAttribute("data-why") === refusal.detail) other.remove();
      }
      show(h("div", { class: "toast refused", role: "alert", "data-why": refusal.detail },
        h("p", { class: "what" }, h("span", { class: "mark", "aria-hidden": "true" }, "✕"), what),
        h("p", null, refusal.detail),
        refusal.instead ? h("p", { class: "instead" }, refusal.instead) : null,
        clauseLinks(refusal.clauses ?? [], true)), LONG);
    },
    /** Remove notes whose question is answered. */
    answered() {
      for (const each of element.querySelectorAll(".toast.note")) {
        if (ASKED.test(each.textContent ?? "")) each.remove();
      }
    },
    /** Remove notes after the table has changed; a refusal stays long enough to be read. */
    clear() {
      for (const each of element.querySelectorAll(".refused.read:not(:hover, :focus-within)")) {
        each.remove();
      }
    },
  };
}
