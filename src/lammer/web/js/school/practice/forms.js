// The form for a task of a practice table.

import { formOf } from "../answer.js";
import { paymentsForm } from "./payments.js";
import { requestsForm } from "./requests.js";

/** @import { AnswerForm } from "../answer.js" */
/** @import { Felt } from "../../../types/felt.d.ts" */
/** @import { Catalogue, DrillQuestion, PracticeTask } from "../../../types/protocol.d.ts" */

/**
 * @param {PracticeTask} task @param {Catalogue} catalogue @param {Felt} felt
 * @returns {AnswerForm}
 */
export function practiceForm(task, catalogue, felt) {
  switch (task.asked) {
    case "payments": return paymentsForm(task, catalogue, felt);
    case "requests": return requestsForm(task, catalogue, felt);
  }
  // Other tasks are the questions of drills.
  const { asked, given } = task;
  return formOf(/** @type {DrillQuestion} */ (/** @type {unknown} */ ({
    ...task, ...given, asked,
  })), catalogue, felt);
}
