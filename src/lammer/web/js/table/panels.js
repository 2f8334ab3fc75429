// What stands beside the felt: my bets, the last trials, the players, where the dice come from.

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { dollars } from "../money.js";
import { betName, capital, several } from "../words.js";
import { reason } from "./amounts.js";
import { betControls, gathered } from "./info.js";
import { keep } from "./keep.js";

/**
 * Tabs: a list of buttons and one open panel. On a telephone none is open at first, and the panel
 * comes up as a sheet.
 * @param {{key: string, title: string, body: HTMLElement}[]} list @param {() => boolean} isSheet
 */
export function makeTabs(list, isSheet) {
  const tabs = list.map(({ key, title }, at) => h("button", {
    type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, tabindex: at ? "-1" : "0",
    on: { click: () => open(key, true), keydown: (/** @type {KeyboardEvent} */ event) => turn(event, at) },
  }, title));
  const close = h("button", { type: "button", class: "quiet close", "aria-label": "Close", on: { click: () => open("", true) } }, "×");
  const panels = list.map(({ key, body }) =>
    h("div", { role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, tabindex: "0", hidden: true }, body));
  const holder = h("div", { class: "panels" }, close, panels);
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "About the table" }, tabs);
  let shown = "";

  /** @param {string} key @param {boolean} [toggles] */
  function open(key, toggles = false) {
    shown = toggles && isSheet() && key === shown ? "" : key;
    list.forEach((each, at) => {
      const is = each.key === shown;
      tabs[at].setAttribute("aria-selected", String(is));
      tabs[at].setAttribute("tabindex", is || (!shown && !at) ? "0" : "-1");
      panels[at].hidden = !is;
    });
    holder.classList.toggle("open", Boolean(shown));
  }

  /** @param {KeyboardEvent} event @param {number} at */
  function turn(event, at) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape" && isSheet()) open("");
    if (!by) return;
    event.preventDefault();
    const next = (at + by + list.length) % list.length;
    open(list[next].key);
    tabs[next].focus();
  }

  open(isSheet() ? "" : list[0].key);
  return { bar, holder, open, get shown() { return shown; } };
}

/** My bets. @param {any} catalogue @param {import("./betting.js").Betting} betting */
export function makeBets(catalogue, betting) {
  const element = h("div", { class: "my-bets" });
  function draw() {
    const { bets, legal } = betting;
    const shown = [bets, legal?.up, legal?.bet && Object.keys(bets).map((each) => legal.bet[each]), legal?.why];
    keep(element, shown, () => {
      const list = Object.entries(bets);
      if (!list.length) return h("p", { class: "soft" }, betting.seat === null ? "You have no seat." : "No bets. Choose a chip, then a spot on the felt.");
      return h("ul", { class: "plain-list" }, list.map(([name, bet]) => h("li", null,
        h("div", { class: "bet-line" }, h("span", null, betName(catalogue, name, bet), stands(bet),
          bet.off ? h("span", { class: "tag" }, "off") : null, bet.leave_up ? h("span", { class: "tag" }, "stays up") : null), h("strong", null, dollars(bet.stake))),
        catalogue.wagers[bet.wager]?.states?.length ? gathered(catalogue.wagers[bet.wager], bet) : null,
        betControls(betting, name, bet, legal?.up?.[name]))));
    });
  }
  return { element, draw };
}

/** A line bet on its number. @param {any} bet */
const stands = (bet) => (/^\d+$/.test(bet.state) ? ` on ${bet.state}` : "");

/**
 * The last trials, and the hand so far.
 * @param {import("./past.js").Past} past @param {any} catalogue @param {(a: number, b: number) => any} faces
 */
export function makeRolls(past, catalogue, faces) {
  const element = h("div", { class: "rolls" });
  /** @param {any} trial */
  function one(trial) {
    if (trial.dice) {
      const sum = trial.total ?? trial.dice[0] + trial.dice[1];
      return h("li", { class: sum === 7 ? "seven" : null }, faces(trial.dice[0], trial.dice[1]), h("span", null, sum));
    }
    return h("li", { class: `coup ${trial.winner}` }, h("span", { class: "who-won" }, capital(trial.winner)), h("span", null, `${trial.player}-${trial.banker}`));
  }
  function draw() {
    const { hand } = past;
    keep(element, [past.trials, hand], () => [
      catalogue.thing === "dice" ? h("p", null, `This hand: ${several(hand.rolls, "roll")}${hand.whole ? "" : " or more"}, `
        + `${hand.points.length ? `${several(hand.points.length, "point")} made (${hand.points.join(", ")})` : "no point made yet"}.`) : null,
      past.trials.length ? h("ol", { class: "trials", reversed: true, "aria-label": "The latest first" }, past.trials.toReversed().map(one)) : h("p", { class: "soft" }, "Nothing yet."),
      h("p", { class: "soft" }, "What came before says nothing about what comes next."),
    ]);
  }
  return { element, draw };
}

