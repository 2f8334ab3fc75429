// What a page keeps until it is closed; a browser that keeps nothing plays all the same.

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * What was kept as JSON. @template T @param {string} key @param {T} without if there is none
 * @returns {T}
 */
export function keptData(key, without) {
  try {
    return JSON.parse(kept(key) ?? "") ?? without;
  } catch {
    return without;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch { /* It is not kept. */ }
}
