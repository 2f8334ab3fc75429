// Percentages of exact fractions, rounded once.

/**
 * "45.455" of "5/11": a half is rounded away from nothing.
 * @param {string} exact a fraction or a whole number @param {number} [places]
 */
export function percent(exact, places = 3) {
  const [top, bottom = "1"] = exact.split("/").map(BigInt);
  const [size, below] = [top < 0 ? -top : top, BigInt(bottom)];
  const scaled = (size * 200n * 10n ** BigInt(places) + below) / (2n * below);
  const digits = String(scaled).padStart(places + 1, "0");
  return `${top < 0 ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
