// Plans for several bets at once: the commands to send, and a note about bets that are left out.

import { several } from "../../lib/sentences.js";
import { doubled, reason } from "./amounts.js";

/** @import { Betting } from "./betting.js" */
/** @import { Command, May } from "../../../types/protocol.d.ts" */
/** @import { Cited, Plan } from "../../../types/table.d.ts" */

/**
 * Return a note with the reason and the clauses of the first bet that is refused.
 * @param {Betting} betting @param {string} words
 * @param {[string, May | undefined][]} answers each a bet, and what `legal` says of it
 * @returns {Cited}
 */
function whyNot(betting, words, answers) {
  const [name = "", no] = answers.find(([, answer]) => reason(betting.legal, answer)) ?? [];
  const why = reason(betting.legal, no);
  if (!why) return { words };
  const whose = why.detail.includes(betting.name(name)) ? "" : `${betting.name(name)}: `;
  return { words: `${words} ${whose}${why.detail}`, clauses: why.clauses };
}

/**
 * Return the commands of the quick bet "down", with a note about bets that stay.
 * @param {Betting} betting @returns {Plan}
 */
export function clear(betting) {
  const { legal } = betting;
  const bets = Object.keys(betting.bets);
  if (!bets.length) return { commands: [], note: { words: "You have no bets." } };
  const { commands = [] } = legal?.quick?.find(({ key }) => key === "down") ?? {};
  const staying = bets.length - commands.length;
  if (!staying) return { commands };
  const stay = several(staying, "bet stays: it", "bets stay: they");
  /** @type {[string, May | undefined][]} */
  const ups = bets.map((name) => [name, legal?.up?.[name]?.remove]);
  return { commands, note: whyNot(betting, `${stay} may not be taken down now.`, ups) };
}

/** @param {Betting} betting @returns {Plan} */
export function double(betting) {
  const { bets, legal } = betting;
  const found = doubled(bets, legal, betting.mine?.rail ?? 0);
  const commands = found.map((each) => betting.made(each));
  if (found.length) return { commands };
  /** @type {[string, May | undefined][]} */
  const answers = Object.keys(bets).map((name) => [name, legal?.bet?.[name]]);
  return { commands, note: whyNot(betting, "None of your bets may be raised now.", answers) };
}

/**
 * @param {Betting} _betting @param {Command[]} [commands] that undo the last change
 * @returns {Plan}
 */
export function undo(_betting, commands) {
  const words = "There is nothing to take back: the last bets are decided, or none were made.";
  return commands ? { commands } : { commands: [], note: { words } };
}
