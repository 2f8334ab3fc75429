// The banner for a lost or ended connection and a stopped table, and the purse at the top of the
// page.

import { get, me, Refused } from "../../lib/api.js";
import { h, link } from "../../lib/dom.js";
import { showWho } from "../../lib/shell.js";
import { renderIfChanged } from "../shared/memo.js";

/** After this many losses the server is asked for the reason. */
const LOST_OFTEN = 3;

export class Connection {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.banner = h("div", { class: "banner connection", role: "alert", hidden: true });
    this.losses = 0;
    /** True while the server is asked for the reason of a loss. */ this.asking = false;
    /** True once the session is over. */ this.out = false;
    /** The notice shown then. @type {typeof import("./signed-out.js").signedOut | null} */
    this.signedOut = null;
    /** @type {number | undefined} */ this.inPurse = undefined;
  }

  /** Called on each hello. */
  again() {
    this.losses = 0;
    this.out = false;
    this.show();
    const had = "session" in document.documentElement.dataset;
    if (had && this.page.live.you.watching) this.isOut();
  }

  /** Show that the session is over, with the ways to sign in again. */
  async isOut() {
    ({ signedOut: this.signedOut } = await import("./signed-out.js"));
    this.out = true;
    this.show();
  }

  show() {
    const { live } = this.page;
    if (live.status === "lost") {
      this.losses += 1;
      if (this.losses >= LOST_OFTEN || live.snapshot === null) this.whyLost();
    }
    const over = live.status === "over";
    if (over || live.status === "lost") this.page.reveal();
    const stopped = live.snapshot?.stopped;
    const still = stopped ? `The table is stopped: ${stopped}` : live.trouble;
    const words = over || live.status === "lost" ? live.why : still;
    const out = this.out && !over ? this.signedOut : null;
    this.banner.hidden = !words && !out;
    this.banner.classList.toggle("final", over);
    renderIfChanged(this.banner, out ? true : [words, live.status], () => (out ? out(this.page) : [
      h("strong", null, words), " ", over || stopped ? link("/", "To the tables") : null,
    ]));
    this.page.draw();
  }

  /** After repeated losses, find out whether the table or the session is gone. */
  async whyLost() {
    const { live, table } = this.page;
    if (this.asking) return;
    this.asking = true;
    try {
      await get(`/tables/${encodeURIComponent(table)}`);
      const had = "session" in document.documentElement.dataset; // Until it is asked for.
      const watched = live.snapshot !== null && live.you.watching;
      if (watched || this.out || !had || (await me()) !== null) return;
      if (live.status === "lost") await this.isOut();
    } catch (trouble) {
      if (trouble instanceof Refused && trouble.status === 404) live.close("The table is closed.");
    } finally {
      this.asking = false;
    }
  }

  /** Update the purse at the top of the page when it has changed. */
  purse() {
    const { you } = this.page.live;
    if (you.watching || you.purse === this.inPurse) return;
    this.inPurse = you.purse;
    showWho(you);
  }
}
