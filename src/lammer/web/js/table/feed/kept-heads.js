// Heads of a table's log that this browser has seen: kept from one visit to the next, looked for in
// the log at each, and told of when one is not there any more.

import { get, Refused } from "../../lib/api.js";
import { fill, h } from "../../lib/dom.js";
import { moment } from "../../lib/widgets.js";

/** @import { Line, Lines, PublishedHead, PublishedHeads } from "../../../types/protocol.d.ts" */
/** @typedef {{house: string, table: string, heads: PublishedHead[]}} Kept */

const KEY = "lammer-heads";
/** Heads kept of one table, and tables. */
const MOST_HEADS = 5;
const MOST_TABLES = 40;
/** Milliseconds between two looks at what is published. */
const EVERY = 60000;
/** Lines whose hashes are remembered while the page is open. */
const REMEMBERED = 2000;

/** @returns {Kept[]} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} kept */
function store(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST_TABLES)));
  } catch { /* There is no storage, or it is full. */ }
}

/**
 * The heads to keep when more were seen: the latest, each line once.
 * @param {PublishedHead[]} kept @param {PublishedHead[]} more @returns {PublishedHead[]}
 */
export function together(kept, more) {
  const known = new Set(kept.map(({ seq }) => seq));
  const all = [...kept, ...more.filter(({ seq }) => !known.has(seq))];
  return all.sort((one, other) => one.seq - other.seq).slice(-MOST_HEADS);
}

/**
 * Those of some lines that do not go on from the line before.
 * @param {string | undefined} head the hash of the line before the first @param {Line[]} lines
 */
export function broken(head, lines) {
  let before = head;
  return lines.filter(({ prev, hash }) => {
    const off = before !== undefined && prev !== before;
    before = hash;
    return off;
  });
}

export class KeptHeads {
  /** @param {import("../../lib/live.js").Live} live */
  constructor(live) {
    this.live = live;
    this.element = h("div", { class: "banner final log-changed", role: "alert", hidden: true });
    /** The hashes of lines seen since the page was opened. @type {Map<number, string>} */
    this.seen = new Map();
    /** @type {string | undefined} */ this.last = undefined;
    /** @type {Map<number, PublishedHead>} */ this.gone = new Map();
    this.house = "";
    live.on("lines", (lines) => this.heard(lines));
    live.on("hello", () => this.greeted());
    setInterval(() => document.hidden || this.look(), EVERY);
  }

  get path() {
    return `/tables/${encodeURIComponent(this.live.table)}`;
  }

  /** @returns {PublishedHead[]} */
  get kept() {
    return stored().find(this.isHere)?.heads ?? [];
  }

  /** @param {Kept} each */
  isHere = ({ house, table }) => house === this.house && table === this.live.table;

  /** @param {PublishedHead[]} heads */
  keep(heads) {
    const { house, live: { table } } = this;
    const others = stored().filter((each) => !this.isHere(each));
    store(heads.length ? [...others, { house, table, heads }] : others);
  }

  /** The hello says where the log stands; a log that was put back is told of by what is kept. */
  greeted() {
    this.seen.clear();
    this.last = this.live.head;
    this.seen.set(this.live.seq, this.live.head ?? "");
    this.look(true);
  }

  /** @param {Line[]} lines */
  heard(lines) {
    const at = new Date().toISOString();
    this.lost(broken(this.last, lines).map(({ seq, prev }) => ({ seq, hash: prev, at })));
    for (const { seq, hash } of lines) this.seen.set(seq, hash);
    for (const seq of this.seen.keys()) {
      if (this.seen.size <= REMEMBERED) break;
      this.seen.delete(seq);
    }
    this.last = lines[lines.length - 1].hash;
  }

  /** Look at what is published, keep it, and look for what was kept. @param {boolean} [all] */
  async look(all = false) {
    try {
      this.house ||= (await get("/house")).id;
      if (all) await this.check();
      const { kept } = this;
      const after = Math.max(kept[kept.length - 1]?.seq ?? 0, this.live.seq - REMEMBERED);
      /** @type {PublishedHeads} */
      const { heads } = await get(`${this.path}/heads?after=${Math.max(0, after)}&limit=200`);
      this.lost(heads.filter(({ seq, hash }) => (this.seen.get(seq) ?? hash) !== hash));
      this.keep(together(this.kept, heads));
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble; // The next time.
    }
  }

  /** Look in the log for each head that is kept. */
  async check() {
    for (const head of this.kept) {
      /** @type {Lines} */
      const { lines: [line] } = await get(`${this.path}/lines?from=${head.seq}&limit=1`);
      if (line?.hash !== head.hash) this.lost([head]);
    }
  }

  /** Tell of heads that are not in the log. @param {PublishedHead[]} heads */
  lost(heads) {
    if (!heads.length) return;
    for (const head of heads) this.gone.set(head.seq, head);
    this.draw();
  }

  draw() {
    const gone = [...this.gone.values()];
    this.element.hidden = !gone.length;
    if (!gone.length) return;
    const lines = gone.map(({ seq }) => seq.toLocaleString("en-US")).join(", ");
    fill(this.element,
      h("strong", null, "The log of this table is not the one you saw."),
      ` It was changed or cut at or before line ${lines}. That is so where a house was put back to `
      + "a backup; otherwise somebody should explain it. ",
      h("details", null, h("summary", null, "What this browser kept"),
        h("ul", null, gone.map(({ seq, hash, at }) =>
          h("li", null, `Line ${seq}, seen `, moment(at), ": ", h("code", null, hash)))),
        h("p", null, h("code", null, "lammer audit --head"),
          " finds each of them in a log, or says that it is not there.")),
      h("button", { type: "button", class: "quiet", on: { click: () => this.forget() } },
        "I have noted it"));
  }

  /** Keep those heads no longer. */
  forget() {
    this.keep(this.kept.filter(({ seq }) => !this.gone.has(seq)));
    this.gone.clear();
    this.draw();
  }
}
