// Draws the sheets of a layout, keeps a place for every bet, and shows the chips there.
//
// The drawing is built once for an arrangement. After that, only places whose chips, name or state
// changed are updated.

import { h, s } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { still } from "../lib/motion.js";
import { betName, onOff } from "../lib/sentences.js";
import { chipStack, moreChips } from "./chips.js";
import { written } from "./letters.js";
import { outline, spotsOf } from "./parts.js";
import { payEach, payShort, printed } from "./printed.js";
import { arrange, together } from "./trays.js";

/** @import { Cell, Lying, Place, Point, Rect, Sheet, View } from "../../types/felt.d.ts" */
/** @import { Bet, Catalogue, State, Wager } from "../../types/protocol.d.ts" */

/** The payout of a spot, with any vigorish charged. @param {Wager} wager */
const payNet = (wager) => payShort(wager) + (wager.vigorish ? ` less ${wager.vig_rate}` : "");

/**
 * Progress of a bet that collects several numbers.
 * @param {Bet | undefined} bet @param {Wager} wager
 */
const gathered = (bet, wager) =>
  (bet?.state ?? "").split(",").filter((each) => wager.states?.includes(each));

/** The share of such a bet's width kept for chips, and its maximum. */
const CHIPS_OF_GATHERED = 0.32;
const MOST_OF_GATHERED = 150;

export class Board {
  /** @param {Catalogue} catalogue @param {Sheet[]} sheets @param {boolean} [small] whether only my
   * own chips are drawn one by one */
  constructor(catalogue, sheets, small = false) {
    this.catalogue = catalogue;
    this.small = small;
    /** Seats of all players at the table. @type {number[]} */ this.seated = [];
    /** @type {number | null} */ this.mine = null;
    this.spots = spotsOf(catalogue);
    /** @type {Map<string, Place>} */ this.places = new Map();
    /** @type {Map<string, SVGElement>} */ this.layers = new Map();
    /** Buttons that offer a raise, by sheet. @type {Map<string, SVGElement>} */
    this.raises = new Map();
    /** @type {Map<string, {details: Element, note: Element}>} */ this.drawers = new Map();
    /** @type {{element: SVGElement, word: Element, sheet: Sheet, at: Point} | null} */
    this.puck = null;
    /** The puck at its previous position. @type {{element: SVGElement, at: Point} | null} */
    this.puckBefore = null;
    this.acting = false;
    this.sheets = sheets;
    /** @type {(HTMLElement | SVGElement)[]} */
    this.parts = sheets.map((sheet) => this._sheet(sheet));
    const inscribed = [
      catalogue.odds, ...catalogue.inscriptions.map((each) => each.words),
    ].filter(Boolean);
    if (inscribed.length) this.parts.push(h("p", { class: "inscribed" }, inscribed.join(" · ")));
    /** Bets that have no area on the layout. */
    this.beside = h("p", { class: "beside", hidden: true });
    /** The players, in the order in which their chips lie. */
    this.seating = h("ol", { class: "seating", hidden: true, "aria-label": "Chips lie by seat" });
    this.parts.push(this.beside, this.seating);
    this.numbers = this.parts.flatMap((part) => [...part.querySelectorAll(".box-number")]);
  }

  /** @param {Sheet} sheet */
  _sheet(sheet) {
    const drawn = s("svg", {
      viewBox: `0 0 ${sheet.width} ${sheet.height}`, class: `sheet sheet-${sheet.key}`,
      role: "group", "aria-label": sheet.title,
    });
    if (sheet.art) drawn.append(s("g", { class: "art", "aria-hidden": "true" }, sheet.art(1)));
    for (const cell of sheet.cells) drawn.append(...this._cell(cell, sheet));
    // Chips lie above every spot, so that a neighbour never covers them.
    const chips = s("g", { class: "chips", "aria-hidden": "true" });
    for (const place of this.places.values())
      if (place.sheet === sheet.key) chips.append(place.chips);
    drawn.append(chips);
    const raises = s("g", { class: "raises" });
    this.raises.set(sheet.key, raises);
    drawn.append(raises);
    if (sheet.puck) drawn.append(this._puck(sheet));
    const layer = s("g", { class: "happening", "aria-hidden": "true" });
    drawn.append(layer);
    this.layers.set(sheet.key, layer);
    if (!sheet.folded) return drawn;
    const note = h("span", { class: "told" });
    const details = h(
      "details",
      { class: "drawer" },
      h("summary", null, sheet.title, " ", note),
      drawn,
    );
    this.drawers.set(sheet.key, { details, note });
    return details;
  }

