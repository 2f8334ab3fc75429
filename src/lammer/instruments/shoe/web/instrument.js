// A dealing shoe on the pages.

import { h, styled } from "../../../web/js/lib/dom.js";
import { capital, several } from "../../../web/js/lib/sentences.js";
import { isRed, shortCard } from "./cards.js";

/** @import { CoupTrial, Dealt } from "./types.d.ts" */

const MARKS = Object.freeze({ player: "P", banker: "B", tie: "T" });

/** @param {string} one */
const playing = (one) =>
  h("span", { class: isRed(one) ? "playing red" : "playing" }, shortCard(one));

/** @type {Partial<import("../../../web/types/instrument.d.ts").Instrument<CoupTrial, Dealt>>} */
export const instrument = {
  styles: [new URL("./shoe.css", import.meta.url).pathname],
  event: "result", begins: "deal",
  calls: ["no-deal", "shuffle", "cut", "recut", "procedure"], duties: ["recut"],
  quiet: ["cards", "count", "stay"],
  after: ["last-hand", "shoe-over"], holder: "Curator", results: "Coups",
  pledged: "Shoe",
  staffed: "Real cards are dealt here, and the crew enters them.",
  revealed: "That is at the end of the shoe.",
  last: (trial) => (trial?.winner ? `${capital(trial.winner)}.` : ""),
  mark: ({ winner, player, banker }) => h("span", {
    class: `coup ${winner}`, role: "img", "aria-label": `${winner}, ${player} to ${banker}`,
  }, MARKS[winner] ?? winner),
  item: ({ winner, player, banker }) => h("li", { class: `coup ${winner}` },
    h("span", { class: "who-won" }, capital(winner)), h("span", null, `${player}-${banker}`)),
  words: ({ winner, player, banker }) => `${capital(winner)} ${player}-${banker}`,
  outcome: (shown) => shown.map(shortCard).join(" "),
  read: (text) => text.replace(/\b[2-9TJQKA][shdc]\b/g, shortCard),
  drawn: (last) => (last?.cards
    ? h("dl", { class: "two-hands" }, Object.entries(last.cards).map(([hand, cards]) =>
      h("div", null, h("dt", null, hand), h("dd", null, cards.map(playing))))) : null),
  standing({ shoe }, holder) {
    if (!shoe) return "";
    const left = shoe.coups_left ?? null;
    const out = several(shoe.out, "card is out", "cards are out");
    return `${holder}; ${out}${left === null ? "" : `, ${several(left, "coup")} left`}.`;
  },
  async crew() {
    const styles = new URL("./crew.css", import.meta.url).pathname;
    return (await Promise.all([import("./crew.js"), styled(styles)]))[0].crew;
  },
  draw: async () => (await import("./fair.js")).draw,
};
