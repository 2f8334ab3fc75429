// The five roads of baccarat: scoreboards drawn from the results of one shoe and nothing else.
//
// The same as `lammer roads` draws (src/lammer/games/baccarat/roads.py says where the customs come
// from), cell for cell. Columns and rows count from 1; every road has six rows. Roads record what
// happened. They do not predict what comes.

/** @typedef {"player" | "banker" | "tie"} Result */
/** @typedef {{column: number, row: number, mark: string, ties?: number}} Cell */
/** @typedef {{winner: Result, length: number}} Streak */
/** @typedef {{cells: Cell[], streaks: Streak[], leading_ties: number}} BigRoad */

export const ROWS = 6;

/** Every coup, down the columns. @param {Result[]} results @returns {Cell[]} */
export const beadPlate = (results) =>
  results.map((mark, at) => ({ column: Math.floor(at / ROWS) + 1, row: (at % ROWS) + 1, mark }));

/**
 * Lengths of runs of equal values. @template T @param {T[]} values
 * @returns {{value: T, length: number}[]}
 */
function runs(values) {
  const found = [];
  for (const value of values) {
    if (found.at(-1)?.value === value) found.at(-1).length += 1;
    else found.push({ value, length: 1 });
  }
  return found;
}

/**
 * The decisions, gathered by winner; ties break no streak. @param {Result[]} results
 * @returns {Streak[]}
 */
export const streaks = (results) =>
  runs(results.filter((each) => each !== "tie")).map(({ value, length }) => ({
    winner: value,
    length,
  }));

/**
 * Where streaks of these lengths lie. Each begins in row 1, in the first free column right of where
 * the one before it began, goes down while the cell below is free, and once it cannot, goes right.
 * @param {number[]} lengths @returns {{column: number, row: number}[]}
 */
export function places(lengths) {
  const taken = new Set();
  const found = [];
  const key = (column, row) => column * (ROWS + 1) + row;
  let start = 0;
  for (const length of lengths) {
    do start += 1;
    while (taken.has(key(start, 1)));
    let [column, row, down] = [start, 1, true];
    for (let each = 0; each < length; each += 1) {
      taken.add(key(column, row));
      found.push({ column, row });
      down = down && row < ROWS && !taken.has(key(column, row + 1));
      if (down) row += 1;
      else column += 1;
    }
  }
  return found;
}

/** Every decision, a streak to a column. @param {Result[]} results @returns {BigRoad} */
export function bigRoad(results) {
  const winners = [];
  const ties = [0]; // Before the first decision, then after each.
  for (const result of results) {
    if (result === "tie") ties[ties.length - 1] += 1;
    else {
      winners.push(result);
      ties.push(0);
    }
  }
  const found = streaks(results);
  const at = places(found.map((each) => each.length));
  const cells = winners.map((mark, each) => ({ ...at[each], mark, ties: ties[each + 1] }));
  return { cells, streaks: found, leading_ties: ties[0] };
}

/**
 * Red or blue for each decision that has something to be compared with: at the top of a column,
 * whether the last one ended where its model ended; further down, blue only in the first cell
 * beyond the model's end.
 * @param {number[]} lengths @param {number} back @returns {string[]}
 */
function colours(lengths, back) {
  const found = [];
  lengths.forEach((length, at) => {
    if (at > back) found.push(lengths[at - 1] === lengths[at - 1 - back] ? "red" : "blue");
    if (at < back) return;
    const beyond = lengths[at - back] + 1;
    for (let row = 2; row <= length; row += 1) found.push(row === beyond ? "blue" : "red");
  });
  return found;
}

/**
 * A derived road: each column of the big road against the one so many columns before it.
 * @param {Result[]} results @param {number} back 1 big eye boy, 2 small road, 3 cockroach pig
 * @returns {Cell[]}
 */
export function derived(results, back) {
  const marks = colours(
    streaks(results).map((each) => each.length),
    back,
  );
  const at = places(runs(marks).map((each) => each.length));
  return marks.map((mark, each) => ({ ...at[each], mark }));
}

/** @param {Result[]} results */ export const bigEyeBoy = (results) => derived(results, 1);
/** @param {Result[]} results */ export const smallRoad = (results) => derived(results, 2);
/** @param {Result[]} results */ export const cockroachPig = (results) => derived(results, 3);

/** All five as plain data, as `lammer roads --json` has them. @param {Result[]} results */
export const allRoads = (results) => ({
  bead_plate: beadPlate(results),
  big_road: bigRoad(results),
  big_eye_boy: bigEyeBoy(results),
  small_road: smallRoad(results),
  cockroach_pig: cockroachPig(results),
});
