// Seats from the crew's side: whom to act for, what that player may do, walk-ins, and bets entered
// by hand (chips, spoken bets with cash, coupons).

import { h } from "../../lib/dom.js";
import { is } from "../../lib/sentences.js";
import { cents, dollars } from "../../lib/money.js";
import { renderIfChanged } from "../shared/memo.js";
import { once } from "../shared/single-flight.js";
import { asked } from "./forms.js";
import { choices, key, labelled, upper, words } from "./context.js";
import { settings } from "../shared/settings.js";

/** @import { Bet, Command, Legal, Line, May, Seat, Up } from "../../../types/protocol.d.ts" */
/** @import { CrewContext } from "./context.js" */

/**
 * Labels for verbs of a player; other verbs are shown as they are.
 * @type {Readonly<Record<string, string>>}
 */
const SAID = Object.freeze({
  accept: "Takes", decline: "Declines", pass: "Passes", select: "Selects",
  leave: "Leaves the table", collect: "Pays the vigorish",
});

/** @param {CrewContext} context @param {string} verb */
function said({ instrument }, verb) {
  const [does, thing] = verb.split("-");
  const whole = instrument.verbs[verb] ?? SAID[verb];
  if (whole) return whole;
  if (!thing || !SAID[does]) return upper(words(verb));
  return `${SAID[does]} the ${thing.replace(", dealer", ", the dealer deals")}`;
}

/** Return what a player may do without an amount; leaving is last. @param {Legal} [legal] */
function plain(legal) {
  const found = Object.entries(legal?.do ?? {})
    .filter(([, may]) => may === true)
    .map(([verb]) => verb);
  return [...found.filter((verb) => verb !== "leave"), ...found.filter((verb) => verb === "leave")];
}

/** @param {string} verb @returns {Command} */
function command(verb) {
  const [does, by] = verb.split(", ");
  return by === "dealer" ? { do: does, dealer: true } : { do: does };
}

/** Create the row of buttons for the seats. @param {CrewContext} context */
export function seats(context) {
  const list = h("div", { class: "seats", role: "group", "aria-label": "Act for a seat" });
  const actions = h("div", { class: "row", role: "group" });
  const who = h("h4", null, "");
  const acting = h("div", { class: "acting" }, who, actions);
  const entry = bets(context);
  const byHand = chips(context);
  acting.append(byHand, entry.element);

  /** @param {string} verb @param {number} seat */
  const does = (verb, seat) => context.order({ ...command(verb), seat },
    `${context.seat(seat)}: ${said(context, verb)}.`);
  /**
   * Confirm leaving with bets up, which can then be neither changed nor called.
   * @param {number} seat
   */
  const leaves = (seat) => {
    const { rail, layout, owed = 0 } = context.live.state.seats[seat];
    const pays = owed ? ` after ${dollars(owed)} of vigorish is collected` : "";
    return asked(context, "Leaves the table", [
      h("p", null, `${context.seat(seat)} leaves with ${dollars(rail - owed)}${pays}; `,
        `${dollars(layout)} stays up and is decided. `,
        "Nobody can take it down or call it meanwhile."),
    ], "Leaves the table", () => does("leave", seat));
  };
  /** @param {number} seat @param {string} name */
  const back = (seat, name) => h("button", {
    type: "button",
    on: { click: once(() => context.order({ do: "sit", seat, name, rail: 0 },
      `${context.seat(seat)} is back.`)) },
  }, "Comes back");

  /** @param {string} number */
  const choose = (number) => {
    const seat = Number(number);
    context.live.actFor(context.live.actingSeat === seat ? null : seat);
    const now = context.live.actingSeat === null
      ? "Nobody is chosen."
      : `You act for ${context.seat(number)}.`;
    context.say(now);
  };
  /** @param {string} number @param {Seat} seat */
  const shown = (number, seat) => {
    const tags = [
      String(context.live.state.shooter) === number ? `has the ${context.catalogue.thing}` : "",
      String(context.live.state.offered) === number
        ? `is offered the ${context.catalogue.thing}`
        : "",
      seat.owed ? `owes ${dollars(seat.owed)}` : "",
      seat.coupon ? `coupon of ${dollars(seat.coupon.amount)} waits for ${
        context.name(seat.coupon.wager)}` : "",
      seat.gone ? "has left" : "",
    ].filter(Boolean);
    return h("button", {
      type: "button", class: "seat",
      "aria-pressed": String(context.live.actingSeat === Number(number)),
      data: { seat: number }, on: { click: () => choose(number) },
    },
      h("span", { class: "number" }, number),
      h("span", { class: "name" }, seat.name || `Seat ${number}`),
      h("span", { class: "chips soft" }, `${dollars(seat.rail)} · ${dollars(seat.layout)} up`),
      tags.length ? h("span", { class: "tags soft" }, tags.join(", ")) : null);
  };

  const update = () => {
    const { live } = context;
    const all = Object.entries(live.state.seats);
    if (live.actingSeat !== null && !live.state.seats[live.actingSeat]) live.actFor(null);
    const known = all.map(([number, { bets: _, ...seat }]) => [number, seat]);
    const { shooter, offered } = live.state;
    renderIfChanged(list, [known, live.actingSeat, shooter, offered], () =>
      all.length
        ? all.map(([number, seat]) => shown(number, seat))
        : [h("p", { class: "soft" }, "Nobody sits here yet.")]);
    const seat = live.actingSeat;
    acting.hidden = seat === null;
    if (seat === null) return;
    who.textContent = `For ${context.seat(seat)}`;
    actions.setAttribute("aria-label", who.textContent);
    const verbs = live.legal?.seat === seat ? plain(live.legal) : [];
    const there = live.state.seats[seat];
    const gone = Boolean(there.gone);
    renderIfChanged(actions, [seat, verbs, gone], () => (gone ? [back(seat, there.name)]
      : verbs.map((verb) => h("button", {
        type: "button", data: { verb },
        on: { click: once(() => (verb === "leave" && live.mine?.layout ? leaves(seat)
          : does(verb, seat))) },
      }, said(context, verb)))));
    for (const each of [byHand, entry.element]) each.hidden = gone;
    if (!gone) entry.update();
  };
  return { element: h("div", null, list, acting), update };
}

