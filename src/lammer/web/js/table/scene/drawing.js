// Draws the state: the felt and everything around it. While a trial is animated, the drawn state is
// older than the live one.

import { styled } from "../../lib/dom.js";
import { settings } from "../shared/settings.js";

/** @import { Catalogue, Line, Seat, Trial } from "../../../types/protocol.d.ts" */
/** @import { Pictures, Shown } from "../../../types/table.d.ts" */

const LOOK_AROUND = 20000;
const TICK = 250;

/**
 * Return the drawn felt, or its substitute, and the pictures that other parts show.
 * @param {Catalogue} catalogue @param {boolean} spare with as little data as may be
 * @returns {Promise<Pictures>}
 */
export async function drawn(catalogue, spare) {
  const plain = async () => {
    const [{ makeFelt }] = await Promise.all([import("./plain-felt.js"), styled("panels")]);
    return { felt: makeFelt(catalogue), drawn: false };
  };
  if (spare) return { ...(await plain()), chipPicture: null };
  const full = async () => {
    const { makeFelt } = await import("../../felt/index.js");
    return { felt: await makeFelt(catalogue), drawn: true };
  };
  const [found, chips] = await Promise.all([
    full().catch(plain), import("../../felt/chips.js").catch(() => null),
  ]);
  return { ...found, chipPicture: chips?.chipPicture ?? null };
}

export class Drawing {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    const { state, legal, recent, score } = page.live;
    /** The state that is drawn. @type {Shown} */
    this.shown = { state, legal, recent, score };
    this.rolling = false;
    /** @type {Trial | null} */ this.lastTrial = null;
    /** The lines that were shown last. @type {Line[]} */ this.moved = [];
  }

  /** Start the clock and the count of spectators, which change by themselves. */
  start() {
    setInterval(() => this.tick(), TICK);
    setInterval(() => this.lookAround(), LOOK_AROUND);
  }

  /** Draw this state from now on. @param {Omit<Shown, "legal">} now */
  show({ state, recent, score }) {
    this.shown = { ...this.shown, state, recent, score };
    this.know(state.seats);
  }

  /** Draw the live state. */
  catchUp() {
    this.show(this.page.live);
  }

  draw() {
    const { page } = this;
    const { live } = page;
    if (!live.snapshot) return;
    if (!this.rolling) {
      this.shown.legal = page.betting.legal;
      if (!page.feed.queue.length) this.catchUp();
      this.know(live.state.seats);
      const parts = [page.head, page.rail, page.bets, page.results, page.info, page.board];
      for (const part of [...parts, ...Object.values(page.panels)]) part.draw(this.shown);
    }
    this.drawFelt();
  }

  /** Remember who sits where, also after they have left. @param {Record<string, Seat>} seats */
  know(seats) {
    for (const [number, seat] of Object.entries(seats)) this.page.seen[number] = seat.name;
  }

  drawFelt() {
    const { betting, felt, live } = this.page;
    if (!live.snapshot) return;
    const { state, legal, score } = this.shown;
    felt.draw({
      state, legal, score, seat: betting.seat, pending: betting.pending, chip: settings.chip,
      offers: betting.offers, tapLooks: settings.tapLooks,
      lastTrial: this.lastTrial, moved: this.moved,
      acting: live.acting,
    });
  }

  /** Update the clock: if nobody acts, the house moves when it reaches zero. */
  tick() {
    const { live, head } = this.page;
    const { clock = null, stopped } = live.snapshot ?? {};
    const goes = live.status === "open" && !stopped && live.legal?.goes_on;
    const left = (live.goesOnAt - performance.now()) / 1000;
    head.tickClock(clock && goes ? Math.max(0, left) : null, clock ?? 1);
  }

  /** Update the number of spectators from time to time. */
  async lookAround() {
    const { live } = this.page;
    if (document.hidden || live.status !== "open") return;
    const found = await live.ask("snapshot");
    if (!found?.ok || !live.snapshot) return;
    live.snapshot.watching = found.snapshot.watching;
    live.snapshot.seated = found.snapshot.seated;
    this.draw();
  }
}
