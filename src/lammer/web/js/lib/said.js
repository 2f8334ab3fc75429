// Each line of the log in a dealer's words: for the text board and the history.

import { dollars } from "./money.js";
import { HANDS, capital, card, coup } from "./calls.js";

/** @typedef {import("./calls.js").Line} Line */
/**
 * What is called how: a bet, a seat, and what goes round; and which bets gather numbers.
 * @typedef {{name: (bet: string) => string, seat: (number: number | string) => string,
 *   thing: string, gathers?: (bet: string) => boolean,
 *   reasons?: {key: string, words: string}[]}} Names
 */

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
  const did = PASSES[body.why] ?? `is ordered to pass the THING (${spaced(body.why)})`;
  const to = body.offered ? ` ${capital(names.thing)} to ${names.seat(body.offered)}.` : "";
  const behalf = body.on_behalf_of ? names.seat(body.on_behalf_of) : "";
  if (behalf && body.why === "left") {
    return `${capital(behalf)} has left: the ${names.thing} goes on.${to}`;
  }
  const who = `${capital(names.seat(body.seat))}${behalf && `, for ${behalf},`}`;
  return `${who} ${did.replace("THING", names.thing)}.${to}`;
}

/** Who has it then is said, too. @param {any} body @param {Names} names */
function declined(body, names) {
  const who = `${capital(names.seat(body.seat))} declines the ${names.thing}.`;
  if (body.alone) return `${who} They go back, only for the come bets.`;
  if ("alone" in body) return `${who} They go back to the shooter.`;
  if (body.holder === "dealer") return `${who} The dealer takes it for the players.`;
  return `${who}${body.offered ? ` ${capital(names.thing)} to ${names.seat(body.offered)}.` : ""}`;
}

/** A seat and its bet. @param {any} body @param {Names} names */
const whose = (body, names) => `${names.seat(body.seat)}: ${names.name(body.wager)}`;

/** @param {any} body @param {Names} names */
function bet(body, names) {
  const total = body.stake === body.amount ? "" : `, ${dollars(body.stake)} in all`;
  const charge = body.charge ? `, ${dollars(body.charge)} vigorish` : "";
  const put = `${dollars(body.amount)} on ${names.name(body.wager)}`;
  const parts = Object.entries(body.put_down_as ?? {});
  const as = parts.map(([part, cents]) => `${dollars(cents)} on ${names.name(part)}`).join(", ");
  return `${names.seat(body.seat)}: ${put}${total}${charge}${as && `, put down as ${as}`}.`;
}

/** @param {any} body @param {Names} names */
function wins(body, names) {
  const paid = dollars(body.paid + (body.coupon ?? 0));
  const charge = body.charge ? ` less ${dollars(body.charge)} vigorish` : "";
  const lost = body.stake - body.returned;
  const part = lost ? `, ${dollars(lost)} of it lost` : "";
  const on = `${names.name(body.wager)} (${dollars(body.stake)}${part})`;
  return `${names.seat(body.seat)} wins ${paid}${charge} on ${on}.`;
}

/** @param {any} body @param {Names} names */
function moves(body, names) {
  const who = whose(body, names);
  if (body.now !== body.wager) return `${who} goes to the ${body.state}.`;
  const state = String(body.state);
  if (state === "" || state === "inherited") return `${who} counts from here.`;
  const gathers = names.gathers?.(body.wager) ?? false;
  if (/^\d+$/.test(state) && !gathers) return `${who} stands on the ${state}.`;
  return `${who} has ${state.replaceAll(",", ", ")}.`;
}

/** @param {any} body */
const refund = (body) => (body.refund ? `, ${dollars(body.refund)} vigorish back` : "");

/** "one-die-on-the-other" as people write it. @param {any} key */
const spaced = (key) => String(key).replaceAll("-", " ");

/** Why a trial is void. @param {any} body @param {Names} names */
const why = ({ reason }, names) =>
  names.reasons?.find(({ key }) => key === reason)?.words ?? spaced(reason);

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
  offer: (body, names) =>
    body.offered ? `${capital(names.thing)} to ${names.seat(body.offered)}.` : "",
  accept: (body, names) => {
    const how = body.dealer ? " and has the dealer deal" : "";
    return `${names.seat(body.seat)} takes the ${names.thing}${how}.`;
  },
  decline: declined,
  select: does("selects the dice"),
  pass: passed,
  bet,
  wins,
  moves,
  loses: (body, names) =>
    `${names.seat(body.seat)} loses ${dollars(body.stake)} on ${names.name(body.wager)}.`,
  void: (body, names) => {
    const coupon = body.coupon ? ` The coupon of ${dollars(body.coupon)} stays there.` : "";
    return `${whose(body, names)} is void, ${dollars(body.stake)} back.${coupon}`;
  },
  down: (body, names) => `${whose(body, names)} is down: ${body.detail ?? "not made again."}`,
  reduce: (body, names) =>
    `${whose(body, names)} reduced by ${dollars(body.by)} to ${dollars(body.stake)}${
      refund(body)}.`,
  remove: (body, names) =>
    `${whose(body, names)} down, ${dollars(body.stake)} back${refund(body)}.`,
  call: (body, names) => `${whose(body, names)} ${body.working ? "working" : "off"}.`,
  coupon: money("lays a coupon of", "amount"),
  correct: (body) => {
    const what = body.cards ? body.cards.map(card).join(" ") : body.dice.join("-");
    const trial = body.cards ? "coup" : body.trial;
    const back = `is taken back (${spaced(body.reason)})`;
    return `The ${trial} ${what} ${back}: all is as it was before it.`;
  },
  throw: () => "Dice are out.",
  "no-roll": (body, names) => `No roll: ${why(body, names)}. All bets stand.`,
  "no-deal": (body, names) => {
    const out = body.cards ? ` Out of the shoe: ${body.cards.map(card).join(" ")}.` : "";
    return `No coup: ${why(body, names)}. All bets stand.${out}`;
  },
  "no-shake": (body, names) => `No shake: ${why(body, names)}. All bets stand.`,
  roll: (body) => `${body.dice.join("-")}: ${body.total}.`,
  shake: (body) => `${body.dice.join("-")}.`,
  "no-more-bets": (body) => `${body.call ?? "No more bets"}.`,
  cards: (body) => `${body.call ?? "Cards"}.`,
  deal: (body) =>
    `Player ${body.player.map(card).join(" ")}, Banker ${body.banker.map(card).join(" ")}.`,
  draw: (body) => `${HANDS[body.hand]} draws ${card(body.card)}.`,
  stay: (body) =>
    body.hand === "both"
      ? "Natural: no more cards."
      : `${HANDS[body.hand]} stays on ${body.count}.`,
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
  marker: (body, names) => {
    const count = body.count === undefined ? "" : `, ${body.count} now`;
    return `Marker on the ${body.number} (${names.name(body.wager)}${count}).`;
  },
  procedure: (body) => `Winners are paid by procedure ${body.procedure} from here.`,
  "new-dice": () => "Fresh dice are in.",
  "markers-off": () => "Markers off.",
  alone: (body, names) =>
    body.on
      ? `${names.seat(body.seat)} rolls only for the come bets.`
      : "A line bet is needed again.",
  tell: (body) => `Call ${body.to}: ${body.count} different points made.`,
  cut: does("cuts the cards"),
  recut: does("cuts the cards again"),
};

/**
 * One line of the log in words; "" where there is nothing to say.
 * @param {Line} line @param {Names} names
 */
export function said(line, names) {
  const words = SAID[line.event];
  return capital(words ? words(line.body, names) : `${spaced(line.event)}.`);
}
