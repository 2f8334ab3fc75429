// How what the house says is shown: its sentences with the names of people, names of bets, counts.

/** @import { Bet, Bodies, Catalogue, HandPart, SealedLine, Wager }
 *   from "../../types/protocol.d.ts" */

/**
 * Whether a line is of this event, and so what is in it.
 * @template {string} Event @template {SealedLine} AnyLine
 * @param {Event} event @param {AnyLine} line @returns {line is AnyLine & SealedLine<Event>}
 */
export const is = (event, line) => line.event === event;

/** @type {Readonly<Record<string, string>>} */
const YOU = Object.freeze({ has: "have", owes: "owe", must: "must" });

/** "Seat 2 has ...", said to seat 2. @param {string} detail @param {number | null} seat */
export function saidTo(detail, seat) {
  const [, number, does, more] = /^Seat (\d+) (has|owes|must)\b(.*)$/.exec(detail) ?? [];
  if (Number(number) !== seat) return detail;
  return `You ${YOU[does]}${more.replace(/ and (keep|stay)s\b/, " and $1")}`;
}

/** Events that are a trial, of the instruments that this page has loaded. @type {Set<string>} */
const TRIALS = new Set();

/** An instrument is loaded: this event is its trial. @param {string} event */
export const knowTrial = (event) => TRIALS.add(event);

/** Whether a line is a trial, with its outcome. */
export const isTrial = (/** @type {SealedLine} */ line) => TRIALS.has(line.event);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A sentence of the house with names: "Seat 2 leaves." is "Ada leaves."
 * @param {string} text @param {(seat: number) => string} name what a seat is called
 */
export const shown = (text, name) =>
  capital(text.replace(/\b[Ss]eat (\d+)/g, (_, seat) => name(Number(seat))));

/**
 * What the chips of a seat gained or lost by these lines, at play: buying in and cashing out aside.
 * @param {SealedLine[]} lines @param {number | string | null} seat
 */
export function gained(lines, seat) {
  if (seat === null) return 0;
  const own = new Set([`rail-${seat}`, `layout-${seat}`]);
  let sum = 0;
  for (const { body } of lines) {
    for (const [from, to, cents] of body.moves ?? []) {
      if (from === "cage" || to === "cage") continue;
      if (own.has(to)) sum += cents;
      if (own.has(from)) sum -= cents;
    }
  }
  return sum;
}

/** What somebody's part in a hand came to, in cents. @param {HandPart} part */
export const netOf = ({ won, lost, vigorish }) => won - lost - vigorish;

/**
 * What a win comes to, in cents, without vigorish: of a bet in parts, some are lost.
 * @param {Bodies["wins"]} body
 */
export const winOf = ({ paid, stake, returned, coupon = 0 }) => paid + coupon - (stake - returned);

/**
 * What a bet is called, also one that has moved to its number.
 * @param {Catalogue} catalogue @param {string} bet
 */
export const betName = ({ wagers, moved }, bet) => (wagers[bet] ?? moved[bet])?.name ?? bet;

/** The wager of a bet, moved or not. @param {Catalogue} catalogue @param {string} bet */
export const wagerOf = ({ wagers, moved }, bet) => wagers[bet] ?? wagers[moved[bet]?.wager];

/** The button on a bet: "off", "on" if it was called on, or "". @param {Bet | null} [bet] */
export const onOff = (bet) => (bet?.off ? "off" : bet?.called === "on" ? "on" : "");

/** Several things in a sentence: "a, b and c". @param {string[]} parts */
export const listed = (parts) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Several of something. @param {number} count @param {string} one @param {string} [many] */
export const several = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * What a wager pays: odds, for which share of it, on what; and what is charged.
 * @param {Wager} wager
 */
export const payWords = (wager) => wager.pays
  .map((each) => each.odds
    + (each.share ? ` on ${each.share} of it` : "") + (each.when ? ` (${each.when})` : ""))
  .join("; ") + (wager.vigorish ? `, vigorish ${rate(wager)}` : "");

/** "5%" of "5% of the amount won, collected ...". @param {Wager} wager */
export const rate = ({ vigorish = "" }) => vigorish.split(" ")[0];
