// A practice table: players bet, whoever practices does what the crew does, the house says what was
// wrong with it and what it costs. All of that comes from the house; nothing here decides anything.

import { comeIn, get, post, Refused } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { dollars } from "../lib/money.js";
import { main, path, problem, showWho } from "../lib/shell.js";
import { asking, clauseLinks, trail } from "../lib/widgets.js";
import { practiceForm } from "../school/practice/forms.js";
import { sessionList } from "../school/practice/sessions.js";
import { settingForm, USUAL_SETTING } from "../school/practice/setting.js";
import { makeStage, OPEN, toTop } from "../school/stage.js";

/** @import { Catalogue, Practice, PracticeFault, PracticeGrade, PracticeScore, PracticeSetting,
 *   PracticeSummary } from "../../types/protocol.d.ts" */

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

/** How a session is practised, to open another one like it. @param {Practice | null} session
 * @returns {PracticeSetting} */
const settingOf = (session) => (session ? {
  players: Object.keys(session.players).length, duties: session.duties, hints: session.hints,
  timed: session.timed, rounds: session.rounds,
} : USUAL_SETTING);

/** @param {Catalogue} catalogue @param {string} from the school of this game */
async function practice(catalogue, from) {
  const table = await makeStage(catalogue, practiceForm);
  /** @type {Practice | null} */ let now = null;
  /** @type {Practice | null} */ let following = null;
  let shownAt = 0;
  let waiting = false;

  const what = h("p", { class: "soft what" });
  const clock = h("span", { class: "clock" });
  const said = h("div", { class: "said" });
  const hints = h("div", { class: "hints" });
  const message = h("div", { class: "grade", role: "status" });
  const send = h("button", { type: "submit", class: "main" }, "Done");
  const next = h("button", { type: "button", class: "main", hidden: true,
    on: { click: () => go() } }, "Next");
  const form = h("form", { class: "card question practice", "aria-label": "The task",
    on: { submit: (event) => { event.preventDefault(); give(); } } },
  h("p", { class: "head" }, what, clock), said, table.parts, hints,
  h("div", { class: "row" }, send, next), message);
  const score = h("section", { class: "card score-card", "aria-label": "The score" });
  const report = h("section", { "aria-label": "The session" });
  const sessions = h("section", { class: "card kept", "aria-label": "Your sessions" });
  const players = h("ul", { class: "players" });
  const ending = asking({ label: "End" }, async () => {
    if (now?.task) await show(await post(`/school/practice/${now.practice}/end`));
  }, h("button", null, "End the session"));
  const aside = h("div", { class: "beside" }, score,
    h("section", { class: "card", "aria-label": "Players" }, h("h2", null, "Players"), players,
      h("p", { class: "soft" }, "They bet as in the library of strategies. The books follow the ",
        "rules, whatever you do: no purse, meter or history is touched."),
      ending));
  const stage = h("div", { class: "school-stage practice-stage" }, form, table.felt, aside);

  /** @param {PracticeSetting} setting @returns {Promise<Practice>} */
  const open = (setting) => post(`${from}/practice`, setting);

  /** @returns {Promise<PracticeSummary[]>} */
  const kept = async () => (/** @type {PracticeSummary[]} */ (await get("/school/practice")))
    .filter(({ rules, game }) => from === `/school/${rules}/${game}`);

  /** The session that the address names, else the latest that goes on, else a new one. */
  async function resume() {
    const asked = new URLSearchParams(location.search);
    const wanted = asked.get("practice");
    if (wanted) return /** @type {Practice} */ (await get(`/school/practice/${wanted}`));
    const seed = asked.has("seed") ? { seed: Number(asked.get("seed")) } : {};
    const going = (await kept()).find((each) => !each.ended
      && each.seed === (seed.seed ?? each.seed));
    try {
      if (going) return /** @type {Practice} */ (await get(`/school/practice/${going.practice}`));
    } catch (wrong) {
      // The rules may have changed since: its results are kept, and another one begins.
      if (!(wrong instanceof Refused) || wrong.code !== "other-rules") throw wrong;
    }
    return open({ ...USUAL_SETTING, ...seed });
  }

  /** @param {Practice} view */
  async function show(view) {
    now = view;
    following = null;
    const { task, round, rounds } = view;
    fill(score, h("h2", null, "Score"), scoreParts(view.score));
    for (const each of [form, table.felt, ending]) each.hidden = !task;
    form.classList.remove("graded");
    fill(message);
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
    toTop(form);
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
        h("a", { class: "button", href: `/api/v1/school/practice/${key}/export`, download: "" },
          "Results as CSV"),
        h("a", { class: "button", href: `/api/v1/school/practice/${key}/export?as=json`,
          download: "" }, "as JSON"),
        h("a", { class: "button", href: `/api/v1/school/practice/${key}/record`,
          download: "practice.jsonl" }, "The record, for lammer audit"))));
    showKept();
    /** @type {HTMLElement | null} */ (report.querySelector("h2"))?.focus();
  }

  const again = () => restart(settingOf(now));

  /** @param {PracticeSetting} setting */
  async function restart(setting) {
    await show(await open(setting));
    showPlayers();
    showKept();
  }

  async function showKept() {
    const page = from.replace("/school/", "/school/practice/");
    fill(sessions, sessionList(await kept(), page, now?.practice ?? null));
  }

  async function go() {
    if (following) await show(following);
  }

  async function give() {
    const answer = table.answer();
    const here = now;
    if (waiting || following || !here?.task) return;
    if (!answer) {
      fill(message, h("p", { class: "soft" }, OPEN));
      return;
    }
    waiting = true;
    const { task: { number }, hints: when, timed } = here;
    try {
      /** @type {PracticeGrade} */
      const grade = await post(`/school/practice/${here.practice}/answers`, { number, answer });
      following = grade.next;
      if (when === "off" && grade.next.task) {
        await go();
        return;
      }
      const took = timed ? `, ${Math.round(grade.seconds)} s` : "";
      const words = when === "off" ? "Noted" : grade.right ? "Right" : "Not right";
      fill(message, graded(grade, `${words}${took}.`));
      fill(score, h("h2", null, "Score"), scoreParts(grade.next.score));
      send.hidden = true;
      next.hidden = false;
      table.freeze();
      form.classList.add("graded");
      next.focus();
    } catch (wrong) {
      fill(message, problem(wrong));
    } finally {
      waiting = false;
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
  const opened = await resume();
  const settings = h("details", { class: "card settings" },
    h("summary", null, "Another table"),
    settingForm(catalogue, settingOf(opened), async (setting) => {
      await restart(setting);
      settings.open = false;
      form.scrollIntoView({ block: "nearest" });
    }));
  function showPlayers() {
    fill(players, Object.entries(now?.players ?? {}).map(([seat, name]) =>
      h("li", null, h("strong", null, `Seat ${seat} `), name)));
  }
  fill(page, trail(["/school", "School"], [from, catalogue.name]),
    h("h1", null, "Practice table"), report, stage, settings, sessions,
    h("p", { class: "soft" }, "Skill by skill: ", link(from, "drills"), "."));
  await show(opened);
  showPlayers();
  showKept();
}

async function start() {
  const [, rules, game] = path();
  showWho(await comeIn());
  /** @type {Catalogue} */ const catalogue = await get(`/rulesets/${rules}/${game}`);
  await practice(catalogue, `/school/${rules}/${game}`);
}

start().catch((wrong) => showError(wrong, ["/school", "To the school"]));
