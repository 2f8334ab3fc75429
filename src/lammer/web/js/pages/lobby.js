// The tables of the house: those where I have chips, then every game with its tables, refreshed
// while the page is visible, and a form to open another table.

import { get, Refused, remove } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { asking, complain, gameName, OUTSIDE } from "../lib/widgets.js";
import { instrumentOf } from "../lib/instrument.js";
import { showError, sessionNotice } from "../lib/error-page.js";
import { main, whoIsIn } from "../lib/shell.js";
import { allTables } from "../lib/tables.js";
import { openingPart } from "./open-table.js";

const EVERY = 3000;
/** How many pages of tables are asked for. */
const MOST_PAGES = 1;
const SHOWN = 6;
/** The tables of a game shown at first, besides those where somebody sits. */
const FEW = 3;

/** Return the limits of a table, in words. @param {{min: number, max: number | null}} limits */
const limitWords = ({ min, max }) =>
  (max === null ? `from ${dollars(min)}` : `${dollars(min)} to ${dollars(max)}`);

/** @import { Child } from "../lib/dom.js" */
/** @import { House, Person, Ruleset, SeatTaken, Summary, Trial }
 *   from "../../types/protocol.d.ts" */
/** @typedef {{element: HTMLElement, update: (now: Summary) => void, now: () => Summary,
 *   fresh: () => boolean}} Card where `fresh` is true once */
/** @import { Instrument } from "../../types/instrument.d.ts" */

/**
 * Change an element only when its content differs, which avoids flicker and keeps the focus.
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
 * Rule sets by key and game, and the instrument of each.
 * @typedef {Map<string, Ruleset & {shows: Instrument}>} Games
 */

/** @param {Ruleset[]} rulesets */
async function gamesOf(rulesets) {
  const all = await Promise.all(rulesets.map(async (each) =>
    ({ ...each, shows: await instrumentOf(each) })));
  return new Map(all.map((each) => [`${each.rules}/${each.game}`, each]));
}

/** @param {string} table */
const pathOf = (table) => `/tables/${encodeURIComponent(table)}`;

/** Return the drawing of a game. @param {string | null | undefined} drawing */
const picture = (drawing) => (drawing
  ? h("img", { class: "drawing", src: drawing, alt: "", width: 120, height: 80 }) : null);

// Where I have chips

/** @param {SeatTaken} seat */
const lying = ({ rail, bets }) => [
  rail && `${dollars(rail)} on the rail`, bets && `${dollars(bets)} in bets`,
].filter(Boolean).join(", ") || "no chips";

/** @param {Person | null} person @param {(table: string) => Ruleset | undefined} gameAt */
function seatsPart(person, gameAt) {
  if (!person?.seats.length) return null;
  return h("section", { class: "yours", "aria-labelledby": "yours" },
    h("h2", { id: "yours" }, person.seats.length === 1 ? "Your seat" : "Your seats"),
    h("ul", null, person.seats.map((each) => h("li", { class: "card" },
      picture(gameAt(each.table)?.drawing),
      h("div", { class: "what" }, h("h3", null, each.name), h("p", { class: "soft" }, lying(each))),
      h("a", {
        class: "button main", href: `${pathOf(each.table)}?sit`,
        "aria-label": `Return to seat at ${each.name}`,
      }, "Return to seat")))));
}

/**
 * Return in words how many chips a person would bring to a table.
 * @param {Person | null} person @param {House} house
 */
function bringing(person, house) {
  if (!person) {
    return ["One click on ", h("strong", null, "Sit down"), " and you are in, as a guest with ",
      h("strong", null, dollars(house.chips)), " in play chips. You bring ",
      h("strong", null, dollars(house.sits_with)), " of them to the table; the rest stays in ",
      "your purse."];
  }
  if (person.purse) {
    return ["You have ", h("strong", null, dollars(person.purse)), " in your purse. You bring ",
      h("strong", null, dollars(person.sits_with)), " to the next table; more, or less, at any ",
      "time."];
  }
  return ["Your purse is empty, so you would sit down without chips. ",
    person.at_tables ? "Yours are at the tables above: take some off the rail there with "
      + "“Chips ...”, or leave. " : null,
    person.top_up ? h("a", { href: "/account" }, `Get ${dollars(person.top_up)} in play chips`)
      : null];
}

// Tables

/**
 * @param {Summary} table @param {Games} games @param {boolean} seated whether I sit there
 * @param {(() => Promise<void>) | null} close how I close it, if I may
 * @returns {Card}
 */
