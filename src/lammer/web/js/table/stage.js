// The stage above the felt: the dice as they come to rest, the stickperson's call, what that did to
// me. Whoever cannot see it hears it from here.

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { betName, call, capital, isTrial, listed } from "../words.js";
import { say } from "./keep.js";
import { settings } from "./settings.js";

/** @typedef {import("../words.js").Line} Line */

/**
 * Two dice as text, for a page whose drawn ones did not load.
 * @param {HTMLElement} element @param {number[]} dice
 */
async function plainDice(element, dice) {
  element.textContent = dice.join(" - ");
}

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
   * @param {Line[]} lines @param {number | null} point before them @param {number | null} seat
   * @param {boolean} skip @param {number} cents what they did to my chips
   */
  async function show(lines, point, seat, skip, cents) {
    let before = point;
    let called = "";
    for (const line of lines.filter(isTrial)) {
      called = call(line, before);
      before = line.body.point ?? null;
      if (line.body.dice) {
        say(words, "");
        say(net, "");
        if (!skip && settings.sound) sounding(({ tick }) => tick());
        if (!elsewhere) await rollDice(dice, line.body.dice, { skip });
      }
    }
    say(words, called);
    const mine = own(lines, seat, cents);
    net.className = `net ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}`;
    const verb = cents > 0 ? "You win" : "You lose";
    say(net, cents ? `${verb} ${dollars(Math.abs(cents))}` : "");
    say(aloud, [called, mine].filter(Boolean).join(" "));
    if (settings.voice) sounding(({ speak }) => speak(called));
  }

  /**
   * My wins and losses, in words.
   * @param {Line[]} lines @param {number | null} seat @param {number} cents in all
   */
  function own(lines, seat, cents) {
    const mine = (/** @type {string} */ event) => lines
      .filter((line) => line.event === event && line.body.seat === seat).map(({ body }) => body);
    const bets = [
      ...mine("wins").map((body) => ({ body, cents: body.paid + (body.coupon ?? 0) })),
      ...mine("loses").map((body) => ({ body, cents: -body.stake })),
    ];
    if (!bets.length) return "";
    const told = (/** @type {number} */ sign) => listed(bets
      .filter((bet) => Math.sign(bet.cents) === sign)
      .map((bet) => `${dollars(Math.abs(bet.cents))} on ${betName(catalogue, bet.body.wager)}`));
    const [won, lost] = [told(1), told(-1)];
    const charged = bets.reduce((sum, bet) => sum + bet.cents, 0) - cents;
    const charge = charged > 0 ? `Vigorish ${dollars(charged)}. ` : "";
    const all = cents ? `In all you ${cents < 0 ? "lose" : "win"} ${dollars(Math.abs(cents))}.`
      : "In all you are even.";
    const gains = won ? `You win ${won}. ` : "";
    const losses = lost ? `You lose ${lost}. ` : "";
    return `${gains}${losses}${charge}${all}`;
  }

  /** What is called out between trials. @param {string} text */
  function called(text) {
    say(words, text);
    say(net, "");
    say(aloud, text);
  }

  return {
    element,
    show,
    /** What came last, for somebody who has just come in. @param {any} trial */
    begin(trial) {
      const [one, other] = trial?.dice ?? [];
      if (trial?.dice && !words.textContent) say(words, `The last one: ${one + other}.`);
      if (trial?.dice && !elsewhere) rollDice(dice, trial.dice, { skip: true });
      else if (trial?.winner) say(words, `${capital(trial.winner)}.`);
      else if (!words.textContent) say(words, "Place your bets.");
    },
    /** A trial that is taken back. @param {string} text */
    back(text) {
      dice.replaceChildren();
      called(text);
    },
    called,
    /** Say something that is no trial. @param {string} text */
    announce(text) {
      say(aloud, text);
    },
  };
}
