// The typed commands of the text board: words to what is meant. Wagers are found by the keys, names
// and labels of the catalogue; what is not understood gets suggestions.

import { cents, dollars } from "../lib/money.js";
import { listed } from "../lib/calls.js";

/**
 * @typedef {{do: string, wager?: string, amount?: number | null, working?: boolean, verb?: string,
 *   text?: string, on?: boolean}} Meant
 */
/**
 * @typedef {{catalogue: any, bets: Record<string, any>, verbs: string[],
 *   staffed?: boolean, takes?: Set<string>}} Context
 */

const FILLER = new Set([
  "bet", "bets", "wager", "the", "on", "to", "win", "a", "an", "for", "in", "at", "my", "of",
  "against", "please", "dollars",
]);
/** Customary names, in the catalogue's words. */
const ALSO = Object.freeze({
  yo: "eleven", yoleven: "eleven", aces: "craps 2", boxcars: "craps 12", "snake eyes": "craps 2",
  "ace deuce": "craps 3", world: "whirl", "ce": "c and e", "c e": "c and e", "line": "pass",
  "pass line": "pass", "dont": "dont pass", "big red": "any seven", seven: "any seven",
});

/** What people do at a table of any game beside betting: by itself never the name of a bet. */
const ACTS = new Set([
  "roll", "throw", "shoot", "shake", "deal", "accept", "take", "decline", "refuse", "pass",
  "select", "shuffle", "cut", "collect",
]);
const WITH = new Set(["dice", "shaker", "shoe", "cards", "it", "now", "again", "the", "my"]);

