// What the crew does with a wheel: spinning it, and entering where it comes to rest.

import { h } from "../../../web/js/lib/dom.js";
import { key } from "../../../web/js/table/crew/context.js";
import { nameOf } from "./wheel.js";

/** @import { Crew } from "../../../web/types/instrument.d.ts" */
/** @import { Why } from "../../../web/types/protocol.d.ts" */
/** @import { SpinTrial } from "./types.d.ts" */

/** Names in the order in which people look for them: numbers as they count, the zeros first.
 * @param {string[]} rim */
const sorted = (rim) => [...new Set(rim)].sort((one, other) =>
  Number(one) - Number(other) || one.length - other.length || 0);

/** @type {Crew<SpinTrial>} */
export const crew = {
  entry(context, chosen) {
    const { wheel } = context.procedure;
    if (!wheel) throw new Error("this table has no wheel");
    const called = (/** @type {string} */ name) => context.catalogue.wagers[name]?.label ?? name;
    let name = "";
    /** @type {true | Why} */ let allowed = true;
    const spin = key("The wheel is spun",
      () => context.order({ do: "spin" }, "The wheel is spun. Bets are still taken."), "large");
    const enter = key("", () => go(), "main large");
    const buttons = sorted(wheel.rim).map((each) => h("button", {
      type: "button", class: `pocket-mark ${wheel.colours[wheel.rim.indexOf(each)]}`,
      "aria-pressed": "false", data: { place: each },
      on: { click: () => (each === name ? go() : choose(each)) },
    }, called(each)));
    const show = () => {
      for (const each of buttons)
        each.setAttribute("aria-pressed", String(each.dataset.place === name));
      enter.update(allowed === true && !name ? "" : allowed,
        name ? `Enter ${called(name)}` : `Choose the ${wheel.key}`);
    };
    const choose = (/** @type {string} */ to) => {
      name = to;
      show();
      chosen();
    };
    const go = async () => {
      if (allowed !== true || !name) return;
      const order = { do: "rest", [wheel.key]: name };
      if (await context.order(order, `Entered: ${called(name)}.`)) clear();
    };
    const clear = () => {
      name = "";
      show();
    };
    const pad = h("div", { class: "place-pad", role: "group", "aria-label": `The ${wheel.key}` },
      buttons);
    const element = h("div", { class: "place-entry" }, spin.button, spin.why, pad,
      h("div", { class: "row" }, enter.button), enter.why);
    const update = () => {
      spin.update(context.may("spin") ?? true);
      allowed = context.may("rest") ?? true;
      spin.why.hidden = true; // Why not is said once.
      show();
    };
    update();
    return { element, update, clear, pad: { focus: () => buttons[0].focus() } };
  },
  calls: () => [],
  lastTrial: (noun, trial) => (trial ? `the ${noun} ${nameOf(trial)}` : `the last ${noun}`),
};
