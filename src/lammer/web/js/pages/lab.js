// The lab: strategies in editors, a table and a bankroll beside them, and below the answer that the
// house's worker processes compute. The page holds no rule: it sends texts and shows what comes.

import { linkTo } from "../lib/address.js";
import { answerParts } from "../lab/answer.js";
import { faultWords, makeEditor } from "../lab/editor.js";
import { makeRunner } from "../lab/job.js";
import { fromLink, toLink } from "../lab/question.js";
import { get, post, Refused } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { cents, dollars } from "../lib/money.js";
import { capital } from "../lib/sentences.js";
import { main, problem, whoIsIn } from "../lib/shell.js";
import { copied, field, gameName, labelled } from "../lib/widgets.js";

/** @import { Check, Fault, KeptUp, LabAnswer, LabQuestion, Library, Limits }
 *   from "../../types/lab.d.ts" */
/** @import { Ruleset } from "../../types/protocol.d.ts" */
/** @import { Typed } from "../lab/question.js" */

const LETTERS = "ABC";
const PAUSE = 500;
/** The largest whole number that is taken, but for a seed. */
const MOST = 1e9;
const FIELDS = /** @type {const} */ (["bankroll", "rolls", "goal", "method", "sessions", "seed",
  "ruin", "faces", "curve", "from", "to", "step"]);

/** @typedef {ReturnType<typeof makeEditor>} Editor */
/**
 * A strategy on the page; `own` is what was typed before it was replaced from the library.
 * @typedef {{editor: Editor, element: HTMLElement, own: string | null, drawn: () => void}} Written
 */

