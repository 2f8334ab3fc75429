// What a wheel adds to the shapes that the pages share. Types only; nothing here is served.

/** A spin, as everybody saw it: the pocket, or the stop and its place on the rim, from 1. */
export interface SpinTrial { pocket?: string; stop?: string; place?: number }

/** What a wheel looks like: its names clockwise, and the colour of each. */
export interface WheelDrawn { key: "pocket" | "stop"; rim: string[]; colours: string[] }

/** How names are painted: what is written there, and in little room, and the colour. */
export type Painted = Record<string, { label: string; short: string; colour: string }>;

declare module "../../../web/types/protocol.d.ts" {
  interface Bodies { spin: SpinTrial }
  interface Corrected { pocket?: string; stop?: string; place?: number }
  interface Score { /** Where it came to rest, the latest first. */ recent?: string[] }
  interface State { /** Whether the wheel turns. */ spun?: boolean }
  interface InstrumentSeen { painted?: Painted }
  interface Procedure { wheel: WheelDrawn | null }
}
