// WebSocket client of one table, with reconnection and resending.
//
// Commands are numbered. A command without an answer when the connection breaks is sent again under
// its number, so that it is done once or not at all; but not after a trial, nor after TOO_OLD, when
// the table may have changed too much. The state is kept as docs/protocol.md describes.

import { BASE, socketTo } from "./address.js";
import { getItem, getJson, setItem } from "./storage.js";
import { is, isTrial } from "./sentences.js";
import { Emitter } from "./emitter.js";

/** @import * as Wire from "../../types/protocol.d.ts" */
/** @import { LiveEvents, LiveStatus } from "../../types/table.d.ts" */
/** @typedef {{command: Wire.Command, at: number, resolve: (answer: Wire.Answer) => void}} Asked */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** How many past trials are kept. */
const MOST_RECENT = 40;
/** If nothing arrives for this long after a send, the connection is considered dead. */
const SILENCE = 10000;
/** Milliseconds after which a command is not sent again. */
const TOO_OLD = 20000;
/** The roles that run a game, in the order in which they are named. @type {readonly Wire.Role[]} */
const CREW = Object.freeze(["dealer", "stickperson", "boxperson", "floorperson"]);
/** Refusals after which the same command is sent again: the house cannot write now. */
const TROUBLES = new Set(["not-stored", "store-down", "busy"]);
/** The close code after which the table is run by another process. */
const MOVED = 4013;
/** Milliseconds until the next look for a table that no process has for the moment. */
const LOOK_AGAIN = 400;
/** The longest wait after a process was named that does not answer: another takes over soon. */
const WAIT_FOR_OTHERS = 1000;
export const NOT_SENT = Object.freeze({
  code: "not-connected", clauses: [], detail: "The connection is lost; this was not sent.",
  instead: "Do it again when the page is back.",
});
export const TOO_LATE = Object.freeze({
  code: "not-connected", clauses: [], instead: "Do it again if you still want it.",
  detail: "This did not arrive in time, and the table has moved on: it was not done.",
});
/** Close codes after which reconnecting would not help. @type {Readonly<Record<number, string>>} */
const FINAL = Object.freeze({
  4010: "The table is closed.",
  4400: "This page sent something the house does not understand. Reload it.",
});

/** The state of a table before anything is known of it. @type {Wire.State} */
const NOTHING = Object.freeze({
  point: null, shooter: null, offered: null, thrown: false, seats: {},
});

/**
 * Return the client name of this page, by which the server counts its commands: kept over a reload,
 * and never shared by two pages that are open at once.
 * @param {string} table @returns {Promise<string>}
 */
async function clientName(table) {
  const key = `lammer-client-${table}`;
  const fresh = () => `page-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
  if (!navigator.locks) return fresh();
  const held = (/** @type {string} */ name) =>
    new Promise((resolve) => {
      navigator.locks.request(`${BASE}lammer-${name}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {}); // Held as long as the page is open.
      }).catch(() => resolve(true)); // This browser stores nothing.
    });
  const before = getItem(key);
  const name = before && (await held(before)) ? before : fresh();
  if (name !== before) await held(name);
  setItem(key, name);
  return name;
}

/**
 * Return the state with a change applied: each seat in the change replaces the one before.
 * @param {Wire.State} state @param {Wire.StateChange} change @returns {Wire.State}
 */
export function merged(state, change) {
  const seats = { ...state.seats };
  for (const [number, seat] of Object.entries(change.seats)) {
    if (seat === null) delete seats[number];
    else seats[number] = seat;
  }
  return { ...change, seats };
}

/**
 * Return lines, each with the server's sentence.
 * @param {{lines?: Wire.SealedLine[], text?: string[]}} message @returns {Wire.Line[]}
 */
export const spoken = ({ lines = [], text = [] }) =>
  lines.map((line, at) => ({ ...line, text: text[at] ?? "" }));

