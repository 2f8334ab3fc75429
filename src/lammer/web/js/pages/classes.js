// Classes: those one teaches or is in, their tests, and the link that leads into one.

import { goTo, linkTo } from "../lib/address.js";
import { comeIn, get, post, remove } from "../lib/api.js";
import { at, fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, path, showWho, whoIsIn } from "../lib/shell.js";
import { asking, complain, copied, count, field, moment, trail } from "../lib/widgets.js";
import { marked, startButton } from "../school/marks.js";
import { testForm } from "../school/test-form.js";

/** @import { ClassList, ClassName, SchoolClass, TestOfClass } from "../../types/protocol.d.ts" */

const HOME = /** @type {[string, string]} */ (["/school", "School"]);
const CLASSES = /** @type {[string, string]} */ (["/school/classes", "Classes and tests"]);

/** A test, with the own sittings of it, and a way to begin one. @param {TestOfClass} test
 * @param {boolean} open */
function testRow(test, open) {
  const { name, count: many, minutes, pass_mark: mark, taken, sittings, withdrawn } = test;
  const going = taken.find(({ right }) => right === null);
  const left = sittings - taken.length;
  const facts = [count(many, "question"), minutes ? `${minutes} minutes` : "no limit of time",
    `${mark} passes`];
  return h("li", null, h("div", null, h("h3", null, name), h("p", { class: "soft" },
    facts.join(", "))),
  taken.length ? h("ul", { class: "taken" }, taken.map((each) => marked(each))) : null,
  !open || withdrawn ? h("p", { class: "soft" }, withdrawn ? "Withdrawn." : "The class is closed.")
    : going || left > 0 ? startButton(test, going ? "Go on" : taken.length ? "Take it again"
      : "Begin") : h("p", { class: "soft" }, "Taken as often as it may be."));
}

/** Tests of a class, or one's own. @param {SchoolClass} each */
const tests = ({ tests: all, closed, own }) => (all.length
  ? h("ul", { class: "tests" }, all.map((test) => (own ? ownRow(test)
    : testRow(test, closed === null))))
  : h("p", { class: "soft" }, own ? "None yet." : "No test is assigned."));

/** @param {TestOfClass} test */
const ownRow = ({ name, taken }) =>
  h("li", null, h("h3", null, name),
    h("ul", { class: "taken" }, taken.map((each) => marked(each))));

/** @param {SchoolClass} each */
const classCard = (each) => h("section", { class: "card", "aria-label": each.name },
  h("h2", null, link(`/school/classes/${each.school_class}`, each.name),
    each.closed ? h("span", { class: "tag" }, "closed") : null),
  each.teaches
    ? h("p", { class: "soft" }, `You teach it. ${count(each.members.length, "learner")}, `,
      `${count(each.tests.length, "test")}.`)
    : [h("p", { class: "soft" }, `Taught by ${each.instructor}.`), tests(each)]);

/** Every class, and tests of one's own. */
async function overview() {
  /** @type {ClassList} */ const { classes, may_teach: teaches } = await get("/school/classes");
  const own = classes.find((each) => each.own);
  document.title = "School: classes and tests";
  fill(main(), trail(HOME), h("h1", { id: "top", tabindex: "-1" }, "Classes and tests"),
    classes.filter((each) => !each.own).map(classCard),
    teaches ? h("section", { class: "card", "aria-label": "A new class" },
      h("h2", null, "A new class"),
      asking({ label: "A new class" }, async (form) => {
        /** @type {SchoolClass} */
        const made = await post("/school/classes", { name: form.elements.name.value });
        goTo(`/school/classes/${made.school_class}`);
      }, h("div", { class: "inline" },
        field("name", "Its name", { required: true, maxlength: 24 }),
        h("button", null, "Create")))) : null,
    h("section", { class: "card", "aria-label": "A test of your own" },
      h("h2", null, "Take a test alone"),
      h("p", null, "Nobody sees the result but you. The house asks, keeps the time and seals ",
        "what you answer, so you can show it to somebody who checks it."),
      await testForm("Begin", async (file) => {
        const begun = await post("/school/sittings", { file });
        goTo(`/school/sittings/${begun.marks.sitting}`);
      }),
      own ? [h("h3", null, "Taken so far"), tests(own)] : null),
    teaches ? null : h("p", { class: "soft" },
      "To join a class, open the link that its instructor gave you. To teach one, have an ",
      "administrator invite you as instructor."));
}

