// What the lab is asked and what it answers, as docs/protocol.md describes it. Amounts are cents.

/** Something wrong with a question: lines and columns from 1; 0: nowhere in particular. */
export interface Fault {
  place: string; at: number; line: number; column: number; what: string; instead: string;
  clauses: string[];
}

export interface LabQuestion {
  strategies: string[]; rules: string; game: string; house: string; bankroll: number;
  rolls: number | null; goal: number | null; method: "auto" | "exact" | "sample";
  sessions: number | null; seed: number | null; ruin: number | null;
  /** Weights: one text for all that is thrown, or one for each. */ faces: string[];
  curve: CurveAsked | null;
}

/** A curve of ruin: what is left out is chosen. */
export interface CurveAsked {
  over: "bankroll" | "rolls"; low: number | null; high: number | null; step: number | null;
}

export interface Check { faults: Fault[]; names: string[] }

export interface Progress { what: string; done: number; of: number; strategy: number }

export interface Job<Answer> {
  job: string; kind: string; state: "waiting" | "running" | "done" | "refused"; before: number;
  seconds: number; progress: Progress | null; faults: Fault[];
  problem: { code: string; detail: string; instead: string } | null; answer: Answer | null;
}

export interface Figure { key: string; words: string; value: string; error: string }

export interface LabResult {
  label: string; name: string; asked: string; computed: string; exact: boolean;
  complete: boolean; machine: string; noun: string; bankroll: number; notes: string[];
  figures: Figure[];
  /** `colour` is the key of an ending's colour in the style sheet. */
  ends: { end: string; words: string; share: number; said: string; colour: string }[];
  /** Of the final bankroll, by bar. */ shares: number[];
  /** Whether there is more below the first bar, and above the last. */ tails: [boolean, boolean];
  /** Trials at which the next two have values. */ at: number[];
  fan: { quantile: number; cents: number[] }[];
  gone: { end: string; words: string; shares: number[]; colour: string }[];
  parts: { wager: string; staked: string; edge: string; percent: string; loss: string }[];
  lost: string;
  data: object;
}

/** What two strategies differ by on the same random numbers, in words and values. */
export interface Pair {
  a: string; b: string; exact: boolean; computed: string; rows: [string, string][]; data: object;
}

/** The bankroll of a strategy for a chance of ruin, and the chances of others; or why not. */
export interface NeededBankroll {
  computed: string; rows: [string, string][]; curve: { bankroll: string; ruin: string }[];
  data?: object;
}

/** The chance of ruin over the bankroll or the rolls; without one, what is wrong there. */
export interface RuinCurve {
  over: "bankroll" | "rolls"; asked: number; computed: string;
  points: { at: number; words: string; ruin: number | null; error: number | null;
    method: "exact" | "sampled" | null; said: string }[];
}

export interface LabAnswer {
  pairs: Pair[]; bankrolls: NeededBankroll[]; curves: RuinCurve[];
  results: LabResult[]; table: string[][]; together: string; stopped: "asked" | "time" | null;
  bars: { begin: number; width: number; count: number };
}

export interface DesignAnswer {
  name: string; about: string; source: string; space: string; pays: string; lines: string[];
  figures: { words: string; value: string; exactly: string }[];
  distribution: { result: string; said: string; exactly: string; of_return: string; share: number;
    net: number }[];
  results: number;
  solved: { line: string; wanted: string; pays: string; said: string; exactly: string } | null;
  alternatives: { pays: string; said: string; exactly: string; deviation: string }[];
  faults: Fault[];
  data: object;
}

export interface LibraryStrategy {
  strategy: string; name: string; game: string; rules: string; about: string; text: string;
}

export interface Library {
  begin: string; /** By rule set and game. */ games: Record<string, string>;
  strategies: LibraryStrategy[];
}

export interface ExampleWager { wager: string; name: string; text: string }

export interface Limits {
  seconds: number; at_once: number; per_hour: number; account_seconds: number; memory: number;
}

export interface KeptUp {
  strategy: string; notes: string[]; rules: string; game: string; house: string; bankroll: number;
}
