// Where stacks lie: inside the tray of their spot, apart, in the order of the seats.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST, arrange, parts, slot, together } from "../../src/lammer/web/js/felt/trays.js";

/** @import { Rect, Slot } from "../../src/lammer/web/types/felt.d.ts" */

const TRAYS = [[62, 31], [42, 42], [70, 132], [94, 40], [190, 40], [102, 44], [340, 20]];
const COUNTS = Array.from({ length: MOST }, (_, at) => at + 1);
const LARGEST = 18;
/** The share of a diameter by which two stacks may overlap. */
const OVER = 0.02;

/** @param {number[]} size @returns {Rect} */
const tray = ([w, h]) => ({ x: 10, y: 20, w, h });

/** @param {number} count */
const seats = (count) => Array.from({ length: count }, (_, at) => at + 1);

/** @param {Rect} inner @param {Rect} outer */
const inside = (inner, outer) =>
  inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01
  && inner.x + inner.w <= outer.x + outer.w + 0.01 && inner.y + inner.h <= outer.y + outer.h + 0.01;

/** @param {Slot} stack @returns {Rect} */
const box = ({ x, y, radius }) => ({ x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius });

/** @param {Slot[]} stacks */
function assertApart(stacks) {
  for (const [at, one] of stacks.entries()) {
    for (const other of stacks.slice(at + 1)) {
      const far = Math.hypot(one.x - other.x, one.y - other.y);
      assert.ok(far >= (one.radius + other.radius) * (1 - OVER), `${far} ${one.radius}`);
    }
  }
}

test("parts of a tray are equal, inside it and in reading order", () => {
  for (const size of TRAYS) {
    for (const count of COUNTS) {
      const found = parts(tray(size), count);
      assert.equal(found.length, count);
      for (const part of found) assert.ok(inside(part, tray(size)));
      const order = found.toSorted((a, b) => a.y - b.y || a.x - b.x);
      assert.deepEqual(found, order);
    }
  }
});

test("a stack and the number of its seat stay in their part", () => {
  for (const size of TRAYS) {
    for (const tagged of [true, false]) {
      const found = slot(tray(size), LARGEST, tagged);
      assert.ok(inside(box(found), tray(size)));
      assert.ok(found.radius <= LARGEST);
      if (!found.tag) continue;
      const [x, y] = found.tag;
      assert.ok(inside({ x: x - 3.5, y: y - 4, w: 7, h: 8 }, tray(size)), `${size} ${x} ${y}`);
    }
  }
});

test("up to eight stacks lie apart, by seat", () => {
  for (const size of TRAYS) {
    for (const count of COUNTS) {
      const { slots, rest, more } = arrange(tray(size), seats(count), seats(count), 2, LARGEST);
      assert.deepEqual([...slots.keys()], seats(count));
      assert.deepEqual([rest, more], [[], null]);
      assertApart([...slots.values()]);
    }
  }
});

test("of more than eight stacks one stands for the rest, and mine is drawn", () => {
  for (const mine of [1, 12, null]) {
    const { slots, rest, more } = arrange(tray([62, 31]), seats(12), seats(12), mine, LARGEST);
    assert.equal(slots.size, MOST - 1);
    assert.equal(rest.length, 12 - slots.size);
    assert.ok(more);
    if (mine !== null) assert.ok(slots.has(mine));
    assertApart([...slots.values(), more]);
  }
});

test("where there is room a seat keeps its place, whoever else has bet", () => {
  const wide = tray([190, 40]);
  const all = arrange(wide, seats(6), seats(6), 2, LARGEST).slots;
  const some = arrange(wide, [2, 5], seats(6), 2, LARGEST).slots;
  for (const seat of [2, 5]) assert.deepEqual(some.get(seat), all.get(seat));
});

test("few stacks in a small tray are larger than many", () => {
  const small = tray([62, 31]);
  const radius = (/** @type {number[]} */ bettors) =>
    arrange(small, bettors, seats(8), 2, LARGEST).slots.get(2)?.radius ?? 0;
  assert.ok(radius([2]) > radius([2, 5]));
  assert.ok(radius([2, 5]) > radius(seats(8)));
});

test("on a telephone mine lies beside one stack for all others", () => {
  const both = together(tray([58, 25]), true, true, LARGEST);
  assert.ok(both.own && both.others);
  assertApart([both.own, both.others]);
  assert.ok(both.own.radius >= both.others.radius);
  assert.equal(together(tray([58, 25]), true, false, LARGEST).others, null);
  assert.equal(together(tray([58, 25]), false, true, LARGEST).own, null);
});
