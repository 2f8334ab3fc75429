// A table test to be taken or assigned: one that is ready, or one that is written here.

import { get, post } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { asking, complain, count, field, labelled } from "../lib/widgets.js";

/** @import { CheckedTest, ReadyTest } from "../../types/protocol.d.ts" */

/**
 * @param {string} words on the button
 * @param {(file: string, sittings: number) => Promise<void>} act
 * @param {boolean} [often] whether it is asked how often everybody may take it
 */
export async function testForm(words, act, often = false) {
  /** @type {ReadyTest[]} */ const ready = await get("/school/ready-tests");
  const text = h("textarea", {
    name: "file", rows: 12, maxlength: 20000, spellcheck: "false", class: "file", required: true,
    "aria-label": "The test", value: ready[0]?.file ?? "",
  });
  const found = h("div", { class: "checked", role: "status" });
  const check = async () => {
    try {
      /** @type {CheckedTest} */
      const test = await post("/school/test-check", { file: text.value });
      fill(found, h("p", null, h("strong", null, test.name), `: ${count(test.count, "question")}, `,
        test.minutes ? `${test.minutes} minutes, ` : "no limit of time, ",
        `${test.pass_mark} passes, `, test.fixed ? "the same questions every time."
          : "other questions every time."),
      h("details", null, h("summary", null, "The skills it asks about"),
        h("ul", null, test.parts.flatMap(({ skills }) => skills.map(({ what }) =>
          h("li", null, what))))));
    } catch (wrong) {
      complain(found, wrong);
    }
  };
  const choices = h("select", { name: "ready", on: { change: () => {
    text.value = ready[choices.selectedIndex].file;
    fill(found);
  } } }, ready.map(({ name }) => h("option", null, name)));
  const chosen = labelled("Test", (id) => {
    choices.id = id;
    return choices;
  });
  const form = asking({ label: words, class: "asking test-form" }, async (made) => {
    await act(text.value, often ? Number(made.elements.sittings.value) : 1);
  }, chosen,
  h("details", null, h("summary", null, "Read it, or write another"),
    h("p", { class: "soft" }, "Skills are named as in the drills; * stands for anything. With a ",
      "line ", h("code", null, "seed = 7"), " everybody gets the same questions every time."),
    text, h("p", { class: "row" },
      h("button", { type: "button", on: { click: check } }, "Check it")), found),
  h("div", { class: "inline" },
    often ? field("sittings", "How often everybody may take it",
      { type: "number", min: 1, max: 20, value: "1", required: true }) : null,
    h("button", { class: "main" }, words)));
  return form;
}
