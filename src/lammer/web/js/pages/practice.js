// A practice table: players bet, whoever practices does what the crew does, the house says what was
// wrong with it and what it costs. All of that comes from the house; nothing here decides anything.

import { comeIn, get, post, Refused } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { failed } from "../lib/failed.js";
import { dollars } from "../lib/money.js";
import { main, path, problem, showWho } from "../lib/shell.js";
import { getJson, setItem } from "../lib/storage.js";
import { asking, clauseLinks, trail } from "../lib/widgets.js";
import { settingForm, USUAL_SETTING } from "../school/practice/setting.js";
import { practiceForm } from "../school/practice/forms.js";
import { makeStage, OPEN } from "../school/stage.js";

/** @import { Catalogue, Practice, PracticeFault, PracticeGrade, PracticeScore, PracticeSetting }
 *   from "../../types/protocol.d.ts" */
/** What opens the session again, should the house have forgotten it.
 * @typedef {{practice: string, setting: PracticeSetting & {seed: number},
 *   answers: {answer: object, seconds: number}[]}} Kept */

/** Calls something again while the house does not know the session. @param {unknown} wrong */
const isForgotten = (wrong) => wrong instanceof Refused && wrong.status === 404;

/** @param {PracticeFault} fault */
const faultLine = ({ what, clauses, off_by: off, round }, withRound = false) => h("li", null,
  withRound ? h("span", { class: "soft" }, `Round ${round}. `) : null, what,
  off ? h("strong", { class: off > 0 ? "cost" : "owed" },
    off > 0 ? ` The house loses ${dollars(off)}.` : ` The player is short ${dollars(-off)}.`)
    : null,
  " ", clauseLinks(clauses.slice(0, 2)));

/** @param {PracticeScore} score */
const scoreParts = ({ tasks, right, cost, owed, kinds }) => [
  h("dl", { class: "running" },
    h("div", null, h("dt", null, "Cost to the house"), h("dd", { class: "cost" }, dollars(cost))),
    h("div", null, h("dt", null, "Players are short"), h("dd", { class: "owed" }, dollars(owed))),
    h("div", null, h("dt", null, "Right"), h("dd", null, `${right} of ${tasks}`))),
  kinds.length ? h("table", { class: "kinds" }, h("caption", null, "What went wrong"),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "What"),
      ["How often", "Cost", "Short"].map((word) =>
        h("th", { scope: "col", class: "number" }, word)))),
    h("tbody", null, kinds.map((each) => h("tr", null, h("th", { scope: "row" }, each.what),
      h("td", { class: "number" }, each.count),
      h("td", { class: "number" }, each.cost ? dollars(each.cost) : ""),
      h("td", { class: "number" }, each.owed ? dollars(each.owed) : ""))))) : null,
];

/** @param {PracticeGrade} grade @param {string} words */
const graded = ({ right, faults, why }, words) => [
  h("p", { class: right ? "verdict right" : "verdict wrong" }, words),
  faults.length ? h("ul", null, faults.map((each) => faultLine(each))) : null,
  why?.reckon ? h("details", null, h("summary", null, "How it is worked out"),
    h("p", null, why.reckon), h("p", { class: "cited" }, clauseLinks(why.clauses.slice(0, 6))))
    : null,
];

