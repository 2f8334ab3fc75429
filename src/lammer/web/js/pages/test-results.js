// Results of a table test: by person, by skill, and each sitting with its answers.

import { comeIn, get } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, path, showWho } from "../lib/shell.js";
import { count, moment, trail } from "../lib/widgets.js";
import { verdict } from "../school/marks.js";

/** @import { TestResults } from "../../types/protocol.d.ts" */

/** @param {number} right @param {number} of */
const share = (right, of) => `${Math.round(100 * right / of)} %`;

/** @param {TestResults["people"]} people */
const byPerson = (people) => h("table", null,
  h("thead", null, h("tr", null, h("th", null, "Name"), h("th", null, "Sittings"))),
  h("tbody", null, people.map(({ name, sittings }) => h("tr", null,
    h("th", { scope: "row" }, name),
    h("td", null, sittings.length ? h("ul", { class: "taken" }, sittings.map((each) =>
      h("li", null, link(`/school/sittings/${each.sitting}`, verdict(each)),
        h("span", { class: "soft" }, ", ", moment(each.begun))))) : "not begun")))));

/** @param {TestResults} results */
const bySkill = ({ skills, what }) => h("table", null,
  h("thead", null, h("tr", null, h("th", null, "Skill"), h("th", { class: "number" }, "Right"),
    h("th", { class: "number" }, "Share"))),
  h("tbody", null, Object.entries(skills)
    .sort(([, [a, b]], [, [c, d]]) => a / b - c / d)
    .map(([key, [right, of]]) => h("tr", null, h("th", { scope: "row" }, what[key] ?? key),
      h("td", { class: "number" }, `${right} of ${of}`),
      h("td", { class: "number" }, share(right, of))))));

async function start() {
  showWho(await comeIn());
  const [, test] = path();
  /** @type {TestResults} */ const found = await get(`/school/assignments/${test}/results`);
  const { test: about, people, school_class: id, class_name: name } = found;
  document.title = `School: results of ${about.name}`;
  const file = (/** @type {string} */ kind) => h("a", {
    class: "button", href: `/api/v1/school/assignments/${test}/export?as=${kind}`, download: "",
  }, `As ${kind.toUpperCase()}`);
  fill(main(),
    trail(["/school", "School"], ["/school/classes", "Classes and tests"],
      [`/school/classes/${id}`, name]),
    h("h1", null, about.name),
    h("p", { class: "soft" }, `${count(about.count, "question")}, ${about.pass_mark} passes, `,
      about.withdrawn ? "withdrawn." : `${count(about.sittings, "sitting")} for each.`),
    h("p", { class: "row" }, file("csv"), file("json")),
    h("section", { class: "card", "aria-label": "By person" }, h("h2", null, "By person"),
      people.length ? byPerson(people) : h("p", null, "Nobody has joined the class.")),
    Object.keys(found.skills).length
      ? h("section", { class: "card", "aria-label": "By skill" },
        h("h2", null, "By skill, the weakest first"), bySkill(found)) : null);
}

start().catch((wrong) => showError(wrong, ["/school/classes", "To classes and tests"]));
