// What a trial did to the chips of a seat, in words.

import { dollars } from "../../lib/money.js";
import { betName, capital, is, listed, winOf } from "../../lib/calls.js";

/** @import { Catalogue, Line } from "../../../types/protocol.d.ts" */

/**
 * My wins and losses, and what came back undecided, in words: all of it told, the sum seen.
 * @param {Catalogue} catalogue @param {Line[]} lines @param {number | null} seat
 * @param {string} who has the seat; "" if it is mine @param {number} cents in all
 */
export function own(catalogue, lines, seat, who, cents) {
  const does = (/** @type {string} */ verb) => (who ? `${who} ${verb}s` : `you ${verb}`);
  const mine = lines.filter(({ body }) => body.seat === seat);
  const bets = [
    ...mine.filter((line) => is("wins", line))
      .map(({ body }) => ({ wager: body.wager, cents: winOf(body) })),
    ...mine.filter((line) => is("loses", line))
      .map(({ body }) => ({ wager: body.wager, cents: -body.stake })),
  ];
  const back = { push: 0, odds: 0 };
  for (const { body: { wager, stake } } of mine.filter((line) => is("void", line))) {
    back[catalogue.wagers[wager]?.behind ? "odds" : "push"] += stake;
  }
  const undecided = [
    back.push && `Push: ${dollars(back.push)} back`,
    back.odds && `Odds back: ${dollars(back.odds)}`,
  ].filter(Boolean).join(". ");
  const told = (/** @type {number} */ sign) => listed(bets
    .filter((bet) => Math.sign(bet.cents) === sign)
    .map((bet) => `${dollars(Math.abs(bet.cents))} on ${betName(catalogue, bet.wager)}`));
  const [won, lost] = [told(1), told(-1)];
  const sum = cents && `${does(cents < 0 ? "lose" : "win")} ${dollars(Math.abs(cents))}`;
  const total = (/** @type {number[]} */ all) => all.reduce((so, each) => so + each, 0);
  const marks = mine.filter((line) => is("vigorish", line)).filter(({ body }) => "owed" in body);
  const vigorish = (/** @type {string} */ how, /** @type {number} */ paid) =>
    (paid > 0 ? `${dollars(paid)} vigorish ${how}` : "");
  const taken = vigorish("taken", total(bets.map((bet) => bet.cents)) - cents);
  const marked = vigorish("marked", total(marks.map(({ body }) => body.charge)));
  const collected = vigorish("collected",
    total(mine.filter((line) => is("collect", line)).map(({ body }) => body.amount)));
  const decided = bets.length ? [
    won && capital(`${does("win")} ${won}`), lost && capital(`${does("lose")} ${lost}`),
    taken, marked,
    `In all ${sum || (who ? `${who} is even` : "you are even")}`,
  ] : [];
  const seen = [
    sum ? capital(sum) : bets.length ? "Even" : undecided, taken, marked, collected,
  ];
  return {
    told: [...decided, undecided, collected].filter(Boolean).map((each) => `${each}.`).join(" "),
    seen: seen.filter(Boolean).join(", "),
  };
}
