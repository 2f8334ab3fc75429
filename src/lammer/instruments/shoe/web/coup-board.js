// A layout for coups: the areas with a place for every seat, the two hands, the shoe, the
// commission box and the roads.

import { fill, h, s, styled } from "../../../web/js/lib/dom.js";
import { dollars } from "../../../web/js/lib/money.js";
import { Board } from "../../../web/js/felt/board.js";
import { cardName, drawnCard } from "./cards.js";
import { chipStack } from "../../../web/js/felt/chips.js";
import { still } from "../../../web/js/lib/motion.js";
import { drawRoads, nearRoads } from "./roads-view.js";
import { drawnShoe, mouthOf } from "./drawn-shoe.js";

/** @import { Cell, Look, Lying, Place, Sheet, View } from "../../../web/types/felt.d.ts" */
/** @import { Catalogue, Line, State } from "../../../web/types/protocol.d.ts" */
/** @import { Dealt, ShoeSeen, Side } from "./types.d.ts" */

/**
 * Positions of what is drawn beside the spots.
 * @typedef {{hands: Record<Side, number[]>, card: number,
 *   seats: number[], names: number, radius: number, shoe: number[], roads: number[][]}}
 *   TablePlaces
 */
/** @typedef {Sheet & {table: TablePlaces}} CoupSheet */
/** A seat that is drawn. @typedef {{seat: number, name: string | null, has: boolean,
 *   offered: boolean, mine: boolean}} Column */

/** The least number of seats drawn, and the most that fit. */
const FEWEST = 7;
/** The width of the drawing where there is room. */
const WIDE = 1000;
/** The width of a letter of a name, relative to its height. */
const LETTER = 0.6;
const MOST = 15;

/**
 * Return a band across the table: its name and payout, then a place for every seat.
 * @param {string} spot @param {number} width @param {number} y @param {number} h
 * @param {number} size of the name @param {number} named how wide it is @param {number} under
 *   the size of the payout @returns {Cell}
 */
const band = (spot, width, y, h, size, named, under) => ({
  spot, x: 8, y, w: width - 16, h, kind: `band ${spot}`, pays: true,
  words: [{ x: 10 + named / 2, y: y + h * 0.36, size, width: named - 8 }],
  under: {
    x: 10 + named / 2, y: y + h * 0.36 + size * 0.55 + under * 0.9, width: named - 6, size: under,
  },
  tray: { x: 8 + named, y: y + 2, w: width - 18 - named, h: h - 4 },
});

/** @param {unknown} _ @param {boolean} narrow @returns {CoupSheet[]} */
function sheets(_, narrow) {
  if (narrow) {
    return [
      {
        key: "table", title: "The table", width: 380, height: 456,
        cells: [
          band("tie", 380, 212, 56, 17, 70, 13), band("banker", 380, 272, 72, 17, 70, 13),
          band("player", 380, 348, 72, 17, 70, 13),
        ],
        table: {
          hands: { player: [6, 6, 182, 122], banker: [192, 6, 182, 122] },
          card: 57, seats: [80, 370], names: 437, radius: 14, shoe: [4, 132, 110, 76],
          roads: [[118, 132, 256, 76, 6]],
        },
      },
    ];
  }
  return [
    {
      key: "table", title: "The table", width: WIDE, height: 534,
      cells: [
        band("tie", 1000, 196, 76, 28, 150, 17), band("banker", 1000, 276, 92, 30, 150, 18),
        band("player", 1000, 372, 92, 30, 150, 18),
      ],
      table: {
        hands: { player: [8, 8, 306, 180], banker: [318, 8, 306, 180] },
        card: 96, seats: [162, 986], names: 490, radius: 20, shoe: [628, 8, 130, 180],
        roads: [[762, 8, 230, 88, 6], [762, 100, 230, 88, 6]],
      },
    },
  ];
}

/** The announcement for the number of hands left in the shoe. */
const LEFT = Object.freeze(["Shoe over", "Last hand: one more", "Two more hands"]);

/**
 * Return the state of the shoe in words: cards used, and whether it ends.
 * @param {ShoeSeen} [shoe]
 */
const shoeWords = (shoe) =>
  (shoe ? [`${shoe.out} cards out`, LEFT[shoe.coups_left ?? -1]].filter(Boolean) : []);

