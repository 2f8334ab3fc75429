// Drills: a question at a drawn table, an answer, what was wrong with it, the next one. Questions,
// grades and the order they are asked in come from the house.

import { comeIn, get, post } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, path, problem, showWho, whoIsIn } from "../lib/shell.js";
import { clauseLinks, gameName, trail } from "../lib/widgets.js";
import { formOf } from "../school/answer.js";
import { makeStage, OPEN, toTop } from "../school/stage.js";

/** @import { Catalogue, DrillGrade, DrillQuestion, Lesson, Ruleset, Skill, SkillProgress }
 *   from "../../types/protocol.d.ts" */
/** @typedef {{right: number, asked: number, seconds: number, from: number}} Session */

/** A session, in seconds: then it says how it went, and asks whether to go on. */
const LASTS = 600;

/** The games to learn, each with its skills. @param {Ruleset[]} rulesets */
function chooser(rulesets) {
  fill(main(),
    h("h1", null, "School"),
    h("p", null, "Questions for dealers, computed from the regulation: what is paid, what may be ",
      "done, who draws. Each answer is checked by the table itself, to the cent, with the clause. ",
      "Ten minutes a day are enough: what you know well is asked less often."),
    h("ul", { class: "games-to-learn" }, rulesets.map(({ rules, game, name, drawing, crewed }) =>
      h("li", { class: "card" },
        drawing ? h("img", { src: drawing, alt: "", width: 120, height: 80 }) : null,
        h("div", null, h("h2", null, gameName(game)),
          h("p", { class: "soft" }, name.slice(name.indexOf(", ") + 2))),
        h("div", { class: "row starts" },
          h("a", {
            class: "button main", href: `/school/${rules}/${game}`, "aria-label": `Learn ${name}`,
          }, "Drills"),
          crewed ? h("a", {
            class: "button", href: `/school/practice/${rules}/${game}`,
            "aria-label": `Practice table: ${name}`,
          }, "Practice table") : null)))),
    h("ul", { class: "ways" },
      h("li", { class: "card" }, h("h2", null, link("/school/course", "The course")),
        h("p", null, "Twelve lessons, from the line to a whole layout, with examples.")),
      h("li", { class: "card" }, h("h2", null, link("/school/classes", "Classes and tests")),
        h("p", null, "Take a table test, alone or in a class: the house asks, keeps the time and ",
          "seals what you answer.")),
      h("li", { class: "card" }, h("h2", null, link("/school/for-schools", "For schools")),
        h("p", null, "What a dealer school finds here, and how it begins."))),
    h("p", { class: "soft" }, "The same in the terminal: ", h("code", null, "lammer drill"), "."));
}

/** How far somebody is with each skill. @param {Skill[]} skills @param {SkillProgress[]} progress
 * @param {string | null} chosen @param {(skill: string | null) => void} choose */
function mapOf(skills, progress, chosen, choose) {
  const kept = new Map(progress.map((each) => [each.skill, each]));
  const now = new Date().toISOString();
  const known = progress.filter(({ due }) => due && due > now).length;
  return [
    h("h2", null, "Skills"),
    h("p", { class: "soft" }, `${known} of ${skills.length} learned for now.`),
    h("button", {
      type: "button", class: chosen === null ? "main" : null, on: { click: () => choose(null) },
    }, "What is due"),
    h("ul", { class: "skill-map" }, skills.map(({ skill, what }) => {
      const { asked = 0, correct = 0, recall = null } = kept.get(skill) ?? {};
      const bar = h("span", { class: "recall", "aria-hidden": "true" });
      bar.style.setProperty("--share", String(recall ?? 0));
      return h("li", null,
        h("button", {
          type: "button", "aria-pressed": String(skill === chosen),
          on: { click: () => choose(skill) },
        }, h("span", { class: "what" }, what),
        h("span", { class: "soft" }, asked ? `${correct} of ${asked} right` : "not asked yet"),
        bar));
    })),
    h("p", { class: "soft" }, "Your progress at all games: ",
      h("a", { href: "/api/v1/school/progress/export", download: "" }, "CSV"), ", ",
      h("a", { href: "/api/v1/school/progress/export?as=json", download: "" }, "JSON"), "."),
  ];
}

/** @param {DrillGrade} grade */
const graded = ({ right, mistakes, why }) => [
  h("p", { class: right ? "verdict right" : "verdict wrong" }, right ? "Right." : "Not right."),
  mistakes.length ? h("ul", null, mistakes.map(({ what, reckon, clauses }) => h("li", null, what,
    reckon ? [h("br"), reckon, " ", clauseLinks(clauses.slice(0, 3))] : null))) : null,
  mistakes.some(({ reckon }) => reckon) ? null : [h("p", null, why.reckon),
    h("p", { class: "cited" }, clauseLinks(why.clauses.slice(0, 3)))],
];

/** @param {Session} session */
const tally = ({ right, asked, seconds }) => (asked
  ? `${right} of ${asked} right, ${Math.round(seconds / asked)} s each` : "");

/**
 * What is asked about: all skills of a game, or those of a lesson, at the house that it names.
 * @typedef {{from: string, skills: Skill[], house: object | null, lesson: number | null,
 *   part: number, title: string}} Subject
 */

