// What is said of a bet beside its name.

import assert from "node:assert/strict";
import { test } from "node:test";

import { soFar } from "../../src/lammer/web/js/lib/sentences.js";

test("a bet outside the regulation says how far it has come", () => {
  const own = { experimental: true };
  assert.equal(soFar(own, { state: "dozen 1,dozen 3" }), "now at dozen 1, dozen 3");
  assert.equal(soFar(own, { state: "a run of 2" }), "now at a run of 2");
  for (const state of ["", "up"]) assert.equal(soFar(own, { state }), "", "it has not begun");
  assert.equal(soFar({}, { state: "6" }), "", "others have it in their name");
  assert.equal(soFar(undefined, { state: "6" }), "");
});
