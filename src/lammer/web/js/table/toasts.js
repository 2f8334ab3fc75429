// Notes at the felt: what was refused and why, what was put down otherwise than clicked.

import { h } from "../dom.js";
import { clauseLinks } from "./clauses.js";

const SHORT = 5000;
const LONG = 12000;
const MOST = 3;

/** A place for notes, and two ways to add one. */
export function makeToasts() {
  const element = h("div", { class: "toasts" });
  /** @param {HTMLElement} toast @param {number} lasts */
  function show(toast, lasts) {
    const away = () => toast.remove();
    let timer = setTimeout(away, lasts);
    toast.addEventListener("pointerenter", () => clearTimeout(timer));
    toast.addEventListener("focusin", () => clearTimeout(timer));
    toast.addEventListener("pointerleave", () => { timer = setTimeout(away, SHORT); });
    toast.append(h("button", {
      class: "quiet close", "aria-label": "Close this note", on: { click: away },
    }, "×"));
    element.append(toast);
    while (element.children.length > MOST) element.firstElementChild?.remove();
  }
  return {
    element,
    /** @param {string} words */
    note(words) {
      for (const other of element.querySelectorAll(".toast.note")) {
        if (other.firstElementChild?.textContent === words) other.remove();
      }
      show(h("div", { class: "toast note", role: "status" }, h("p", null, words)), SHORT);
    },
    /**
     * @param {string} what @param {{detail: string, instead?: string, clauses?: string[]}} refusal
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
    /** Things have moved on: a refusal is of no interest now, unless it is being read. */
    clear() {
      for (const each of element.querySelectorAll(".refused:not(:hover, :focus-within)")) {
        each.remove();
      }
    },
  };
}
