// The list of rule sets, and the odds sheet of one of them. The server computes every figure
// exactly; the page sorts, filters and unfolds them.

import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import {
  clauseLink, clauseLinks, count, gameName, labelled, trail,
} from "../lib/widgets.js";
import { main, path, whoIsIn } from "../lib/shell.js";

/** @import { Figures, Ruleset, Sheet } from "../../types/protocol.d.ts" */

const LONG = 13;

// The list

async function listPage() {
  /** @type {{rulesets: Ruleset[]}} */ const { rulesets } = await get("/rulesets");
  const editions = Map.groupBy(rulesets, (each) => each.rules);
  fill(main(), h("h1", null, "What it pays, what it costs"),
    h("p", { class: "lead" },
      "For every wager of every rule set: what it pays, how often it wins, and what the house ",
      "keeps of it; odds with the bet they stand behind, for by themselves they cost nothing. ",
      "Computed from the rules themselves, as exact fractions, each with the clauses ",
      "it rests on."),
    h("ul", { class: "cards" }, [...editions.values()].map(edition)),
    h("h2", null, "Two rule sets side by side"), compareForm(rulesets));
}

/** @param {Ruleset[]} games of one rule set */
const edition = (games) =>
  h("li", { class: "card edition" },
    h("h2", null, games[0].name.split(", ").slice(1).join(", ") || games[0].rules),
    h("p", { class: "soft" }, `${games[0].citation}. ${games[0].later}`),
    h("ul", { class: "plain" }, games.map((each) =>
      h("li", null,
        h("a", {
          href: `/odds/${each.rules}/${each.game}`, "aria-label": `${each.name}: the sheet`,
        }, gameName(each.game)),
        h("span", { class: "soft" }, ` ${count(each.wagers, "wager")}`)))));

/** Create the form to choose two rule sets. @param {Ruleset[]} rulesets */
function compareForm(rulesets) {
  /** @param {string} name @param {string} label @param {number} chosen */
  const choose = (name, label, chosen) => labelled(label, (id) =>
    h("select", { id, name },
      rulesets.map((each, place) => h("option",
        { value: `${each.rules}/${each.game}`, selected: place === chosen }, each.name))));
  const [first] = rulesets;
  const other = rulesets.findIndex(({ game, rules }) =>
    game === first.game && rules !== first.rules);
  return h("form", { action: "/compare", class: "bar" },
    choose("left", "This one", 0), choose("right", "beside that one", Math.max(other, 0)),
    h("button", { class: "main" }, "Compare"));
}

// The sheet

/**
 * A row of the sheet: its position on the layout, its search words, its table row, and the details
 * below it.
 * @typedef {{figures: Figures, place: number, words: string,
 *   button: HTMLButtonElement, element: HTMLElement, more: HTMLElement | null}} Row
 */
/** The figures that every line has. @typedef {"edge_per_bet_made" | "edge_per_bet_decided" |
 *   "edge_per_roll" | "p_win" | "p_lose" | "p_push" | "rolls_to_decide" | "variance"} Key */
/**
 * `most` is the largest edge of the sheet.
 * @typedef {{key: string, word: string, title: string, value: (row: Row) => number | string,
 *   cell: (row: Figures, most: number) => Node, number?: boolean}} Column
 */

/** @param {Key} key @returns {(row: Row) => number} */
const decimal = (key) => ({ figures }) => Number(figures.decimals[key]);

/**
 * Return the cell of a figure: a percentage or a number, with the fraction below if it is short.
 * @param {Key} key @returns {Column["cell"]}
 */
const figure = (key) => (row) =>
  h("td", { class: "number" },
    row.percents[key] ?? plainly(row.decimals[key]), fraction(row[key]));

