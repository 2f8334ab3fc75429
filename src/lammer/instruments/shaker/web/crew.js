// Crew controls for a shaker: entering a shake, ruling on a face, sealing in new dice.

import { h } from "../../../web/js/lib/dom.js";
import { labelled } from "../../../web/js/table/crew/context.js";
import { call, dealerPasses } from "../../../web/js/table/crew/forms.js";
import { diceEntry, disputes, lastTrial } from "../../dice/web/crew.js";

const BOTH = Object.freeze({ dealer_shakes: "Dealer's shakes", shakes: "Holder's shakes" });

/**
 * Return the fields for how often each shook, if each step is entered: the dealer and then the
 * holder.
 * @param {Readonly<Record<string, string>>} [named] the name of each by its key
 */
export function shakes(named = BOTH) {
  const counts = Object.entries(named)
    .map(([key, name]) => ({ key, name, input: h("input", { type: "number", min: 1 }) }));
  const given = () => counts.map(({ key, input }) => /** @type {const} */ (
    [key, Number(input.value)]));
  return {
    element: h("div", { class: "row" }, counts.map(({ name, input }) => labelled(name, input))),
    value: () => Object.fromEntries(given().filter(([, times]) => times > 0)),
    clear: () => counts.forEach(({ input }) => { input.value = ""; }),
  };
}

/** @type {import("../../dice/web/crew.js").DiceCrew} */
export const crew = {
  entry: (context, chosen) =>
    diceEntry(context, chosen, () => "shake", context.procedure.steps ? shakes() : null),
  calls(context, pad) {
    const { new_dice: dice } = context.procedure;
    const fresh = dice && call(context, {
      verb: "new-dice", title: "New dice", button: "Fresh dice are sealed in", roles: dice.roles,
      clauses: dice.clauses,
    });
    return [...disputes(context, pad), dealerPasses(context), ...(fresh ? [fresh] : [])];
  },
  lastTrial,
};
