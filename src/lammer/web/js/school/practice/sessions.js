// The sessions that somebody practised, with their results to look at and to keep.

import { h } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { moment } from "../../lib/widgets.js";

/** @import { PracticeSummary } from "../../../types/protocol.d.ts" */

/** @param {string} practice @param {string} kind */
const file = (practice, kind) => h("a", {
  href: `/api/v1/school/practice/${practice}/export?as=${kind}`, download: "",
}, kind.toUpperCase());

/**
 * @param {PracticeSummary[]} kept @param {string} page where they are looked at
 * @param {string | null} now the one that is shown
 */
export const sessionList = (kept, page, now) => [
  h("h2", null, "Your sessions"),
  h("p", { class: "soft" }, "Each answer is kept as you give it. You go on where you were, here ",
    "or on another device that you are signed in on; nobody else sees this."),
  h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Your sessions" },
    h("table", null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Begun"),
        ["Round", "Right", "Cost", "Short"].map((word) =>
          h("th", { scope: "col", class: "number" }, word)),
        h("th", { scope: "col" }, "Results"))),
      h("tbody", null, kept.map((each) => h("tr",
        { "aria-current": each.practice === now ? "true" : null },
        h("th", { scope: "row" }, h("a", { href: `${page}?practice=${each.practice}` },
          moment(each.begun)), each.ended ? null : h("span", { class: "soft" }, " goes on")),
        h("td", { class: "number" }, `${each.round} of ${each.rounds}`),
        h("td", { class: "number" }, `${each.right} of ${each.tasks}`),
        h("td", { class: "number" }, dollars(each.cost)),
        h("td", { class: "number" }, dollars(each.owed)),
        h("td", null, file(each.practice, "csv"), " ", file(each.practice, "json"))))))),
];
