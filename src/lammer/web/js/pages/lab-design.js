// The design page: the file of a wager in an editor, and beside it what it is worth, as the house's
// worker processes compute it.

import { linkTo } from "../lib/address.js";
import { faultWords, makeEditor } from "../lab/editor.js";
import { makeRunner } from "../lab/job.js";
import { returnsPlot } from "../lab/plots.js";
import { get, Refused } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, problem, whoIsIn } from "../lib/shell.js";
import { copied, field, labelled, trail } from "../lib/widgets.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { DesignAnswer, ExampleWager, Fault, Job } from "../../types/lab.d.ts" */

const LONGEST = 20000;
const PLOTTED = 40;

/** @param {ExampleWager[]} wagers */
function makeDesign(wagers) {
  const [first] = wagers;
  const kept = () => history.replaceState(null, "", toLink());
  const editor = makeEditor("Wager file (TOML)", kept, 16);
  const runner = makeRunner(() => "");
  const chosen = labelled("Begin with", (id) => h("select", { id },
    wagers.map(({ wager, name }) => h("option", { value: wager },
      wager === first.wager ? "an example with remarks" : name))));
  const list = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
  const wrong = h("div", { class: "told", "aria-live": "polite" });
  const shared = h("div", { class: "shared" });
  const result = h("div", { class: "answer", "aria-live": "polite", tabindex: "-1" },
    h("p", { class: "soft" }, "What it is worth comes here."));
  const share = () => fill(shared,
    copied(linkTo(`/lab/design${toLink()}`), "A link to this wager"));
  const form = h("form", { class: "asked", "aria-label": "The wager" },
    chosen, editor.element,
    h("div", { class: "row" }, h("button", { class: "main" }, "Work it out"),
      h("button", { type: "button", on: { click: share } }, "Link to this")), shared, wrong);
  const toLink = () => `#${new URLSearchParams({ file: editor.value })}`;
  /** What was typed into the forms below the figures, which every answer draws anew. */
  /** @type {Record<string, string>} */ const typed = { edge: "5%", low: "1", high: "10" };

  list.addEventListener("change", () => {
    put(wagers.find(({ wager }) => wager === list.value)?.text ?? "");
    ask();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });

  /** @param {string} text */
  function put(text) {
    editor.value = text;
    history.replaceState(null, "", toLink());
  }

  /** @param {object} [more] what else is asked about it */
  async function ask(more = {}) {
    fill(wrong);
    try {
      /** @type {Job<DesignAnswer> | null} */
      const found = await runner.ask("/lab/designs", { file: editor.value, ...more });
      if (!found) return;
      if (found.answer) {
        show(found.answer);
        result.querySelector(".asked-for")?.scrollIntoView({ block: "nearest" });
      } else if (found.problem) {
        const { code, detail, instead } = found.problem;
        throw new Refused(422, { code, detail, instead });
      } else faults(found.faults);
    } catch (trouble) {
      say(problem(trouble));
    }
  }

  /** Say what is wrong where it is seen: the button may be far below. @param {Child} words */
  function say(words) {
    fill(wrong, words);
    wrong.scrollIntoView({ block: "nearest" });
  }

  /** @param {Fault[]} found */
  function faults(found) {
    editor.show(found.filter(({ place }) => place === "file"));
    const others = found.filter(({ place }) => place !== "file");
    if (others.length) {
      say(h("div", { class: "problem", role: "alert" },
        others.map((fault) => h("p", null, faultWords(fault)))));
    }
  }

  /** @param {DesignAnswer} answer */
  function show(answer) {
    faults(answer.faults);
    fill(result, worth(answer), asking(answer), solved(answer), others(answer),
      returns(answer));
    result.focus({ preventScroll: true });
  }

  /** Further questions about the lines of a wager. @param {DesignAnswer} answer */
  function asking({ lines }) {
    if (!lines.length) return null;
    /** @param {string} name */
    const line = (name) => (/** @type {string} */ id) => {
      const found = h("select", { id, name }, lines.map((each) =>
        h("option", { value: each }, each)));
      if (lines.includes(typed[name])) found.value = typed[name];
      return found;
    };
    const solving = h("form", { class: "bar", "aria-label": "Solve for a payout" },
      labelled("What may it pay on", line("line")),
      field("edge", "so that the edge is at least", { value: typed.edge, size: 8 }),
      h("button", null, "Solve"));
    const table = h("form", { class: "bar", "aria-label": "Other payouts" },
      labelled("Other payouts on", line("varied")),
      field("low", "from, to 1", { inputmode: "numeric", value: typed.low, size: 6 }),
      field("high", "to, to 1", { inputmode: "numeric", value: typed.high, size: 6 }),
      h("button", null, "Compare"));
    /** @param {HTMLFormElement} form */
    const read = (form) => Object.assign(typed, Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)])));
    solving.addEventListener("submit", (event) => {
      event.preventDefault();
      const { line: paid, edge } = read(solving);
      ask({ solve: { line: paid, edge } });
    });
    table.addEventListener("submit", (event) => {
      event.preventDefault();
      const { varied, low, high } = read(table);
      ask({ table: { line: varied, low: Number(low), high: Number(high) } });
    });
    return h("section", { class: "card further" }, solving, table);
  }

  return { form, runner: runner.element, result, put, ask, wrong };
}

