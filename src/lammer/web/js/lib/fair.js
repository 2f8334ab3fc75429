// The draw made again, as docs/fair.md says: from the house's revealed seed and the players' texts,
// each roll, shake and card, with the browser's own cryptography. Nothing of the house is believed
// but what it published.

/**
 * @typedef {{seq: number, event: string, actor: string, at: string, body: any, clauses: string[],
 *   prev: string, hash: string}} Line
 */
/** @typedef {{line: number, got: string[], made: string[] | null, ok: boolean}} Trial */
/**
 * @typedef {object} Pledge
 * @property {string} hash
 * @property {number | null} line where it was made, if that is among the lines
 * @property {Map<number, string>} seeds @property {number} trials drawn before the first of these
 * @property {Map<string, number>} out cards out of the shoe when it was pledged
 * @property {number} dealt cards dealt from it before the first of these
 */

const FAIR_BYTES = 252;
const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const TWO_32 = 2 ** 32;

/** Whether this page may use the browser's cryptography: over https, or on this very machine. */
export const canVerify = () =>
  globalThis.isSecureContext === true && globalThis.crypto?.subtle !== undefined;

const encoder = new TextEncoder();

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const unhex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (each) => Number.parseInt(each, 16));

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** @param {Bytes} key @returns {Promise<(message: string) => Promise<Bytes>>} */
async function hmac(key) {
  const made = await crypto.subtle.importKey("raw", key,
    { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", made, encoder.encode(message)));
}

/** The key of a hand. @param {Bytes} seed @param {Iterable<[number, string]>} texts */
export async function keyOf(seed, texts) {
  const sorted = [...texts].sort(([first], [second]) => first - second);
  return (await hmac(seed))(JSON.stringify(sorted));
}

/** The dice of a trial, the first being 0. @param {Bytes} key @param {number} trial */
export async function diceOf(key, trial) {
  const sign = await hmac(key);
  const found = [];
  for (let block = 0; found.length < 2; block += 1) {
    const bytes = await sign(`lammer 1 roll ${trial} ${block}`);
    found.push(...[...bytes].filter((each) => each < FAIR_BYTES).map((each) => 1 + (each % 6)));
  }
  return found.slice(0, 2);
}

/**
 * The cards of a shoe before the shuffle.
 * @param {number} decks @param {Map<string, number>} out
 */
export function inTheShoe(decks, out) {
  const cards = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return cards.flatMap((card) => Array(Math.max(0, decks - (out.get(card) ?? 0))).fill(card));
}

/** The cards in dealing order. @param {Bytes} key @param {string[]} cards */
export async function shuffled(key, cards) {
  const sign = await hmac(key);
  const order = [...cards];
  let numbers = new DataView(new ArrayBuffer(0));
  let [at, block] = [0, 0];
  const next = async () => {
    if (at >= numbers.byteLength) {
      numbers = new DataView((await sign(`lammer 1 shoe ${block++}`)).buffer);
      at = 0;
    }
    at += 4;
    return numbers.getUint32(at - 4);
  };
  for (let last = order.length - 1; last > 0; last -= 1) {
    const most = TWO_32 - (TWO_32 % (last + 1));
    let number = await next();
    while (number >= most) number = await next();
    const other = number % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

// The chain

/** JSON as the log has it: keys sorted, no spaces. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** The numbers of lines that do not follow the one above as it was sealed. @param {Line[]} lines */
export async function torn(lines) {
  const found = [];
  for (const [at, { hash, ...rest }] of lines.entries()) {
    const follows = at === 0
      || (rest.prev === lines[at - 1].hash && rest.seq === lines[at - 1].seq + 1);
    const sealed = hex(await sha256(encoder.encode(canonical(rest))));
    if (!follows || sealed !== hash) found.push(rest.seq);
  }
  return found;
}

// Pledges

/** A flat list, name and value in turn. @param {any[]} list */
const counted = (list) =>
  new Map(Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at], list[2 * at + 1]]));

/** @param {Map<string, number>} cards */
const many = (cards) => [...cards.values()].reduce((sum, each) => sum + each, 0);

/**
 * The pledge that was open before the first of some lines.
 * @param {any} standing @returns {Pledge | null}
 */
function standingPledge(standing) {
  const made = standing.pledge?.Pledge ?? standing.pledge;
  if (!made?.hash) return null;
  const out = counted(made.out ?? []);
  const now = counted(standing.kit?.Cards?.out ?? []);
  return {
    hash: made.hash, line: null, seeds: new Map(made.seeds ?? []), trials: made.trials ?? 0, out,
    dealt: many(now) - many(out),
  };
}

/**
 * Each pledge in some lines of a log, with what became of it. The lines are a hand's, and those
 * after it up to where its seed is revealed.
 * @param {any} standing the table before the lines @param {Line[]} lines
 * @param {number} decks of the shoe, 0 where there is none
 */
export async function verify(standing, lines, decks) {
  const found = [];
  const kit = counted(standing.kit?.Cards?.out ?? []);
  let pledge = standingPledge(standing);
  /** @type {Line[]} */ let trials = [];
  const close = async (line, verdict) => {
    if (pledge) found.push(await judged(pledge, trials, line, verdict, decks));
    pledge = null;
    trials = [];
  };
  for (const line of lines) {
    const { event, body } = line;
    const fresh = pledge && !trials.length && !pledge.trials;
    if (event === "commit") {
      await close(null, "open");
      pledge = {
        hash: body.hash, line: line.seq, seeds: new Map(), trials: 0, out: new Map(kit), dealt: 0,
      };
    } else if (event === "seed" && fresh) pledge.seeds.set(body.seat, body.seed);
    else if (event === "leave" && fresh) pledge.seeds.delete(body.seat);
    else if (event === "roll" || event === "shake" || event === "deal") {
      trials.push(line);
      for (const card of body.cards ?? []) kit.set(card, (kit.get(card) ?? 0) + 1);
    } else if (event === "shuffle") kit.clear();
    else if (event === "reveal") await close(line, "revealed");
    else if (event === "withdraw") await close(line, "withdrawn");
  }
  if (pledge && (trials.length || !found.length)) await close(null, "open");
  return found;
}

/**
 * @param {Pledge} pledge @param {Line[]} lines its trials @param {Line | null} end
 * @param {string} verdict @param {number} decks
 */
async function judged(pledge, lines, end, verdict, decks) {
  const got = lines.map((line) => ({
    line: line.seq, got: (line.body.cards ?? line.body.dice).map(String),
  }));
  const about = {
    hash: pledge.hash, seeds: [...pledge.seeds].sort(([first], [second]) => first - second),
    before: pledge.trials,
  };
  if (verdict !== "revealed") {
    const reason = end?.body.reason ?? "";
    return {
      ...about, verdict, reason, seed: null, key: null, fits: null,
      trials: got.map((each) => ({ ...each, made: null, ok: false })),
    };
  }
  const seed = unhex(end.body.seed);
  const fits = hex(await sha256(seed)) === pledge.hash;
  const key = await keyOf(seed, pledge.seeds);
  const made = lines.some((line) => line.body.cards)
    ? await coups(key, pledge, got, decks)
    : await Promise.all(got.map(async (_, at) =>
      (await diceOf(key, pledge.trials + at)).map(String)));
  const trials = got.map((each, at) =>
    ({ ...each, made: made[at], ok: each.got.join() === made[at].join() }));
  const all = fits && trials.every(({ ok }) => ok);
  return {
    ...about, verdict: all ? "followed" : "wrong", reason: "", seed: end.body.seed, key: hex(key),
    fits, trials,
  };
}

/** The cards that should have come, coup by coup, as many as came. */
async function coups(key, pledge, got, decks) {
  const order = await shuffled(key, inTheShoe(decks, pledge.out));
  let at = pledge.dealt;
  return got.map(({ got: cards }) => {
    at += cards.length;
    return order.slice(at - cards.length, at);
  });
}