/** @extends {Emitter<LiveEvents>} */
export class Live extends Emitter {
  /** @param {string} table */
  constructor(table) {
    super();
    this.table = table;
    /** @type {{seq?: number, head?: string, person?: number}} */
    const seen = getJson(this._key, {});
    /** @type {LiveStatus} */ this.status = "connecting";
    this.why = "";
    /** Why my commands are not stored, while they are not. */ this.trouble = "";
    /** @type {Wire.You} */ this.you = { watching: true, person: seen.person };
    /** Set once the server has sent the hello. @type {Wire.Snapshot | null} */
    this.snapshot = null;
    /** @type {Wire.State} */ this.state = NOTHING;
    /** The last trials, the latest last. @type {Wire.Trial[]} */ this.recent = [];
    /** @type {Wire.Score | null} */ this.score = null;
    /** The outcome that lies on the table. @type {Wire.Lying | null} */ this.shown = null;
    /** What the last lines did to each seat. @type {Wire.Results} */ this.results = {};
    /** The moments among the last lines. @type {Wire.Moment[]} */ this.moments = [];
    /** @type {Wire.Legal | null} */ this.legal = null;
    /** The line after which `legal` was computed. */ this.legalAt = 0;
    /** @type {Wire.WaitingBet[]} */ this.waiting = [];
    /** The seat that a member of the crew acts for. @type {number | null} */
    this.actingSeat = null;
    /** When the house moves by itself, if it does. */ this.goesOnAt = 0;
    this.seq = seen.seq ?? 0;
    this.head = seen.head;
    /** @type {Map<number, Asked>} */ this._pending = new Map();
    /** @type {Map<number, (answer: Wire.Answer | null) => void>} */ this._questions = new Map();
    this._next = 1;
    this._asks = 2 ** 40;
    this._wait = FIRST_WAIT;
    this._asking = false;
    this._stale = false;
    /** True if the log does not continue what this page knew. */ this.stale = false;
    /** @type {WebSocket | null} */ this._socket = null;
    /** The path of the process that has the table; "" if any may be asked. */ this._at = "";
    /** What a process said of it last. @type {string | null} */ this._moved = null;
    /** True if that was followed, and nobody has greeted since. */ this._followed = false;
    this._timer = 0;
    /** The client name of this page. @type {string | undefined} */ this._name = undefined;
    this._receivedAt = 0;
    this._sentAt = 0;
    this._replyTimer = 0;
    /** When the last trial arrived. */ this._trialAt = 0;
    addEventListener("online", () => this._reconnectIn(0));
    addEventListener("offline", () => this._drop());
    addEventListener("pagehide", () => this._saveProgress(true));
    document.addEventListener("visibilitychange", () => {
      this._saveProgress();
      if (document.hidden) return;
      if (this.status === "open") this.refresh(); // After sleep, a laptop's socket is dead.
      else this._reconnectIn(0);
    });
  }

  /** The commands without an answer, in order. */
  get pending() {
    return [...this._pending.values()].map((each) => each.command);
  }

  /** The seat I act for: for the crew the one chosen, else my own, if any. */
  get seat() {
    return this.actingSeat ?? this.you.seat ?? null;
  }

  /** My roles in the crew of this table. @returns {Wire.Role[]} */
  get crewRoles() {
    return CREW.filter((role) => this.you.roles?.includes(role));
  }

  /** True while a member of the crew acts for somebody else. */
  get acting() {
    return this.actingSeat !== null && this.actingSeat !== this.you.seat;
  }

  /** What may be done for the seat that the crew acts for; null until the server has sent it. */
  get actingLegal() {
    return this.actingSeat !== null && this.legal?.seat === this.actingSeat ? this.legal : null;
  }

  /** The state of that seat. */
  get mine() {
    return this.seat === null ? null : (this.state.seats[this.seat] ?? null);
  }

