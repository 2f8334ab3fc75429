// What is said at a table: the stickperson's calls, names and counts. The calls are custom; every
// figure in them comes from the house.

/**
 * A line of the log.
 * @typedef {{event: string, actor: string, body: any, clauses: string[], at: string, seq: number,
 *   hash: string, was?: any}} Line
 */

const NUMBERS = Object.freeze({
  4: "Four", 5: "Five, no field five", 6: "Six", 8: "Eight", 9: "Nine", 10: "Ten",
});
const TOTALS = Object.freeze([
  "", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
  "Twelve",
]);
const COME_OUT = Object.freeze({
  2: "Two craps, aces. Line away.",
  3: "Three craps, ace-deuce. Line away.",
  7: "Seven, front line winner.",
  11: "Yo, eleven! Front line winner.",
  12: "Twelve craps, boxcars. Line away, bar the twelve.",
});
const POINT_ON = Object.freeze({
  2: "Two craps, aces. Come bets lose.",
  3: "Three craps, ace-deuce. Come bets lose.",
  7: "Seven out, line away.",
  11: "Yo, eleven! Pay the come.",
  12: "Twelve craps, boxcars. Come bets lose.",
});

/** A number as the stick calls it. @param {number} first @param {number} second */
function number(first, second) {
  const total = first + second;
  const word = NUMBERS[total] ?? TOTALS[total];
  if (total % 2 || total < 4 || total > 10) return word;
  return first === second ? `${word}, the hard way` : `${word}, easy ${word.toLowerCase()}`;
}

/**
 * The stickperson's call of a roll of craps.
 * @param {number[]} dice @param {number | null} before the point before it
 * @param {number | null} after @param {boolean} [alone] whether it is only for the come bets
 */
export function stick([first, second], before, after, alone = false) {
  const total = first + second;
  const called = number(first, second);
  if (alone) return total === 7 ? "Seven. Come bets lose." : `${called}.`;
  if (before === null) {
    if (after === null) return COME_OUT[total] ?? `${called}.`;
    return `${called}. The point is ${TOTALS[after].toLowerCase()}.`;
  }
  if (total === before) return `${called}. Winner, the point is made.`;
  return POINT_ON[total] ?? `${called}.`;
}

/** "Seat 2 has ...", said to seat 2. @param {string} detail @param {number | null} seat */
export function saidTo(detail, seat) {
  const [, number, does, more] = /^Seat (\d+) (has|owes|must)\b(.*)$/.exec(detail) ?? [];
  if (Number(number) !== seat) return detail;
  const verb = { has: "have", owes: "owe", must: "must" }[does];
  return `You ${verb}${more.replace(/ and (keep|stay)s\b/, " and $1")}`;
}

/** Events that are a trial: dice at rest, a shake, a coup. */
export const isTrial = (/** @type {Line} */ line) =>
  line.event === "roll" || line.event === "shake" || line.event === "result";

/**
 * The call of a trial, whatever the game.
 * @param {Line} line @param {number | null} before the point before it
 * @param {boolean} [alone] whether a roll is only for the come bets
 */
export function call(line, before, alone = false) {
  const { body } = line;
  if (line.event === "roll") return stick(body.dice, before, body.point ?? null, alone);
  if (line.event === "shake") return `${TOTALS[body.dice[0] + body.dice[1]]}.`;
  return coup(body);
}

/** The two hands of a coup. */
export const HANDS = Object.freeze({ player: "Player's Hand", banker: "Banker's Hand" });

/** How a coup ended. @param {any} body */
export function coup(body) {
  const counts = `Player ${body.player}, Banker ${body.banker}`;
  return body.winner === "tie" ? `${counts}: Tie Hand.` : `${counts}: ${HANDS[body.winner]} wins.`;
}

/** Cards as they are read: "9h" is "9♥". @param {string} card */
export const card = (card) =>
  (card[0] === "T" ? "10" : card[0]) + { s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What the chips of a seat gained or lost by these lines, at play: buying in and cashing out aside.
 * @param {Line[]} lines @param {number | string | null} seat
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

/**
 * Whether a roll after this line is only for the come bets.
 * @param {boolean} before @param {Line} line
 */
export function goesAlone(before, { event, body }) {
  if (event === "alone") return body.on;
  if (event === "accept") return false;
  return body.alone ?? before;
}

/**
 * What a bet is called: "Come Bet on the 6" for one that has moved there.
 * @param {any} catalogue @param {string} bet @param {any} [lying] the bet as it lies there
 */
export function betName(catalogue, bet, lying) {
  const own = catalogue.wagers[bet];
  if (own) return own.name;
  const found = /^(.+)-(\d+)$/.exec(bet);
  const kind = catalogue.wagers[lying?.wager ?? found?.[1] ?? ""];
  return kind ? `${kind.name} on the ${lying?.state ?? found?.[2]}` : bet;
}

/** The button on a bet: "off", "on" if it was called on, or "". @param {any} bet */
export const onOff = (bet) => (bet?.off ? "off" : bet?.called === "on" ? "on" : "");

/** Several things in a sentence: "a, b and c". @param {string[]} parts */
export const listed = (parts) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Several of something. @param {number} count @param {string} one @param {string} [many] */
export const several = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * What a wager pays: odds, for which share of it, on what; and what is charged.
 * @param {any} wager
 */
export const payWords = (wager) => (wager.pays ?? [])
  .map((/** @type {any} */ each) => each.odds
    + (each.share ? ` on ${each.share} of it` : "") + (each.when ? ` (${each.when})` : ""))
  .join("; ") + (wager.vigorish ? `, vigorish ${rate(wager)}` : "");

/** "5%" of "5% of the amount won, collected ...". @param {any} wager */
export const rate = (wager) => wager.vigorish.split(" ")[0];
