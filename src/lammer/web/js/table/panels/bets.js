// The list of my bets, each with its controls.

import { h } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { betName } from "../../lib/sentences.js";
import { betControls, betTags, gathered } from "./info.js";
import { renderIfChanged } from "../shared/memo.js";

/** @import { Bet, Catalogue, Coupon, Wager } from "../../../types/protocol.d.ts" */

/** Trials that the lab is asked about. */
const ASKED = 200;

/**
 * @param {import("../../lib/live.js").Live} live @param {Catalogue} catalogue
 * @param {import("../betting/betting.js").Betting} betting
 */
export function makeBets(live, catalogue, betting) {
  const element = h("div", { class: "my-bets" });

  function draw() {
    const { bets, legal } = betting;
    const may = Object.keys(bets).map((each) => legal?.bet?.[each]);
    const coupon = betting.mine?.coupon;
    renderIfChanged(element, [bets, legal?.up, may, legal?.why, coupon, betting.mine?.rail], () => {
      const list = Object.entries(bets);
      const waits = coupon && h("p", { class: "soft" }, couponWords(catalogue, coupon));
      if (list.length || waits) {
        const whatIf = list.length && betting.seat === live.you.seat ? lab() : null;
        return [h("ul", { class: "plain-list" }, list.map((each) => one(...each))), waits, whatIf];
      }
      return h("p", { class: "soft" }, betting.seat === null
        ? "You have no seat." : "No bets. Choose a chip, then a spot on the felt.");
    });
  }

  /** What these bets would do to my chips, kept up: the lab's answer, beside the table. */
  function lab() {
    const { rail = 0, layout = 0 } = betting.mine ?? {};
    return h("p", { class: "what-if" }, h("a", {
      href: `/lab#${new URLSearchParams({ table: live.table })}`, target: "_blank", rel: "noopener",
    }, `What would ${ASKED} ${catalogue.noun}s of this do to my ${dollars(rail + layout)}?`),
    h("span", { class: "unseen" }, " (in a new tab)"));
  }

  /** @param {string} name @param {Bet} bet */
  function one(name, bet) {
    const wager = catalogue.wagers[bet.wager];
    return h("li", null,
      h("div", { class: "bet-line" },
        h("span", null, betName(catalogue, name), stands(wager, bet), betTags(wager, bet)),
        h("strong", null, dollars(bet.stake))),
      wager?.states?.length ? gathered(wager, bet) : null,
      betControls(betting, name, bet, betting.legal?.up?.[name]));
  }

  return { element, draw };
}

/** @param {Catalogue} catalogue @param {Coupon} coupon that waits */
export const couponWords = (catalogue, { amount, wager }) =>
  `Your coupon of ${dollars(amount)} lies there for the next ${betName(catalogue, wager)}.`;

/**
 * Return the number of a line bet; a bet that has moved has it in its name.
 * @param {Wager | undefined} wager @param {Bet} bet
 */
const stands = (wager, bet) =>
  (wager?.kind === "line" && /^\d+$/.test(bet.state) ? ` on ${bet.state}` : "");