/**
 * Parse an amount in a field; show what is wrong with it.
 * @param {CrewContext} context @param {HTMLInputElement} field
 */
function amount(context, field) {
  const found = cents(field.value);
  field.setAttribute("aria-invalid", String(!found));
  if (found) return found;
  context.refused({
    detail: `“${field.value}” is no amount.`, instead: "Write dollars, such as 25 or 7.50.",
  });
  field.focus();
  return null;
}

const money = () => h("input", {
  type: "text", inputmode: "decimal", autocomplete: "off", size: 8, placeholder: "$",
});

/** Create the form for buying in and cashing out. @param {CrewContext} context */
function chips(context) {
  const field = money();
  /** @param {string} verb @param {string} done */
  const move = (verb, done) => once(async () => {
    const sum = amount(context, field);
    if (sum === null) return;
    const seat = context.live.actingSeat;
    if (seat === null) return;
    const words = `${context.seat(seat)} ${done} ${dollars(sum)}.`;
    if (await context.order({ do: verb, seat, amount: sum }, words)) field.value = "";
  });
  return h("div", { class: "row" }, labelled("Chips, in dollars", field),
    h("button", { type: "button", on: { click: move("buy-in", "bought") } }, "Buys in"),
    h("button", { type: "button", on: { click: move("cash-out", "cashed") } }, "Cashes out"));
}

/** @type {readonly [string, string][]} */
const HOW = Object.freeze([
  ["bet", "With chips"], ["verbal", "Called out, with cash"], ["coupon", "Match play coupon"],
]);

/**
 * Create the form for a bet by hand, and the list of bets that are up.
 * @param {CrewContext} context
 */