  async connect() {
    this._name ??= await clientName(this.table);
    clearTimeout(this._timer);
    this._socket?.close();
    const from = this.seq ? `&from=${this.seq + 1}&head=${this.head}` : "";
    const path = `${this._at}/api/v1/tables/${encodeURIComponent(this.table)}/live`;
    const query = `?push=1&client=${this._name}${from}`;
    const socket = new WebSocket(socketTo(path + query));
    this._socket = socket;
    this._expectReply(); // The server sends the hello.
    socket.addEventListener("message", (event) => {
      if (socket !== this._socket) return;
      this._receivedAt = performance.now();
      this._receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this._socket) this._onClose(event.code);
    });
  }

  /** Disconnect and do not reconnect. @param {string} why */
  close(why = "") {
    this._setStatus("over", why);
    clearTimeout(this._timer);
    this._socket?.close();
    this._socket = null;
  }

  /** Reconnect under another identity, such as a new guest. */
  async reconnect() {
    const old = this._socket;
    this._socket = null;
    old?.close();
    this._setStatus("connecting", "");
    await this.connect();
  }

  /**
   * Act for another seat, as a member of the crew; null: only for my own.
   * @param {number | null} seat
   */
  actFor(seat) {
    this.actingSeat = seat;
    this.legalAt = 0;
    this.emit("acting", null);
    this.emit("change", null);
    this.refresh();
  }

  /**
   * Send a command and return its answer, however often the connection breaks meanwhile. While the
   * connection is lost nothing is sent: minutes later the table would have changed. The seat that a
   * member of the crew acts for is filled in.
   * @param {Wire.Command} command @returns {Promise<Wire.Answer>}
   */
  send(command) {
    const seat = this.actingSeat;
    return this.order(seat === null || "seat" in command ? command : { ...command, seat });
  }

  /**
   * The same, for the table and not for a seat.
   * @param {Wire.Command} command @returns {Promise<Wire.Answer>}
   */
  order(command) {
    if (this.status !== "open") {
      return Promise.resolve({ re: null, ok: false, refusal: NOT_SENT });
    }
    const number = this._next++;
    return new Promise((resolve) => {
      this._pending.set(number, { command, at: performance.now(), resolve });
      this._write({ id: number, ...command });
      this.emit("change", null);
    });
  }

  /**
   * Ask a question; returns null if the connection broke meanwhile.
   * @template {keyof Wire.Answers} What @param {What} what @param {object} [more]
   * @returns {Promise<(Wire.Done & Wire.Answers[What]) | Wire.NotDone | null>}
   */
  ask(what, more = {}) {
    const number = this._asks++;
    return new Promise((resolve) => {
      this._questions.set(number, /** @type {(answer: unknown) => void} */ (resolve));
      this._write({ id: number, ask: what, ...more });
    });
  }

  /** @param {object} message */
  _write(message) {
    if (this._socket?.readyState === WebSocket.OPEN && this.status === "open") {
      this._socket.send(JSON.stringify(message));
      this._sentAt = performance.now();
      if (!this._replyTimer) this._expectReply();
    }
  }

  /** Drop the connection if nothing arrives after a send. @param {number} [sent] when */
  _expectReply(sent = performance.now()) {
    clearTimeout(this._replyTimer);
    this._replyTimer = setTimeout(() => {
      this._replyTimer = 0;
      if (this._receivedAt < sent) this._drop();
      else if (this._receivedAt < this._sentAt) this._expectReply(this._sentAt);
    }, sent + SILENCE - performance.now());
  }

  /** @param {Wire.Message} message */
  _receive(message) {
    if ("format" in message) this._hello(message);
    else if ("lines" in message) this._lines(message);
    else if ("answers" in message) message.answers.forEach((each) => this._answered(each));
    else if ("re" in message) this._answered(message);
    else if ("legal" in message) this._update(message);
    else if ("error" in message) this._elsewhere(message.error);
    else if ("waiting" in message) {
      this.waiting = message.waiting;
      this.emit("waiting", null);
      for (const each of message.ended ?? []) this.emit("ended", each);
    } else if ("closing" in message) this.emit("closing", null);
    else if ("stopped" in message) {
      if (this.snapshot) this.snapshot.stopped = message.stopped;
      this.emit("status", null);
      this.emit("change", null);
    }
  }

  /** Remember where the house says the table is. @param {Wire.Problem} problem */
  _elsewhere({ code, at = "" }) {
    if (code !== "moved" && code !== "moving") return;
    this._moved = /^\/p\/[a-z0-9-]+\/$/.test(at) ? at.slice(0, -1) : "";
  }

  /** @param {Wire.Hello} message */
  _hello(message) {
    this._followed = false;
    const same = this.you.person === message.you.person;
    const again = this.seq > 0 && (same || this.snapshot !== null);
    this.you = message.you;
    this.snapshot = message.snapshot;
    const { recent, score, shown, state } = message.snapshot;
    Object.assign(this, { recent, score, shown, state });
    this.waiting = message.waiting ?? [];
    this.seq = message.snapshot.seq;
    this.head = message.snapshot.head;
    this._wait = FIRST_WAIT;
    this.trouble = "";
    this.stale = message.error?.code === "stale";
    const last = this.you.last ?? 0;
    if (this.stale) this._refuseAllPending();
    const lines = spoken(message);
    const moved = Boolean(message.error) || lines.some(isTrial);
    if (moved) this._trialAt = performance.now();
    this._refusePending(({ number, at }) =>
      !same || (number > last && (moved || performance.now() - at > TOO_OLD)));
    this._next = Math.max(this._next, last + 1);
    this._setStatus("open", "");
    this._saveProgress();
    const { error, missed, results = null } = message;
    this.emit("hello", { again, lines, error, missed, results });
    for (const [number, { command }] of this._pending) this._write({ id: number, ...command });
    for (const [number, resolve] of this._questions) {
      this._questions.delete(number);
      resolve(null);
    }
    this._asking = false;
    // The server sends updates about my own seat by itself.
    if (this.actingSeat !== null) this.refresh();
  }

  get _key() {
    return `lammer-seen-${this.table}`;
  }

  /**
   * Store how far this page has read when it is hidden, for a page loaded in its place.
   * @param {boolean} [gone]
   */
  _saveProgress(gone = document.hidden) {
    if (!this.snapshot) return;
    const { seq, head, you: { person } } = this;
    setItem(this._key, gone ? JSON.stringify({ seq, head, person }) : "");
  }

  /** The house was restored from a backup: what was sent before never happened. */
  _refuseAllPending() {
    const detail = "The house was put back to an earlier state; this was not done.";
    this._refusePending(() => true, { code: "stale", detail, clauses: [] });
  }

  /**
   * Answer pending commands as not done.
   * @param {(pending: {number: number, at: number}) => boolean} which
   * @param {Wire.Problem} [refusal]
   */
  _refusePending(which, refusal = TOO_LATE) {
    for (const [number, { at, resolve }] of [...this._pending]) {
      if (!which({ number, at })) continue;
      this._pending.delete(number);
      resolve({ re: null, ok: false, refusal });
    }
  }

  /** @param {Wire.NewLines} message */
  _lines(message) {
    const lines = spoken(message);
    this.state = merged(this.state, message.state);
    this.score = message.score === undefined ? this.score : message.score;
    this.shown = message.shown === undefined ? this.shown : message.shown;
    this.results = message.results ?? {};
    this.moments = message.moments ?? [];
    for (const line of lines) {
      if (is("correct", line)) this.recent = this.recent.slice(0, -1);
      if (isTrial(line)) this.recent = [...this.recent, line.body].slice(-MOST_RECENT);
    }
    const last = lines[lines.length - 1];
    this.seq = last.seq;
    this.head = last.hash;
    if (lines.some(isTrial)) this._trialAt = performance.now();
    // Until the server has sent it.
    this.goesOnAt = performance.now() + (this.snapshot?.clock ?? 0) * 1000;
    this.emit("lines", lines);
    this.emit("change", null);
  }

  /** @param {Wire.Answer} answer */
  _answered(answer) {
    const number = answer.re ?? 0;
    const question = this._questions.get(number);
    if (question) {
      this._questions.delete(number);
      question(answer);
      return;
    }
    const waiting = this._pending.get(number);
    if (!waiting) return;
    const { code = "", detail = "" } = answer.refusal ?? {};
    const again = TROUBLES.has(code) || code === "passed-over";
    if (again && (waiting.at < this._trialAt || performance.now() - waiting.at > TOO_OLD)) {
      this._setTrouble("");
      this._pending.delete(number);
      waiting.resolve({ re: null, ok: false, refusal: TOO_LATE });
      this.emit("change", null);
      return;
    }
    if (code === "moved") return; // It is sent again where the table is.
    if (TROUBLES.has(code)) {
      this._setTrouble(`${detail} It is tried again by itself.`);
      const same = { id: number, ...waiting.command };
      setTimeout(() => this._pending.has(number) && this._write(same), 500);
      return;
    }
    this._setTrouble("");
    this._pending.delete(number);
    if (code === "passed-over") { // It waited while another command of mine was done.
      const next = this._next++;
      this._pending.set(next, waiting);
      this._write({ id: next, ...waiting.command });
      return;
    }
    waiting.resolve(answer);
    this.emit("change", null);
  }

  /** @param {string} why "" if there is nothing to worry about */
  _setTrouble(why) {
    if (this.trouble === why) return;
    this.trouble = why;
    this.emit("status", null);
  }

  /**
   * Update what may be done now, and who I am, where the message has it.
   * @param {{legal?: Wire.Legal, seq?: number, you?: Wire.You}} update
   */
  _update({ legal, seq = 0, you }) {
    if (legal) {
      [this.legal, this.legalAt] = [legal, seq];
      this.goesOnAt = performance.now() + (legal.goes_on_in ?? 0) * 1000;
    }
    if (you) this.you = you;
    this.emit("legal", null);
  }

  /**
   * Ask what is legal for me, and who I am, where the server does not send it by itself; one
   * request at a time, and one more if it is requested meanwhile.
   */
  async refresh() {
    if (this._asking) {
      this._stale = true;
      return;
    }
    this._asking = true;
    this._stale = false;
    const whose = this.actingSeat === null ? {} : { seat: this.actingSeat };
    const [legal, mine] = await Promise.all([this.ask("legal", whose), this.ask("me")]);
    this._asking = false;
    if (legal || mine) {
      this._update({ ...(legal?.ok ? legal : {}), you: mine?.ok ? mine.you : undefined });
    }
    if (this._stale) this.refresh();
    else if (legal && !legal.ok) setTimeout(() => this.refresh(), 300); // Asked too often.
  }

  /** @param {number} code */
  _onClose(code) {
    this._socket = null;
    if (code in FINAL) {
      this._setStatus("over", FINAL[code]);
      return;
    }
    const moved = this._moved;
    this._moved = null;
    if (code === MOVED) {
      this._follow(moved ?? "");
      return;
    }
    const longest = this._at ? WAIT_FOR_OTHERS : LONGEST_WAIT;
    this._at = "";
    this._setStatus("lost", "The connection is lost; your chips are safe. Coming back ...");
    this._reconnectIn(this._wait);
    this._wait = Math.min(longest, this._wait * 1.6);
  }

  /** Go to the process that has the table. @param {string} at its path; "" while none has it */
  _follow(at) {
    const wait = at && !this._followed ? 0 : LOOK_AGAIN;
    this._at = at;
    this._followed = Boolean(at);
    if (this.snapshot) this._setStatus("lost", "The table moves; your chips are safe ...");
    else this.status = "lost"; // Nothing was shown yet, and nothing need be said.
    this._reconnectIn(wait);
  }

  /**
   * The network is gone, which a socket would not report for minutes. If it still works, it
   * reconnects at once.
   */
  _drop() {
    const socket = this._socket;
    if (!socket) return;
    this._onClose(0);
    socket.close();
  }

  /** @param {number} wait */
  _reconnectIn(wait) {
    if (this.status !== "lost") return;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** @param {LiveStatus} status @param {string} why */
  _setStatus(status, why) {
    if (this.status === "over") return;
    this.status = status;
    this.why = why;
    this.emit("status", null);
  }
}
