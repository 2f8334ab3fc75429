// How things stand, drawn: the felt and everything around it. While a trial is shown, that is
// behind the live state.

import { styled } from "../../lib/dom.js";
import { settings } from "../shared/settings.js";

const LOOK_AROUND = 20000;
const TICK = 250;

/**
 * The drawn felt, or what stands in for it; and the pictures that other parts show.
 * @param {any} catalogue @param {boolean} spare with as little data as may be
 * @returns {Promise<{felt: any, drawn: boolean, chips: Record<string, any>}>}
 */
export async function drawn(catalogue, spare) {
  const plain = async () => {
    const [{ makeFelt }] = await Promise.all([import("./plain-felt.js"), styled("beside")]);
    return { felt: makeFelt(catalogue), drawn: false };
  };
  if (spare) return { ...(await plain()), chips: {} };
  const full = async () => {
    const { makeFelt } = await import("../../felt/index.js");
    return { felt: await makeFelt(catalogue), drawn: true };
  };
  const [found, chips] = await Promise.all([
    full().catch(plain), import("../../felt/chips.js").catch(() => ({})),
  ]);
  return { ...found, chips };
}

export class Drawing {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** What is drawn. @type {{state: any, legal: any}} */
    this.shown = { state: page.live.state, legal: null };
    this.rolling = false;
    /** @type {any} */ this.lastTrial = null;
    /** The lines that were shown last. @type {any[]} */ this.moved = [];
  }

  /** The clock and the spectators change by themselves. */
  start() {
    setInterval(() => this.tick(), TICK);
    setInterval(() => this.lookAround(), LOOK_AROUND);
  }

  draw() {
    const { page } = this;
    const { live } = page;
    if (!live.snapshot) return;
    if (!this.rolling) {
      this.shown.legal = page.betting.legal;
      if (!page.feed.queue.length) this.shown.state = live.state;
      this.know(this.shown.state.seats);
      this.know(live.state.seats);
      const { state } = this.shown;
      const parts = [page.head, page.rail, page.bets, page.info, page.board];
      for (const part of [...parts, ...Object.values(page.panels)]) part.draw(state);
    }
    this.drawFelt();
  }

  /** Keep who sits where, also when they are gone. @param {Record<string, any>} seats */
  know(seats) {
    for (const [number, seat] of Object.entries(seats)) this.page.seen[number] = seat.name;
  }

  drawFelt() {
    const { betting, felt, instrument, live, past } = this.page;
    if (!live.snapshot) return;
    const { state, legal } = this.shown;
    felt.draw({
      state, legal, seat: betting.seat, pending: betting.pending, chip: settings.chip,
      lastTrial: this.lastTrial, moved: this.moved,
      amounts: betting.seat === null || this.page.isCrew(), acting: live.acting,
      ...instrument.view(past.tally),
    });
  }

  /** The clock of the house: when nobody does anything it goes on by itself, if it says so. */
  tick() {
    const { live, head } = this.page;
    const clock = live.snapshot?.clock;
    const goes = live.status === "open" && !live.snapshot.stopped && live.legal?.goes_on;
    const left = (live.goesOnAt - performance.now()) / 1000;
    head.tickClock(clock && goes ? Math.max(0, left) : null, clock);
  }

  /** How many watch, now and then. */
  async lookAround() {
    const { live } = this.page;
    if (document.hidden || live.status !== "open") return;
    const found = await live.ask("snapshot");
    if (!found?.ok) return;
    live.snapshot.watching = found.snapshot.watching;
    live.snapshot.seated = found.snapshot.seated;
    this.draw();
  }
}
