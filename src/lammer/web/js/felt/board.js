// The board: it draws sheets of cells, keeps a place for every bet, and shows what lies there.
//
// It is built once for an arrangement; after that only places whose chips, name or standing changed
// are touched.

import { h, s } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { betName, onOff } from "../lib/sentences.js";
import { chipStack } from "./chips.js";
import { WIDE_BOLD, WIDE_CAPITAL, fit, written } from "./letters.js";
import { outline, spotsOf } from "./parts.js";

/** @import { BarPlace, Cell, Lying, Place, Point, Sheet, View } from "../../types/felt.d.ts" */
/** @import { Bet, Catalogue, State, Wager } from "../../types/protocol.d.ts" */

/** What is written on a spot: one payout, or two. @param {Wager} wager */
export function payShort(wager) {
  const odds = [...new Set(wager.pays.map((each) => each.odds))];
  return odds.length === 1 ? odds[0] : "";
}

/** The same with what is taken from it. @param {Wager} wager */
const payNet = (wager) => payShort(wager) + (wager.vigorish ? ` less ${wager.vig_rate}` : "");

/** How far words move aside for chips in the corner of their cell, or beside them, at most. */
const ASIDE = Object.freeze({ corner: 17, column: 32 });

/**
 * How far the words of a cell can move to the left. @param {Element} words @param {number} w
 * @param {number} most
 */
function slack(words, w, most) {
  const wide = [...words.querySelectorAll("text")].map((each) => {
    const longest = Math.max(...[...each.children].map((line) => line.textContent?.length ?? 0));
    return Number(each.getAttribute("font-size")) * WIDE_BOLD * longest;
  });
  return Math.max(0, Math.min(most, (w - Math.max(0, ...wide)) / 2 - 3));
}

/** What a bet that gathers has so far. @param {Bet | undefined} bet @param {Wager} wager */
const gathered = (bet, wager) =>
  (bet?.state ?? "").split(",").filter((each) => wager.states?.includes(each));

/**
 * Where the chips of others lie, from where mine do. @param {Place} place @param {number} small
 * their radius @param {boolean} mine whether there are mine
 * @returns {(at: number, of: number) => [number, number]}
 */
function aside({ lie, radius, high }, small, mine) {
  const beside = mine ? -(radius + small * 0.7) : 0;
  if (lie === "row") return (at) => [-(radius + small * 0.8 + at * small * 1.7), 0];
  if (lie === "column") return (at, of) => [beside, (at - (of - 1) / 2) * small * 1.5];
  if (lie === "corner") return (at) => [-at * small * 0.78, mine ? high - radius - small : 0];
  if (mine) return (at, of) => [-radius * 1.08, (at - (of - 1) / 2) * small * 1.3];
  return (at, of) => [(at - (of - 1) / 2) * small * 1.7, radius - small];
}

/** A cell with its payout is lettered large from this width on. */
const SMALL = 170;

/** A bet that gathers has its markers beside its name from this width on. */
const ONE_LINE = 480;

export class Board {
  /** @param {Catalogue} catalogue @param {Sheet[]} sheets */
  constructor(catalogue, sheets) {
    this.catalogue = catalogue;
    this.spots = spotsOf(catalogue);
    /** @type {Map<string, Place>} */ this.places = new Map();
    /** @type {Map<string, SVGElement>} */ this.layers = new Map();
    /** @type {Map<string, {details: Element, told: Element}>} */ this.drawers = new Map();
    /** @type {{element: SVGElement, word: Element, sheet: Sheet} | null} */ this.puck = null;
    this.acting = false;
    this.sheets = sheets;
    /** @type {(HTMLElement | SVGElement)[]} */
    this.parts = sheets.map((sheet) => this._sheet(sheet));
    const inscribed = catalogue.inscriptions.map((each) => each.words);
    if (inscribed.length) this.parts.push(h("p", { class: "inscribed" }, inscribed.join(" · ")));
    /** Bets that have no area on the layout. */
    this.beside = h("p", { class: "beside", hidden: true });
    this.parts.push(this.beside);
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
    if (sheet.puck) drawn.append(this._puck(sheet));
    const layer = s("g", { class: "happening", "aria-hidden": "true" });
    drawn.append(layer);
    this.layers.set(sheet.key, layer);
    if (!sheet.folded) return drawn;
    const told = h("span", { class: "told" });
    const details = h(
      "details",
      { class: "drawer" },
      h("summary", null, sheet.title, " ", told),
      drawn,
    );
    this.drawers.set(sheet.key, { details, told });
    return details;
  }

