// An answer in words.

import { dollars } from "../lib/money.js";

/** @typedef {Record<string, unknown>} Answer */

const MONEY = new Set(["pays", "returns", "takes", "vigorish", "marks", "net", "up", "change",
  "commission", "off_by"]);
/** @type {Record<string, string>} */
const NAMES = { off_by: "off by", net: "in all" };

/** @param {string} key @param {unknown} value @returns {string} */
function one(key, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && MONEY.has(key)) return dollars(value);
  if (Array.isArray(value)) {
    return value.map((each) => (typeof each === "object" ? row(each) : String(each))).join("; ")
      || "nothing";
  }
  if (value && typeof value === "object") {
    return Object.entries(value).map(([name, each]) => `${name} ${one(name, each)}`).join(", ");
  }
  return String(value);
}

/** A row of payments, or a line of a record. @param {Answer} each */
function row({ seat, bet, line, ...others }) {
  const where = line === undefined ? `seat ${seat}, ${String(bet)}` : `line ${line}`;
  const rest = Object.entries(others).filter(([, value]) => value !== 0)
    .map(([key, value]) => `${NAMES[key] ?? key} ${one(key, value)}`);
  return [where, ...rest].join(" ");
}

/** @param {Answer} answer */
export const answerWords = (answer) => Object.entries(answer)
  .map(([key, value]) => (key === "clause" ? `by ${String(value)}` : one(key, value))).join(", ");
