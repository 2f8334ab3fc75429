// What everything costs: the list of rule sets, and the sheet of one of them. Every figure is the
// house's, exact; here they are sorted, filtered and opened.

import { get } from "../lib/api.js";
import { at, fill, h } from "../lib/dom.js";
import {
  clauseLink, clauseLinks, complain, count, gameName, labelled, trail,
} from "../lib/widgets.js";
import { percent as percentage } from "../lib/percent.js";
import { main, path, whoIsIn } from "../lib/shell.js";

const LONG = 13;

// The list

async function listPage() {
  const { rulesets } = await get("/rulesets");
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

/** @param {any[]} games of one rule set */
const edition = (games) =>
  h("li", { class: "card edition" },
    h("h2", null, games[0].name.split(", ").slice(1).join(", ") || games[0].rules),
    h("p", { class: "soft" }, games[0].citation),
    h("ul", { class: "plain" }, games.map((each) =>
      h("li", null,
        h("a", {
          href: `/odds/${each.rules}/${each.game}`, "aria-label": `${each.name}: the sheet`,
        }, gameName(each.game)),
        h("span", { class: "soft" }, ` ${count(each.wagers, "wager")}`)))));

/** Two rule sets to choose. @param {any[]} rulesets */
function compareForm(rulesets) {
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
 * @typedef {{key: string, word: string, title: string, value: (row: any) => number | string, cell:
 *   (row: any, sheet: any) => Node, number?: boolean}} Column
 */

const decimal = (key) => (row) => Number(row.decimals[key]);
const percent = (value, exact) =>
  `${exact ? percentage(exact) : (Number(value) * 100).toFixed(3)}%`;

/** A figure: a percentage or a number, and below it the fraction if it is short. */
const figure = (key, shown) => (row) =>
  h("td", { class: "number" }, shown(row.decimals[key], row[key]), fraction(row[key]));

const fraction = (exact) =>
  (/\//.test(exact) && exact.length <= LONG ? h("small", { class: "fraction" }, exact) : null);
const plainly = (value) => String(Math.round(Number(value) * 1000) / 1000);

/** @type {Column[]} */
const COLUMNS = [
  {
    key: "place", word: "Wager", title: "in the layout's order", value: (row) => row.place,
    cell: (row, sheet) => nameCell(row, sheet),
  },
  {
    key: "edge", word: "Edge", title: "what the house keeps of each bet made",
    value: decimal("edge_per_bet_made"), cell: (row, sheet) => edgeCell(row, sheet), number: true,
  },
  {
    key: "pays", word: "Pays", title: "what it pays", value: (row) => ratio(row.pays),
    cell: (row) => h("td", { class: "pays" }, row.pays),
  },
  {
    key: "p_win", word: "Wins", title: "how often it wins", value: decimal("p_win"),
    cell: figure("p_win", percent), number: true,
  },
  {
    key: "p_lose", word: "Loses", title: "how often it loses", value: decimal("p_lose"),
    cell: figure("p_lose", percent), number: true,
  },
  {
    key: "p_push", word: "Pushes", title: "how often nothing is won or lost",
    value: decimal("p_push"), cell: figure("p_push", percent), number: true,
  },
  {
    key: "decided", word: "Edge, decided", title: "of each bet that is decided: voids left out",
    value: decimal("edge_per_bet_decided"), cell: figure("edge_per_bet_decided", percent),
    number: true,
  },
  {
    key: "roll", word: "Edge, each trial", title: "of each bet and trial on which it works",
    value: decimal("edge_per_roll"), cell: figure("edge_per_roll", percent), number: true,
  },
  {
    key: "rolls", word: "Trials", title: "how long it takes to decide, on average",
    value: decimal("rolls_to_decide"), cell: figure("rolls_to_decide", plainly), number: true,
  },
  {
    key: "variance", word: "Variance", title: "of the result for each unit wagered",
    value: decimal("variance"), cell: figure("variance", plainly), number: true,
  },
  {
    key: "clause", word: "Clause", title: "the clause that defines it", value: (row) => row.clause,
    cell: (row) => h("td", null, clauseLink(row.clause)),
  },
];

/** "9 to 5" as a number, to sort by. */
function ratio(pays) {
  const found = /([\d.]+) to ([\d.]+)/.exec(pays);
  return found ? Number(found[1]) / Number(found[2]) : 0;
}

const WHEN = { bet: "taken with the bet", win: "taken from a win" };
const BASE = { wager: "the wager", win: "the win" };

/** What tells two rows of one wager apart. */
const variant = ({ vig, table }) =>
  [vig ? charge(vig) : null, table ? `pay table ${table}` : null].filter(Boolean).join(", ");

const charge = ({ rate, base, when }) =>
  `${percentOf(rate)} of ${BASE[base] ?? base}, ${WHEN[when] ?? when}`;

/** "1/20" is 5%. */
function percentOf(rate) {
  const [top, bottom] = rate.split("/").map(Number);
  return bottom ? `${+((top / bottom) * 100).toFixed(2)}%` : rate;
}

function nameCell(row, sheet) {
  const words = variant(row);
  const button = h("button", {
    type: "button", class: "opens", "aria-expanded": "false",
    on: { click: () => sheet.toggle(row) },
  }, row.name);
  row.button = button;
  return h("th", { scope: "row" }, button, words ? h("small", null, words) : null);
}

/** The edge, with a bar as long as its share of the sheet's largest. */
function edgeCell(row, sheet) {
  const bar = h("span", { class: "bar-of", "aria-hidden": "true" });
  bar.style.setProperty("--share",
    String(Math.max(0, Number(row.decimals.edge_per_bet_made)) / sheet.most));
  return h("td", { class: "number edge" },
    h("strong", null, percent("", row.edge_per_bet_made)), fraction(row.edge_per_bet_made),
    bar);
}

/** Everything else about a wager, in a row of its own. */
function more(row) {
  const exact = [
    ["Edge of a bet made", "edge_per_bet_made"], ["Edge of a bet decided", "edge_per_bet_decided"],
    ["Edge of each trial", "edge_per_roll"], ["Wins", "p_win"], ["Loses", "p_lose"],
    ["Pushes", "p_push"], ["Trials to decide", "rolls_to_decide"], ["Variance", "variance"],
    ["Edge of all that is paid out at first", "edge_per_outlay"],
  ].filter(([, key]) => key in row);
  const inside = h("div", { class: "opened-inside" },
    h("section", null, h("h3", null, "Exactly"),
      figures(exact.map(([word, key]) => [word, row[key]]))),
    row.with_odds?.length ? withOdds(row) : null,
    row.continuous ? alwaysUp(row.decimals.continuous) : null,
    row.points ? points(row.points) : null,
    h("section", null, h("h3", null, "By these clauses"),
      h("p", { class: "clauses" }, clauseLinks(row.clauses)),
      row.borrowed
        ? h("p", { class: "soft" },
          "Its clause is another edition's, borrowed under ", clauseLink(row.borrowed), ".")
        : null));
  return h("tr", { class: "opened" }, h("td", { colspan: COLUMNS.length }, inside));
}

/** Numbers with their names. @param {[string, string][]} list */
const figures = (list) =>
  h("dl", { class: "exact" }, list.map(([word, number]) =>
    h("div", null, h("dt", null, word), h("dd", null, h("code", null, number)))));

const alwaysUp = ({ working_share: share, edge_per_roll: edge }) =>
  h("section", null, h("h3", null, "Always up"),
    h("p", null, `Made again whenever it is decided, it works on ${percent(share)} of all trials `,
      `and costs ${percent(edge)} on each of them.`));

const withOdds = (row) =>
  h("section", null, h("h3", null, "With odds behind it"), h("table", { class: "small" },
    h("thead", null,
      h("tr", null,
        h("th", { scope: "col" }, "Odds"),
        h("th", { scope: "col", class: "number" }, "Edge of it all"),
        h("th", { scope: "col", class: "number" }, "Bet on average"))),
    h("tbody", null, row.with_odds.map((each) => h("tr", null,
      h("th", { scope: "row" }, `${each.multiple} times`),
      h("td", { class: "number" }, percent("", each.edge), fraction(each.edge)),
      h("td", { class: "number" },
        plainly(each.decimals.mean_total_wager), fraction(each.mean_total_wager)))))));

/** The chance of each number of points, as the house gives it. */
function points(found) {
  const rows = Array.isArray(found)
    ? found
    : Object.entries(found).map(([number, p]) => ({ points: number, p }));
  return h("section", null, h("h3", null, "Different points made"),
    figures(rows.map((each) =>
      [each.points ?? each.number ?? "", each.p ?? JSON.stringify(each)])));
}

/** @param {any} found the sheet as the house has it */
function sheetTable(found) {
  const rows = found.wagers.map((each, place) => ({ ...each, place }));
  const body = h("tbody");
  const sheet = { most: Math.max(...rows.map(decimal("edge_per_bet_made")), 1e-9), toggle };
  for (const row of rows) {
    row.words = `${row.name} ${row.wager} ${row.clause} ${row.pays} ${variant(row)}`.toLowerCase();
    row.element = h("tr", null, COLUMNS.map((column) => column.cell(row, sheet)));
  }
  let [by, down, wanted] = [COLUMNS[0], false, ""];
  const told = h("p", { role: "status", class: "soft told" });

  function toggle(row) {
    const open = row.button.getAttribute("aria-expanded") === "true";
    row.button.setAttribute("aria-expanded", String(!open));
    if (open) row.more.remove();
    else {
      row.more = more(row);
      row.element.after(row.more);
    }
  }
  function draw() {
    const words = wanted.split(/\s+/);
    const seen = rows.filter((row) => words.every((word) => row.words.includes(word)));
    const compare = (left, right) => {
      const [a, b] = [by.value(left), by.value(right)];
      return (a < b ? -1 : a > b ? 1 : left.place - right.place) * (down ? -1 : 1);
    };
    seen.sort(compare);
    const isOpen = (row) => row.button.getAttribute("aria-expanded") === "true";
    fill(body, seen.flatMap((row) => [row.element, isOpen(row) ? row.more : null]));
    const all = count(rows.length, "line");
    fill(told, seen.length === rows.length ? all : `${seen.length} of ${all}`);
    for (const head of heads) {
      const is = head.column === by;
      head.element.setAttribute("aria-sort", is ? (down ? "descending" : "ascending") : "none");
    }
  }
  const heads = COLUMNS.map((column) => ({ column, element: headOf(column, () => {
    [down, by] = [by === column ? !down : false, column];
    draw();
  }) }));
  const input = (event) => {
    wanted = event.target.value.trim().toLowerCase();
    draw();
  };
  const search = labelled("Find a wager", (id) =>
    h("input", { id, type: "search", placeholder: "hard, buy 4, field ...", on: { input } }));
  draw();
  const head = h("thead", null, h("tr", null, heads.map(({ element }) => element)));
  const table = h("div", {
    class: "scroll card sheet", tabindex: "0", role: "region", "aria-label": "The sheet",
  }, h("table", null, head, body));
  return { search, told, table };
}

const headOf = (column, sort) =>
  h("th", { scope: "col", class: column.number ? "number" : "", "aria-sort": "none" },
    h("button", { type: "button", class: "sorts", title: column.title, on: { click: sort } },
      column.word, h("span", { class: "arrow", "aria-hidden": "true" })));

async function sheetPage(rules, game) {
  fill(main(), trail(["/odds", "All rule sets"]),
    h("p", { class: "soft", role: "status" }, "Working the sheet out ..."));
  const [found, { rulesets }] = await Promise.all([
    get(`/rulesets/${encodeURIComponent(rules)}/${encodeURIComponent(game)}/odds`),
    get("/rulesets"),
  ]);
  const about = rulesets.find((each) => each.rules === rules && each.game === game);
  const { search, told, table } = sheetTable(found);
  document.title = document.title.replace(/^[^-]+/, `Odds: ${about?.name ?? rules} `);
  fill(main(), trail(["/odds", "All rule sets"]), h("h1", null, about?.name ?? `${rules} ${game}`),
    h("p", { class: "soft" },
      about?.citation, ". ",
      h("a", { href: `/law?edition=${encodeURIComponent(rules)}` }, "Read its clauses"), "."),
    h("div", { class: "bar" }, search, beside(rulesets, rules, game)),
    told, h("h2", { class: "unseen" }, "The sheet"), table,
    defaults(found.project_defaults),
    h("p", { class: "soft" }, "A trial is a roll, a shake or a coup. A wager that is sometimes ",
      "off is counted over those on which it works."));
}

/** A way to set another rule set beside this one. */
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

/** Rules that are the project's own, where a section is not printed. */
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

start().catch((wrong) => {
  fill(main(), h("h1", null, "Odds"),
    h("div", { id: "wrong" }), h("p", null, h("a", { href: "/odds" }, "All rule sets")));
  complain(at("wrong"), wrong);
});