  /** @param {Sheet} sheet */
  _puck(sheet) {
    const radius = sheet.puck?.radius ?? 0;
    const word = s("text", { "font-size": radius * 0.82 });
    const element = s(
      "g",
      { class: "puck picture", "aria-hidden": "true" },
      s("circle", { r: radius }),
      s("circle", { class: "puck-rim", r: radius * 0.86 }),
      word,
    );
    this.puck = { element, word, sheet };
    return element;
  }

  /** What is drawn for a cell. @param {Cell} cell @param {Sheet} sheet @returns {Node[]} */
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
    const hint = () =>
      written(wager.label, {
        x: x + w / 2, y: y + high / 2, width: w - 10, size: 12 * (cell.letters ?? 1), kind: "hint",
      });
    const words = s("g", { class: "words" }, rest ? hint() : this._words(wager, cell, marks));
    element.append(words);
    const lie = this._lie(cell);
    if (lie === "corner" || (lie === "column" && cell.pays && w <= SMALL)) {
      words.style.setProperty("--aside", `${-slack(words, w, ASIDE[lie]).toFixed(1)}px`);
    }
    const [cx, cy] = cell.chips ?? this._middle(cell);
    const chips = s("g", { transform: `translate(${cx} ${cy})` });
    this.places.set(name, {
      name, wager: key, rest, element, chips, x: cx, y: cy, radius: cell.radius ?? 18, lie,
      most: cell.most ?? (lie === "row" ? 5 : 3), room: w, high, sheet: sheet.key, marks, drawn: "",
      said: "",
    });
    return element;
  }

  /** How chips of others lie about mine. @param {Cell} cell @returns {Place["lie"]} */
  _lie({ kind, pays, w }) {
    if (kind === "tall") return "close";
    if (w > 300 && kind !== "field") return "row";
    if (w > 130) return "column";
    return pays ? "corner" : "close";
  }

  /** Where chips lie if the cell does not say: beside the words, or under them. @param {Cell} cell
   * @returns {[number, number]} */
  _middle(cell) {
    const { x, y, w, h: high, kind, radius = 18 } = cell;
    if (kind === "gathered") return [x + w - 20, y + (w > ONE_LINE ? high / 2 : 18)];
    if (kind === "rest") return [x + w / 2, y + high / 2];
    if (kind === "tall") return [x + w / 2, y + high - radius - 5];
    if (w > 130) return [x + w - (w < 170 ? 26 : 32), y + high / 2 + 2];
    if (cell.pays) return [x + w - radius - 1, y + radius + 1];
    return [x + w / 2, y + high - radius - 5];
  }

  /**
   * The words and pictures of a spot. @param {Wager} wager @param {Cell} cell
   * @param {Map<string, Element> | null} marks
   */
  _words(wager, cell, marks) {
    const label = this._label(wager, cell);
    if (cell.words) {
      const found = cell.words.map((each) =>
        written(label, { width: cell.w, size: 24, ...each, kind: "label big" }),
      );
      found.push(...(cell.bars ?? []).flatMap((each) => this._bar(wager, each) ?? []));
      const [first] = cell.words;
      if (cell.pays)
        found.push(
          written(payNet(wager), {
            x: first.x, y: first.y + (first.size ?? 24) * 0.5 + (wager.vigorish ? 16 : 12),
            width: first.width ?? 80, size: 13, kind: "pays",
          }),
        );
      return found;
    }
    if (marks) return this._gathered(wager, cell, marks);
    const faces = this._faces(wager, cell);
    if (faces) return faces;
    const { x, y, w, h: high, letters = 1 } = cell;
    const pays = cell.pays && !cell.boxed ? payNet(wager) : "";
    if (cell.boxed) {
      const name = wager.short_label ?? wager.label;
      const long = name.includes(" ");
      const head = written(name, {
        x: x + w / 2, y: y + (long ? 20 : 12) * letters, width: w - 6, size: 14 * letters,
      });
      if (cell.kind !== "place") return [head];
      const size = 12 * letters;
      const line = { x: x + w / 2, y: y + 13 * letters + size * 1.25, width: w - 6, size };
      return [head, written(payShort(wager), { ...line, kind: "pays", oneLine: true })];
    }
    if (cell.kind === "tall") {
      return [
        written(label, {
          x: x + w / 2, y: y + high * 0.2, width: w - 12, size: Math.min(34, high * 0.3),
          kind: "label big", oneLine: true,
        }),
        written(pays, {
          x: x + w / 2, y: y + high * 0.42, width: w - 12, size: 14, kind: "pays", oneLine: true,
        }),
      ];
    }
    if (w > (cell.pays ? SMALL : 130) && high >= 50) {
      // Chips lie at the right; words that would reach them move aside.
      const bars = Boolean(wager.barred?.length);
      const under = Boolean(pays) || bars;
      const most = under ? Math.min(high * 0.38, 24) : Math.min(high * 0.4, 30);
      const clear = fit(label, w - 112, most, WIDE_CAPITAL) >= Math.min(most, under ? 20 : 24);
      const size = bars && !clear ? high * 0.27 : most;
      const [middle, width] = clear ? [x + (w - 24) / 2, w - 112] : [x + (w - 58) / 2, w - 78];
      const one = Boolean(pays) || clear || fit(label, width, size, WIDE_CAPITAL) > 18;
      const found = [
        written(label, {
          x: middle, y: y + high * (bars ? 0.37 : pays ? 0.4 : 0.52), width, size,
          kind: "label big", oneLine: one,
        }),
      ];
      const side = Math.min(16, high * 0.24);
      const bar = bars ? this._bar(wager, { x: middle, y: y + high * 0.8, side }) : null;
      if (bar) found.push(bar);
      if (pays)
        found.push(
          written(pays, {
            x: middle, y: y + high * 0.78, width, size: 13 * letters, kind: "pays", oneLine: true,
          }),
        );
      return found;
    }
    const [middle, width] = [x + w / 2, w - 8];
    if (pays) {
      return [
        written(wager.label, { x: middle, y: y + high * 0.44, width, size: 15 * letters }),
        written(pays, {
          x: middle, y: y + high - 11, width, size: 12.5 * letters, kind: "pays", oneLine: true,
        }),
      ];
    }
    if (cell.pays) { // Chips lie at the right, in the corner or beside the words.
      const beside = w > 130;
      const [at, room] = beside ? [x + (w - 38) / 2, w - 46] : [middle, width];
      return [written(wager.label, { x: at, y: y + high * 0.58, width: room, size: 15 * letters })];
    }
    return [written(wager.label, { x: middle, y: y + high * 0.36, width, size: 16 * letters })];
  }

  /** What is written on a spot. @param {Wager} wager @param {Cell} _ */
  _label(wager, _) {
    return wager.label;
  }

  /**
   * What a spot shows of outcomes that are drawn; null if it shows words.
   * @param {Wager} _wager @param {Cell} _cell @returns {SVGElement[] | null}
   */
  _faces(_wager, _cell) {
    return null;
  }

  /**
   * What a bet bars, as layouts print it.
   * @param {Wager} _wager @param {BarPlace} _where @returns {SVGElement | null}
   */
  _bar(_wager, _where) {
    return null;
  }

  /** A bet that gathers: its name, and a marker for each of its numbers. @param {Wager} wager
   * @param {Cell} cell @param {Map<string, Element>} marks */
  _gathered(wager, cell, marks) {
    const { x, y, w, h: high, letters = 1 } = cell;
    const { states = [] } = wager;
    const line = w > ONE_LINE;
    const step = Math.min(36, (w - 14) / states.length);
    const wide = step * states.length;
    const left = line ? x + w * 0.4 - wide / 2 : x + (w - wide) / 2;
    const found = [
      line
        ? written(wager.label, {
            x: x + w * 0.12, y: y + high / 2, width: w * 0.2, size: 22, oneLine: true,
            kind: "label big",
          })
        : written(wager.label, {
            x: x + (w - 40) / 2, y: y + high * 0.2, width: w - 56, size: 17, oneLine: true,
            kind: "label big",
          }),
    ];
    const pays = payShort(wager);
    if (!line && pays) {
      const where = { x: x + (w - 40) / 2, y: y + high * 0.41, width: w - 56, size: 12 * letters };
      found.push(written(pays, { ...where, kind: "pays", oneLine: true }));
    }
    if (line)
      found.push(
        written(wager.pays_text, {
          x: x + w * 0.7, y: y + high / 2, width: w * 0.36, size: 14, kind: "pays",
        }),
      );
    const row = y + high * (line ? 0.5 : pays ? 0.74 : 0.68);
    states.forEach((each, at) => {
      const mark = s(
        "g",
        {
          class: "mark", transform: `translate(${left + step * (at + 0.5)} ${row})`,
        },
        s("circle", { r: step * 0.43 }),
        s("text", { "font-size": step * 0.44 }, each),
      );
      marks.set(each, mark);
      found.push(mark);
    });
    return found;
  }

  // What lies there

  /** @param {View} view */
  draw(view) {
    const mine = view.seat ?? null;
    this.acting = Boolean(view.acting);
    const { lying, waiting } = gather(view, this.places);
    for (const place of this.places.values()) {
      const there = lying.get(place.name) ?? [];
      const own = there.find((each) => each.seat === mine) ?? null;
      const change = waiting.get(place.name) ?? null;
      this._chips(
        place, own,
        there.filter((each) => each !== own),
        change,
        Boolean(view.amounts),
      );
      this._stand(place, own, there, view, change);
      if (place.marks) this._marks(place, own, there);
    }
    this._drawers(lying, mine);
    this._beside(lying);
    this._point(view.state);
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
   * @param {Place} place @param {Lying | null} own @param {Lying[]} others
   * @param {number | null} change @param {boolean} amounts
   */
  _chips(place, own, others, change, amounts) {
    const key = JSON.stringify([
      amounts,
      own && [own.stake, own.off, own.bet.called, own.bet.coupon],
      change,
      others.map((each) => [each.seat, each.name, each.stake, each.off, each.on, each.bet.coupon]),
    ]);
    if (key === place.drawn) return;
    place.drawn = key;
    const found = [];
    const shown = others.slice(0, place.most);
    const small = place.radius * (place.lie === "row" || place.lie === "column" ? 0.67 : 0.58);
    const where = aside(place, small, Boolean(own || change));
    shown.forEach((each, at) => {
      const stack = chipStack(each.stake, {
        mine: false, off: each.off, on: each.on, name: amounts ? "" : each.name,
        coupon: each.bet.coupon, radius: small,
      });
      const [dx, dy] = where(at, shown.length);
      stack.setAttribute("transform", `translate(${dx.toFixed(1)} ${dy.toFixed(1)})`);
      found.push(stack);
    });
    if (others.length > shown.length) {
      const [x, y] = where(shown.length, shown.length);
      const more = `+${others.length - shown.length}`;
      const at = place.lie === "column" ? [where(1, 3)[0] - small - 9, 0] : [x, y];
      found.push(s("text", { class: "more", x: at[0], y: at[1] }, more));
    }
    const total = Math.max(0, (own?.stake ?? 0) + (change ?? 0));
    if (total > 0 || change) {
      const look = {
        off: own?.off ?? false, on: own?.on ?? false, coupon: own?.bet.coupon ?? 0,
        radius: place.radius, pending: change !== null && change > 0,
        moot: change !== null && change < 0,
      };
      const stack = chipStack(total || (own?.stake ?? 0), look);
      if (place.lie === "close" && shown.length)
        stack.setAttribute("transform", `translate(${(place.radius * 0.68).toFixed(1)} 0)`);
      found.push(stack);
    }
    place.chips.replaceChildren(...found);
    place.element.classList.toggle("busy", found.length > 0);
  }

  /** Its name for those who cannot see it, and whether it may be used. @param {Place} place
   * @param {Lying | null} own @param {Lying[]} there @param {View} view
   * @param {number | null} change */
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
    // A place that only a travelling bet can come to is a button while one of mine is there, and
    // to be looked at while anybody's is.
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
   * What lies in a drawer is told on it. @param {Map<string, Lying[]>} lying
   * @param {number | null} mine
   */
  _drawers(lying, mine) {
    for (const [key, { told }] of this.drawers) {
      let sum = 0;
      for (const place of this.places.values()) {
        if (place.sheet !== key) continue;
        sum += (lying.get(place.name) ?? []).find((each) => each.seat === mine)?.stake ?? 0;
      }
      const words = sum ? `${this.acting ? "bets" : "your bets"} ${dollars(sum)}` : "";
      if (told.textContent !== words) told.textContent = words;
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
    element.style.transform = `translate(${x}px, ${y}px)`;
    for (const each of this.numbers) {
      each.classList.toggle("beside-puck", each.getAttribute("data-number") === String(point));
    }
    element.classList.toggle("on", point !== null);
    word.textContent = point === null ? "OFF" : "ON";
  }

  /**
   * Show what lines bring onto the table, beside bets.
   * @param {import("../../types/protocol.d.ts").Line[]} _lines
   */
  async deal(_lines) {}

  /**
   * Where the puck lies while it is off, if not in its usual place.
   * @param {State} _state @returns {Point | null}
   */
  _puckOff(_state) {
    return null;
  }

  /** The place of a bet, by its name. @param {string} name */
  place(name) {
    return this.places.get(name) ?? null;
  }

  /**
   * Where the chips of a seat lie. @param {Place} place @param {number} _seat
   * @returns {[number, number]}
   */
  at(place, _seat) {
    return [place.x, place.y];
  }

  /** Whether one could see it now. @param {Place} place */
  shown(place) {
    const drawer = this.drawers.get(place.sheet);
    return !drawer || drawer.details.hasAttribute("open");
  }
}

/**
 * Bets by the place they lie at, and what waits for an answer of mine: cents to be added, or taken.
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
