// The rail: my chips, the selected chip, and all controls besides clicking the felt.

import { fill, h } from "../../lib/dom.js";
import { CHIPS, dollars } from "../../lib/money.js";
import { capital, listed } from "../../lib/sentences.js";
import { range, reason } from "../betting/amounts.js";
import { renderIfChanged, setText } from "../shared/memo.js";
import { settings } from "../shared/settings.js";

const SMALL_FIRST = CHIPS.toReversed();

/** @import { Betting } from "../betting/betting.js" */
/** @import { Live } from "../../lib/live.js" */
/** @import { Catalogue, Command, Legal } from "../../../types/protocol.d.ts" */
/** @import { Deeds } from "../../../types/table.d.ts" */

/** @type {Readonly<Record<string, number>>} */
const STEPS = Object.freeze({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });

/** @param {Live} live @param {Catalogue} catalogue @param {Betting} betting @param {Deeds} page */
export function makeRail(live, catalogue, betting, page) {
  const figures = h("dl", { class: "figures" });
  const last = h("p", { class: "last-net" });
  /** The vigorish that I owe. @type {number | null} */ let whose = null;
  const debt = h("div", { class: "debt" });
  const choosers = SMALL_FIRST.map((chip, at) => chooser(chip, at));
  const chips = h("div", { class: "chips", role: "radiogroup", "aria-label": "Chip in hand" },
    choosers);
  const trial = h("button", { type: "button", class: "main trial" });
  const trialWhy = h("p", { class: "trial-why soft" });
  const sit = h("button", { type: "button", class: "main sit" }, "Sit down");
  sit.addEventListener("click", () => sit.getAttribute("aria-disabled") !== "true" && page.sit());
  const watching = h("div", { class: "watching" }, sit,
    h("p", { class: "soft" }, "You are watching. One click: play chips, no registration."));
  const tools = {
    undo: tool("Undo", "u", () => betting.undo()),
    clear: tool("Clear", "c", () => betting.clear()),
    repeat: tool("Repeat", "p", () => betting.repeat()),
    double: tool("Double", "d", () => betting.double()),
    odds: tool("Max odds", "o", () => betting.maxOdds()),
  };
  const takesOdds = Object.values(catalogue.wagers).some((wager) => wager.behind);
  const offer = h("div", { class: "offer", role: "status" });
  const more = h("div", { class: "row more" });
  const which = h("span", { class: "soft" });
  const stay = h("input", { type: "checkbox", checked: settings.leaveUp });
  stay.addEventListener("change", () => { settings.leaveUp = stay.checked; });
  const stays = h("label", { class: "switch" }, stay, h("span", null, "Winners stay up ", which));
  const quickRow = h("div", {
    class: "quick-row", id: "quick-bets", role: "group", "aria-label": "Quick",
  });
  const quick = h("button", {
    type: "button", class: "tool", "aria-controls": "quick-bets",
    on: { click: () => { settings.quick = !settings.quick; drawQuick(betting.legal); } },
  }, "Quick");
  const tap = h("button", {
    type: "button", class: "tool tap",
    on: { click: () => { settings.tapLooks = !settings.tapLooks; page.changed(); } },
  });
  const toolRow = h("div", { class: "tools", role: "group", "aria-label": "Bets" },
    Object.values(tools), quick, tap);
  const seated = h("div", { class: "seated" },
    h("div", { class: "money" }, figures, last, debt), chips, toolRow,
    h("div", { class: "go" }, offer, trial, trialWhy), quickRow);
  const element = h("section", { class: "rail", "aria-label": "Your rail" }, watching, seated);
  const extras = h("div", { class: "extras" }, stays, more);
  const deeds = h("div", { class: "head-deeds" });

  for (const each of [watching, seated, extras]) each.hidden = true;
  trial.addEventListener("click", () => act(catalogue.trial, trial.textContent ?? ""));
  trial.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  betting.on("asks", () => drawTools(betting.legal));

  /** @param {typeof CHIPS[number]} chip @param {number} at */
  function chooser(chip, at) {
    const button = h("button", {
      type: "button", role: "radio", class: `choose ${chip.name}`,
      "aria-label": `${chip.word} chip`, title: `${chip.word} (key ${at + 1})`,
      data: { cents: chip.cents },
      on: { click: () => choose(chip.cents), keydown: (event) => turn(event, at) },
    }, h("span", { class: "plain-chip" }, chip.label));
    if (page.chipPicture) fill(button, page.chipPicture(chip.cents));
    return button;
  }

  /** @param {KeyboardEvent} event @param {number} at */
  function turn(event, at) {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (at + by + choosers.length) % choosers.length;
    choose(SMALL_FIRST[next].cents);
    choosers[next].focus();
  }

  /** @param {number} cents */
  function choose(cents) {
    settings.chip = cents;
    page.changed();
  }

  /** @param {string} words @param {string} key @param {() => unknown} click */
  function tool(words, key, click) {
    return h("button", {
      type: "button", class: "tool", title: `${words} (key ${key})`, "aria-keyshortcuts": key,
      on: { click },
    }, words);
  }

  /** The offer of the instrument, or my turn with it, as last shown. */
  let turned = "";
  /** My requests for a trial that are not answered yet. */
  let asked = false;

  /** How I took the instrument, until I decline it or pass it on. */
  let taken = "";
  let taking = false;

  /** Take the instrument again, as I did before, while nobody else could take it. */
  async function takeAgain() {
    const others = Object.values(live.state.seats).filter((seat) => !seat.gone).length > 1;
    if (!taken || taking || others || betting.seat !== live.you.seat) return;
    if (betting.legal?.do?.[taken] !== true) return;
    taking = true;
    await betting.verb(command(taken));
    taking = false;
  }
  live.on("legal", takeAgain);

  /** Send a verb, or show why it is refused. @param {string} verb @param {string} words */
  function act(verb, words) {
    const may = betting.legal?.do?.[verb];
    const why = reason(betting.legal, may);
    if (may === undefined && page.isCrew()) return null; // It is entered in the crew's panel.
    if (verb.startsWith("accept-")) taken = verb;
    else if (/^(decline|pass)-/.test(verb)) taken = "";
    if (why) page.refused(`${words}: not now`, why);
    else return verb === catalogue.trial ? once(verb) : betting.verb(command(verb));
    return null;
  }

  /**
   * Request one trial per press: further presses are ignored while it is requested or shown.
   * @param {string} verb
   */
  async function once(verb) {
    if (asked || page.isRolling()) return null;
    asked = true;
    try {
      return await betting.verb(command(verb));
    } finally {
      asked = false;
    }
  }

  /**
   * Return the command of a verb; "accept, dealer" is a verb and a key.
   * @param {string} verb @returns {Command}
   */
  function command(verb) {
    const [name, flag] = verb.split(", ");
    return flag ? { do: name, [flag]: true } : { do: name };
  }

  function draw() {
    const { legal, mine } = betting;
    const plays = mine !== null && !mine.gone;
    const sat = plays && watching.contains(document.activeElement);
    element.dataset.seated = String(plays);
    watching.hidden = plays || page.isCrew() || Boolean(live.you.roles?.includes("surveillance"));
    seated.hidden = !plays;
    element.hidden = watching.hidden && !plays;
    extras.hidden = !plays;
    off(sit, live.status !== "open" || Boolean(live.snapshot?.stopped));
    const own = betting.seat === live.you.seat;
    // The crew has its list of seats.
    renderIfChanged(deeds, plays && own, () => (plays && own ? chipDeeds() : []));
    if (!plays) return;
    if (whose !== betting.seat) show(0);
    whose = betting.seat;
    const seat = own ? "" : `${betting.seat}, ${mine.name}`;
    renderIfChanged(figures, [mine.rail, mine.layout, live.you.purse, mine.owed, seat], () => [
      seat ? h("div", null, h("dt", null, "Seat"), h("dd", null, seat)) : null,
      pair("Rail", mine.rail), pair("Bets", mine.layout),
      own ? pair("Purse", live.you.purse ?? 0, "in-purse") : null,
      mine.owed ? pair("Vigorish owed", mine.owed) : null,
    ]);
    const owes = Boolean(mine.owed) && legal?.do?.collect === true;
    const broke = own && !mine.rail && !mine.layout;
    renderIfChanged(debt, [owes, broke], () => [
      owes && deed(verbWords("collect"), "collect", () => act("collect", verbWords("collect")),
        "small"),
      broke && deed("Get chips ...", "get-chips", page.purse, "small"),
    ]);
    for (const each of choosers) {
      const chosen = Number(each.dataset.cents) === settings.chip;
      each.setAttribute("aria-checked", String(chosen));
      each.setAttribute("tabindex", chosen ? "0" : "-1");
      if (chosen && sat) each.focus({ preventScroll: true });
    }
    drawTrial(legal);
    drawTools(legal);
    drawQuick(legal);
    setText(tap, settings.tapLooks ? "Tap looks" : "Tap bets");
    tap.title = `Press and hold a spot to ${settings.tapLooks ? "bet" : "look"}`;
    drawOffer(legal);
    const turn = offer.firstChild ? "offered" : live.state.shooter === betting.seat ? "mine" : "";
    if (turn && turn !== turned) page.myTurn();
    turned = turn;
    renderIfChanged(more, [legal?.do, own], () => [others(legal), own ? chipDeeds() : null]);
  }

  /** @param {string} term @param {number} cents @param {string | null} [kind] */
  const pair = (term, cents, kind = null) =>
    h("div", { class: kind }, h("dt", null, term), h("dd", null, dollars(cents)));

  /** @param {Legal | null} legal */
  function drawTrial(legal) {
    const may = legal?.do?.[catalogue.trial];
    setText(trial, capital(catalogue.trial));
    const why = reason(legal, may);
    const offered = Object.entries(legal?.do ?? {})
      .some(([verb, is]) => verb.startsWith("accept-") && is === true);
    trial.hidden = may === undefined || (offered && may !== true);
    trial.setAttribute("aria-disabled", String(may !== true));
    setText(trialWhy, trial.hidden ? "" : (why?.detail ?? ""));
  }

  /** @param {Legal | null} legal */
  function drawTools(legal) {
    const bets = Object.keys(betting.bets);
    const odds = betting.odds().reduce((sum, each) => sum + each.amount, 0);
    off(tools.undo, !betting.canUndo);
    off(tools.clear, !bets.some((name) => legal?.up?.[name]?.remove === true));
    const again = betting.repeats().reduce((sum, { amount = 0 }) => sum + amount, 0);
    off(tools.repeat, !again);
    setText(tools.repeat, again ? `Repeat ${dollars(again)}` : "Repeat");
    off(tools.double, !bets.some((name) => range(legal?.bet?.[name])));
    off(tools.odds, !odds);
    tools.odds.hidden = !takesOdds;
    const sure = odds && odds === betting.asks ? ": sure?" : "";
    setText(tools.odds, odds ? `Max odds ${dollars(odds)}${sure}` : "Max odds");
    const { leave_up: lasting = [] } = legal ?? {};
    stays.hidden = !lasting.length;
    setText(which, stays.hidden ? "" : `(${listed(areasOf(lasting))})`);
    stay.checked = settings.leaveUp;
  }

  /** Quick bets that are shown as tools instead. */
  const TOOLS = new Set(["same", "down"]);

  /** @param {Legal | null} legal */
  function drawQuick(legal) {
    const bets = (legal?.quick ?? []).filter(({ key }) => !TOOLS.has(key));
    quick.hidden = !bets.length;
    quick.setAttribute("aria-expanded", String(settings.quick));
    quickRow.hidden = quick.hidden || !settings.quick;
    renderIfChanged(quickRow, bets, () => bets.map(({ key, name, commands = [], why }) => {
      const sum = commands.reduce((total, { amount = 0 }) => total + amount, 0);
      return h("button", {
        type: "button", class: "tool", data: { focus: `quick-${key}` },
        title: why ?? commands.map(quickWords).join(", "), "aria-disabled": String(Boolean(why)),
        on: { click: () => betting.quick(key) },
      }, sum ? `${name} ${dollars(sum)}` : name);
    }));
  }

  /** Return one command of a quick bet, in words. @param {Command} command */
  function quickWords({ wager = "", amount, by }) {
    const name = betting.name(wager);
    return amount ? `${dollars(amount)} on ${name}` : by ? `${dollars(by)} off ${name}` : name;
  }

  /** Return the areas of the layout on which some wagers lie, in words. @param {string[]} wagers */
  const areasOf = (wagers) => catalogue.areas
    .filter(({ spots }) => spots.some((spot) => wagers.includes(spot.wagers[0])))
    .map(({ title }) => title);

  /** @param {Element} button @param {boolean} is */
  const off = (button, is) => button.setAttribute("aria-disabled", String(is));

  /**
   * Draw the buttons to accept or decline the instrument, when it is offered to me.
   * @param {Legal | null} legal
   */
  function drawOffer(legal) {
    const thing = catalogue.thing;
    const may = (/** @type {string} */ verb) => legal?.do?.[verb] === true;
    const accept = `accept-${thing}`;
    const shown = [may(accept), may(`${accept}, dealer`), may(`decline-${thing}`)];
    const [is, it] = page.instrument.plural ? ["are", "them"] : ["is", "it"];
    renderIfChanged(offer, shown, () => (shown.some(Boolean) ? h("div", { class: "offered" },
      h("p", null, `The ${thing} ${is} yours: take ${it}?`),
      h("div", { class: "row" },
        shown[0] && deed(`Take the ${thing}`, "accept", () => act(accept, "Take"), "main"),
        shown[1] && deed("The dealer deals", "dealer", () => act(`${accept}, dealer`, "Take")),
        shown[2] && deed("No", "decline", () => act(`decline-${thing}`, "Decline")))) : []));
  }

  /**
   * @param {string} words @param {string} focus @param {() => unknown} click
   * @param {string} [kind]
   */
  const deed = (words, focus, click, kind) =>
    h("button", { type: "button", class: kind, data: { focus }, on: { click } }, words);

  const OWN = new Set([
    "leave", "seed", "buy-in", "cash-out", "sit", "correct", "collect",
  ]);

  /** Draw the other verbs that are possible now. @param {Legal | null} legal */
  function others(legal) {
    const thing = catalogue.thing;
    const shown = new Set([
      catalogue.trial, `accept-${thing}`, `accept-${thing}, dealer`, `decline-${thing}`,
      ...page.instrument.formalities,
    ]);
    const verbs = Object.entries(legal?.do ?? {})
      .filter(([verb, may]) => may === true && !OWN.has(verb) && !shown.has(verb));
    return verbs.map(([verb]) =>
      deed(verbWords(verb), verb, () => act(verb, verbWords(verb)), "small"));
  }

  /** @param {number | null} net what the last trial brought @param {boolean} [decided] a bet */
  function show(net, decided = false) {
    const cents = net ?? 0;
    last.classList.toggle("won", cents > 0);
    last.classList.toggle("lost", cents < 0);
    const even = decided ? "Even" : "";
    setText(last, cents ? `${cents > 0 ? "Won" : "Lost"} ${dollars(Math.abs(cents))}` : even);
  }

  const chipDeeds = () => [
    deed("Chips ...", "purse", page.purse, "small"), deed("Leave", "leave", page.leave, "small"),
  ];

  return {
    element,
    extras,
    deeds,
    draw,
    choose,
    act,
    /** What the last trial did to my chips. */
    net: show,
    /** Select a chip by position, from the smallest. @param {number} place */
    chooseAt(place) {
      if (SMALL_FIRST[place]) choose(SMALL_FIRST[place].cents);
    },
  };
}

/** Return a verb as a button label, with "the" before what is passed on. @param {string} verb */
export function verbWords(verb) {
  const found = /^(pass|accept|decline|select)-(\w+)$/.exec(verb);
  if (found) return capital(`${found[1]} the ${found[2]}`);
  if (verb === "collect") return "Pay the vigorish";
  return capital(verb.replaceAll("-", " ").replace(", dealer", ", the dealer deals"));
}
