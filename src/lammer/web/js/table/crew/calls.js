// What the crew calls: a void trial, a ruling, an order, fresh dice, the shoe, a correction. Each
// is a small form; who may call and for which reasons is the house's to say.

import { h } from "../../lib/dom.js";
import { dollars, signed } from "../../lib/money.js";
import { choices, fresh, key, labelled, laws, people, upper, words } from "./context.js";
import { cardName } from "./cards.js";
import { pair } from "./dice.js";

/** @typedef {{element: HTMLElement, update: () => void}} Part */
/** @typedef {{key: string, words?: string, roles?: string[] | null, clauses?: string[]}} Reason */

/**
 * A call in a line of its own; what it asks for is folded until it is wanted.
 * @param {string} title @param {...any} inside
 */
function folded(title, ...inside) {
  const id = fresh();
  return h("details", { class: "one-call", "aria-labelledby": id },
    h("summary", null, h("span", { id }, title)), h("div", { class: "asks" }, inside));
}

/** A call that asks for nothing: a button. @param {string} title @param {...any} inside */
const plain = (title, ...inside) =>
  h("div", { class: "one-call plain", role: "group", "aria-label": title }, inside);

/**
 * A call with a reason and a caller, as far as it needs them.
 * @param {import("./context.js").Desk} desk
 * @param {{verb: string, title: string, button: string, roles?: string[] | null,
 *   clauses?: string[],
 *   reasons?: Reason[], extra?: HTMLElement[], more?: () => any,
 *   ask?: () => any[] | null, done?: string | ((lines: any[]) => string)}} what
 * @returns {Part}
 */
function call(desk, what) {
  const reason = h("select", { on: { change: () => update() } });
  const caller = h("select");
  const by = labelled("Called by", caller);
  const chosen = () => what.reasons?.find((each) => each.key === reason.value);
  /** The roles that may call it; null: it needs no caller. */
  const allowed = () => (chosen()?.roles !== undefined ? chosen().roles : (what.roles ?? null));
  const send = () => {
    const command = { do: what.verb, ...(what.more?.() ?? {}) };
    if (what.reasons && reason.value) command.reason = reason.value;
    if (allowed()) command.caller = caller.value;
    return desk.order(command, what.done ?? `${what.title}: entered.`);
  };
  const button = key(what.button, () => {
    const question = what.ask?.() ?? null;
    return question ? asked(desk, what.title, question, what.button, send) : send();
  });
  choices(reason, (what.reasons ?? []).map((each) => [
    each.key, upper(each.words ?? words(each.key)),
  ]));
  const shown = what.reasons || what.extra ? folded : plain;
  const element = shown(what.title, what.reasons ? labelled("Reason", reason) : null,
    what.extra ?? [], by, button.button, button.why);

  const update = () => {
    const may = desk.may(what.verb);
    element.hidden = may === null;
    const roles = allowed();
    const mine = roles ? desk.mine(roles) : [];
    choices(caller, mine.map((role) => [role, upper(role)]));
    by.hidden = mine.length < 2;
    const others = `Called by ${people(roles ?? [])}; you are ${people(desk.roles, "and")}.`;
    const clauses = chosen()?.clauses ?? what.clauses ?? [];
    button.update(roles && !mine.length ? ["not-authorised", others, clauses] : (may || true));
  };
  update();
  return { element, update };
}

const MOVED = Object.freeze({
  detail: "Something else was entered meanwhile.", instead: "Look at the last entry and ask again.",
});

/**
 * Ask once before it is done. If the table moves on meanwhile it would be done to something else.
 * @param {import("./context.js").Desk} desk
 * @param {string} title @param {any[]} text @param {string} yes @param {() => any} act
 */
