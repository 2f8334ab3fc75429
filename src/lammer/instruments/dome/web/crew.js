// What the crew does with three dice: entering a shake, ruling on a face, sealing in fresh dice.

import { h } from "../../../web/js/lib/dom.js";
import { call } from "../../../web/js/table/crew/forms.js";
import { disputes } from "../../dice/web/crew.js";
import { inWords } from "../../dice/web/dice.js";
import { shakes } from "../../shaker/web/crew.js";
import { threePad } from "./pad.js";

/** @import { Command } from "../../../web/types/protocol.d.ts" */

/** @type {import("../../dice/web/crew.js").DiceCrew} */
export const crew = {
  entry(context, chosen) {
    const counted = context.procedure.steps ? shakes({ dealer_shakes: "Shakes" }) : null;
    const pad = threePad((dice) => {
      /** @type {Command} */ const order = { do: "shake", dice, ...counted?.value() };
      context.order(order, `Entered: ${inWords(dice)}.`).then((taken) => taken && counted?.clear());
    }, chosen);
    return {
      pad,
      element: h("div", null, pad.element, counted?.element,
        h("p", { class: "soft keys" }, "Press e, then three digits and Enter.")),
      update: () => pad.update(context.may("shake") ?? true),
      clear() {
        pad.clear();
        counted?.clear();
      },
    };
  },
  calls(context, pad) {
    const { new_dice: dice } = context.procedure;
    const fresh = dice && call(context, {
      verb: "new-dice", title: "New dice", button: "Fresh dice are sealed in", roles: dice.roles,
      clauses: dice.clauses,
    });
    return [...disputes(context, pad), ...(fresh ? [fresh] : [])];
  },
  lastTrial: (noun, trial) => (trial ? `the ${noun} ${inWords(trial.dice)}` : `the last ${noun}`),
};
