// Verification of drawn outcomes on a page. Types only; nothing here is served.

import type { Bodies, SealedLine, Standing, StoredPledge } from "./protocol.d.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 of a text, by the key of a hand. */
export type Sign = (message: string) => Promise<Bytes>;

/** A pledge and its trials, as far as they are in some lines of a log. */
export interface OpenPledge {
  hash: string;
  /** The players' texts by seat. */ seeds: Map<number, string>;
  /** How many trials were drawn from it before the first of these lines. */ drawn: number;
  trials: SealedLine[];
  /** Its stored form, if it was made before the first of these lines. */
  stored: StoredPledge | null;
  /** The lines before it was made, and the table before those. */
  before: SealedLine[]; standing: Standing;
}

/** How the outcomes of an instrument follow from the key of a hand: docs/fair.md, "The rule". */
export interface Draw {
  /** The event of a trial that is drawn. */ event: string;
  /** What a line of that event says was drawn. */ shown(line: SealedLine): string[];
  /** The correct outcome of each trial of a pledge. */
  made(sign: Sign, pledge: OpenPledge, opened: Bodies["open"]): Promise<string[][]>;
}

export interface CheckedTrial { line: number; got: string[]; made: string[] | null; ok: boolean }

/** The result of a pledge. */
export interface CheckedPledge {
  hash: string; seeds: [number, string][];
  /** Trials drawn from it before the first of these. */ before: number;
  verdict: "followed" | "wrong" | "open" | "withdrawn"; reason: string; seed: string | null;
  key: string | null;
  /** Whether the seed is the one that was committed to; null if none is revealed. */
  fits: boolean | null;
  trials: CheckedTrial[];
}
