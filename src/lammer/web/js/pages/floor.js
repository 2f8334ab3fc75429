// The floor: the house's win against theory, tables, people. Visible to floorpersons, surveillance
// and administrators; administrators give and remove roles. Surveillance has no controls.

import { linkTo } from "../lib/address.js";
import { get, post, Refused, remove } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { dollars, signed } from "../lib/money.js";
import { copied } from "../lib/widgets.js";
import { main, problem, signIn, whoIsIn } from "../lib/shell.js";
import { allTables } from "../lib/tables.js";
import { Sorted } from "./floor-table.js";
import { processesPart } from "./processes.js";

const AGAIN = 10_000;
const PAGE = 50;

/** @import { HandList, HandPart, House, Invitation, Meter, Meters, Person, PersonList, Summary,
 *   TableMeter } from "../../types/protocol.d.ts" */
/** @import { Column } from "./floor-table.js" */
/**
 * The meters of a table, open or closed.
 * @typedef {TableMeter & {key: string,
 *   open: Summary | undefined}} TableRow
 */

/** @param {{decimal: string}} value cents that need not be whole */
const rounded = (value) => Math.round(Number(value.decimal));

const SIGNS = Object.freeze({ usual: "✓", odd: "!", wrong: "‼", none: "" });

/** With fewer bets, a single long shot dominates the deviation. */
const FEW = 1000;

/**
 * Return in words how far a win is from theory.
 * @param {string | null} deviations @param {number} decided how many bets
 * @returns {[string, keyof typeof SIGNS]}
 */
export function luck(deviations, decided) {
  if (deviations === null) return ["nothing decided yet", "none"];
  const many = Math.abs(Number(deviations));
  const way = Number(deviations) < 0 ? "below" : "above";
  if (many <= 2) return ["within luck", "usual"];
  const far = `${many.toFixed(1)} deviations ${way}`;
  if (decided < FEW) return [`${far}, of few bets`, "odd"];
  if (many <= 4) return [`unusual: ${far}`, "odd"];
  return [`not luck: ${far}`, "wrong"];
}

/** @param {Pick<Meter, "deviations" | "decided">} row */
function luckCell({ deviations, decided }) {
  const [words, kind] = luck(deviations, decided);
  const sign = SIGNS[kind];
  return h("span", { class: `luck ${kind}` },
    sign ? h("span", { "aria-hidden": "true" }, `${sign} `) : null, words);
}

/** Return the main figures of the house. @param {Meters["house"]} house */
function figures(house) {
  /** @param {string} term @param {string} value @param {string} [more] */
  const one = (term, value, more = "") => h("div", { class: "figure" },
    h("dt", null, term), h("dd", null, value, more ? h("small", null, more) : null));
  return h("dl", { class: "figures" },
    one("Drop", dollars(house.drop), "chips bought"),
    one("Handle", dollars(house.handle), `${house.decided.toLocaleString("en-US")} bets decided`),
    one("Win", signed(house.win), house.hold === null ? "" : `hold ${house.hold.percent}`),
    one("Theoretical", signed(rounded(house.theoretical)), "what the odds say"),
    h("div", { class: "figure" }, h("dt", null, "Against theory"), h("dd", null,
      signed(rounded(house.difference)), h("small", null, luckCell(house)))));
}

/** The columns of meters, for tables and for wagers. @type {Column<Meter>[]} */
const MONEY = [
  {
    key: "handle", title: "Handle", number: true, value: (row) => row.handle,
    show: (row) => dollars(row.handle),
  },
  {
    key: "win", title: "Win", number: true, value: (row) => row.win, show: (row) => signed(row.win),
  },
  {
    key: "theoretical", title: "Theoretical", number: true,
    value: (row) => Number(row.theoretical.decimal),
    show: (row) => signed(rounded(row.theoretical)),
  },
  {
    key: "difference", title: "Difference", number: true,
    value: (row) => Number(row.difference.decimal), show: (row) => signed(rounded(row.difference)),
  },
  {
    key: "luck", title: "Against theory", value: (row) => Math.abs(Number(row.deviations ?? 0)),
    show: luckCell,
  },
];

/** @param {TableRow} row */
const state = (row) => {
  if (!row.open) return "closed";
  if (row.open.stopped) return `stopped: ${row.open.stopped}`;
  return `${row.open.seated} of ${row.open.seats} seated`;
};

