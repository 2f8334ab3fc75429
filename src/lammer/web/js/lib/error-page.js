// Error pages, and the notice of an expired session.

import { isOver, Refused } from "./api.js";
import { fill, h, link } from "./dom.js";
import { main, problem, signIn } from "./shell.js";

/** Return a notice if the session has expired, else null. */
export function sessionNotice() {
  if (!isOver()) return null;
  return h("p", { class: "notice", role: "status" },
    h("strong", null, "You are signed out. "), "Your session was too old, or was ended elsewhere. ",
    link(signIn(), "Sign in again"), " to come back to your chips; whoever was a guest sits down ",
    "as a new one.");
}

/** @type {Readonly<Record<string, string>>} */
const TITLES = {
  offline: "The house cannot be reached", "store-down": "The house cannot look this up now",
  "not-signed-in": "You are signed out", "our-mistake": "Something went wrong here",
};
/** @type {Readonly<Record<number, string>>} */
const TITLED = {
  401: "You are signed out", 403: "This is not open to you", 404: "There is no such page",
  429: "One moment, please", 503: "The house is busy",
};

/**
 * Replace the page by an error page: what went wrong, and links to continue.
 * @param {unknown} wrong @param {...[string, string]} ways where else to go, and its words
 */
export function showError(wrong, ...ways) {
  const known = wrong instanceof Refused ? wrong : null;
  const title = known ? TITLES[known.code] ?? TITLED[known.status] ?? "This did not work"
    : "This page cannot be shown";
  const reload = { click: () => location.reload() };
  const again = h("button", { type: "button", class: "main", on: reload }, "Try again");
  const out = known?.status === 401;
  const lasting = out || known?.status === 403 || known?.status === 404;
  fill(main(), h("section", { class: "failed" },
    h("h1", { tabindex: "-1" }, title),
    known ? problem(known)
      : h("p", null, "A part of it did not load. Try again; if that does not help, come later."),
    h("div", { class: "row" },
      out ? h("a", { class: "button main", href: signIn() }, "Come in again") : null,
      lasting ? null : again,
      [...ways, ["/", "To the tables"]].map(([href, words]) =>
        h("a", { class: "button", href }, words)))));
  if (!known) throw wrong;
}
