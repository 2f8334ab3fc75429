// What an instrument is to the pages. Its module, which the catalogue names, exports `instrument`:
// an object with some or all of what is here. What a module leaves out is shown in plain words.
// Types only; nothing here is served.

import type { Child } from "../js/lib/dom.js";
import type { CrewContext } from "../js/table/crew/context.js";
import type { Part } from "../js/table/crew/forms.js";
import type { Draw } from "./fair.d.ts";
import type { Corrected, Line, Resting, State, Trial } from "./protocol.d.ts";

/**
 * The pad: `exposed` is what a void trial has used up, as part of a command, `question` asks
 * whether that is right, and `used` says it of the lines that came of it.
 */
export interface Pad {
  focus(): void;
  exposed?(): object;
  question?(): Child[] | null;
  used?(lines: Line[]): string;
}

/** How a trial is entered. */
export interface Entry extends Part { clear(): void; pad: Pad }

/**
 * The crew's side, loaded for the crew only: the pad on which a trial is entered, calls of its own,
 * how the last trial is named before it is taken back, and what else to say when it is.
 */
export interface Crew<Outcome extends Trial = Trial> {
  entry(context: CrewContext, chosen: () => void): Entry;
  calls(context: CrewContext, pad: Pad): Part[];
  lastTrial(noun: string, trial: Outcome | undefined): string;
  takenBack?(body: Corrected): string;
}

export interface Puck { on: boolean; short: string; words: string; drawn(): Element }

/** `Outcome` is a trial as everybody saw it, `Lying` what lies on the table in the course of it. */
export interface Instrument<Outcome extends Trial = Trial, Lying extends object = Outcome> {
  /** Paths of its style sheets. */ styles: string[];
  /** What a player does, in words, for verbs that do not say it themselves. */
  verbs: Record<string, string>;
  /** The event that is a trial. */ event: string;
  /** Events that are called out after the trial they come with. */ after: string[];
  /** Whether one says "they are". */ plural: boolean;
  /** What the seat is called that has it. */ holder: string;
  /** The title of the list of trials. */ results: string;
  /** What a seed is pledged for. */ pledged: string;
  /** Where outcomes come from at a staffed table. */ staffed: string;
  /** What is said once the next trial is under way; "" where no more than that bets are over. */
  inPlay: string;
  /** When a seed is revealed, if not at the end of a hand. */ revealed: string;
  /** The event with which a trial begins that takes several lines; "" where it is one. */
  begins: string;
  /** Its events that are called out between trials. */ calls: string[];
  /** Its events that are something for the crew to do. */ duties: string[];
  /** Its events that the text board leaves out. */ quiet: string[];
  /** Verbs of a player for which there is no button. */ formalities: string[];
  /** A trial in a sentence; "" for none. */ last(trial: Outcome | null, noun: string): string;
  /** What is read out before the call; "" for nothing. */ faces(trial: Outcome): string;
  /** The call of a trial, without what is seen anyway. */ call(line: Line): string;
  /** Put a trial on the stage; `drawn` says whether the felt is drawn, too. */
  show(place: HTMLElement, trial: Outcome, how: { drawn: boolean }): unknown;
  /** A trial drawn small. */ mark(trial: Outcome): Element;
  /** A trial in the list of the last ones. */ item(trial: Outcome): Element;
  /** A trial in a word or two. */ words(trial: Outcome): string;
  /** An outcome as the check of a seed has it. */ outcome(shown: string[]): Child;
  /** What lies on the table, for a replay; null for nothing. */
  drawn(last: Lying | null): Element | null;
  /** A trial as it came to rest, to be judged; null where it cannot be seen. */
  resting(resting: Resting, words: string): Promise<Element | null>;
  /** Where the game stands, for the text board. */ standing(state: State, holder: string): string;
  /** The puck, where there is one: whether it is on, in words, short and in full, and drawn. */
  puck(state: Pick<State, "point" | "alone">): Puck | null;
  /** A sentence of the house as people read it. */ read(text: string): string;
  crew(): Promise<Crew | null>;
  /** How outcomes follow from a seed; null if no page knows. */ draw(): Promise<Draw | null>;
}
