// Notes about bets that wait for the crew's confirmation at a staffed table.

import { listed } from "../../lib/sentences.js";

/** @import { TablePage } from "../page.js" */
/** @import { Command, EndedBet } from "../../../types/protocol.d.ts" */

/** @type {Readonly<Record<EndedBet["why"], string>>} */
const ENDED = Object.freeze({
  made: "taken, with the word of the crew.",
  "no-bet": "no bet, the crew says.",
  "too-late": "no bet. The word of the crew did not come in time.",
  refused: "no bet. The rules do not take it.",
  replaced: "no bet. Later ones of yours wait in its place.",
});

/** The same for a call. @type {Readonly<Record<EndedBet["why"], string>>} */
const CALL_ENDED = Object.freeze({
  made: "confirmed, the marker is on it.",
  "no-bet": "not so, the crew says.",
  "too-late": "not so. The word of the crew did not come in time.",
  refused: "not so. The rules do not allow it.",
  replaced: "not so. Later calls of yours wait in its place.",
});

/** @param {TablePage} page @param {Command} command */
const said = (page, command) => (command.do === "call"
  ? `${page.asked(command)} ${command.working ? "on" : "off"}` : page.asked(command));

/**
 * Return the note about a bet that waits.
 * @param {TablePage} page @param {{command: Command, clauses?: string[]}} refused
 * @param {boolean} [again] it did so before
 */
export function waits(page, { command, clauses }, again = false) {
  const { late, calls } = page.catalogue.procedure;
  const roles = (command.do === "call" ? calls : late)?.roles ?? ["crew"];
  const whose = `for the word of the ${listed(roles)}`;
  const how = again ? `waits already ${whose}, once` : `waits ${whose}`;
  page.toasts.note(`${said(page, command)}: ${how}.`, clauses);
}

/**
 * Return the note about a bet that waits no longer.
 * @param {TablePage} page @param {EndedBet} ended
 */
export function ended(page, { command, why, clauses }) {
  if (command.seat !== page.live.you.seat || !(why in ENDED)) return;
  const words = (command.do === "call" ? CALL_ENDED : ENDED)[why];
  page.note(`${said(page, command)}: ${words}`, why === "made" ? undefined : clauses);
}
