// Makes a sheet taller, so that its cells are large enough to touch.

/** @import { Point, Sheet } from "../../types/felt.d.ts" */

/**
 * How much taller a table is drawn for touch, and how much larger its small letters and chips are.
 */
const TALL = 1.33;
const LARGER = 1.22;

/**
 * Return the sheet with larger letters and chips, and taller unless there is no room for that.
 * @param {Sheet} sheet @param {boolean} short @returns {Sheet}
 */
export function touchSize(sheet, short) {
  const by = short ? 1 : TALL;
  const tall = (/** @type {number} */ y) => y * by;
  const lower = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x, tall(y)]);
  const { art } = sheet;
  const cells = sheet.cells.map((cell) => ({
    ...cell, y: tall(cell.y), h: tall(cell.h), letters: LARGER,
    radius: (cell.radius ?? 18) * LARGER,
    tray: cell.tray && { ...cell.tray, y: tall(cell.tray.y), h: tall(cell.tray.h) },
    angle: cell.angle && {
      ...cell.angle, y: tall(cell.angle.y), bottom: tall(cell.angle.bottom),
      high: tall(cell.angle.high),
    },
    words: cell.words?.map((each) => ({ ...each, y: tall(each.y) })),
    bars: cell.bars?.map((each) => ({ ...each, y: tall(each.y) })),
    under: cell.under && { ...cell.under, y: tall(cell.under.y) },
  }));
  const puck = sheet.puck && {
    ...sheet.puck,
    off: lower(sheet.puck.off),
    on: Object.fromEntries(Object.entries(sheet.puck.on).map(([n, at]) => [n, lower(at)])),
  };
  const landing = sheet.landing && {
    ...sheet.landing, y: tall(sheet.landing.y), h: tall(sheet.landing.h),
    from: lower(sheet.landing.from),
  };
  return {
    ...sheet, cells, puck, landing, height: tall(sheet.height),
    art: art && (() => art(by)),
  };
}