function card(table, games, seated, close) {
  const game = games.get(`${table.rules}/${table.game}`);
  const path = pathOf(table.table);
  const marks = h("div", { class: "puck-place" });
  const recent = h("div", { class: "recent" });
  const seats = h("span");
  const note = h("p", { class: "card-note" });
  const doing = h("span", { class: "doing" });
  const [drawPuck, drawRecent, drawSeats, drawNote, drawDoing] =
    [marks, recent, seats, note, doing].map(shown);
  const edition = game ? game.name.slice(game.name.indexOf(", ") + 2) : table.rules;
  const element = h("li", { class: "table-card" },
    marks,
    h("div", { class: "what" },
      h("h4", null, table.name,
        table.kind === "staffed" ? h("span", { class: "tag" }, "with a crew") : null,
        table.experimental
          ? h("span", { class: "tag", title: OUTSIDE }, "experimental wagers") : null),
      h("p", { class: "soft facts" },
        h("a", {
          href: `/odds/${table.rules}/${table.game}`, title: game?.citation,
          "aria-label": `${edition}: the odds`,
        }, edition),
        h("span", null, `bets ${limitWords(table.limits)}`), seats),
      note),
    recent,
    h("div", { class: "row" }, doing,
      h("a", { class: "button", href: path, "aria-label": `Watch ${table.name}` }, "Watch"),
      close && asking({ label: `Close ${table.name}`, class: "closing" }, close,
        h("button", { class: "quiet", "aria-label": `Close ${table.name}` }, "Close"))));
  const way = (/** @type {Summary} */ now) => {
    if (seated) {
      return h("a", {
        class: "button main", href: `${path}?sit`,
        "aria-label": `Return to seat at ${table.name}`,
      }, "Return to seat");
    }
    if (now.stopped) return null;
    return now.seated >= now.seats ? h("span", { class: "soft" }, "No seat is free")
      : h("a", {
        class: "button main", href: `${path}?sit`, "aria-label": `Sit down at ${table.name}`,
      }, "Sit down");
  };
  let last = table;
  const update = (/** @type {Summary} */ now) => {
    last = now;
    drawPuck(now.point, () => game?.shows.puck(now)?.drawn() ?? null);
    drawRecent(now.recent.slice(-SHOWN), (trials) => lastResults(trials, game?.shows.mark));
    drawSeats([now.seated, now.seats, now.watching], () => seatWords(now));
    drawDoing([now.stopped, now.seated >= now.seats], () => way(now));
    drawNote(now.stopped,
      (why) => (why ? h("span", { class: "problem" }, `This table is stopped: ${why}`) : null));
  };
  update(table);
  let isNew = true;
  const fresh = () => {
    const was = isNew;
    isNew = false;
    return was;
  };
  return { element, update, now: () => last, fresh };
}

/** @param {Trial[]} trials @param {(trial: Trial) => Element} [mark] */
function lastResults(trials, mark) {
  if (!trials.length || !mark) return null;
  return h("ol", { "aria-label": "Last results, the latest first", class: "results" },
    [...trials].reverse().map((each) => h("li", null, mark(each))));
}

/** @param {Summary} now */
function seatWords(now) {
  const watching = (now.watching ?? 0) - now.seated;
  return `${now.seated} of ${now.seats} seats taken${watching > 0 ? `, ${watching} watching` : ""}`;
}

/** Return links to the explanation of a game. @param {Ruleset} game */
const learning = ({ rules, game, first_hand: shows }) => h("p", { class: "learning" },
  h("a", { href: `/guide/${rules}/${game}` }, "How to play"),
  shows ? h("a", { href: `/first-hand/${rules}/${game}` }, "See a first hand") : null);

/**
 * Create the group of a game: its first tables, and the others on request.
 * @param {Ruleset | undefined} game @param {string} key
 */
function group(game, key) {
  /** @type {Map<string, Card>} */ const cards = new Map();
  const list = h("ul", {
    class: "tables", "aria-label": `Tables of ${gameName(key)}`, tabindex: "-1",
  });
  const all = h("button", { type: "button", class: "quiet all" });
  let opened = false;
  /** An opened group stays open. */
  const fold = () => {
    const rows = [...cards.values()];
    rows.forEach(({ element, now, fresh }, at) => {
      const surplus = !opened && at >= FEW && !now().seated;
      element.hidden = surplus && (fresh() || element.hidden);
    });
    all.hidden = !rows.some(({ element }) => element.hidden);
    fill(all, `Show all ${rows.length} tables`);
  };
  all.addEventListener("click", () => {
    opened = true;
    const first = [...cards.values()].find(({ element }) => element.hidden);
    fold();
    first?.element.querySelector("a")?.focus();
  });
  const element = h("section", { class: "card game-group", "aria-labelledby": `game-${key}` },
    h("div", { class: "baize" }, picture(game?.drawing),
      h("div", null, h("h3", { id: `game-${key}` }, gameName(key)),
        game?.about ? h("p", { class: "about" }, game.about) : null,
        game ? learning(game) : null)),
    list, all);
  return { element, list, cards, fold };
}

/** Create the part of the games that are played with the same things. @param {string} name */
function family(name) {
  const id = `family-${name.toLowerCase().replaceAll(" ", "-")}`;
  const place = h("div", { class: "groups" });
  return { place, element: h("section", { "aria-labelledby": id }, h("h2", { id }, name), place) };
}

