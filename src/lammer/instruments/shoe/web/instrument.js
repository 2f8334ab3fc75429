// A dealing shoe, as the pages show it.

import { h } from "../../../web/js/lib/dom.js";
import { capital, card, several } from "../../../web/js/lib/calls.js";

const MARKS = Object.freeze({ player: "P", banker: "B", tie: "T" });

/** Coups since the cards were shuffled. A shoe that is over is shown until the next coup. */
const coups = Object.freeze({
  begin: (lines, seq) =>
    ({ coups: [], over: false, cut: lines.length ? lines[0].seq > 1 : seq > 0 }),
  line: (tally, { event }, tried) =>
    (event === "shuffle" ? { cut: false, over: tried, coups: tried ? tally.coups : [] } : tally),
  next: (tally) => (tally.over ? { ...tally, coups: [], over: false } : tally),
  trial: (tally, trial) => ({ ...tally, coups: [...tally.coups, trial] }),
});

/** @param {string} one */
const playing = (one) =>
  h("span", { class: /[hd]$/.test(one) ? "playing red" : "playing" }, card(one));

/**
 * What lies on the table after an event.
 * @param {any} last @param {string} event @param {any} body
 */
function lying(last, event, body) {
  if (event === "deal") return { cards: { player: body.player, banker: body.banker } };
  if (event === "draw") {
    const { hand, card: drawn } = body;
    return { cards: { ...last?.cards, [hand]: [...(last?.cards?.[hand] ?? []), drawn] } };
  }
  if (event !== "result") return last;
  return { ...last, player: body.player, banker: body.banker, winner: body.winner };
}

/** @type {Partial<import("../../../web/js/lib/instrument-interface.js").Instrument>} */
export const instrument = Object.freeze({
  event: "result", after: ["last-hand", "shoe-over"], holder: "Curator", results: "Coups",
  pledged: "Shoe",
  staffed: "Real cards are dealt here, and the crew enters them.",
  revealed: "That is at the end of the shoe.", lingers: false, whole: true,
  last: (trial) => (trial?.winner ? `${capital(trial.winner)}.` : ""),
  mark: ({ winner, player, banker }) => h("span", {
    class: `coup ${winner}`, role: "img", "aria-label": `${winner}, ${player} to ${banker}`,
  }, MARKS[winner] ?? winner),
  item: ({ winner, player, banker }) => h("li", { class: `coup ${winner}` },
    h("span", { class: "who-won" }, capital(winner)), h("span", null, `${player}-${banker}`)),
  words: ({ winner, player, banker }) => `${capital(winner)} ${player}-${banker}`,
  outcome: (shown) => shown.map(card).join(" "),
  lying,
  drawn: (last) => (last?.cards
    ? h("dl", { class: "two-hands" }, Object.entries(last.cards).map(([hand, cards]) =>
      h("div", null, h("dt", null, hand), h("dd", null, cards.map(playing))))) : null),
  tally: coups, view: (tally) => ({ recent: tally.coups, cut: tally.cut }),
  standing({ shoe }, holder) {
    if (!shoe) return "";
    const left = shoe.coups_left ?? null;
    const out = several(shoe.out, "card is out", "cards are out");
    return `${holder}; ${out}${left === null ? "" : `, ${several(left, "coup")} left`}.`;
  },
  crew: async () => (await import("./crew.js")).crew,
});
