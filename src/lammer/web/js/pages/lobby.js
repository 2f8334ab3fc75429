// The tables of the house: each a card that keeps itself up to date, and a form to open another.

import { comeIn, get, post, Refused, remove } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { cents, dollars } from "../lib/money.js";
import { asking, complain, count, field, gameName, labelled } from "../lib/widgets.js";
import { capital, listed } from "../lib/calls.js";
import { instrumentOf } from "../lib/instrument.js";
import { puck } from "../lib/puck.js";
import { main, whoIsIn } from "../lib/shell.js";

const EVERY = 3000;
const MOST_PAGES = 4;
const SHOWN = 7;

/** The limits of a table, in words. @param {{min: number, max: number | null}} limits */
const limitWords = ({ min, max }) =>
  (max === null ? `from ${dollars(min)}` : `${dollars(min)} to ${dollars(max)}`);

/** @import { Child } from "../lib/dom.js" */
/** @import { House, Person, Ruleset, Summary, TableList, Trial }
 *   from "../../types/protocol.d.ts" */
/** @import { Form } from "../lib/widgets.js" */

/**
 * Change an element only when what it shows has changed: no flicker, no lost focus.
 * @param {Element} element
 */
function shown(element) {
  let before = "";
  /** @template T @param {T} value @param {(value: T) => Child} make */
  return (value, make) => {
    const now = JSON.stringify(value);
    if (now === before) return;
    before = now;
    fill(element, make(value));
  };
}

/**
 * What is known of the games, by rule set and game: whether there is a puck, how a trial is drawn.
 * @typedef {Map<string, {puck: boolean, mark: (trial: Trial) => Element}>} Games
 */

/** @param {Ruleset[]} rulesets */
async function gamesOf(rulesets) {
  /** @type {Games} */ const found = new Map();
  await Promise.all(rulesets.map(async (each) => {
    const { mark } = await instrumentOf(each);
    found.set(`${each.rules}/${each.game}`, { puck: each.puck, mark });
  }));
  return found;
}

/**
 * @param {Summary} table @param {Map<string, string>} titles the rule sets' titles
 * @param {Games} games @param {(() => Promise<void>) | null} close how I close it, if I may
 */
function card(table, titles, games, close) {
  const game = games.get(`${table.rules}/${table.game}`);
  const path = `/tables/${encodeURIComponent(table.table)}`;
  const marks = h("div", { class: "puck-place" });
  const recent = h("div", { class: "recent" });
  const seats = h("dd");
  const note = h("p", { class: "card-note" });
  const [drawPuck, drawRecent, drawSeats, drawNote] = [marks, recent, seats, note].map(shown);
  const element = h("li", { class: "card table-card" },
    h("div", { class: "baize" },
      h("div", { class: "baize-head" },
        h("div", null, h("h3", null, table.name),
          h("p", { class: "game" },
            gameName(table.game),
            table.kind === "staffed" ? h("span", { class: "crewed" }, "staffed") : null)),
        marks),
      recent),
    h("div", { class: "card-body" },
      h("p", { class: "soft rules" }, titles.get(table.rules) ?? table.rules, " ",
        h("a", {
          href: `/odds/${table.rules}/${table.game}`,
          "aria-label": `Odds of ${table.rules} ${table.game}`,
        }, "odds")),
      h("dl", null,
        h("div", null, h("dt", null, "Main bets"), h("dd", null, limitWords(table.limits))),
        h("div", null, h("dt", null, "Seats"), seats)),
      note,
      h("div", { class: "row" },
        h("a", {
          class: "button main", href: `${path}?sit`, "aria-label": `Sit down at ${table.name}`,
        }, "Sit down"),
        h("a", { class: "button", href: path, "aria-label": `Watch ${table.name}` }, "Watch"),
        close && asking({ label: `Close ${table.name}`, class: "closing" }, close,
          h("button", { class: "quiet", "aria-label": `Close ${table.name}` }, "Close it")))));
  const update = (/** @type {Summary} */ now) => {
    drawPuck(now.point, () => (game?.puck ? puck(now.point) : null));
    drawRecent(now.recent.slice(-SHOWN), (trials) => lastResults(trials, game?.mark));
    drawSeats([now.seated, now.seats, now.watching], () => seatWords(now));
    drawNote(now.stopped,
      (why) => (why ? h("span", { class: "problem" }, `Stands still: ${why}`) : null));
  };
  update(table);
  return { element, update };
}

