// The interface of an instrument's module to the pages. The module, which the catalogue names,
// exports `instrument`, an object with some or all of these properties, or `instrumentFor`, which
// makes one from what the catalogue says of the instrument. Defaults show everything in plain
// words. Types only; nothing here is served.

import type { Child } from "../js/lib/dom.js";
import type { CrewContext } from "../js/table/crew/context.js";
import type { Part } from "../js/table/crew/forms.js";
import type { Draw } from "./fair.d.ts";
import type { Corrected, Line, Resting, State, Trial } from "./protocol.d.ts";

/**
 * The pad: `exposed` is what a void trial has used up, as part of a command, `question` asks
 * whether that is right, and `used` reads it from the lines that resulted.
 */
export interface Pad {
  focus(): void;
  exposed?(): object;
  question?(): Child[] | null;
  used?(lines: Line[]): string;
}

/** How a trial is entered; `begins` is what comes before the betting is closed. */
export interface Entry extends Part { begins?: Element; clear(): void; pad: Pad }

/**
 * The crew's side, loaded for the crew only: the pad on which a trial is entered, calls of its own,
 * the name of the last trial before it is taken back, and remarks when it is.
 */
export interface Crew<Outcome extends Trial = Trial> {
  entry(context: CrewContext, chosen: () => void): Entry;
  calls(context: CrewContext, pad: Pad): Part[];
  lastTrial(noun: string, trial: Outcome | undefined): string;
  takenBack?(body: Corrected): string;
}

export interface Puck { on: boolean; short: string; words: string; drawn(): Element }

/** `Outcome` is a public trial, `Lying` what lies on the table during it. */
export interface Instrument<Outcome extends Trial = Trial, Lying extends object = Outcome> {
  /** Paths of its style sheets. */ styles: string[];
  /** Labels for verbs of a player that are not self-explanatory. */
  verbs: Record<string, string>;
  /** The event that is a trial. */ event: string;
  /** Events announced after the trial they come with. */ after: string[];
  /** Whether it is referred to as "they". */ plural: boolean;
  /** The name for the seat that has it. */ holder: string;
  /** The title of the list of trials. */ results: string;
  /** What a seed is pledged for. */ pledged: string;
  /** Where outcomes come from at a staffed table. */ staffed: string;
  /** Announced once the next trial is in progress; "" if only that bets are closed. */
  inPlay: string;
  /** When a seed is revealed, if not at the end of a hand. */ revealed: string;
  /** The event that begins a trial of several lines; "" if a trial is one line. */
  begins: string;
  /** Its events that are announced between trials. */ calls: string[];
  /** Its events that are tasks for the crew. */ duties: string[];
  /** Its events that the text board omits. */ quiet: string[];
  /** Verbs of a player for which there is no button. */ formalities: string[];
  /** A trial in a sentence; "" for none. */ last(trial: Outcome | null, noun: string): string;
  /** What is read out before the call; "" for nothing. */ faces(trial: Outcome): string;
  /** The call of a trial, without what is visible anyway. */ call(line: Line): string;
  /** Show a trial on the stage; `drawn`: the felt is drawn, too. */
  show(place: HTMLElement, trial: Outcome, how: { drawn: boolean }): unknown;
  /** A small drawing of a trial. */ mark(trial: Outcome): Element;
  /** A trial in the list of past ones. */ item(trial: Outcome): Element;
  /** A trial in a word or two. */ words(trial: Outcome): string;
  /** An outcome in the verification of a seed. */ outcome(shown: string[]): Child;
  /** What lies on the table, for a replay; null for nothing. */
  drawn(last: Lying | null): Element | null;
  /** The outcome of a trial, to be judged; null if it cannot be shown. */
  resting(resting: Resting, words: string): Promise<Element | null>;
  /** The stage of the game, for the text board. */ standing(state: State, holder: string): string;
  /** The puck, if there is one: whether it is on, in words (short and long), and drawn. */
  puck(state: Pick<State, "point" | "alone">): Puck | null;
  /** A sentence of the server, adapted for readers. */ read(text: string): string;
  crew(): Promise<Crew | null>;
  /** How outcomes follow from a seed; null if no page can compute it. */
  draw(): Promise<Draw | null>;
}
