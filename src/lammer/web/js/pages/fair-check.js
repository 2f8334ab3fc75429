// The part of a hand's page that verifies its outcomes and shows them trial by trial.

import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { canVerify, torn, verify } from "../lib/fair.js";
import { asking } from "../lib/widgets.js";
import { several } from "../lib/sentences.js";

const PIECE = 200;
const MOST_PAGES = 40;

/** @import { CheckedPledge, CheckedTrial, Draw } from "../../types/fair.d.ts" */
/** @import { Instrument } from "../../types/instrument.d.ts" */
/** @import { Bodies, Hand, Lines, SealedLine } from "../../types/protocol.d.ts" */

/** @param {SealedLine} line */
const isEnd = ({ event }) => event === "reveal" || event === "withdraw";

/**
 * Return the lines of the log after the hand's own, up to where its seed is revealed.
 * @param {Hand} hand @param {Draw} draw
 */
async function untilRevealed(hand, draw) {
  const lines = [...hand.lines];
  const lastTrial = lines.findLastIndex(({ event }) => event === draw.event);
  if (lines.slice(lastTrial + 1).some(isEnd)) return lines;
  const path = `/tables/${encodeURIComponent(hand.table)}/lines`;
  /** @type {number | null} */ let next = (lines.at(-1)?.seq ?? 0) + 1;
  for (let page = 0; next !== null && page < MOST_PAGES; page += 1) {
    /** @type {Lines} */
    const more = await get(`${path}?from=${next}&limit=${PIECE}`);
    const end = more.lines.findIndex(isEnd);
    lines.push(...(end < 0 ? more.lines : more.lines.slice(0, end + 1)));
    if (end >= 0) break;
    next = more.next;
  }
  return lines;
}

/**
 * @param {Hand} hand @param {Bodies["open"]} opened what the first line of its table's log says
 * @param {Instrument} instrument
 */
export function checkPart(hand, opened, instrument) {
  const found = h("div", { "aria-live": "polite" });
  const check = async () => {
    const draw = await instrument.draw();
    if (!draw) return void fill(found, h("p", { class: "notice" }, UNKNOWN));
    const lines = await untilRevealed(hand, draw);
    const [pledges, broken] = [
      await verify(hand.standing, lines, opened, draw), await torn(lines),
    ];
    const own = new Set(hand.lines.map(({ seq }) => seq));
    fill(found, chain(lines, broken),
      pledges.length ? pledges.map((each) => pledge(each, own, instrument)) : crew());
    return undefined;
  };
  const missing = h("p", { class: "notice" },
    "This page was not opened over https or on the house's own machine, so the browser keeps its ",
    "cryptography from it. Download the log and run ",
    h("code", null, "lammer fair"), " on it, or open the page over https.");
  const button = asking({ label: "Check the outcomes" }, check,
    h("button", { class: "main" }, "Make them again on this page"));
  return h("section", { class: "card" }, h("h2", null, "Was it fair?"),
    h("p", null, RULE),
    canVerify() ? button : missing, found);
}

const RULE = "Before the first outcome the house published the hash of a secret seed; afterwards "
  + "the seed itself. Every outcome follows from it and from the players' own texts by a rule that "
  + "anybody can carry out: your browser does it here, with nothing of the house's.";
const UNKNOWN = "This page does not know how outcomes are drawn in this game. Download the log and "
  + "run “lammer fair” on it.";
const CREW = "No seed was pledged in this hand: a crew entered what happened, and there is nothing "
  + "to make again.";

const crew = () => h("p", { class: "notice" }, CREW);

/** @param {boolean} ok @param {string} words */
const mark = (ok, words) => h("p", { class: ok ? "verdict good" : "verdict bad" },
  h("span", { "aria-hidden": "true" }, ok ? "✓ " : "✗ "), words);

/** @param {SealedLine[]} lines @param {number[]} broken */
function chain(lines, broken) {
  const sealed = `${lines.length} lines of the log follow each other as they were sealed.`;
  if (!broken.length) return mark(true, sealed);
  const first = broken.slice(0, 10).join(", ");
  return mark(false, `The log was changed, cut or moved at line ${first}.`);
}

/** @type {Record<CheckedPledge["verdict"], [boolean | null, string]>} */
const VERDICTS = {
  followed: [true, "Everything follows from the seed that was pledged."],
  wrong: [false, "This does not follow from what was pledged."],
  open: [null, "The seed is not revealed yet; nothing can be said until it is."],
  withdrawn: [null, "The pledge was withdrawn: it proves nothing about these outcomes."],
};

/**
 * @param {CheckedPledge} checked @param {Set<number>} own the lines of the hand itself
 * @param {Instrument} instrument
 */
function pledge(checked, own, instrument) {
  const [ok, words] = VERDICTS[checked.verdict];
  const shown = checked.trials.filter(({ line }) => own.has(line));
  const others = checked.trials.length - shown.length;
  return h("div", { class: "pledge" },
    ok === null
      ? h("p", { class: "notice" }, words, checked.reason ? ` ${checked.reason}.` : null,
        checked.verdict === "open" ? ` ${instrument.revealed}` : null)
      : mark(ok, words),
    h("dl", { class: "hashes" },
      pair("Pledged", h("code", null, checked.hash)),
      checked.seed
        ? pair("Revealed", h("code", null, checked.seed),
          checked.fits ? " (its SHA-256 is what was pledged)" : " (its SHA-256 is another!)")
        : null,
      checked.seeds.length
        ? pair("Players' texts",
          checked.seeds.map(([seat, text]) => h("div", null, `seat ${seat}: `, h("q", null, text))))
        : pair("Players' texts", "none were given"),
      checked.key ? pair("Key of the hand", h("code", null, checked.key)) : null),
    checked.key && shown.length ? trials(shown, checked.before, instrument.outcome) : null,
    others && checked.key
      ? h("p", { class: "soft" },
        `${several(others, "later outcome")} of the same seed made again, too.`)
      : null);
}

/** @param {string} word @param {...import("../lib/dom.js").Child} value */
const pair = (word, ...value) => h("div", null, h("dt", null, word), h("dd", null, value));

/**
 * @param {CheckedTrial[]} shown @param {number} before trials of the pledge before these
 * @param {Instrument["outcome"]} faces
 */
const trials = (shown, before, faces) =>
  h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Outcomes made again" },
    h("table", { class: "trials" },
      h("thead", null, h("tr", null, HEADS.map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", null, shown.map((each, at) => h("tr", null,
        h("td", null, before + at + 1, h("small", null, ` line ${each.line}`)),
        h("td", null, faces(each.got)), h("td", null, faces(each.made ?? [])),
        h("td", { class: each.ok ? "verdict good" : "verdict bad" },
          each.ok ? "✓ the same" : "✗ not the same"))))));

const HEADS = ["Number", "In the log", "Made again", "Are they"];
