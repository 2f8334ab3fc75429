// How somebody practices: with how many players, which of the crew's duties, hints, time.

import { h } from "../../lib/dom.js";
import { asking, labelled } from "../../lib/widgets.js";

/** @import { Catalogue, Duty, PracticeSetting } from "../../../types/protocol.d.ts" */

/** What a practice table is opened with by one click. @type {PracticeSetting} */
export const USUAL_SETTING = {
  players: 6, duties: ["bets", "calls", "payments", "rulings"], hints: "after", timed: false,
  rounds: 30,
};

/** What there is to do, and by whom, where the game has somebody for it.
 * @type {[Duty, string, string][]} */
const DUTIES = [
  ["bets", "Take spoken bets", ""], ["payments", "Collect and pay", ""],
  ["calls", "Call the outcome", "stickperson"],
  ["rulings", "Rule on late bets, void trials and disputes", "boxperson"],
];

/** @type {[PracticeSetting["hints"], string][]} */
const HINTS = [
  ["before", "Before: how it is done"], ["after", "After: what was wrong, and why"],
  ["off", "Off: all at the end"],
];

/** @param {string} name @param {[string | number, string][]} all @param {string | number} chosen */
const select = (name, all, chosen) => (/** @type {string} */ id) => h("select", { id, name },
  all.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));

/**
 * @param {Catalogue} catalogue @param {PracticeSetting} setting
 * @param {(setting: PracticeSetting) => Promise<void>} open
 */
export function settingForm({ noun, procedure }, setting, open) {
  const crew = JSON.stringify(procedure);
  const duties = DUTIES.map(([duty, what, role]) => {
    const words = role && crew.includes(`"${role}"`) ? `${what} (${role})` : what;
    const box = h("input", {
      type: "checkbox", name: duty, checked: setting.duties.includes(duty),
    });
    return { duty, box, element: h("label", { class: "check" }, box, words) };
  });
  const timed = h("input", { type: "checkbox", name: "timed", checked: setting.timed });
  /** @param {number} most @returns {[number, string][]} */
  const upTo = (most) => Array.from({ length: most }, (_, at) => [at + 1, String(at + 1)]);
  return asking({ label: "Another table", class: "asking setting" }, async (form) => {
    const { players, rounds, hints } = form.elements;
    const chosen = duties.filter(({ box }) => box.checked).map(({ duty }) => duty);
    if (!chosen.length) return "Choose something to do.";
    await open({
      players: Number(players.value), rounds: Number(rounds.value), duties: chosen,
      hints: /** @type {PracticeSetting["hints"]} */ (hints.value), timed: timed.checked,
    });
    return undefined;
  },
  labelled("Players", select("players", upTo(8), setting.players)),
  labelled(`How many ${noun}s`, select("rounds",
    [[10, "10"], [20, "20"], [30, "30"], [60, "60"]], setting.rounds)),
  labelled("Hints", select("hints", HINTS, setting.hints)),
  h("fieldset", null, h("legend", null, "What you do"), duties.map(({ element }) => element)),
  h("label", { class: "check" }, timed, "Against the clock"),
  h("div", { class: "row" }, h("button", { class: "main" }, "Open")));
}
