// My hands, and one of them: replayed step by step, with its outcomes verified on the page.

import { get, Refused } from "../lib/api.js";
import { fill, h, link } from "../lib/dom.js";
import { showError, sessionNotice } from "../lib/error-page.js";
import { handPage } from "./hand.js";
import { dollars, signed } from "../lib/money.js";
import { moment, paged } from "../lib/widgets.js";
import { main, path, signIn, whoIsIn } from "../lib/shell.js";

const COLUMNS = [
  "Result", "Expected", "Luck", "Deviation", "Staked", "Won", "Lost", "Vigorish", "Brought",
  "Before", "After",
];
const MEANING = "Expected is what the exact odds give on average for the bets you made; luck is "
  + "the rest, and about two times in three it stays within one standard deviation.";
/** The range of the result scale on either side, in standard deviations. */
const FARTHEST = 3;

/** @import { HandList, HandLuck, HandPart, Luck, LuckList } from "../../types/protocol.d.ts" */

/** Round exact cents to the nearest cent. @param {string} decimal */
const rounded = (decimal) => Math.round(Number(decimal)) || 0;

/** @param {number} cents */
const kindOf = (cents) => (cents > 0 ? "plus" : cents < 0 ? "minus" : "nothing");

/** @param {HandPart | HandLuck} part */
const keyOf = ({ table, hand, seat, first }) => [table, hand, seat, first].join(" ");

/** @param {HandPart} part @param {Luck} [luck] */
function row(part, luck) {
  const { net } = part;
  const amounts = [
    part.staked, part.won, part.lost, part.vigorish, part.brought, part.before, part.after,
  ];
  return h("tr", null,
    h("th", { scope: "row" },
      link(`/history/${part.table}/${part.hand}`, `${part.name}, hand ${part.hand}`),
      h("small", null, moment(part.ended))),
    h("td", { class: `number net ${kindOf(net)}` }, signed(net)),
    luckCells(luck),
    amounts.map((cents) =>
      h("td", { class: cents ? "number" : "number nothing" }, dollars(cents))));
}

/**
 * Return the cells for expectation, luck and deviation; empty for a hand that cannot be replayed.
 * @param {Luck} [found]
 */
function luckCells({ expected, luck, deviation } = { net: 0 }) {
  if (!expected || !luck || !deviation) {
    return COLUMNS.slice(1, 4).map(() => h("td", { class: "number nothing" }, "\u2013"));
  }
  const [mean, rest] = [expected, luck].map(({ decimal }) => rounded(decimal));
  return [
    h("td", { class: "number" }, signed(mean)),
    h("td", { class: `number ${kindOf(rest)}` }, signed(rest)),
    h("td", { class: "number" }, `\u00b1${dollars(rounded(deviation))}`),
  ];
}

/** Return the totals of the hands on this page. @param {Luck} total @param {number} many hands */
function luckCard({ net, expected, luck, deviation }, many) {
  if (!expected || !luck || !deviation) return null;
  const [mean, rest, spread] = [expected.decimal, luck.decimal, deviation].map(rounded);
  const figures = [
    ["Result", signed(net), kindOf(net)], ["Expected", signed(mean), ""],
    ["Luck", signed(rest), kindOf(rest)],
    ["Standard deviation", `\u00b1${dollars(spread)}`, ""],
  ];
  const scale = h("div", { class: "scale", "aria-hidden": "true" },
    h("span", { class: "mark" }), h("span", { class: "zero" }, "as expected"));
  const away = Number(deviation) ? Number(luck.decimal) / Number(deviation) : 0;
  const shown = Math.max(-FARTHEST, Math.min(FARTHEST, away));
  scale.style.setProperty("--at", `${50 + (shown * 50) / FARTHEST}%`);
  const which = many === 1 ? "your latest hand" : `your latest ${many} hands`;
  return h("section", { class: "card luck", "aria-labelledby": "luck-heading" },
    h("h2", { id: "luck-heading" }, `Luck in ${which}`),
    h("dl", { class: "figures" }, figures.map(([word, amount, kind]) =>
      h("div", null, h("dt", null, word), h("dd", { class: kind }, amount)))),
    scale, h("p", { class: "soft" }, MEANING));
}

async function handsPage() {
  const rows = h("tbody");
  /** @type {HTMLElement | null} */ let card = null;
  const more = await paged(rows, async (/** @type {string | null} */ next) => {
    const query = `limit=50${next === null ? "" : `&after=${encodeURIComponent(next)}`}`;
    /** @type {[HandList, LuckList | null]} */
    const [page, lucks] = await Promise.all([
      get(`/me/hands?${query}`), get(`/me/luck?${query}`).catch(() => null),
    ]);
    const found = new Map(lucks?.hands.map((each) => [keyOf(each), each]));
    const known = lucks?.hands.filter(({ luck }) => luck) ?? [];
    if (next === null && lucks && known.length) card = luckCard(lucks.total, known.length);
    return { rows: page.hands.map((part) => row(part, found.get(keyOf(part)))), next: page.next };
  });
  const head = h("thead", null,
    h("tr", null, h("th", { scope: "col" }, "Hand"),
      COLUMNS.map((word) => h("th", { scope: "col", class: "number" }, word))));
  const table = h("div", {
    class: "scroll card flush", tabindex: "0", role: "region", "aria-label": "Your hands",
  }, h("table", { class: "hands" }, head, rows));
  const none = h("p", { class: "notice" },
    "You have not finished a hand yet. ", link("/", "Sit down at a table"),
    ": every hand you have a part in is kept here.");
  fill(main(), h("h1", null, "Your hands"),
    h("p", { class: "lead" },
      "The latest first. Open one to see it again, step by step, and to check its outcomes."),
    card, rows.children.length ? table : none, more);
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

start().catch((wrong) => showError(wrong, ["/history", "All your hands"]));
