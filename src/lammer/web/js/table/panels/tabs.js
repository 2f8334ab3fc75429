// Tabs: a list of buttons and one open panel. On a phone none is open at first, and the panel opens
// as a sheet.

import { h } from "../../lib/dom.js";

/** @typedef {{key: string, title: string, body: HTMLElement, opened?: () => unknown}} Tab */

/** @type {Readonly<Record<string, number>>} */
const STEPS = Object.freeze({ ArrowRight: 1, ArrowLeft: -1 });

/** @param {Tab[]} list @param {() => boolean} isSheet */
export function makeTabs(list, isSheet) {
  const tabs = list.map(({ key, title }, at) => h("button", {
    type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`,
    tabindex: at ? "-1" : "0",
    on: {
      click: (event) => open(key, true, !event.detail), keydown: (event) => turn(event, at),
    },
  }, title));
  const close = h("button", {
    type: "button", class: "quiet close", "aria-label": "Close",
    on: { click: () => open("", true) },
  }, "×");
  const panels = list.map(({ key, body }) => h("div", {
    role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, tabindex: "0",
    hidden: true,
  }, body));
  const holder = h("div", { class: "panels" }, close, panels);
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "About the table" }, tabs);
  let shown = "";
  /** The control that opened the sheet. @type {Element | null} */ let from = null;

  /** @param {string} key @param {boolean} [toggles] @param {boolean} [byKey] */
  function open(key, toggles = false, byKey = false) {
    const held = holder.contains(document.activeElement);
    if (!held) from = document.activeElement;
    shown = toggles && isSheet() && key === shown ? "" : key;
    list.forEach((each, at) => {
      const is = each.key === shown;
      tabs[at].setAttribute("aria-selected", String(is));
      tabs[at].setAttribute("tabindex", is || (!shown && !at) ? "0" : "-1");
      panels[at].hidden = !is;
      if (is) each.opened?.();
    });
    holder.classList.toggle("open", Boolean(shown));
    if (shown && byKey && isSheet()) panels.find((each) => !each.hidden)?.focus();
    const back = from instanceof HTMLButtonElement ? from : tabs[0];
    if (!shown && held) back.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {number} at */
  function turn(event, at) {
    const by = STEPS[event.key];
    if (event.key === "Escape" && isSheet()) open("");
    if (!by) return;
    event.preventDefault();
    const next = (at + by + list.length) % list.length;
    open(list[next].key);
    tabs[next].focus();
  }

  open(isSheet() ? "" : list[0].key);
  return { bar, holder, open, get shown() { return shown; } };
}
