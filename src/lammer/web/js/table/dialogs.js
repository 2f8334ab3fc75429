// Dialogs of the table page: the keys, and the chips that come and go.

import { post, Refused } from "../api.js";
import { fill, h } from "../dom.js";
import { cents, dollars } from "../money.js";
import { problem } from "../shell.js";
import { once, unheld } from "./once.js";
import { settings } from "./settings.js";

/** @param {string} title @param {...any} content */
function dialog(title, ...content) {
  const element = /** @type {HTMLDialogElement} */ (h("dialog",
    { class: "dialog", "aria-label": title },
    h("form", { method: "dialog" },
      h("button", { class: "quiet close", "aria-label": "Close" }, "×")),
    h("h2", null, title), content));
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  return element;
}

/** @param {string} words @param {string} name */
function choice(words, name) {
  const change = (/** @type {any} */ event) => { settings[name] = event.target.checked; };
  return h("label", { class: "switch" },
    h("input", { type: "checkbox", checked: settings[name], on: { change } }), ` ${words}`);
}

const KEYS = Object.freeze([
  ["Arrow keys", "move over the felt"], ["Enter or Space", "put the chip in hand there"],
  ["- or Delete", "take a chip from there"], ["1 to 7", "choose a chip"],
  ["r", "roll, shake or deal"], ["o", "odds at the most"], ["u", "undo"], ["c", "clear"],
  ["p", "repeat the bets before"], ["d", "double"], ["a", "take what is offered"],
  ["f", "to the felt"], ["t", "to the text board"], ["?", "this list"],
]);
const TOUCH = "On a touch screen: tap a spot to add the chip in hand, press long to take one away.";

/** The keys, sounds and other choices. */
export function keysDialog() {
  const row = (/** @type {string[]} */ [key, words]) =>
    h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, words));
  const element = dialog("Keys and choices",
    h("table", { class: "keys" }, h("tbody", null, KEYS.map(row))),
    h("div", { class: "choices" }, choice("Keys of one letter", "keys"),
      choice("Sound of the dice", "sound"), choice("Calls spoken aloud", "voice")),
    h("p", { class: "soft" }, TOUCH));
  return { element, open: () => element.open || element.showModal() };
}

/** More chips for my purse, if the house gives them. @param {any} live */
export async function topUp(live) {
  const person = await post("/me/chips");
  live.you = { ...live.you, purse: person.purse ?? live.you.purse };
}

/**
 * Chips from the purse and back, and more for the purse.
 * @param {any} live
 * @param {{buyIn: (cents: number | null) => any, cashOut: (cents: number | null) => any}} page
 */
export function chipsDialog(live, page) {
  const told = h("div", { role: "status" });
  const field = /** @type {HTMLInputElement} */ (
    h("input", { id: "how-much", inputmode: "decimal", value: "100", size: "8" }));
  const figures = h("p", null);
  const wrong = (/** @type {string} */ words) => fill(told, h("p", { class: "problem" }, words));

  /** @param {(cents: number) => any} act */
  const with_ = (act) => once(async () => {
    const much = cents(field.value);
    if (much === null || much <= 0) return wrong("Type an amount, such as 100 or 7.50.");
    const answer = await act(much);
    if (typeof answer === "string") return fill(told, h("p", null, answer));
    if (answer?.ok) fill(told, h("p", null, "Done."));
    else wrong(answer?.refusal?.detail ?? "Not done.");
    return show();
  });

  async function more() {
    try {
      await topUp(live);
      fill(told, h("p", null, "Your purse has more chips now."));
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      fill(told, problem(trouble));
    }
    await live.refresh();
    show();
  }

  function show() {
    const [purse, rail] = [live.you.purse ?? 0, live.mine?.rail ?? 0];
    const own = live.seat === live.you.seat; // The crew may act for another's.
    fuller.hidden = !own;
    return fill(figures, `${own ? `Purse ${dollars(purse)}; r` : "R"}ail ${dollars(rail)}.`);
  }

  const button = (/** @type {string} */ words, /** @type {() => any} */ click, kind = "") =>
    h("button", { type: "button", class: kind || null, on: { click } }, words);
  const fuller = h("div", { class: "row" }, button("Fill up the purse", once(more)),
    h("span", { class: "soft" }, "Play chips cost nothing and are worth nothing."));
  const element = dialog("Chips", figures,
    h("div", { class: "row" }, h("label", { for: "how-much" }, "Dollars: "), field,
      button("Bring to the table", with_(page.buyIn), "main"),
      button("Back to the purse", with_(page.cashOut))),
    fuller, told);
  unheld(element);
  live.addEventListener("legal", show);

  function open() {
    show();
    fill(told);
    if (!element.open) element.showModal();
  }
  return { element, open };
}
