// Accepts an invitation, for a new or an existing account.

import { post, Refused } from "../lib/api.js";
import { at, fill, h, link } from "../lib/dom.js";
import { complain } from "../lib/widgets.js";

const form = /** @type {import("../lib/widgets.js").Form} */ (at("join"));
const buttons = [...form.querySelectorAll("button")];
const message = at("told");
const token = location.hash.slice(1);
const FLOOR = ["administrator", "floorperson", "surveillance"];
/** The account that is signed in already, if only the invitation was not accepted. */
let inAs = "";

/**
 * @param {string} login @param {string} password @param {boolean} isNew
 * @returns {Promise<import("../../types/protocol.d.ts").Person>}
 */
async function accepted(login, password, isNew) {
  if (login !== inAs) {
    if (isNew) await post("/accounts", { login, password, name: login.slice(0, 24) });
    else await post("/sessions", { login, password });
    inAs = login;
  }
  return post("/invitations/accept", { token });
}

/** @param {SubmitEvent} event */
async function join(event) {
  event.preventDefault();
  const { login, password } = form.elements;
  const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  for (const button of buttons) button.disabled = true;
  try {
    const me = await accepted(login.value, password.value, pressed?.value !== "old");
    history.replaceState(null, "", location.pathname);
    form.hidden = true;
    at("about").hidden = true;
    const onward = FLOOR.some((role) => me.roles.some((each) => each === role))
      ? link("/floor", "To the floor") : me.roles.includes("instructor")
        ? link("/school/classes", "To your classes") : link("/", "To the tables");
    fill(message, `Done, ${login.value}. You are now: ${me.roles.join(", ")}. `, onward);
    onward.focus();
  } catch (wrong) {
    complain(message, wrong);
    if (inAs === login.value) {
      message.prepend(`You are signed in as ${inAs}, but without the role. `);
    }
  } finally {
    for (const button of buttons) button.disabled = false;
    if (document.activeElement === document.body) pressed?.focus();
  }
}

/**
 * Show why this link cannot be used, and what to do.
 * @param {...import("../lib/dom.js").Child} words
 */
function useless(...words) {
  at("title").textContent = "This invitation cannot be used";
  at("about").hidden = true;
  form.hidden = true;
  fill(message, words);
}

/** Show which role the link gives, or that it is not valid, before anybody creates an account. */
async function look() {
  try {
    /** @type {{role: string}} */ const { role } = await post("/invitations/look", { token });
    fill(at("about"), "This link makes you a ", h("strong", null, role), " of this house, once. ",
      "Make an account to take it, or sign in if you have one.");
  } catch (wrong) {
    // Shown when joining.
    if (!(wrong instanceof Refused && wrong.code === "no-invitation")) return;
    useless(h("p", null, "It was used already, is older than seven days, or was taken back. ",
      "Ask whoever sent it for a new one; a new link takes them a minute."),
    h("p", null, "If you used it yourself, ", link("/account", "sign in"), ": the role is yours."));
  }
}

if (token) {
  form.addEventListener("submit", join);
  for (const button of buttons) button.disabled = false;
  look();
} else {
  useless(h("p", null, "The link is not complete: it ends with a long word after a #. Open it ",
    "whole, or ask whoever sent it to send it again."));
}
