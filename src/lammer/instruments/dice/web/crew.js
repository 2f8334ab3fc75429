// Crew controls for dice: entering a throw, ruling on a face.

import { h } from "../../../web/js/lib/dom.js";
import { key, people } from "../../../web/js/table/crew/context.js";
import { call, folded } from "../../../web/js/table/crew/forms.js";
import { inWords } from "./dice.js";
import { dicePad, pair } from "./pad.js";

/** @import { Crew } from "../../../web/types/instrument.d.ts" */
/** @import { CrewContext } from "../../../web/js/table/crew/context.js" */
/** @import { Part } from "../../../web/js/table/crew/forms.js" */
/** @import { Authority, Command, Why } from "../../../web/types/protocol.d.ts" */
/** @import { Dice } from "./types.d.ts" */
/** @typedef {import("../../../web/types/instrument.d.ts").Pad & {dice: number[] | null}} DicePad */
/** @typedef {Crew<import("./types.d.ts").DiceTrial>} DiceCrew */

/**
 * Return what entering dice has in common, thrown or shaken.
 * @param {CrewContext} context @param {() => void} chosen @param {() => string} verb
 * @param {{element: HTMLElement, value: () => object, clear: () => void} | null} more what is
 *   entered with the faces
 */
export function diceEntry(context, chosen, verb, more = null) {
  const pad = dicePad((dice) => {
    /** @type {Command} */ const order = { do: verb(), dice, ...more?.value() };
    context.order(order, `Entered: ${pair(dice)}.`).then((taken) => taken && more?.clear());
  }, chosen);
  return {
    pad,
    element: h("div", null, pad.element, more?.element,
      h("p", { class: "soft keys" }, "Press e, then two digits and Enter.")),
    update: () => pad.update(context.may(verb()) ?? true),
    clear() {
      pad.clear();
      more?.clear();
    },
  };
}

/** @type {DiceCrew["lastTrial"]} */
export const lastTrial = (noun, trial) =>
  (trial ? `the ${noun} ${inWords(trial.dice)}` : `the last ${noun}`);

/** Return the choice for a die that leans on something: the side it rests on. */
function leans() {
  const sides = ["lies flat", ...[1, 2, 3, 4, 5, 6].map((side) => `rests on its ${side}`)];
  const selects = ["First die", "Second die"].map((name) =>
    h("select", { "aria-label": name }, sides.map((text, value) => h("option", { value }, text))));
  const value = () => selects.map((each) => Number(each.value));
  return {
    element: h("details", { class: "leans" }, h("summary", null, "A die leans on something"),
      h("div", { class: "row" }, selects)),
    value: () => (value().some(Boolean) ? { resting: value() } : {}),
    clear: () => selects.forEach((each) => { each.value = "0"; }),
  };
}

/**
 * Return the controls that enter a throw: first the throw, then the faces.
 * @type {DiceCrew["entry"]}
 */
function entry(context, chosen) {
  const { live, procedure } = context;
  const verb = () => (live.state.thrown || procedure.steps ? "rest" : "roll");
  const found = diceEntry(context, chosen, verb, procedure.leaned ? leans() : null);
  const out = key("The dice are out",
    () => context.order({ do: "throw" }, `The dice are out. ${procedure.late
      ? "Late bets need a word now." : "No more bets are taken."}`), "large");
  found.element.prepend(out.button, out.why);
  return {
    ...found,
    update() {
      const words = live.state.thrown ? "The dice are in the air" : "The dice are out";
      out.update(context.may("throw") ?? true, words);
      found.update();
      out.why.hidden = true; // The reason is shown once.
    },
  };
}

/**
 * Return the ruling on a face: the pair selected on the pad, or void.
 * @param {CrewContext} context @param {DicePad} pad @param {Authority} authority @returns {Part}
 */
function disputed(context, pad, { roles, clauses }) {
  const rule = (/** @type {number[] | null} */ dice) => {
    const [caller] = context.mine(roles);
    /** @type {Command} */ const command = { do: "disputed-face", caller };
    if (dice) command.dice = dice;
    return context.order(command, dice ? `Ruled: ${inWords(dice)}.` : "Ruled: void.");
  };
  const faces = key("", () => rule(pad.dice));
  const none = key("Ruled: void", () => rule(null));
  const element = folded("Disputed face",
    h("p", { class: "soft" }, `Ruled on by ${people(roles)}. Choose the faces on the pad first.`),
    h("div", { class: "row" }, faces.button, none.button), faces.why, none.why);
  const update = () => {
    const may = context.may("disputed-face");
    element.hidden = may === null || !roles.length;
    /** @type {true | Why} */
    const mine = context.mine(roles).length ? (may ?? true)
      : ["not-authorised", `You are ${people(context.roles, "and")}.`, clauses];
    faces.update(pad.dice ? mine : mine === true ? "No faces are chosen." : mine,
      pad.dice ? `Ruled: ${inWords(pad.dice)}` : "Ruled: the faces chosen");
    none.update(mine === true ? true : "");
  };
  update();
  return { element, update };
}

/** Return the rulings on a face, if the regulation has them. @type {DiceCrew["calls"]} */
export const disputes = (context, pad) => {
  const { disputes: authority } = context.procedure;
  return authority ? [disputed(context, /** @type {DicePad} */ (pad), authority)] : [];
};

/**
 * Return the form for "No Roll" after the throw was read and entered.
 * @param {CrewContext} context
 */
function afterwards(context) {
  const reasons = context.procedure.void.filter(({ roles }) => roles);
  const last = () => context.entry?.lastTrial("roll", context.live.recent.at(-1)) ?? "it";
  return call(context, {
    verb: "no-roll", may: "no-roll-last", title: "Void the last roll",
    button: "Call it no roll", reasons, more: () => ({ of: "last" }),
    ask: () => [h("p", null, `Void ${last()}, and undo everything that followed from it?`)],
    done: "No roll: it does not count, and all is as it was before it.",
  });
}

/** @type {DiceCrew} */
export const crew = {
  entry, calls: (context, pad) => [afterwards(context), ...disputes(context, pad)], lastTrial,
};
