// A drawn table, as data and as an element. Types only; nothing here is served.

import type { Board } from "../js/felt/board.js";
import type {
  Bet, Catalogue, Command, Legal, Line, Moment, Results, Score, State, Trial,
} from "./protocol.d.ts";

/** A point of a drawing. */
export type Point = [x: number, y: number];

/**
 * A bar down the left side of a table that turns along its bottom: where it begins, how thick it is
 * going down, where it ends, how high it is going along, and how round its outer corner is.
 */
export interface Angle {
  x: number; y: number; thick: number; right: number; bottom: number; high: number; round: number;
}

/** Where a picture of outcomes is printed. */
export interface BarPlace { x: number; y: number; turn?: number; side?: number }

/** A part of a drawing. */
export interface Rect { x: number; y: number; w: number; h: number }

/**
 * Where a stack lies: its middle, its radius, how wide its letters may be, and where the number of
 * its seat stands, if there is room for it.
 */
export interface Slot { x: number; y: number; radius: number; wide: number; tag: Point | null }

/** A place on a sheet. */
export interface Cell {
  /**
   * A spot of the catalogue. Where it has several wagers the cell is shared out among them, or
   * among those from one to another (`take`).
   */
  spot?: string;
  take?: [number, number?];
  /** The name of a bet that has travelled there and may not be made there; of that wager. */
  rest?: string; from?: string;
  x: number; y: number; w: number; h: number;
  /** A bar that turns a corner, in place of a rectangle. */
  angle?: Angle;
  /** Words at places of their own, the picture of what is barred, a second line; and the part
   * that is kept for chips. */
  words?: { x: number; y: number; turn?: number; size?: number; width?: number }[];
  bars?: BarPlace[];
  under?: { x: number; y: number; size?: number; width?: number };
  tray?: Rect;
  /** The largest radius of a stack. */
  radius?: number;
  /** It stands in the box of its number and need not write it. */
  boxed?: boolean;
  /** Its words are large, over its chips. */
  tall?: boolean;
  kind?: string; pays?: boolean; round?: number; letters?: number; stacked?: boolean;
}

/**
 * The part of a drawing on which an outcome comes to rest and stays, where nothing is printed and
 * no chips lie; the place from which it is thrown, and the side of the table that it meets. What
 * is `shaken` stays there all the time.
 */
export interface Landing extends Rect { from: Point; wall?: number; shaken?: boolean }

/** A drawing with its own measure; `folded` ones open when they are asked for. */
export interface Sheet {
  key: string; title: string; folded?: boolean; width: number; height: number; cells: Cell[];
  art?: (tall: number) => Node[];
  puck?: { off: Point; on: Record<string, Point>; radius: number };
  landing?: Landing;
}

/**
 * A place for bets of one name: the element one presses, the part of it that is kept for chips,
 * its middle, and where the stack of each seat lies that has one there, and lay before chips
 * there changed last.
 */
export interface Place {
  name: string; wager: string; rest: boolean; element: SVGElement; chips: SVGElement; tray: Rect;
  x: number; y: number; radius: number; slots: Map<number, Slot>; was: Map<number, Slot>;
  sheet: string;
  marks: Map<string, Element> | null; drawn: string; said: string;
}

/** A stake of one seat at a place. */
export interface Lying {
  seat: number; name: string; stake: number; off: boolean; on: boolean; bet: Bet;
}

/** What is shown. */
export interface View {
  state: State;
  /** My seat, or the one that the crew acts for: then `acting`. */
  seat?: number | null; acting?: boolean;
  legal?: Legal | null;
  /** Commands without an answer. */ pending?: Command[];
  /** The next step up of bets, in cents. */ offers?: Map<string, number>;
  /** Whether a tap looks at a spot, and a long press bets. */ tapLooks?: boolean;
  chip?: number; lastTrial?: Trial | null; moved?: Line[];
  score?: Score | null;
}

/**
 * How a stack is drawn: where, and how large; `mine` with a ring, others with the `name` of their
 * seat where it has a place (`tag`); `pending` what the house has not confirmed; `off` what no roll
 * can decide now; `on` what was called on; `moot` a stack that is being taken down; `coupon` what
 * lies with it, in cents; `seat` whose it is.
 */
export interface Look extends Partial<Slot> {
  mine?: boolean; off?: boolean; on?: boolean; pending?: boolean; moot?: boolean;
  name?: string | number; coupon?: number; seat?: number;
}

/** Cells of a row: a spot, or a spot and its share of the width. */
export type Share = string | [spot: string, share: number];

/**
 * How a game is drawn: its sheets, the board they lie on, and whether its first sheet grows taller
 * where fingers need the room. The catalogue names the module of the game (`felt`); that exports
 * `drawing()`, which gives this or a promise of it.
 */
export interface GameDrawing {
  sheets(catalogue: Catalogue, narrow: boolean): Sheet[] | Promise<Sheet[]>;
  board(catalogue: Catalogue, sheets: Sheet[], narrow: boolean): Board;
  grows?: boolean;
  /** Whether it fits between head and rail where there is room for two columns. */ fits?: boolean;
}

/** A felt on a page: drawn, or as a list. */
export interface Felt {
  element: HTMLElement;
  /** Draw it no taller than it must be, from now on: something stands under it. */
  low?(): void;
  draw(view: View): void;
  /** Bring an outcome onto it; done when it rests there. */
  bring?(trial: Trial, how: { skip: boolean }): Promise<void>;
  /** Show outcomes that the game sets apart, and go on. */ celebrate?(moments: Moment[]): void;
  /** Show what lines did, and first how `dealt` came to lie there; done when it has been shown. */
  settle(lines: Line[], results: Results, dealt?: Trial | null): Promise<void>;
}

