// The course: its lessons, one of them with its bets and examples, and what a school finds here.

import { get } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, path, whoIsIn } from "../lib/shell.js";
import { clauseLink, clauseLinks, count, gameName, trail } from "../lib/widgets.js";

/** @import { CoursePart, Lesson, LessonSummary } from "../../types/protocol.d.ts" */

const HOME = /** @type {[string, string]} */ (["/school", "School"]);
const COURSE = /** @type {[string, string]} */ (["/school/course", "The course"]);

/** Every lesson. @param {LessonSummary[]} lessons */
function overview(lessons) {
  document.title = "School: the course";
  fill(main(), trail(HOME), h("h1", null, "The course"),
    h("p", null, "From the first bet to a whole layout. Read a lesson, look at its examples, then ",
      "practise until its questions come easily."),
    h("ol", { class: "lessons" }, lessons.map(({ lesson, title, skills, learned }) =>
      h("li", { class: "card" },
        h("h2", null, link(`/school/course/${lesson}`, `${lesson}. ${title}`)),
        h("p", { class: "soft" }, learned === null ? count(skills, "skill")
          : `${learned} of ${count(skills, "skill")} learned for now`)))));
}

/** Where a part is practised. @param {number} lesson @param {CoursePart} part @param {number} at */
const practise = (lesson, { rules, game, house, skills }, at) => h("li", null,
  h("a", {
    class: at ? "button" : "button main",
    href: `/school/${rules}/${game}?lesson=${lesson}&part=${at}`,
  }, `Practise ${gameName(game)}`),
  h("span", { class: "soft" }, ` ${rules}, ${count(skills.length, "skill")}`,
    Object.keys(house).length ? ", at a house that chose otherwise" : ""));

/** @param {Lesson} lesson */
const bets = ({ wagers }) => h("div", {
  class: "scroll", tabindex: "0", role: "region", "aria-label": "The bets",
}, h("table", null,
  h("thead", null, h("tr", null, h("th", null, "Bet"), h("th", null, "Pays"),
    h("th", null, "Edge"), h("th", null, "Clause"))),
  h("tbody", null, wagers.map(({ name, plain, pays, edge, clause }) => h("tr", null,
    h("th", { scope: "row" }, name, h("p", { class: "soft" }, plain)),
    h("td", null, pays), h("td", null, edge ?? ""), h("td", null, clauseLink(clause)))))));

/** @param {Lesson} found */
function show(found) {
  const { lesson, of, title, text, parts, wagers, examples } = found;
  document.title = `School: ${title}`;
  fill(main(), trail(HOME, COURSE), h("h1", null, `${lesson}. ${title}`),
    h("div", { class: "lesson" }, text.map((each) => h("p", null, each))),
    h("h2", null, "Examples"),
    h("ul", { class: "examples" }, examples.map((each) => h("li", { class: "card" },
      h("p", { class: "soft" }, each.bets.join("; ").replace(".;", ".")),
      h("p", null, each.words),
      h("details", null, h("summary", null, "The answer"),
        h("p", null, each.reckon, " ", clauseLinks(each.clauses)))))),
    h("h2", null, "Practise"),
    h("ul", { class: "practise" }, parts.map((part, at) => practise(lesson, part, at))),
    h("p", { class: "soft" }, "There is a table test of this lesson, too: ",
      link("/school/classes", "Classes and tests"), "."),
    wagers.length ? [h("h2", null, "The bets of this lesson"), bets(found)] : null,
    h("p", { class: "row" },
      lesson > 1 ? h("a", { class: "button", href: `/school/course/${lesson - 1}` },
        "The lesson before") : null,
      lesson < of ? h("a", { class: "button", href: `/school/course/${lesson + 1}` },
        "The next lesson") : null));
}

async function start() {
  await whoIsIn();
  const [, lesson] = path();
  if (lesson === undefined) overview(await get("/school/course"));
  else show(await get(`/school/course/${lesson}`));
}

start().catch((wrong) => showError(wrong, COURSE));
