// The open tables of the house, each as the process that runs it shows it.

import { get } from "./api.js";

/** @import { Summary, TableList } from "../../types/protocol.d.ts" */

/** How many tables come in one answer. */
const AT_ONCE = 200;

/** @param {string} at the path of a process, "" for any @param {number} pages */
async function listed(at, pages) {
  /** @type {Summary[]} */ const found = [];
  let after = "";
  for (let page = 0; page < pages; page += 1) {
    /** @type {TableList} */
    const answer = await get(`/tables?limit=${AT_ONCE}&after=${encodeURIComponent(after)}`, at);
    found.push(...answer.tables);
    if (answer.next === null) break;
    after = answer.next;
  }
  return found;
}

/**
 * Return the open tables, some pages at most. What only the process of a table knows (who watches,
 * the last results) is asked of it; if it does not answer, it is left out.
 * @param {number} [pages]
 */
export async function allTables(pages = Infinity) {
  const found = await listed("", pages);
  const away = found.map(({ watching, process }) => (watching === null ? process : null));
  const others = [...new Set(away)].filter((each) => typeof each === "string");
  const seen = await Promise.all(
    others.map((each) => listed(`/p/${each}`, pages).catch(() => /** @type {Summary[]} */ ([]))));
  const shown = new Map(
    seen.flat().filter(({ watching }) => watching !== null).map((each) => [each.table, each]));
  return found.map((each) => shown.get(each.table) ?? each);
}
