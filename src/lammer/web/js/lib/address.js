// Where the house is: below a path of its host, if a proxy has it there. Everywhere else in the
// pages an address begins at the house: "/law", "/static/...", "/api/v1/house".

const MODULE = "/static/web/js/lib/address.js";
const { pathname } = new URL(import.meta.url);

/** The path below which the house is, such as "/games"; "" at the root of its host. */
export const BASE = pathname.endsWith(MODULE) ? pathname.slice(0, -MODULE.length) : "";

/** Return the address of a path of the house. @param {string} path */
export const to = (path) => BASE + path;

/** Go to a page of the house. @param {string} path */
export const goTo = (path) => location.assign(to(path));

/** Return the address with host and all, to hand to somebody. @param {string} path */
export const linkTo = (path) => location.origin + to(path);

/** Return the address of a WebSocket. @param {string} path */
export const socketTo = (path) => linkTo(path).replace(/^http/, "ws");

/**
 * Return the path of this page in the house: without the house's, and without a process's. Who
 * opens the house at its own port, past the proxy, may have left the first out.
 */
export function here() {
  const { pathname: path } = location;
  const inside = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
  return inside.replace(/^\/p\/[a-z0-9-]+(?=\/)/, "");
}