/** @param {Trial[]} trials @param {(trial: Trial) => Element} [mark] */
function lastResults(trials, mark) {
  const nothing = () => h("p", { class: "quiet-words" }, "Nothing has been played yet.");
  if (!trials.length || !mark) return nothing();
  return h("ol", { "aria-label": "Last results, the latest first", class: "results" },
    [...trials].reverse().map((each) => h("li", null, mark(each))));
}

/** @param {Summary} now */
function seatWords(now) {
  const watching = now.watching - now.seated;
  return `${now.seated} of ${now.seats} taken${watching > 0 ? `, ${watching} watching` : ""}`;
}

/** Every open table, a few pages at most. */
async function allTables() {
  /** @type {Summary[]} */ const found = [];
  let after = "";
  for (let page = 0; page < MOST_PAGES; page += 1) {
    /** @type {TableList} */
    const answer = await get(`/tables?limit=50${after && `&after=${encodeURIComponent(after)}`}`);
    found.push(...answer.tables);
    if (answer.next === null) break;
    after = answer.next;
  }
  return found;
}

/**
 * The list, which looks again by itself while the page is seen.
 * @param {Map<string, string>} titles @param {Games} games
 * @param {(table: string) => boolean} mayClose
 */
function lobby(titles, games, mayClose) {
  /** @type {Map<string, ReturnType<typeof card>>} */ const cards = new Map();
  const list = h("ul", { class: "cards tables", "aria-label": "Tables", tabindex: "-1" });
  const trouble = h("div", { "aria-live": "polite" });
  const none = h("p", { class: "notice", hidden: true }, "No table is open. Open one below.");
  let wrongBefore = "";
  const closing = (/** @type {string} */ table) => async () => {
    await remove(`/tables/${encodeURIComponent(table)}`);
    await look().catch(() => {}); // It is closed; the list looks again by itself.
    list.focus();
  };
  const look = async () => {
    const now = await allTables();
    const keys = new Set(now.map((each) => each.table));
    for (const [key, each] of cards) {
      if (keys.has(key)) continue;
      each.element.remove();
      cards.delete(key);
    }
    now.forEach((each, at) => {
      const there = cards.get(each.table);
      if (there) there.update(each);
      else {
        const close = mayClose(each.table) ? closing(each.table) : null;
        const made = card(each, titles, games, close);
        cards.set(each.table, made);
        list.insertBefore(made.element, list.children[at] ?? null);
      }
    });
    none.hidden = now.length > 0;
  };
  const again = async () => {
    if (document.hidden) return;
    try {
      await look();
      if (wrongBefore) fill(trouble);
      wrongBefore = "";
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      if (wrong.message !== wrongBefore) complain(trouble, wrong);
      wrongBefore = wrong.message;
    }
  };
  setInterval(again, EVERY);
  document.addEventListener("visibilitychange", again);
  return { parts: [trouble, none, list], again };
}

// Opening a table

/** Whether somebody may open staffed tables, and any number. @param {Person | null} person */
const isStaff = (person) => Boolean(person?.roles.some((role) =>
  role === "floorperson" || role === "administrator"));

/** @param {Ruleset[]} rulesets @param {Person | null} person */
function openForm(rulesets, person) {
  const staff = isStaff(person);
  const select = labelled("Game and rules", (id) =>
    h("select", { id, name: "which" },
      rulesets.map(({ rules, game, name: words, citation }) =>
        h("option", { value: `${rules}/${game}` }, `${words} (${citation})`))));
  const kind = staff
    ? labelled("Who rolls or deals", (id) => h("select", { id, name: "kind" },
      h("option", { value: "automatic" }, "The house draws"),
      h("option", { value: "staffed" }, "A crew, which enters what happens")),
    [
      "Each of a crew needs a role, which comes by an invitation from ",
      h("a", { href: "/floor" }, "the floor"), ".",
    ])
    : null;
  return asking({ label: "Open a table", class: "asking grid" }, open,
    select,
    field("name", "Name", { maxlength: 60, placeholder: "the game and a number" }),
    field("least", "Least bet", { inputmode: "decimal", placeholder: "$1" }),
    field("most", "Most bet", { inputmode: "decimal", placeholder: "none" }),
    field("clock", "Seconds to bet", { type: "number", min: 5, max: 600, value: 30 },
      "After so long the house goes on by itself. Empty: it waits for the players."),
    kind,
    h("details", { class: "wide" }, h("summary", null, "Other elections of the house"),
      houseFile()),
    h("div", { class: "row wide" }, h("button", { class: "main" }, "Open the table")));
}

