// A text with line numbers, and marks where the house finds something wrong with it.

import { fill, h } from "../lib/dom.js";
import { clauseLinks } from "../lib/widgets.js";

/** @import { Fault } from "../../types/lab.d.ts" */

const [LEAST, MOST] = [6, 22];
let editors = 0;

/**
 * Create an editor. `changed` is called whenever somebody types.
 * @param {string} label @param {() => void} changed @param {number} [least] lines shown
 */
export function makeEditor(label, changed, least = LEAST) {
  const id = `editor-${++editors}`;
  const numbers = h("pre", { class: "numbers", "aria-hidden": "true" });
  const marks = h("pre", { class: "marks", "aria-hidden": "true" });
  const text = h("textarea", {
    id, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    maxlength: 20000, "aria-describedby": `${id}-faults`,
  });
  const list = h("ul", { id: `${id}-faults`, class: "faults", "aria-live": "polite" });
  const box = h("div", { class: "editor" }, numbers, marks, text);
  const name = h("label", { for: id }, label);
  const element = h("div", { class: "edited" }, name, box, list);
  /** @type {Fault[]} */ let faults = [];

  const lines = () => text.value.split("\n");

  function draw() {
    const all = lines();
    const wrong = new Set(faults.map(({ line }) => line));
    text.rows = Math.min(Math.max(all.length, least), MOST);
    fill(numbers, all.map((_, at) =>
      h("span", { class: wrong.has(at + 1) ? "wrong" : null }, `${at + 1}\n`)));
    fill(marks, all.map((line, at) => [marked(line, faults.find((each) => each.line === at + 1)),
      "\n"]));
    follow();
  }

  function follow() {
    numbers.scrollTop = text.scrollTop;
    marks.scrollTop = text.scrollTop;
    marks.scrollLeft = text.scrollLeft;
  }

  /** Put the caret where something is wrong. @param {Fault} fault */
  function go({ line, column }) {
    const before = lines().slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const at = before + Math.max(column - 1, 0);
    text.focus();
    text.setSelectionRange(at, column ? at : before + (lines()[line - 1] ?? "").length);
  }

  text.addEventListener("scroll", follow);
  text.addEventListener("input", () => {
    faults = []; // They were about the text before.
    draw();
    changed();
  });

  draw();
  return {
    element,
    get value() { return text.value; },
    set value(words) {
      text.value = words;
      faults = [];
      fill(list);
      text.removeAttribute("aria-invalid");
      draw();
    },
    /** @param {string} words */
    rename(words) { fill(name, words); },
    /** Show what is wrong. @param {Fault[]} found */
    show(found) {
      faults = found;
      text.setAttribute("aria-invalid", String(found.length > 0));
      fill(list, found.map((fault) => h("li", null, said(fault, go))));
      draw();
    },
    focus: () => text.focus(),
  };
}

/** Return a line with a mark under the word that is wrong in it. @param {string} line
 * @param {Fault | undefined} fault */
function marked(line, fault) {
  if (!fault) return line;
  const from = Math.max(fault.column - 1, 0);
  const word = fault.column ? /^\S+/.exec(line.slice(from))?.[0].length ?? 1 : line.length;
  return [line.slice(0, from), h("mark", null, line.slice(from, from + word) || " "),
    line.slice(from + word)];
}

/** @param {Fault} fault @param {(fault: Fault) => void} go */
function said(fault, go) {
  const column = fault.column ? `, column ${fault.column}` : "";
  const place = fault.line ? `Line ${fault.line}${column}` : "";
  return [
    place ? [h("button", { type: "button", class: "place", on: { click: () => go(fault) } }, place),
      " "] : null,
    `${sentence(fault.what)} ${fault.instead}`.trim(), fault.clauses.length ? " " : null,
    clauseLinks(fault.clauses),
  ];
}

/** @param {string} words */
const sentence = (words) => (/[.?!]$/.test(words) ? words : `${words}.`);

/** Say what is wrong where there is no text to mark. @param {Fault} fault */
export const faultWords = (fault) => said({ ...fault, line: 0, column: 0 }, () => {});
