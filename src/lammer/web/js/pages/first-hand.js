// Shows a first hand step by step: outcomes are fixed, and one place of the layout is highlighted
// at a time. The server plays it on the real rules; nothing is bet or stored.

import { goTo } from "../lib/address.js";
import { get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { instrumentOf } from "../lib/instrument.js";
import { main, path } from "../lib/shell.js";
import { isTrial } from "../lib/sentences.js";
import { makeFelt } from "../felt/index.js";

/** @import { Catalogue, FirstHand, FirstHandStep, Line, ShownEvent }
 *   from "../../types/protocol.d.ts" */

/** Events that need no sentence here, since they can be seen or were requested. */
const SEEN = Object.freeze(["bet", "accept", "no-more-bets"]);
/** The most sentences shown for a step; the last ones have the result. */
const MOST_SAID = 5;
/**
 * Without room for a column, the card is at the foot of the page; same query as in the style sheet.
 */
const AT_FOOT = matchMedia("(max-width: 999px) and (min-height: 501px), (max-width: 639px)");

/** @param {Catalogue} catalogue @param {FirstHand} hand @param {string | null} table */
async function show(catalogue, hand, table) {
  const [felt, instrument] = await Promise.all([makeFelt(catalogue), instrumentOf(catalogue)]);
  const { steps, seat } = hand;
  const back = table ? `/tables/${encodeURIComponent(table)}` : "/";
  const guide = table ? `${back}/guide` : `/guide/${hand.rules}/${hand.game}`;
  let at = 0;

  const drawn = h("div", { class: "drawn" });
  const said = h("ul", { class: "said" });
  const text = h("p", { class: "text" });
  const plain = h("p", { class: "plain" });
  const words = h("div", { class: "words", "aria-live": "polite" }, drawn, said, text, plain);
  const place = h("span", { class: "place" });
  const before = h("button", { type: "button", on: { click: () => go(at - 1) } }, "Back");
  const next = h("button", { type: "button", class: "main", on: { click: () => go(at + 1) } });
  const ways = h("div", { class: "row" });
  const card = h("section", { class: "card step-card", "aria-label": "What is shown" },
    h("p", { class: "soft head" }, h("span", { class: "tag" }, "Demonstration"), place,
      h("a", { class: "skip-it", href: back }, "Skip")),
    words, ways);
  const looked = h("p", { class: "soft looked", role: "status" });
  const stage = h("div", { class: "hand-stage" }, felt.element, card);

  const unsaid = new Set([...SEEN, ...instrument.quiet, ...instrument.formalities]);
  /** @param {ShownEvent} event */
  const isSaid = ({ event, text: sentence }) => Boolean(sentence) && !unsaid.has(event);
  /** @param {string | null} spot */
  const elementOf = (spot) => (spot === null ? null
    : felt.element.querySelector(`.spot[data-name="${CSS.escape(spot)}"]`));

  /**
   * Scroll the highlighted place to the middle of the area above the card, if the card is at the
   * foot.
   * @param {Element} spot
   */
  function inSight(spot) {
    const { top, height } = spot.getBoundingClientRect();
    const free = innerHeight - card.offsetHeight;
    if (AT_FOOT.matches) scrollTo(0, scrollY + top - Math.max(8, (free - height) / 2));
    else spot.scrollIntoView({ block: "nearest" });
  }

  function put() {
    for (const each of felt.element.querySelectorAll(".spot.pointed")) {
      each.classList.remove("pointed");
    }
    const spot = elementOf(steps[at].spot);
    spot?.classList.add("pointed");
    const drawer = spot?.closest("details");
    if (drawer) drawer.open = true;
    if (spot) inSight(spot);
  }

  /** @param {FirstHandStep} step */
  function fillCard(step) {
    const sentences = at ? steps[at - 1].events.filter(isSaid).slice(-MOST_SAID) : [];
    fill(drawn, instrument.drawn(step.shown));
    fill(said, sentences.map((event) => h("li", null, instrument.read(event.text))));
    said.hidden = !sentences.length;
    fill(text, step.text);
    const wager = step.spot ? catalogue.wagers[step.spot] ?? catalogue.moved[step.spot] : null;
    fill(plain, step.plain && wager ? [h("strong", null, `${wager.name}: `), step.plain] : null);
    fill(place, `Step ${at + 1} of ${steps.length}`);
    before.disabled = at === 0;
    const last = at === steps.length - 1;
    fill(next, step.button);
    fill(ways, before, last ? [
      h("a", { class: "button main", href: table ? `${back}?sit` : "/" },
        table ? "Sit down" : "To the tables"),
      h("a", { class: "button", href: guide }, "How to play"),
    ] : next);
  }

  /** @param {number} to */
  function go(to) {
    if (to < 0 || to >= steps.length) return;
    const forward = to === at + 1;
    const { events, results } = forward ? steps[at] : { events: [], results: {} };
    const focused = document.activeElement;
    at = to;
    const step = steps[at];
    fill(looked);
    felt.draw({ state: step.state, seat, lastTrial: step.shown, score: null });
    fillCard(step);
    put();
    if (focused === next || focused === before) {
      (next.isConnected ? next : ways.querySelector("a"))?.focus();
    }
    const lines = /** @type {Line[]} */ (events);
    felt.settle(lines, results, lines.some(isTrial) ? step.shown : null).then(put);
  }

  for (const what of ["spot-add", "spot-open"]) {
    felt.element.addEventListener(what, (event) => {
      const { wager } = /** @type {CustomEvent<{wager: string}>} */ (event).detail;
      if (wager === steps[at].spot) {
        go(at + 1);
        return;
      }
      const other = catalogue.wagers[wager];
      fill(looked, other ? [h("strong", null, `${other.name}: `), other.plain] : null);
    });
  }
  document.addEventListener("keydown", (event) => {
    const free = !(event.target instanceof Element && event.target.closest("svg, details"));
    if (!free || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "Escape") goTo(back);
  });
  new ResizeObserver(put).observe(felt.element);

  document.title = `A first hand: ${catalogue.name}`;
  const page = main();
  page.classList.add("wide");
  fill(page,
    h("div", { class: "hand-head" }, h("h1", null, `A first hand of ${catalogue.name}`),
      h("p", { class: "soft" }, "Everything that falls is fixed, and nobody wins or loses chips. ",
        "Press the button, or the place that is lit.")),
    stage, looked);
  felt.draw({ state: steps[0].state, seat, lastTrial: null, score: null });
  fillCard(steps[0]);
  put();
}

async function start() {
  const [rules, game] = path();
  const from = `/rulesets/${rules}/${game}`;
  /** @type {[Catalogue, FirstHand]} */
  const [catalogue, hand] = await Promise.all([get(from), get(`${from}/first-hand`)]);
  await show(catalogue, hand, new URLSearchParams(location.search).get("table"));
}

start().catch((wrong) => showError(wrong));
