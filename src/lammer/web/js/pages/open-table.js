// The form that opens a table: its game and rules, limits, and further options of the house.

import { goTo } from "../lib/address.js";
import { comeIn, get, post, Refused } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { cents } from "../lib/money.js";
import { asking, complain, count, field, labelled } from "../lib/widgets.js";

/** @import { House, Person, Ruleset, Summary } from "../../types/protocol.d.ts" */
/** @import { Form } from "../lib/widgets.js" */

/**
 * True if a person may open staffed tables, and any number of tables.
 * @param {Person | null} person
 */
const isStaff = (person) => Boolean(person?.roles.some((role) =>
  role === "floorperson" || role === "administrator"));

/** @param {Ruleset[]} rulesets @param {Person | null} person */
function openForm(rulesets, person) {
  const staff = isStaff(person);
  const select = labelled("Game and rules", (id) =>
    h("select", { id, name: "which" },
      rulesets.map(({ rules, game, name: words, citation }) =>
        h("option", { value: `${rules}/${game}` }, `${words} (${citation})`))));
  const kind = staff
    ? labelled("Who rolls or deals", (id) => h("select", { id, name: "kind" },
      h("option", { value: "automatic" }, "The house draws"),
      h("option", { value: "staffed" }, "A crew, which enters what happens")),
    [
      "Each of a crew needs a role, which comes by an invitation from ",
      h("a", { href: "/floor" }, "the floor"), ".",
    ])
    : null;
  return asking({ label: "Open a table", class: "asking grid" }, open,
    select,
    field("name", "Name", { maxlength: 60, placeholder: "the game and a number" }),
    field("least", "Least bet", { inputmode: "decimal", placeholder: "$1" }),
    field("most", "Most bet", { inputmode: "decimal", placeholder: "none" }),
    field("clock", "Seconds to bet", { type: "number", min: 5, max: 600, value: 30 },
      "When they are over, the game moves on. Empty: it waits for the players."),
    kind,
    h("details", { class: "wide" }, h("summary", null, "Other choices of the house"),
      houseFile()),
    h("div", { class: "row wide" }, h("button", { class: "main" }, "Open the table")));
}

const ABOUT_FILE = "What else the house may choose: odds, pay tables, vigorish, what it offers. "
  + "What the law does not permit is refused, with its clause.";

/**
 * Create the field for a house file: pasted, chosen from disk, or started from the game's example.
 */
function houseFile() {
  const text = h("textarea", {
    id: "house-file", name: "file", rows: 8, spellcheck: "false", placeholder: "odds = 3",
    "aria-describedby": "about-file",
  });
  const message = h("div", { role: "status" });
  let example = "";
  const disk = h("input", { type: "file", accept: ".toml,text/plain" });
  disk.addEventListener("change", async () => {
    const [file] = disk.files ?? [];
    if (file) text.value = await file.text();
    disk.value = "";
  });
  const begin = async () => {
    if (text.value.trim() && text.value !== example) {
      fill(message, h("p", { class: "notice" }, "There is a house file already. Empty it first."));
      return;
    }
    try {
      const { which } = /** @type {Form} */ (text.form).elements;
      /** @type {{file: string}} */
      const found = await get(`/rulesets/${which.value}/house`);
      text.value = example = found.file;
      fill(message, h("p", { class: "notice" }, "The example is filled in."));
    } catch (wrong) {
      complain(message, wrong);
    }
  };
  return [
    h("div", { class: "field" }, h("label", { for: "house-file" }, "House file (TOML)"), text,
      h("small", { id: "about-file" }, ABOUT_FILE)),
    h("div", { class: "row" },
      h("button", { type: "button", on: { click: begin } }, "Begin with the example"),
      h("label", { class: "from-disk" }, "From a file ", disk)),
    message,
  ];
}

/**
 * Parse a field as one of the house's amounts.
 * @param {HTMLInputElement} field @param {string} what
 */
function amount(field, what) {
  const typed = field.value;
  const found = cents(typed);
  const is = found !== null || !typed.trim();
  field.setAttribute("aria-invalid", String(!is));
  if (is) return found;
  field.focus();
  throw wrong(`${what}: "${typed}" is no amount.`, "Write dollars, such as 5 or $2.50.");
}

/** @param {string} detail @param {string} instead */
const wrong = (detail, instead) => new Refused(0, { code: "malformed", detail, instead });

/** Return the limits of the form as elections. @param {Form["elements"]} typed */
function elections({ least, most }) {
  const limits = { min: amount(least, "Least bet"), max: amount(most, "Most bet") };
  const posted = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
  return Object.keys(posted).length ? { limits: posted } : {};
}

/** @param {Form} form */
async function open(form) {
  const typed = form.elements;
  const [rules, game] = typed.which.value.split("/");
  const body = {
    rules, game, house: elections(typed), name: typed.name.value.trim(),
    kind: typed.kind?.value ?? "automatic", file: typed.file.value,
    ...(typed.clock.value ? { clock: Number(typed.clock.value) } : {}),
  };
  await comeIn();
  /** @type {Summary} */
  const made = await post("/tables", body);
  goTo(`/tables/${encodeURIComponent(made.table)}`);
  return "Opened. Going there ...";
}

/**
 * Create the form, folded.
 * @param {House} house @param {Ruleset[]} rulesets @param {Person | null} person
 */
export function openingPart(house, rulesets, person) {
  return h("details", { class: "card opening" }, h("summary", null, h("h2", null, "Open a table")),
    isStaff(person) ? null : h("p", { class: "soft" },
      `A guest may have ${count(house.limits.tables_per_guest, "table")} open, `,
      `an account ${count(house.limits.tables_per_person, "table")}.`),
    openForm(rulesets, person));
}
