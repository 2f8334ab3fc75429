// How to play: the gaming guide of a table or of a game, to read and to print. The server generates
// every sentence from its rules.

import { here } from "../lib/address.js";
import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, path, whoIsIn } from "../lib/shell.js";
import { clauseLink, trail } from "../lib/widgets.js";

/** @import { Catalogue, Exactly, Guide, GuideSection, GuideTable, GuideWager }
 *   from "../../types/protocol.d.ts" */

/** Longer fractions are left out. */
const LONGEST = 13;

/** @param {Exactly} figure @param {number} places */
const percent = ({ decimal }, places) => `${(Number(decimal) * 100).toFixed(places)}%`;

/** Return clauses in small type, to follow a sentence. @param {string[]} clauses */
const cited = (clauses) => (clauses.length
  ? h("span", { class: "cited" }, clauses.flatMap((id) => [" ", clauseLink(id)])) : null);

/** @param {GuideTable} table */
const tableOf = ({ caption, head, rows, clauses }) => [
  h("p", { class: "caption" }, h("strong", null, caption, "."), cited(clauses)),
  h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": caption },
    h("table", { class: "drawing-table", "aria-label": caption },
      h("thead", null, h("tr", null, head.map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", null, rows.map(([first, ...others]) => h("tr", null,
        h("th", { scope: "row" }, first),
        others.map((word) => h("td", { class: word === "D" ? "draws" : null }, word))))))),
];

/** @param {GuideSection} section */
const sectionOf = ({ title, items, tables }) =>
  h("section", null, h("h2", null, title),
    h("ul", { class: "told" }, items.map(({ text, clauses }) =>
      h("li", null, text, cited(clauses)))),
    tables.map(tableOf));

/** Return the chance to win, with a bar. @param {GuideWager} wager */
function chance({ win }) {
  if (!win) return h("td", { class: "number" }, "with its bet");
  const exact = /\//.test(win.exact) && win.exact.length <= LONGEST ? win.exact : null;
  const bar = h("span", { class: "chance", "aria-hidden": "true" });
  bar.style.setProperty("--share", win.decimal);
  return h("td", { class: "number" }, percent(win, 1),
    exact ? h("small", { class: "fraction" }, exact) : null, bar);
}

/** @param {GuideWager} wager */
const edge = ({ edge: kept }) => h("td", { class: "number" },
  !kept ? "" : kept.exact === "0" ? "none" : percent(kept, 2));

/** Return when a bet may be made and changed. @param {GuideWager} wager */
const madeWhen = ({ when, changes }) => `Made ${when}; ${changes}.`;

/** @param {{title: string, wagers: GuideWager[]}} area */
function areaOf({ title, wagers }) {
  const alike = [...Map.groupBy(wagers, madeWhen)]
    .toSorted(([, one], [, other]) => other.length - one.length)[0][0];
  return h("section", { class: "wagers" }, h("h3", null, title),
    h("p", { class: "soft" }, alike, wagers.some((each) => madeWhen(each) !== alike)
      ? " Others say so themselves." : null),
    h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title },
      h("table", null,
        h("thead", null, h("tr", null, ["Bet", "When it wins and loses", "Pays"]
          .map((word) => h("th", { scope: "col" }, word)),
        ["Wins", "Edge"].map((word) => h("th", { scope: "col", class: "number" }, word)),
        h("th", { scope: "col" }, "Amounts"))),
        h("tbody", null, wagers.map((each) => h("tr", null,
          h("th", { scope: "row" }, each.name, cited([each.clause])),
          h("td", { class: "plain-line" }, each.plain,
            madeWhen(each) === alike ? null : h("small", null, madeWhen(each))),
          h("td", null, each.pays), chance(each), edge(each),
          h("td", null, each.limits)))))));
}

/**
 * @param {Guide} guide @param {Catalogue} catalogue @param {string | null} table
 */
function show(guide, catalogue, table) {
  const first = `/first-hand/${guide.rules}/${guide.game}`;
  const asked = table ? `?table=${encodeURIComponent(table)}` : "";
  document.title = `How to play: ${guide.title}`;
  fill(main(),
    table ? trail(["/", "Tables"], [`/tables/${encodeURIComponent(table)}`, "To the table"])
      : trail(["/", "Tables"], [`/odds/${guide.rules}/${guide.game}`, "The odds"]),
    h("h1", null, `How to play: ${guide.title}`),
    h("p", { class: "lead" }, "A gaming guide: ", guide.citation, ", with ",
      table ? "what this house has chosen for this table." : "the usual choices of a house.",
      " It is made from the rules that the table itself follows; small links lead to the clauses. ",
      guide.later),
    h("p", { class: "row ways" },
      catalogue.first_hand
        ? h("a", { class: "button main", href: first + asked }, "Show me a first hand") : null,
      h("button", { type: "button", on: { click: () => print() } }, "Print")),
    h("div", { class: "guide" }, guide.sections.map(sectionOf)),
    h("h2", null, "The bets"),
    h("p", { class: "soft" }, "“Wins” is the chance that a new bet wins, “Edge” what the house ",
      "keeps of it on average."),
    guide.wagers.map(areaOf));
}

async function start() {
  const [first, second] = path();
  const table = here().startsWith("/tables/") ? first : null;
  const from = table ? `/tables/${encodeURIComponent(table)}` : `/rulesets/${first}/${second}`;
  whoIsIn().catch(() => {}); // The guide works without it.
  /** @type {[Guide, Catalogue]} */
  const [guide, catalogue] = await Promise.all([
    get(`${from}/guide`), get(table ? `${from}/catalogue` : from),
  ]);
  show(guide, catalogue, table);
}

start().catch((wrong) => showError(wrong));
