// Handles a session that has ended.

import { guest, Refused } from "../../lib/api.js";
import { h, link } from "../../lib/dom.js";
import { showWho, signIn } from "../../lib/shell.js";

/** Return the content of the banner then. @param {import("../page.js").TablePage} page */
export function signedOut({ live, toasts }) {
  const asNewGuest = async () => {
    try {
      showWho(await guest());
    } catch (trouble) {
      if (!(trouble instanceof Refused)) throw trouble;
      toasts.refused("You did not come in", trouble.problem);
      return;
    }
    await live.reconnect();
  };
  return [h("strong", null, "You are signed out:"),
    " your session was too old, or was ended elsewhere. ",
    link(signIn(), "Sign in again"), " or ",
    h("button", { type: "button", on: { click: asNewGuest } }, "come in as a new guest")];
}
