// The clauses of the regulations in our own words, with search: for each the code that holds it,
// the tests that prove it, and the readings that settle unclear places.

import { to } from "../lib/address.js";
import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { clauseLink, complain, count, gameName, labelled, paged, trail } from "../lib/widgets.js";
import { main, path, whoIsIn } from "../lib/shell.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Clause, ClauseList, ClauseNamed, House, Reading, ReadingNamed, Status }
 *   from "../../types/protocol.d.ts" */

/** What each status means. @type {Readonly<Record<Status, string>>} */
const STATUS = Object.freeze({
  enforced: "the program decides by it",
  recorded: "people carry it out, and enter it",
  shown: "the program displays it",
  asserted: "an event states it, and nobody enters it",
  own: "only a heading is printed, and the project plays by a custom under it",
  physical: "nothing software can hold",
  open: "not held yet",
});
const PAUSE = 250;
const FEW = 8;

/** @param {Status} word */
const status = (word) => h("span", { class: `tag status ${word}`, title: STATUS[word] }, word);

// The list

async function browse() {
  /** @type {[House, {readings: ReadingNamed[]}]} */
  const [house, { readings }] = await Promise.all([get("/house"), get("/readings")]);
  const asked = new URLSearchParams(location.search);
  const chosen = {
    edition: asked.get("edition") ?? "", status: asked.get("status") ?? "", q: asked.get("q") ?? "",
  };
  const found = h("div", { id: "found" });
  const message = h("p", { role: "status", class: "soft told" });
  let [turn, timer] = [0, 0];
  const look = async () => {
    const mine = ++turn;
    const query = Object.entries(chosen).filter(([, value]) => value);
    const asks = query.length ? `?${new URLSearchParams(query)}` : "";
    history.replaceState(null, "", to(`/law${asks}`));
    try {
      await clauses(query, found, message, () => mine === turn);
    } catch (wrong) {
      if (mine === turn) complain(found, wrong);
    }
  };
  /** @param {keyof typeof chosen} key @param {string} to @param {number} pause */
  const choose = (key, to, pause) => {
    chosen[key] = to.trim();
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };
  /** @param {"edition" | "status"} key @param {string} label @param {string[][]} options */
  const select = (key, label, options) => labelled(label, (id) => {
    const made = h("select", { id },
      h("option", { value: "" }, "all"),
      options.map(([value, words]) =>
        h("option", { value, selected: chosen[key] === value }, words)));
    made.addEventListener("change", () => choose(key, made.value, 0));
    return made;
  });
  const search = (/** @type {string} */ id) => {
    const made = h("input", {
      id, type: "search", value: chosen.q, maxlength: 100, placeholder: "vigorish, 1.2(a)5",
    });
    made.addEventListener("input", () => choose("q", made.value, PAUSE));
    return made;
  };
  fill(main(), h("h1", null, "The law"),
    h("p", { class: "lead" },
      "Every clause of the regulations in our own words, with its citation, where the program ",
      "holds it and the tests that prove it."),
    h("form", { class: "bar", role: "search", on: { submit: (event) => event.preventDefault() } },
      labelled("Search", search),
      select("edition", "Text", house.rules.map((each) => [each.rules, each.name])),
      select("status", "Status",
        Object.entries(STATUS).map(([word, means]) => [word, `${word}: ${means}`]))),
    message, found);
  await look();
  main().append(readingList(readings));
}

/**
 * Show clauses page by page, under the headings of their sections.
 * @param {string[][]} query @param {Element} found @param {Element} message
 * @param {() => boolean} isCurrent
 */
async function clauses(query, found, message, isCurrent) {
  const rows = h("ul", { class: "clause-list" });
  let section = "";
  const more = await paged(rows, async (/** @type {string | null} */ next) => {
    const asked = new URLSearchParams([
      ...query, ["limit", "60"], ...(next === null ? [] : [["after", next]])
    ]);
    /** @type {ClauseList} */ const page = await get(`/law?${asked}`);
    if (next === null && isCurrent()) fill(message,
      page.found ? count(page.found, "clause") : "No clause is like that.");
    const made = page.clauses.flatMap((each) => {
      const text = each.id.split("-")[0];
      const here = `${text} ${each.section}`;
      const heading = here === section
        ? []
        : [h("li", { class: "section" },
          h("h2", null, each.section, " ", h("span", { class: "tag" }, text)))];
      section = here;
      return [...heading, clauseRow(each)];
    });
    return { rows: made, next: page.next };
  });
  if (isCurrent()) fill(found, rows, more);
}

/** @param {ClauseNamed} each */
const clauseRow = (each) =>
  h("li", { class: "clause-row" },
    h("div", null, clauseLink(each.id), h("small", null, each.citation)), h("p", null, each.words),
    status(each.status));

/** @param {ReadingNamed[]} readings */
const readingList = (readings) =>
  h("section", { "aria-labelledby": "readings" }, h("h2", { id: "readings" }, "Readings"),
    h("p", { class: "soft" },
      "What the project takes unclear places to mean, and how sure it is of that."),
    h("ul", { class: "clause-list" }, readings.map((each) =>
      h("li", { class: "clause-row" },
        h("div", null, clauseLink(each.id)), h("p", null, each.title),
        h("span", { class: "soft standing" }, each.standing)))));

