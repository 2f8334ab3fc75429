// Animates what a trial did to bets, in the order dealers work: losers are collected, winners are
// paid beside the bet and the chips go to the rail, bets move to their numbers, and the puck is
// turned. Within each step the order is that of the log.

import { s } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { chipStack } from "./chips.js";
import { sleep, still } from "../lib/motion.js";

/** @import { Board } from "./board.js" */
/** @import { Place, Point, Sheet } from "../../types/felt.d.ts" */
/** @import { BetResult, Line, Results } from "../../types/protocol.d.ts" */

/** How long the amounts stay visible, in milliseconds. */
const SHOWN = 1500;
/** Milliseconds to cross the felt, to rest beside a bet, and between two bets. */
const FLIGHT = 420;
const BESIDE = 300;
const GAP = 110;
/** All bets of a kind start within this time, however many there are. */
const MOST_WAIT = 480;
/** More bets than this are not animated one by one. */
const MOST = 60;

/** How each result is shown: a push and returned odds look alike. */
const KINDS = Object.freeze({
  won: "won", lost: "lost", even: "even", push: "void", returned: "void", moved: "moved",
});
/**
 * The steps of the animation, in order.
 * @type {readonly ["collect" | "pay" | "travel", string[], number][]}
 */
const DEEDS = Object.freeze([
  ["collect", ["lost"], FLIGHT],
  ["pay", ["won", "even", "push", "returned"], FLIGHT + BESIDE + FLIGHT],
  ["travel", ["moved"], FLIGHT],
]);
/** @typedef {BetResult & {seat: number}} Outcome */
/** @typedef {Outcome & {does: "collect" | "pay" | "travel", wait: number}} Turn */

/** Return what these lines did to bets, by line. @param {Line[]} lines @param {Results} results */
function outcomes(lines, results) {
  const [first, last] = [lines[0]?.seq ?? 0, lines.at(-1)?.seq ?? -1];
  return Object.entries(results)
    .flatMap(([seat, { bets = [] }]) => bets.map((bet) => ({ ...bet, seat: Number(seat) })))
    .filter(({ line, result, now }) => line >= first && line <= last
      && (result !== "moved" || now))
    .sort((one, other) => one.line - other.line);
}

/**
 * Return when each bet starts, in milliseconds, and when everything is over.
 * @param {Outcome[]} found @returns {{turns: Turn[], end: number}}
 */
export function inTurn(found) {
  let start = 0;
  const turns = DEEDS.flatMap(([does, kinds, long]) => {
    const these = found.filter(({ result }) => kinds.includes(result));
    const gap = Math.min(GAP, MOST_WAIT / these.length);
    const began = start;
    // The next step starts early.
    if (these.length) start += gap * (these.length - 1) + long * 0.75;
    return these.map((each, at) => ({ ...each, does, wait: began + at * gap }));
  });
  return { turns, end: start };
}

/** @param {Outcome} outcome */
function words({ result, net }) {
  if (result === "won") return `+${dollars(net)}`;
  if (result === "lost") return `\u2212${dollars(-net)}`;
  return { push: "Push", returned: "Back", even: "Even", moved: "" }[result];
}

/**
 * Animate what happened; resolves at the end.
 * @param {Board} board @param {Line[]} lines @param {Results} results
 * @param {number | null} mine @returns {Promise<void>}
 */
export async function show(board, lines, results, mine) {
  const { turns, end } = inTurn(outcomes(lines, results)
    .filter((each) => board.place(each.bet))
    .slice(0, MOST));
  const calm = still() || document.hidden;
  board.turnPuck(calm ? 0 : end);
  if (!turns.length) return;
  /** @type {Element[]} */ const tags = [];
  /** @type {Promise<unknown>[]} */ const flights = [];
  for (const each of turns) {
    const place = /** @type {Place} */ (board.place(each.bet));
    const layer = board.layers.get(place.sheet);
    if (!layer) continue;
    if (!calm && board.shown(place)) flights.push(...moved(board, place, each, layer, mine));
    const text = words(each);
    if (each.seat === mine && text) tags.push(tag(board, place, { ...each, text }, layer, calm));
    if (each.seat === mine) flash(place, KINDS[each.result]);
  }
  await Promise.allSettled(flights);
  await sleep(SHOWN);
  tags.forEach((each) => each.remove());
}

/**
 * Show the amount at the spot.
 * @param {Board} board @param {Place} place
 * @param {Turn & {text: string}} turn @param {Element} layer @param {boolean} calm
 */
