// The stage above the felt: the dice as they come to rest, the stickperson's call, what that did to
// me. Whoever cannot see it hears it from here.

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { betName, call, capital, goesAlone, isTrial, listed } from "../words.js";
import { announce, say } from "./keep.js";
import { settings } from "./settings.js";

/** @typedef {import("../words.js").Line} Line */

/** Where the drawn ones did not load. @param {HTMLElement} element @param {number[]} dice */
const plainDice = (element, dice) => say(element, dice.join(" - "));

/** @param {string} text */
const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

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
   * @param {{state: any, seat: number | null, who: string, skip: boolean, cents: number,
   *   after: string[]}} how the table before them; whose chips count, and their name unless they
   *   are mine; whether to wait for no dice; what the lines did to those chips; what is called when
   *   it is over
   */
  async function show(lines, { state, seat, who, skip, cents, after }) {
    let before = state.point ?? null;
    let alone = Boolean(state.alone);
    let called = "";
    let heard = "";
    for (const line of lines) {
      alone = goesAlone(alone, line);
      if (!isTrial(line)) continue;
      called = heard = call(line, before, alone);
      before = line.body.point ?? null;
      if (line.body.dice) {
        heard = `${line.body.dice.join(" and ")}: ${small(called)}`;
        say(words, "");
        say(net, "");
        if (!skip && settings.sound) sounding(({ tick }) => tick());
        if (!elsewhere) await rollDice(dice, line.body.dice, { skip });
      }
    }
    called = [called, ...after].filter(Boolean).join(" ");
    say(words, called);
    const mine = own(lines, seat, who, cents);
    net.className = `net ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}`;
    say(net, mine.seen);
    announce(aloud, [heard, ...after, mine.told].filter(Boolean).join(" "));
    if (settings.voice) sounding(({ speak }) => speak(called));
  }

  /**
   * My wins and losses, and what came back undecided, in words: all of it told, the sum seen.
   * @param {Line[]} lines @param {number | null} seat @param {string} who @param {number} cents in
   *   all
   */
  function own(lines, seat, who, cents) {
    const does = (/** @type {string} */ verb) => (who ? `${who} ${verb}s` : `you ${verb}`);
    const mine = (/** @type {string} */ event) => lines
      .filter((line) => line.event === event && line.body.seat === seat).map(({ body }) => body);
    const bets = [
      ...mine("wins").map((body) => ({ // Of a bet in parts, some are lost.
        body, cents: body.paid + (body.coupon ?? 0) - (body.stake - body.returned),
      })),
      ...mine("loses").map((body) => ({ body, cents: -body.stake })),
    ];
    const back = { push: 0, odds: 0 };
    for (const { wager, stake } of mine("void")) {
      back[catalogue.wagers[wager]?.behind ? "odds" : "push"] += stake;
    }
    const undecided = [
      back.push && `Push: ${dollars(back.push)} back`,
      back.odds && `Odds back: ${dollars(back.odds)}`,
    ].filter(Boolean).join(". ");
    const told = (/** @type {number} */ sign) => listed(bets
      .filter((bet) => Math.sign(bet.cents) === sign)
      .map((bet) => `${dollars(Math.abs(bet.cents))} on ${betName(catalogue, bet.body.wager)}`));
    const [won, lost] = [told(1), told(-1)];
    const sum = cents && `${does(cents < 0 ? "lose" : "win")} ${dollars(Math.abs(cents))}`;
    const total = (/** @type {any[]} */ all, key = "cents") =>
      all.reduce((so, each) => so + each[key], 0);
    const [taken, marked, collected] = [
      ["taken", total(bets) - cents],
      ["marked", total(mine("vigorish").filter((body) => "owed" in body), "charge")],
      ["collected", total(mine("collect"), "amount")],
    ].map(([how, paid]) => (paid > 0 ? `${dollars(paid)} vigorish ${how}` : ""));
    const decided = bets.length ? [
      won && capital(`${does("win")} ${won}`), lost && capital(`${does("lose")} ${lost}`),
      taken, marked,
      `In all ${sum || (who ? `${who} is even` : "you are even")}`,
    ] : [];
    const seen = [
      sum ? capital(sum) : bets.length ? "Even" : undecided, taken, marked, collected,
    ];
    return {
      told: [...decided, undecided, collected].filter(Boolean).map((each) => `${each}.`).join(" "),
      seen: seen.filter(Boolean).join(", "),
    };
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
    /** Say something that is no trial. @param {string} text */
    announce: (text) => announce(aloud, text),
  };
}