// One clause, one reading

const MENTIONS = /(`[^`]+`|\bR-\d+\b|\b(?:[A-Z]{2}\d{2})-[\w.]+(?:-[\w]+)*)/;

/**
 * Return one of our texts: paragraphs, code, and links to clauses it mentions.
 * @param {string} text
 */
const prose = (text) =>
  text.split(/\n\s*\n/).map((paragraph) => h("p", null,
    paragraph.split(MENTIONS).map((part, place) => {
    if (place % 2 === 0) return part;
    return part.startsWith("`")
      ? h("code", null, part.slice(1, -1))
      : clauseLink(part.replace(/\.$/, ""));
  })));

/** Return a list, folded if it is long. @param {string} words @param {Child[]} items */
const folded = (words, items) =>
  items.length > FEW
    ? h("details", null, h("summary", null, words), h("ul", { class: "code-list" }, items))
    : h("ul", { class: "code-list" }, items);

/** @param {string[]} texts */
const codes = (texts) => texts.map((each) => h("li", null, h("code", null, each)));

/** @param {string} id */
async function clausePage(id) {
  /** @type {Clause} */
  const found = await get(`/law/${encodeURIComponent(id)}`);
  document.title = document.title.replace(/^[^-]+/, `${id} `);
  fill(main(), trail(["/law", "The law"], [`/law?edition=${found.edition}`, found.edition]),
    h("h1", null, found.citation),
    h("blockquote", { class: "words" }, found.words, h("footer", null, "in our own words")),
    h("dl", { class: "facts" },
      fact("Id", h("code", null, found.id)), fact("Section", found.section),
      fact("Kind", found.kind),
      fact("Status", status(found.status), ` ${STATUS[found.status] ?? ""}`),
      found.games.length ? fact("Games", found.games.map(gameName).join(", ")) : null),
    found.later ? h("p", { class: "soft" }, found.later) : null,
    found.reason ? h("p", { class: "notice" }, found.reason) : null,
    lent(found),
    found.readings.length
      ? h("section", null, h("h2", null, "Read as"), found.readings.map(readingCard))
      : null,
    held("Where it is held", found.where, "place"),
    held("What proves it", found.tests, "test"),
    neighbours(found));
}

/** @param {string} word @param {...Child} value */
const fact = (word, ...value) => h("div", null, h("dt", null, word), h("dd", null, value));

/** @param {string} heading @param {string[]} items @param {string} word */
const held = (heading, items, word) =>
  items.length
    ? h("section", null, h("h2", null, heading), folded(count(items.length, word), codes(items)))
    : null;

/**
 * Return other texts that borrow this clause because their own is not printed.
 * @param {Clause} clause
 */
const lent = ({ lent: found }) =>
  found?.length
    ? h("p", { class: "soft" }, "Borrowed by ", found.map((each, place) => [
      place ? ", " : null, each.rules, " under ",
      each.borrowed.split(/,\s*/).map((id) => [clauseLink(id), " "]),
    ]))
    : null;

/** @param {Pick<Reading, "id" | "title" | "standing" | "text">} reading */
const readingCard = (reading) =>
  h("article", { class: "card reading" },
    h("h3", null, clauseLink(reading.id), ` ${reading.title}`),
    h("p", { class: "soft" }, reading.standing), prose(reading.text));

/** @param {{previous?: string | null, next?: string | null}} clause */
const neighbours = ({ previous, next }) =>
  h("nav", { class: "neighbours", "aria-label": "Neighbours" },
    previous
      ? h("a", { class: "button", href: `/law/${previous}`, rel: "prev" }, `← ${previous}`)
      : h("span"),
    next ? h("a", { class: "button", href: `/law/${next}`, rel: "next" }, `${next} →`) : null);

/** @param {string} id */
async function readingPage(id) {
  /** @type {[Reading, {readings: ReadingNamed[]}]} */
  const [found, { readings }] = await Promise.all([
    get(`/readings/${encodeURIComponent(id)}`), get("/readings"),
  ]);
  const place = readings.findIndex((each) => each.id === found.id);
  document.title = document.title.replace(/^[^-]+/, `${id} `);
  fill(main(), trail(["/law", "The law"], ["/law#readings", "Readings"]),
    h("h1", null, `${found.id}: ${found.title}`),
    h("dl", { class: "facts" }, fact("Standing", found.standing), fact("Touches",
      h("span", { class: "clauses" }, found.clauses.map((each) => [clauseLink(each), " "])))),
    h("div", { class: "prose" }, prose(found.text)),
    Object.keys(found.sources).length
      ? h("section", null, h("h2", null, "Sources"), h("dl", { class: "facts" },
        Object.entries(found.sources).map(([key, words]) => fact(key, words))))
      : null,
    held("Where it is held", found.where, "place"),
    neighbours({ previous: readings[place - 1]?.id, next: readings[place + 1]?.id }));
}

async function start() {
  whoIsIn().catch(() => null);
  const [id] = path();
  if (!id) return browse();
  return /^R-\d+$/i.test(id) ? readingPage(id.toUpperCase()) : clausePage(id);
}

start().catch((wrong) => showError(wrong, ["/law", "All clauses"]));
