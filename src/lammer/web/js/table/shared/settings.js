// A player's settings for the page, stored in this browser.

const KEY = "lammer-table";
const DEFAULTS = {
  chip: 500, leaveUp: true, sound: false, voice: false, keys: true, tapLooks: false,
  quick: false,
  /** Games whose first hand was offered. @type {string[]} */ offered: [],
};

/** @returns {Partial<typeof DEFAULTS>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The settings; a change is stored at once. */
export const settings = new Proxy({ ...DEFAULTS, ...read() }, {
  set(target, name, value) {
    Reflect.set(target, name, value);
    try {
      localStorage.setItem(KEY, JSON.stringify(target));
    } catch { /* A browser that keeps nothing plays all the same. */ }
    return true;
  },
});
