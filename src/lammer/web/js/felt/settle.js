// Animates what a trial did to bets: chips that win, lose or move, and the amounts.

import { s } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { chipStack } from "./chips.js";
import { still } from "../lib/motion.js";

/** @import { Board } from "./board.js" */
/** @import { Place } from "../../types/felt.d.ts" */
/** @import { BetResult, Line, Results } from "../../types/protocol.d.ts" */

const SHOWN = 1500;
const FLIGHT = 650;
/** More than this is not animated one by one. */
const MOST = 60;

/** How each result is shown: a push and returned odds alike. */
const KINDS = Object.freeze({
  won: "won", lost: "lost", even: "even", push: "void", returned: "void", moved: "moved",
});
/** @typedef {BetResult & {seat: number}} Outcome */

/** What these lines did to bets. @param {Line[]} lines @param {Results} results */
function outcomes(lines, results) {
  const [first, last] = [lines[0]?.seq ?? 0, lines.at(-1)?.seq ?? -1];
  return Object.entries(results)
    .flatMap(([seat, { bets = [] }]) => bets.map((bet) => ({ ...bet, seat: Number(seat) })))
    .filter(({ line, result, now }) => line >= first && line <= last
      && (result !== "moved" || now));
}

/** @param {Outcome} outcome */
function words({ result, net }) {
  if (result === "won") return `+${dollars(net)}`;
  if (result === "lost") return `\u2212${dollars(-net)}`;
  return { push: "Push", returned: "Back", even: "Even", moved: "" }[result];
}

/** @param {number} wait */
const sleep = (wait) => new Promise((done) => setTimeout(done, wait));

/**
 * Show what happened; done when it has been shown.
 * @param {Board} board @param {Line[]} lines @param {Results} results
 * @param {number | null} mine @returns {Promise<void>}
 */
export async function show(board, lines, results, mine) {
  const found = outcomes(lines, results)
    .filter((each) => board.place(each.bet))
    .slice(0, MOST);
  if (!found.length) return;
  /** @type {Element[]} */ const drawn = [];
  const calm = still() || document.hidden;
  for (const each of found) {
    const place = /** @type {Place} */ (board.place(each.bet));
    const layer = board.layers.get(place.sheet);
    if (!layer) continue;
    if (!calm) drawn.push(flight(board, place, each, layer, each.seat === mine));
    const text = words(each);
    if (each.seat === mine && text)
      drawn.push(tag(board.at(place, each.seat), place, { ...each, text }, layer));
    if (each.seat === mine) flash(place, KINDS[each.result]);
  }
  await sleep(SHOWN);
  drawn.forEach((each) => each.remove());
}

/**
 * The amount, at the spot. @param {[number, number]} at @param {Place} place
 * @param {Outcome & {text: string}} outcome @param {Element} layer
 */
function tag([x, y], place, outcome, layer) {
  const { text } = outcome;
  const size = Math.max(15, place.radius * 0.95);
  const wide = text.length * size * 0.6 + 14;
  const found = s(
    "g",
    {
      class: `amount ${KINDS[outcome.result]}`,
      transform: `translate(${x} ${y - place.radius * 0.4})`,
    },
    s("rect", { x: -wide / 2, y: -size * 0.8, width: wide, height: size * 1.6, rx: size * 0.8 }),
    s("text", { "font-size": size }, text),
  );
  layer.append(found);
  return found;
}

/**
 * Chips on their way: to their number, to the rail, to the bank.
 * @param {Board} board @param {Place} place @param {Outcome} outcome @param {Element} layer
 * @param {boolean} own
 */
function flight(board, place, outcome, layer, own) {
  const ghost = s(
    "g",
    null,
    chipStack(outcome.stake, {
      radius: place.slots.get(outcome.seat)?.radius ?? place.radius, mine: own,
    }),
  );
  layer.append(ghost);
  const [fromX, fromY] = board.at(place, outcome.seat);
  const goal = outcome.now ? board.place(outcome.now) : null;
  const near = goal && goal.sheet === place.sheet ? [goal.x, goal.y] : null;
  const [x, y] = near ?? [fromX, fromY + (outcome.result === "lost" ? -130 : 130)];
  const end = near ? 1 : 0;
  ghost.animate(
    [
      { transform: `translate(${fromX}px, ${fromY}px)`, opacity: 1 },
      { transform: `translate(${x}px, ${y}px)`, opacity: end },
    ],
    { duration: FLIGHT, delay: near ? 0 : 350, easing: "ease-in-out", fill: "both" },
  );
  setTimeout(() => ghost.remove(), FLIGHT + 360);
  return ghost;
}

/** @param {Place} place @param {string} kind */
function flash(place, kind) {
  place.element.classList.add(`was-${kind}`);
  setTimeout(() => place.element.classList.remove(`was-${kind}`), SHOWN);
}
