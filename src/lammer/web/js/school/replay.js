// Find the mistake: a record of some trials is replayed on the layout. Whoever watches stops it and
// says what is wrong in the step that is seen, and by how much.

import { fill, h } from "../lib/dom.js";
import { cents } from "../lib/money.js";

/** @import { AnswerForm } from "./answer.js" */
/** @import { DrillQuestion } from "../../types/protocol.d.ts" */
/** @import { Felt } from "../../types/felt.d.ts" */

/** Milliseconds between two steps. */
const BEAT = 1600;
const MONEY = new Set(["bet", "take", "payment", "vigorish", "mark", "remove"]);

/** @param {DrillQuestion} question @param {Felt} felt @returns {AnswerForm} */
export function replayForm({ steps = [], frames = [], wrong = [] }, felt) {
  /** Which of them are about money. */
  const about = new Map(wrong.map(({ what, money }) => [what, money]));
  let at = 0;
  let timer = 0;
  const place = h("span", { class: "soft" });
  const now = h("p", { class: "step-words", "aria-live": "polite" });
  const range = h("input", {
    type: "range", min: 1, max: steps.length, value: 1, "aria-label": "Step of the record",
  });
  const play = h("button", { type: "button", class: "main", on: {
    click: () => (timer ? stop() : run()),
  } }, "Play");
  const flag = h("button", { type: "button", class: "flag", on: { click: () => mark() } },
    "Stop: this is wrong");

  const rows = steps.map(({ line, words, kind }, index) => {
    const box = h("input", { type: "checkbox", "aria-label": `Line ${line} is wrong` });
    const what = h("select", { "aria-label": `What is wrong in line ${line}` },
      h("option", { value: "" }, "What is wrong"),
      wrong.map((each) => h("option", { value: each.what }, each.words)));
    const off = h("input", {
      class: "amount", type: "text", inputmode: "text", placeholder: "+/- $", maxlength: 12,
      "aria-label": `What the player got too much by line ${line}`,
    });
    const said = h("div", { class: "row", hidden: true }, what, off);
    box.addEventListener("change", () => { said.hidden = !box.checked; });
    const go = h("button", { type: "button", class: "quiet", on: { click: () => show(index) } },
      words);
    return { line, box, what, off, said, element: h("li", {
      class: MONEY.has(kind) ? null : "trial",
    }, h("div", { class: "row" }, box, go), said) };
  });
  const list = h("ol", { class: "record", tabindex: "0", "aria-label": "The record" },
    rows.map(({ element }) => element));

  /** @param {number} to */
  function show(to) {
    at = Math.min(Math.max(to, 0), steps.length - 1);
    const { state, shown } = frames[at];
    felt.draw({ state, seat: null, lastTrial: shown, score: null });
    range.value = String(at + 1);
    fill(place, `${at + 1} / ${steps.length}`);
    fill(now, steps[at].words);
    range.setAttribute("aria-valuetext", steps[at].words);
    rows.forEach(({ element }, index) => {
      if (index === at) element.setAttribute("aria-current", "step");
      else element.removeAttribute("aria-current");
    });
    const { element } = rows[at];
    list.scrollTop = element.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (at === steps.length - 1) stop();
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    fill(play, "Play");
  }
  function run() {
    if (at === steps.length - 1) show(0);
    timer = setInterval(() => show(at + 1), BEAT);
    fill(play, "Pause");
  }
  function mark() {
    stop();
    const row = rows[at];
    row.box.checked = true;
    row.said.hidden = false;
    row.what.focus();
  }
  range.addEventListener("input", () => {
    stop();
    show(Number(range.value) - 1);
  });
  /** @param {string} word @param {number} by */
  const step = (word, by) => h("button", { type: "button", on: {
    click: () => { stop(); show(at + by); },
  } }, word);
  if (frames.length) show(0);
  return {
    element: h("div", { class: "watching" }, now,
      h("div", { class: "row controls" }, step("Back", -1), play, step("On", 1), place),
      range, flag,
      h("p", { class: "soft" }, "Stop the replay where the crew does something wrong, or mark ",
        "the line. A winner that was left out belongs to the roll. Say what is wrong and, ",
        "where it is about money, how much the player got too much: 7 or -7. Where several are ",
        "wrong in one line, all of them together."),
      list),
    answer() {
      const said = rows.filter(({ box }) => box.checked).map(({ line, what, off }) => {
        const typed = off.value.trim();
        const amount = cents(typed.replace(/^[+-]/, ""));
        if (!what.value || (amount === null && (typed || about.get(what.value)))) return null;
        return { line, what: what.value,
          ...(amount === null ? {} : { off_by: typed.startsWith("-") ? -amount : amount }) };
      });
      return said.includes(null) ? null : { mistakes: said };
    },
    focus: () => play.focus(),
    close: stop,
  };
}