/** @param {string} exact */
const fraction = (exact) =>
  (/\//.test(exact) && exact.length <= LONG ? h("small", { class: "fraction" }, exact) : null);
/** @param {string} value */
const plainly = (value) => String(Math.round(Number(value) * 1000) / 1000);

/** @type {Column[]} */
const COLUMNS = [
  {
    key: "place", word: "Wager", title: "in the layout's order", value: (row) => row.place,
    cell: (row) => h("th", { scope: "row" }, variant(row) && h("small", null, variant(row))),
  },
  {
    key: "edge", word: "Edge", title: "what the house keeps of each bet made",
    value: decimal("edge_per_bet_made"), cell: (row, most) => edgeCell(row, most), number: true,
  },
  {
    key: "pays", word: "Pays", title: "what it pays", value: (row) => ratio(row.figures.pays),
    cell: (row) => h("td", { class: "pays" }, row.pays),
  },
  {
    key: "p_win", word: "Wins", title: "how often it wins", value: decimal("p_win"),
    cell: figure("p_win"), number: true,
  },
  {
    key: "p_lose", word: "Loses", title: "how often it loses", value: decimal("p_lose"),
    cell: figure("p_lose"), number: true,
  },
  {
    key: "p_push", word: "Pushes", title: "how often nothing is won or lost",
    value: decimal("p_push"), cell: figure("p_push"), number: true,
  },
  {
    key: "decided", word: "Edge, decided", title: "of each bet that is decided: voids left out",
    value: decimal("edge_per_bet_decided"), cell: figure("edge_per_bet_decided"),
    number: true,
  },
  {
    key: "roll", word: "Edge, each %", title: "of each bet and % on which it works",
    value: decimal("edge_per_roll"), cell: figure("edge_per_roll"), number: true,
  },
  {
    key: "rolls", word: "Lasts", title: "how many %s it takes to decide, on average",
    value: decimal("rolls_to_decide"), cell: figure("rolls_to_decide"), number: true,
  },
  {
    key: "variance", word: "Variance", title: "of the result for each unit wagered",
    value: decimal("variance"), cell: figure("variance"), number: true,
  },
  {
    key: "clause", word: "Clause", title: "the clause that defines it",
    value: (row) => row.figures.clause,
    cell: (row) => h("td", null, clauseLink(row.clause)),
  },
];

/** Parse "9 to 5" to a number, to sort by. @param {string} pays */
function ratio(pays) {
  const found = /([\d.]+) to ([\d.]+)/.exec(pays);
  return found ? Number(found[1]) / Number(found[2]) : 0;
}

/** @type {Readonly<Record<string, string>>} */
const WHEN = { bet: "taken with the bet", win: "taken from a win" };
/** @type {Readonly<Record<string, string>>} */
const BASE = { wager: "the wager", win: "the win" };

/** Return what distinguishes two rows of one wager. @param {Figures} row */
const variant = ({ vig, percents, table }) =>
  [vig && `${percents.vig_rate} of ${BASE[vig.base] ?? vig.base}, ${WHEN[vig.when] ?? vig.when}`,
    table ? `pay table ${table}` : null].filter(Boolean).join(", ");

/**
 * Return the cell of the edge, with a bar relative to the largest edge of the sheet.
 * @param {Figures} row @param {number} most
 */
function edgeCell(row, most) {
  const bar = h("span", { class: "bar-of", "aria-hidden": "true" });
  bar.style.setProperty("--share",
    String(Math.max(0, Number(row.decimals.edge_per_bet_made)) / most));
  return h("td", { class: "number edge" },
    h("strong", null, row.percents.edge_per_bet_made), fraction(row.edge_per_bet_made),
    bar);
}

/** @type {readonly [string, Key | "edge_per_outlay"][]} */
const EXACT = Object.freeze([
  ["Edge of a bet made", "edge_per_bet_made"], ["Edge of a bet decided", "edge_per_bet_decided"],
  ["Edge of each %", "edge_per_roll"], ["Wins", "p_win"], ["Loses", "p_lose"],
  ["Pushes", "p_push"], ["Number of %s to decide it", "rolls_to_decide"], ["Variance", "variance"],
  ["Edge of all that is paid out at first", "edge_per_outlay"],
]);

/** Replace % in a text by the game's word for a trial. @param {string} text @param {string} noun */
const inGame = (text, noun) => text.replaceAll("%", noun);

/**
 * Return all other figures of a wager, in a row of its own.
 * @param {Figures} row @param {string} noun what the game calls a roll
 */
function more(row, noun) {
  const { continuous } = row.percents;
  const inside = h("div", { class: "opened-inside" },
    h("section", null, h("h3", null, "Exactly"),
      figures(EXACT.flatMap(([word, key]) =>
        (key in row ? [[inGame(word, noun), row[key] ?? ""]] : [])))),
    row.with_odds?.length ? withOdds(row.with_odds) : null,
    continuous ? alwaysUp(continuous, noun) : null,
    row.points ? points(row.points) : null,
    h("section", null, h("h3", null, "By these clauses"),
      h("p", { class: "clauses" }, clauseLinks(row.clauses)),
      row.borrowed
        ? h("p", { class: "soft" },
          "Its clause is another edition's, borrowed under ", clauseLink(row.borrowed), ".")
        : null));
  return h("tr", { class: "opened" }, h("td", { colspan: COLUMNS.length }, inside));
}

/** Return numbers with their names. @param {string[][]} list */
const figures = (list) =>
  h("dl", { class: "exact" }, list.map(([word, number]) =>
    h("div", null, h("dt", null, word), h("dd", null, h("code", null, number)))));

/** @param {{working_share: string, edge_per_roll: string}} continuous @param {string} noun */
const alwaysUp = ({ working_share: share, edge_per_roll: edge }, noun) =>
  h("section", null, h("h3", null, "Always up"),
    h("p", null, `Made again whenever it is decided, it works on ${share} of all `,
      `${noun}s and costs ${edge} on each of them.`));

/** @param {NonNullable<Figures["with_odds"]>} found */
const withOdds = (found) =>
  h("section", null, h("h3", null, "With odds behind it"), h("table", { class: "small" },
    h("thead", null,
      h("tr", null,
        h("th", { scope: "col" }, "Odds"),
        h("th", { scope: "col", class: "number" }, "Edge of it all"),
        h("th", { scope: "col", class: "number" }, "Bet on average"))),
    h("tbody", null, found.map((each) => h("tr", null,
      h("th", { scope: "row" }, `${each.multiple} times`),
      h("td", { class: "number" }, each.percents.edge, fraction(each.edge)),
      h("td", { class: "number" },
        plainly(each.decimals.mean_total_wager), fraction(each.mean_total_wager)))))));

/** Return the chance of each number of points. @param {Record<string, string>} found */
const points = (found) => h("section", null, h("h3", null, "Different points made"),
  figures(Object.entries(found)));

/** @param {Figures} found @param {number} place @param {number} most @returns {Row} */
function rowOf(found, place, most) {
  const { name, wager, clause, pays } = found;
  const button = h("button", { type: "button", class: "opens", "aria-expanded": "false" }, name);
  const element = h("tr", null, COLUMNS.map((column) => column.cell(found, most)));
  element.firstElementChild?.prepend(button);
  const words = `${name} ${wager} ${clause} ${pays} ${variant(found)}`.toLowerCase();
  return { figures: found, place, words, button, element, more: null };
}

/** @param {Sheet} found the sheet as the house has it @param {string} noun */
function sheetTable(found, noun) {
  const edges = found.wagers.map(({ decimals }) => Number(decimals.edge_per_bet_made));
  const most = Math.max(...edges, 1e-9);
  const rows = found.wagers.map((each, place) => rowOf(each, place, most));
  const body = h("tbody");
  for (const row of rows) row.button.addEventListener("click", () => toggle(row));
  let [by, down, wanted] = [COLUMNS[0], false, ""];
  const message = h("p", { role: "status", class: "soft told" });

  /** @param {Row} row */
  function toggle(row) {
    row.button.setAttribute("aria-expanded", String(!row.more));
    row.more?.remove();
    row.more = row.more ? null : more(row.figures, noun);
    if (row.more) row.element.after(row.more);
  }
  function draw() {
    const words = wanted.split(/\s+/);
    const seen = rows.filter((row) => words.every((word) => row.words.includes(word)));
    const compare = (/** @type {Row} */ left, /** @type {Row} */ right) => {
      const [a, b] = [by.value(left), by.value(right)];
      return (a < b ? -1 : a > b ? 1 : left.place - right.place) * (down ? -1 : 1);
    };
    seen.sort(compare);
    fill(body, seen.flatMap((row) => [row.element, row.more]));
    const all = count(rows.length, "line");
    fill(message, seen.length === rows.length ? all : `${seen.length} of ${all}`);
    for (const head of heads) {
      const is = head.column === by;
      head.element.setAttribute("aria-sort", is ? (down ? "descending" : "ascending") : "none");
    }
  }
  const heads = COLUMNS.map((column) => ({ column, element: headOf(column, noun, () => {
    [down, by] = [by === column ? !down : false, column];
    draw();
  }) }));
  const search = labelled("Find a wager", (id) => {
    const field = h("input", { id, type: "search", placeholder: "hard, buy 4, field ..." });
    field.addEventListener("input", () => {
      wanted = field.value.trim().toLowerCase();
      draw();
    });
    return field;
  });
  draw();
  const head = h("thead", null, h("tr", null, heads.map(({ element }) => element)));
  const table = h("div", {
    class: "scroll card sheet", tabindex: "0", role: "region", "aria-label": "The sheet",
  }, h("table", null, head, body));
  return { search, message, table };
}

/** @param {Column} column @param {string} noun @param {() => void} sort */
const headOf = (column, noun, sort) =>
  h("th", { scope: "col", class: column.number ? "number" : "", "aria-sort": "none" },
    h("button", {
      type: "button", class: "sorts", title: inGame(column.title, noun), on: { click: sort },
    }, inGame(column.word, noun), h("span", { class: "arrow", "aria-hidden": "true" })));

/** @param {string} rules @param {string} game */
async function sheetPage(rules, game) {
  fill(main(), trail(["/odds", "All rule sets"]),
    h("p", { class: "soft", role: "status" }, "Working the sheet out ..."));
  /** @type {[Sheet, {rulesets: Ruleset[]}]} */
  const [found, { rulesets }] = await Promise.all([
    get(`/rulesets/${encodeURIComponent(rules)}/${encodeURIComponent(game)}/odds`),
    get("/rulesets"),
  ]);
  const about = rulesets.find((each) => each.rules === rules && each.game === game);
  const noun = about?.noun ?? "roll";
  const { search, message, table } = sheetTable(found, noun);
  document.title = document.title.replace(/^[^-]+/, `Odds: ${about?.name ?? rules} `);
  fill(main(), trail(["/odds", "All rule sets"]), h("h1", null, about?.name ?? `${rules} ${game}`),
    h("p", { class: "soft" },
      about?.citation, ". ", about?.later, " ",
      h("a", { href: `/law?edition=${encodeURIComponent(rules)}` }, "Read its clauses"), ". ",
      h("a", { href: `/guide/${found.rules}/${found.game}` }, "How to play"), "."),
    h("div", { class: "bar" }, search, beside(rulesets, rules, game)),
    message, h("h2", { class: "unseen" }, "The sheet"), table,
    defaults(found.project_defaults),
    h("p", { class: "soft" },
      `A wager that is sometimes off is counted over the ${noun}s on which it works.`));
}

/**
 * Create the form that compares this rule set with another.
 * @param {Ruleset[]} rulesets @param {string} rules @param {string} game
 */
function beside(rulesets, rules, game) {
  const others = rulesets.filter((each) => each.rules !== rules || each.game !== game);
  const first = others.findIndex((each) => each.game === game);
  return h("form", { action: "/compare", class: "bar" },
    h("input", { type: "hidden", name: "left", value: `${rules}/${game}` }),
    labelled("Compare with",
      (id) => h("select", { id, name: "right" },
        others.map((each, place) => h("option",
          { value: `${each.rules}/${each.game}`, selected: place === first }, each.name)))),
    h("button", null, "Compare"));
}

/**
 * Return the rules that are the project's own, where a section is not printed.
 * @param {Sheet["project_defaults"]} found
 */
const defaults = (found) =>
  found?.length
    ? h("section", { class: "card" },
      h("h2", null, "Not the regulation's"),
      h("p", null, "Sections that are not printed; the project plays by these instead:"),
      h("ul", null,
        found.map(({ words, clauses }) => h("li", null, words, " ", clauseLinks(clauses)))))
    : null;

async function start() {
  whoIsIn().catch(() => null);
  const [rules, game] = path();
  await (rules ? sheetPage(rules, game) : listPage());
}

start().catch((wrong) => showError(wrong, ["/odds", "All rule sets"]));