/** @param {string} text */
const plain = (text) => text.toLowerCase()
  .replaceAll(/['’]/g, "")
  .replaceAll("&", " and ")
  .replaceAll(/[^a-z0-9$.,]+/g, " ")
  .trim();

/** The words that count. @param {string} text */
const words = (text) => plain(text).split(" ").filter((word) => word && !FILLER.has(word));

/**
 * Every way to say each bet: phrases by key.
 * @param {Context} context @returns {Map<string, string[]>}
 */
function phrases({ catalogue, bets }) {
  const found = new Map();
  for (const [key, wager] of Object.entries(catalogue.wagers)) {
    const called = [key, wager.name, wager.label].filter(Boolean);
    found.set(key, called.map((each) => words(each).join(" ")));
  }
  for (const name of Object.keys(bets)) {
    if (!found.has(name)) found.set(name, [words(name).join(" ")]);
  }
  return found;
}

/**
 * The bets that these words may mean: one if they are clear. Loosely, words may be missing.
 * @param {string[]} said @param {Context} context @param {boolean} [loose] @returns {string[]}
 */
export function wagersFor(said, context, loose = true) {
  const counted = said.filter((word) => !FILLER.has(word));
  const all = phrases(context);
  const text = counted.join(" ");
  if (!text) return [];
  const wanted = ALSO[text] ?? text;
  const exact = [...all]
    .filter(([key, list]) => words(key).join(" ") === wanted || list[1] === wanted);
  if (exact.length) return [exact[0][0]];
  const called = [...all].filter(([, list]) => list.includes(wanted));
  if (called.length || !loose) return called.map(([key]) => key);
  const tokens = wanted.split(" ");
  if (tokens.every((each) => ACTS.has(each))) return [];
  const holds = (/** @type {string} */ phrase) => {
    const has = new Set(phrase.split(" "));
    return tokens.every((each) => has.has(each));
  };
  return [...all].filter(([, list]) => list.some(holds)).map(([key]) => key);
}

/** How far two words are apart. @param {string} one @param {string} other */
export function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[other.length];
}

/**
 * The nearest of these to what was typed.
 * @param {string} text @param {string[]} among @param {number} most
 */
function near(text, among, most = 3) {
  return among
    .map((each) => /** @type {[number, string]} */ ([distance(text, each), each]))
    .filter(([far, each]) => far <= Math.max(2, each.length / 2))
    .sort((one, other) => one[0] - other[0])
    .slice(0, most)
    .map(([, each]) => each);
}

const SIMPLE = Object.freeze({
  undo: "undo", clear: "clear", repeat: "repeat", again: "repeat", double: "double", help: "help",
  sit: "sit", "sit down": "sit", leave: "leave", "stand up": "leave", status: "status",
  bets: "status", table: "status", "max odds": "max-odds", "odds max": "max-odds",
  "full odds": "max-odds", history: "history", rolls: "history", shakes: "history",
  coups: "history", who: "who", players: "who", "fill up": "fill-up", "more chips": "fill-up",
  "?": "help",
});

/** @param {Context} context */
const openings = (context) => [
  ...Object.keys(SIMPLE), ...context.verbs.map((verb) => verb.replaceAll("-", " ")),
  "bet", "take down", "reduce", "call", "odds", "info", "buy in", "cash out", "seed",
];

/**
 * What a line means, or why it cannot be said.
 * @param {string} line @param {Context} context
 * @returns {Meant | {problem: string, suggestions: string[]}}
 */
export function understand(line, context) {
  const text = plain(line.trim() === "?" ? "help" : line);
  if (!text) return { problem: "Nothing was typed.", suggestions: ["help"] };
  if (SIMPLE[text]) return { do: SIMPLE[text] };
  const below = /^(?!\s*seed\b).*?(?<!\S)([-−]\$?\d\S*)/i.exec(line);
  if (below) return { problem: `"${below[1]}" is no amount.`, suggestions: [] };
  return /** @type {any} */ (purse(line, text) ?? around(text) ?? verb(text, context)
    ?? act(text, context) ?? change(text, context) ?? stake(text, context));
}

/**
 * A verb of the house: "roll", "take the dice", "pass the dice".
 * @param {string} text @param {Context} context
 */
function verb(text, context) {
  const bare = text.replaceAll(/\b(the|my)\b/g, " ").replaceAll(/\s+/g, " ").trim();
  const thing = context.catalogue.thing;
  const also = {
    take: `accept ${thing}`, accept: `accept ${thing}`, decline: `decline ${thing}`,
    yes: `accept ${thing}`, no: `decline ${thing}`,
  };
  const said = (also[bare] ?? bare).replace(/^take /, "accept ").replace(/^refuse /, "decline ");
  const found = context.verbs.find((each) => each.replaceAll("-", " ") === said);
  return found ? { do: "verb", verb: found } : null;
}

/**
 * Something one does at a table, but not this seat at this one.
 * @param {string} text @param {Context} context
 */
function act(text, { catalogue, staffed, verbs }) {
  const [word, ...rest] = text.split(" ");
  if (!ACTS.has(word) || !rest.every((each) => WITH.has(each))) return null;
  const { noun, thing, trial, wagers } = catalogue;
  if (!rest.length && word in wagers) {
    const suggestions = [`bet ${word}`, `${word} the ${thing}`];
    return { problem: `"${word}" may be a bet, or what you do with the ${thing}.`, suggestions };
  }
  const suggestions = ["help"];
  if (!verbs.length) return { problem: "You have no seat.", suggestions: ["sit", ...suggestions] };
  const entered = word === trial || (thing === "dice" && (word === "throw" || word === "shoot"));
  const problem = staffed && entered ? `At a staffed table the crew enters the ${noun}.`
    : `The table does not take "${text}" from you.`;
  return { problem, suggestions };
}

/**
 * Chips and seeds.
 * @param {string} line @param {string} text
 * @returns {Meant | {problem: string, suggestions: string[]} | null}
 */
function purse(line, text) {
  const chips = /^(buy ?in|cash ?out)(?: (.+))?$/.exec(text);
  if (chips) {
    const said = chips[2]?.replace(/^all$| dollars?$/, "") ?? "";
    const amount = said ? cents(said) : null;
    if (said && amount === null) return { problem: `"${said}" is no amount.`, suggestions: [] };
    return { do: chips[1].startsWith("buy") ? "buy-in" : "cash-out", amount };
  }
  const chip = /^chip (\S+)$/.exec(text);
  if (chip) return { do: "chip", amount: cents(chip[1]) };
  if (text === "seed") {
    const problem = "A seed is words of your own, that go into the dice.";
    return { problem, suggestions: ["seed my own words"] };
  }
  const seed = /^\s*seed\s+(.+?)\s*$/i.exec(line);
  return seed ? { do: "seed", text: seed[1] } : null;
}

/**
 * What is asked about the table, and what is chosen for it.
 * @param {string} text @returns {Meant | null}
 */
function around(text) {
  if (/^(?:fill|top) up(?: (?:the|my) purse)?$/.test(text)) return { do: "fill-up" };
  if (/^who(?: has|se|s)?(?: the)? (?:dice|shaker|shoe)$/.test(text)) return { do: "who" };
  if (/^winners? comes? down$/.test(text)) return { do: "stays", on: false };
  const stays = /^winners? stays? up(?: (on|off))?$/.exec(text);
  return stays && { do: "stays", on: stays[1] ? stays[1] === "on" : undefined };
}

const CHANGES = [
  { what: "less", form: /^less (.+)$/ },
  { what: "remove", form: /^(?:take down|remove|take off|down|take) (.+)$/ },
  { what: "remove", form: /^(.+) down$/ },
  { what: "reduce", form: /^reduce (.+) by (\S+)$/ },
  { what: "info", form: /^(?:info|what is|whats|explain|about) (.+)$/ },
  { what: "off", form: /^(?:call )?(.+) (?:off|not working)$/ },
  { what: "on", form: /^(?:call )?(.+) (?:on|working)$/ },
  { what: "on", form: /^(?:on|working) (.+)$/ },
  { what: "off", form: /^off (.+)$/ },
];

/**
 * What is done with a bet that is up, or asked of a spot.
 * @param {string} text @param {Context} context
 */
function change(text, context) {
  if (/^take (?:the |my )?odds$/.test(text)) { // To some, to make them.
    const problem = `"${text}" may be to put odds down, or to take them down.`;
    return { problem, suggestions: ["odds max", "take down pass odds"] };
  }
  for (const { what, form } of CHANGES) {
    const found = form.exec(text);
    if (!found) continue;
    const one = only(found[1].split(" "), context, what !== "info");
    if ("problem" in one) return one;
    const { wager } = one;
    if (what === "on" || what === "off") return { do: "call", wager, working: what === "on" };
    const amount = what === "reduce" ? cents(found[2]) : undefined;
    if (amount === null) return { problem: `"${found[2]}" is no amount.`, suggestions: [] };
    return { do: what, wager, amount };
  }
  return null;
}

/** @param {string[]} said @param {Context} context @param {boolean} up of bets that are up first */
function only(said, context, up) {
  let found = wagersFor(said, context);
  const lying = found.filter((each) => each in context.bets);
  if (up && lying.length) found = lying;
  if (found.length === 1) return { wager: found[0] };
  const text = said.join(" ");
  if (found.length > 1) return several(text, found, context);
  const names = [...phrases(context).values()].flat();
  return { problem: `There is no bet called "${text}" here.`, suggestions: near(text, names) };
}

/** @param {string} text @param {string[]} found @param {Context} context */
function several(text, found, { catalogue }) {
  const names = found.slice(0, 6).map((key) => catalogue.wagers[key]?.name ?? key);
  const suggestions = found.slice(0, 6).map((key) => key.replaceAll("-", " "));
  return { problem: `"${text}" may be ${listed(names)}.`, suggestions };
}

/**
 * Whether a name that is not exact is clear without an amount, and without "bet" or "on".
 * @param {string[]} said @param {string} text
 */
const isClear = (said, text) => /^(?:bet|put|add) |\bon\b/.test(text)
  || said.filter((each) => !ACTS.has(each)).length > 1;

/**
 * A bet: the amount first or last; without one, the chosen chip.
 * @param {string} text @param {Context} context
 */
function stake(text, context) {
  const bare = text.replace(/^(?:bet|put|add) /, "");
  // "odds 10 on 9" and "lay 40 against 4" have the amount before what it is put on.
  const turned = bare.replace(INSIDE, "$2 on $1 $3");
  const found = placed(turned, text, context);
  if (turned === bare || !("problem" in found)) return found;
  const plainly = placed(bare, text, context);
  return "problem" in plainly ? found : plainly;
}

const INSIDE = /^([a-z ]+?) (\$?[\d.,]+)(?: dollars)? (?:on|against|behind) (.+)$/;

/**
 * @param {string} bare the words without "bet" @param {string} text all that was typed
 * @param {Context} context @returns {Meant | {problem: string, suggestions: string[]}}
 */
function placed(bare, text, context) {
  const said = bare.split(" ").filter((word) => !FILLER.has(word));
  const odds = oddsOf(said) ?? lone(said, context);
  if (odds) return odds;
  const last = cents(said.at(-1) ?? "");
  const first = cents(said[0] ?? "");
  const [front, back] = [
    { said: said.slice(1), amount: first }, { said: said.slice(0, -1), amount: last },
  ];
  const order = orderOf(bare) || marked(said);
  if (said.length === 2 && first !== null && last !== null && !order) {
    const [one, other] = said;
    const problem = `"${text}" may be ${dollars(first)} on ${other} or ${dollars(last)} on ${one}.`;
    return { problem, suggestions: [`${one} on ${other}`, `${other} on ${one}`] };
  }
  const two = twice(said, context);
  if (two && !order) return typeof two === "string" ? placed(two, text, context) : two;
  const readings = [
    { said, amount: undefined },
    ...(last !== null && said.length > 1 && order !== "amount first" ? [back] : []),
    ...(first !== null && said.length > 1 && order !== "amount last" ? [front] : []),
  ].slice(order ? 1 : 0);
  let unclear = null;
  const tried = [false, true].flatMap((loose) => readings.map((each) => ({ ...each, loose })));
  for (const reading of tried) {
    const named = wagersFor(reading.said, context, reading.loose);
    const isOdds = reading.said.includes("odds");
    const open = isOdds ? named.filter((each) => context.takes?.has(each)) : [];
    const found = open.length === 1 ? open : named; // Odds, behind the bet that is there.
    const clear = !reading.loose || reading.amount !== undefined || isClear(reading.said, text);
    if (found.length === 1 && clear) {
      return { do: "bet", wager: found[0], amount: reading.amount };
    }
    if (found.length) unclear ??= several(reading.said.join(" "), found, context);
  }
  if (unclear) return unclear;
  const names = [...new Set([...openings(context), ...[...phrases(context).values()].flat()])];
  const shorter = readings
    .map((each) => each.said.join(" "))
    .filter((each) => cents(each) === null);
  const found = shorter.flatMap((each) => near(each, names, 2));
  const suggestions = [...new Set(found), "help"].slice(0, 5);
  return { problem: `"${text}" is not understood.`, suggestions };
}

/**
 * A number and nothing else: an amount without a bet, or a bet without an amount. Nobody guesses.
 * @param {string[]} said @param {Context} context
 */
function lone(said, context) {
  const [number] = said;
  if (said.length !== 1 || cents(number) === null) return null;
  const first = (Object.keys(context.catalogue.wagers)[0] ?? "").replaceAll("-", " ");
  const named = wagersFor(said, context).slice(0, 3);
  const bets = named.map((key) => `bet ${key.replaceAll("-", " ")}`);
  return { problem: `${number} what?`, suggestions: [`bet ${number} on ${first}`, ...bets] };
}

/**
 * Odds with two numbers: said plainly, if one of them can only be the amount. Nobody guesses.
 * @param {string[]} said @param {Context} context
 */
function twice(said, context) {
  const numbers = said.flatMap((each, at) => (/^[\d.,]+$/.test(each) ? [at] : []));
  if (!said.includes("odds") || numbers.length !== 2) return null;
  if (said[numbers[0]] === said[numbers[1]]) return null; // Then it does not matter which.
  const readings = numbers.map((at) => {
    const amount = said[at];
    const rest = said.toSpliced(at, 1).join(" ");
    return { amount, rest, bets: wagersFor(rest.split(" "), context) };
  }).filter(({ bets }) => bets.length);
  const [one, other] = readings.map(({ amount, rest }) => `${amount} on ${rest}`);
  if (!other) return one ?? null;
  return { problem: `It may be "${one}" or "${other}".`, suggestions: [one, other] };
}

/** The amount is what has a dollar sign. @param {string[]} said */
function marked(said) {
  if (said[0]?.startsWith("$")) return "amount first";
  return said.at(-1)?.startsWith("$") ? "amount last" : "";
}

/** Which of two numbers is the amount: "10 on 6" and "6 for 12" leave no doubt. */
function orderOf(/** @type {string} */ bare) {
  if (/^\$?[\d.,]+ (?:dollars )?(?:odds )?(?:on|to) /.test(bare)) return "amount first";
  return / for \$?[\d.,]+(?: dollars)?$/.test(bare) ? "amount last" : "";
}

/**
 * "odds 20": behind the one bet that takes odds.
 * @param {string[]} said
 */
function oddsOf(said) {
  const rest = said.filter((word) => word !== "odds");
  if (rest.length === said.length || rest.length !== 1) return null;
  const amount = cents(rest[0]);
  if (amount === null) return null;
  return { do: "odds", amount };
}
