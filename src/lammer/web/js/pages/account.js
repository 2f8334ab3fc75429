// The account page: name, purse, sessions, roles; and for visitors, the ways to sign in.

import { goTo, linkTo } from "../lib/address.js";
import { comeIn, get, patch, post, put, remove } from "../lib/api.js";
import { at, fill, h, link } from "../lib/dom.js";
import { signed, dollars } from "../lib/money.js";
import { asking, copied, field, labelled, moment, paged } from "../lib/widgets.js";
import { chipsTable } from "../lib/chips-menu.js";
import { showError, sessionNotice } from "../lib/error-page.js";
import { main, whoIsIn } from "../lib/shell.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { House, Invitation, Person, Role, Session, Transfer, TransferList }
 *   from "../../types/protocol.d.ts" */

const params = new URLSearchParams(location.search);
const LOGIN = {
  required: true, minlength: 3, maxlength: 32, autocomplete: "username", autocapitalize: "none",
  spellcheck: "false",
};
const SECRET = { type: "password", required: true, maxlength: 200 };

/** @param {string} id @param {string} heading @param {...Child} children */
const part = (id, heading, ...children) =>
  h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, heading), children);

/** @returns {Promise<House>} */
const theHouse = () => get("/house");

/** The page of this house to continue to after signing in; none by default. */
const NEXT = /^\/(?![/\\])/.test(params.get("next") ?? "") ? params.get("next") : null;

/** Rebuild the page for the person who is signed in now. @returns {Promise<void>} */
async function show(focus = false) {
  const person = await whoIsIn();
  if (person && NEXT) return goTo(NEXT);
  fill(main(), h("h1", { tabindex: "-1", id: "top" }, person ? person.name : "Come in"),
    sessionNotice(),
    h("div", { class: "account" },
      person ? await somebody(person) : nobody((await theHouse()).chips)),
    person ? await transfers() : null);
  if (focus) at("top").focus();
}

// Signing in

/** @param {number} chips what a guest is given */
function nobody(chips) {
  return [
    part("as-guest", "As a guest",
      h("p", null, `No registration: a name is made up for you, and ${dollars(chips)} in play `,
        "chips lies in your purse. This browser remembers you."),
      asking({ label: "Come in as a guest" }, async () => {
        await comeIn();
        await show(true);
      }, h("button", { class: "main" }, "Come in"))),
    part("sign-in", "Sign in", signIn()),
    part("new-account", "Make an account", newAccount("Make an account")),
  ];
}

const signIn = () =>
  asking({ label: "Sign in" }, async (form) => {
    const { login, password } = form.elements;
    await post("/sessions", { login: login.value, password: password.value });
    await show(true);
  },
  field("login", "Login", LOGIN),
  field("password", "Password", { ...SECRET, autocomplete: "current-password" }),
  h("button", { class: "main" }, "Sign in"));

/** @param {string} words on the button @param {string} [name] a guest's name, which is kept */
const newAccount = (words, name) =>
  asking({ label: words }, async (form) => {
    const { login, password } = form.elements;
    await post("/accounts",
      { login: login.value, password: password.value, name: name ?? login.value.slice(0, 24) });
    await show(true);
  },
  field("login", "Login", LOGIN),
  field("password", "Password",
    { ...SECRET, minlength: 10, autocomplete: "new-password" }, "At least 10 characters."),
  h("button", { class: "main" }, words));

// A person who is signed in

/** @param {Person} person */
async function somebody(person) {
  const isGuest = person.kind === "guest";
  const isAdministrator = person.roles.includes("administrator");
  return [
    purse(person),
    part("name", "Your name", naming(person), rolesOf(person)),
    isGuest ? becoming(person) : part("password", "Your password", changing()),
    isGuest ? h("details", { class: "card" }, h("summary", null, h("h2", null, "Sign in instead")),
      h("p", { class: "soft" },
        "If you have an account. This guest is left behind, chips and all."),
      signIn()) : null,
    isAdministrator ? inviting((await theHouse()).roles) : null,
    await sessions(isGuest),
  ];
}

/** @param {Person} person */
function purse(person) {
  return part("purse", "Your purse",
    h("p", { class: "amount" }, dollars(person.purse)),
    person.seats.length ? chipsTable(person) : null,
    h("p", { class: "soft" }, "Play chips. They cost nothing and are worth nothing."),
    person.top_up ? asking({ label: "More chips" }, async () => {
      /** @type {{given: number}} */ const { given } = await post("/me/chips");
      await show(true);
      at("purse").after(h("p", { class: "notice", role: "status" },
        `${dollars(given)} were put into your purse.`));
    }, h("button", null, `Get ${dollars(person.top_up)} more`)) : null);
}

/** @param {Person} person */
const naming = (person) =>
  asking({ label: "Change your name" }, async (form) => {
    await patch("/me", { name: form.elements.name.value });
    await show(true);
  }, h("div", { class: "inline" },
    field("name", "Shown at the tables",
      { value: person.name, required: true, maxlength: 24, autocomplete: "nickname" }),
    h("button", null, "Change")));

