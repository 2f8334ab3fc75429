// Two rule sets side by side: each point on which they differ, in words, with the clauses of both.

import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { clauseLinks, count, labelled, trail } from "../lib/widgets.js";
import { capital } from "../lib/sentences.js";
import { main, whoIsIn } from "../lib/shell.js";

/** @import { Catalogue, Comparison, Difference, Ruleset } from "../../types/protocol.d.ts" */
/** @typedef {Catalogue["wagers"]} Wagers */

/** Return the first rule set, and the last one of the same game. @param {Ruleset[]} rulesets */
const usual = ([first, ...others]) =>
  [first, others.findLast(({ game }) => game === first.game) ?? first]
    .map(({ rules, game }) => `${rules}/${game}`);

/** @param {Ruleset[]} rulesets @param {string} left @param {string} right */
function chooser(rulesets, left, right) {
  /** @param {string} name @param {string} label @param {string} chosen */
  const select = (name, label, chosen) => labelled(label, (id) =>
    h("select", { id, name },
      rulesets.map((each) => h("option",
        { value: `${each.rules}/${each.game}`, selected: `${each.rules}/${each.game}` === chosen },
        each.name))));
  return h("form", { action: "/compare", class: "bar" },
    select("left", "This one", left), select("right", "beside that one", right),
    h("button", { class: "main" }, "Compare"));
}

/** Return wagers by name; a long list is cut. @param {string[]} keys @param {Wagers} names */
function wagersOf(keys, names) {
  const words = keys.map((key) => names[key]?.name ?? key);
  if (words.length <= 6) return words.join(", ");
  return [`${words.slice(0, 3).join(", ")} and `, h("details", { class: "inside" },
    h("summary", null, `${words.length - 3} more`), words.slice(3).join(", "))];
}

/** @type {readonly ("left" | "right")[]} */
const SIDES = ["left", "right"];

/**
 * Return the row of one difference.
 * @param {Difference} each @param {string[]} titles @param {Wagers} names
 */
const difference = (each, titles, names) =>
  h("li", { class: "difference" },
    h("div", { class: "matter" },
      h("h3", null, headingOf(each.matter)),
      each.wagers.length ? h("div", { class: "soft" }, wagersOf(each.wagers, names)) : null),
    SIDES.map((side, place) => h("div", { class: "side" },
      h("p", { class: "side-name" }, titles[place]),
      h("p", null, each[side].value === "-" ? "says nothing of it" : each[side].value),
      each[side].clauses.length
        ? h("p", { class: "clauses" }, clauseLinks(each[side].clauses))
        : null)));

/**
 * Return the heading of a matter in words; the key of a house file stays as it is written there.
 * @param {string} matter
 */
function headingOf(matter) {
  if (matter.startsWith("choice ")) return h("code", null, matter.slice("choice ".length));
  return capital(matter.replace(/^text of /, ""));
}

/**
 * @param {string} heading @param {string} about @param {Difference[]} found
 * @param {string[]} titles @param {Wagers} names
 */
const group = (heading, about, found, titles, names) =>
  found.length
    ? h("section", null,
      h("h2", null, heading), about ? h("p", { class: "soft" }, about) : null,
      h("ul", { class: "differences" }, found.map((each) => difference(each, titles, names))))
    : null;

async function start() {
  whoIsIn().catch(() => null);
  const asked = new URLSearchParams(location.search);
  /** @type {{rulesets: Ruleset[]}} */ const { rulesets } = await get("/rulesets");
  const [first, last] = usual(rulesets);
  const [left, right] = [asked.get("left") ?? first, asked.get("right") ?? last];
  const place = h("div", { id: "found", "aria-live": "polite" });
  fill(main(), trail(["/odds", "All rule sets"]),
    h("h1", null, "Two rule sets side by side"), chooser(rulesets, left, right), place);
  fill(place, h("p", { class: "soft" }, "Working it out ..."));
  /** @param {string} side @returns {Promise<{wagers: Wagers}>} */
  const named = (side) => get(`/rulesets/${side}`).catch(() => ({ wagers: {} }));
  /** @type {Promise<Comparison>} */
  const compared = get(`/compare?${new URLSearchParams({ left, right })}`);
  const [{ differences }, ...catalogues] = await Promise.all([
    compared, named(left), named(right),
  ]);
  const nameOf = (/** @type {string} */ side) =>
    rulesets.find((each) => `${each.rules}/${each.game}` === side)?.name ?? side;
  const titles = [nameOf(left), nameOf(right)];
  const names = { ...catalogues[1].wagers, ...catalogues[0].wagers };
  const [choices, texts] = ["choice ", "text of "].map((start) =>
    differences.filter(({ matter }) => matter.startsWith(start)));
  const others = differences.filter((each) => !choices.includes(each) && !texts.includes(each));
  if (!differences.length) {
    return fill(place, h("p", { class: "notice" }, "They differ in nothing."));
  }
  const many = capital(count(others.length + choices.length, "difference"));
  const printed = texts.length
    ? `, and ${count(texts.length, "matter")} that only one of the texts prints` : "";
  return fill(place, h("p", { class: "lead" }, `${many}${printed}.`),
    group("What differs", "", others, titles, names),
    group("What a house may choose", "", choices, titles, names),
    group("Only printed in one",
      "In effect they agree; the other borrows the clause under a reading.", texts, titles, names));
}

start().catch((wrong) => showError(wrong, ["/odds", "All rule sets"]));
