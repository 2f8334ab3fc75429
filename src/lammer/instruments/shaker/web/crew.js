// What the crew does with a shaker: entering a shake, ruling on a face, sealing in fresh dice.

import { call, dealerPasses } from "../../../web/js/table/crew/forms.js";
import { diceEntry, disputes, lastTrial } from "../../dice/web/crew.js";

/** @type {import("../../dice/web/crew.js").DiceCrew} */
export const crew = {
  entry: (context, chosen) => diceEntry(context, chosen, () => "shake"),
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
