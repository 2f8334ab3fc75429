// State shared by the parts of the crew's panel: roles, what the table accepts now, sending
// commands and showing answers. Who may call what is in the catalogue's procedure.

import { fill, h } from "../../lib/dom.js";
import { firstAndMore } from "../../lib/first-and-more.js";
import { signed } from "../../lib/money.js";
import { betName, is } from "../../lib/sentences.js";
import { once } from "../shared/single-flight.js";

/** Milliseconds for which an answer stays visible while scrolling. */
const STAYS = { notice: 5000, problem: 12_000 };

const MOST_LINES = 60;
const MOST_DUTIES = 8;

/** @import { Child } from "../../lib/dom.js" */
/** @import { Live } from "../../lib/live.js" */
/** @import { Crew, Instrument } from "../../../types/instrument.d.ts" */
/** @import { Answer, Catalogue, Command, Holder, Line, Results, Role, Why }
 *   from "../../../types/protocol.d.ts" */
/**
 * What to show when a command is done, computed from its lines if necessary.
 * @typedef {string | ((lines: Line[]) => string)} Say
 */

/** Return a key such as "invalid-rolls" as words. @param {string} key */
export const words = (key) => key.replaceAll("-", " ");

/** @param {string} text */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Join roles: "the dealer, the boxperson or the floorperson".
 * @param {string[]} roles @param {string} [and]
 */
export function people(roles, and = "or") {
  const named = roles.map((role) => `the ${role}`);
  if (named.length < 2) return named.join("");
  return `${named.slice(0, -1).join(", ")} ${and} ${named.at(-1)}`;
}

/** Return clauses as links, all but the first folded. @param {string[]} clauses */
export const laws = (clauses) =>
  (clauses.length ? [" ", firstAndMore(clauses.map((id) => [
    id === "house" ? h("span", { class: "soft" }, "rule of the house")
      : h("a", { href: `/law/${id}`, target: "_blank", rel: "noopener" }, id), " ",
  ]))] : null);

export class CrewContext {
  /**
   * @param {Live} live @param {Catalogue} catalogue
   * @param {HTMLElement} message where answers are shown
   * @param {Instrument} instrument @param {Crew | null} entry how trials are entered
   */
  constructor(live, catalogue, message, instrument, entry) {
    this.instrument = instrument;
    this.live = live;
    this.catalogue = catalogue;
    this.entry = entry;
    this.procedure = catalogue.procedure;
    this.message = message;
    /** Recent lines, by number. @type {Map<number, Line>} */ this._lines = new Map();
    /** Tasks from the log, until somebody marks them done. */
    this._duties = h("ul");
    this.duties = h("div", { class: "duties", "aria-label": "To be done", role: "status" },
      this._duties);
    /** What the last trial did to each seat. */
    this.paid = h("p", { class: "paid soft", role: "status" });
    /** Names of those who sit or sat at each seat. @type {Record<string, string>} */
    this._names = {};
    this._nameSeats();
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this._calm = undefined;
  }

  /** My roles in the crew. */
  get roles() {
    return this.live.crewRoles;
  }

  /** Return those of my roles that are in a list. @param {Role[] | null} [allowed] */
  mine(allowed) {
    return this.roles.filter((role) => allowed?.includes(role));
  }

  /**
   * Return whether the table would accept a verb now: true, the reason against it, or null if
   * nobody does it here.
   * @param {string} verb @returns {true | Why | null}
   */
  may(verb) {
    const { crew, do: verbs, why = [] } = this.live.legal ?? {};
    const said = crew?.[verb] ?? verbs?.[verb];
    if (said === undefined) return null;
    return typeof said === "number" ? why[said] : true;
  }

  /** Return the name of a wager, or of a bet that has moved. @param {string} key */
  name(key) {
    return betName(this.catalogue, key);
  }

  /** Return a seat with its player: "Seat 2, Wanda". @param {Holder | string} number */
  seat(number) {
    if (number === "dealer") return "The dealer";
    const name = this.live.state.seats[number]?.name ?? this._names[number];
    return name ? `Seat ${number}, ${name}` : `Seat ${number}`;
  }

  /** Remember who sits where: a name may be needed when the seat is empty. */
  _nameSeats() {
    for (const [number, { name }] of Object.entries(this.live.state.seats)) {
      this._names[number] = name;
    }
  }

  /** @param {Line[]} lines */
  remember(lines) {
    this._nameSeats();
    for (const line of lines) {
      this._lines.set(line.seq, line);
      if (is("sit", line)) this._names[line.body.seat] = line.body.name;
    }
    const most = Math.max(0, this._lines.size - MOST_LINES);
    for (const seq of [...this._lines.keys()].slice(0, most)) this._lines.delete(seq);
  }

