import assert from "node:assert/strict";
import { test } from "node:test";

import { beside } from "../../src/lammer/web/js/lib/beside.js";

const AROUND = { left: 100, top: 50, width: 1000, height: 600 };
const CARD = { width: 300, height: 200 };

/** @param {number} left @param {number} top */
const spotAt = (left, top) => ({ left, top, width: 80, height: 40 });

test("a card lies below what it points at, in its middle", () => {
  const place = beside(spotAt(500, 150), AROUND, CARD, []);
  assert.deepEqual(place, { left: 400 + 40 - 150, top: 100 + 40 + 14 });
});

test("it never covers what it points at, and stays inside", () => {
  for (let left = 100; left <= 1020; left += 40) {
    for (let top = 50; top <= 610; top += 40) {
      const spot = spotAt(left, top);
      const place = beside(spot, AROUND, CARD, []);
      assert.ok(place.left >= 0 && place.left + CARD.width <= AROUND.width);
      assert.ok(place.top >= 0 && place.top + CARD.height <= AROUND.height);
      const [x, y] = [place.left + AROUND.left, place.top + AROUND.top];
      const apart = x >= spot.left + spot.width || x + CARD.width <= spot.left
        || y >= spot.top + spot.height || y + CARD.height <= spot.top;
      assert.ok(apart, `${left} ${top}`);
    }
  }
});

test("it gives way to what should be seen", () => {
  const spot = spotAt(500, 150);
  const chips = { left: 500, top: 230, width: 40, height: 40 };
  const place = beside(spot, AROUND, CARD, [chips]);
  const [x, y] = [place.left + AROUND.left, place.top + AROUND.top];
  const apart = x >= 540 || x + CARD.width <= 500 || y >= 270 || y + CARD.height <= 230;
  assert.ok(apart);
});

test("where there is no room inside, it lies below", () => {
  const spot = { left: 100, top: 50, width: 1000, height: 600 };
  assert.deepEqual(beside(spot, AROUND, CARD, []), { left: 350, top: 614 });
});
