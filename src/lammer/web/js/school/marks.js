// What a sitting came to, in words, and the button that begins one.

import { goTo } from "../lib/address.js";
import { post } from "../lib/api.js";
import { h, link } from "../lib/dom.js";
import { asking, moment } from "../lib/widgets.js";

/** @import { SittingMarks } from "../../types/protocol.d.ts" */

/** Whether it is passed, and by how much. @param {SittingMarks} marks */
export const verdict = ({ right, count, passed }) =>
  (right === null ? "not ended"
    : `${right} of ${count} right, ${passed ? "passed" : "not passed"}`);

/** A sitting in a list. @param {SittingMarks} marks */
export const marked = (marks) => h("li", null,
  link(`/school/sittings/${marks.sitting}`, verdict(marks)),
  h("span", { class: "soft" }, ", ", moment(marks.begun)));

/** @param {{test: number, name: string}} test @param {string} words */
export const startButton = ({ test, name }, words) =>
  asking({ label: `${words}: ${name}` }, async () => {
    const begun = await post(`/school/assignments/${test}/sittings`);
    goTo(`/school/sittings/${begun.marks.sitting}`);
  }, h("button", { class: "main" }, words));