const ABOUT_FILE = "What the house elects beside that: odds, pay tables, vigorish, what it offers. "
  + "What the law does not permit is refused, with its clause.";

/** A house file: pasted, chosen from the disk, or begun from the example for the game. */
function houseFile() {
  const text = h("textarea", {
    id: "house-file", name: "file", rows: 8, spellcheck: "false", placeholder: "odds = 3",
    "aria-describedby": "about-file",
  });
  const told = h("div", { role: "status" });
  let example = "";
  const disk = h("input", { type: "file", accept: ".toml,text/plain" });
  disk.addEventListener("change", async () => {
    const [file] = disk.files ?? [];
    if (file) text.value = await file.text();
    disk.value = "";
  });
  const begin = async () => {
    if (text.value.trim() && text.value !== example) {
      fill(told, h("p", { class: "notice" }, "There is a house file already. Empty it first."));
      return;
    }
    try {
      const { which } = /** @type {Form} */ (text.form).elements;
      /** @type {{file: string}} */
      const found = await get(`/rulesets/${which.value}/house`);
      text.value = example = found.file;
      fill(told, h("p", { class: "notice" }, "The example is filled in."));
    } catch (wrong) {
      complain(told, wrong);
    }
  };
  return [
    h("div", { class: "field" }, h("label", { for: "house-file" }, "House file (TOML)"), text,
      h("small", { id: "about-file" }, ABOUT_FILE)),
    h("div", { class: "row" },
      h("button", { type: "button", on: { click: begin } }, "Begin with the example"),
      h("label", { class: "from-disk" }, "From a file ", disk)),
    told,
  ];
}

/**
 * What was typed as one of the house's amounts.
 * @param {HTMLInputElement} field @param {string} what
 */
function amount(field, what) {
  const typed = field.value;
  const found = cents(typed);
  const is = found !== null || !typed.trim();
  field.setAttribute("aria-invalid", String(!is));
  if (is) return found;
  field.focus();
  throw wrong(`${what}: "${typed}" is no amount.`, "Write dollars, such as 5 or $2.50.");
}

/** @param {string} detail @param {string} instead */
const wrong = (detail, instead) => new Refused(0, { code: "malformed", detail, instead });

/** The limits of the form, as elections. @param {Form["elements"]} typed */
function elections({ least, most }) {
  const limits = { min: amount(least, "Least bet"), max: amount(most, "Most bet") };
  const posted = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
  return Object.keys(posted).length ? { limits: posted } : {};
}

/** @param {Form} form */
async function open(form) {
  const typed = form.elements;
  const [rules, game] = typed.which.value.split("/");
  const body = {
    rules, game, house: elections(typed), name: typed.name.value.trim(),
    kind: typed.kind?.value ?? "automatic", file: typed.file.value,
    ...(typed.clock.value ? { clock: Number(typed.clock.value) } : {}),
  };
  await comeIn();
  /** @type {Summary} */
  const made = await post("/tables", body);
  location.href = `/tables/${encodeURIComponent(made.table)}`;
  return "Opened. Going there ...";
}

/** The game that each text is about, in a sentence. @param {House} house */
const mainGames = (house) => capital(listed(
  [...new Set(house.rules.map(({ games }) => gameName(games[0]).toLowerCase()))]));

async function start() {
  const person = await whoIsIn().catch(() => null);
  /** @type {[House, {rulesets: Ruleset[]}]} */
  const [house, { rulesets }] = await Promise.all([get("/house"), get("/rulesets")]);
  const games = await gamesOf(rulesets);
  const titles = new Map(house.rules.map((each) => [each.rules, each.name]));
  const tables = lobby(titles, games, (table) => Boolean(person?.opened.includes(table)));
  fill(main(),
    h("section", { class: "welcome" },
      h("h1", null, "Pull up to a table"),
      h("p", { class: "lead" },
        `${mainGames(house)} played exactly as the regulations are written, with `,
        "chips that cost nothing: every payout, every edge and every refusal names its clause.")),
    h("section", { "aria-labelledby": "tables-heading" },
      h("h2", { id: "tables-heading", class: "unseen" }, "Tables"), tables.parts),
    h("details", { class: "card opening" }, h("summary", null, h("h2", null, "Open a table")),
      isStaff(person) ? null : h("p", { class: "soft" },
        `A guest may have ${count(house.limits.tables_per_guest, "table")} open, `,
        `an account ${count(house.limits.tables_per_person, "table")}.`),
      openForm(rulesets, person)));
  await tables.again();
}

start().catch((wrong) => complain(main(), wrong));
