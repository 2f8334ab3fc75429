// Everything about a spot: what it pays, its edge, its limits, its clause; the bet there and its
// controls. Every word and figure comes from the catalogue or with `legal`.

import { fill, h } from "../../lib/dom.js";
import { dollars } from "../../lib/money.js";
import { betName, onOff, soFar, wagerOf } from "../../lib/sentences.js";
import { range, reason } from "../betting/amounts.js";
import { OUTSIDE } from "../../lib/widgets.js";
import { clause, clauseLinks } from "../shared/clauses.js";
import { renderIfChanged } from "../shared/memo.js";
import { settings } from "../shared/settings.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Betting } from "../betting/betting.js" */
/** @import { Bet, Catalogue, May, Range, Up, Wager } from "../../../types/protocol.d.ts" */

const touched = () => matchMedia("(pointer: coarse)").matches;
const HINT = "Point at a spot, or move to it with the arrow keys, to see what it pays, its exact "
  + "edge and the clause behind it.";

/** How long a touched spot is shown where it shares its place with the results. */
const TOLD = 6000;

/** Return the hint how to inspect a spot. @param {boolean} plays whether a tap is a bet */
const hint = (plays) => (plays && touched()
  ? settings.tapLooks ? "Tap a spot to see what it pays; hold it to bet"
    : "Tap a spot to bet; hold it to see what it pays"
  : `${touched() ? "Tap" : "Point at"} a spot to see what it pays`);

/** @param {string} term @param {Child} words */
const pair = (term, words) => (words ? [h("dt", null, term), h("dd", null, words)] : []);

/** Return in words which amounts are possible now. @param {Range} among */
export function amountWords(among) {
  const [least, most, step] = among;
  const by = step > 1 ? `, by ${dollars(step)}` : "";
  if (!most) return `${dollars(least)} or more${by}`;
  if (least === most) return dollars(least);
  return `${dollars(least)} to ${dollars(most)}${by}`;
}

/** Return the chance to win, with a bar if it is a single number. @param {string} win in words */
function chance(win) {
  const bar = h("span", { class: "chance", "aria-hidden": "true" });
  bar.style.setProperty("--share", `${parseFloat(win)}%`);
  return h("div", { class: "wins" }, h("span", null, "Wins ", h("strong", null, win)),
    win.includes(" on ") ? null : bar);
}

/**
 * Create the panel of a spot.
 * @param {Catalogue} catalogue @param {Betting} betting @param {{canPlay: () => boolean}} page
 */