class CoupBoard extends Board {
  /** @param {Catalogue} catalogue @param {Sheet[]} sheets @param {boolean} small */
  constructor(catalogue, sheets, small) {
    super(catalogue, sheets, small);
    this.narrow = sheets[0].width < WIDE;
    this.table = /** @type {CoupSheet} */ (sheets[0]).table;
    const svg = this.parts[0];
    this.hands = s("g", { class: "hands" });
    this.seats = s("g", { class: "seats", "aria-hidden": "true" });
    // The drawer has all of them.
    this.near = s("g", { class: "near-roads", "aria-hidden": "true" });
    svg.prepend(this.hands, this.near);
    svg.querySelector(".chips")?.before(this.seats);
    this.box = h("div", { class: "commission" });
    this.roads = h("div", { class: "roads-box" });
    this.folded = h("details", { class: "drawer", open: !small },
      h("summary", null, "The five roads"), this.roads);
    this.parts.push(this.box, this.folded);
    /** @type {number[]} */ this.columns = [];
    /** @type {number | null} */ this._mine = null;
    /** @type {State | null} */ this.state = null;
    /** @type {Record<string, string>} */ this.drawnFor = {};
    this.dealing = false;
  }

  /**
   * Do something only if its inputs have changed.
   * @param {string} what @param {unknown} on
   * @param {() => void} work
   */
  _once(what, on, work) {
    const key = JSON.stringify(on);
    if (this.drawnFor[what] === key) return;
    this.drawnFor[what] = key;
    work();
  }

  /** @param {View} view */
  draw(view) {
    const taken = Object.keys(view.state.seats)
      .map(Number)
      .sort((a, b) => a - b);
    const columns = columnsFor(taken, view.seat ?? null);
    if (String(columns) !== String(this.columns))
      for (const place of this.places.values()) place.drawn = "";
    this.columns = columns;
    this._mine = view.seat ?? null;
    this.state = view.state;
    super.draw(view);
    const { state, score } = view;
    /** @type {Column[]} */
    const seats = columns.map((seat) => ({
      seat, name: state.seats[seat]?.name ?? null, has: state.shooter === seat,
      offered: state.offered === seat, mine: seat === view.seat,
    }));
    this._once("seats", [seats, view.acting], () => this._seats(seats, Boolean(view.acting)));
    this.folded.hidden = !score?.roads;
    if (score) {
      this._once("roads", score, () => {
        fill(this.roads, drawRoads(score, this.narrow));
        fill(this.near, nearRoads(score, this.table.roads));
      });
    }
    if (!this.dealing) this._showHands(view.lastTrial ?? null);
    const owed = Object.entries(state.seats).flatMap(([number, { name, owed: cents }]) =>
      (cents ? { number, name, cents } : []));
    this._once("box", [owed, state.shooter, state.offered], () => this._box(owed, state));
  }

  /** @param {Dealt | null} coup */
  _showHands(coup) {
    const { shoe, shooter } = this.state ?? {};
    this._once("hands", [coup, shoe, shooter], () => this._hands(coup, shoe));
  }

  /**
   * Draw the chips at their seat's place.
   * @param {Place} place @param {Lying | null} own
   * @param {Lying[]} others @param {number | null} change
   */
  _chips(place, own, others, change) {
    // Only the table itself has a place for each seat.
    if (place.sheet !== this.sheets[0].key) return super._chips(place, own, others, change);
    const mine = own?.seat ?? this._mine;
    const radius = this._radius();
    const key = JSON.stringify([
      own && [own.stake],
      change,
      mine,
      others.map((each) => [each.seat, each.name, each.stake]),
    ]);
    if (key === place.drawn) return;
    place.drawn = key;
    const found = others.map((each) =>
      this._at(each.stake, { mine: false, radius: radius * 0.9 }, each.seat, place));
    const total = (own?.stake ?? 0) + (change ?? 0);
    if (total > 0 || change) {
      const look = { radius, pending: (change ?? 0) > 0, moot: (change ?? 0) < 0 };
      found.push(this._at(total || own?.stake || 0, look, mine, place));
    }
    fill(place.chips, found);
  }

  /**
   * Draw a stack at the place of a seat.
   * @param {number} cents @param {Look} look
   * @param {number | null} seat @param {Place} place
   */
  _at(cents, look, seat, place) {
    if (seat === null || !this.columns.includes(seat)) return null;
    const [x, y] = this.at(place, seat);
    return chipStack(cents, { ...look, x, y, wide: (look.radius ?? 0) * 2 });
  }

