// The part of the floor with the processes that serve the house, where there are several, and with
// moving tables from one to another.

import { get, post } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { asking, moment } from "../lib/widgets.js";
import { Sorted } from "./floor-table.js";

/** @import { HouseProcess, Summary } from "../../types/protocol.d.ts" */
/** @import { Column } from "./floor-table.js" */
/** @typedef {HouseProcess & {names: string}} ProcessRow */

/** @type {Column<ProcessRow>[]} */
const COLUMNS = [
  { key: "process", title: "Process", value: (row) => row.process, show: (row) => row.process },
  {
    key: "tables", title: "Tables", number: true, value: (row) => row.tables,
    show: (row) => row.tables,
  },
  { key: "names", title: "Which", value: (row) => row.names, show: (row) => row.names || "none" },
  { key: "since", title: "Since", value: (row) => row.since, show: (row) => moment(row.since) },
];

/**
 * Create the part; hidden while one process serves the house.
 * @param {boolean} moves whether tables may be moved
 * @param {() => Promise<void>} again draws the page anew
 */
export function processesPart(moves, again) {
  const list = new Sorted("Processes", COLUMNS, { key: (row) => row.process });
  const nobody = h("p", { class: "problem", role: "status", hidden: true });
  const option = (/** @type {string} */ value, /** @type {string} */ words) =>
    h("option", { value }, words);
  const table = h("select", { id: "move-table" });
  const to = h("select", { id: "move-to" });
  const form = asking({ label: "Move a table", class: "invite" }, async () => {
    const [key, process] = [table.value, to.value];
    const name = table.selectedOptions[0]?.textContent ?? key;
    await post(`/tables/${encodeURIComponent(key)}/move`, { process });
    await again();
    return `${name} goes to ${process}. Whoever is there follows.`;
  }, h("div", { class: "row" },
    h("label", { for: table.id }, "Move"), table, h("label", { for: to.id }, "to process"), to,
    h("button", { class: "main" }, "Move")));
  /** @type {string[]} */ let names = [];
  const share = asking({ label: "Share the tables", class: "invite" }, async () => {
    let count = 0;
    for (const name of names) {
      /** @type {{moved: Record<string, string>}} */
      const { moved } = await post(`/processes/${encodeURIComponent(name)}/share`);
      count += Object.keys(moved).length;
    }
    await again();
    return count === 1 ? "One table was moved." : `${count || "No"} tables were moved.`;
  }, h("div", { class: "row" },
    h("button", {}, "Share the tables"),
    h("span", {}, "by what was played at each in the last minute.")));
  const element = h("section", { hidden: true, "aria-labelledby": "processes" },
    h("h2", { id: "processes" }, "Processes"),
    list.element, nobody, moves ? [form, share] : null);

  /** @param {HTMLSelectElement} select @param {[string, string][]} choices */
  function offer(select, choices) {
    const chosen = select.value;
    fill(select, choices.map(([value, words]) => option(value, words)));
    if (choices.some(([value]) => value === chosen)) select.value = chosen;
  }

  /** Ask for the processes and show them. @param {Summary[]} tables that are open */
  async function draw(tables) {
    /** @type {HouseProcess[]} */ const found = await get("/processes");
    names = found.map(({ process }) => process);
    element.hidden = found.length < 2;
    if (element.hidden) return;
    list.show(found.map((each) => ({ ...each, names: tables
      .filter(({ process }) => process === each.process).map(({ name }) => name).join(", ") })));
    const left = tables.filter(({ process }) => process === null).map(({ name }) => name);
    nobody.hidden = !left.length;
    nobody.textContent = `No process has ${left.join(", ")} at this moment.`;
    offer(table, tables.map(({ table: key, name }) => [key, name]));
    offer(to, found.map(({ process }) => [process, process]));
  }
  return { element, draw };
}