/** @param {Ruleset[]} rulesets @param {Library} known @param {Limits} limits */
function makeLab(rulesets, { strategies: library, games }, limits) {
  const [first] = rulesets;
  /** @type {Typed} */
  const usual = {
    strategies: [], rules: `${first.rules}/${first.game}`, house: "", bankroll: "$500",
    rolls: "200", goal: "", method: "auto", sessions: "", seed: "", ruin: "", faces: "", curve: "",
    from: "", to: "", step: "",
  };
  /** @type {Written[]} */ const written = [];
  const runner = makeRunner((at) => (written.length > 1 ? LETTERS[at] : ""));

  // What is asked

  const editors = h("div", { class: "editors" });
  const add = h("button", { type: "button", on: { click: () => {
    append("").editor.focus();
    changed();
  } } }, "Compare with another");
  const rules = h("select", { name: "rules" }, rulesets.map((each) =>
    h("option", { value: `${each.rules}/${each.game}` }, each.name)));
  const rulesField = labelled("Game and rules", (id) => Object.assign(rules, { id }));
  const house = makeEditor("House file (TOML)", changed, 4);
  const more = h("details", { class: "house" }, h("summary", null, "Choices of the house"),
    h("p", { class: "soft" }, "Odds, limits, pay tables, vigorish: as a table is opened with. ",
      "Left out, the usual ones."), house.element,
    h("button", { type: "button", on: { click: beginHouse } }, "Begin with the example"));
  const bankroll = field("bankroll", "Bankroll", { inputmode: "decimal", autocomplete: "off" });
  const rollsHint = h("span");
  const rolls = field("rolls", "Rolls", { inputmode: "numeric", autocomplete: "off" }, rollsHint);
  const goal = field("goal", "Stop at", {
    inputmode: "decimal", autocomplete: "off", placeholder: "no goal",
  });
  const method = labelled("Answer", (id) => h("select", { id, name: "method" },
    h("option", { value: "auto" }, "exact where that can be"),
    h("option", { value: "exact" }, "exact or none"), h("option", { value: "sample" }, "sampled")));
  const sessions = field("sessions", "Sessions", {
    inputmode: "numeric", autocomplete: "off", placeholder: "as many as usual",
  });
  const seed = field("seed", "Seed", {
    inputmode: "numeric", autocomplete: "off", placeholder: "any",
  }, "The same seed gives the same sample.");
  const ruin = field("ruin", "Find the bankroll for ruin of at most", {
    inputmode: "decimal", autocomplete: "off", placeholder: "5 %",
  }, "Empty: it is not looked for.");
  const overRolls = h("option", { value: "rolls" });
  const curve = labelled("Ruin over", (id) => h("select", { id, name: "curve" },
    h("option", { value: "" }, "nothing"), h("option", { value: "bankroll" }, "the bankroll"),
    overRolls));
  const [from, to, step] = [["from", "From"], ["to", "To"], ["step", "Step"]].map(([name, word]) =>
    field(name, word, { inputmode: "decimal", autocomplete: "off", placeholder: "usual" }));
  const curves = h("details", null, h("summary", null, "Curve of ruin"),
    h("div", { class: "amounts" }, curve, from, to, step));
  const faces = field("faces", "Weights of the faces from 1 to 6", {
    autocomplete: "off", placeholder: "1, 1, 1, 1, 1, 1",
  }, "Such as 1, 1, 1, 1, 1, 1.2: a six comes 1.2 times as often. One list is for all that is "
    + "thrown; or one for each, with a semicolon between them.");
  const unfair = h("details", null, h("summary", null, "Faces that are not fair"), faces);
  const origin = h("div");
  const wrong = h("div", { class: "told", "aria-live": "polite" });
  const go = h("button", { class: "main" }, "Work it out");
  const share = h("button", { type: "button", on: { click: shareIt } }, "Link to this");
  const shared = h("div", { class: "shared" });
  const form = h("form", { class: "asked", "aria-label": "The question" },
    origin, editors, h("div", { class: "row" }, add), rulesField, more,
    h("div", { class: "amounts" }, bankroll, rolls, goal),
    h("details", null, h("summary", null, "How it is answered"),
      h("div", { class: "amounts" }, method, sessions, seed)),
    unfair, ruin, curves,
    h("div", { class: "row" }, go, share), shared, wrong);
  const result = h("div", { class: "answer", id: "answer", "aria-live": "polite", tabindex: "-1" });

  /** @param {string} name @returns {HTMLInputElement} */
  const typed = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

  /** @param {string} text */
  function append(text) {
    const editor = makeEditor("", changed);
    const chosen = h("select", { "aria-label": "Put one of the library here" });
    const back = h("button", { type: "button", class: "quiet" }, "Back to mine");
    const away = h("button", { type: "button", class: "quiet" }, "Remove");
    const element = h("div", { class: "strategy" }, editor.element,
      h("div", { class: "row" }, chosen, back, away));
    /** @type {Written} */ const each = { editor, element, own: null, drawn: () => {
      back.hidden = !each.own?.trim();
      away.hidden = written.length === 1;
    } };
    fill(chosen, h("option", { value: "" }, "From the library ..."),
      [...Map.groupBy(library, ({ game }) => game)].map(([game, found]) =>
        h("optgroup", { label: gameName(game) }, found.map(({ strategy, name }) =>
          h("option", { value: strategy }, name)))));
    chosen.addEventListener("change", () => {
      const found = library.find(({ strategy }) => strategy === chosen.value);
      if (!found) return;
      if (!library.some(({ text }) => text === editor.value)) each.own = editor.value;
      editor.value = found.text;
      if (games[rules.value] !== found.game) rules.value = `${found.rules}/${found.game}`;
      changed();
    });
    back.addEventListener("click", () => {
      editor.value = each.own ?? "";
      each.own = null;
      chosen.value = "";
      changed();
    });
    away.addEventListener("click", () => {
      written.splice(written.indexOf(each), 1);
      element.remove();
      drawn();
      changed();
      written[0].editor.focus();
    });
    editor.value = text;
    written.push(each);
    editors.append(element);
    drawn();
    return each;
  }

  function drawn() {
    written.forEach((each, at) => {
      each.editor.rename(written.length === 1 ? "Strategy" : `Strategy ${LETTERS[at]}`);
      each.drawn();
    });
    add.hidden = written.length === LETTERS.length;
    const found = rulesets.find((each) => `${each.rules}/${each.game}` === rules.value);
    const noun = found?.noun ?? "trial";
    fill(rolls.querySelector("label") ?? rolls, `${capital(noun)}s`);
    fill(overRolls, `the number of ${noun}s`);
    for (const each of [from, to, step]) each.hidden = !typed("curve").value;
    fill(rollsHint, `Empty: until ruin${typed("goal").value.trim() ? " or the goal" : ""}.`);
  }

  async function beginHouse() {
    try {
      /** @type {{file: string}} */ const { file } = await get(`/rulesets/${rules.value}/house`);
      house.value = file;
      changed();
    } catch (trouble) {
      fill(wrong, problem(trouble));
    }
  }

  /** @returns {Typed} */
  function now() {
    const values = Object.fromEntries(FIELDS.map((name) => [name, typed(name).value.trim()]));
    return /** @type {Typed} */ ({
      ...values, strategies: written.map(({ editor }) => editor.value), rules: rules.value,
      house: house.value,
    });
  }

  /** Fill in a question. @param {Partial<Typed>} given */
  function put(given) {
    const whole = { ...usual, ...given };
    if (!rulesets.some(({ rules: key, game }) => `${key}/${game}` === whole.rules)) {
      throw new Refused(0, {
        code: "malformed", detail: `There are no rules “${whole.rules.slice(0, 40)}” here.`,
        instead: "Choose from the list.",
      });
    }
    for (const { element } of written) element.remove();
    written.length = 0;
    rules.value = whole.rules;
    for (const text of whole.strategies) append(text);
    house.value = whole.house;
    more.open = Boolean(whole.house);
    for (const name of FIELDS) typed(name).value = whole[name];
    unfair.open = Boolean(whole.faces);
    curves.open = Boolean(whole.curve);
    drawn();
  }

  /**
   * Return the question as it is sent; throws where a number cannot be read.
   * @returns {LabQuestion}
   */
  function question() {
    const { strategies, rules: chosen, house: file, method: how, faces: weights } = now();
    const [key, game] = chosen.split("/");
    return {
      strategies, rules: key, game, house: file,
      bankroll: money("bankroll", "The bankroll") ?? 0, rolls: whole("rolls"),
      goal: money("goal", "The goal"),
      method: /** @type {LabQuestion["method"]} */ (how), sessions: whole("sessions"),
      seed: whole("seed"), ruin: percentage("ruin"),
      faces: weights.trim() ? weights.split(";").map((each) => each.trim()) : [],
      curve: curveAsked(),
    };
  }

  /** @returns {LabQuestion["curve"]} */
  function curveAsked() {
    const over = typed("curve").value;
    if (over !== "bankroll" && over !== "rolls") return null;
    const [low, high, by] = ["from", "to", "step"].map((name) => (over === "rolls" ? whole(name)
      : money(name, "In the curve of ruin,")));
    return { over, low, high, step: by };
  }

  /** @param {string} name @param {string} what @returns {number | null} */
  function money(name, what) {
    const input = typed(name);
    const found = cents(input.value);
    const empty = !input.value.trim();
    const is = Boolean(found) || (name !== "bankroll" && empty);
    return checkedField(input, is, found,
      empty ? `${what} is missing.` : `${what} “${input.value}” is no amount.`,
      "Write dollars, such as 500 or 12.50.");
  }

  /** A chance in percent. @param {string} name @returns {number | null} */
  function percentage(name) {
    const input = typed(name);
    const plain = input.value.replace("%", "").trim();
    const found = Number(plain) / 100;
    const is = plain === "" || (/^\d{1,2}(\.\d{1,6})?$/.test(plain) && found > 0);
    return checkedField(input, is, plain === "" ? null : found,
      `“${input.value}” is no chance of ruin.`, "Write one such as 5 %.");
  }

  /** @param {string} name @returns {number | null} */
  function whole(name) {
    const input = typed(name);
    const plain = input.value.replaceAll(",", "").trim();
    const empty = plain === "" || (name === "rolls" && plain === "none");
    const number = /^\d{1,15}$/.test(plain) ? Number(plain) : 0;
    const is = empty || (number >= 1 && (number <= MOST || name === "seed"));
    return checkedField(input, is, empty ? null : number,
      `“${input.value}” is no whole number from 1 to a billion.`, "Write one such as 1000.");
  }

  /**
   * @param {HTMLInputElement} input @param {boolean} is @param {number | null} value
   * @param {string} detail @param {string} instead
   */
  function checkedField(input, is, value, detail, instead) {
    input.setAttribute("aria-invalid", String(!is));
    if (is) return value;
    throw new Refused(0, { code: "malformed", detail, instead });
  }

  // Checking while somebody types

  let waits = 0;
  let turn = 0;

  function changed() {
    drawn();
    fill(origin); // It was about the bets as they were.
    fill(shared);
    clearTimeout(waits);
    waits = setTimeout(() => {
      history.replaceState(null, "", toLink(now(), usual));
      check();
    }, PAUSE);
  }

  /** Ask what is wrong; what was typed meanwhile is asked about later. */
  async function check() {
    const mine = ++turn;
    try {
      /** @type {Check} */ const { faults } = await post("/lab/checks", question());
      if (mine === turn) show(faults);
    } catch (trouble) {
      if (mine !== turn) return;
      const passes = trouble instanceof Refused && [429, 503].includes(trouble.status)
        && trouble.code !== "not-installed";
      if (!passes) fill(wrong, problem(trouble));
    }
  }

  /** Show each thing that is wrong where it is. @param {Fault[]} faults */
  function show(faults) {
    written.forEach(({ editor }, at) =>
      editor.show(faults.filter((each) => each.place === "strategy" && each.at === at)));
    house.show(faults.filter(({ place }) => place === "house"));
    if (faults.some(({ place }) => place === "house")) more.open = true;
    const others = faults.filter(({ place }) => place !== "strategy" && place !== "house");
    const places = new Set(others.map(({ place }) => place));
    typed("faces").setAttribute("aria-invalid", String(places.has("faces")));
    if (places.has("faces")) unfair.open = true;
    if (places.has("curve")) curves.open = true;
    fill(wrong, others.length ? h("div", { class: "problem", role: "alert" },
      others.map((fault) => h("p", null, faultWords(fault)))) : null);
  }

  // The answer

  async function ask() {
    try {
      fill(wrong);
      const asked = question();
      history.replaceState(null, "", toLink(now(), usual));
      clearTimeout(waits);
      turn++;
      result.classList.add("old");
      const found = /** @type {import("../../types/lab.d.ts").Job<LabAnswer> | null} */ (
        await runner.ask("/lab/questions", asked));
      if (!found) return;
      if (found.answer) {
        show([]);
        fill(result, answerParts(found.answer, [...LETTERS].slice(0, asked.strategies.length)));
        result.classList.remove("old");
        result.focus({ preventScroll: true });
        // An answer is longer than the window: "nearest" leaves one alone that began above it.
        const above = result.getBoundingClientRect().top < 0;
        result.scrollIntoView({ block: above ? "start" : "nearest" });
      } else if (found.problem) {
        const { code, detail, instead } = found.problem;
        throw new Refused(422, { code, detail, instead });
      } else {
        show(found.faults);
        result.classList.remove("old");
        /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid=true]"))?.focus();
      }
    } catch (trouble) {
      result.classList.remove("old");
      fill(wrong, problem(trouble));
    }
  }

  function shareIt() {
    const href = linkTo(`/lab${toLink(now(), usual)}`);
    fill(shared, copied(href, "A link to this question"));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement)) changed();
  });
  const soon = "An answer takes at most "
    + `${limits.seconds} seconds; when they are over, what is done until then is shown.`;
  fill(result, h("p", { class: "soft" }, "The answer comes here. ", soon));
  return { form, runner: runner.element, result, put, check, ask, origin, wrong };
}

