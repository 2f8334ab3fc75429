// Repeats the draw as docs/fair.md specifies it: each outcome, from the revealed seed of the house
// and the players' texts, with the browser's own cryptography. Nothing is taken from the server but
// what it published. How an outcome follows from the key of a hand is in the `fair.js` of its
// instrument.

import { is } from "./sentences.js";

/** @import { Bytes, CheckedPledge, Draw, OpenPledge, Sign } from "../../types/fair.d.ts" */
/** @import { Bodies, SealedLine, Standing } from "../../types/protocol.d.ts" */

/** True if this page may use the browser's cryptography: over https, or on this machine. */
export const canVerify = () =>
  globalThis.isSecureContext === true && globalThis.crypto?.subtle !== undefined;

const encoder = new TextEncoder();

/** @param {Bytes} bytes */
export const hex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const unhex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (each) => Number.parseInt(each, 16));

/** @param {Bytes} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * Return a function that computes HMAC-SHA256 with this key.
 * @param {Bytes} key @returns {Promise<Sign>}
 */
export async function signer(key) {
  const made = await crypto.subtle.importKey("raw", key,
    { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", made, encoder.encode(message)));
}

/** Return the key of a hand. @param {Bytes} seed @param {Iterable<[number, string]>} texts */
export async function keyOf(seed, texts) {
  const sorted = [...texts].sort(([first], [second]) => first - second);
  return (await signer(seed))(JSON.stringify(sorted));
}

// The chain

/**
 * Return a value as canonical JSON, as in the log: keys sorted, no spaces.
 * @param {unknown} value @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}

/**
 * Return the numbers of lines that do not continue the line before, by hash.
 * @param {SealedLine[]} lines as the log has them, with nothing added
 */
export async function torn(lines) {
  /** @type {number[]} */ const found = [];
  for (const [at, { hash, ...rest }] of lines.entries()) {
    const follows = at === 0
      || (rest.prev === lines[at - 1].hash && rest.seq === lines[at - 1].seq + 1);
    const sealed = hex(await sha256(encoder.encode(canonical(rest))));
    if (!follows || sealed !== hash) found.push(rest.seq);
  }
  return found;
}

// Pledges

/** Return the pledge that was open before the first of some lines. @param {Standing} standing */
function standingPledge(standing) {
  const stored = standing.pledge?.Pledge ?? null;
  if (!stored) return null;
  return pledged(stored.hash, standing, [], stored);
}

/**
 * Return a new pledge; nothing has been drawn from it in the lines read so far.
 * @param {string} hash @param {Standing} standing @param {SealedLine[]} before
 * @param {OpenPledge["stored"]} stored @returns {OpenPledge}
 */
const pledged = (hash, standing, before, stored) => ({
  hash, seeds: new Map(stored?.seeds), drawn: stored?.trials ?? 0, trials: [], stored, before,
  standing,
});

/**
 * Return each pledge in some lines of a log, with its result. The lines are those of a hand, and
 * those after it up to where its seed is revealed.
 * @param {Standing} standing the table before the lines @param {SealedLine[]} lines
 * @param {Bodies["open"]} opened what the first line of the log says @param {Draw} draw
 */
export async function verify(standing, lines, opened, draw) {
  /** @type {CheckedPledge[]} */ const found = [];
  let pledge = standingPledge(standing);
  for (const [at, line] of lines.entries()) {
    if (is("commit", line)) {
      if (pledge) found.push(unproved(pledge, draw, "open", ""));
      pledge = pledged(line.body.hash, standing, lines.slice(0, at), null);
    }
    if (!pledge) continue;
    const fresh = !pledge.trials.length && !pledge.drawn;
    if (is("seed", line) && fresh) pledge.seeds.set(line.body.seat, line.body.seed);
    else if (is("leave", line) && fresh) pledge.seeds.delete(line.body.seat);
    else if (line.event === draw.event) pledge.trials.push(line);
    else if (is("reveal", line)) {
      found.push(await proved(pledge, draw, line.body.seed, opened));
      pledge = null;
    } else if (is("withdraw", line)) {
      found.push(unproved(pledge, draw, "withdrawn", line.body.reason));
      pledge = null;
    }
  }
  const shown = pledge && (pledge.trials.length || !found.length);
  return shown && pledge ? [...found, unproved(pledge, draw, "open", "")] : found;
}

/** Return the facts about a pledge that do not depend on its result. @param {OpenPledge} pledge */
const about = ({ hash, seeds, drawn }) =>
  ({ hash, seeds: [...seeds].sort(([first], [second]) => first - second), before: drawn });

/**
 * Return the result of a pledge whose seed is not revealed.
 * @param {OpenPledge} pledge @param {Draw} draw @param {"open" | "withdrawn"} verdict
 * @param {string} reason @returns {CheckedPledge}
 */
const unproved = (pledge, draw, verdict, reason) => ({
  ...about(pledge), verdict, reason, seed: null, key: null, fits: null,
  trials: pledge.trials.map((line) =>
    ({ line: line.seq, got: draw.shown(line), made: null, ok: false })),
});

/**
 * Return the result of a pledge whose trials can be drawn again.
 * @param {OpenPledge} pledge @param {Draw} draw @param {string} revealed
 * @param {Bodies["open"]} opened @returns {Promise<CheckedPledge>}
 */
async function proved(pledge, draw, revealed, opened) {
  const seed = unhex(revealed);
  const fits = hex(await sha256(seed)) === pledge.hash;
  const key = await keyOf(seed, pledge.seeds);
  const made = await draw.made(await signer(key), pledge, opened);
  const trials = pledge.trials.map((line, at) => {
    const got = draw.shown(line);
    return { line: line.seq, got, made: made[at], ok: got.join() === made[at].join() };
  });
  const all = fits && trials.every(({ ok }) => ok);
  return {
    ...about(pledge), verdict: all ? "followed" : "wrong", reason: "", seed: revealed,
    key: hex(key), fits, trials,
  };
}
