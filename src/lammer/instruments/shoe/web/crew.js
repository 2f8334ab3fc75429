// Crew controls for a shoe: entering a coup, shuffling, cutting, and how winners are paid.

import { h } from "../../../web/js/lib/dom.js";
import { is } from "../../../web/js/lib/sentences.js";
import { dollars } from "../../../web/js/lib/money.js";
import { choices, labelled, laws, words } from "../../../web/js/table/crew/context.js";
import { call, dealerPasses } from "../../../web/js/table/crew/forms.js";
import { cardName } from "./cards.js";
import { cardPad } from "./pad.js";

/** @import { Crew } from "../../../web/types/instrument.d.ts" */
/** @import { CrewContext } from "../../../web/js/table/crew/context.js" */
/** @import { Part } from "../../../web/js/table/crew/forms.js" */
/** @import { Command, Line } from "../../../web/types/protocol.d.ts" */
/** @import { Payment, ShoeCards } from "./types.d.ts" */

/** Return the controls that enter a coup. @type {Crew["entry"]} */
function entry(context) {
  const cards = /** @type {ShoeCards} */ (context.procedure.shoe); // Every game of coups has one.
  const pad = cardPad(cards, (cards, cut) => {
    /** @type {Command} */ const order = { do: "deal", cards };
    if (cut) order.cut_card = true;
    return context.order(order, `Entered: ${cards.map(cardName).join(", ")}.`);
  });
  return {
    element: h("div", null, pad.element, h("p", { class: "soft keys" },
      "Press e, then type rank and suit of each card, such as 9h or Ks, and Enter.")),
    update: () =>
      pad.update(context.may("deal") ?? true, context.live.state.shoe?.coups_left ?? null),
    clear: pad.clear,
    pad: {
      focus: pad.focus, exposed: pad.exposed, question: () => question(pad), used: outOfShoe,
    },
  };
}

/** Return the form for the cards cut by a seat. @param {CrewContext} context @returns {Part} */
function cut(context) {
  const seat = h("select");
  const found = call(context, {
    verb: "cut", title: "Cut", button: "The cards are cut", extra: [labelled("By", seat)],
    more: () => ({ seat: Number(seat.value) }),
  });
  const update = () => {
    const taken = Object.keys(context.live.state.seats);
    choices(seat, taken.map((number) => [number, context.seat(number)]));
    found.update();
  };
  update();
  return { element: found.element, update };
}

/** Return a key such as "after-each" as words. @param {string} charges */
const charged = (charges) => `${words(charges)} payment${charges.endsWith("all") ? "s" : ""}`;

/**
 * Return the form that changes how winners are paid, with the times of its notices.
 * @param {CrewContext} context @param {Payment} payment @returns {Part}
 */
function procedure(context, payment) {
  const way = h("select");
  const commission = h("input", { type: "datetime-local" });
  const surveillance = h("input", { type: "datetime-local" });
  const at = (/** @type {HTMLInputElement} */ input) =>
    (input.value ? new Date(input.value).toISOString().replace(/\.\d+/, "") : undefined);
  const found = call(context, {
    verb: "change-procedure", title: "Change of procedure", button: "Introduce it",
    extra: [
      labelled("Winners are paid by procedure", way),
      labelled("Commission notified at", commission),
      labelled("Surveillance notified at", surveillance),
      h("p", { class: "soft" },
        `In writing, at least ${payment.minutes} minutes before.`, laws(payment.clauses)),
    ],
    done: (lines) => {
      const now = lines.find((line) => is("procedure", line))?.body.procedure;
      return `Winners are paid by procedure ${now} from here: at every `
        + `${words(context.catalogue.game)} table of the pit.`;
    },
    more: () => ({
      procedure: Number(way.value), commission_at: at(commission),
      surveillance_at: at(surveillance),
    }),
  });
  const update = () => {
    const now = context.live.state.shoe?.way;
    const first = payment.ways.toSorted((one, other) =>
      Number(other.key === now) - Number(one.key === now));
    choices(way, first.map(({ key: number, charges }) => [
      String(number), `${number}: vigorish ${charged(charges)}${number === now ? " (in use)" : ""}`,
    ]));
    found.update();
  };
  update();
  return { element: found.element, update };
}

/**
 * Return the consequence of a shuffle in the middle of a shoe, or null.
 * @param {CrewContext} context
 */
function shuffling(context) {
  const { shoe, seats } = context.live.state;
  if (!shoe?.out || shoe.coups_left === 0) return null;
  const owed = Object.values(seats).reduce((sum, seat) => sum + (seat.owed ?? 0), 0);
  return [h("p", null, `${shoe.out} cards of this shoe are out. Begin a new one?`),
    owed ? h("p", null, `${dollars(owed)} of vigorish that is marked will be collected.`) : null];
}

/** Return the cards that a void trial used, in words. @param {Line[]} lines */
function outOfShoe(lines) {
  const cards = lines.flatMap((line) => (is("no-deal", line) ? line.body.cards ?? [] : []));
  return cards.length ? ` Out of the shoe: ${cards.map(cardName).join(", ")}.` : "";
}

/**
 * Ask whether the cards on the pad are out of the shoe, if there are any.
 * @param {ReturnType<typeof cardPad>} pad
 */
function question(pad) {
  const { cards = [], cut_card: cut } = pad.exposed();
  if (!cards.length && !cut) return null;
  const out = [...cards.map(cardName), ...(cut ? ["the cutting card"] : [])];
  return [h("p", null, `Out of the shoe and not played: ${out.join(", ")}. Is that right?`)];
}

/** Return the calls that belong to a shoe. @type {Crew["calls"]} */
function calls(context) {
  const { recut, payment } = context.procedure;
  const found = [
    dealerPasses(context),
    call(context, {
      verb: "shuffle", title: "Shuffle", button: "The cards are shuffled", done: "Shuffled.",
      ask: () => shuffling(context),
    }),
    cut(context),
  ];
  if (recut) {
    const named = recut.reasons.map((each) => ({ key: each }));
    found.push(call(context, {
      verb: "recut", title: "Recut", button: "Require a recut", roles: recut.roles,
      clauses: recut.clauses,
      reasons: named, done: "A recut is required.",
    }));
  }
  if (payment) found.push(procedure(context, payment));
  return found;
}

/** @type {Crew<import("./types.d.ts").CoupTrial>} */
export const crew = {
  entry,
  calls,
  lastTrial: (noun, trial) => (trial?.winner
    ? `the last ${noun} (player ${trial.player}, banker ${trial.banker})` : `the last ${noun}`),
  takenBack: ({ cut_card: cut }) =>
    (cut ? " The cutting card is in the shoe again: tick it when you enter the coup." : ""),
};
