// A question to the lab from asking it to its answer: how far it is, and a button to stop it.

import { to } from "../lib/address.js";
import { get, post, Refused } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";

/** @import { Job, Progress } from "../../types/lab.d.ts" */

const EVERY = 400;

/** What is done, in words. @type {Readonly<Record<string, string>>} */
const DOING = {
  compiling: "Following every position", solving: "Working it out", playing: "Playing sessions",
  bankrolls: "Trying bankrolls", points: "Working out the curve",
};

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/**
 * Create the place of one question at a time.
 * @param {(strategy: number) => string} named what a strategy is called, of several
 */
export function makeRunner(named) {
  const bar = h("progress", { max: 1, "aria-label": "How far it is" });
  const words = h("p", { class: "soft" });
  const stop = h("button", { type: "button", on: { click: () => halt() } }, "Stop");
  const element = h("div", { class: "running", role: "group", "aria-label": "The question" },
    h("div", { class: "row" }, bar, stop), words);
  /** @type {string | null} */ let job = null;
  let turn = 0;
  element.hidden = true;

  async function halt() {
    stop.disabled = true;
    fill(words, "Stopping ...");
    if (job) await post(`/lab/questions/${job}/stop`).catch(() => null);
  }

  // Whoever leaves does not wait for the answer, and should find the lab free.
  addEventListener("pagehide", () => {
    const headers = { "Content-Type": "application/json" };
    if (job) {
      const stopping = to(`/api/v1/lab/questions/${job}/stop`);
      fetch(stopping, { method: "POST", keepalive: true, headers });
    }
  });

  /** @param {Job<unknown>} found */
  function show({ state, before, progress, seconds }) {
    if (progress) {
      bar.max = Math.max(progress.of, 1);
      bar.value = progress.done;
    } else bar.removeAttribute("value");
    if (stop.disabled) return;
    const waits = before ? `${before} before it` : "a process is made ready";
    const doing = progress ? far(progress, named(progress.strategy)) : "Reading it ...";
    fill(words, state === "waiting" ? `Waiting: ${waits}.` : doing, ` At most ${seconds} seconds.`);
  }

  return {
    element,
    get busy() { return job !== null; },
    /**
     * Ask, and wait for the answer. A second question stops the first, which is then forgotten:
     * the answer is null.
     * @template Answer @param {string} path @param {object} question
     * @returns {Promise<Job<Answer> | null>}
     */
    async ask(path, question) {
      const mine = ++turn;
      if (job) await halt();
      element.hidden = false;
      stop.disabled = false;
      bar.removeAttribute("value");
      fill(words, "Asking ...");
      try {
        /** @type {Job<Answer>} */ let found = await post(path, question);
        job = found.job;
        while (found.state === "waiting" || found.state === "running") {
          show(found);
          await pause(EVERY);
          if (mine !== turn) return null;
          found = await again(job);
        }
        return found;
      } finally {
        if (mine === turn) {
          job = null;
          element.hidden = true;
        }
      }
    },
  };
}

/**
 * Ask for a question again; one answer that does not come is not the end of it.
 * @template Answer @param {string} job @returns {Promise<Job<Answer>>}
 */
async function again(job) {
  for (let tries = 0; ; tries++) {
    try {
      return await get(`/lab/questions/${job}`);
    } catch (wrong) {
      const passes = wrong instanceof Refused && (wrong.status === 0 || wrong.status === 429);
      if (!passes || tries === 5) throw wrong;
      await pause(EVERY * 2 ** tries);
    }
  }
}

/** @param {Progress} progress @param {string} who */
function far({ what, done, of }, who) {
  const whole = [done, of].map((each) => Math.round(each).toLocaleString("en-US")).join(" of ");
  return `${DOING[what] ?? what}${who ? ` of ${who}` : ""}: ${whole}.`;
}
