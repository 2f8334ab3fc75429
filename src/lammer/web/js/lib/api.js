// HTTP requests to the API. An error response is thrown as an exception with its texts.

import { BASE, to } from "./address.js";

/** @import { Person, Problem } from "../../types/protocol.d.ts" */

/**
 * A refusal by the server: a code for programs, words for people, the clauses, what to do instead.
 */
export class Refused extends Error {
  /**
   * @param {number} status @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.detail);
    this.status = status;
    this.code = problem.code;
    this.instead = problem.instead ?? "";
    this.clauses = problem.clauses ?? [];
  }

  /** The error as the server sent it. @returns {Problem} */
  get problem() {
    const { code, message: detail, instead, clauses } = this;
    return { code, detail, instead, clauses };
  }
}

/**
 * Whether this browser has a session. The page's markup says so; requests from this page and from
 * other pages of the same browser change it.
 */
const known = document.documentElement.dataset;
const COMING = new Set(["POST /guests", "POST /accounts", "POST /sessions"]);
const MARK = `${BASE}lammer-in`;
/** True if this browser had a session that is no longer valid. */
let over = false;
export const isOver = () => over;

/** @param {boolean} is */
function marked(is) {
  over &&= !is;
  if (is) known.session = "";
  else delete known.session;
  try {
    if (is) localStorage.setItem(MARK, "");
    else localStorage.removeItem(MARK);
  } catch { /* Then each page knows of its own. */ }
}

function isMarked() {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/**
 * Remember a request that was answered, by method and path.
 * @param {string} asked a method and a path that were answered well
 */
function remember(asked) {
  if (COMING.has(asked)) marked(true);
  else if (asked === "DELETE /sessions/current") marked(false);
}

/** While a table moves from one process to another: how often it is asked again, and when. */
const LOOKS = 20;
const LOOK_AGAIN = 500;

/**
 * True if a process that has the table is to be found a little later. A browser follows by itself
 * where another process has it.
 * @param {string} method @param {Response} answer @param {{error?: Problem} | null} found
 */
function comesBack(method, answer, found) {
  if (found?.error?.code === "moving") return true; // Nothing was done.
  return answer.redirected && method === "GET" && (answer.status === 502 || answer.status === 504);
}

/**
 * @template T @param {string} method @param {string} path @param {unknown} [body]
 * @param {string} [at] the path of a process, "" for any
 * @param {number} [looks] how often it is asked again while a table moves
 * @returns {Promise<T>} the JSON that was answered, null for none
 */
async function call(method, path, body, at = "", looks = LOOKS) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(to(`${at}/api/v1${path}`), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    const detail = "The house cannot be reached.";
    throw new Refused(0, { code: "offline", detail, instead: "Try again in a moment." });
  }
  if (answer.ok) remember(`${method} ${path}`);
  if (answer.status === 204) return /** @type {T} */ (null);
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  if (looks && comesBack(method, answer, found)) {
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    return call(method, path, body, at, looks - 1);
  }
  const unknown = { code: "our-mistake", detail: `The house answered with ${answer.status}.` };
  throw new Refused(answer.status, found?.error ?? unknown);
}

/**
 * @template T @param {string} path @param {string} [at] the path of a process @returns {Promise<T>}
 */
export const get = (path, at) => call("GET", path, undefined, at);
/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} path @param {unknown} body @returns {Promise<null>} */
export const put = (path, body) => call("PUT", path, body);
/** @param {string} path @param {unknown} body @returns {Promise<Person>} */
export const patch = (path, body) => call("PATCH", path, body);
/** @param {string} path @returns {Promise<null>} */
export const remove = (path) => call("DELETE", path);

/** Return the person who is signed in; null if nobody is. @returns {Promise<Person | null>} */
export async function me() {
  if (known.session === undefined) return null;
  try {
    return await get("/me");
  } catch (problem) {
    if (!(problem instanceof Refused && problem.status === 401)) throw problem;
    marked(false);
    over = true;
    return null;
  }
}

const FIRST = [
  "Lucky", "Calm", "Bold", "Quick", "Merry", "Quiet", "Bright", "Steady", "Early", "Gentle",
  "Happy", "Keen", "Mellow", "Nimble", "Patient", "Proud", "Sharp", "Sunny", "Warm", "Witty",
];
const SECOND = [
  "Ace", "Boxcar", "Yo", "Natural", "Hardway", "Puck", "Lammer", "Stick", "Banker", "Curator",
  "Deuce", "Field", "Hop", "Horn", "Player", "Point", "Rail", "Snake", "Trey", "World",
];

/** @param {string[]} words */
const any = (words) => words[Math.floor(Math.random() * words.length)];

/** Create a guest and return the person. @returns {Promise<Person>} */
export async function guest() {
  // With a number, since two people at a table may not have the same name.
  const number = 2 + Math.floor(Math.random() * 98);
  /** @type {{person: Person}} */
  const { person } = await post("/guests", { name: `${any(FIRST)} ${any(SECOND)} ${number}` });
  return person;
}

/** Return the person who is signed in; create a guest if nobody is. @returns {Promise<Person>} */
export async function comeIn() {
  if (isMarked()) known.session = ""; // Another page may have signed in since this one was loaded.
  return (await me()) ?? (await guest());
}