  /**
   * Return where the chips of a seat lie.
   * @param {Place} place @param {number} seat
   * @returns {[number, number]}
   */
  at(place, seat) {
    if (place.sheet !== this.sheets[0].key) return super.at(place, seat);
    const column = this.columns.indexOf(seat);
    return [column < 0 ? place.x : this._x(column), place.y + 2];
  }

  /** Return the size of chips, small enough for adjacent seats. */
  _radius() {
    const [left, right] = this.table.seats;
    return Math.min(this.table.radius, ((right - left) / this.columns.length) * 0.44);
  }

  /** Return the middle of a column. @param {number} at */
  _x(at) {
    const [left, right] = this.table.seats;
    return left + ((right - left) / this.columns.length) * (at + 0.5);
  }

  /** @param {Column[]} seats @param {boolean} acting whether "mine" is somebody else's */
  _seats(seats, acting) {
    const step = (this.table.seats[1] - this.table.seats[0]) / seats.length;
    const size = this.narrow ? 11.5 : 17;
    const cells = this.sheets[0].cells;
    const found = seats.flatMap(({ seat, name, has, offered, mine }, at) => {
      const x = this._x(at);
      const circles = cells.map((cell) =>
        s("circle", {
          class: `seat-place${mine ? " mine" : ""}`,
          cx: x,
          cy: cell.y + cell.h / 2 + 2,
          r: this._radius() * 1.1,
        }),
      );
      const word = has ? "SHOE" : offered ? "shoe?" : "";
      const own = mine && !acting;
      const most = Math.max(3, Math.floor(step / (size * LETTER)));
      const short = name && name.length > most
        ? this.narrow ? name.slice(0, most) : `${name.slice(0, most - 1)}…` : name;
      const label = name ? (own ? "You" : short) : "";
      return [
        ...circles,
        s(
          "text",
          {
            class: `seat-number${mine ? " mine" : ""}`,
            x,
            y: this.table.names - size * 0.6,
            "font-size": size + 2,
          },
          seat,
        ),
        s(
          "text",
          { class: "seat-name", x, y: this.table.names + size * 0.6, "font-size": size },
          label,
        ),
        word && s("text", {
          class: "seat-shoe", x, y: this.table.names + size * 1.75, "font-size": size * 0.9,
        }, word),
      ];
    });
    fill(this.seats, found);
  }

  /** @param {Dealt | null} coup @param {ShoeSeen} [seen] */
  _hands(coup, seen) {
    const { hands, card, shoe } = this.table;
    /** @type {Side[]} */ const sides = ["player", "banker"];
    const found = sides.map((side) => {
      const [x, y, w, high] = hands[side];
      const cards = coup?.cards?.[side] ?? [];
      const count = coup?.[side];
      const won = coup?.winner === side;
      const name = this.catalogue.wagers[side]?.label ?? side;
      const held = cards.length ? cards.map(cardName).join(", ") : "no cards shown";
      const countWords = count === undefined ? "" : `; count ${count}`;
      const label = `${name}: ${held}${countWords}${won ? "; wins" : ""}`;
      const [thin, top] = [card * 0.7 + 4, y + high / 2 + 13];
      const left = x + (this.narrow ? 5 : 14) + card * 0.35;
      // The third card lies sideways; the count is to the right of the cards.
      const middle = (/** @type {number} */ at) => left + thin * at + (at === 2 ? card * 0.16 : 0);
      const counted = x + w - (this.narrow ? 17 : 32);
      return s(
        "g",
        { class: `hand ${side}${won ? " won" : ""}`, role: "img", "aria-label": label },
        s("rect", { class: "frame", x, y, width: w, height: high, rx: 8 }),
        s("text", { class: "hand-name", x: x + 14, y: y + 22 }, name),
        won && s("text", { class: "hand-won", x: x + w - 12, y: y + 22 }, "wins"),
        cards.map((each, at) => drawnCard(each, middle(at), top, card, at === 2)),
        count !== undefined && s("text", { class: "hand-count", x: counted, y: top }, count),
      );
    });
    found.push(drawnShoe(shoe, shoeWords(seen), seen?.out ?? 0, this._cards()));
    fill(this.hands, found);
  }

  /** The seats are shown below their places. */
  _seating() {}