/** @param {Catalogue} catalogue @param {Subject} subject */
async function drill(catalogue, { from, skills, house, lesson, part, title }) {
  const table = await makeStage(catalogue, formOf);
  const asked = new URLSearchParams(location.search);
  /** @param {Record<string, string>} more */
  const query = (more) => String(new URLSearchParams({ ...more,
    ...(house ? { house: JSON.stringify(house) } : {}) }));
  /** @type {string | null} */ let chosen = asked.get("skill");
  /** @type {Session} */ let session = { right: 0, asked: 0, seconds: 0, from: Date.now() };
  let shownAt = 0;
  let waiting = false;

  const what = h("p", { class: "soft what" });
  const message = h("div", { class: "grade", role: "status" });
  const clock = h("span", { class: "clock" });
  const score = h("span", { class: "soft score" });
  const send = h("button", { type: "submit", class: "main" }, "Answer");
  const next = h("button", { type: "button", class: "main", hidden: true,
    on: { click: () => ask() } }, "Next");
  const form = h("form", { class: "card question", "aria-label": "The question",
    on: { submit: (event) => { event.preventDefault(); give(); } } },
  h("p", { class: "head" }, what, clock), table.parts,
  h("div", { class: "row" }, send, next, score), message);
  const map = h("aside", { class: "card skills", "aria-label": "Skills" });
  /** @type {DrillQuestion | null} */ let question = null;

  async function showMap() {
    /** @type {SkillProgress[]} */ const all = await get(`${from}/progress?${query({})}`);
    const progress = all.filter((each) => skills.some(({ skill }) => skill === each.skill));
    fill(map, mapOf(skills, progress, chosen, (skill) => {
      chosen = skill;
      ask();
      showMap();
    }));
  }

  async function ask() {
    if (waiting) return;
    waiting = true;
    next.disabled = true;
    const seed = asked.get("seed");
    const about = query({
      ...(chosen ? { skill: chosen }
        : lesson ? { lesson: String(lesson), part: String(part) } : {}),
      ...(seed && !session.asked ? { seed } : {}),
    });
    try {
      question = /** @type {DrillQuestion} */ (await get(`${from}/question?${about}`));
    } catch (wrong) {
      fill(message, problem(wrong));
      return;
    } finally {
      waiting = false;
      next.disabled = false;
    }
    fill(what, question.what);
    fill(message);
    send.hidden = false;
    next.hidden = true;
    stage.classList.toggle("no-felt", !(await table.show(question)));
    toTop(form);
    shownAt = performance.now();
  }

  async function give() {
    const said = table.answer();
    if (!question || waiting) return;
    if (!said) {
      fill(message, h("p", { class: "soft" }, OPEN));
      return;
    }
    waiting = true;
    const seconds = (performance.now() - shownAt) / 1000;
    const { skill, seed } = question;
    try {
      /** @type {DrillGrade} */
      const grade = await post(`${from}/question`,
        { skill, seed, answer: said, seconds, ...(house ? { house } : {}) });
      session = { ...session, right: session.right + Number(grade.right),
        asked: session.asked + 1, seconds: session.seconds + seconds };
      const over = Date.now() - session.from > LASTS * 1000;
      fill(message, graded(grade), over ? h("p", { class: "over" },
        h("strong", null, "Ten minutes: "), `${tally(session)}. Go on, or come back tomorrow.`)
        : null);
      if (over) session = { right: 0, asked: 0, seconds: 0, from: Date.now() };
      fill(score, tally(session));
      send.hidden = true;
      next.hidden = false;
      next.focus();
      table.freeze();
      showMap();
    } catch (wrong) {
      fill(message, problem(wrong));
    } finally {
      waiting = false;
    }
  }

  setInterval(() => {
    if (!question || next.hidden === false) return;
    const seconds = Math.floor((performance.now() - shownAt) / 1000);
    fill(clock, `${seconds} s of ${question.seconds} s`);
    clock.classList.toggle("late", seconds > question.seconds);
  }, 500);

  const stage = h("div", { class: "school-stage" }, form, table.felt);
  document.title = `School: ${title}`;
  const page = main();
  page.classList.add("wide");
  fill(page, trail(["/school", "School"],
    ...(lesson ? [/** @type {[string, string]} */ (["/school/course", "The course"]),
      /** @type {[string, string]} */ ([`/school/course/${lesson}`, `Lesson ${lesson}`])] : [])),
  h("h1", null, title), stage, map);
  showMap();
  await ask();
}

async function start() {
  const [rules, game] = path();
  if (!rules) {
    whoIsIn().catch(() => {});
    /** @type {{rulesets: Ruleset[]}} */
    const { rulesets } = await get("/rulesets");
    chooser(rulesets);
    return;
  }
  showWho(await comeIn());
  const from = `/school/${rules}/${game}`;
  const asked = new URLSearchParams(location.search);
  /** @type {Lesson | null} */
  const lesson = asked.has("lesson") ? await get(`/school/course/${asked.get("lesson")}`) : null;
  const at = Number(asked.get("part") ?? 0);
  const part = lesson?.parts[at] ?? null;
  const house = part && Object.keys(part.house).length ? part.house : null;
  const elected = house ? `?${new URLSearchParams({ house: JSON.stringify(house) })}` : "";
  /** @type {[Catalogue, Skill[]]} */
  const [catalogue, every] = await Promise.all([
    get(house ? `${from}/catalogue${elected}` : `/rulesets/${rules}/${game}`),
    get(`${from}/skills${elected}`)]);
  const skills = part ? every.filter((each) => part.skills.some(({ skill }) =>
    skill === each.skill)) : every;
  await drill(catalogue, {
    from, skills, house, lesson: part && lesson ? lesson.lesson : null, part: at,
    title: lesson?.title ?? catalogue.name,
  });
}

start().catch((wrong) => showError(wrong, ["/school", "To the school"]));