/** @type {Column<TableRow>[]} */
const TABLES = [
  {
    key: "table", title: "Table", value: (row) => (row.open?.name ?? row.key).toLowerCase(),
    show: (row) => (row.open ? link(`/tables/${row.key}`, row.open.name) : row.key),
  },
  {
    key: "game", title: "Game", value: (row) => `${row.game} ${row.rules}`,
    show: (row) => h("span", { class: "two" },
      row.game.replaceAll("-", " "), h("small", null, row.rules)),
  },
  {
    key: "state", title: "State", value: (row) => (row.open ? (row.open.stopped ? 0 : 1) : 2),
    show: (row) => h("span", { class: row.open?.stopped ? "stopped" : "" }, state(row)),
  },
  {
    key: "drop", title: "Drop", number: true, value: (row) => row.drop,
    show: (row) => dollars(row.drop),
  },
  ...MONEY.slice(0, 2),
  {
    key: "hold", title: "Hold", number: true,
    value: (row) => Number(row.hold?.decimal ?? -Infinity), show: (row) => row.hold?.percent ?? "",
  },
  ...MONEY.slice(2),
];

const ZERO = Object.freeze({ exact: "0", decimal: "0" });
/** The meters of a table at which nothing was played. @type {TableMeter} */
const NOTHING = Object.freeze({
  rules: "", game: "", drop: 0, handle: 0, win: 0, decided: 0, trials: 0, hold: null,
  deviations: null, theoretical: ZERO, difference: ZERO, wagers: {},
});

/**
 * Create the part with meters and tables, refreshed while the page is visible.
 * @param {Person} me
 */
async function moneyPart(me) {
  const house = h("div");
  /** @type {Wagers} */ const inside = new Map();
  const closes = me.roles.some((role) => role === "floorperson" || role === "administrator");
  /** @param {Summary} table */
  const close = ({ table, name }) => twice("Close", `Close ${name}`, async () => {
    try {
      await remove(`/tables/${encodeURIComponent(table)}`);
      fill(said, h("div", { class: "notice" }, `${name} is closed.`));
    } catch (error) {
      fill(said, problem(error));
    }
    said.scrollIntoView({ block: "nearest" });
    draw();
  });
  /** @type {Column<TableRow>[]} */
  const columns = closes ? [...TABLES, {
    key: "close", title: "Close", value: (row) => Number(Boolean(row.open)),
    show: (row) => (row.open ? close(row.open) : ""),
  }] : TABLES;
  const rows = new Sorted("Meters by table", columns,
    {
      key: (row) => row.key, more: (row) => wagers(row, inside), fresh: true,
      opens: (row) => `Wagers of ${row.open?.name ?? row.key}`,
    });
  const watches = me.roles.some((role) => role === "surveillance" || role === "administrator");
  const processes = processesPart(me.roles.includes("administrator"), () => draw());
  const updated = h("p", { class: "soft" });
  const still = h("div", { role: "status" });
  const said = h("div", { "aria-live": "polite" });
  const trouble = h("div");
  const draw = async () => {
    try {
      /** @type {[Meters, Summary[]]} */
      const [meters, tables] = await Promise.all([get("/meters"), allTables()]);
      const open = new Map(tables.map((each) => [each.table, each]));
      const keys = [...new Set([...open.keys(), ...Object.keys(meters.tables)])];
      fill(house, figures(meters.house));
      rows.show(keys.map((key) => {
        const seen = open.get(key);
        const { game = "", rules = "" } = seen ?? {};
        const meter = meters.tables[key] ?? { ...NOTHING, game, rules };
        return { ...meter, key, open: seen };
      }));
      const stopped = tables.filter((each) => each.stopped);
      const many = stopped.length === 1
        ? "A table is stopped. " : `${stopped.length} tables are stopped. `;
      redrawn(still, stopped.length ? h("div", { class: "problem" }, h("strong", null, many),
        stopped.map(({ table, name, stopped: why }) =>
          [link(`/tables/${table}`, name), `: ${why} `])) : null);
      const now = new Date().toLocaleTimeString();
      if (watches) await processes.draw(tables);
      updated.textContent = `As of ${now}; drawn again every ${AGAIN / 1000} seconds.`;
      fill(trouble);
    } catch (error) {
      fill(trouble, problem(error));
    }
  };
  setInterval(() => document.hidden || draw(), AGAIN);
  await draw();
  return [h("h2", null, "The house"), trouble, still, house,
    h("h2", null, "Tables"), said, rows.element,
    h("p", { class: "soft" },
      "Within two standard deviations a difference is luck; beyond four, over many bets, it is ",
      "not. Of few bets one long shot says nothing. ",
      "Open a table's row for its wagers."),
    updated, processes.element];
}

/** @typedef {Meter & {key: string}} WagerRow */
/** The wagers of tables whose rows are open. @typedef {Map<string, Sorted<WagerRow>>} Wagers */

/**
 * Set a status text, announced only when it changes.
 * @param {HTMLElement} element @param {HTMLElement | null} now
 */
function redrawn(element, now) {
  if (element.textContent !== (now?.textContent ?? "")) fill(element, now);
}

