// An answer of the lab: figures first, then plots, how it ends, and where the money goes.

import { h } from "../lib/dom.js";
import { listed } from "../lib/sentences.js";
import { endsPlot, fanPlot, finalPlot, ruinPlot } from "./plots.js";

/** @import { LabAnswer, LabResult, NeededBankroll, Pair } from "../../types/lab.d.ts" */

/** @type {Readonly<Record<string, string>>} */
const STOPPED = {
  asked: "Stopped: this is what was done until then.",
  time: "The time was over: this is what was done until then.",
};

/** @param {LabAnswer} answer @param {string[]} asked the letters of the strategies */
export function answerParts(answer, asked) {
  const { results } = answer;
  const missing = asked.slice(results.length);
  const plots = [ruinPlot(answer.curves, results), fanPlot(results),
    finalPlot(results, answer.bars), endsPlot(results)];
  return [
    answer.stopped ? h("p", { class: "notice" }, STOPPED[answer.stopped],
      missing.length ? ` Not begun: ${listed(missing)}.` : null) : null,
    results.length === 1 ? single(results[0]) : several(answer),
    answer.pairs.length ? h("div", { class: "pairs" }, answer.pairs.map(pair)) : null,
    answer.bankrolls.map((each, at) => needed(each, results.length > 1 ? results[at].label : "")),
    h("div", { class: "plots" }, plots),
    results.map((each) => details(each, results.length > 1)),
    h("div", { class: "row" }, saved(answer)),
  ];
}

/** @param {LabResult} result */
const single = (result) => [
  heading(result), h("dl", { class: "figures" }, result.figures.map(({ words, value, error }) =>
    h("div", { class: "card" }, h("dt", null, words),
      h("dd", null, value, error ? h("small", null, ` ± ${error}`) : null)))),
];

/** @param {LabResult} result */
const heading = ({ name, exact, asked, computed, notes }) => [
  h("h2", null, name, " ", h("span", { class: "tag" }, exact ? "exact" : "sampled")),
  h("p", null, asked.startsWith(`${name}: `) ? asked.slice(name.length + 2) : asked),
  h("p", { class: "soft" }, computed),
  notes.map((note) => h("p", { class: "notice" }, note)),
];

/** @param {LabAnswer} answer */
function several({ results, table, together }) {
  return [
    h("h2", null, "Side by side"),
    together ? h("p", { class: "soft" }, together) : null,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Side by side" },
      h("table", { class: "beside" },
        h("thead", null, h("tr", null, h("td"), results.map(({ label, name }, at) =>
          h("th", { scope: "col", class: "number" },
            h("i", { class: `key series-${at}`, "aria-hidden": "true" }), `${label} ${name}`)))),
        h("tbody", null, table.map(([words, ...values]) => h("tr", null,
          h("th", { scope: "row" }, words),
          values.map((value) => h("td", { class: "number" }, value))))))),
  ];
}

/** @param {[string, string][]} rows */
const twoColumns = (rows) => h("table", { class: "small" }, h("tbody", null,
  rows.map(([words, value]) => h("tr", null, h("th", { scope: "row" }, words),
    h("td", { class: "number" }, value)))));

/** Two strategies, session by session. @param {Pair} pair */
const pair = ({ a, b, exact, computed, rows }) =>
  h("section", { class: "card", "aria-label": `${a} against ${b}` },
    h("h3", null, `${a} against ${b}, session by session `,
      h("span", { class: "tag" }, exact ? "exact" : "sampled")),
    twoColumns(rows), h("p", { class: "soft" }, computed));

/** The bankroll for a chance of ruin. @param {NeededBankroll} found @param {string} label */
const needed = ({ computed, rows, curve }, label) =>
  h("section", { class: "card", "aria-label": `The bankroll it needs ${label}`.trim() },
    h("h3", null, label ? `The bankroll that ${label} needs` : "The bankroll it needs"),
    rows.length ? twoColumns(rows) : null, h("p", { class: "soft" }, computed),
    curve.length ? h("details", null, h("summary", null, "Ruin with other bankrolls"),
      twoColumns(curve.map(({ bankroll, ruin }) => [bankroll, ruin]))) : null);

/** @param {LabResult} result @param {boolean} named whether it says whose it is */
function details(result, named) {
  const { label, name, ends, parts, lost, machine } = result;
  const bar = h("div", { class: "ends", "aria-hidden": "true" }, ends.map(({ colour, share }) => {
    const piece = h("i", { class: `end-${colour}` });
    piece.style.flexGrow = String(share);
    return piece;
  }));
  return h("section", { class: "card", "aria-label": `${label} ${name}` },
    named ? [h("h2", null, `${label} ${name}`), heading(result).slice(1)] : null,
    h("h3", null, "How it ends"), bar,
    h("table", { class: "small" }, h("tbody", null, ends.map(({ colour, words, said }) =>
      h("tr", null, h("th", { scope: "row" },
        h("i", { class: `key end-${colour}`, "aria-hidden": "true" }), words),
      h("td", { class: "number" }, said))))),
    parts.length ? [
      h("h3", null, "Where the money goes"),
      h("div", { class: "scroll", tabindex: "0", role: "region",
        "aria-label": `Where the money goes${named ? `: ${label}` : ""}` },
      h("table", { class: "small" },
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Wager"),
          ["Bet", "Edge", "Expected loss"].map((word) =>
            h("th", { scope: "col", class: "number" }, word)))),
        h("tbody", null, parts.map(({ wager, staked, edge, percent, loss }) => h("tr", null,
          h("th", { scope: "row" }, h("code", null, wager)),
          h("td", { class: "number" }, staked),
          h("td", { class: "number" }, percent,
            edge.length < 14 && edge !== "0" ? h("small", { class: "fraction" }, edge) : null),
          h("td", { class: "number" }, loss)))),
        parts.length > 1 ? h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "Together"),
          h("td"), h("td"), h("td", { class: "number" }, lost))) : null)),
    ] : null,
    h("p", { class: "soft" }, `${machine}.`));
}

/** A link by which an answer is kept as a file. @param {LabAnswer} answer */
function saved(answer) {
  const results = answer.results.map(({ data }) => data);
  const pairs = answer.pairs.map(({ data }) => data);
  const ruin = answer.bankrolls.map(({ data }) => data ?? null);
  const { curves } = answer;
  const more = pairs.length || ruin.length || curves.length
    ? { results, pairs, ruin, curves } : results;
  const text = JSON.stringify(more, null, 2);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  return h("a", { class: "button", href, download: "answer.json" }, "Every figure as JSON");
}
