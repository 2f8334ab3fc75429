// A player's actions other than bets: sitting, leaving, chips, keyboard, dialogs.

import { comeIn, Refused } from "../lib/api.js";
import { styled } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { main, showWho } from "../lib/shell.js";
import { capital } from "../lib/sentences.js";
import { NOT_LOADED } from "./panels/lazy.js";
import { settings } from "./shared/settings.js";

/** @import { Answer } from "../../types/protocol.d.ts" */

const TYPING = /^(INPUT|TEXTAREA|SELECT)$/;

export class Actions {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Record<string, {element: HTMLElement, open: () => void}>} */ this.dialogs = {};
    /** @type {Promise<Answer | null> | null} */ this.sitting = null;
  }

  /** Sit down, once, however often the button is pressed. */
  sit() {
    this.sitting ??= this.sitDown().finally(() => { this.sitting = null; });
    return this.sitting;
  }

  async sitDown() {
    const { page } = this;
    const { live } = page;
    try {
      if (live.you.watching) await this.comeIn();
      if (live.seat !== null && !live.mine?.gone) return null;
      const broke = live.seat === null && live.you.purse === 0;
      const answer = await live.send({ do: "sit" });
      if (!answer.ok) page.refuse("You did not sit down", answer.refusal);
      else {
        page.wasSeated = true;
        this.satDown();
        if (broke) await this.openDialog("chips");
      }
      return answer;
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      page.refuse("You did not sit down", trouble.problem);
      return null;
    }
  }

  /**
   * Announce the chips I sat down with once they are on my rail: the answer may arrive before the
   * lines.
   */
  async satDown() {
    const { live, stage } = this.page;
    while (!live.mine || live.mine.gone) {
      await new Promise((heard) => live.on("legal", heard, true));
    }
    stage.announce(`You sit down with ${dollars(live.mine.rail)}.`);
  }

  /** Become a guest, unless another page of this browser has; then reconnect as that person. */
  async comeIn() {
    const { live } = this.page;
    showWho(await comeIn());
    const hello = new Promise((resolve) => live.on("hello", resolve, true));
    await live.reconnect();
    await hello;
  }

  async leave() {
    const { page } = this;
    const { live, betting } = page;
    const layout = live.mine?.layout ?? 0;
    const other = live.actingSeat === null ? "" : page.seatName(live.actingSeat);
    const answer = await betting.verb({ do: "leave" });
    if (!answer.ok) return answer;
    if (other) {
      page.note(`${other}: left, with the chips of the rail.`);
      return null;
    }
    page.wasSeated = false;
    if (page.isSheet()) page.tabs.open(""); // It would cover the button to return.
    await live.refresh();
    showWho(live.you.watching ? null : live.you);
    const still = `${dollars(layout)} on the layout is still decided, and paid to you.`;
    page.note(layout ? `Your rail is in your purse. ${still}` : "Your chips are in your purse.");
    return null;
  }

  /** @param {number} cents */
  buyIn(cents) {
    return this.page.betting.verb({ do: "buy-in", amount: cents });
  }

  /** @param {number | null} cents */
  cashOut(cents) {
    return this.page.betting.verb(cents ? { do: "cash-out", amount: cents } : { do: "cash-out" });
  }

  /** Put a chip on the felt. @param {string} wager */
  click(wager) {
    const { page } = this;
    if (page.canPlay) page.betting.add(wager);
    else if (!page.live.you.roles?.includes("surveillance")) {
      page.note(page.isCrew() ? "Choose a seat in the crew's panel to bet for it."
        : "You are watching. Sit down to bet.");
    }
  }

  /** Open a dialog, created on first use. @param {"keys" | "chips"} which */
  async openDialog(which) {
    const { page } = this;
    if (!this.dialogs[which]) {
      const [loaded] = await Promise.all([
        import("./controls/dialogs.js").catch(() => null), styled("panels"),
      ]);
      if (!loaded) return page.note(NOT_LOADED);
      const { chipsDialog, keysDialog } = loaded;
      this.dialogs[which] ??= which === "keys" ? keysDialog(page.catalogue, page.table)
        : chipsDialog(page.live, page.deeds());
      main().append(this.dialogs[which].element);
    }
    return this.dialogs[which].open();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (held || event.repeat || !settings.keys || event.defaultPrevented) return;
    if (TYPING.test(target.tagName) || target.closest("dialog")) return;
    const { page } = this;
    if (event.key === "Escape") return void (page.isSheet() && page.tabs.open(""));
    if (/^[1-7]$/.test(event.key)) {
      if (!this.acts) return;
      page.rail.chooseAt(Number(event.key) - 1);
    } else {
      const act = this.keys()[event.key];
      if (!act) return;
      act();
    }
    event.preventDefault();
  }

  /** True if keys act for a player; not while the crew uses its own panel. */
  get acts() {
    return this.page.canPlay && !this.page.staff.contains(document.activeElement);
  }

  /** Return what each key does now. @returns {Record<string, () => unknown>} */
  keys() {
    const { page } = this;
    const { betting, catalogue, rail, felt } = page;
    const { thing, trial } = catalogue;
    const always = {
      "?": () => this.openDialog("keys"),
      t: () => page.board.focus(),
      f: () => /** @type {HTMLElement | null} */ (
        felt.element.querySelector('[tabindex="0"], button'))?.focus(),
    };
    if (!this.acts) return always;
    return {
      ...always,
      r: () => rail.act(trial, capital(trial)),
      a: () => rail.act(`accept-${thing}`, `Take the ${thing}`),
      o: () => betting.maxOdds(),
      u: () => betting.undo(),
      c: () => betting.clear(),
      p: () => betting.repeat(),
      d: () => betting.double(),
    };
  }
}