  /** @param {Sheet} sheet */
  _puck(sheet) {
    const radius = sheet.puck?.radius ?? 0;
    const word = s("text", { "font-size": radius * 0.82 });
    const element = s(
      "g",
      { class: "puck", "aria-hidden": "true" },
      s("circle", { r: radius }),
      s("circle", { class: "puck-rim", r: radius * 0.86 }),
      word,
    );
    this.puck = { element, word, sheet, at: [0, 0] };
    return element;
  }

  /** Return the drawing of a cell. @param {Cell} cell @param {Sheet} sheet @returns {Node[]} */
  _cell(cell, sheet) {
    if (cell.rest) return [this._place(cell.rest, cell.from ?? cell.rest, cell, sheet)];
    const all = this.spots.get(cell.spot ?? "") ?? [];
    const wagers = cell.take ? all.slice(...cell.take) : all;
    return wagers.map((wager, at) => {
      const part = { ...cell };
      if (wagers.length > 1 && cell.stacked)
        Object.assign(part, {
          y: cell.y + (cell.h / wagers.length) * at, h: cell.h / wagers.length,
        });
      else if (wagers.length > 1)
        Object.assign(part, {
          x: cell.x + (cell.w / wagers.length) * at, w: cell.w / wagers.length,
        });
      return this._place(wager, wager, part, sheet);
    });
  }

  /** @param {string} name @param {string} key @param {Cell} cell @param {Sheet} sheet */
  _place(name, key, cell, sheet) {
    const wager = this.catalogue.wagers[key];
    const { x, y, w, h: high } = cell;
    const rest = Boolean(cell.rest);
    const shape = cell.angle
      ? s("path", { class: "shape", d: outline(cell.angle) })
      : s("rect", {
          class: "shape", x: x + 1, y: y + 1, width: w - 2, height: high - 2, rx: cell.round ?? 5,
        });
    const element = s(
      "g",
      {
        class: `spot ${cell.kind ?? "plain"}`, role: rest ? null : "button",
        "aria-hidden": rest ? "true" : null, tabindex: "-1", data: { name },
      },
      shape,
    );
    const marks = wager.states?.length ? new Map() : null;
    const { words, tray } = this._print(wager, cell, marks);
    element.append(s("g", { class: "words" }, words));
    const chips = s("g");
    this.places.set(name, {
      name, wager: key, rest, element, chips, tray, x: tray.x + tray.w / 2, y: tray.y + tray.h / 2,
      radius: cell.radius ?? 18, slots: new Map(), was: new Map(), sheet: sheet.key, marks,
      drawn: "", said: "",
    });
    return element;
  }

  /**
   * Return the print of a spot, and where its chips lie.
   * @param {Wager} wager @param {Cell} cell
   * @param {Map<string, Element> | null} marks @returns {{words: SVGElement[], tray: Rect}}
   */
  _print(wager, cell, marks) {
    const { x, y, w, h: high, letters = 1 } = cell;
    if (cell.rest) {
      const hint = written(wager.label, {
        x: x + w / 2, y: y + high / 2, width: w - 8, size: 12.5 * letters, kind: "hint",
      });
      return { words: [hint], tray: { x: x + 2, y: y + 2, w: w - 4, h: high - 4 } };
    }
    const label = this._label(wager, cell);
    if (cell.words) return this._along(wager, cell, label);
    if (marks) return this._gathered(wager, cell, marks);
    const drawn = this._drawnPrint(wager, cell);
    if (drawn) return drawn;
    const pays = cell.boxed ? payShort(wager) : cell.pays ? this._pays(wager) : "";
    const under = wager.multiples_text ?? pays;
    return printed(cell, label, under, this._picture(wager), this.small ? "own" : "all");
  }

  /** Return what a spot pays; of a wager outside the regulation, all of it. @param {Wager} wager */
  _pays(wager) {
    return wager.experimental ? payEach(wager) : payNet(wager);
  }