/**
 * Return the wagers of a table; redrawn, they keep their order.
 * @param {TableRow} row @param {Wagers} before
 */
function wagers(row, before) {
  /** @type {Column<WagerRow>[]} */
  const names = [
    {
      key: "wager", title: "Wager", value: (each) => each.key,
      show: (each) => each.key.replaceAll("-", " "),
    },
    {
      key: "decided", title: "Decided", number: true, value: (each) => each.decided,
      show: (each) => each.decided.toLocaleString("en-US"),
    },
    ...MONEY,
  ];
  const found = Object.entries(row.wagers);
  if (!found.length) return h("p", { class: "soft" }, "Nothing was decided at this table yet.");
  const inside = before.get(row.key)
    ?? new Sorted(`Wagers of ${row.open?.name ?? row.key}`, names, { key: (each) => each.key });
  before.set(row.key, inside);
  inside.show(found.map(([key, each]) => ({ ...each, key })));
  return inside.element;
}

/** Create the list of people, page after page. @param {Person} me */
async function peoplePart(me) {
  const boss = me.roles.includes("administrator");
  const message = h("div", { "aria-live": "polite" });
  const found = h("input",
    { type: "search", id: "find-person", autocomplete: "off", on: { input: () => draw() } });
  /** @type {Person[]} */ let all = [];
  /** @type {number | null} */ let next = 0;
  const more = h("button", { type: "button", on: { click: () => load() } }, "Show more people");
  /** @type {Column<Person>[]} */
  const columns = [
    {
      key: "name", title: "Name", value: (row) => row.name.toLowerCase(),
      show: (row) => h("span", { class: "two" },
        h("strong", null, row.name), row.login ? h("small", null, row.login) : null),
    },
    { key: "kind", title: "Kind", value: (row) => row.kind, show: (row) => row.kind },
    { key: "roles", title: "Roles", value: (row) => row.roles.join(), show: (row) => roles(row) },
    {
      key: "purse", title: "Purse", number: true, value: (row) => row.purse,
      show: (row) => dollars(row.purse),
    },
    {
      key: "tables", title: "On tables", number: true, value: (row) => row.at_tables,
      show: (row) => dollars(row.at_tables),
    },
    {
      key: "created", title: "Since", value: (row) => row.created, show: (row) => day(row.created),
    },
  ];
  if (boss) columns.push({
    key: "out", title: "Sessions", value: (row) => row.id,
    show: (row) => (row.kind === "walk-in" ? "none" : signOut(row)),
  });
  const rows = new Sorted("People", columns,
    { key: (row) => String(row.id), more: hands, opens: (row) => `Hands of ${row.name}` });

  /** @param {() => Promise<unknown>} act @param {string} done */
  const doing = async (act, done) => {
    try {
      await act();
      fill(message, h("div", { class: "notice" }, done));
      await reload().catch((error) => message.append(problem(error)));
    } catch (error) {
      fill(message, problem(error));
    }
  };
  /** @param {Person} row */
  const roles = (row) => row.roles.length > 0 && h("span", { class: "roles" },
    row.roles.map((role) =>
      h("span", { class: "tag role" }, role, boss ? taking(row, role) : null)));
  /** @param {Person} row @param {string} role */
  const taking = (row, role) => twice("×", `Take the role ${role} from ${row.name}`, () =>
    doing(() => remove(`/people/${row.id}/roles/${role}`), `${row.name} is no ${role} any more.`));
  /** @param {Person} row */
  const signOut = (row) => twice("Sign out", `Sign ${row.name} out everywhere`, () =>
    doing(() => remove(`/people/${row.id}/sessions`), `${row.name} is signed out everywhere.`));

  const draw = () => {
    const wanted = found.value.trim().toLowerCase();
    const about = (/** @type {Person} */ row) =>
      [row.name, row.login ?? "", ...row.roles, row.kind].join(" ");
    rows.show(all.filter((row) => about(row).toLowerCase().includes(wanted)));
    more.hidden = next === null;
  };
  /** @param {number} after @param {Person[]} before */
  const page = async (after, before) => {
    /** @type {PersonList} */
    const found = await get(`/people?limit=${PAGE}&after=${after}`);
    return { people: [...before, ...found.people], next: found.next };
  };
  const load = async () => {
    more.disabled = true; // Another click would load the same people again.
    try {
      ({ people: all, next } = await page(next ?? 0, all));
      draw();
    } catch (error) {
      fill(message, problem(error));
    } finally {
      more.disabled = false;
    }
  };
  /** Reload the people shown. */
  const reload = async () => {
    let now = await page(0, []);
    while (now.next !== null && now.people.length < all.length) {
      now = await page(now.next, now.people);
    }
    ({ people: all, next } = now);
    draw();
  };
  await load();
  return [h("h2", null, "People"), message, boss ? invitations() : null,
    h("div", { class: "row" }, h("label", { for: found.id }, "Find among those shown"), found),
    rows.element, more];
}

