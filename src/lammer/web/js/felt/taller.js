// A sheet for fingers, loaded where it is needed.

/** @typedef {import("./parts.js").Sheet} Sheet */

/** How much taller a table is drawn where fingers need the room, and how much larger the letters of
 * its small spots and its chips are. */
const TALL = 1.33;
const LARGER = 1.22;

/** The same sheet, taller. @param {Sheet} sheet @returns {Sheet} */
export function taller(sheet) {
  const tall = (y) => y * TALL;
  const cells = sheet.cells.map((cell) => ({
    ...cell, y: tall(cell.y), h: tall(cell.h), letters: LARGER,
    radius: (cell.radius ?? 18) * LARGER,
    angle: cell.angle && {
      ...cell.angle, y: tall(cell.angle.y), bottom: tall(cell.angle.bottom),
      high: tall(cell.angle.high),
    },
    words: cell.words?.map((each) => ({ ...each, y: tall(each.y) })),
    bars: cell.bars?.map((each) => ({ ...each, y: tall(each.y) })),
    chips: /** @type {[number, number] | undefined} */ (
      cell.chips && [cell.chips[0], tall(cell.chips[1])]
    ),
  }));
  const puck = sheet.puck && {
    ...sheet.puck,
    off: /** @type {[number, number]} */ ([sheet.puck.off[0], tall(sheet.puck.off[1])]),
    on: Object.fromEntries(Object.entries(sheet.puck.on).map(([n, [x, y]]) => [n, [x, tall(y)]])),
  };
  return {
    ...sheet, cells, puck, height: tall(sheet.height),
    art: sheet.art && (() => sheet.art(TALL)),
  };
}