  /**
   * Return the words that the drawing places beside a spot.
   * @param {Wager} wager @param {Cell} cell @param {string} label
   */
  _along(wager, cell, label) {
    const words = (cell.words ?? []).map((each) =>
      written(label, { width: cell.w, size: 24, ...each, kind: "label big" }));
    const picture = this._picture(wager);
    for (const { x, y, turn = 0, side = 16 } of picture ? (cell.bars ?? []) : []) {
      const turned = `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`;
      words.push(s("g", { transform: turned }, picture?.draw(0, 0, side)));
    }
    if (cell.under) {
      const text = wager.multiples_text ?? payNet(wager);
      words.push(written(text, { size: 13, width: 80, ...cell.under, kind: "pays" }));
    }
    const { x, y, w, h: high } = cell;
    return { words, tray: cell.tray ?? { x: x + 2, y: y + 2, w: w - 4, h: high - 4 } };
  }

  /** Return the text written on a spot. @param {Wager} wager @param {Cell} cell */
  _label(wager, { boxed }) {
    return boxed ? (wager.short_label ?? wager.label) : wager.label;
  }

  /**
   * Return a picture of outcomes shown among the words of a spot.
   * @param {Wager} _wager @returns {import("./printed.js").Picture | null}
   */
  _picture(_wager) {
    return null;
  }

  /**
   * Return the print of a spot whose outcomes have a drawing of their own.
   * @param {Wager} _wager @param {Cell} _cell
   * @returns {{words: SVGElement[], tray: Rect} | null}
   */
  _drawnPrint(_wager, _cell) {
    return null;
  }

  /**
   * Draw a bet that collects numbers: name, payout, a marker per number, and chips on the right.
   * @param {Wager} wager @param {Cell} cell @param {Map<string, Element>} marks
   */
  _gathered(wager, { x, y, w, h: high, letters = 1 }, marks) {
    const { states = [] } = wager;
    const kept = Math.min(w * CHIPS_OF_GATHERED, MOST_OF_GATHERED);
    const tray = { x: x + w - kept, y: y + 3, w: kept - 3, h: high - 6 };
    // In the middle of the spot, if that leaves room for chips.
    const free = w > 4 * kept ? 2 * kept : kept + 3;
    const [room, middle] = [w - free, x + (w - (w > 4 * kept ? 0 : kept - 3)) / 2];
    const step = Math.min(34, (room - 4) / states.length);
    const line = { x: middle, width: room - 4, oneLine: true };
    const words = [
      written(wager.label, { ...line, y: y + high * 0.17, size: 16 * letters, kind: "label big" }),
      written(payEach(wager), { ...line, y: y + high * 0.4, size: 12.5 * letters, kind: "pays" }),
    ];
    states.forEach((each, at) => {
      const left = middle + step * (at + 0.5 - states.length / 2);
      const mark = s("g", { class: "mark", transform: `translate(${left} ${y + high * 0.74})` },
        s("circle", { r: Math.min(step * 0.46, high * 0.21) }),
        s("text", { "font-size": Math.max(11.5, step * 0.44) }, each));
      marks.set(each, mark);
      words.push(mark);
    });
    return { words, tray };
  }

  // Chips on the layout

  /** @param {View} view */
  draw(view) {
    const mine = view.seat ?? null;
    this.acting = Boolean(view.acting);
    this.mine = mine;
    this.seated = Object.keys(view.state.seats).map(Number).sort((a, b) => a - b);
    const { lying, waiting } = gather(view, this.places);
    for (const place of this.places.values()) {
      const there = lying.get(place.name) ?? [];
      const own = there.find((each) => each.seat === mine) ?? null;
      const change = waiting.get(place.name) ?? null;
      this._chips(
        place, own,
        there.filter((each) => each !== own),
        change,
      );
      this._stand(place, own, there, view, change);
      if (place.marks) this._marks(place, own, there);
    }
    this._raises(view, lying);
    this._drawers(lying, mine);
    this._beside(lying);
    this._seating(view.state);
    this._point(view.state);
  }

  /** @param {State} state */
  _seating({ seats }) {
    const shown = !this.small && this.seated.length > 1;
    const names = shown ? this.seated.map((seat) => [seat, seats[seat].name]) : [];
    const key = JSON.stringify([names, this.mine]);
    if (this.seating.dataset.key === key) return;
    this.seating.dataset.key = key;
    this.seating.hidden = !shown;
    this.seating.replaceChildren(...names.map(([seat, name]) =>
      h("li", { class: seat === this.mine ? "mine" : null }, h("b", null, seat), ` ${name}`)));
  }

