// What is said at a table: the stickperson's calls, and each line of the log in a dealer's words.
// The calls are custom; every figure in them comes from the house.

import { dollars } from "./money.js";

/** @typedef {{event: string, actor: string, body: any, clauses: string[], at: string, seq: number, hash: string}} Line */
/** @typedef {{name: (bet: string) => string, seat: (number: number | string) => string, thing: string}} Names */

const NUMBERS = Object.freeze({
  4: "Four", 5: "Five, no field five", 6: "Six", 8: "Eight", 9: "Nine", 10: "Ten",
});
const TOTALS = Object.freeze([
  "", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
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
 * @param {number[]} dice @param {number | null} before the point before it @param {number | null} after
 */
export function stick([first, second], before, after) {
  const total = first + second;
  const called = number(first, second);
  if (before === null) {
    if (after === null) return COME_OUT[total] ?? `${called}.`;
    return `${called}. The point is ${TOTALS[after].toLowerCase()}.`;
  }
  if (total === before) return `${called}. Winner, the point is made.`;
  return POINT_ON[total] ?? `${called}.`;
}

/** Events that are a trial: dice at rest, a shake, a coup. */
export const isTrial = (/** @type {Line} */ line) =>
  line.event === "roll" || line.event === "shake" || line.event === "result";

/**
 * The call of a trial, whatever the game.
 * @param {Line} line @param {number | null} before the point before it
 */
export function call(line, before) {
  const { body } = line;
  if (line.event === "roll") return stick(body.dice, before, body.point ?? null);
  if (line.event === "shake") return `${TOTALS[body.dice[0] + body.dice[1]]}.`;
  return coup(body);
}

const HANDS = Object.freeze({ player: "Player's Hand", banker: "Banker's Hand" });

/** @param {any} body */
function coup(body) {
  const counts = `Player ${body.player}, Banker ${body.banker}`;
  return body.winner === "tie" ? `${counts}: Tie Hand.` : `${counts}: ${HANDS[body.winner]} wins.`;
}

/** Cards as they are read: "9h" is "9♥". @param {string} card */
export const card = (card) =>
  (card[0] === "T" ? "10" : card[0]) + { s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]];

const PASSES = Object.freeze({
  choice: "passes the THING",
  left: "has left",
  "loser-7": "has sevened out",
  seven: "has shaken a seven and passes the shaker",
  "banker-lost": "passes the shoe: the Banker's Hand lost",
  "nobody-left": "puts the THING aside: nobody is left",
});

/** @param {any} body @param {Names} names */
function passed(body, names) {
  const did = PASSES[body.why] ?? `is ordered to pass the THING (${body.why})`;
  const to = body.offered ? ` ${capital(names.thing)} to ${names.seat(body.offered)}.` : "";
  return `${capital(names.seat(body.seat))} ${did.replace("THING", names.thing)}.${to}`;
}

/** @param {any} body @param {Names} names */
function bet(body, names) {
  const total = body.stake === body.amount ? "" : `, ${dollars(body.stake)} in all`;
  const charge = body.charge ? `, ${dollars(body.charge)} vigorish` : "";
  return `${names.seat(body.seat)}: ${dollars(body.amount)} on ${names.name(body.wager)}${total}${charge}.`;
}

/** @param {any} body @param {Names} names */
function wins(body, names) {
  const paid = dollars(body.paid + (body.coupon ?? 0));
  const charge = body.charge ? ` less ${dollars(body.charge)} vigorish` : "";
  return `${names.seat(body.seat)} wins ${paid}${charge} on ${names.name(body.wager)} (${dollars(body.stake)}).`;
}

/** @param {any} body @param {Names} names */
function moves(body, names) {
  const who = `${names.seat(body.seat)}: ${names.name(body.wager)}`;
  if (body.now !== body.wager) return `${who} goes to the ${body.state}.`;
  const state = String(body.state);
  if (state === "" || state === "inherited") return `${who} counts from here.`;
  return /^\d+$/.test(state) ? `${who} stands on the ${state}.` : `${who} has ${state.replaceAll(",", ", ")}.`;
}

/** @param {string} words @param {string} key */
const money = (words, key) => (/** @type {any} */ body, /** @type {Names} */ names) =>
  `${names.seat(body.seat)} ${words} ${dollars(body[key])}.`;

/** @param {string} words */
const does = (words) => (/** @type {any} */ body, /** @type {Names} */ names) =>
  `${names.seat(body.seat)} ${words.replace("THING", names.thing)}.`;

/** @type {Record<string, (body: any, names: Names) => string>} */
const SAID = {
  commit: (body) => `A seed is pledged: ${body.hash.slice(0, 16)}...`,
  seed: does("adds a seed"),
  reveal: (body) => `The seed is revealed: ${body.seed.slice(0, 16)}...`,
  withdraw: () => "The pledged seed is withdrawn.",
  open: () => "The table is open.",
  close: () => "The table is closed.",
  sit: money("sits down with", "rail"),
  leave: money("leaves with", "rail"),
  "buy-in": money("buys in for", "amount"),
  "cash-out": money("cashes out", "amount"),
  convert: money("bets with cash,", "cash"),
  offer: (body, names) => (body.offered ? `${capital(names.thing)} to ${names.seat(body.offered)}.` : ""),
  accept: (body, names) =>
    `${names.seat(body.seat)} takes the ${names.thing}${body.dealer ? " and has the dealer deal" : ""}.`,
  decline: does("declines the THING"),
  select: does("selects the dice"),
  pass: passed,
  bet,
  wins,
  moves,
  loses: (body, names) =>
    `${names.seat(body.seat)} loses ${dollars(body.stake)} on ${names.name(body.wager)}.`,
  void: (body, names) =>
    `${names.seat(body.seat)}: ${names.name(body.wager)} is void, ${dollars(body.stake)} back.`,
  down: (body, names) =>
    `${names.seat(body.seat)}: ${names.name(body.wager)} is down: ${body.detail ?? "not made again."}`,
  reduce: (body, names) =>
    `${names.seat(body.seat)}: ${names.name(body.wager)} reduced by ${dollars(body.by)} to ${dollars(body.stake)}.`,
  remove: (body, names) =>
    `${names.seat(body.seat)}: ${names.name(body.wager)} down, ${dollars(body.stake)} back.`,
  call: (body, names) =>
    `${names.seat(body.seat)}: ${names.name(body.wager)} ${body.working ? "working" : "off"}.`,
  coupon: money("lays a coupon of", "amount"),
  correct: (body) => {
    const what = body.cards ? body.cards.map(card).join(" ") : body.dice.join("-");
    const why = body.reason.replaceAll("-", " ");
    return `The ${body.trial} ${what} is taken back (${why}): all is as it was before it.`;
  },
  throw: () => "Dice are out.",
  "no-roll": (body) => `No roll: ${String(body.reason).replaceAll("-", " ")}. All bets stand.`,
  "no-shake": (body) => `Invalid shake: ${String(body.reason).replaceAll("-", " ")}. All bets stand.`,
  roll: (body) => `${body.dice.join("-")}: ${body.total}.`,
  shake: (body) => `${body.dice.join("-")}.`,
  "no-more-bets": (body) => `${body.call ?? "No more bets"}.`,
  cards: (body) => `${body.call ?? "Cards"}.`,
  deal: (body) =>
    `Player ${body.player.map(card).join(" ")}, Banker ${body.banker.map(card).join(" ")}.`,
  draw: (body) => `${HANDS[body.hand]} draws ${card(body.card)}.`,
  stay: (body) =>
    body.hand === "both" ? "Natural: no more cards." : `${HANDS[body.hand]} stays on ${body.count}.`,
  count: (body) => `${HANDS[body.hand]} has ${body.count}.`,
  result: coup,
  shuffle: () => "A fresh shoe, shuffled.",
  "last-hand": (body) => `${body.call ?? "Last hand"}.`,
  "shoe-over": () => "The shoe is over.",
  "cutting-card": () => "The cutting card is out.",
  collect: money("pays the vigorish marked,", "amount"),
  vigorish: (body, names) =>
    `${names.seat(body.seat)}: ${dollars(body.charge)} vigorish ${
      body.owed === undefined ? "collected" : `marked, ${dollars(body.owed)} owed`
    }.`,
  marker: (body, names) => `Marker on the ${body.number} (${names.name(body.wager)}).`,
  "markers-off": () => "Markers off.",
  alone: (body, names) =>
    body.on ? `${names.seat(body.seat)} rolls only for the come bets.` : "A line bet is needed again.",
  tell: (body) => `Call ${body.to}: ${body.count} different points made.`,
  cut: does("cuts the cards"),
  recut: does("recuts the cards"),
};

/**
 * One line of the log in words; "" where there is nothing to say.
 * @param {Line} line @param {Names} names
 */
export function said(line, names) {
  const words = SAID[line.event];
  return capital(words ? words(line.body, names) : `${line.event.replaceAll("-", " ")}.`);
}

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

/** Several things in a sentence: "a, b and c". @param {string[]} parts */
export const listed = (parts) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Several of something. @param {number} count @param {string} one @param {string} [many] */
export const several = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
