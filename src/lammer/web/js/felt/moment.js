// Shows a moment: a few words over the felt that disappear again. The server decides when.

import { h } from "../lib/dom.js";
import { sleep, still } from "../lib/motion.js";

/** @import { Moment } from "../../types/protocol.d.ts" */

const SHOWN = 1600;

/**
 * Show the moments of a trial, the first one large; resolves when they are gone. Screen readers get
 * the same from the call of the trial.
 * @param {HTMLElement} felt @param {Moment[]} moments
 */
export async function showMoments(felt, [first, ...others]) {
  felt.querySelector(".moment")?.remove();
  const banner = h("div", { class: "moment", "aria-hidden": "true", data: { kind: first.kind } },
    h("strong", null, first.text), others.map(({ text }) => h("span", null, text)));
  felt.append(banner);
  if (still() || document.hidden) await sleep(SHOWN);
  else {
    const shown = banner.animate([
      { opacity: 0, transform: "scale(0.8)" },
      { opacity: 1, transform: "scale(1.04)", offset: 0.1 },
      { opacity: 1, transform: "none", offset: 0.16 },
      { opacity: 1, transform: "none", offset: 0.8 },
      { opacity: 0, transform: "translateY(-12px)" },
    ], { duration: SHOWN, easing: "ease-out" });
    await shown.finished.catch(() => {});
  }
  banner.remove();
}