  /**
   * Add a task that people have to do or to know.
   * @param {string} words @param {string[]} [clauses] @param {number} [seq] the line that wants it
   */
  duty(words, clauses = [], seq = 0) {
    const done = h("button", { type: "button", "aria-label": `Done: ${words}` }, "Done");
    const item = h("li", { data: { seq } }, h("span", { class: "grow" }, words, laws(clauses)),
      done);
    done.addEventListener("click", () => this._dropped(item));
    this._duties.append(item);
    if (this._duties.children.length > MOST_DUTIES) this._duties.firstElementChild?.remove();
    this._inSight("problem");
  }

  /** Show what the last trial did to the chips of each seat. @param {Results} results */
  decided(results) {
    const each = Object.entries(results).filter(([, { net }]) => net)
      .map(([seat, { net }]) => `${this.seat(seat)}: ${signed(net)}`);
    this.paid.textContent = each.length ? `Decided: ${each.join("; ")}.` : "";
  }

  /** Remove tasks from lines that were taken back. @param {number} first of them */
  undone(first) {
    this.paid.textContent = "";
    for (const item of /** @type {HTMLElement[]} */ ([...this._duties.children])) {
      if (Number(item.dataset.seq) >= first) this._dropped(item);
    }
  }

  /** @param {Element} item */
  _dropped(item) {
    const had = item.contains(document.activeElement);
    item.remove();
    if (had) document.getElementById("staff-head")?.focus();
  }

  /**
   * @param {Command} command for the table @param {Say} done "": the record says it
   */
  async order(command, done) {
    return this._after(await this.live.order(command), done);
  }

  /** @param {Answer} answer @param {Say} done */
  _after(answer, done) {
    if (answer.ok) {
      if (done) this.say(typeof done === "string" ? done : done(this._linesOf(answer)));
      return true;
    }
    const { code, detail, clauses = [] } = answer.refusal;
    if (code === "not-confirmed") this.say(h("strong", null, "It waits. "), detail, laws(clauses));
    else if (code === "nothing-waits") this.say("It does not wait any more.");
    else this.refused(answer.refusal);
    return code === "not-confirmed";
  }

  /** @param {Answer} answer */
  _linesOf({ seq = 0, to = -1 }) {
    return [...this._lines.values()].filter((line) => line.seq >= seq && line.seq <= to);
  }

  /** @param {...Child} what */
  say(...what) {
    this._show("notice", "status", what);
  }

  /** @param {{detail: string, instead?: string, clauses?: string[]}} refusal */
  refused({ detail, instead, clauses = [] }) {
    this._show("problem", "alert", [
      h("strong", null, "Refused. "), detail, instead ? ` ${instead}` : null, laws(clauses),
    ]);
  }

  /** @param {keyof typeof STAYS} kind @param {string} role @param {Child[]} what */
  _show(kind, role, what) {
    fill(this.message, h("div", { class: kind, role }, what));
    this._inSight(kind);
  }

  /** Keep answers and tasks visible for a moment. @param {keyof typeof STAYS} kind */
  _inSight(kind) {
    const news = this.message.parentElement?.classList;
    news?.add("fresh");
    clearTimeout(this._calm);
    this._calm = setTimeout(() => news?.remove("fresh"), STAYS[kind]);
  }
}

let last = 0;
/** Return an id that is used only once. */
export const fresh = () => `staff-${(last += 1)}`;

/** Return a control with its label. @param {string} text @param {HTMLElement} control */
export function labelled(text, control) {
  control.id ||= fresh();
  return h("div", { class: "field" }, h("label", { for: control.id }, text), control);
}

/**
 * Replace the options of a select element, keeping the selection if it still exists.
 * @param {HTMLSelectElement} select @param {[string, string][]} options keys and words
 */
export function choices(select, options) {
  const now = JSON.stringify(options);
  if (select.dataset.options === now) return;
  const before = select.value;
  select.dataset.options = now;
  select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
  if (options.some(([value]) => value === before)) select.value = before;
}

/**
 * Return a button that keeps its place in the tab order when it is disabled, and explains why.
 * @param {string} text @param {() => unknown} press @param {string} [kind]
 */
export function key(text, press, kind = "") {
  const why = h("p", { class: "why soft", id: fresh(), hidden: true });
  const act = once(press);
  const button = h("button", { type: "button", class: kind, "aria-describedby": why.id }, text);
  button.addEventListener("click", (event) => {
    if (button.getAttribute("aria-disabled") !== "true") act(event);
    else why.scrollIntoView({ block: "nearest" });
  });
  return {
    button, why,
    /**
     * @param {true | Why | string} may why not, if it may not; "" where that goes without saying
     * @param {string} [label]
     */
    update(may, label) {
      if (label !== undefined && button.textContent !== label) button.textContent = label;
      button.setAttribute("aria-disabled", String(may !== true));
      why.hidden = may === true || may === "";
      if (may === true) return;
      const shown = JSON.stringify(may);
      if (why.dataset.shown === shown) return;
      why.dataset.shown = shown;
      if (typeof may === "string") why.textContent = may;
      else fill(why, may[1], laws(may[2]));
    },
  };
}
