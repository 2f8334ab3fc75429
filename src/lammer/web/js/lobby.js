// The tables of the house: each a card that keeps itself up to date, and a form to open another.

import { comeIn, get, post, Refused } from "./api.js";
import { fill, h } from "./dom.js";
import { cents, dollars } from "./money.js";
import { asking, complain, count, field, gameName, labelled } from "./parts.js";
import { puck, result } from "./roll.js";
import { main, whoIsIn } from "./shell.js";

const EVERY = 3000;
const MOST_PAGES = 4;
const SHOWN = 7;

/** The limits of a table, in words. @param {{min: number, max: number | null}} limits */
const limitWords = ({ min, max }) =>
  (max === null ? `from ${dollars(min)}` : `${dollars(min)} to ${dollars(max)}`);

/** Change an element only when what it shows has changed: no flicker, no lost focus. */
function shown(element) {
  let before = "";
  return (value, make) => {
    const now = JSON.stringify(value);
    if (now === before) return;
    before = now;
    fill(element, make(value));
  };
}

/** @param {any} table @param {Map<string, string>} titles the rule sets' titles */
function card(table, titles) {
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
          href: `/odds/${table.rules}/${table.game}`, "aria-label": `Odds of ${table.name}`,
        }, "odds")),
      h("dl", null,
        h("div", null, h("dt", null, "Bets"), h("dd", null, limitWords(table.limits))),
        h("div", null, h("dt", null, "Seats"), seats)),
      note,
      h("div", { class: "row" },
        h("a", {
          class: "button main", href: `${path}?sit`, "aria-label": `Sit down at ${table.name}`,
        }, "Sit down"),
        h("a", { class: "button", href: path, "aria-label": `Watch ${table.name}` }, "Watch"))));
  const update = (now) => {
    drawPuck([now.point, now.recent.at(-1)?.winner], () => (hasPuck(now) ? puck(now.point) : null));
    drawRecent(now.recent.slice(-SHOWN), lastResults);
    drawSeats([now.seated, now.seats, now.watching], () => seatWords(now));
    drawNote(now.stopped,
      (why) => (why ? h("span", { class: "problem" }, `Stands still: ${why}`) : null));
  };
  update(table);
  return { element, update };
}

/** Only games with a come-out have a puck. */
const hasPuck = (table) => table.game.endsWith("craps");

function lastResults(trials) {
  if (!trials.length) return h("p", { class: "quiet-words" }, "Nothing has been played yet.");
  return h("ol", { "aria-label": "Last results, the latest first", class: "results" },
    [...trials].reverse().map((each) => h("li", null, result(each))));
}

function seatWords(now) {
  const watching = now.watching - now.seated;
  return `${now.seated} of ${now.seats} taken${watching > 0 ? `, ${watching} watching` : ""}`;
}

/** Every open table, a few pages at most. */
async function allTables() {
  const found = [];
  let after = "";
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await get(`/tables?limit=50${after && `&after=${encodeURIComponent(after)}`}`);
    found.push(...answer.tables);
    if (answer.next === null) break;
    after = answer.next;
  }
  return found;
}

