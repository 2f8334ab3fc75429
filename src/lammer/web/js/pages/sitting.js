// A sitting of a table test: one question after the other, by the clock of the house; then what it
// came to.

import { comeIn, get, post, Refused } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, path, problem, showWho } from "../lib/shell.js";
import { asking, clauseLinks, moment, trail } from "../lib/widgets.js";
import { formOf } from "../school/answer.js";
import { answerWords } from "../school/answer-words.js";
import { makeStage, OPEN, toTop } from "../school/stage.js";

/** @import { Catalogue, DrillQuestion, SittingState } from "../../types/protocol.d.ts" */
/** @typedef {Awaited<ReturnType<typeof makeStage<DrillQuestion>>>} Stage */

/** @type {Map<string, Promise<Stage>>} */ const stages = new Map();

/** The table of a question. @param {DrillQuestion} question @returns {Promise<Stage>} */
function stageOf({ rules, game, house }) {
  const elected = new URLSearchParams({ house: JSON.stringify(house ?? {}) });
  const key = `/school/${rules}/${game}/catalogue?${elected}`;
  const made = stages.get(key) ?? get(key).then((/** @type {Catalogue} */ found) =>
    makeStage(found, formOf));
  stages.set(key, made);
  return made;
}

/** @param {number} seconds */
const clockWords = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;

/** @param {SittingState} sitting */
function over({ marks, name, taken_by: by, own, answers, count, pass_mark: mark }) {
  const { right, passed, head, seconds, begun, sitting } = marks;
  document.title = `${name}: ${passed ? "passed" : "not passed"}`;
  const from = `/api/v1/school/sittings/${sitting}`;
  const wrong = answers.filter((each) => !each.right);
  const missing = count - answers.length;
  fill(main(), trail(["/school", "School"], ["/school/classes", "Classes and tests"]),
    h("h1", { tabindex: "-1", id: "top" }, name),
    h("p", { class: `verdict ${passed ? "right" : "wrong"}` }, passed ? "Passed" : "Not passed"),
    h("p", null, `${own ? "" : `${by}: `}${right} of ${count} right; ${mark} passes. `,
      h("span", { class: "soft" }, moment(begun), `, ${Math.floor((seconds ?? 0) / 60)} min `,
        `${(seconds ?? 0) % 60} s.`)),
    h("p", { class: "row" },
      h("a", { class: "button main", href: `${from}/document`, target: "_blank" },
        "The page to print"),
      h("a", { class: "button", href: `${from}/log`, download: "" }, "The sealed log")),
    h("p", { class: "soft" }, "Anybody can grade the log again with ", h("code", null,
      "lammer audit"), ". Its head: ", h("code", { class: "head-of-log" }, head ?? "")),
    h("section", { "aria-label": "Marks by skill" }, h("h2", null, "Marks by skill"),
      h("table", null, h("tbody", null, Object.entries(marks.skills).map(([key, [good, of]]) =>
        h("tr", null, h("th", { scope: "row" },
          answers.find(({ skill }) => skill === key)?.what ?? key),
        h("td", { class: "number" }, `${good} of ${of}`)))))),
    wrong.length || missing ? h("section", { "aria-label": "Mistakes" }, h("h2", null, "Mistakes"),
      missing ? h("p", null, `${missing} not answered.`) : null,
      h("ol", { class: "mistakes" }, wrong.map((each) => h("li", { value: each.number + 1 },
        h("p", null, h("span", { class: "soft" }, each.bets.join("; ").replace(".;", ".")), " ",
          each.words),
        h("p", null, "Answered: ", answerWords(each.given),
          ". Right: ", answerWords(each.answer), "."),
        each.mistakes.length ? h("ul", null, each.mistakes.map((what) => h("li", null, what)))
          : null,
        h("p", null, each.reckon, " ", clauseLinks(each.clauses.slice(0, 3))))))) : null);
}

/** @param {SittingState} first */
async function take(first) {
  let sitting = first;
  let stage = /** @type {Stage | null} */ (null);
  let ahead = 0;
  let waiting = false;
  const what = h("p", { class: "soft what" });
  const clock = h("span", { class: "clock" });
  const place = h("div");
  const said = h("div", { class: "grade", role: "status" });
  const send = h("button", { type: "submit", class: "main" }, "Answer");
  const form = h("form", { class: "card question", "aria-label": "The question",
    on: { submit: (event) => { event.preventDefault(); give(); } } },
  h("p", { class: "head" }, what, clock), place, h("div", { class: "row" }, send), said);
  const drawn = h("div", { class: "school-stage" });
  const { marks: { sitting: id } } = first;

  /** @param {SittingState} now */
  async function show(now) {
    sitting = now;
    ahead = Date.parse(now.now) - Date.now();
    const { question, number, count } = now;
    if (number === null) return over(now);
    if (!question) return fill(main(), h("h1", null, now.name),
      h("p", null, `${now.taken_by} is at question ${number + 1} of ${count}.`));
    stage = await stageOf(question);
    fill(what, `${number + 1} of ${count}: ${question.what}`);
    fill(place, stage.parts);
    fill(drawn, form, stage.felt);
    drawn.classList.toggle("no-felt", !(await stage.show(question)));
    fill(said);
    toTop(form);
    return null;
  }

  async function give() {
    if (waiting || sitting.number === null) return;
    const answer = stage?.answer();
    if (!answer) {
      fill(said, h("p", { class: "soft" }, OPEN));
      return;
    }
    waiting = true;
    try {
      await show(await post(`/school/sittings/${id}/answers`, { number: sitting.number, answer }));
    } catch (wrong) {
      const on = wrong instanceof Refused && wrong.status === 409;
      if (on) await show(await get(`/school/sittings/${id}`)); // The house knows where it stands.
      if (!on || sitting.number !== null) fill(said, problem(wrong));
    } finally {
      waiting = false;
    }
  }

  const tick = async () => {
    if (sitting.number === null || sitting.ends === null) return;
    const left = Math.ceil((Date.parse(sitting.ends) - Date.now() - ahead) / 1000);
    fill(clock, clockWords(Math.max(0, left)));
    clock.classList.toggle("late", left < 60);
    if (left < -1 && !waiting) {
      waiting = true;
      try {
        await show(await get(`/school/sittings/${id}`));
      } catch { /* It is asked again. */ } finally {
        waiting = false;
      }
    }
  };

  document.title = first.name;
  main().classList.add("wide");
  fill(main(), h("h1", null, first.name), drawn,
    h("details", { class: "card hand-in" }, h("summary", null, "Hand in"),
      h("p", null, "What is not answered is then not right."),
      asking({ label: "Hand in" }, async () => {
        await show(await post(`/school/sittings/${id}/end`));
      }, h("button", null, "Hand in now"))));
  await show(first);
  await tick();
  setInterval(tick, 500);
}

async function start() {
  showWho(await comeIn());
  const [, id] = path();
  /** @type {SittingState} */ const sitting = await get(`/school/sittings/${id}`);
  await (sitting.number === null ? over(sitting) : take(sitting));
}

start().catch((wrong) => showError(wrong, ["/school/classes", "To classes and tests"]));
