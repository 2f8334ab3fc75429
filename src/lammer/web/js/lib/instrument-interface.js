// What an instrument is to the pages. Its module, which the catalogue names, exports `instrument`:
// an object with some or all of what is here. What a module leaves out is shown in plain words.
// Types only: no page loads this.

/** @typedef {import("./calls.js").Line} Line */
/** The body of a trial's line, or what the lobby has of it. @typedef {any} Trial */

/**
 * Counts that go on from trial to trial and are taken back with one: how they begin with the lines
 * that are known, what a line does to them, what ends with the next trial, and what that adds.
 * @typedef {{begin: (lines: Line[], seq: number) => any,
 *   line: (tally: any, line: Line, tried: boolean) => any, next: (tally: any) => any,
 *   trial: (tally: any, trial: Trial) => any}} Tally
 */

/**
 * The crew's side, loaded for the crew only: the pad on which a trial is entered, calls of its own,
 * how the last trial is named before it is taken back, and what else to say when it is.
 * @typedef {{entry: (desk: any, chosen: () => void) => {element: HTMLElement, update: () => void,
 *     clear: () => void, pad: Pad},
 *   calls: (desk: any, pad: Pad) => {element: HTMLElement, update: () => void}[],
 *   lastTrial: (noun: string, trial: Trial | undefined) => string,
 *   takenBack: (body: any) => {what: string, more: string}}} Crew
 */

/**
 * The pad: `exposed` is what a void trial has used up, as part of a command, `question` asks
 * whether that is right, and `used` says it of the lines that came of it.
 * @typedef {{focus: () => void, exposed?: () => any, question?: () => any[] | null,
 *   used?: (lines: Line[]) => string, [more: string]: any}} Pad
 */

/**
 * @typedef {object} Instrument
 * @property {string} event the event that is a trial
 * @property {string[]} after events that are called out after the trial they come with
 * @property {boolean} plural whether one says "they are"
 * @property {string} holder what the seat is called that has it
 * @property {string} results the title of the list of trials
 * @property {string} pledged what a seed is pledged for
 * @property {string} staffed where outcomes come from at a staffed table
 * @property {string} inPlay what is said once the next trial is under way; "" where no more than
 *   that bets are over
 * @property {string} revealed when a seed is revealed, if not at the end of a hand
 * @property {boolean} lingers whether bets that win can stay up
 * @property {boolean} whole whether everything since its last shuffle is shown with the felt
 * @property {(trial: Trial, noun: string) => string} last a trial in a sentence; "" for none
 * @property {(trial: Trial) => string} faces what is read out before the call; "" for nothing
 * @property {(line: Line) => string} call the call of a trial, without what is seen anyway
 * @property {(place: HTMLElement, trial: Trial, how: {skip: boolean, drawn: boolean}) => any} show
 *   put a trial on the stage; `drawn` says whether the felt is drawn, too
 * @property {(trial: Trial) => any} mark a trial drawn small
 * @property {(trial: Trial) => HTMLElement} item a trial in the list of the last ones
 * @property {(trial: Trial) => string} words a trial in a word or two
 * @property {(shown: string[]) => any} outcome an outcome as the check of a seed has it
 * @property {(last: Trial, event: string, body: any) => Trial} lying what lies on the table after
 *   an event, from what lay there before
 * @property {(last: Trial) => any} drawn that, for a replay; null for nothing
 * @property {Tally | null} tally
 * @property {(tally: any) => string} counted a tally in a sentence; "" for nothing
 * @property {(tally: any) => any} view what of a tally the felt draws
 * @property {(state: any, holder: string) => string} standing where the game stands, for the text
 *   board
 * @property {() => Promise<Crew | null>} crew
 */

export {};
