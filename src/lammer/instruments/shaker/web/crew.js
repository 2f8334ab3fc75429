// What the crew does with a shaker: entering a shake, ruling on a face, sealing in fresh dice.

import { call, dealerPasses } from "../../../web/js/table/crew/forms.js";
import { diceEntry, disputes, lastTrial, takenBack } from "../../dice/web/crew.js";

/** @type {import("../../dice/web/crew.js").DiceCrew} */
export const crew = {
  entry: (desk, chosen) => diceEntry(desk, chosen, () => "shake"),
  calls(desk, pad) {
    const { new_dice: dice } = desk.procedure;
    const fresh = dice && call(desk, {
      verb: "new-dice", title: "New dice", button: "Fresh dice are sealed in", roles: dice.roles,
      clauses: dice.clauses,
    });
    return [...disputes(desk, pad), dealerPasses(desk), ...(fresh ? [fresh] : [])];
  },
  lastTrial,
  takenBack,
};
