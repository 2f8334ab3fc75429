// The stage above the felt: the outcome, its call, and the player's result; also a live region for
// screen readers.

import { h } from "../../lib/dom.js";
import { isTrial } from "../../lib/sentences.js";
import { announce, setText } from "../shared/memo.js";
import { settings } from "../shared/settings.js";

/** @import { Instrument } from "../../../types/instrument.d.ts" */
/** @import { Catalogue, Line, Trial } from "../../../types/protocol.d.ts" */
/** @import { Pictures } from "../../../types/table.d.ts" */

/** @param {string} text */
const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Load the sounds if they are switched on.
 * @param {(sound: typeof import("./sound.js")) => void} make
 */
const sounding = (make) => import("./sound.js").then(make, () => {});

/**
 * @param {Catalogue} catalogue @param {Instrument} instrument @param {Pictures} pictures
 */
export function makeStage(catalogue, instrument, { felt, drawn }) {
  const place = h("div", { class: "outcome-place" });
  const words = h("p", { class: "call", "aria-hidden": "true" });
  const net = h("p", { class: "net", "aria-hidden": "true" });
  const aloud = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
  const element = h("section", { class: "stage", "aria-label": `The last ${catalogue.noun}` },
    place, h("div", { class: "spoken" }, words, net), aloud);

  /** True if the call is that of the last trial. */
  let ended = false;

  /**
   * Show the trials among these lines.
   * @param {Line[]} lines
   * @param {{skip: boolean, after: string[], net: number, seen: string, spoken: string}} how
   *   whether to wait for nothing; what is called when it is over; what the lines did to my chips,
   *   in cents, in brief and in full
   */
  async function show(lines, { skip, after, net: cents, seen, spoken }) {
    let called = "";
    let heard = "";
    for (const line of lines.filter(isTrial)) {
      called = heard = instrument.call(line);
      const faces = instrument.faces(line.body);
      if (!faces) continue;
      place.replaceChildren();
      heard = `${faces}: ${small(called)}`;
      setText(words, "");
      setText(net, "");
      if (!skip && settings.sound) sounding(({ tick }) => tick());
      place.classList.remove("old");
      await felt.bring?.(line.body, { skip });
      instrument.show(place, line.body, { drawn });
    }
    called = [called, ...after].filter(Boolean).join(" ");
    ended = true;
    setText(words, called);
    net.className = `net ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}`;
    setText(net, seen);
    announce(aloud, [heard, ...after, spoken].filter(Boolean).join(" "));
    if (settings.voice) sounding(({ speak }) => speak(called));
  }

  /**
   * Show an announcement between trials. My result stays until the next trial, and so does its call
   * unless the next one has begun.
   * @param {string} text @param {boolean} [turn] whether it only says whose turn it is
   */
  function called(text, turn = false) {
    if (!turn || !ended) setText(words, text);
    if (!turn) ended = false;
    announce(aloud, text);
  }

  return {
    element,
    show,
    /**
     * Show the last outcome to somebody who has just joined.
     * @param {Trial | null} trial @param {boolean} thrown whether bets are over for the next one
     */
    begin(trial, thrown) {
      place.classList.toggle("old", thrown);
      const last = trial ? instrument.last(trial, catalogue.noun) : "";
      if (thrown) setText(words, instrument.inPlay || "No more bets.");
      else if (!words.textContent) setText(words, last || "Place your bets.");
      if (trial && instrument.faces(trial)) instrument.show(place, trial, { drawn });
    },
    /** Remove what was announced before the connection was lost. */
    forget() {
      setText(words, "");
      setText(net, "");
    },
    /** Show that a trial is taken back. @param {string} text */
    back(text) {
      place.replaceChildren();
      setText(net, "");
      called(text);
    },
    called,
    /** Play the sound of a moment. */
    chime: () => settings.sound && sounding(({ chime }) => chime()),
    /** Mark the outcome shown as that of an earlier trial. */
    old: () => place.classList.add("old"),
    /** Announce something that is not a trial. @param {string} text */
    announce: (text) => announce(aloud, text),
  };
}
