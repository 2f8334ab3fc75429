// Where a card lies beside something that is pointed at.

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** Pixels between the two. */
const GAP = 14;

/** @param {Box} one @param {Box} other */
const meet = (one, other) =>
  one.left < other.left + other.width && other.left < one.left + one.width
  && one.top < other.top + other.height && other.top < one.top + one.height;

/**
 * The place for a card beside `spot` and within `around`, if there is room: where it covers fewest
 * of the boxes to be seen.
 * @param {Box} spot @param {Box} around @param {{width: number, height: number}} card
 * @param {Box[]} seen @returns {{left: number, top: number}} from the corner of `around`
 */
export function beside(spot, around, card, seen) {
  const within = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(0, Math.min(value, most));
  const [x, y] = [spot.left - around.left, spot.top - around.top];
  const [wide, high] = [around.width - card.width, around.height - card.height];
  const across = [x + (spot.width - card.width) / 2, x + spot.width - card.width, x]
    .map((left) => within(left, wide));
  const along = [y + (spot.height - card.height) / 2, y, y + spot.height - card.height]
    .map((top) => within(top, high));
  const tops = [y + spot.height + GAP, y - GAP - card.height].filter((top) => top >= 0);
  const lefts = [x + spot.width + GAP, x - GAP - card.width];
  const inside = [
    ...tops.filter((top) => top <= high).flatMap((top) => across.map((left) => ({ left, top }))),
    ...lefts.filter((left) => left >= 0 && left <= wide)
      .flatMap((left) => along.map((top) => ({ left, top }))),
  ];
  const covered = (/** @type {{left: number, top: number}} */ { left, top }) => {
    const box = { left: left + around.left, top: top + around.top, ...card };
    return seen.filter((each) => meet(box, each)).length;
  };
  const least = Math.min(...inside.map(covered));
  return inside.find((each) => covered(each) === least)
    ?? { left: across[0], top: y + spot.height + GAP };
}