/** Who is here. @param {any} live */
export function makePlayers(live) {
  const element = h("div", { class: "players" });
  /** @param {any} state */
  function draw(state) {
    const { snapshot } = live;
    keep(element, [Object.entries(state.seats).map(([number, { name, rail, layout, gone }]) => [number, name, rail, layout, gone]), state.shooter, live.you.seat, snapshot.watching], () => {
      const seats = Object.entries(state.seats);
      const watching = Math.max(0, snapshot.watching - seats.filter(([, seat]) => !seat.gone).length);
      return [
        seats.length ? h("table", null, h("thead", null, h("tr", null, h("th", null, "Seat"), h("th", null, "Player"), h("th", { class: "number" }, "Rail"), h("th", { class: "number" }, "Bets"))),
          h("tbody", null, seats.map(([number, seat]) => h("tr", { class: Number(number) === live.you.seat ? "me" : null },
            h("td", null, number), h("td", null, seat.name, Number(number) === live.you.seat ? " (you)" : "", state.shooter === Number(number) ? h("span", { class: "tag" }, "has it") : null, seat.gone ? h("span", { class: "tag" }, "left") : null),
            h("td", { class: "number" }, dollars(seat.rail)), h("td", { class: "number" }, dollars(seat.layout)))))) : h("p", { class: "soft" }, "Nobody sits here yet."),
        h("p", { class: "soft" }, `${snapshot.seats} seats. ${watching ? `${several(watching, "person watches", "people watch")}.` : "Nobody else watches."}`),
      ];
    });
  }
  return { element, draw };
}

/**
 * Where the dice come from, and a seed of one's own.
 * @param {any} live @param {any} catalogue @param {import("./betting.js").Betting} betting
 */
export function makeFair(live, catalogue, betting) {
  const element = h("div", { class: "fair" });
  /** @type {{seed: string, href: string} | null} */
  let revealed = null;
  const field = h("input", { id: "own-seed", maxlength: "64", autocomplete: "off", placeholder: "any text" });
  const form = h("form", { class: "row", on: { submit: give } }, h("label", { for: "own-seed" }, "Add a text of your own: "), field, h("button", null, "Add"));

  /** @param {Event} event */
  async function give(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (field);
    if (!input.value) return;
    const answer = await betting.verb({ do: "seed", seed: input.value });
    if (answer.ok) input.value = "";
  }

  /** @param {any} state */
  function draw(state) {
    const { pledge } = state;
    const may = betting.legal?.do?.seed;
    keep(element, [pledge, may === true, reason(betting.legal, may)?.detail, revealed], () => {
      if (!pledge) return h("p", null, live.snapshot.kind === "staffed" ? "Real dice are thrown here, and the crew enters what they show." : "Nothing is pledged at this moment.");
      const what = { dice: "Dice", shaker: "Dice", shoe: "Shoe" }[catalogue.thing];
      return [
        h("p", null, h("strong", null, `${what} pledged: `), h("code", { class: "hash" }, pledge.hash)),
        h("p", { class: "soft" }, "The house has already chosen its secret seed and shows you its fingerprint. When the hand is over it shows the seed: then everybody can make every result again, and see that nothing was changed."),
        h("p", { class: "soft" }, `${several(pledge.trials, "trial")} so far from this seed; ${several(Object.keys(pledge.seeds).length, "player has", "players have")} added a text.`),
        may === true ? form : reason(betting.legal, may) ? h("p", { class: "soft" }, reason(betting.legal, may)?.detail) : null,
        revealed ? h("p", null, h("strong", null, "Last seed revealed: "), h("code", { class: "hash" }, revealed.seed), " ", link(revealed.href, "Verify it in your history")) : null,
      ];
    });
  }

  return {
    element,
    draw,
    /** A seed was revealed: find the hand it belonged to. @param {string} seed */
    async reveal(seed) {
      revealed = { seed, href: "/history" };
      if (live.you.person) {
        const found = await get("/me/hands?limit=1").catch(() => null);
        const hand = found?.hands?.[0];
        if (hand?.table === live.table) revealed.href = `/history/${encodeURIComponent(hand.table)}/${hand.hand}`;
      }
    },
  };
}
