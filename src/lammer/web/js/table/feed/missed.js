// Notes about what changed while the page was not connected.

/** @import { Problem } from "../../../types/protocol.d.ts" */

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
export const notTold = ({ code, detail }) => (code === "missed"
  ? "Much has happened while you were away; the chips are as you see them." : detail);
