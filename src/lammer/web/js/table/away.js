// What happened while somebody was away, in words.

import { dollars } from "../money.js";
import { gained, isTrial, several } from "../words.js";

/** @typedef {import("../words.js").Line} Line */

/** A trial that had been seen was taken back. @param {Line[]} lines @param {number | null} seat */
function takenBack(lines, seat) {
  const { trial } = /** @type {any} */ (lines.find(({ event }) => event === "correct")).body;
  const words = `The last ${trial} was entered wrongly and taken back while you were away`;
  const cents = seat === null ? 0 : gained(lines, seat);
  return cents ? `${words}: ${dollars(Math.abs(cents))} ${cents > 0 ? "came back to you" : "went"}.`
    : `${words}.`;
}

/**
 * What happened while somebody was away, in words; "" if nothing did.
 * @param {Line[]} lines @param {number | null} seat
 */
export function meanwhile(lines, seat) {
  const trials = lines.filter(isTrial);
  const back = lines.filter(({ event }) => event === "correct").length;
  if (!trials.length && back) return takenBack(lines, seat);
  if (!trials.length) return "";
  const word = { roll: "roll", shake: "shake", result: "coup" }[trials[0].event];
  const wrong = back ? `, ${back} taken back` : "";
  const count = `${several(trials.length, word)}${wrong} while you were away`;
  if (seat === null) return `${count}.`;
  const cents = gained(lines, seat);
  if (!cents) return `${count}: your chips are as many as before.`;
  return `${count}: you ${cents > 0 ? "won" : "lost"} ${dollars(Math.abs(cents))}.`;
}
