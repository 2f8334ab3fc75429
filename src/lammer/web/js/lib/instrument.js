// Loads the module of a table's instrument, which the catalogue names, and fills in defaults.

import { to } from "./address.js";
import { h, styled } from "./dom.js";
import { knowTrial } from "./sentences.js";

/** @import { InstrumentSeen } from "../../types/protocol.d.ts" */
/** @import { Instrument } from "../../types/instrument.d.ts" */

/** @param {import("../../types/protocol.d.ts").Trial} trial */
const plain = (trial) => Object.values(trial).filter((each) => typeof each !== "object").join(", ");

/** Defaults for everything that a module may leave out. @type {Instrument} */
const PLAIN = {
  styles: [], verbs: {}, event: "", after: [], plural: false,
  holder: "Turn", results: "Results", pledged: "Outcomes",
  staffed: "The crew enters what happens here.", inPlay: "", revealed: "", begins: "", calls: [],
  duties: [], quiet: [], formalities: [],
  last: () => "", faces: () => "", call: ({ text }) => text, show: () => {},
  mark: (trial) => h("span", null, plain(trial)), item: (trial) => h("li", null, plain(trial)),
  words: plain, outcome: (shown) => shown.join(" "), drawn: () => null,
  standing: () => "", puck: () => null, read: (text) => text, crew: async () => null,
  draw: async () => null, resting: async () => null,
};

/**
 * A module: its instrument, or a function that makes it of what the catalogue says of this one.
 * @typedef {{
 *   instrument?: Partial<Instrument>, marker?: Partial<Instrument>,
 *   instrumentFor?: (seen: Partial<InstrumentSeen>) => Partial<Instrument>,
 * } | null} Loaded
 */
/** @param {string | null} [module] @returns {Promise<Loaded>} */
const loaded = (module) => (module ? import(to(module)).catch(() => null) : Promise.resolve(null));

/**
 * Return the instrument of a table, or of a rule set's game, with the game's marker.
 * @param {{instrument?: InstrumentSeen | null, marker?: string | null}} catalogue
 * @returns {Promise<Instrument>}
 */
export async function instrumentOf({ instrument, marker }) {
  const [found, game] = await Promise.all([loaded(instrument?.module), loaded(marker)]);
  const own = found?.instrumentFor?.(instrument ?? {}) ?? found?.instrument;
  const complete = { ...PLAIN, ...own, ...game?.marker };
  const styles = [own, game?.marker].flatMap((each) => each?.styles ?? []);
  await Promise.all(styles.map(styled));
  knowTrial(complete.event);
  return complete;
}
