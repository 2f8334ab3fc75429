// Dialogs of the table page: the keys, and chips in and out.

import { me, post, Refused } from "../../lib/api.js";
import { fill, h, link } from "../../lib/dom.js";
import { cents, dollars } from "../../lib/money.js";
import { problem } from "../../lib/shell.js";
import { firstHandOf } from "../scene/offer.js";
import { once, unheld } from "../shared/single-flight.js";
import { settings } from "../shared/settings.js";

/** @import { Live } from "../../lib/live.js" */
/** @import { Answer, Catalogue, Person, SeatTaken } from "../../../types/protocol.d.ts" */
/** @import { Deeds } from "../../../types/table.d.ts" */

/** @param {string} title @param {...import("../../lib/dom.js").Child} content */
function dialog(title, ...content) {
  const element = h("dialog", { class: "dialog", "aria-label": title },
    h("form", { method: "dialog" },
      h("button", { class: "quiet close", "aria-label": "Close" }, "×")),
    h("h2", null, title), content);
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  return element;
}

/** @param {string} words @param {"keys" | "sound" | "voice"} name */
function choice(words, name) {
  const box = h("input", { type: "checkbox" });
  box.addEventListener("change", () => { settings[name] = box.checked; });
  const element = h("label", { class: "switch" }, box, ` ${words}`);
  return { element, draw: () => { box.checked = settings[name]; } };
}

const KEYS = Object.freeze([
  ["Arrow keys", "move over the felt"], ["Enter or Space", "put the chip in hand there"],
  ["- or Delete", "take a chip from there"], ["1 to 7", "choose a chip"],
  ["o", "odds at the most"], ["u", "undo"], ["c", "clear"],
  ["p", "repeat the bets before"], ["d", "double"], ["a", "take what is offered"],
  ["f", "to the felt"], ["t", "to the text board"], ["?", "this list"],
  ["Escape", "skip an animation, as any other key and a tap do"],
]);
const TOUCH = "On a touch screen: tap a spot to add the chip in hand; press and hold it to see "
  + "what it pays, and to take chips away. “Tap bets” below the chips turns that round.";

/**
 * Create the dialog with keys, sounds, other settings, and a link to the guide.
 * @param {Catalogue} catalogue @param {string} table
 */
export function keysDialog(catalogue, table) {
  const guide = link(`/tables/${encodeURIComponent(table)}/guide`, "How to play");
  const row = (/** @type {string[]} */ [key, words]) =>
    h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, words));
  const choices = [choice("Keys of one letter", "keys"), choice("Sounds", "sound"),
    choice("Calls spoken aloud", "voice")];
  const element = dialog("Keys and choices",
    h("table", { class: "keys" }, h("tbody", null, [...KEYS, ["r", catalogue.trial]].map(row))),
    h("div", { class: "choices" }, choices.map((each) => each.element)),
    h("p", { class: "soft" }, TOUCH),
    h("p", { class: "row" }, guide,
      catalogue.first_hand ? link(firstHandOf(catalogue, table), "See a first hand") : null));
  const open = () => {
    for (const each of choices) each.draw(); // Sounds have a switch of their own.
    if (!element.open) element.showModal();
  };
  return { element, open };
}

const EMPTY = "Your purse is empty, and so is your rail here.";

/** Request more chips for my purse, if the house gives them. @param {Live} live */
export async function topUp(live) {
  /** @type {{purse: number}} */ const { purse } = await post("/me/chips");
  if (!live.you.watching) live.you = { ...live.you, purse };
}

/**
 * Create the dialog that moves chips between purse and table.
 * @param {Live} live @param {Deeds} page
 */
export function chipsDialog(live, page) {
  const message = h("div", { role: "status" });
  const field = h("input", { id: "how-much", inputmode: "decimal", value: "100", size: "8" });
  const figures = h("p", null);
  const whole = h("div", null);
  let own = true;
  const wrong = (/** @type {string} */ words) => fill(message, h("p", { class: "problem" }, words));

  /** @param {(cents: number) => Promise<Answer>} act */
  const with_ = (act) => once(async () => {
    const much = cents(field.value);
    if (much === null || much <= 0) return wrong("Type an amount, such as 100 or 7.50.");
    const answer = await act(much);
    if (answer.ok) fill(message, h("p", null, "Done."));
    else wrong(answer.refusal.detail);
    return show();
  });

  async function more() {
    try {
      await topUp(live);
      fill(message, h("p", null, "Your purse has more chips now."));
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      fill(message, problem(trouble));
    }
    await live.refresh();
    show();
    await look();
  }

  function show() {
    const [purse, rail] = [live.you.purse ?? 0, live.mine?.rail ?? 0];
    own = live.seat === live.you.seat; // The crew may act for another player.
    whole.hidden = !own;
    return fill(figures, `${own ? `Purse ${dollars(purse)}; r` : "R"}ail ${dollars(rail)}.`);
  }

  /** Request where all my chips are, and whether the house gives more. */
  async function look() {
    const person = own ? await me().catch(() => null) : null;
    if (!person) return fill(whole);
    const empty = !person.purse && !live.mine?.rail && h("p", null, h("strong", null, EMPTY));
    return fill(whole, empty, elsewhere(person.seats), given(person));
  }

  /** Return my chips at other tables. @param {SeatTaken[]} seats */
  function elsewhere(seats) {
    const others = seats.filter(({ table, rail, bets }) => table !== live.table && rail + bets);
    if (!others.length) return null;
    const words = (/** @type {SeatTaken} */ { rail, bets }) => [
      rail && `${dollars(rail)} on the rail`, bets && `${dollars(bets)} in bets`,
    ].filter(Boolean).join(", ");
    return [
      h("h3", null, "Your chips at other tables"),
      h("ul", null, others.map((each) => h("li", null,
        link(`/tables/${encodeURIComponent(each.table)}`, each.name), `: ${words(each)}`))),
      h("p", { class: "soft" }, "To play with them here, open that table and choose “Back to the ",
        "purse” under “Chips ...”, or leave it."),
    ];
  }

  /** @param {Person} person */
  const given = ({ top_up: cents, purse, at_tables: there }) => h("div", { class: "row" },
    cents ? button(`Get ${dollars(cents)} in play chips`, once(more)) : null,
    h("span", { class: "soft" }, cents ? "They cost nothing and are worth nothing."
      : `You have ${dollars(purse + there)} in all. The house gives play chips, for nothing, to `
        + "whoever has less than at the start."));

  const button = (
    /** @type {string} */ words, /** @type {(event: MouseEvent) => unknown} */ click, kind = "",
  ) =>
    h("button", { type: "button", class: kind || null, on: { click } }, words);
  const element = dialog("Chips", figures,
    h("div", { class: "row" }, h("label", { for: "how-much" }, "Dollars: "), field,
      button("Bring to the table", with_(page.buyIn), "main"),
      button("Back to the purse", with_(page.cashOut))),
    whole, message);
  unheld(element);
  live.on("legal", show);

  function open() {
    show();
    fill(message);
    look();
    if (!element.open) element.showModal();
  }
  return { element, open };
}
