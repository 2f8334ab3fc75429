// What the last trial did to each of my bets, with the reason and the total; it stays until the
// next trial. It is not announced, because the live region of the stage says the same.

import { h } from "../../lib/dom.js";
import { dollars, signed } from "../../lib/money.js";
import { betName, capital } from "../../lib/sentences.js";
import { renderIfChanged } from "../shared/memo.js";

/** @import { Bet, BetResult, Catalogue, OffBet, Results, SeatResult }
 *   from "../../../types/protocol.d.ts" */
/** @import { Shown } from "../../../types/table.d.ts" */

const WORDS = Object.freeze({
  won: "Won", lost: "Lost", even: "Even", push: "Back", returned: "Back", moved: "Moved",
});

/** @param {import("../../lib/live.js").Live} live @param {Catalogue} catalogue */
export function makeResults(live, catalogue) {
  const { noun } = catalogue;
  const element = h("section", { class: "results" });
  /** The results of the trial that is shown, by seat. @type {Results | null} */ let last = null;
  /**
   * The bets it left as they were, by seat; later bets are not added.
   * @type {Record<string, [string, number][]> | null}
   */
  let left = null;

  /** @param {Shown} shown */
  function draw({ state }) {
    const { acting, seat } = live;
    const result = seat === null ? undefined : last?.[seat];
    if (last) {
      left ??= Object.fromEntries(Object.entries(state.seats)
        .map(([each, { bets }]) => [each, standing(bets, last?.[each])]));
    }
    const stays = left?.[seat ?? ""] ?? [];
    element.hidden = seat === null;
    const known = [acting, seat, last !== null, result, stays];
    renderIfChanged(element, known, () => {
      const whose = acting ? `bets of seat ${seat}` : "your bets";
      element.setAttribute("aria-label", `${capital(whose)} in the last ${noun}`);
      const items = last ? listOf(stays, result) : [];
      const none = last ? `No bets of ${acting ? `seat ${seat}` : "yours"} in this ${noun}.`
        : `What becomes of ${whose} is listed here after each ${noun}.`;
      if (!items.length) return h("p", { class: "soft" }, none);
      const net = result?.net ?? 0;
      return [
        h("h2", null, `This ${noun}`, " ", h("strong", { class: kindOf(net) }, signed(net))),
        h("ul", { tabindex: "0", "aria-label": "Each bet" }, items),
      ];
    });
  }

  /** @param {[string, number][]} stays @param {SeatResult} [result] */
  function listOf(stays, result) {
    return [
      ...(result?.bets ?? []).toSorted(byWeight).map(decided),
      ...(result?.off ?? []).map(off),
      stays.length
        ? h("li", { class: "stays" }, h("span", { class: "what" }, "Stays"),
          h("span", null, stays.map(([name, stake]) =>
            `${betName(catalogue, name)} ${dollars(stake)}`).join(", ")))
        : null,
    ].filter((each) => each !== null);
  }

  return {
    element,
    draw,
    /** Show these results from now on; null for none. @param {Results | null} results */
    show(results) {
      last = results;
      left = null;
    },
    /** Clear the results when a seat changes hands. @param {number} seat */
    left(seat) {
      last = last && { ...last, [seat]: { net: 0 } };
      left = left && { ...left, [seat]: [] };
    },
  };
}

/** Sort bets that were won or lost first. @param {BetResult} one @param {BetResult} other */
const byWeight = (one, other) => Number(other.net !== 0) - Number(one.net !== 0);

/** @param {number} net */
const kindOf = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "");

/**
 * Return the bets to which nothing happened, with their stakes.
 * @param {Record<string, Bet>} bets @param {SeatResult} [result]
 */
function standing(bets, result) {
  const listed = new Set((result?.bets ?? []).flatMap(({ bet, now = bet }) => [bet, now])
    .concat((result?.off ?? []).map(({ bet }) => bet)));
  return Object.entries(bets).filter(([name]) => !listed.has(name))
    .map(([name, { stake }]) => /** @type {[string, number]} */ ([name, stake]));
}

/** @param {BetResult} result */
function decided({ name, result, stake, net, vigorish = 0, why = "" }) {
  const back = result === "push" || result === "returned";
  const amount = back || result === "moved" ? dollars(stake) : signed(net);
  const charged = vigorish ? ` Less ${dollars(vigorish)} vigorish.` : "";
  return item(kindOf(net), WORDS[result], name, amount, `${why}${charged}`);
}

/** @param {OffBet} bet */
const off = ({ name, stake, why }) => item("", "Off", name, dollars(stake), why);

/** @param {string} kind @param {string} what @param {string} name @param {string} amount
 * @param {string} why */
const item = (kind, what, name, amount, why) => h("li", { class: kind },
  h("span", { class: "what" }, what), h("span", { class: "name" }, name),
  h("strong", null, amount), h("span", { class: "why" }, why));
