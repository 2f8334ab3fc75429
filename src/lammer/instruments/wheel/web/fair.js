// The place at which a wheel comes to rest, made again from the key of a hand: docs/fair.md, "The
// rule". A second implementation on purpose: with it a player need not trust the house. What is on
// the rim is in the first line of the log.

/** @import { Draw, Sign } from "../../../web/types/fair.d.ts" */
/** @import { SpinTrial } from "./types.d.ts" */

/**
 * The place of a trial, the first of both being 0: a byte, without those at the top that would make
 * some places likelier than others.
 * @param {Sign} sign @param {number} places @param {number} trial
 */
export async function placeOf(sign, places, trial) {
  const fair = 256 - (256 % places);
  for (let block = 0; ; block += 1) {
    const bytes = await sign(`lammer 1 spin ${trial} ${block}`);
    const found = bytes.find((each) => each < fair);
    if (found !== undefined) return found % places;
  }
}

/** @type {Draw} */
export const draw = {
  event: "spin",
  shown({ body }) {
    const { pocket, stop, place } = /** @type {SpinTrial} */ (body);
    return [pocket ?? stop ?? "", ...(place ? [String(place)] : [])];
  },
  made(sign, { trials, drawn }, { rim = [] }) {
    const repeats = new Set(rim).size < rim.length;
    return Promise.all(trials.map(async (_, at) => {
      const place = await placeOf(sign, rim.length, drawn + at);
      return [rim[place], ...(repeats ? [String(place + 1)] : [])];
    }));
  },
};