  /**
   * Draw a button at each bet that could take more than was placed.
   * @param {View} view
   * @param {Map<string, Lying[]>} lying
   */
  _raises({ offers = new Map(), seat = null }, lying) {
    /** @type {Map<string, SVGElement[]>} */ const found = new Map();
    for (const [name, more] of offers) {
      const place = this.places.get(name);
      const own = lying.get(name)?.find((each) => each.seat === seat);
      if (place && own) {
        const all = found.get(place.sheet) ?? [];
        found.set(place.sheet, [...all, raiseButton(place, own.stake + more, this.catalogue)]);
      }
    }
    for (const [key, layer] of this.raises) {
      const buttons = found.get(key) ?? [];
      const names = (/** @type {Iterable<Element>} */ each) =>
        [...each].map((button) => button.getAttribute("aria-label")).join();
      if (names(layer.children) !== names(buttons)) layer.replaceChildren(...buttons);
    }
  }

  /** @param {Map<string, Lying[]>} lying */
  _beside(lying) {
    const found = [...lying]
      .filter(([name]) => !this.places.has(name))
      .flatMap(([name, bets]) =>
        bets.map((each) => {
          const bet = betName(this.catalogue, name);
          return `${bet} ${dollars(each.stake)} (${each.name})`;
        }),
      );
    const words = found.length ? `Without an area: ${found.join(", ")}.` : "";
    if (this.beside.textContent === words) return;
    this.beside.textContent = words;
    this.beside.hidden = !words;
  }

  /**
   * Draw the chips of a place, each seat's stack at that seat's position.
   * @param {Place} place @param {Lying | null} own @param {Lying[]} others
   * @param {number | null} change
   */
  _chips(place, own, others, change) {
    const key = JSON.stringify([
      this.seated, this.mine, own && [own.stake, own.off, own.bet.called, own.bet.coupon], change,
      others.map((each) => [each.seat, each.name, each.stake, each.off, each.on, each.bet.coupon]),
    ]);
    if (key === place.drawn) return;
    place.drawn = key;
    place.was = place.slots;
    const total = Math.max(0, (own?.stake ?? 0) + (change ?? 0));
    const mine = total > 0 || change ? this.mine : null;
    const found = this.small
      ? this._few(place, mine !== null, others)
      : this._stacks(place, mine, others);
    const slot = place.slots.get(mine ?? -1);
    if (mine !== null && slot) {
      found.push(chipStack(total || (own?.stake ?? 0), {
        ...slot, seat: mine, off: own?.off, on: own?.on, coupon: own?.bet.coupon,
        pending: (change ?? 0) > 0, moot: (change ?? 0) < 0,
      }));
    }
    place.chips.replaceChildren(...found);
    place.element.classList.toggle("busy", found.length > 0);
  }

  /**
   * Return the stacks of other players, by seat.
   * @param {Place} place @param {number | null} mine whether there
   * are mine, too @param {Lying[]} others @returns {SVGElement[]}
   */
  _stacks(place, mine, others) {
    const bettors = [...others.map((each) => each.seat), ...(mine === null ? [] : [mine])];
    bettors.sort((a, b) => a - b);
    const { slots, rest, more } = arrange(place.tray, bettors, this.seated, mine, place.radius);
    place.slots = slots;
    const found = others.flatMap((each) => {
      const slot = slots.get(each.seat);
      return slot ? chipStack(each.stake, {
        ...slot, seat: each.seat, mine: false, off: each.off, on: each.on, name: each.seat,
        coupon: each.bet.coupon,
      }) : [];
    });
    if (more) found.push(moreChips(more, rest.length));
    return found;
  }

  /**
   * Return one small stack for all other players, with their number, where space is short.
   * @param {Place} place @param {boolean} mine @param {Lying[]} others @returns {SVGElement[]}
   */
  _few(place, mine, others) {
    const { own, others: aside } = together(place.tray, mine, others.length > 0, place.radius);
    place.slots = new Map(own && this.mine !== null ? [[this.mine, own]] : []);
    if (!aside) return [];
    for (const { seat } of others) place.slots.set(seat, aside);
    const most = others.reduce((top, each) => (each.stake > top.stake ? each : top));
    return [moreChips(aside, others.length, most.stake)];
  }

