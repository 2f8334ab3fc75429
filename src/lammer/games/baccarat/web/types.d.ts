// What baccarat adds to the shapes that the pages share. Types only; nothing here is served.

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
  interface Score { roads?: Roads }
}
