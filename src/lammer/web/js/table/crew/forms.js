// Forms for the crew's calls.

import { h } from "../../lib/dom.js";
import { choices, fresh, key, labelled, people, upper, words } from "./context.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Command, Role } from "../../../types/protocol.d.ts" */
/** @import { CrewContext, Say } from "./context.js" */
/** @typedef {{element: HTMLElement, update: () => void}} Part */
/** @typedef {{key: string, words?: string, roles?: Role[] | null, clauses?: string[]}} Reason */

/**
 * Return a call on a line of its own; its fields are folded until needed.
 * @param {string} title @param {...Child} inside
 */
export function folded(title, ...inside) {
  const id = fresh();
  return h("details", { class: "one-call", "aria-labelledby": id },
    h("summary", null, h("span", { id }, title)), h("div", { class: "asks" }, inside));
}

/** Return a call without fields: a button. @param {string} title @param {...Child} inside */
export const plain = (title, ...inside) =>
  h("div", { class: "one-call plain", role: "group", "aria-label": title }, inside);

/**
 * Return the form of a call, with reason and caller if it needs them.
 * @param {CrewContext} context
 * @param {{verb: string, may?: string, title: string, button: string, roles?: Role[] | null,
 *   clauses?: string[], reasons?: Reason[], extra?: HTMLElement[],
 *   more?: () => object | undefined, ask?: () => Child[] | null, done?: Say}} what
 * @returns {Part}
 */
export function call(context, what) {
  const reason = h("select", { on: { change: () => update() } });
  const caller = h("select");
  const by = labelled("Called by", caller);
  const chosen = () => what.reasons?.find((each) => each.key === reason.value);
  /** Return the roles that may make the call; null if it needs no caller. */
  const allowed = () => {
    const { roles = what.roles ?? null } = chosen() ?? {};
    return roles;
  };
  const send = () => {
    /** @type {Command} */ const command = { do: what.verb, ...(what.more?.() ?? {}) };
    if (what.reasons && reason.value) command.reason = reason.value;
    if (allowed()) command.caller = caller.value;
    return context.order(command, what.done ?? `${what.title}: entered.`);
  };
  const button = key(what.button, () => {
    const question = what.ask?.() ?? null;
    return question ? asked(context, what.title, question, what.button, send) : send();
  });
  choices(reason, (what.reasons ?? []).map((each) => [
    each.key, upper(each.words ?? words(each.key)),
  ]));
  const shown = what.reasons || what.extra ? folded : plain;
  const element = shown(what.title, what.reasons ? labelled("Reason", reason) : null,
    what.extra ?? [], by, button.button, button.why);

  const update = () => {
    const may = context.may(what.may ?? what.verb);
    element.hidden = may === null;
    const roles = allowed();
    const mine = roles ? context.mine(roles) : [];
    choices(caller, mine.map((role) => [role, upper(role)]));
    by.hidden = mine.length < 2;
    const others = `Called by ${people(roles ?? [])}; you are ${people(context.roles, "and")}.`;
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
 * Ask for confirmation. If the table changes meanwhile nothing is done, since it would affect
 * another state.
 * @param {CrewContext} context
 * @param {string} title @param {Child[]} text @param {string} yes @param {() => unknown} act
 */
export function asked(context, title, text, yes, act) {
  const moved = () => dialog.close("moved");
  const dialog = h("dialog", { class: "asked", "aria-label": title },
    h("h3", null, title), text,
    h("form", { method: "dialog", class: "row" },
      h("button", { class: "main", value: "yes" }, yes),
      h("button", { value: "no", autofocus: true }, "No, leave it")));
  dialog.addEventListener("close", () => {
    for (const end of listening) end();
    if (dialog.returnValue === "yes") act();
    else if (dialog.returnValue === "moved") context.refused(MOVED);
    dialog.remove();
  });
  const listening = [context.live.on("lines", moved), context.live.on("hello", moved)];
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Return the form by which a dealer who has the instrument for the players passes it on.
 * @param {CrewContext} context @returns {Part}
 */
export function dealerPasses(context) {
  const { thing, trial } = context.catalogue;
  const pass = key(`The dealer passes the ${thing}`,
    () => context.order({ do: `pass-${thing}`, seat: "dealer" }, `The ${thing} is passed.`));
  const element = plain(`The dealer has the ${thing}`, pass.button, pass.why);
  const update = () => {
    element.hidden = context.live.state.shooter !== "dealer";
    pass.update(context.live.state.thrown ? `No more bets are taken: ${trial} first.` : true);
  };
  update();
  return { element, update };
}
