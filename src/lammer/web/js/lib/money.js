// Money is whole cents everywhere; here it is converted to words and chips.

/** Chips in their customary colours, the largest first: cents, class, word. */
export const CHIPS = Object.freeze([
  { cents: 500000, name: "k5", word: "$5,000", label: "5K" },
  { cents: 100000, name: "k1", word: "$1,000", label: "1K" },
  { cents: 50000, name: "c500", word: "$500", label: "500" },
  { cents: 10000, name: "c100", word: "$100", label: "100" },
  { cents: 2500, name: "c25", word: "$25", label: "25" },
  { cents: 500, name: "c5", word: "$5", label: "5" },
  { cents: 100, name: "c1", word: "$1", label: "1" },
]);

/** @param {number} cents @returns {string} "$1,250", "$7.50", "-$5" */
export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const sign = cents < 0 ? "-" : "";
  const tail = rest ? `.${String(rest).padStart(2, "0")}` : "";
  return `${sign}$${whole.toLocaleString("en-US")}${tail}`;
}

/** @param {number} cents @returns {string} "+$5", "-$5", "$0" */
export const signed = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/** Return an amount short enough for a chip: "25", "1.2K". @param {number} cents */
export function short(cents) {
  const amount = cents / 100;
  if (amount >= 1e6) return `${+(amount / 1e6).toFixed(amount >= 1e7 ? 0 : 1)}M`;
  if (amount >= 1e4) return `${+(amount / 1e3).toFixed(amount >= 1e5 ? 0 : 1)}K`;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

/**
 * Parse an amount as typed: "$1,250.50", "5"; return cents.
 * @param {string} text @returns {number | null}
 */
export function cents(text) {
  const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "0").padEnd(2, "0"));
}

/** Return the chip on top of a stack of this amount. @param {number} amount */
export const chipFor = (amount) =>
  CHIPS.find((chip) => chip.cents <= amount) ?? CHIPS[CHIPS.length - 1];
