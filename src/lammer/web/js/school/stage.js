// A question at a drawn table, with the form for its answer: of a drill, or of a table test.

import { fill, h } from "../lib/dom.js";
import { instrumentOf } from "../lib/instrument.js";
import { makeFelt } from "../felt/index.js";

/** @import { AnswerForm } from "./answer.js" */
/** @import { Catalogue, DrawnQuestion } from "../../types/protocol.d.ts" */
/** @import { Felt } from "../../types/felt.d.ts" */

/** What is said where part of an answer is missing. */
export const OPEN = "Something is still open: answer all of it.";

/** Show a question from its beginning, where the page was scrolled past that.
 * @param {Element} form */
export function toTop(form) {
  if (form.getBoundingClientRect().top < 0) form.scrollIntoView({ block: "start" });
}

/**
 * A table on which questions are drawn.
 * @template {DrawnQuestion} Question
 * @param {Catalogue} catalogue
 * @param {(question: Question, catalogue: Catalogue, felt: Felt) => AnswerForm} make a form
 */
export async function makeStage(catalogue, make) {
  const [felt, instrument] = await Promise.all([makeFelt(catalogue), instrumentOf(catalogue)]);
  const drawn = h("div", { class: "drawn" });
  const words = h("p", { class: "text" });
  const place = h("div", { class: "answer" });
  /** @type {AnswerForm | null} */ let answering = null;

  return {
    felt: felt.element,
    /** What stands in the form, under its heading. */
    parts: [drawn, words, place],
    /** Draw a question. @param {Question} question */
    async show(question) {
      const { state, shown, asked: kind, resting } = question;
      const lies = resting?.words ? await instrument.resting(resting, resting.words) : null;
      felt.draw({ state, seat: null, lastTrial: shown, score: null });
      fill(words, lies && resting?.asks ? resting.asks
        : [question.where, question.words].filter(Boolean).join(" "));
      fill(drawn, lies ?? (shown ? instrument.drawn(shown) : null));
      answering?.close?.();
      answering = make(question, catalogue, felt);
      fill(place, answering.element);
      if (matchMedia("(pointer: fine)").matches) answering.focus();
      return kind === "mistakes" || kind === "call" || question.table.bets.length > 0;
    },
    /** The answer, as far as it is given; null if it is not whole. */
    answer: () => answering?.answer() ?? null,
    /** Let nobody change it any more. */
    freeze() {
      for (const each of place.querySelectorAll("input, button, select")) {
        each.toggleAttribute("disabled", true);
      }
    },
  };
}
