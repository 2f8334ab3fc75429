// What produces the outcomes of a table: the catalogue names the module of the instrument.

import { h } from "./dom.js";
import { knowTrial } from "./calls.js";

/** @import { Instrument } from "../../types/instrument.d.ts" */

/** @param {import("../../types/protocol.d.ts").Trial} trial */
const plain = (trial) => Object.values(trial).filter((each) => typeof each !== "object").join(", ");

/** What a module need not say. @type {Instrument} */
const PLAIN = {
  event: "", after: [], plural: false, holder: "Turn", results: "Results", pledged: "Outcomes",
  staffed: "The crew enters what happens here.", inPlay: "", revealed: "", begins: "", calls: [],
  duties: [], quiet: [], formalities: [], voids: [], clears: [], renewed: "",
  last: () => "", faces: () => "", call: ({ text }) => text, show: () => {},
  mark: (trial) => h("span", null, plain(trial)), item: (trial) => h("li", null, plain(trial)),
  words: plain, outcome: (shown) => shown.join(" "), lying: (last) => last, drawn: () => null,
  standing: () => "", puck: () => null, read: (text) => text, crew: async () => null,
  draw: async () => null,
};

/**
 * The instrument of a table, or of a rule set's game.
 * @param {{instrument?: {module: string | null} | null}} catalogue @returns {Promise<Instrument>}
 */
export async function instrumentOf({ instrument }) {
  const found = instrument?.module ? await import(instrument.module).catch(() => null) : null;
  const complete = { ...PLAIN, ...found?.instrument };
  knowTrial(complete.event);
  return complete;
}
