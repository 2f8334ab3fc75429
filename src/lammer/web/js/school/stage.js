// A question at a drawn table, with the form for its answer: of a drill, or of a table test.

import { fill, h } from "../lib/dom.js";
import { instrumentOf } from "../lib/instrument.js";
import { makeFelt } from "../felt/index.js";
import { showForm } from "./answer.js";

/** @import { Catalogue, DrillQuestion } from "../../types/protocol.d.ts" */

/** What is said where part of an answer is missing. */
export const OPEN = "Something is still open: answer all of it.";

/**
 * A table on which questions are drawn.
 * @param {Catalogue} catalogue
 */
export async function makeStage(catalogue) {
  const [felt, instrument] = await Promise.all([makeFelt(catalogue), instrumentOf(catalogue)]);
  const drawn = h("div", { class: "drawn" });
  const words = h("p", { class: "text" });
  const place = h("div", { class: "answer" });
  /** @type {import("./answer.js").AnswerForm | null} */ let answering = null;

  return {
    felt: felt.element,
    /** What stands in the form, under its heading. */
    parts: [drawn, words, place],
    /** Draw a question. @param {DrillQuestion} question */
    async show(question) {
      const { state, shown, asked: kind, resting } = question;
      const lies = resting?.words ? await instrument.resting(resting, resting.words) : null;
      felt.draw({ state, seat: null, lastTrial: shown, score: null });
      fill(words, (lies && resting?.asks) || question.words);
      fill(drawn, lies ?? (shown ? instrument.drawn(shown) : null));
      answering = showForm(place, question, catalogue);
      if (matchMedia("(pointer: fine)").matches) answering.focus();
      return kind !== "mistakes" && question.table.bets.length > 0;
    },
    /** The answer, as far as it is given; null if it is not whole. */
    answer: () => answering?.answer() ?? null,
    /** Let nobody change it any more. */
    freeze() {
      for (const each of place.querySelectorAll("input, button")) {
        each.toggleAttribute("disabled", true);
      }
    },
  };
}
