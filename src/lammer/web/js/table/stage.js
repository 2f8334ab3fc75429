// The stage above the felt: the dice as they come to rest, the stickperson's call, what that did to
// me. Whoever cannot see it hears it from here.

import { h } from "../lib/dom.js";
import { call, capital, isTrial } from "../lib/calls.js";
import { announce, say } from "./memo.js";
import { settings } from "./settings.js";

/** @typedef {import("../lib/calls.js").Line} Line */

/** Where the drawn ones did not load. @param {HTMLElement} element @param {number[]} dice */
const plainDice = (element, dice) => say(element, dice.join(" - "));

/** @param {string} text */
const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** Where the words did not load. */
const NOTHING = Object.freeze({ own: () => ({ told: "", seen: "" }) });

/** Sounds, loaded for those who ask for them. @param {(sound: any) => void} make */
const sounding = (make) => import("./sound.js").then(make, () => {});

/** @param {any} catalogue @param {{rollDice?: any}} drawn */
export function makeStage(catalogue, drawn) {
  const dice = h("div", { class: "dice-place" });
  const words = h("p", { class: "call", "aria-hidden": "true" });
  const net = h("p", { class: "net", "aria-hidden": "true" });
  const aloud = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
  const element = h("section", { class: "stage", "aria-label": "The last trial" },
    dice, h("div", { class: "spoken" }, words, net), aloud);
  const rollDice = drawn.rollDice ?? plainDice;
  /** The drawn shaker has its dice in it. */
  const elsewhere = catalogue.thing === "shaker" && Boolean(drawn.rollDice);

  /**
   * Show the trials among these lines, the last one rolling.
   * @param {Line[]} lines
   * @param {{seat: number | null, who: string, skip: boolean, cents: number, after: string[]}} how
   *   whose chips count, and their name unless they are mine; whether to wait for no dice; what the
   *   lines did to those chips; what is called when it is over
   */
  async function show(lines, { seat, who, skip, cents, after }) {
    const won = import("./trial-result.js").catch(() => NOTHING); // While the dice roll.
    let called = "";
    let heard = "";
    for (const line of lines.filter(isTrial)) {
      called = heard = call(line);
      if (line.body.dice) {
        heard = `${line.body.dice.join(" and ")}: ${small(called)}`;
        say(words, "");
        say(net, "");
        if (!skip && settings.sound) sounding(({ tick }) => tick());
        dice.classList.remove("old");
        if (!elsewhere) await rollDice(dice, line.body.dice, { skip });
      }
    }
    called = [called, ...after].filter(Boolean).join(" ");
    say(words, called);
    const { own } = await won;
    const mine = own(catalogue, lines, seat, who, cents);
    net.className = `net ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}`;
    say(net, mine.seen);
    announce(aloud, [heard, ...after, mine.told].filter(Boolean).join(" "));
    if (settings.voice) sounding(({ speak }) => speak(called));
  }

  /** What is called out between trials. @param {string} text */
  function called(text) {
    say(words, text);
    say(net, "");
    announce(aloud, text);
  }

  return {
    element,
    show,
    /**
     * What came last, for somebody who has just come in.
     * @param {any} trial @param {boolean} thrown whether bets are over for the next one
     */
    begin(trial, thrown) {
      const { dice: faces, winner } = trial ?? {};
      const over = catalogue.thing === "dice" ? "The dice are in the air." : "No more bets.";
      const sum = faces && faces[0] + faces[1];
      const last = sum ? `The last ${catalogue.noun}: ${sum}.` : "Place your bets.";
      dice.classList.toggle("old", thrown);
      if (thrown) say(words, over);
      else if (winner) say(words, `${capital(winner)}.`);
      else if (!words.textContent) say(words, last);
      if (faces && !elsewhere) rollDice(dice, faces, { skip: true });
    },
    /** What was called before a loss: it goes with other dice. */
    forget() {
      say(words, "");
      say(net, "");
    },
    /** A trial that is taken back. @param {string} text */
    back(text) {
      dice.replaceChildren();
      called(text);
    },
    called,
    /** The dice that lie there are of before. */
    old: () => dice.classList.add("old"),
    /** Say something that is no trial. @param {string} text */
    announce: (text) => announce(aloud, text),
  };
}