/** @param {string} at */
const day = (at) => h("time", { datetime: at }, new Date(at).toLocaleDateString());

/**
 * Create a button that asks for confirmation: the first press arms it.
 * @param {string} text @param {string} name @param {() => void} act
 */
function twice(text, name, act) {
  let armed = false;
  const button = h("button", { type: "button", class: "small", "aria-label": name }, text);
  const calm = () => {
    armed = false;
    button.textContent = text;
    button.setAttribute("aria-label", name);
    button.classList.remove("armed");
  };
  button.addEventListener("click", () => {
    if (armed) {
      act();
      return calm();
    }
    armed = true;
    button.textContent = "Sure?";
    button.setAttribute("aria-label", `${name}: press again to do it`);
    button.classList.add("armed");
    return undefined;
  });
  button.addEventListener("blur", calm);
  return button;
}

/** Return a person's hands, the latest first. @param {Person} person */
function hands(person) {
  const list = h("tbody");
  const head = ["Hand", "Ended", "Staked", "Won", "Lost", "Net"].map((text, place) =>
    h("th", { scope: "col", class: place > 1 ? "number" : "" }, text));
  const table = h("div", {
    class: "scroll", tabindex: 0, role: "region", "aria-label": `Hands of ${person.name}`,
  }, h("table", null, h("thead", null, h("tr", null, head)), list));
  /** @type {string | null} */ let next = "";
  const more = h("button", { type: "button", on: { click: () => load() } }, "Earlier hands");
  const where = h("div", null, h("p", { class: "soft" }, "Looking ..."));
  const load = async () => {
    more.disabled = true; // Another click would load the same hands again.
    try {
      const after = next ? `&after=${encodeURIComponent(next)}` : "";
      /** @type {HandList} */
      const page = await get(`/people/${person.id}/hands?limit=20${after}`);
      next = page.next;
      list.append(...page.hands.map((hand) => row(hand)));
      more.hidden = !next;
      fill(where, list.childElementCount ? [table, more]
        : h("p", { class: "soft" }, "No hand of theirs is over yet."));
    } catch (error) {
      fill(where, list.childElementCount ? table : null, problem(error), more);
    } finally {
      more.disabled = false;
    }
  };
  /** @param {HandPart} hand */
  const row = (hand) => h("tr", null,
    h("td", null,
      link(`/history/${hand.table}/${hand.hand}?person=${person.id}`,
        `${hand.name}, hand ${hand.hand}`)),
    h("td", null, new Date(hand.ended).toLocaleString()),
    [hand.staked, hand.won, hand.lost].map((cents) => h("td", { class: "number" }, dollars(cents))),
    h("td", { class: "number" }, signed(hand.net)));
  load();
  return where;
}

/** Create the form that invites somebody to a role. */
function invitations() {
  const role = h("select", { id: "invite-role" });
  const made = h("div", { "aria-live": "polite" });
  const form = h("form", { class: "row" },
    h("label", { for: role.id }, "Invite somebody as"), role,
    h("button", { class: "main" }, "Make a link"));
  const offer = (/** @type {House} */ house) =>
    fill(role, house.roles.map((each) => h("option", { value: each }, each)));
  /** @type {Promise<House>} */ const asked = get("/house");
  asked.then(offer, (error) => error instanceof Refused && fill(made, problem(error)));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      /** @type {Invitation} */
      const found = await post("/invitations", { role: role.value });
      const address = linkTo(found.link);
      fill(made, h("div", { class: "notice" },
        h("p", null, `Hand this link to whoever becomes ${found.role}. `,
          "It is good once, for seven days, and is not shown again."),
        copied(address, `The link for a ${found.role}`)));
    } catch (error) {
      fill(made, problem(error));
    }
  });
  return h("div", { class: "invite" }, form, made);
}

/** @type {Person["roles"]} */
const SEES = ["administrator", "floorperson", "surveillance"];

async function start() {
  const me = await whoIsIn();
  const title = h("h1", null, "The floor");
  if (!me || !me.roles.some((role) => SEES.includes(role))) {
    fill(main(), title, h("p", { class: "notice" },
      "The floor is for floorpersons, surveillance and administrators. ",
      me
        ? "You have none of these roles; an administrator can invite you."
        : link(signIn(), "Sign in")));
    return;
  }
  const watching = me.roles.includes("surveillance") && !me.roles.includes("administrator");
  const sees = "Surveillance: you see everything and touch nothing.";
  const [money, people] = await Promise.all([moneyPart(me), peoplePart(me)]);
  fill(main(), title, watching ? h("p", { class: "soft" }, sees) : null, money, people);
}

start().catch((wrong) => showError(wrong));
