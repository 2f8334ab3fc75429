// What a shoe adds to the shapes that the pages share. Types only; nothing here is served.

import type { ReasonedAuthority } from "../../../web/types/protocol.d.ts";

export type Side = "player" | "banker";

/** A coup, as everybody saw it: the counts, and who won. */
export interface CoupTrial { player: number; banker: number; winner: Side | "tie" }

/** The cards of a coup so far, by hand; and the counts, once they are told. */
export interface Dealt extends Partial<CoupTrial> { cards?: Record<Side, string[]> }

/** Cards and how often each is there, in turn. */
export type CountList = (string | number)[];

/** What is seen of the shoe. */
export interface ShoeSeen { out: number; coups_left: number | null; way: number }

/** The cards there are, and the most of a coup. */
export interface ShoeCards { ranks: string; suits: string; decks: number; most: number }

/** The ways to pay winners, and the notice of a change. */
export interface Payment {
  ways: { key: number; charges: string; clauses: string[] }[]; minutes: number; clauses: string[];
}

export type Bead = [column: number, row: number, mark: "player" | "banker" | "tie"];

/** A decision on the big road, with the ties that followed. */
export type Decision = [column: number, row: number, mark: "player" | "banker", ties: number];

/** A mark of a derived road. */
export type Mark = [column: number, row: number, mark: "red" | "blue"];

/** The five roads of a shoe; columns and rows count from 1. */
export interface Roads {
  bead_plate: Bead[]; big_road: Decision[]; leading_ties: number; big_eye_boy: Mark[];
  small_road: Mark[]; cockroach_pig: Mark[];
}

declare module "../../../web/types/protocol.d.ts" {
  interface Bodies {
    deal: { cards: string[]; player: string[]; banker: string[] };
    draw: { hand: Side; card: string; count: number };
    result: CoupTrial;
    "no-deal": { cards?: string[] };
    recut: { seat?: Holder };
    procedure: { procedure: number };
  }
  interface Corrected { cards?: string[]; cut_card?: true }
  interface Score { roads?: Roads }
  interface State { shoe?: ShoeSeen }
  interface StoredKit { Cards?: { out: CountList } }
  interface StoredPledge { /** The cards that were out when it was made. */ out?: CountList }
  interface Procedure {
    shoe: ShoeCards | null; recut: ReasonedAuthority | null; payment: Payment | null;
  }
}
