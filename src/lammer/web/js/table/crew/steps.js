// The long form: a button for each step that is due, to be pressed by the role that makes it.

import { h } from "../../lib/dom.js";
import { renderIfChanged } from "../shared/memo.js";
import { once } from "../shared/single-flight.js";
import { laws, people } from "./context.js";

/** @import { DueStep } from "../../../types/protocol.d.ts" */
/** @import { CrewContext } from "./context.js" */
/** @import { Part } from "./forms.js" */

/**
 * Create the list of steps that are due now, in order.
 * @param {CrewContext} context @returns {Part}
 */
export function steps(context) {
  const list = h("ul", { class: "steps", "aria-label": "Steps to be entered" });
  const { thing } = context.catalogue;
  /** @param {string} words @param {string[]} clauses @param {() => unknown} enter */
  const one = (words, clauses, enter) => h("li", null,
    h("span", { class: "grow" }, words, laws(clauses)),
    h("button", { type: "button", "aria-label": `Enter: ${words}`, on: { click: once(enter) } },
      "Enter"));
  /** @param {DueStep} due */
  const due = ({ step, words, ...named }) => {
    const { roles = [], clauses = [] } = context.procedure.steps?.find(({ key }) => key === step)
      ?? {};
    const [caller] = context.mine(roles);
    if (!caller) return h("li", { class: "soft" }, `${words} Entered by ${people(roles)}.`);
    return one(words, clauses,
      () => context.order({ do: "step", step, caller, ...named }, words));
  };
  /** @param {number} seat */
  const selection = (seat) => {
    const words = `${context.seat(seat)} selects two ${thing}.`;
    return one(words, [], () => context.order({ do: `select-${thing}`, seat }, words));
  };
  const update = () => {
    const { due: all = [], shooter } = context.live.state;
    const seat = context.may(`select-${thing}`) === true && typeof shooter === "number"
      ? shooter : null;
    const had = list.contains(document.activeElement);
    list.hidden = !all.length && seat === null;
    renderIfChanged(list, [all, context.roles, seat],
      () => [seat === null ? null : selection(seat), ...all.map(due)]);
    if (had && !list.contains(document.activeElement)) {
      document.getElementById("staff-head")?.focus();
    }
  };
  update();
  return { element: list, update };
}
