// My hands, and one of them: replayed step by step, with its outcomes made again on the page.

import { get, Refused } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { failed, sessionNotice } from "../lib/failed.js";
import { handPage } from "./hand.js";
import { dollars, signed } from "../lib/money.js";
import { moment, paged } from "../lib/widgets.js";
import { main, path, signIn, whoIsIn } from "../lib/shell.js";

const COLUMNS = [
  ["Hand", ""], ["Net", "number"], ["Staked", "number"], ["Won", "number"], ["Lost", "number"],
  ["Vigorish", "number"],
  ["Brought", "number"], ["Before", "number"], ["After", "number"], ["When", ""],
];

/** @import { HandList, HandPart } from "../../types/protocol.d.ts" */

/** @param {HandPart} part */
function row(part) {
  const net = part.net;
  const amounts = [
    part.staked, part.won, part.lost, part.vigorish, part.brought, part.before, part.after,
  ];
  return h("tr", null,
    h("th", { scope: "row" },
      link(`/history/${part.table}/${part.hand}`, `${part.name}, hand ${part.hand}`)),
    h("td", { class: `number net ${net > 0 ? "plus" : ""}` }, signed(net)),
    amounts.map((cents) => h("td", { class: cents ? "number" : "number nothing" }, dollars(cents))),
    h("td", null, moment(part.ended)));
}

async function handsPage() {
  const rows = h("tbody");
  const more = await paged(rows, async (/** @type {string | null} */ next) => {
    const after = next === null ? "" : `&after=${encodeURIComponent(next)}`;
    /** @type {HandList} */ const page = await get(`/me/hands?limit=50${after}`);
    return { rows: page.hands.map(row), next: page.next };
  });
  const head = h("thead", null,
    h("tr", null, COLUMNS.map(([word, kind]) => h("th", { scope: "col", class: kind }, word))));
  const table = h("div", {
    class: "scroll card flush", tabindex: "0", role: "region", "aria-label": "Your hands",
  }, h("table", { class: "hands" }, head, rows));
  const none = h("p", { class: "notice" },
    "You have not finished a hand yet. ", link("/", "Sit down at a table"),
    ": every hand you have a part in is kept here.");
  fill(main(), h("h1", null, "Your hands"),
    h("p", { class: "lead" },
      "The latest first. Open one to see it again, step by step, and to check its outcomes."),
    rows.children.length ? table : none, more);
}

function stranger() {
  fill(main(), h("h1", null, "Your hands"),
    sessionNotice() ?? h("p", { class: "notice" },
      "Nobody is in, so there are no hands to show. ", link("/", "Sit down at a table"),
      " as a guest, or ", link(signIn(), "sign in"), "."));
}

async function start() {
  const person = await whoIsIn();
  if (!person) return stranger();
  const [table, hand] = path();
  if (!table) return handsPage();
  const number = Number(hand);
  if (!Number.isInteger(number) || number < 1) {
    throw new Refused(404, {
      code: "no-hand", detail: `"${hand}" is no number of a hand.`,
      instead: "Choose one in your history.",
    });
  }
  const whose = Number(new URLSearchParams(location.search).get("person"));
  return handPage(table, number, whose || null);
}

start().catch((wrong) => failed(wrong, ["/history", "All your hands"]));
