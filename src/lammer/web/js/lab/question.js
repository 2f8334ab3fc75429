// The question on the page, and in the address of a link. Reads only what a link is made of: what
// its values mean, and whether they are allowed, the house says.

import { Refused } from "../lib/api.js";

/**
 * A question as it is typed.
 * @typedef {{strategies: string[], rules: string, house: string, bankroll: string, rolls: string,
 *   goal: string, method: string, sessions: string, seed: string, ruin: string, faces: string,
 *   curve: string, from: string, to: string, step: string}} Typed
 */

const MOST = 3;
const LONGEST = 20000;
/** Keys of a link, and the longest value of each. @type {Readonly<Record<string, number>>} */
const KEYS = {
  strategy: LONGEST, rules: 90, house: LONGEST, bankroll: 30, rolls: 20, goal: 30, method: 10,
  sessions: 20, seed: 30, ruin: 12, faces: 600, curve: 10, from: 30, to: 30, step: 30,
};
const METHODS = ["auto", "exact", "sample"];
const CURVES = ["", "bankroll", "rolls"];

/** @param {string} detail */
const unusable = (detail) => new Refused(0, {
  code: "malformed", detail: `This link cannot be used: ${detail}`,
  instead: "Ask whoever gave it to you for a whole one, or begin a question of your own.",
});

/**
 * Parse the part of an address after the #; throws if there is anything in it that no link has.
 * @param {string} hash @returns {Partial<Typed>}
 */
export function fromLink(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {Record<string, string>} */ const found = {};
  /** @type {string[]} */ const strategies = [];
  for (const [key, value] of given) {
    const name = key.slice(0, 20);
    if (!(key in KEYS)) throw unusable(`the lab knows no “${name}”.`);
    if (value.length > KEYS[key]) throw unusable(`its “${name}” is too long.`);
    if (value.includes("\uFFFD")) throw unusable(`its “${name}” is damaged.`);
    if (key === "strategy") strategies.push(value);
    else if (key in found) throw unusable(`it has two of “${name}”.`);
    else found[key] = value;
  }
  if (strategies.length > MOST) throw unusable(`it has more than ${MOST} strategies.`);
  if (given.size && !strategies.length) throw unusable("it has no strategy.");
  if ("method" in found && !METHODS.includes(found.method)) {
    throw unusable(`“${found.method}” is no way to answer.`);
  }
  if ("curve" in found && !CURVES.includes(found.curve)) {
    throw unusable(`there is no curve over “${found.curve}”.`);
  }
  return strategies.length ? { ...found, strategies } : {};
}

/** Return a link's part after the #. @param {Typed} typed @param {Typed} usual left out of it */
export function toLink({ strategies, ...typed }, usual) {
  const link = new URLSearchParams(strategies.map((text) => ["strategy", text]));
  for (const [key, value] of Object.entries(typed)) {
    if (value !== usual[/** @type {keyof Typed} */ (key)]) link.set(key, value);
  }
  return `#${link}`;
}