export function makeInfo(catalogue, betting, page) {
  const body = h("div", { class: "info-body" });
  const strip = h("button", { class: "strip", type: "button" });
  /** @type {string | null} */
  let spot = null;
  /** True if the clause is open: it stays open for the next spot. */
  let lawOpen = false;
  let fading = 0;

  /** Show a spot before the results, for as long as it takes to read it. */
  function tell() {
    strip.classList.toggle("fresh", spot !== null);
    clearTimeout(fading);
    fading = setTimeout(() => strip.classList.remove("fresh"), TOLD);
  }

  function draw() {
    const { legal, bets } = betting;
    const bet = spot ? bets[spot] : undefined;
    const wager = spot ? wagerOf(catalogue, spot) : null;
    const waits = betting.waiting.some(({ command }) => command.wager === spot);
    const may = spot && !waits ? legal?.bet?.[spot] : null;
    const up = spot ? legal?.up?.[spot] : undefined;
    const why = reason(legal, may);
    const changes = up && Object.values(up).map((each) => reason(legal, each) ?? each);
    const others = spot ? whose(spot) : "";
    const standing = spot && wager ? stands(spot, wager, bet) : null;
    const known = [spot, bet, may, why, changes, legal?.seat, page.canPlay(), others,
      standing?.plain, standing?.win_text];
    renderIfChanged(body, known, () =>
      (wager && spot ? content(spot, wager, bet, may, why, up)
        : h("p", { class: "soft" }, touched() ? `${hint(page.canPlay())}.` : HINT)));
    renderIfChanged(strip, [spot, wager?.name, bet?.stake, standing?.plain, page.canPlay()], () =>
      (wager && spot ? brief(spot, wager, bet) : hint(page.canPlay())));
  }

  /** Return the names of other players with bets there. @param {string} name */
  function whose(name) {
    return Object.entries(betting.live.state.seats)
      .filter(([number, seat]) => Number(number) !== betting.seat && seat.bets[name])
      .map(([number, { name: who, bets: { [name]: bet } }]) =>
        `${number}, ${who}: ${dollars(bet.stake)}${onOff(bet) && ` (${onOff(bet)})`}`)
      .join("; ");
  }

  /**
   * A wager as it stands: mine where I have one.
   * @param {string} name @param {Wager} wager @param {Bet} [bet]
   */
  const stands = (name, wager, bet) => (bet && betting.legal?.standing?.[name]) ?? wager;

  /** @param {string} name @param {Wager} wager @param {Bet} [bet] */
  function brief(name, wager, bet) {
    const { edge_percent: share } = wager;
    const edge = share ? (share === "0%" ? ", no edge" : `, edge ${share}`) : "";
    const mine = bet ? `, your bet ${dollars(bet.stake)}` : "";
    return h("span", { class: "brief" }, h("strong", null, betName(catalogue, name)), " ",
      h("span", { class: "terms" }, `pays ${wager.pays_text}${edge}${mine}`), " ",
      h("span", { class: "plain" }, stands(name, wager, bet).plain));
  }

  /**
   * @param {string} name @param {Wager} wager @param {Bet | undefined} bet
   * @param {May | null | undefined} may @param {ReturnType<typeof reason>} why
   * @param {Up | undefined} up
   */
  function content(name, wager, bet, may, why, up) {
    const among = range(may);
    const { edge_text: edge, edge_exact_text: exactly, edge_percent: share } = wager;
    const { plain, win_text: win } = stands(name, wager, bet);
    return [
      h("h3", null, betName(catalogue, name)),
      h("p", { class: "plain-line" }, plain),
      win ? chance(win) : null,
      h("p", { class: "pays" }, "Pays ", h("strong", null, wager.pays_text),
        share ? [", edge ", h("strong", null, share === "0%" ? "none" : share)] : null),
      bet ? lying(name, wager, bet, up) : null,
      why ? h("div", { class: "why-not" },
        h("p", null, h("strong", null, "Not now. "), why.detail), clauseLinks(why.clauses)) : null,
      h("dl", null,
        pair("Others", whose(name)),
        pair("Edge", edge),
        pair("Exactly", exactly
          && h("details", null, h("summary", null, "as fractions"), h("div", null, exactly))),
        pair("Vigorish", wager.vigorish),
        pair(legalSeat() ? "You may add" : "Takes", among && amountWords(among)),
        pair("Limits", wager.limits_text),
        pair("Made", wager.when), pair("Works", wager.working), pair("Changes", wager.control)),
      lawPart(wager),
    ];
  }

  /** Return the clause that defines a wager, loaded when it is opened. @param {Wager} wager */
  function lawPart({ clause: id, borrowed, experimental }) {
    if (experimental) return h("p", { class: "outside" }, OUTSIDE);
    const place = h("div");
    const linked = (/** @type {string} */ to, /** @type {string} */ words) =>
      h("a", { href: `/law/${encodeURIComponent(to)}`, target: "_blank", rel: "noopener" }, words);
    const read = async () => {
      const found = await clause(id);
      fill(place, found?.words ? h("p", { class: "clause-said" }, found.words) : null,
        h("p", { class: "cited" }, linked(id, found?.citation ?? id),
          borrowed ? [", borrowed under ", linked(borrowed, borrowed)] : null));
    };
    const part = h("details", { class: "law", open: lawOpen },
      h("summary", null, "The clause"), place);
    part.addEventListener("toggle", () => {
      lawOpen = part.open;
      if (lawOpen) read();
    });
    if (lawOpen) read();
    return part;
  }

  const legalSeat = () => typeof betting.legal?.seat === "number";

  /**
   * Return the bet that is up, with its controls.
   * @param {string} name @param {Wager} wager @param {Bet} bet @param {Up} [up]
   */
  function lying(name, wager, bet, up) {
    const gathers = wager.states?.length ? gathered(wager, bet) : null;
    return h("div", { class: "lying" },
      h("p", null, "Your bet: ", h("strong", null, dollars(bet.stake)),
        betTags(wager, bet)),
      gathers, page.canPlay() ? betControls(betting, name, bet, up) : null);
  }

  return {
    body,
    strip,
    draw,
    /** @param {string | null} wager */
    look(wager) {
      spot = wager;
      draw();
      tell();
    },
    get spot() {
      return spot;
    },
  };
}

/** Return the labels of a bet that is up. @param {Wager | undefined} wager @param {Bet} bet */
export const betTags = (wager, bet) => [
  soFar(wager, bet),
  onOff(bet),
  bet.leave_up && "stays up",
  bet.coupon && `coupon ${dollars(bet.coupon)}`,
  bet.vigorish && `vigorish ${dollars(bet.vigorish)}`,
].filter(Boolean).map((words) => h("span", { class: "tag" }, words));

/**
 * Return the progress of a bet that collects several numbers.
 * @param {Wager} wager @param {Bet} bet
 */
export function gathered({ states = [] }, bet) {
  const has = new Set(bet.state.split(","));
  return h("ul", { class: "gathered", "aria-label": "Gathered" },
    states.map((goal) => h("li", { class: has.has(goal) ? "has" : null },
      goal, h("span", { class: "unseen" }, has.has(goal) ? " yes" : " not yet"))));
}

/**
 * Return the buttons of a bet that is up.
 * @param {Betting} betting @param {string} name @param {Bet} bet @param {Up} [up]
 */
export function betControls(betting, name, bet, up) {
  const spoken = betting.name(name);
  const button = (
    /** @type {string} */ words, /** @type {string} */ key, /** @type {() => unknown} */ click,
  ) => h("button", {
    type: "button", class: "small", "aria-label": `${words}: ${spoken}`,
    data: { focus: `${key}-${name}` }, on: { click },
  }, words);
  const may = (/** @type {keyof Up} */ what) => up?.[what] === true
    || reason(betting.legal, up?.[what])?.code === "not-confirmed";
  const buttons = [
    may("remove") && button("Take down", "remove", () => betting.remove(name)),
    range(up?.reduce) && button("Less", "less", () => betting.take(name)),
    range(betting.legal?.bet?.[name]) && button("More", "more", () => betting.add(name)),
    bet.off && may("on") && button("Call it on", "on", () => betting.call(name, true)),
    !bet.off && may("off") && button("Call it off", "off", () => betting.call(name, false)),
  ].filter(Boolean);
  const why = reason(betting.legal, up?.remove);
  return [buttons.length ? h("div", { class: "row" }, buttons) : null,
    why && !buttons.length
      ? [h("p", { class: "soft" }, why.detail), clauseLinks(why.clauses)] : null];
}
