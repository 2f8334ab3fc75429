// The form for a task of a practice table.

import { choices, formOf } from "../answer.js";
import { paymentsForm } from "./payments.js";
import { requestsForm } from "./requests.js";

/** @import { AnswerForm } from "../answer.js" */
/** @import { Felt } from "../../../types/felt.d.ts" */
/** @import { Catalogue, DrillQuestion, PracticeTask } from "../../../types/protocol.d.ts" */

/** Calls to choose from. @param {string[]} calls @returns {AnswerForm} */
function callForm(calls) {
  const said = choices("The call", calls);
  said.element.classList.add("calls");
  return {
    element: said.element,
    answer: () => (said.chosen() < 0 ? null : { call: calls[said.chosen()] }),
    focus: () => said.element.querySelector("button")?.focus(),
  };
}

/**
 * @param {PracticeTask} task @param {Catalogue} catalogue @param {Felt} felt
 * @returns {AnswerForm}
 */
export function practiceForm(task, catalogue, felt) {
  switch (task.asked) {
    case "payments": return paymentsForm(task, catalogue, felt);
    case "requests": return requestsForm(task, catalogue, felt);
    case "call": return callForm(task.given.choices ?? []);
  }
  // Other tasks are the questions of drills.
  const { asked, given } = task;
  return formOf(/** @type {DrillQuestion} */ (/** @type {unknown} */ ({
    ...task, ...given, asked,
  })), catalogue, felt);
}