function tag(board, place, { text, result, seat, wait }, layer, calm) {
  const { x, y } = lay(board, place, seat);
  const size = Math.max(15, place.radius * 0.95);
  const wide = text.length * size * 0.6 + 14;
  const found = s(
    "g",
    {
      class: `amount ${KINDS[result]}`,
      transform: `translate(${x} ${y - place.radius * 0.4})`,
    },
    s("rect", { x: -wide / 2, y: -size * 0.8, width: wide, height: size * 1.6, rx: size * 0.8 }),
    s("text", { "font-size": size }, text),
  );
  layer.append(found);
  if (!calm) found.animate([{ opacity: 0 }, { opacity: 1 }], at(wait + FLIGHT, FLIGHT / 3));
  return found;
}

/**
 * Return where a bet lies, or lay before it was removed.
 * @param {Board} board @param {Place} place
 * @param {number} seat @returns {{x: number, y: number, radius: number}}
 */
function lay(board, place, seat) {
  const slot = place.slots.get(seat) ?? place.was.get(seat);
  const [x, y] = slot ? [slot.x, slot.y] : board.at(place, seat);
  return { x, y, radius: slot?.radius ?? place.radius };
}

/** @param {number} delay @param {number} duration @returns {KeyframeAnimationOptions} */
const at = (delay, duration) => ({ delay, duration, fill: "backwards", easing: "ease-in-out" });

/** @param {Point} point @param {number} [opacity] */
const frame = ([x, y], opacity = 1) => ({ transform: `translate(${x}px, ${y}px)`, opacity });

/**
 * Animate chips: to the bank on the dealers' side, from there to a bet and on to the rail, or to
 * their number.
 * @param {Board} board @param {Place} place @param {Turn} turn
 * @param {Element} layer @param {number | null} mine @returns {Promise<unknown>[]}
 */
function moved(board, place, turn, layer, mine) {
  const { width, height } =
    /** @type {Sheet} */ (board.sheets.find(({ key }) => key === place.sheet));
  const { does, line, result, seat, stake, wait } = turn;
  const own = seat === mine;
  const { x, y, radius } = lay(board, place, seat);
  /** @type {Point} */ const here = [x, y];
  /** @type {Point} */ const bank = [width / 2, -radius];
  /** @type {Point} */ const rail = [x, height + radius];

  /** @param {number} cents @param {Keyframe[]} frames @param {number} duration */
  const send = async (cents, frames, duration) => {
    const ghost = s("g", { class: "ghost", data: { does, line } },
      chipStack(cents, { radius, mine: own }));
    layer.append(ghost);
    const flight = ghost.animate(frames, { ...at(wait, duration), fill: "both" });
    await flight.finished.catch(() => {});
    ghost.remove();
  };

  if (does === "collect") return [send(stake, [frame(here), frame(bank, 0)], FLIGHT)];
  if (does === "travel") return [send(stake, [frame(here), frame(goal(board, turn))], FLIGHT)];
  const whole = FLIGHT + BESIDE + FLIGHT;
  const [there, goes] = [FLIGHT / whole, (FLIGHT + BESIDE) / whole];
  const stays = place.slots.has(seat);
  const back = stays ? []
    : [send(stake, [frame(here), { ...frame(here), offset: goes }, frame(rail, 0)], whole)];
  const paid = result === "won" ? turn.net : 0;
  if (!paid) return back;
  const right = x + radius * 4 < width ? 1 : -1;
  /** @type {Point} */ const beside = [x + right * radius * 2.1, y];
  return [...back, send(paid, [
    frame(bank, 0), { ...frame(beside), offset: there }, { ...frame(beside), offset: goes },
    frame([rail[0] + right * radius * 2.1, rail[1]], 0),
  ], whole)];
}

/**
 * Return where a bet moves to; what is drawn there already stays hidden until then.
 * @param {Board} board @param {Turn} turn @returns {Point}
 */
function goal(board, { bet, now, seat, wait }) {
  const from = /** @type {Place} */ (board.place(bet));
  const to = now ? board.place(now) : null;
  if (!to || to.sheet !== from.sheet) return [from.x, from.y];
  to.chips.querySelector(`[data-seat="${seat}"]`)
    ?.animate([{ opacity: 0 }, { opacity: 0 }], at(0, wait + FLIGHT));
  const { x, y } = lay(board, to, seat);
  return [x, y];
}

/** @param {Place} place @param {string} kind */
function flash(place, kind) {
  place.element.classList.add(`was-${kind}`);
  setTimeout(() => place.element.classList.remove(`was-${kind}`), SHOWN);
}
