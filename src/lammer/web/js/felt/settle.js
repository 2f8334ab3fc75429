// What a trial did, shown where it happened: chips that win, lose or travel, and by how much.

import { s } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { is, winOf } from "../lib/calls.js";
import { chipStack } from "./chips.js";
import { still } from "../lib/motion.js";

/** @import { Board } from "./board.js" */
/** @import { Outcome, Place } from "../../types/felt.d.ts" */
/** @import { Line } from "../../types/protocol.d.ts" */

const SHOWN = 1500;
const FLIGHT = 650;
/** More than this is not animated one by one. */
const MOST = 60;

/** @typedef {{wager: string, seat: number, stake: number}} Decided */

/** @param {Decided} body @param {Outcome["kind"]} kind @param {number} cents @returns {Outcome} */
const outcome = ({ wager, seat, stake }, kind, cents) =>
  ({ name: wager, seat, stake, kind, cents, to: null });

/** What a line says became of a bet; null for nothing. @param {Line} line */
function outcomeOf(line) {
  if (is("wins", line)) {
    const cents = winOf(line.body) - (line.body.charge ?? 0);
    const kind = cents > 0 ? "won" : cents < 0 ? "lost" : "even";
    return outcome(line.body, kind, Math.abs(cents));
  }
  if (is("loses", line)) return outcome(line.body, "lost", line.body.stake);
  if (is("void", line)) return outcome(line.body, "void", 0);
  if (!is("moves", line) || line.body.now === line.body.wager) return null;
  return { ...outcome(line.body, "moved", 0), to: line.body.now };
}

/** What lines of the log say became of bets. @param {Line[]} lines */
export const outcomes = (lines) => lines.map(outcomeOf).filter((each) => each !== null);

/** @param {Outcome} outcome @param {boolean} odds */
function words(outcome, odds) {
  if (outcome.kind === "won") return `+${dollars(outcome.cents)}`;
  if (outcome.kind === "lost") return `\u2212${dollars(outcome.cents)}`;
  if (outcome.kind === "void") return odds ? "Back" : "Push";
  return outcome.kind === "even" ? "Even" : "";
}

/** @param {number} wait */
const sleep = (wait) => new Promise((done) => setTimeout(done, wait));

/**
 * Show what happened; done when it has been shown.
 * @param {Board} board @param {Line[]} lines @param {number | null} mine @returns {Promise<void>}
 */
export async function show(board, lines, mine) {
  const found = outcomes(lines)
    .filter((each) => board.place(each.name))
    .slice(0, MOST);
  if (!found.length) return;
  /** @type {Element[]} */ const drawn = [];
  const calm = still() || document.hidden;
  for (const each of found) {
    const place = /** @type {Place} */ (board.place(each.name));
    const layer = board.layers.get(place.sheet);
    if (!layer) continue;
    if (!calm) drawn.push(flight(board, place, each, layer, each.seat === mine));
    const text = words(each, Boolean(board.catalogue.wagers[place.wager]?.behind));
    if (each.seat === mine && text)
      drawn.push(tag(board.at(place, each.seat), place, { ...each, text }, layer));
    if (each.seat === mine) flash(place, each.kind);
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
    { class: `amount ${outcome.kind}`, transform: `translate(${x} ${y - place.radius * 0.4})` },
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
    chipStack(outcome.stake, { radius: own ? place.radius : place.radius * 0.62 }),
  );
  layer.append(ghost);
  const [fromX, fromY] = board.at(place, outcome.seat);
  const goal = outcome.to ? board.place(outcome.to) : null;
  const near = goal && goal.sheet === place.sheet ? [goal.x, goal.y] : null;
  const [x, y] = near ?? [fromX, fromY + (outcome.kind === "lost" ? -130 : 130)];
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