export function asked(desk, title, text, yes, act) {
  const moved = () => dialog.close("moved");
  const dialog = h("dialog", { class: "asked", "aria-label": title },
    h("h3", null, title), text,
    h("form", { method: "dialog", class: "row" },
      h("button", { class: "main", value: "yes" }, yes),
      h("button", { value: "no", autofocus: true }, "No, leave it")));
  dialog.addEventListener("close", () => {
    for (const event of ["lines", "hello"]) desk.live.removeEventListener(event, moved);
    if (dialog.returnValue === "yes") act();
    else if (dialog.returnValue === "moved") desk.refused(MOVED);
    dialog.remove();
  });
  for (const event of ["lines", "hello"]) desk.live.addEventListener(event, moved);
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * A ruling on a face: the pair that is chosen on the pad, or void.
 * @param {any} desk @param {any} pad @returns {Part}
 */
function disputed(desk, pad) {
  const { roles, clauses } = desk.procedure.disputes;
  const rule = (dice) => {
    const [caller] = desk.mine(roles);
    const command = { do: "disputed-face", caller };
    if (dice) command.dice = dice;
    return desk.order(command, dice ? `Ruled: ${pair(dice)}.` : "Ruled: void.");
  };
  const faces = key("", () => rule(pad.dice));
  const none = key("Ruled: void", () => rule(null));
  const element = folded("Disputed face",
    h("p", { class: "soft" }, `Ruled on by ${people(roles)}. Choose the faces on the pad first.`),
    h("div", { class: "row" }, faces.button, none.button), faces.why, none.why);
  const update = () => {
    const may = desk.may("disputed-face");
    element.hidden = may === null || !roles.length;
    const mine = desk.mine(roles).length ? (may ?? true)
      : ["not-authorised", `You are ${people(desk.roles, "and")}.`, clauses];
    faces.update(pad.dice ? mine : mine === true ? "No faces are chosen." : mine,
      pad.dice ? `Ruled: ${pair(pad.dice)}` : "Ruled: the faces chosen");
    none.update(mine === true ? true : "");
  };
  update();
  return { element, update };
}

/** The cards cut by a seat. @param {any} desk @returns {Part} */
function cut(desk) {
  const seat = h("select");
  const found = call(desk, {
    verb: "cut", title: "Cut", button: "The cards are cut", extra: [labelled("By", seat)],
    more: () => ({ seat: Number(seat.value) }),
  });
  const update = () => {
    choices(seat, Object.keys(desk.live.state.seats).map((number) => [number, desk.seat(number)]));
    found.update();
  };
  update();
  return { element: found.element, update };
}

/** "after-each" as words @param {string} charges */
const charged = (charges) => `${words(charges)} payment${charges.endsWith("all") ? "s" : ""}`;

/**
 * Another way to pay winners than the one in use, with the times of its notices.
 * @param {any} desk @param {any} payment @returns {Part}
 */
function procedure(desk, payment) {
  const way = h("select");
  const commission = h("input", { type: "datetime-local" });
  const surveillance = h("input", { type: "datetime-local" });
  const at = (input) =>
    (input.value ? new Date(input.value).toISOString().replace(/\.\d+/, "") : undefined);
  const found = call(desk, {
    verb: "change-procedure", title: "Change of procedure", button: "Introduce it",
    extra: [
      labelled("Winners are paid by procedure", way),
      labelled("Commission notified at", commission),
      labelled("Surveillance notified at", surveillance),
      h("p", { class: "soft" },
        `In writing, at least ${payment.minutes} minutes before.`, laws(payment.clauses)),
    ],
    done: (lines) => `Winners are paid by procedure ${lines.at(-1)?.body.procedure} from here: at `
      + "every punto banco table of the pit.",
    more: () => ({
      procedure: Number(way.value), commission_at: at(commission),
      surveillance_at: at(surveillance),
    }),
  });
  const update = () => {
    const now = desk.live.state.shoe?.way;
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
 * What a line that took a trial back says, in words.
 * @param {any} desk @param {any} line @param {[string, number][]} marks what it did to the vigorish
 *   marked for each seat, in cents
 */
export function takenBack(desk, line, marks) {
  const { body, actor, clauses } = line;
  const what = body.dice ? pair(body.dice) : (body.cards ?? []).map(cardName).join(", ");
  const chips = new Map();
  for (const [source, target, cents] of body.moves ?? []) {
    for (const [account, sum] of [[source, -cents], [target, cents]]) {
      const seat = /^(?:rail|layout)-(\d+)$/.exec(account)?.[1];
      if (seat) chips.set(seat, (chips.get(seat) ?? 0) + sum);
    }
  }
  const each = (sums) => sums.filter(([, sum]) => sum)
    .map(([seat, sum]) => `${desk.seat(seat)}: ${signed(sum)}`).join("; ");
  const [moved, marked] = [each([...chips]), each(marks)];
  return [
    h("strong", null,
      `Taken back by the ${actor}: the ${desk.procedure.noun} ${what} (${words(body.reason)}). `),
    "The table is as it was before it; the record keeps both.",
    "point" in body ? ` The puck is ${body.point ? `on the ${body.point}` : "off"}.` : "",
    moved ? ` Chips put right: ${moved}.` : " No chips had moved.",
    marked ? ` Vigorish marked put right: ${marked}.` : "",
    desk.procedure.closing_words
      ? ` ${body.closed ? "The betting stays closed." : "The betting is open again."}` : "",
    body.cut_card
      ? " The cutting card is in the shoe again: tick it when you enter the coup." : "",
    laws(clauses),
  ];
}

/** @param {any} desk */
const anyBets = (desk) =>
  Object.values(desk.live.state.seats).some((/** @type {any} */ seat) => seat.layout > 0);

/** What a shuffle in the middle of a shoe would do; null if it is not. @param {any} desk */
function shuffling(desk) {
  const { shoe, seats } = desk.live.state;
  if (!shoe?.out || shoe.coups_left === 0) return null;
  const owed = Object.values(seats).reduce((sum, seat) => sum + (seat.owed ?? 0), 0);
  return [h("p", null, `${shoe.out} cards of this shoe are out. Begin a new one?`),
    owed ? h("p", null, `${dollars(owed)} of vigorish that is marked will be collected.`) : null];
}

/** The cards that a void trial used up, in words. @param {any[]} lines */
function outOfShoe(lines) {
  const cards = lines.flatMap(({ body }) => body.cards ?? []);
  return cards.length ? ` Out of the shoe: ${cards.map(cardName).join(", ")}.` : "";
}

/** Whether the cards on the pad are out of the shoe, if there are any. @param {any} pad */
function exposed(pad) {
  const { cards = [], cut_card: cut } = pad.exposed?.() ?? {};
  if (!cards.length && !cut) return null;
  const out = [...cards.map(cardName), ...(cut ? ["the cutting card"] : [])];
  return [h("p", null, `Out of the shoe and not played: ${out.join(", ")}. Is that right?`)];
}

/**
 * The dealer who has it for the players gives it on.
 * @param {any} desk @param {string} thing @param {string} trial @returns {Part}
 */
function dealerPasses(desk, thing, trial) {
  const pass = key(`The dealer passes the ${thing}`,
    () => desk.order({ do: `pass-${thing}`, seat: "dealer" }, `The ${thing} is passed.`));
  const element = plain(`The dealer has the ${thing}`, pass.button, pass.why);
  const update = () => {
    element.hidden = desk.live.state.shooter !== "dealer";
    pass.update(desk.live.state.thrown ? `No more bets are taken: ${trial} first.` : true);
  };
  update();
  return { element, update };
}

/** The last trial, in words, for the question before it is taken back. @param {any} desk */
function lastTrial(desk) {
  const { noun = "entry" } = desk.procedure;
  const seen = desk.live.snapshot?.recent?.at(-1);
  if (seen?.dice) return `the ${noun} ${pair(seen.dice)}`;
  if (!seen?.winner) return `the last ${noun}`;
  return `the last ${noun} (player ${seen.player}, banker ${seen.banker})`;
}

/** The betting is closed, in the words of the text. @param {any} desk @returns {Part} */
export const closes = (desk) => call(desk, {
  verb: "no-more-bets", title: "Betting", button: `“${desk.procedure.closing_words}”`,
  done: "No more bets are taken.",
  ask: () => (anyBets(desk) ? null : [h("p", null, "Nobody has a bet up. Close the betting?")]),
});

/**
 * Every call there is in this game, those for the trial first.
 * @param {import("./context.js").Desk} desk @param {any} pad
 * @returns {Part[]}
 */
export function calls(desk, pad) {
  const {
    void: reasons, order, new_dice: dice, recut, payment, correct, noun,
  } = desk.procedure;
  const trial = desk.catalogue.trial ?? noun;
  const thing = desk.catalogue.thing ?? "dice";
  const found = [];
  if (reasons?.length) {
    found.push(call(desk, {
      verb: `no-${trial}`, title: `No ${noun}`, button: `Call no ${noun}`, reasons,
      done: (lines) => `No ${noun}: it does not count.${outOfShoe(lines)}`,
      more: () => pad.exposed?.(), ask: () => exposed(pad),
    }));
  }
  if (desk.procedure.disputes) found.push(disputed(desk, pad));
  if (thing !== "dice") found.push(dealerPasses(desk, thing, trial));
  if (thing === "shoe") {
    found.push(call(desk, {
      verb: "shuffle", title: "Shuffle", button: "The cards are shuffled", done: "Shuffled.",
      ask: () => shuffling(desk),
    }));
    found.push(cut(desk));
  }
  if (recut) {
    const named = recut.reasons.map((each) => ({ key: each }));
    found.push(call(desk, {
      verb: "recut", title: "Recut", button: "Require a recut", roles: recut.roles,
      clauses: recut.clauses,
      reasons: named, done: "A recut is required.",
    }));
  }
  if (order) {
    const named = order.reasons.map((each) => ({ key: each }));
    found.push(call(desk, {
      verb: "order-pass", title: `Order the ${thing} passed`, button: "Order a pass",
      roles: order.roles, reasons: named, clauses: order.clauses,
    }));
  }
  if (dice) {
    found.push(call(desk, {
      verb: "new-dice", title: "New dice", button: "Fresh dice are sealed in", roles: dice.roles,
      clauses: dice.clauses,
    }));
  }
  if (payment) found.push(procedure(desk, payment));
  if (correct) {
    const named = correct.reasons.map((each) => ({ key: each }));
    found.push(call(desk, {
      verb: "correct", title: "Correct the last entry", button: "Take it back",
      roles: correct.roles, reasons: named, clauses: correct.clauses,
      ask: () => [
        h("p", null, `Take back ${lastTrial(desk)} and everything that followed from it?`),
        h("p", { class: "soft" },
          "A new line in the record says who did it and why. Then enter what really happened.",
          laws(correct.clauses)),
      ],
      done: "",
    }));
  }
  return found;
}
