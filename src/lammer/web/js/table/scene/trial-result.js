// What a trial did to the chips of a seat, in words.

import { dollars } from "../../lib/money.js";
import { betName, capital, listed } from "../../lib/calls.js";

/** @typedef {import("../../lib/calls.js").Line} Line */

/**
 * My wins and losses, and what came back undecided, in words: all of it told, the sum seen.
 * @param {any} catalogue @param {Line[]} lines @param {number | null} seat
 * @param {string} who has the seat; "" if it is mine @param {number} cents in all
 */
export function own(catalogue, lines, seat, who, cents) {
  const does = (/** @type {string} */ verb) => (who ? `${who} ${verb}s` : `you ${verb}`);
  const mine = (/** @type {string} */ event) => lines
    .filter((line) => line.event === event && line.body.seat === seat).map(({ body }) => body);
  const bets = [
    ...mine("wins").map((body) => ({ // Of a bet in parts, some are lost.
      body, cents: body.paid + (body.coupon ?? 0) - (body.stake - body.returned),
    })),
    ...mine("loses").map((body) => ({ body, cents: -body.stake })),
  ];
  const back = { push: 0, odds: 0 };
  for (const { wager, stake } of mine("void")) {
    back[catalogue.wagers[wager]?.behind ? "odds" : "push"] += stake;
  }
  const undecided = [
    back.push && `Push: ${dollars(back.push)} back`,
    back.odds && `Odds back: ${dollars(back.odds)}`,
  ].filter(Boolean).join(". ");
  const told = (/** @type {number} */ sign) => listed(bets
    .filter((bet) => Math.sign(bet.cents) === sign)
    .map((bet) => `${dollars(Math.abs(bet.cents))} on ${betName(catalogue, bet.body.wager)}`));
  const [won, lost] = [told(1), told(-1)];
  const sum = cents && `${does(cents < 0 ? "lose" : "win")} ${dollars(Math.abs(cents))}`;
  const total = (/** @type {any[]} */ all, key = "cents") =>
    all.reduce((so, each) => so + each[key], 0);
  const [taken, marked, collected] = [
    ["taken", total(bets) - cents],
    ["marked", total(mine("vigorish").filter((body) => "owed" in body), "charge")],
    ["collected", total(mine("collect"), "amount")],
  ].map(([how, paid]) => (paid > 0 ? `${dollars(paid)} vigorish ${how}` : ""));
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
