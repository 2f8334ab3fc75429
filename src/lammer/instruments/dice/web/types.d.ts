// What dice add to the shapes that the pages share. Types only; nothing here is served.

import type { Authority } from "../../../web/types/protocol.d.ts";

export type Dice = [number, number];

/** A roll or a shake, as everybody saw it. */
export interface DiceTrial { dice: number[]; total?: number; point?: number | null }

declare module "../../../web/types/protocol.d.ts" {
  interface Bodies { roll: DiceTrial; shake: DiceTrial }
  interface Corrected { dice?: number[] }
  interface Resting { dice?: number[]; lying?: import("./resting.js").Lying }
  interface State { /** The shooter rolls only for the come bets. */ alone?: true }
  interface Wager {
    /** The faces that are there whenever it wins. */ dice?: number[];
    /** Of a bet on the next roll with several payouts, the totals that each is for. */
    totals?: [odds: string, totals: number[]][];
    /** Pairs of faces that neither win nor lose it when it is new. */ barred?: Dice[];
  }
  interface Procedure {
    disputes: Authority | null;
    /** The clauses about a die that leans on something. */ leaned: string[] | null;
  }
}
