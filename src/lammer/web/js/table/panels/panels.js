// What stands beside the felt for those who look: the last trials, the players, where outcomes come
// from. Each fills a place, and gives what draws it anew.

import { get } from "../../lib/api.js";
import { h, link } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { several } from "../../lib/calls.js";
import { reason } from "../betting/amounts.js";
import { keep } from "../shared/memo.js";

/**
 * The last trials, and what the instrument counts.
 * @param {HTMLElement} place @param {import("../feed/recent.js").Past} past
 * @param {import("../../lib/instrument-interface.js").Instrument} instrument
 */
export function rolls(place, past, instrument) {
  const trials = () => h("ol", {
    class: "trials", reversed: true, "aria-label": "The latest first",
  }, past.trials.toReversed().map(instrument.item));

  return () => keep(place, [past.trials, past.tally], () => {
    const counted = instrument.counted(past.tally);
    return [
      counted ? h("p", null, counted) : null,
      past.trials.length ? trials() : h("p", { class: "soft" }, "Nothing yet."),
      h("p", { class: "soft" }, "What came before says nothing about what comes next."),
    ];
  });
}

/** Who is here. @param {HTMLElement} place @param {any} live */
export function players(place, live) {
  /** @param {string} number @param {any} seat @param {any} state */
  function row(number, seat, state) {
    const me = Number(number) === live.you.seat;
    return h("tr", { class: me ? "me" : null },
      h("td", null, number),
      h("td", null, seat.name, me ? " (you)" : "",
        state.shooter === Number(number) ? h("span", { class: "tag" }, "has it") : null,
        seat.gone ? h("span", { class: "tag" }, "left") : null),
      h("td", { class: "number" }, dollars(seat.rail)),
      h("td", { class: "number" }, dollars(seat.layout)));
  }

  const head = () => h("thead", null, h("tr", null, h("th", null, "Seat"), h("th", null, "Player"),
    h("th", { class: "number" }, "Rail"), h("th", { class: "number" }, "Bets")));

  return (/** @type {any} */ state) => {
    const { snapshot } = live;
    const seats = Object.entries(state.seats);
    const shown = seats.map(([number, { name, rail, layout, gone }]) =>
      [number, name, rail, layout, gone]);
    keep(place, [shown, state.shooter, live.you.seat, snapshot.watching], () => {
      const watching = snapshot.watching - seats.filter(([, seat]) => !seat.gone).length;
      const others = watching > 0
        ? `${several(watching, "person watches", "people watch")}.` : "Nobody else watches.";
      return [
        seats.length
          ? h("table", null, head(),
            h("tbody", null, seats.map(([number, seat]) => row(number, seat, state))))
          : h("p", { class: "soft" }, "Nobody sits here yet."),
        h("p", { class: "soft" }, `${snapshot.seats} seats. ${others}`),
      ];
    });
  };
}

const PLEDGED = "The house has already chosen its secret seed and shows you its fingerprint. "
  + "When the hand is over it shows the seed: then everybody can make every result again, and see "
  + "that nothing was changed.";

/**
 * Where outcomes come from, and a seed of one's own.
 * @param {HTMLElement} place @param {any} live
 * @param {import("../../lib/instrument-interface.js").Instrument} instrument
 * @param {import("../betting/betting.js").Betting} betting @param {() => string} seed revealed last
 */
export function fair(place, live, instrument, betting, seed) {
  /** Where the hand of a seed can be verified. @type {{seed: string, href: string}} */
  let revealed = { seed: "", href: "/history" };
  const field = /** @type {HTMLInputElement} */ (h("input", {
    id: "own-seed", maxlength: "64", autocomplete: "off", placeholder: "any text",
  }));
  const form = h("form", { class: "row", on: { submit: give } },
    h("label", { for: "own-seed" }, "Add a text of your own: "), field, h("button", null, "Add"));

  /** @param {Event} event */
  async function give(event) {
    event.preventDefault();
    if (!field.value) return;
    const answer = await betting.verb({ do: "seed", seed: field.value });
    if (answer.ok) field.value = "";
  }

  /** A seed was revealed: find the hand it belonged to. */
  async function find() {
    const own = { seed: seed(), href: "/history" };
    revealed = own;
    if (!live.you.person) return;
    const found = await get("/me/hands?limit=1").catch(() => null);
    const hand = found?.hands?.[0];
    if (hand?.table !== live.table || revealed !== own) return;
    revealed = { ...own, href: `/history/${encodeURIComponent(hand.table)}/${hand.hand}` };
    draw(now);
  }

  /** @param {any} pledge */
  function pledged(pledge) {
    const texts = Object.keys(pledge.seeds).length;
    return [
      h("p", null, h("strong", null, `${instrument.pledged} pledged: `),
        h("code", { class: "hash" }, pledge.hash)),
      h("p", { class: "soft" }, PLEDGED),
      h("p", { class: "soft" }, `${several(pledge.trials, "trial")} so far from this seed; `
        + `${several(texts, "player has", "players have")} added a text.`),
    ];
  }

  const last = () => h("p", null, h("strong", null, "Last seed revealed: "),
    h("code", { class: "hash" }, revealed.seed), " ",
    link(revealed.href, "Verify it in your history"));

  /** @type {any} */ let now = null;

  /** @param {any} state */
  function draw(state) {
    now = state;
    if (seed() !== revealed.seed) find();
    const { pledge } = state;
    const may = betting.legal?.do?.seed;
    const why = reason(betting.legal, may)?.detail;
    keep(place, [pledge, may === true, why, revealed], () => {
      if (!pledge) {
        const staffed = live.snapshot.kind === "staffed";
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
