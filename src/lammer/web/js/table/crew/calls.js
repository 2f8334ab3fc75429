// Calls of the crew: a void trial, an order, a correction, and those of the instrument. Each is a
// small form; who may call and for which reasons comes from the server.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/money.js";
import { laws } from "./context.js";
import { call } from "./forms.js";

/** @import { Line, Results, SealedLine } from "../../../types/protocol.d.ts" */
/** @import { Instrument, Pad } from "../../../types/instrument.d.ts" */
/** @import { CrewContext } from "./context.js" */
/** @import { Part } from "./forms.js" */

/**
 * Return the note about a trial that was taken back.
 * @param {CrewContext} context @param {Line & SealedLine<"correct">} line
 * @param {Results} results what it did to each seat @param {Instrument} instrument
 */
export function takenBack(context, line, results, instrument) {
  const { body, actor, clauses, text } = line;
  /** @param {"net" | "marked"} what */
  const each = (what) => Object.entries(results).filter(([, result]) => result[what])
    .map(([seat, result]) => `${context.seat(seat)}: ${signed(result[what] ?? 0)}`).join("; ");
  const [moved, marked] = [each("net"), each("marked")];
  const puck = instrument.puck(context.live.state);
  return [
    h("strong", null, `Taken back by the ${actor}. `), instrument.read(text),
    puck ? ` ${puck.words}.` : "",
    moved ? ` Chips put right: ${moved}.` : " No chips had moved.",
    marked ? ` Vigorish marked put right: ${marked}.` : "",
    context.procedure.closing_words
      ? ` ${body.closed ? "The betting stays closed." : "The betting is open again."}` : "",
    context.entry?.takenBack?.(body) ?? "",
    laws(clauses),
  ];
}

/** @param {CrewContext} context */
const anyBets = (context) =>
  Object.values(context.live.state.seats).some((seat) => seat.layout > 0);

/**
 * Return the form that closes the betting, in the words of the regulation.
 * @param {CrewContext} context @returns {Part}
 */
export const closes = (context) => call(context, {
  verb: "no-more-bets", title: "Betting", button: `“${context.procedure.closing_words}”`,
  done: "No more bets are taken.",
  ask: () => (anyBets(context) ? null : [h("p", null, "Nobody has a bet up. Close the betting?")]),
});

/**
 * Return every call of this game, those for the trial first.
 * @param {CrewContext} context @param {Pad | null} pad @returns {Part[]}
 */
export function calls(context, pad) {
  const { void: reasons, order, correct, noun } = context.procedure;
  const { thing, trial } = context.catalogue;
  /** @type {Part[]} */ const found = [];
  if (reasons.length) {
    found.push(call(context, {
      verb: `no-${trial}`, title: `No ${noun}`, button: `Call no ${noun}`, reasons,
      done: (lines) => `No ${noun}: it does not count.${pad?.used?.(lines) ?? ""}`,
      more: () => pad?.exposed?.(), ask: () => pad?.question?.() ?? null,
    }));
  }
  if (context.entry && pad) found.push(...context.entry.calls(context, pad));
  if (order) {
    const named = order.reasons.map((each) => ({ key: each }));
    found.push(call(context, {
      verb: "order-pass", title: `Order the ${thing} passed`, button: "Order a pass",
      roles: order.roles, reasons: named, clauses: order.clauses,
    }));
  }
  if (correct) {
    const named = correct.reasons.map((each) => ({ key: each }));
    const last = () =>
      context.entry?.lastTrial(noun, context.live.recent.at(-1)) ?? `the last ${noun}`;
    found.push(call(context, {
      verb: "correct", title: "Correct the last entry", button: "Take it back",
      roles: correct.roles, reasons: named, clauses: correct.clauses,
      ask: () => [
        h("p", null, `Take back ${last()} and everything that followed from it?`),
        h("p", { class: "soft" },
          "A new line in the record says who did it and why. Then enter what really happened.",
          laws(correct.clauses)),
      ],
      done: "",
    }));
  }
  return found;
}
