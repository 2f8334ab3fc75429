// What the crew calls: a void trial, an order, a correction, and what the instrument has of its
// own. Each is a small form; who may call and for which reasons is the house's to say.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/money.js";
import { gained } from "../../lib/calls.js";
import { laws, words } from "./context.js";
import { call } from "./forms.js";

/** @import { Corrected, Line, SealedLine } from "../../../types/protocol.d.ts" */
/** @import { Pad } from "../../../types/instrument.d.ts" */
/** @import { Desk } from "./context.js" */
/** @import { Part } from "./forms.js" */

/**
 * What a line that took a trial back says, in words.
 * @param {Desk} desk @param {Line & SealedLine<"correct">} line
 * @param {[string, number][]} marks what it did to the vigorish marked for each seat, in cents
 */
export function takenBack(desk, line, marks) {
  const { body, actor, clauses } = line;
  const { what, more } = desk.entry?.takenBack(body) ?? { what: "", more: "" };
  /** @param {[string, number][]} sums */
  const each = (sums) => sums.filter(([, sum]) => sum)
    .map(([seat, sum]) => `${desk.seat(seat)}: ${signed(sum)}`).join("; ");
  const [moved, marked] = [each(seatsIn(body).map((seat) => [seat, gained([line], seat)])),
    each(marks)];
  return [
    h("strong", null,
      `Taken back by the ${actor}: the ${desk.procedure.noun} ${what} (${words(body.reason)}). `),
    "The table is as it was before it; the record keeps both.",
    "point" in body ? ` The puck is ${body.point ? `on the ${body.point}` : "off"}.` : "",
    moved ? ` Chips put right: ${moved}.` : " No chips had moved.",
    marked ? ` Vigorish marked put right: ${marked}.` : "",
    desk.procedure.closing_words
      ? ` ${body.closed ? "The betting stays closed." : "The betting is open again."}` : "",
    more,
    laws(clauses),
  ];
}

/** The seats whose chips were moved. @param {Corrected} body @returns {string[]} */
const seatsIn = ({ moves = [] }) => [...new Set(moves.flatMap(([from, to]) => [from, to])
  .flatMap((account) => /^(?:rail|layout)-(\d+)$/.exec(account)?.[1] ?? []))];

/** @param {Desk} desk */
const anyBets = (desk) => Object.values(desk.live.state.seats).some((seat) => seat.layout > 0);

/** The betting is closed, in the words of the text. @param {Desk} desk @returns {Part} */
export const closes = (desk) => call(desk, {
  verb: "no-more-bets", title: "Betting", button: `“${desk.procedure.closing_words}”`,
  done: "No more bets are taken.",
  ask: () => (anyBets(desk) ? null : [h("p", null, "Nobody has a bet up. Close the betting?")]),
});

/**
 * Every call there is in this game, those for the trial first.
 * @param {Desk} desk @param {Pad | null} pad @returns {Part[]}
 */
export function calls(desk, pad) {
  const { void: reasons, order, correct, noun } = desk.procedure;
  const { thing, trial } = desk.catalogue;
  /** @type {Part[]} */ const found = [];
  if (reasons.length) {
    found.push(call(desk, {
      verb: `no-${trial}`, title: `No ${noun}`, button: `Call no ${noun}`, reasons,
      done: (lines) => `No ${noun}: it does not count.${pad?.used?.(lines) ?? ""}`,
      more: () => pad?.exposed?.(), ask: () => pad?.question?.() ?? null,
    }));
  }
  if (desk.entry && pad) found.push(...desk.entry.calls(desk, pad));
  if (order) {
    const named = order.reasons.map((each) => ({ key: each }));
    found.push(call(desk, {
      verb: "order-pass", title: `Order the ${thing} passed`, button: "Order a pass",
      roles: order.roles, reasons: named, clauses: order.clauses,
    }));
  }
  if (correct) {
    const named = correct.reasons.map((each) => ({ key: each }));
    const last = () =>
      desk.entry?.lastTrial(noun, desk.live.recent.at(-1)) ?? `the last ${noun}`;
    found.push(call(desk, {
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
