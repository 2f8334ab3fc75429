// The pad on which the crew enters the cards of a coup, in dealing order. By keyboard: rank and
// suit, such as 9h; Backspace removes one, Enter deals.

import { h } from "../../../web/js/lib/dom.js";
import { key } from "../../../web/js/table/crew/context.js";
import { cardName, isRed, shortCard, suitName } from "./cards.js";

/** @import { Why } from "../../../web/types/protocol.d.ts" */

const ORDER = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

/** @param {EventTarget | null} target */
const isCard = (target) => target instanceof Element && target.matches(".card-key");

/** @param {string} card */
const face = (card) =>
  h("span", { class: `face ${isRed(card) ? "red" : ""}` }, shortCard(card));

/**
 * @param {import("./types.d.ts").ShoeCards} shoe
 * @param {(cards: string[], cutCard: boolean) => Promise<boolean>} enter whether the house took it
 */
export function cardPad(shoe, enter) {
  /** @type {string[]} */ let cards = [];
  let rank = "";
  /** @type {true | Why} */ let allowed = true;
  const dealt = h("ol", { class: "dealt", "aria-label": "Cards of this coup, in the order dealt" });
  const cutCard = h("input", { type: "checkbox", id: "staff-cut-card" });
  const back = key("Take the last card back", () => put(cards.slice(0, -1)));
  const large = key("Deal", () => go(), "main large");
  const counted = h("p", { class: "unseen", role: "status" });

  /** @param {string[]} to */
  const put = (to) => {
    cards = to.slice(0, shoe.most);
    dealt.replaceChildren(...Array.from({ length: shoe.most }, (_, place) => {
      const card = cards[place];
      const what = card
        ? face(card)
        : h("span", { class: "face none", "aria-hidden": "true" }, "·");
      const spoken = card ? cardName(card) : "none";
      return h("li", null,
        h("small", null, ORDER[place] ?? place + 1), what, h("span", { class: "unseen" }, spoken));
    }));
    counted.textContent = cards.length
      ? `${ORDER[cards.length - 1]} card: ${cardName(cards[cards.length - 1])}.`
      : "No cards.";
    show();
  };
  const go = async () => {
    if (allowed !== true || !cards.length) return;
    if (await enter(cards, cutCard.checked)) {
      cutCard.checked = false;
      put([]);
    }
  };
  const show = () => {
    back.update(cards.length ? true : "");
    const label = cards.length
      ? `Enter the coup: ${cards.map(shortCard).join(" ")}`
      : "Choose the cards as dealt";
    large.update(allowed === true && !cards.length ? "" : allowed, label);
  };

  const rows = [...shoe.suits].map((suit) =>
    h("div", { class: "suit", role: "group", "aria-label": suitName(suit) },
      [...shoe.ranks].map((each) =>
        h("button", {
          type: "button", class: "card-key", "aria-label": cardName(each + suit),
          on: { click: () => put([...cards, each + suit]) },
        }, face(each + suit)))));
  const cutting = h("label", { class: "check", for: cutCard.id },
    cutCard, " The cutting card came out in this coup");
  const element = h("div", { class: "cards-entry" }, dealt, h("div", { class: "deck" }, rows),
    cutting,
    h("div", { class: "row" }, large.button, back.button), large.why, back.why, counted);

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === cutCard) return;
    const typed = event.key.length === 1 ? event.key : "";
    if (typed) event.stopPropagation(); // Keys typed here are not for the felt.
    if (rank && typed && shoe.suits.includes(typed.toLowerCase())) {
      put([...cards, rank + typed.toLowerCase()]);
      rank = "";
    } else if (typed && shoe.ranks.includes(typed.toUpperCase())) rank = typed.toUpperCase();
    else if (typed === "1" || typed === "0") rank = "T";
    else if (event.key === "Backspace" && rank) rank = "";
    else if (event.key === "Backspace") put(cards.slice(0, -1));
    else if (event.key === "Enter" && isCard(event.target) && cards.length) large.button.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  put([]);
  counted.textContent = "";

  return {
    element,
    /** @param {true | Why} may @param {number | null} left coups, once the cutting card is out */
    update(may, left) {
      allowed = may;
      cutting.hidden = left !== null;
      if (cutting.hidden) cutCard.checked = false;
      show();
    },
    focus: () => /** @type {HTMLElement | null} */ (element.querySelector(".card-key"))?.focus(),
    /**
     * The cards exposed in a round that is not completed.
     * @returns {{cards?: string[], cut_card?: boolean}}
     */
    exposed: () => ({
      ...(cards.length ? { cards } : {}), ...(cutCard.checked ? { cut_card: true } : {}),
    }),
    /** Clear what was typed for a coup that is over. */
    clear() {
      rank = "";
      cutCard.checked = false;
      if (cards.length) put([]);
    },
  };
}