/** @param {Catalogue} catalogue @param {string} from the school of this game */
async function practice(catalogue, from) {
  const table = await makeStage(catalogue, practiceForm);
  const place = `lammer-practice${from}`;
  let kept = getJson(place, /** @type {Kept | null} */ (null));
  /** @type {Practice | null} */ let now = null;
  /** @type {Practice | null} */ let following = null;
  let shownAt = 0;
  let waiting = false;

  const what = h("p", { class: "soft what" });
  const clock = h("span", { class: "clock" });
  const said = h("div", { class: "said" });
  const hints = h("div", { class: "hints" });
  const told = h("div", { class: "grade", role: "status" });
  const send = h("button", { type: "submit", class: "main" }, "Done");
  const next = h("button", { type: "button", class: "main", hidden: true,
    on: { click: () => go() } }, "Next");
  const form = h("form", { class: "card question practice", "aria-label": "The task",
    on: { submit: (event) => { event.preventDefault(); give(); } } },
  h("p", { class: "head" }, what, clock), said, table.parts, hints,
  h("div", { class: "row" }, send, next), told);
  const score = h("section", { class: "card score-card", "aria-label": "The score" });
  const report = h("section", { "aria-label": "The session" });
  const players = h("ul", { class: "players" });
  const aside = h("div", { class: "beside" }, score,
    h("section", { class: "card", "aria-label": "Players" }, h("h2", null, "Players"), players,
      h("p", { class: "soft" }, "They bet as in the library of strategies. The books follow the ",
        "rules, whatever you do: no purse, meter or history is touched."),
      asking({ label: "End" }, async () => {
        if (now?.task) await show(await post(`/school/practice/${now.practice}/end`));
      }, h("button", null, "End the session"))));
  const stage = h("div", { class: "school-stage practice-stage" }, table.felt, form, aside);

  /** @param {PracticeSetting} setting @param {Kept["answers"]} answers */
  async function open(setting, answers = []) {
    /** @type {Practice} */ const opened = await post(`${from}/practice`, { ...setting, answers });
    const { practice: key, seed } = opened;
    keep({ practice: key, setting: { ...setting, seed }, answers });
    return opened;
  }

  /** @param {Kept} value */
  function keep(value) {
    kept = value;
    setItem(place, JSON.stringify(value));
  }

  /** The session that was open on this page, opened again if the house has forgotten it. */
  async function resume() {
    const wanted = asked();
    if (!kept || (wanted.seed ?? kept.setting.seed) !== kept.setting.seed) return open(wanted);
    const { practice: key, setting, answers } = kept;
    try {
      return /** @type {Practice} */ (await get(`/school/practice/${key}`));
    } catch (wrong) {
      if (!isForgotten(wrong)) throw wrong;
    }
    // Answers of an earlier version may not fit any more.
    return open(setting, answers).catch(() => open(wanted));
  }

  /** The setting that the address asks for, or the usual one. @returns {PracticeSetting} */
  function asked() {
    const seed = new URLSearchParams(location.search).get("seed");
    return { ...USUAL_SETTING, ...(seed ? { seed: Number(seed) } : {}) };
  }

  /** @param {Practice} view */
  async function show(view) {
    now = view;
    following = null;
    const { task, round, rounds } = view;
    fill(score, h("h2", null, "Score"), scoreParts(view.score));
    form.hidden = !task;
    table.felt.hidden = !task;
    form.classList.remove("graded");
    fill(told);
    if (!task) {
      over(view);
      return;
    }
    fill(report);
    fill(what, `Round ${round} of ${rounds}`);
    fill(said, view.said.length ? h("details", { open: task.asked === "requests" },
      h("summary", null, "What players do"),
      h("ul", { tabindex: "0", "aria-label": "What players do" }, view.said.map((each) =>
        h("li", null, each)))) : null);
    fill(hints, task.hints.length ? [h("p", { class: "soft" }, "How it is done:"),
      h("ul", null, task.hints.map((each) => h("li", null, each)))] : null);
    send.hidden = false;
    next.hidden = true;
    await table.show({ ...task, resting: task.given.resting });
    shownAt = performance.now();
  }

  /** @param {Practice} view */
  function over({ score: { tasks }, faults, practice: key }) {
    fill(report, h("div", { class: "card over" },
      h("h2", { tabindex: "-1" }, "The session is over"),
      h("p", null, tasks ? faults.length ? "What went wrong, in order:" : "Nothing went wrong."
        : "Nothing was asked."),
      faults.length ? h("ol", { class: "faults" }, faults.map((each) => faultLine(each, true)))
        : null,
      h("p", { class: "row" },
        h("button", { type: "button", class: "main", on: { click: () => again() } }, "Once more"),
        h("a", { class: "button", href: `/api/v1/school/practice/${key}/record`,
          download: "practice.jsonl" }, "The record, for lammer audit"))));
    /** @type {HTMLElement | null} */ (report.querySelector("h2"))?.focus();
  }

  const again = () => restart(kept ? { ...kept.setting, seed: undefined } : USUAL_SETTING);

  /** @param {PracticeSetting} setting */
  async function restart(setting) {
    await show(await open(setting));
  }

  async function go() {
    if (following) await show(following);
  }

  async function give() {
    const answer = table.answer();
    const here = now;
    if (waiting || following || !here?.task) return;
    if (!answer) {
      fill(told, h("p", { class: "soft" }, OPEN));
      return;
    }
    waiting = true;
    const { task: { number }, hints: when, timed } = here;
    try {
      const grade = await sent(here.practice, number, answer);
      if (kept) keep({ ...kept, answers: [...kept.answers, { answer, seconds: grade.seconds }] });
      following = grade.next;
      if (when === "off" && grade.next.task) {
        await go();
        return;
      }
      const took = timed ? `, ${Math.round(grade.seconds)} s` : "";
      const words = when === "off" ? "Noted" : grade.right ? "Right" : "Not right";
      fill(told, graded(grade, `${words}${took}.`));
      fill(score, h("h2", null, "Score"), scoreParts(grade.next.score));
      send.hidden = true;
      next.hidden = false;
      table.freeze();
      form.classList.add("graded");
      next.focus();
    } catch (wrong) {
      fill(told, problem(wrong));
    } finally {
      waiting = false;
    }
  }

  /** @param {string} key @param {number} number @param {object} answer
   * @returns {Promise<PracticeGrade>} */
  async function sent(key, number, answer) {
    const body = { number, answer };
    try {
      return await post(`/school/practice/${key}/answers`, body);
    } catch (wrong) {
      if (!isForgotten(wrong) || !kept) throw wrong;
      const opened = await open(kept.setting, kept.answers);
      return post(`/school/practice/${opened.practice}/answers`, body);
    }
  }

  setInterval(() => {
    if (!now?.task || !now.timed || following) return;
    const seconds = Math.floor((performance.now() - shownAt) / 1000);
    fill(clock, `${seconds} s of ${now.task.seconds} s`);
    clock.classList.toggle("late", seconds > now.task.seconds);
  }, 500);

  document.title = `Practice table: ${catalogue.name}`;
  const page = main();
  page.classList.add("wide");
  const settings = h("details", { class: "card settings" },
    h("summary", null, "Another table"),
    settingForm(catalogue, kept?.setting ?? USUAL_SETTING, async (setting) => {
      await restart(setting);
      settings.open = false;
      showPlayers();
      form.scrollIntoView({ block: "nearest" });
    }));
  function showPlayers() {
    fill(players, Object.entries(now?.players ?? {}).map(([seat, name]) =>
      h("li", null, h("strong", null, `Seat ${seat} `), name)));
  }
  fill(page, trail(["/school", "School"], [from, catalogue.name]),
    h("h1", null, "Practice table"), report, stage, settings,
    h("p", { class: "soft" }, "Skill by skill: ", link(from, "drills"), "."));
  await show(await resume());
  showPlayers();
}

async function start() {
  const [, rules, game] = path();
  showWho(await comeIn());
  /** @type {Catalogue} */ const catalogue = await get(`/rulesets/${rules}/${game}`);
  await practice(catalogue, `/school/${rules}/${game}`);
}

start().catch((wrong) => failed(wrong, ["/school", "To the school"]));
