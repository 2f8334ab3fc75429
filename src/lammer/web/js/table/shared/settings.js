// What a player has chosen for the page, kept in this browser.

const KEY = "lammer-table";
const DEFAULTS = Object.freeze({
  chip: 500, leaveUp: true, sound: false, voice: false, keys: true,
});

/** @returns {Record<string, any>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The choices; a change is kept at once.
 * @type {Record<keyof typeof DEFAULTS, any> & Record<string, any>}
 */
export const settings = new Proxy(/** @type {any} */ ({ ...DEFAULTS, ...read() }), {
  set(target, name, value) {
    target[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(target));
    } catch { /* A browser that keeps nothing plays all the same. */ }
    return true;
  },
});