/** @param {DesignAnswer} answer */
const worth = ({ name, space, about, source, pays, figures }) => [
  h("h2", null, name, " ", h("span", { class: "tag" }, "exact")),
  h("p", { class: "soft" }, `${space}; in no regulation: it is what the file says.`),
  about ? h("p", null, about) : null, source ? h("p", { class: "soft" }, source) : null,
  h("p", null, `Pays ${pays}.`),
  h("dl", { class: "figures" }, figures.map(({ words, value, exactly }) =>
    h("div", { class: "card" }, h("dt", null, words),
      h("dd", null, value, exactly ? h("small", { class: "fraction" }, exactly) : null)))),
];

/** @param {DesignAnswer} answer */
const solved = ({ solved: found }) => (found ? h("p", { class: "notice asked-for" },
  h("strong", null, `${found.pays} on ${found.line}`), ` is the most that keeps an edge of `,
  `${found.wanted}; the edge is then ${found.said}`,
  found.exactly ? ` (${found.exactly}).` : ".") : null);

/** @param {DesignAnswer} answer */
const others = ({ alternatives }) => (alternatives.length ? [
  h("h3", { class: "asked-for" }, "Other payouts"),
  h("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Other payouts" },
    h("table", { class: "small" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Pays"),
        ["Edge", "Exactly", "Standard deviation"].map((word) =>
          h("th", { scope: "col", class: "number" }, word)))),
      h("tbody", null, alternatives.map(({ pays, said, exactly, deviation }) => h("tr", null,
        h("th", { scope: "row" }, pays), [said, exactly, deviation].map((each) =>
          h("td", { class: "number" }, each))))))),
] : null);

/** @param {DesignAnswer} answer */
function returns({ distribution, results }) {
  const rows = distribution.map(({ result, said, exactly, of_return: part }) => h("tr", null,
    h("th", { scope: "row" }, result), [said, exactly, part].map((each) =>
      h("td", { class: "number" }, each))));
  return [
    distribution.length <= PLOTTED ? returnsPlot(distribution) : null,
    h("h3", null, "Every result"),
    h("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Every result" },
      h("table", { class: "small" },
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Net, to one"),
          ["Chance", "Exactly", "Of the return"].map((word) =>
            h("th", { scope: "col", class: "number" }, word)))),
        h("tbody", null, rows))),
    results > distribution.length
      ? h("p", { class: "soft" }, `And ${results - distribution.length} more.`) : null,
  ];
}

/** Parse the file in a link; throws if the link has anything else. */
function fromLink() {
  const given = [...new URLSearchParams(location.hash.slice(1))];
  const [[key, text] = ["", ""]] = given;
  if (!given.length) return null;
  if (given.length === 1 && key === "file" && text.length <= LONGEST && !text.includes("\uFFFD")) {
    return text;
  }
  throw new Refused(0, {
    code: "malformed", detail: "This link cannot be used: it has more than the file of a wager, or "
      + "is damaged.",
    instead: "Ask whoever gave it to you for a whole one, or begin with an example.",
  });
}

async function start() {
  whoIsIn().catch(() => null);
  /** @type {{wagers: ExampleWager[]}} */ const { wagers } = await get("/lab/wagers");
  const design = makeDesign(wagers);
  fill(main(), trail(["/lab", "The lab"]), h("h1", null, "Design a wager"),
    h("p", { class: "lead" }, "Say what can happen, what wins and what is paid; the house works ",
      "out what the wager is worth, exactly: its edge, how often it wins, how much it varies, and ",
      "the most that it can cost."),
    h("div", { class: "lab" }, design.form,
      h("div", { class: "outcome" }, design.runner, design.result)));
  try {
    const text = fromLink();
    design.put(text ?? wagers[0].text);
    await design.ask();
  } catch (wrong) {
    design.put(wagers[0].text);
    fill(design.wrong, problem(wrong));
  }
}

start().catch((wrong) => showError(wrong, ["/lab", "The lab"]));