  /** Return the number of cards in the shoe. */
  _cards() {
    const { shoe } = this.catalogue.procedure;
    return shoe ? shoe.ranks.length * shoe.suits.length * shoe.decks : 0;
  }

  /**
   * @param {{number: string, name: string, cents: number}[]} owed @param {State} state
   */
  _box(owed, state) {
    const holder = state.shooter;
    const named = (/** @type {number} */ seat) =>
      `seat ${seat}, ${state.seats[seat]?.name ?? "nobody"}`;
    const curator =
      holder === "dealer" || !this.catalogue.procedure.order // Nobody else may have it.
        ? "The dealer deals."
        : holder
          ? `Curator: ${named(holder)}.`
          : state.offered
            ? `The shoe is offered to ${named(state.offered)}.`
            : "Nobody has the shoe.";
    const lines = owed.map(({ number, name, cents }) =>
      h("li", null, `Seat ${number}, ${name}: `, h("strong", null, dollars(cents))),
    );
    this.box.replaceChildren(
      h("p", { class: "curator" }, curator),
      h("p", { class: "commission-title" }, "Commission box"),
      lines.length ? h("ul", null, lines) : h("p", { class: "none" }, "no vigorish owed"),
    );
  }

  /** Deal these cards, one after the other. @param {Dealt} dealt */
  async deal(dealt) {
    if (!dealt.cards) return;
    this._showHands({ cards: dealt.cards }); // The counts are shown when the cards are in place.
    if (still() || document.hidden) return;
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const found = this.hands.querySelectorAll(".card-face");
    const faces = [...found];
    // Player's and Banker's cards alternately, as they are dealt.
    const order = faces.map(
      (face) =>
        (face.closest(".player") ? 0 : 1) +
        2 * [...(face.parentNode?.querySelectorAll(".card-face") ?? [])].indexOf(face),
    );
    const mouth = mouthOf(this.table.shoe);
    const shown = faces.map((face, at) => comesOut(face, mouth, order[at] * NEXT_CARD));
    this.dealing = true; // Until then the cards are not redrawn.
    await Promise.all(shown);
    this.dealing = false;
  }
}

/** Milliseconds for a card to move, and until the next one follows. */
const CARD = 460;
const NEXT_CARD = 260;

/**
 * Slide a card out of the shoe face down, and turn it over in its place.
 * @param {SVGGraphicsElement} face @param {import("../../../web/types/felt.d.ts").Point} mouth
 * @param {number} delay
 */
async function comesOut(face, [fromX, fromY], delay) {
  const { e: x, f: y } = face.transform.baseVal.getItem(0).matrix;
  const turn = face.transform.baseVal.numberOfItems > 1 ? 90 : 0; // The third card lies sideways.
  const back = /** @type {SVGElement} */ (face.querySelector("rect")?.cloneNode());
  back.setAttribute("class", "card-back");
  face.append(back);
  const how = { duration: CARD, delay, fill: /** @type {const} */ ("backwards") };
  const frame = (/** @type {number} */ offset, /** @type {number} */ wide) =>
    ({ offset, opacity: 1,
      transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${wide}, 1)` });
  const out = `translate(${fromX}px, ${fromY}px) rotate(${turn - 14}deg) scale(0.6, 0.6)`;
  back.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0, offset: 0.8 },
    { opacity: 0 }], how);
  const flight = face.animate([
    { offset: 0, opacity: 0, transform: out }, { offset: 0.06, opacity: 1, transform: out },
    frame(0.6, 1), frame(0.8, 0.05), frame(1, 1),
  ], { ...how, easing: "ease-out" });
  await flight.finished.catch(() => {});
  back.remove();
}

/**
 * Return the seats that have a column: those taken, mine included, and free ones up to a few.
 * @param {number[]} taken @param {number | null} mine
 */
function columnsFor(taken, mine) {
  const found = new Set(mine === null ? [] : [mine]);
  for (const seat of taken) if (found.size < MOST) found.add(seat);
  for (let seat = 1; found.size < FEWEST; seat += 1) found.add(seat);
  return [...found].sort((a, b) => a - b);
}

/** @returns {Promise<import("../../../web/types/felt.d.ts").GameDrawing>} */
export async function drawing() {
  await styled(new URL("./coup-board.css", import.meta.url).pathname);
  return {
    sheets, board: (catalogue, found, small) => new CoupBoard(catalogue, found, small),
  };
}
