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
 * The position of a stack: its middle, its radius, the width for its letters, and the position of
 * its seat number, if there is room for one.
 */
export interface Slot { x: number; y: number; radius: number; wide: number; tag: Point | null }

/** A place on a sheet. */
export interface Cell {
  /**
   * A spot of the catalogue. If it has several wagers, the cell is divided among them, or among
   * those in a range (`take`).
   */
  spot?: string;
  take?: [number, number?];
  /** The name of a moved bet that can lie there but not be made there; for that wager. */
  rest?: string; from?: string;
  x: number; y: number; w: number; h: number;
  /** An L-shaped bar, in place of a rectangle. */
  angle?: Angle;
  /** Words at places of their own, the picture of what is barred, a second line; and the part
   * that is kept for chips. */
  words?: { x: number; y: number; turn?: number; size?: number; width?: number }[];
  bars?: BarPlace[];
  under?: { x: number; y: number; size?: number; width?: number };
  tray?: Rect;
  /** The largest radius of a stack. */
  radius?: number;
  /** It stands in the box of its number and need not repeat it. */
  boxed?: boolean;
  /** Its words are large, above its chips. */
  tall?: boolean;
  kind?: string; pays?: boolean; round?: number; letters?: number; stacked?: boolean;
}

/**
 * The part of a drawing on which an outcome comes to rest, without print or chips; the point from
 * which it is thrown, and the side of the table that it hits. If it is `shaken`, it stays there all
 * the time.
 */
export interface Landing extends Rect {
  from: Point; wall?: number; shaken?: boolean; /** How many land, if not two. */ many?: number;
}

/** A drawing with its own units; `folded` ones are opened on request. */
export interface Sheet {
  key: string; title: string; folded?: boolean; width: number; height: number; cells: Cell[];
  art?: (tall: number) => Node[];
  puck?: { off: Point; on: Record<string, Point>; radius: number };
  landing?: Landing;
}

/**
 * A place for bets of one name: the element to press, its area for chips, its middle, the position
 * of each seat's stack, and the positions before the last change.
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

/** The state to show. */
export interface View {
  state: State;
  /** My seat, or the one that the crew acts for: then `acting`. */
  seat?: number | null; acting?: boolean;
  legal?: Legal | null;
  /** Commands without an answer. */ pending?: Command[];
  /** The next step up of bets, in cents. */ offers?: Map<string, number>;
  /** Whether a tap inspects a spot and a long press bets. */ tapLooks?: boolean;
  chip?: number; lastTrial?: Trial | null; moved?: Line[];
  score?: Score | null;
}

/**
 * How a stack is drawn: position and size; `mine` with a ring, others with the `name` of their seat
 * if it has a position (`tag`); `pending` if the server has not confirmed it; `off` if no roll can
 * decide it now; `on` if it was called on; `moot` if it is being removed; `coupon` with it, in
 * cents; `seat` of its owner.
 */
export interface Look extends Partial<Slot> {
  mine?: boolean; off?: boolean; on?: boolean; pending?: boolean; moot?: boolean;
  name?: string | number; coupon?: number; seat?: number;
}

/** Cells of a row: a spot, or a spot and its share of the width. */
export type Share = string | [spot: string, share: number];

/**
 * How a game is drawn: its sheets, its board, and whether its first sheet grows taller for touch.
 * The catalogue names the module of the game (`felt`); it exports `drawing()`, which returns this
 * or a promise of it.
 */
export interface GameDrawing {
  sheets(catalogue: Catalogue, narrow: boolean): Sheet[] | Promise<Sheet[]>;
  board(catalogue: Catalogue, sheets: Sheet[], narrow: boolean): Board;
  grows?: boolean;
  /** Whether it fits between head and rail in two columns. */ fits?: boolean;
}

/** A felt on a page: drawn, or as a list. */
export interface Felt {
  element: HTMLElement;
  /** From now on draw it no taller than necessary, because something is below it. */
  low?(): void;
  draw(view: View): void;
  /** Show an outcome arriving; resolves when it has come to rest. */
  bring?(trial: Trial, how: { skip: boolean }): Promise<void>;
  /** Show moments without waiting for them. */ celebrate?(moments: Moment[]): void;
  /** Show what lines did, after how `dealt` was dealt; resolves at the end. */
  settle(lines: Line[], results: Results, dealt?: Trial | null): Promise<void>;
}