const BY_NAME = new Intl.Collator("en", { numeric: true });

/**
 * Create the groups, refreshed while the page is visible. The order stays as it was when the page
 * was opened, so that nothing moves under the pointer.
 * @param {Games} games @param {Person | null} person @param {Summary[]} first
 */
function lobby(games, person, first) {
  /** @type {Map<string, ReturnType<typeof group>>} */ const groups = new Map();
  /** @type {Map<string, ReturnType<typeof family>>} */ const families = new Map();
  const place = h("div", { class: "families" });
  const trouble = h("div", { "aria-live": "polite" });
  const none = h("p", { class: "notice", hidden: true }, "No table is open. Open one below.");
  const order = [...new Set([...games.values()].map(({ game }) => game))];
  const familyOrder = [...new Set([...games.values()].map((each) => each.family))];
  const mine = new Set(person?.seats.map(({ table }) => table));
  const opened = new Set(person?.opened);
  let wrongBefore = "";
  const rank = (/** @type {Summary} */ { table, seated, watching, recent }) =>
    [mine.has(table), opened.has(table), seated, watching, recent.length].map(Number);
  const activeFirst = (/** @type {Summary} */ one, /** @type {Summary} */ other) => {
    const [a, b] = [rank(one), rank(other)];
    const at = a.findIndex((each, index) => each !== b[index]);
    return at < 0 ? BY_NAME.compare(one.name, other.name) : b[at] - a[at];
  };
  const closing = (/** @type {string} */ table, /** @type {HTMLElement} */ list) => async () => {
    await remove(pathOf(table));
    await look().catch(() => {}); // It is closed; the list refreshes by itself.
    list.focus();
  };
  const familyOf = (/** @type {string} */ name) => {
    const there = families.get(name);
    if (there) return there;
    const made = family(name);
    families.set(name, made);
    const later = familyOrder.slice(familyOrder.indexOf(name) + 1);
    const next = later.map((each) => families.get(each)?.element).find((each) => each);
    place.insertBefore(made.element, next ?? null);
    return made;
  };
  const groupOf = (/** @type {Summary} */ { game, rules }) => {
    const there = groups.get(game);
    if (there) return there;
    const set = games.get(`${rules}/${game}`);
    const made = group(set, game);
    groups.set(game, made);
    const around = familyOf(set?.family ?? "Other games").place;
    const later = order.slice(order.indexOf(game) + 1);
    const next = later.map((each) => groups.get(each)?.element)
      .find((each) => each?.parentElement === around);
    around.insertBefore(made.element, next ?? null);
    return made;
  };
  const show = (/** @type {Summary[]} */ now) => {
    const keys = new Set(now.map((each) => each.table));
    for (const [game, { element, cards }] of groups) {
      for (const [key, each] of cards) {
        if (keys.has(key)) continue;
        each.element.remove();
        cards.delete(key);
      }
      if (cards.size || now.some((each) => each.game === game)) continue;
      element.remove();
      groups.delete(game);
    }
    for (const [name, each] of families) {
      if (each.place.firstElementChild) continue;
      each.element.remove();
      families.delete(name);
    }
    for (const each of [...now].sort(activeFirst)) {
      const { cards, list } = groupOf(each);
      const there = cards.get(each.table);
      if (there) there.update(each);
      else {
        const close = opened.has(each.table) ? closing(each.table, list) : null;
        const made = card(each, games, mine.has(each.table), close);
        cards.set(each.table, made);
        list.append(made.element);
      }
    }
    for (const { fold } of groups.values()) fold();
    none.hidden = now.length > 0;
  };
  const look = async () => show(await allTables(MOST_PAGES));
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
  show(first);
  setInterval(again, EVERY);
  document.addEventListener("visibilitychange", again);
  return [trouble, none, place];
}

async function start() {
  fill(main(), h("section", { class: "welcome" },
    h("h1", null, "Pull up to a table"),
    h("p", { class: "lead" },
      "Casino games played exactly as the regulations are written, with chips that cost nothing. ",
      "Every payout, every edge and every refusal names its clause.")));
  /** @type {[Person | null, House, {rulesets: Ruleset[]}, Summary[]]} */
  const [person, house, { rulesets }, tables] = await Promise.all([
    whoIsIn(), get("/house"), get("/rulesets"), allTables(MOST_PAGES),
  ]);
  const games = await gamesOf(rulesets);
  const gameAt = (/** @type {string} */ table) => {
    const found = tables.find((each) => each.table === table);
    return found && games.get(`${found.rules}/${found.game}`);
  };
  main().append(...[
    sessionNotice(),
    seatsPart(person, gameAt),
    h("p", { class: "brings" }, bringing(person, house)),
    ...lobby(games, person, tables),
    openingPart(house, rulesets, person),
  ].filter((each) => each !== null));
}

start().catch((wrong) => showError(wrong));
