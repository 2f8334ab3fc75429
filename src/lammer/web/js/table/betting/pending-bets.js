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

/**
 * A bet waits.
 * @param {TablePage} page @param {{command: Command, clauses?: string[]}} told
 * @param {boolean} [again] it did so before
 */
export function waits(page, { command, clauses }, again = false) {
  const whose = `for the word of the ${listed(page.catalogue.procedure.late?.roles ?? ["crew"])}`;
  const how = again ? `waits already ${whose}, once` : `waits ${whose}`;
  page.toasts.note(`${page.asked(command)}: ${how}.`, clauses);
}

/** A bet that waited waits no more. @param {TablePage} page @param {EndedBet} ended */
export function ended(page, { command, why, clauses }) {
  if (command.seat !== page.live.you.seat || !(why in ENDED)) return;
  page.note(`${page.asked(command)}: ${ENDED[why]}`, why === "made" ? undefined : clauses);
}
