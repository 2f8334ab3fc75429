// Notes about changes while the page was not connected.

/** @import { Problem } from "../../../types/protocol.d.ts" */

/** Notes about a seat that was lost, or has another player. */
export const GONE = Object.freeze({
  signedOut: "You are signed out. Who has an account can sign in again, and play on.",
  left: "You left the table while this page was away, or the house took you to have left: your "
    + "chips are in your purse.",
  unseated: "You have no seat here any more.",
});

/** Return the note that I left, from elsewhere. @param {string} [kind] of the table */
export function leftBy(kind) {
  const how = kind === "staffed" ? "another page, or the crew saw you off" : "another page";
  return `You left the table from ${how}. Your rail is in your purse.`;
}

/** Return why some of what happened is not shown. @param {Problem} error */
export const notTold = ({ code, detail }) => (code === "missed"
  ? "Much has happened while you were away; the chips are as you see them." : detail);
