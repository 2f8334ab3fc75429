// Helpers for the server's sentences: names of players and bets, lists, counts.

/** @import { Bet, Catalogue, SealedLine, Wager } from "../../types/protocol.d.ts" */

/**
 * True if a line is of this event; narrows its type.
 * @template {string} Event @template {SealedLine} AnyLine
 * @param {Event} event @param {AnyLine} line @returns {line is AnyLine & SealedLine<Event>}
 */
export const is = (event, line) => line.event === event;

/** Events that are trials, of the instruments that this page has loaded. @type {Set<string>} */
const TRIALS = new Set();

/** Register the event that is a trial of a loaded instrument. @param {string} event */
export const knowTrial = (event) => TRIALS.add(event);

/** True if a line is a trial, which has an outcome. */
export const isTrial = (/** @type {SealedLine} */ line) => TRIALS.has(line.event);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Return a sentence with names instead of seat numbers: "Seat 2 leaves." becomes "Ada leaves."
 * @param {string} text @param {(seat: number) => string} name what a seat is called
 */
export const shown = (text, name) =>
  capital(text.replace(/\b[Ss]eat (\d+)/g, (_, seat) => name(Number(seat))));

/**
 * Return the display name of a bet, also of one that has moved to its number.
 * @param {Catalogue} catalogue @param {string} bet
 */
export const betName = ({ wagers, moved }, bet) => (wagers[bet] ?? moved[bet])?.name ?? bet;

/** Return the wager of a bet, moved or not. @param {Catalogue} catalogue @param {string} bet */
export const wagerOf = ({ wagers, moved }, bet) => wagers[bet] ?? wagers[moved[bet]?.wager];

/** Return the button on a bet: "off", "on" if it was called on, or "". @param {Bet | null} [bet] */
export const onOff = (bet) => (bet?.off ? "off" : bet?.called === "on" ? "on" : "");

/**
 * Return how far a bet outside the regulation has come, in the words of its definition.
 * @param {Wager | undefined} wager @param {Bet} bet
 */
export const soFar = (wager, bet) => (wager?.experimental && bet.state && bet.state !== "up"
  ? `now at ${bet.state.replaceAll(",", ", ")}` : "");

/** Join several things for a sentence: "a, b and c". @param {string[]} parts */
export const listed = (parts) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/**
 * Return a count with its noun.
 * @param {number} count @param {string} one @param {string} [many]
 */
export const several = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