/** @param {Person} person */
const rolesOf = (person) =>
  person.roles.length
    ? h("p", null, "Roles: ", person.roles.map((role) => [h("span", { class: "tag" }, role), " "]))
    : null;

/** @param {Person} person */
const becoming = (person) =>
  part("new-account", "Keep your chips",
    h("p", null, "You are a guest: whoever loses this browser's cookie cannot come back. An ",
      "account can. Name, chips and seats stay yours."),
    newAccount("Make this an account", person.name));

const changing = () =>
  asking({ label: "Change your password" }, async (form) => {
    const typed = form.elements;
    await put("/me/password", { old: typed.old.value, new: typed.new.value });
    form.reset();
    const now = await sessions(false).catch(() => null);
    if (now) at("sessions").closest("section")?.replaceWith(now);
    return "Changed. All other sessions have ended.";
  },
  field("old", "As it is", { ...SECRET, autocomplete: "current-password" }),
  field("new", "As it shall be",
    { ...SECRET, minlength: 10, autocomplete: "new-password" }, "At least 10 characters."),
  h("button", null, "Change"));

// Sessions

/** @param {boolean} isGuest */
async function sessions(isGuest) {
  /** @type {{sessions: Session[]}} */
  const { sessions: found } = await get("/me/sessions");
  return part("sessions", "Where you are signed in",
    h("ul", { class: "sessions" }, found.map((each) => session(each))),
    isGuest ? leaving() : signOut("Sign out here"));
}

/** @param {Session} each */
function session(each) {
  const row = h("li", null, h("div", null,
    h("p", null, browser(each.agent), each.current ? h("strong", null, " (this one)") : null),
    h("p", { class: "soft" }, "last seen ", moment(each.seen), ", until ", moment(each.expires))));
  if (each.current) return row;
  row.append(asking({ label: "End this session" }, async () => {
    await remove(`/me/sessions/${each.id}`);
    row.replaceChildren(h("p", { class: "soft", role: "status" }, "Ended."));
  }, h("button", { "aria-label": `End the session of ${browser(each.agent)}` }, "End")));
  return row;
}

/** Return the name and system of a browser out of its user agent. @param {string} agent */
function browser(agent) {
  const name = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((each) =>
    agent.includes(`${each}/`)) ?? (agent.split("/")[0] || "Some program");
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"].find((each) =>
    agent.includes(each));
  const known = name === "Edg" ? "Edge" : name === "OPR" ? "Opera" : name;
  return system ? `${known} on ${system.replace("Mac OS X", "macOS")}` : known;
}

/** @param {string} words */
const signOut = (words) =>
  asking({ label: words }, async () => {
    await remove("/sessions/current");
    await show(true);
  }, h("button", null, words));

/** Warn a guest before signing out, since a guest cannot sign in again. */
const leaving = () =>
  h("details", null, h("summary", { class: "button" }, "Sign out"),
    h("p", { class: "notice" }, "A guest who signs out cannot come back, and the chips are lost."),
    signOut("Sign out for good"));

// Transfers

/** @type {Readonly<Record<string, string>>} */
const WHY = {
  welcome: "Welcome", "top-up": "Filled up", sit: "Sat down", "buy-in": "Bought chips",
  "cash-out": "Cashed out", leave: "Left",
};

async function transfers() {
  const rows = h("tbody");
  const more = await paged(rows, async (/** @type {number | null} */ next) => {
    /** @type {TransferList} */
    const page = await get(`/me/transfers?limit=20${next === null ? "" : `&before=${next}`}`);
    return { rows: page.transfers.map(transfer), next: page.next };
  });
  const head = h("tr", null, h("th", null, "What"), h("th", null, "Table"),
    h("th", { class: "number" }, "Chips"));
  const list = h("div", {
    class: "scroll", tabindex: "0", role: "region", "aria-label": "Your purse's transfers",
  }, h("table", null, h("thead", null, head), rows));
  return part("transfers", "Into and out of your purse", list, more);
}

/** @param {Transfer} each */
const transfer = (each) =>
  h("tr", null,
    h("td", null, WHY[each.why] ?? each.why, h("br"), h("small", null, moment(each.at))),
    h("td", null,
      each.table ? link(`/tables/${encodeURIComponent(each.table)}`, each.name) : ""),
    h("td", { class: each.cents > 0 ? "number plus" : "number" }, signed(each.cents)));

// Invitations

/** @param {Role[]} roles */
function inviting(roles) {
  const place = h("div");
  return part("invite", "Invite somebody",
    h("p", { class: "soft" },
      "A link that gives a role once, to the first account that takes it. Hand it over yourself."),
    asking({ label: "Invite somebody" }, async (form) => {
      /** @type {Invitation} */
      const made = await post("/invitations", { role: form.elements.role.value });
      fill(place, handed(made));
    }, h("div", { class: "inline" },
      labelled("Role",
        (id) => h("select", { id, name: "role" },
          roles.map((role) => h("option", { value: role }, role)))),
      h("button", null, "Make a link"))),
    place);
}

/** @param {Invitation} made */
function handed(made) {
  return h("div", null, h("p", null, `For one ${made.role}:`),
    copied(linkTo(made.link), `The link for a ${made.role}`));
}

show().catch((wrong) => showError(wrong));
