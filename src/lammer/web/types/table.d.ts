// The page one plays on: what its parts hand to one another. Types only; nothing here is served.

import type { Felt } from "./felt.d.ts";
import type { Instrument } from "./instrument.d.ts";
import type {
  Answer, Command, EndedBet, Legal, Line, Lying, Missed, Moment, Problem, Results, Score, State,
  Trial,
} from "./protocol.d.ts";

/** Everything anew: whether somebody came back; the lines that were missed, or why none are. */
export interface Greeting {
  again: boolean; lines: Line[]; error: Problem | undefined; missed: Missed | undefined;
  /** Of the last trial. */ results: Results | null;
}

/** What the connection to a table tells of. */
export interface LiveEvents {
  hello: Greeting; lines: Line[]; ended: EndedBet;
  /** State, who I am, or what is without an answer. */ change: null;
  /** Somebody asks for a trial, which waits a moment for staged chips. */ closing: null;
  legal: null; waiting: null; acting: null; status: null;
}

export type LiveStatus = "connecting" | "open" | "lost" | "over";

/** The lawful amount nearest to a wanted one, and why it is another. */
export interface Lawful { amount: number; why: "" | "least" | "step" | "most"; limit: string }

/** So much on a wager. */
export interface Stake { wager: string; amount: number }

/** Words, and the clauses by which it is so. */
export interface Cited { words: string; clauses?: string[] }

type ChangeEvents = "bet" | "reduce" | "remove" | "call";

/** A line that changed a bet. */
export type Change = { [Event in ChangeEvents]: Line<Event> }[ChangeEvents];

/** A command that was refused; whether it waited for a word before. */
export interface RefusedCommand { command: Command; refusal: Problem; again: boolean }

/** What betting tells of. */
export interface BettingEvents {
  /** Chips that are not sent. */ change: null;
  refused: RefusedCommand; note: Cited;
  /** What it waits to be asked for once more has changed. */ asks: null;
  /** A bet was put down for less than was clicked, and takes so much more. */
  offer: { wager: string; more: number };
  /** Bets that changed, and the lines that changed them. */
  done: { wagers: string[]; lines: Change[] };
}

/** Commands to ask for, and what to say of bets that are left out. */
export interface Plan { commands: Command[]; note?: Cited }

/** What is drawn of a table. */
export interface Shown {
  state: State; legal: Legal | null; recent: Trial[]; score: Score | null;
}

/** Lines that were heard, and how things were after them. */
export interface Heard extends Omit<Shown, "legal"> {
  lines: Line[]; lying: Lying | null; results: Results; moments: Moment[];
}

/** The felt, whether it is drawn, and the chips that other parts show. */
export interface Pictures {
  felt: Felt; drawn: boolean; chipPicture: ((cents: number) => Element) | null;
}

/** Something that is drawn anew when things have changed. */
export interface Drawable { draw(shown: Shown): void }

/** What the parts of the page ask of it. */
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