  /**
   * Set the accessible name of a place, and whether it can be used.
   * @param {Place} place
   * @param {Lying | null} own @param {Lying[]} there @param {View} view
   * @param {number | null} change
   */
  _stand(place, own, there, view, change) {
    const answer = view.legal?.bet?.[place.name];
    const shut = view.legal?.bet ? !Array.isArray(answer) : false;
    const said = this._name(place, own, there, change);
    const whose = there.map(
      ({ name, stake, off, bet }) =>
        `${name}: ${dollars(stake)}${bet.coupon ? " and a coupon" : ""}${off ? ", off" : ""}`,
    );
    const down = view.legal?.up?.[place.name]?.remove === true;
    const key = `${shut} ${down} ${Boolean(own)} ${said} ${whose}`;
    if (key === place.said) return;
    place.said = key;
    const { element } = place;
    element.setAttribute("aria-label", said);
    element.querySelector("title")?.remove();
    if (there.length) element.prepend(s("title", null, whose.join("\n")));
    element.classList.toggle("shut", shut && !own && !place.rest);
    element.classList.toggle("held", Boolean(own));
    // The place of a moved bet is a button while one of my bets is there, and can be inspected
    // while anybody's is.
    const role = own || !place.rest ? "button" : there.length ? "img" : null;
    const disabled = role === "button" && shut && !down;
    const attributes = {
      role, "aria-hidden": role ? null : "true", "aria-disabled": disabled ? "true" : null,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  }

  /**
   * @param {Place} place @param {Lying | null} own @param {Lying[]} there
   * @param {number | null} change
   */
  _name(place, own, there, change) {
    const wager = this.catalogue.wagers[place.wager];
    const parts = [betName(this.catalogue, place.name)];
    const pays = wager.pays_text;
    if (pays) parts.push(`pays ${pays}`);
    const whose = this.acting ? `bet of seat ${own?.seat}` : "your bet";
    if (own) parts.push(`${whose} ${dollars(own.stake)}`);
    if (own?.bet.coupon) parts.push(`coupon ${dollars(own.bet.coupon)}`);
    if (own?.off) parts.push("off");
    else if (own?.on) parts.push("called on");
    const got = place.marks ? gathered(own?.bet, wager) : [];
    if (got.length) parts.push(`gathered ${got.join(", ")}`);
    if (change)
      parts.push(change > 0 ? `${dollars(change)} more waiting for the house` : "being taken down");
    const others = there.filter((each) => each !== own);
    if (others.length)
      parts.push(`others ${dollars(others.reduce((sum, each) => sum + each.stake, 0))}`);
    if (place.rest) parts.push(...others.map(({ name, stake }) => `${name} ${dollars(stake)}`));
    return parts.join(", ");
  }

  /** @param {Place} place @param {Lying | null} own @param {Lying[]} there */
  _marks(place, own, there) {
    const bets = own ? [own] : there;
    const wager = this.catalogue.wagers[place.wager];
    const got = new Set(bets.flatMap((each) => gathered(each.bet, wager)));
    for (const [number, mark] of place.marks ?? []) mark.classList.toggle("lit", got.has(number));
  }

  /**
   * Show on each drawer which bets lie inside.
   * @param {Map<string, Lying[]>} lying
   * @param {number | null} mine
   */
  _drawers(lying, mine) {
    for (const [key, { note }] of this.drawers) {
      let sum = 0;
      for (const place of this.places.values()) {
        if (place.sheet !== key) continue;
        sum += (lying.get(place.name) ?? []).find((each) => each.seat === mine)?.stake ?? 0;
      }
      const words = sum ? `${this.acting ? "bets" : "your bets"} ${dollars(sum)}` : "";
      if (note.textContent !== words) note.textContent = words;
    }
  }

  /** @param {State} state */
  _point(state) {
    const place = this.puck?.sheet.puck;
    if (!this.puck || !place) return;
    const { element, word } = this.puck;
    const { point } = state;
    const off = this._puckOff(state) ?? place.off;
    const [x, y] = point === null ? off : (place.on[point] ?? off);
    const before = this.puck.at;
    if (x === before[0] && y === before[1]) return;
    const old = /** @type {SVGElement} */ (element.cloneNode(true));
    this.puckBefore = word.textContent ? { element: old, at: before } : null;
    this.puck.at = [x, y];
    element.style.transform = `translate(${x}px, ${y}px)`;
    for (const each of this.numbers) {
      each.classList.toggle("beside-puck", each.getAttribute("data-number") === String(point));
    }
    element.classList.toggle("on", point !== null);
    word.textContent = point === null ? "OFF" : "ON";
  }

  /**
   * Animate the puck to its new position and turn it over on the way.
   * @param {number} delay in milliseconds
   */
  turnPuck(delay) {
    const before = this.puckBefore;
    this.puckBefore = null;
    if (!before || !this.puck || still() || document.hidden) return;
    const { element, at: [x, y] } = this.puck;
    const [fromX, fromY] = before.at;
    const frame = (/** @type {number} */ share, /** @type {number} */ wide) => ({
      transform: `translate(${fromX + (x - fromX) * share}px, ${fromY + (y - fromY) * share}px) `
        + `scale(${wide}, 1)`,
    });
    const how = { duration: 560, delay, fill: /** @type {const} */ ("backwards") };
    element.after(before.element);
    before.element.animate([frame(0, 1), frame(0.5, 0), frame(1, 0)], how).finished
      .finally(() => before.element.remove());
    element.animate([frame(0, 0), frame(0.5, 0), frame(1, 1)], how);
  }

  /** Show how an outcome is dealt. @param {import("../../types/protocol.d.ts").Trial} _dealt */
  async deal(_dealt) {}

  /**
   * Show an outcome arriving on the felt; resolves when it has come to rest.
   * @param {import("../../types/protocol.d.ts").Trial} _trial @param {boolean} _skip
   */
  async bring(_trial, _skip) {}

  /**
   * Return where the puck lies while it is off, if not in its usual place.
   * @param {State} _state @returns {Point | null}
   */
  _puckOff(_state) {
    return null;
  }

  /** Return the place of a bet, by its name. @param {string} name */
  place(name) {
    return this.places.get(name) ?? null;
  }

  /**
   * Return where the chips of a seat lie.
   * @param {Place} place @param {number} seat
   * @returns {Point}
   */
  at(place, seat) {
    const slot = place.slots.get(seat);
    return slot ? [slot.x, slot.y] : [place.x, place.y];
  }

  /** Return whether a place is visible now. @param {Place} place */
  shown(place) {
    const drawer = this.drawers.get(place.sheet);
    return !drawer || drawer.details.hasAttribute("open");
  }
}

/**
 * Return a button that raises a bet to the next amount it accepts.
 * @param {Place} place @param {number} total in cents @param {Catalogue} catalogue
 */
function raiseButton({ name, x, y, radius }, total, catalogue) {
  const words = `${dollars(total)}?`;
  const wide = 20 + words.length * 11;
  return s("g", {
    class: "raise", role: "button", tabindex: "0", data: { name },
    "aria-label": `${betName(catalogue, name)}: make it ${dollars(total)}`,
    transform: `translate(${x} ${y + radius + 6})`,
  },
  s("rect", { x: -wide / 2, y: -15, width: wide, height: 30, rx: 15 }),
  s("text", { "font-size": 18 }, words));
}

/**
 * Group bets by place, including my unanswered changes, in cents added or removed.
 * @param {View} view @param {Map<string, Place>} places
 */
export function gather(view, places) {
  /** @type {Map<string, Lying[]>} */ const lying = new Map();
  for (const [number, seat] of Object.entries(view.state.seats)) {
    for (const [name, bet] of Object.entries(seat.bets)) {
      const at = places.has(name) ? name : bet.wager;
      const found = lying.get(at) ?? [];
      found.push({
        seat: Number(number), name: seat.name, stake: bet.stake,
        off: Boolean(bet.off), on: onOff(bet) === "on", bet,
      });
      lying.set(at, found);
    }
  }
  /** @type {Map<string, number>} */ const waiting = new Map();
  const own = view.state.seats[view.seat ?? ""]?.bets ?? {};
  for (const command of view.pending ?? []) {
    const { wager, amount = 0, by = 0 } = command;
    if (!wager || !places.has(wager)) continue;
    const before = waiting.get(wager) ?? 0;
    if (command.do === "bet") waiting.set(wager, before + amount);
    if (command.do === "reduce") waiting.set(wager, before - by);
    if (command.do === "remove") waiting.set(wager, -(own[wager]?.stake ?? 0));
  }
  return { lying, waiting };
}
