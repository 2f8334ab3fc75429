// What happened while somebody was away, in words.

import { dollars } from "../../lib/money.js";
import { gained, isTrial, several } from "../../lib/calls.js";

/** @import { Line, Problem } from "../../../types/protocol.d.ts" */

/** What became of a seat, or of who had it. */
export const GONE = Object.freeze({
  signedOut: "You are signed out. Who has an account can sign in again, and play on.",
  left: "You left the table while this page was away, or the house took you to have left: your "
    + "chips are in your purse.",
  unseated: "You have no seat here any more.",
});

/** I left, and not by this page. @param {string} [kind] of the table */
export function leftBy(kind) {
  const how = kind === "staffed" ? "another page, or the crew saw you off" : "another page";
  return `You left the table from ${how}. Your rail is in your purse.`;
}

/** Why not everything that happened is told. @param {Problem} error */
export const missed = ({ code, detail }) => (code === "missed"
  ? "Much has happened while you were away; the chips are as you see them." : detail);

/**
 * A trial that had been seen was taken back.
 * @param {Line[]} lines @param {number | null} seat @param {string} noun what a trial is called
 */
function takenBack(lines, seat, noun) {
  const words = `The last ${noun} was entered wrongly and taken back while you were away`;
  const cents = seat === null ? 0 : gained(lines, seat);
  return cents ? `${words}: ${dollars(Math.abs(cents))} ${cents > 0 ? "came back to you" : "went"}.`
    : `${words}.`;
}

/**
 * What happened while somebody was away, in words; "" if nothing did.
 * @param {Line[]} lines @param {number | null} seat @param {string} noun what a trial is called
 */
export function meanwhile(lines, seat, noun) {
  const trials = lines.filter(isTrial);
  const back = lines.filter(({ event }) => event === "correct").length;
  if (!trials.length && back) return takenBack(lines, seat, noun);
  if (!trials.length) return "";
  const wrong = back ? `, ${back} taken back` : "";
  const count = `${several(trials.length, noun)}${wrong} while you were away`;
  if (seat === null) return `${count}.`;
  const cents = gained(lines, seat);
  if (!cents) return `${count}: your chips are as many as before.`;
  return `${count}: you ${cents > 0 ? "won" : "lost"} ${dollars(Math.abs(cents))}.`;
}
