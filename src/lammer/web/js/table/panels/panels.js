// The panels beside the felt: past trials, players, verification of outcomes.

import { get } from "../../lib/api.js";
import { h, link } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { several } from "../../lib/sentences.js";
import { reason } from "../betting/amounts.js";
import { renderIfChanged } from "../shared/memo.js";

/** @import { Live } from "../../lib/live.js" */
/** @import { Betting } from "../betting/betting.js" */
/** @import { Instrument } from "../../../types/instrument.d.ts" */
/** @import { HandPart, Pledge, Seat, State } from "../../../types/protocol.d.ts" */
/** @import { Drawable, Shown } from "../../../types/table.d.ts" */

/**
 * Create the panel of past trials, with the game's score.
 * @param {HTMLElement} place @param {Instrument} instrument @returns {Drawable["draw"]}
 */
export function rolls(place, instrument) {
  return ({ recent, score }) => renderIfChanged(place, [recent, score?.text], () => [
    score ? h("p", null, score.text) : null,
    recent.length
      ? h("ol", { class: "trials", reversed: true, "aria-label": "The latest first" },
        recent.toReversed().map(instrument.item))
      : h("p", { class: "soft" }, "Nothing yet."),
    h("p", { class: "soft" }, "What came before says nothing about what comes next."),
  ]);
}

/**
/**
 * Create the panel of those present.
 * @param {HTMLElement} place @param {Live} live @param {string} thing what goes round
 * @returns {Drawable["draw"]}
 */
export function players(place, live, thing) {
  /** @param {string} number @param {Seat} seat @param {State} state */
  function row(number, seat, state) {
    const me = Number(number) === live.you.seat;
    return h("tr", { class: me ? "me" : null },
      h("td", null, number),
      h("td", null, seat.name, me ? " (you)" : "",
        state.shooter === Number(number) ? h("span", { class: "tag" }, `has the ${thing}`) : null,
        seat.gone ? h("span", { class: "tag" }, "left") : null),
      h("td", { class: "number" }, dollars(seat.rail)),
      h("td", { class: "number" }, dollars(seat.layout)));
  }

  const head = () => h("thead", null, h("tr", null, h("th", null, "Seat"), h("th", null, "Player"),
    h("th", { class: "number" }, "Rail"), h("th", { class: "number" }, "Bets")));

  return ({ state }) => {
    const { watching: here = 0, seats: places = 0 } = live.snapshot ?? {};
    const seats = Object.entries(state.seats);
    const shown = seats.map(([number, { name, rail, layout, gone }]) =>
      [number, name, rail, layout, gone]);
    renderIfChanged(place, [shown, state.shooter, live.you.seat, here], () => {
      const watching = here - seats.filter(([, seat]) => !seat.gone).length;
      const others = watching > 0
        ? `${several(watching, "person watches", "people watch")}.` : "Nobody else watches.";
      return [
        seats.length
          ? h("table", null, head(),
            h("tbody", null, seats.map(([number, seat]) => row(number, seat, state))))
          : h("p", { class: "soft" }, "Nobody sits here yet."),
        h("p", { class: "soft" }, `${places} seats. ${others}`),
      ];
    });
  };
}

const PLEDGED = "The house has already chosen its secret seed and shows you its fingerprint. "
  + "When the hand is over it shows the seed: then everybody can make every result again, and see "
  + "that nothing was changed.";

/**
 * Create the panel about the draw, where a player can set a seed.
 * @param {HTMLElement} place @param {Live} live @param {Instrument} instrument
 * @param {Betting} betting @param {() => string} seed revealed last
 */
export function fair(place, live, instrument, betting, seed) {
  const { noun } = betting.catalogue;
  const closed = `Texts are taken until the first ${noun}; add yours before that of the next hand.`;
  /**
   * The seed revealed last, and the page of the hand that used it.
   * @type {{seed: string, href: string}}
   */
  let revealed = { seed: "", href: "/history" };
  const field = h("input", {
    id: "own-seed", maxlength: "64", autocomplete: "off", placeholder: "any text",
  });
  const form = h("form", { class: "row", on: { submit: give } },
    h("label", { for: "own-seed" }, "Add a text of your own: "), field, h("button", null, "Add"));

  /** @param {Event} event */
  async function give(event) {
    event.preventDefault();
    if (!field.value) return;
    const answer = await betting.verb({ do: "seed", seed: field.value });
    if (answer.ok) field.value = "";
  }

  /** Find the hand that a revealed seed belonged to. */
  async function find() {
    const own = { seed: seed(), href: "/history" };
    revealed = own;
    if (!live.you.person) return;
    /** @type {{hands: HandPart[]} | null} */
    const found = await get("/me/hands?limit=1").catch(() => null);
    const hand = found?.hands[0];
    if (hand?.table !== live.table || revealed !== own) return;
    revealed = { ...own, href: `/history/${encodeURIComponent(hand.table)}/${hand.hand}` };
    if (now) draw(now);
  }

  /** @param {Pledge} pledge */
  function pledged(pledge) {
    const texts = Object.keys(pledge.seeds).length;
    return [
      h("p", null, h("strong", null, `${instrument.pledged} pledged: `),
        h("code", { class: "hash" }, pledge.hash)),
      h("p", { class: "soft" }, PLEDGED),
      h("p", { class: "soft" }, `${several(pledge.trials, noun)} so far from this seed; `
        + `${several(texts, "player has", "players have")} added a text.`),
    ];
  }

  const last = () => h("p", null, h("strong", null, "Last seed revealed: "),
    h("code", { class: "hash" }, revealed.seed), " ",
    link(revealed.href, "Verify it in your history"));

  /** @type {Shown | null} */ let now = null;

  /** @param {Shown} shown */
  function draw(shown) {
    now = shown;
    if (seed() !== revealed.seed) find();
    const { pledge } = shown.state;
    const may = betting.legal?.do?.seed;
    const not = reason(betting.legal, may);
    const why = not?.code === "seeds-closed" ? closed : not?.detail;
    renderIfChanged(place, [pledge, may === true, why, revealed], () => {
      if (!pledge) {
        const staffed = live.snapshot?.kind === "staffed";
        return h("p", null, staffed ? instrument.staffed : "Nothing is pledged at this moment.");
      }
      return [
        pledged(pledge),
        may === true ? form : why ? h("p", { class: "soft" }, why) : null,
        revealed.seed ? last() : null,
      ];
    });
  }

  return draw;
}