function bets(context) {
  const { live } = context;
  const how = h("select", { on: { change: () => update() } });
  const wager = h("select", { on: { change: () => update() } });
  const field = money();
  const cash = money();
  const handed = labelled("Cash handed over, if it is more", cash);
  const hint = h("p", { class: "soft why" });
  const make = key("Enter the bet", () => send(), "main");
  const up = h("ul", { class: "up" });
  /** @type {number | null} */ let seat = null;

  const kinds = () => HOW.filter(([kind]) =>
    kind === "bet" || (kind === "verbal" ? context.procedure.verbal : context.procedure.coupons));
  /** @param {May} [may] */
  const refusal = (may) => (typeof may === "number" ? live.legal?.why?.[may] : undefined);
  /** Return the amounts possible for the selected wager. */
  const range = () => (how.value === "coupon"
    ? live.legal?.up?.[wager.value]?.coupon : live.legal?.bet?.[wager.value]);
  /** Return whether a bet is possible, if necessary with confirmation. @param {May} [may] */
  const waits = (may) => {
    const [code] = refusal(may) ?? [];
    return !code || code === "not-confirmed"
      || (how.value === "verbal" && code === "not-enough-chips");
  };
  /**
   * Return whether a bet may be called so, if necessary with the dealer's confirmation.
   * @param {May} [may]
   */
  const called = (may) => may === true || refusal(may)?.[0] === "not-confirmed";
  /** Return those of my roles whose confirmation such a bet needs. */
  const given = () => {
    const needed = [
      ...(how.value === "verbal" ? (context.procedure.verbal?.roles ?? []) : []),
      ...(live.state.thrown ? (context.procedure.late?.roles ?? []) : []),
    ];
    return context.mine(needed);
  };
  const send = async () => {
    const sum = amount(context, field);
    if (sum === null) return;
    const seat = live.actingSeat;
    if (seat === null) return;
    /** @type {Command & {wager: string}} */
    const order = { do: how.value, seat, wager: wager.value, amount: sum };
    const word = given();
    if (word.length) order.confirmed_by = word;
    if (how.value === "verbal" && cash.value) {
      const brought = amount(context, cash);
      if (brought === null) return;
      order.cash = brought;
    }
    if (how.value !== "coupon" && live.legal?.leave_up?.includes(order.wager)) {
      order.leave_up = settings.leaveUp; // Left unset, a bet that is up keeps its setting.
    }
    const what = how.value === "coupon" ? `a coupon of ${dollars(sum)} with` : `${dollars(sum)} on`;
    const done = (/** @type {Line[]} */ lines) => {
      const charge = lines.find((line) => is("bet", line))?.body.charge;
      const taken = charge ? `, and ${dollars(charge)} vigorish taken` : "";
      return `${context.seat(seat)}: ${what} ${context.name(order.wager)}${taken}.`;
    };
    if (await context.order(order, done)) field.value = cash.value = "";
  };

  const update = () => {
    choices(how, kinds());
    handed.hidden = how.value !== "verbal";
    const bets = live.mine?.bets ?? {};
    const keys = how.value === "coupon" ? Object.keys(bets) : Object.keys(live.legal?.bet ?? {});
    const no = (/** @type {string} */ name) =>
      how.value !== "coupon" && !waits(live.legal?.bet?.[name]);
    const sorted = [...keys.filter((name) => !no(name)), ...keys.filter(no)];
    choices(wager,
      sorted.map((name) => [name, `${context.name(name)}${no(name) ? " (not now)" : ""}`]));
    if (seat !== live.actingSeat && live.legal?.seat === live.actingSeat) {
      seat = live.actingSeat;
      if (sorted.length) [wager.value] = sorted;
    }
    const may = range();
    hint.replaceChildren(Array.isArray(may) && how.value !== "verbal" // Cash has no maximum.
      ? `${dollars(may[0])} to ${dollars(may[1])}, in steps of ${dollars(may[2])}.` : "");
    const why = refusal(may);
    make.update(!keys.length ? "No bet is up." : why && !waits(may) ? why : true);
    if (why?.[0] === "not-confirmed") hint.replaceChildren(why[1]);
    renderIfChanged(up, [bets, live.legal?.up ?? {}],
      () => Object.entries(bets).map(raised));
  };
  /** @param {[string, Bet]} entry */
  const raised = ([name, bet]) => {
    /** @type {Partial<Up>} */ const may = live.legal?.up?.[name] ?? {};
    /** @param {string} text @param {Command} order @param {string} done */
    const act = (text, order, done) => h("button", {
      type: "button", "aria-label": `${text}: ${context.name(name)}`,
      on: { click: once(() => context.order({ ...order, seat: live.seat ?? 0, wager: name },
        (lines) => {
          const refund = lines.reduce((sum, line) =>
            sum + (is("remove", line) ? line.body.refund ?? 0 : 0), 0);
          const back = refund ? `, ${dollars(refund)} vigorish back` : "";
          return `${context.name(name)}: ${done}${back}.`;
        })) },
    }, text);
    return h("li", { class: "row" },
      h("span", { class: "grow" }, `${context.name(name)}: `, h("strong", null, dollars(bet.stake)),
        bet.off ? " · off" : "", bet.leave_up ? " · stays up" : "",
        bet.coupon ? ` · coupon ${dollars(bet.coupon)}` : "",
        bet.vigorish ? ` · vigorish ${dollars(bet.vigorish)}` : ""),
      may.remove === true ? act("Take down", { do: "remove" }, "taken down") : null,
      called(may.on) ? act("On", { do: "call", working: true }, "called on") : null,
      called(may.off) ? act("Off", { do: "call", working: false }, "called off") : null);
  };
  const element = h("div", { class: "by-hand" },
    h("div", { class: "row" },
      labelled("How", how), labelled("Bet", wager), labelled("Amount, in dollars", field),
      handed, make.button),
    hint, make.why, up);
  field.addEventListener("keydown", (event) => event.key === "Enter" && make.button.click());
  return { element, update };
}

/** Create the form that seats somebody without a device. @param {CrewContext} context */
export function walkIn(context) {
  const name = h("input", { type: "text", maxlength: 60, required: true, autocomplete: "off" });
  const field = money();
  const seat = h("input",
    { type: "number", min: 1, max: context.live.snapshot?.seats ?? 99, placeholder: "any" });
  const form = h("form", { class: "row" },
    labelled("Name", name), labelled("Chips, in dollars", field),
    labelled("Seat", seat), h("button", { class: "main" }, "Seat them"));
  const sit = once(async () => {
    const sum = amount(context, field);
    if (sum === null) return;
    const who = name.value.trim();
    /** @type {Command} */ const order = { do: "sit", name: who, rail: sum };
    if (seat.value) order.seat = Number(seat.value);
    if (await context.order(order, `${who} is seated with ${dollars(sum)}.`)) form.reset();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sit();
  });
  return form;
}