/** @param {string} table */
async function startFrom(table) {
  /** @type {KeptUp} */
  const found = await get(`/tables/${encodeURIComponent(table)}/kept-up`);
  return {
    given: {
      strategies: [found.strategy], rules: `${found.rules}/${found.game}`, house: found.house,
      bankroll: dollars(found.bankroll),
    },
    notes: found.notes,
  };
}

async function start() {
  whoIsIn().catch(() => null);
  const table = new URLSearchParams(location.hash.slice(1)).get("table");
  const [{ rulesets }, library, limits] = await Promise.all([
    /** @type {Promise<{rulesets: Ruleset[]}>} */ (get("/rulesets")),
    /** @type {Promise<Library>} */ (get("/lab/strategies")),
    /** @type {Promise<Limits>} */ (get("/lab")),
  ]);
  const lab = makeLab(rulesets, library, limits);
  fill(main(),
    h("h1", null, "The lab"),
    h("p", { class: "lead" }, "What does a way of betting do to a bankroll? Write it down, a line ",
      "for each thing that is done, and the house works it out: exactly where that can be, and ",
      "from sampled sessions where not. A wager of your own is worked out ",
      link("/lab/design", "on the design page"), "."),
    h("div", { class: "lab" }, lab.form, h("div", { class: "outcome" }, lab.runner, lab.result)));
  const begin = { strategies: library.strategies
    .filter(({ strategy }) => strategy === library.begin).map(({ text }) => text) };
  try {
    if (table !== null) {
      const { given, notes } = await startFrom(table);
      lab.put(given);
      fill(lab.origin, h("div", { class: "notice" },
        h("p", null, "Your bets, kept up, from all your chips at that table; it begins anew, with ",
          "nothing up."), notes.map((note) => h("p", null, note))));
      await lab.ask();
    } else {
      const given = fromLink(location.hash);
      lab.put(given.strategies ? given : begin);
      if (given.strategies) await lab.check();
    }
  } catch (wrong) {
    lab.put(begin);
    history.replaceState(null, "", location.pathname);
    fill(lab.wrong, problem(wrong));
  }
}

start().catch((wrong) => showError(wrong));