/** The list, which looks again by itself while the page is seen. */
function lobby(titles) {
  const cards = new Map();
  const list = h("ul", { class: "cards tables", "aria-label": "Tables" });
  const trouble = h("div", { "aria-live": "polite" });
  const none = h("p", { class: "notice", hidden: true }, "No table is open. Open one below.");
  let wrongBefore = "";
  const look = async () => {
    const now = await allTables();
    const keys = new Set(now.map((each) => each.table));
    for (const [key, each] of cards) {
      if (keys.has(key)) continue;
      each.element.remove();
      cards.delete(key);
    }
    now.forEach((each, at) => {
      if (!cards.has(each.table)) {
        const made = card(each, titles);
        cards.set(each.table, made);
        list.insertBefore(made.element, list.children[at] ?? null);
      } else cards.get(each.table).update(each);
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

/** @param {any} house @param {any} person */
function openForm(house, person) {
  const games = house.rules.flatMap(({ rules, name, games: each }) =>
    each.map((game) => ({ value: `${rules}/${game}`, words: `${gameName(game)}: ${name}` })));
  const staff = ["floorperson", "administrator"].some((role) => person?.roles?.includes(role));
  const select = labelled("Game and rules", (id) =>
    h("select", { id, name: "which" },
      games.map(({ value, words }) => h("option", { value }, words))));
  const kind = staff
    ? labelled("Who rolls", (id) => h("select", { id, name: "kind" },
      h("option", { value: "automatic" }, "The house draws"),
      h("option", { value: "staffed" }, "A crew with real dice or cards")))
    : null;
  return asking({ label: "Open a table", class: "asking grid" }, open,
    select,
    field("name", "Name", { maxlength: 60, placeholder: "the game and a number" }),
    field("least", "Least bet", { inputmode: "decimal", placeholder: "$1" }),
    field("most", "Most bet", { inputmode: "decimal", placeholder: "none" }),
    field("clock", "Seconds to bet", { type: "number", min: 5, max: 600, placeholder: "30" },
      "After so long the house goes on by itself."),
    kind,
    h("details", { class: "wide" }, h("summary", null, "Other elections of the house"),
      labelled("Elections, as JSON", (id) =>
        h("textarea", {
          id, name: "house", rows: 4, spellcheck: "false",
          placeholder: '{"odds": 3, "fire": false}',
        }),
      [
        "The keys of a house file, as ", h("code", null, "docs/house.md"),
        " lists them. What the law does not permit is refused, with its clause.",
      ])),
    h("div", { class: "row wide" }, h("button", { class: "main" }, "Open the table")));
}

/** What was typed as one of the house's amounts. @param {string} typed @param {string} what */
function amount(typed, what) {
  if (!typed.trim()) return null;
  const found = cents(typed);
  if (found !== null) return found;
  throw wrong(`${what}: "${typed}" is no amount.`, "Write dollars, such as 5 or $2.50.");
}

const wrong = (detail, instead) => new Refused(0, { code: "malformed", detail, instead });

const EXAMPLE = 'An example: {"odds": 3}';

/** The elections typed as JSON, with the limits of the form put in. @param {any} typed */
function elections({ house, least, most }) {
  let found = {};
  if (house.value.trim()) {
    try {
      found = JSON.parse(house.value);
    } catch (problem) {
      throw wrong(`The elections are no JSON: ${problem.message}.`, EXAMPLE);
    }
    if (found === null || typeof found !== "object" || Array.isArray(found)) {
      throw wrong("The elections are no JSON object.", EXAMPLE);
    }
  }
  const limits = { min: amount(least.value, "Least bet"), max: amount(most.value, "Most bet") };
  const posted = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
  if (Object.keys(posted).length) found.limits = { ...found.limits, ...posted };
  return found;
}

/** @param {HTMLFormElement} form */
async function open(form) {
  const typed = form.elements;
  const [rules, game] = typed.which.value.split("/");
  const body = {
    rules, game, house: elections(typed), name: typed.name.value.trim(),
    kind: typed.kind?.value ?? "automatic",
  };
  if (typed.clock.value) body.clock = Number(typed.clock.value);
  await comeIn();
  const made = await post("/tables", body);
  location.href = `/tables/${encodeURIComponent(made.table)}`;
  return "Opened. Going there ...";
}

async function start() {
  const person = await whoIsIn();
  const house = await get("/house");
  const titles = new Map(house.rules.map((each) => [each.rules, each.name]));
  const tables = lobby(titles);
  fill(main(),
    h("section", { class: "welcome" },
      h("h1", null, "Pull up to a table"),
      h("p", { class: "lead" },
        "Craps, mini-dice and punto banco played exactly as the regulations are written, with ",
        "chips that cost nothing: every payout, every edge and every refusal names its clause.")),
    h("section", { "aria-labelledby": "tables-heading" },
      h("h2", { id: "tables-heading", class: "unseen" }, "Tables"), tables.parts),
    h("details", { class: "card opening" }, h("summary", null, h("h2", null, "Open a table")),
      h("p", { class: "soft" },
        `A guest may have ${count(house.limits.tables_per_guest, "table")} open, `,
        `an account ${count(house.limits.tables_per_person, "table")}.`),
      openForm(house, person)));
  await tables.again();
}

start().catch((wrong) => complain(main(), wrong));
