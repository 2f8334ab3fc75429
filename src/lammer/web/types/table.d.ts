// The page one plays on: what its parts hand to one another. Types only; nothing here is served.

import type { Felt } from "./felt.d.ts";
import type { Instrument } from "./instrument.d.ts";
import type {
  Answer, Command, EndedBet, Legal, Line, Lying, Missed, Moment, Problem, Results, Score, State,
  Trial,
} from "./protocol.d.ts";

/** A hello: whether the client returned; the lines it missed, or why there are none. */
export interface Greeting {
  again: boolean; lines: Line[]; error: Problem | undefined; missed: Missed | undefined;
  /** Of the last trial. */ results: Results | null;
}

/** Events of the connection to a table. */
export interface LiveEvents {
  hello: Greeting; lines: Line[]; ended: EndedBet;
  /** State, identity, or pending commands have changed. */ change: null;
  /** Another player asks for a trial, which waits a moment for staged chips. */ closing: null;
  legal: null; waiting: null; acting: null; status: null;
}

export type LiveStatus = "connecting" | "open" | "lost" | "over";

/** The lawful amount nearest to a wanted one, and why it differs. */
export interface Lawful { amount: number; why: "" | "least" | "step" | "most"; limit: string }

/** An amount on a wager. */
export interface Stake { wager: string; amount: number }

/** A text, and its clauses. */
export interface Cited { words: string; clauses?: string[] }

type ChangeEvents = "bet" | "reduce" | "remove" | "call";

/** A line that changed a bet. */
export type Change = { [Event in ChangeEvents]: Line<Event> }[ChangeEvents];

/** A command that was refused; whether it had waited for confirmation. */
export interface RefusedCommand { command: Command; refusal: Problem; again: boolean }

/** Events of betting. */
export interface BettingEvents {
  /** Unsent chips have changed. */ change: null;
  refused: RefusedCommand; note: Cited;
  /** What waits for a second press has changed. */ asks: null;
  /** A bet was made for less than was clicked, and can be raised by this much. */
  offer: { wager: string; more: number };
  /** Bets that changed, and the lines that changed them. */
  done: { wagers: string[]; lines: Change[] };
}

/** Commands to send, and a note about bets that are left out. */
export interface Plan { commands: Command[]; note?: Cited }

/** What is drawn of a table. */
export interface Shown {
  state: State; legal: Legal | null; recent: Trial[]; score: Score | null;
}

/** Lines received, and the state after them. */
export interface Heard extends Omit<Shown, "legal"> {
  lines: Line[]; lying: Lying | null; results: Results; moments: Moment[];
}

/** The felt, whether it is drawn, and the chips that other parts show. */
export interface Pictures {
  felt: Felt; drawn: boolean; chipPicture: ((cents: number) => Element) | null;
}

/** Something that is redrawn when the state has changed. */
export interface Drawable { draw(shown: Shown): void }

/** Functions of the page that its parts use. */
export interface Deeds {
  instrument: Instrument;
  sit(): Promise<Answer | null>;
  leave(): Promise<Answer | null>;
  /** Open the dialog about chips. */ purse(): unknown;
  buyIn(cents: number): Promise<Answer>;
  /** Null: the whole rail. */ cashOut(cents: number | null): Promise<Answer>;
  refused(what: string, why: Problem): void;
  changed(): void;
  look(wager: string): void;
  announce(text: string): void;
  chipPicture: Pictures["chipPicture"];
  isCrew(): boolean;
  isRolling(): boolean;
  /** The instrument is offered to me, or mine. */ myTurn(): void;
}
