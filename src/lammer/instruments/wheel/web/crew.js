// What the crew does with a wheel: spinning it, and entering where it comes to rest.

import { h } from "../../../web/js/lib/dom.js";
import { key } from "../../../web/js/table/crew/context.js";
import { nameOf } from "./wheel.js";

/** @import { Crew } from "../../../web/types/instrument.d.ts" */
/** @import { Why } from "../../../web/types/protocol.d.ts" */
/** @import { Painted, SpinTrial } from "./types.d.ts" */

/** Names in the order in which people look for them: those that are written as numbers as they
 * count, the zeros first, then the others. @param {string[]} names @param {Painted} painted */
function sorted(names, painted) {
  const count = (/** @type {string} */ name) => Number(painted[name]?.label ?? name);
  const numbers = names.filter((name) => !Number.isNaN(count(name)));
  numbers.sort((one, other) => count(one) - count(other) || one.length - other.length);
  return [...numbers, ...names.filter((name) => Number.isNaN(count(name)))];
}

/** @param {Painted} painted @returns {Crew<SpinTrial>} */
export const crewFor = (painted) => ({
  entry(context, chosen) {
    const { wheel } = context.procedure;
    if (!wheel) throw new Error("this table has no wheel");
    const called = (/** @type {string} */ name) => painted[name]?.label ?? name;
    let name = "";
    /** @type {true | Why} */ let allowed = true;
    const spin = key("The wheel is spun",
      () => context.order({ do: "spin" }, "The wheel is spun. Bets are still taken."), "large");
    const enter = key("", () => go(), "main large");
    const names = sorted(Object.keys(painted).filter((each) => wheel.rim.includes(each)), painted);
    const buttons = names.map((each) => h("button", {
      type: "button", class: `pocket-mark ${painted[each]?.colour ?? ""}`,
      "aria-pressed": "false", data: { place: each },
      on: { click: () => (each === name ? go() : choose(each)) },
    }, called(each)));
    /** Whether the betting was closed before the spin, which is then entered whole. */
    const whole = () => Boolean(context.live.state.thrown && !context.live.state.spun);
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
      const order = { do: whole() ? "spin" : "rest", [wheel.key]: name };
      if (await context.order(order, `Entered: ${called(name)}.`)) clear();
    };
    const clear = () => {
      name = "";
      show();
    };
    const pad = h("div", { class: "place-pad", role: "group", "aria-label": `The ${wheel.key}` },
      buttons);
    const begins = h("div", { class: "begins" }, spin.button, spin.why);
    const element = h("div", { class: "place-entry" }, pad,
      h("div", { class: "row" }, enter.button), enter.why);
    const update = () => {
      spin.update(context.may("spin") ?? true);
      allowed = whole() || (context.may("rest") ?? true);
      spin.why.hidden = true; // Why not is said once.
      show();
    };
    update();
    return { begins, element, update, clear, pad: { focus: () => buttons[0].focus() } };
  },
  calls: () => [],
  lastTrial: (noun, trial) => {
    const name = trial ? nameOf(trial) : "";
    return name ? `the ${noun} ${painted[name]?.label ?? name}` : `the last ${noun}`;
  },
});
