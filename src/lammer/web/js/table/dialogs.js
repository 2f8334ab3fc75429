// Dialogs of the table page: the keys, and the chips that come and go.

import { post, Refused } from "../api.js";
import { fill, h } from "../dom.js";
import { cents, dollars } from "../money.js";
import { problem } from "../shell.js";
import { settings } from "./settings.js";

/** @param {string} title @param {...any} content */
function dialog(title, ...content) {
  const element = h("dialog", { class: "dialog", "aria-label": title },
    h("form", { method: "dialog" }, h("button", { class: "quiet close", "aria-label": "Close" }, "×")),
    h("h2", null, title), content);
  element.addEventListener("click", (event) => {
    if (event.target === element) /** @type {HTMLDialogElement} */ (element).close();
  });
  return /** @type {HTMLDialogElement} */ (element);
}

/** @param {string} words @param {string} name */
const choice = (words, name) => h("label", { class: "switch" },
  h("input", { type: "checkbox", checked: settings[name], on: { change: (/** @type {any} */ event) => { settings[name] = event.target.checked; } } }), ` ${words}`);

const KEYS = Object.freeze([
  ["Arrow keys", "move over the felt"], ["Enter or Space", "put the chip in hand there"],
  ["- or Delete", "take a chip from there"], ["1 to 7", "choose a chip"], ["r", "roll, shake or deal"],
  ["o", "odds at the most"], ["u", "undo"], ["c", "clear"], ["p", "repeat the bets before"], ["d", "double"],
  ["a", "take what is offered"], ["f", "to the felt"], ["t", "to the text board"], ["?", "this list"],
]);

/** The keys, sounds and other choices. */
export function keysDialog() {
  return dialog("Keys and choices",
    h("table", { class: "keys" }, h("tbody", null, KEYS.map(([key, words]) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, words))))),
    h("div", { class: "choices" }, choice("Keys of one letter", "keys"), choice("Sound of the dice", "sound"), choice("Calls spoken aloud", "voice")),
    h("p", { class: "soft" }, "On a touch screen: tap a spot to add the chip in hand, press long to take one away."));
}

/**
 * Chips from the purse and back, and more for the purse.
 * @param {any} live @param {{buyIn: (cents: number | null) => any, cashOut: (cents: number | null) => any}} page
 */
export function chipsDialog(live, page) {
  const told = h("div", { role: "status" });
  const field = h("input", { id: "how-much", inputmode: "decimal", value: "100", size: "8" });
  const figures = h("p", null);
  const amount = () => cents(/** @type {HTMLInputElement} */ (field).value);

  /** @param {(cents: number) => any} act */
  const with_ = (act) => async () => {
    const much = amount();
    if (much === null || much <= 0) return fill(told, h("p", { class: "problem" }, "Type an amount, such as 100 or 7.50."));
    const answer = await act(much);
    if (typeof answer === "string") return fill(told, h("p", null, answer));
    fill(told, answer?.ok ? h("p", null, "Done.") : h("p", { class: "problem" }, answer?.refusal?.detail ?? "Not done."));
    return show();
  };

  async function topUp() {
    try {
      const person = await post("/me/chips");
      live.you = { ...live.you, purse: person.purse ?? live.you.purse };
      fill(told, h("p", null, "Your purse has more chips now."));
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      fill(told, problem(trouble));
    }
    await live.refresh();
    show();
  }

  const show = () => fill(figures, `Purse ${dollars(live.you.purse ?? 0)}; rail ${dollars(live.mine?.rail ?? 0)}.`);
  const element = dialog("Chips", figures,
    h("div", { class: "row" }, h("label", { for: "how-much" }, "Dollars: "), field,
      h("button", { type: "button", class: "main", on: { click: with_(page.buyIn) } }, "Bring to the table"),
      h("button", { type: "button", on: { click: with_(page.cashOut) } }, "Back to the purse")),
    h("div", { class: "row" }, h("button", { type: "button", on: { click: topUp } }, "Fill up the purse"),
      h("span", { class: "soft" }, "Play chips cost nothing and are worth nothing.")),
    told);
  live.addEventListener("legal", show);
  return { element, open() { show(); fill(told); element.showModal(); } };
}
