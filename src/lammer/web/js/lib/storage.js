// Values kept in the browser's session storage; if there is none, nothing is kept and pages still
// work. Houses at several paths of one host share it, so each has keys of its own.

import { BASE } from "./address.js";

/** @param {string} key @returns {string | null} */
export function getItem(key) {
  try {
    return sessionStorage.getItem(BASE + key);
  } catch {
    return null;
  }
}

/**
 * Return a value that was stored as JSON.
 * @template T @param {string} key @param {T} fallback
 * @returns {T}
 */
export function getJson(key, fallback) {
  try {
    return JSON.parse(getItem(key) ?? "") ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {string} value */
export function setItem(key, value) {
  try {
    sessionStorage.setItem(BASE + key, value);
  } catch { /* There is no storage, or it is full. */ }
}