/** One class. @param {number} id */
async function one(id) {
  /** @type {SchoolClass} */ const found = await get(`/school/classes/${id}`);
  document.title = `School: ${found.name}`;
  const heading = h("h1", { id: "top", tabindex: "-1" }, found.name,
    found.closed ? h("span", { class: "tag" }, "closed") : null);
  if (!found.teaches) {
    fill(main(), trail(HOME, CLASSES), heading,
      h("p", { class: "soft" }, found.own ? "Tests that you took alone."
        : `Taught by ${found.instructor}.`), tests(found));
    return;
  }
  const again = async () => {
    await one(id);
    at("top").focus();
  };
  fill(main(), trail(HOME, CLASSES), heading,
    found.link ? h("section", { class: "card", "aria-label": "The link" },
      h("h2", null, "The link to join"),
      h("p", { class: "soft" }, "Whoever opens it can join, with an account or as a guest."),
      copied(linkTo(found.link), "The link to join this class")) : null,
    h("section", { class: "card", "aria-label": "Tests" }, h("h2", null, "Tests"),
      found.tests.length ? h("ul", { class: "tests" },
        found.tests.map((test) => assigned(test, again)))
        : h("p", { class: "soft" }, "No test is assigned."),
      found.closed ? null : [h("h3", null, "Assign a test"),
        await testForm("Assign", async (file, sittings) => {
          await post(`/school/classes/${id}/tests`, { file, sittings });
          await again();
        }, true)]),
    h("section", { class: "card", "aria-label": "Learners" },
      h("h2", null, count(found.members.length, "learner")),
      h("ul", { class: "members" }, found.members.map(({ name, joined }) =>
        h("li", null, name, h("span", { class: "soft" }, " since ", moment(joined)))))),
    found.closed ? null : h("details", { class: "card" }, h("summary", null, "Close this class"),
      h("p", null, "Nobody joins it any more, and no test of it begins. Results stay."),
      asking({ label: "Close this class" }, async () => {
        await remove(`/school/classes/${id}`);
        await again();
      }, h("button", null, "Close it"))));
}

/** A test as its instructor has it. @param {TestOfClass} test @param {() => Promise<void>} again */
const assigned = (test, again) => h("li", null,
  h("div", null, h("h3", null, link(`/school/results/${test.test}`, test.name)),
    h("p", { class: "soft" }, `${count(test.count, "question")}, ${test.pass_mark} passes, `,
      `${count(test.sittings, "sitting")} for each. Assigned `, moment(test.created), ".")),
  test.withdrawn ? h("p", { class: "soft" }, "Withdrawn.")
    : asking({ label: `Withdraw ${test.name}` }, async () => {
      await remove(`/school/assignments/${test.test}`);
      await again();
    }, h("button", null, "Withdraw")));

/** What the link to a class leads to. */
async function joining() {
  const token = location.hash.slice(1);
  document.title = "School: join a class";
  const message = h("div");
  try {
    /** @type {ClassName} */
    const { name, instructor } = await post("/school/classes/look", { token: token || "-" });
    const person = await whoIsIn();
    fill(main(), trail(HOME), h("h1", null, `Join ${name}`),
      h("p", null, `A class of ${instructor}. Tests that you take in it are seen by ${instructor} `,
        "and by you, and by nobody else."),
      asking({ label: "Join the class" }, async (form) => {
        if (!person) {
          await post("/guests", { name: form.elements.name.value });
        }
        /** @type {SchoolClass} */
        const joined = await post("/school/classes/join", { token });
        goTo(`/school/classes/${joined.school_class}`);
      }, person ? h("p", null, "You join as ", h("strong", null, person.name), ".")
        : field("name", "Your name, as your instructor knows you",
          { required: true, maxlength: 24, autocomplete: "name" }),
      h("button", { class: "main" }, "Join")),
      person ? null : h("p", { class: "soft" }, "You have an account? ",
        link("/account", "Sign in"), " first, then open the link again."));
  } catch (wrong) {
    fill(main(), trail(HOME), h("h1", null, "This link leads to no class"), message);
    complain(message, wrong);
  }
}

async function start() {
  const [, where] = path();
  if (path()[0] === "join") return joining();
  showWho(await comeIn());
  return where === undefined ? overview() : one(Number(where));
}

start().catch((wrong) => showError(wrong, CLASSES));
