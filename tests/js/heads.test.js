// The heads of a log that a browser keeps.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: {} } };
const { broken, together } =
  await import("../../src/lammer/web/js/table/feed/kept-heads.js");

const head = (seq, hash = `h${seq}`) => ({ seq, hash, at: "2026-01-31T20:15:00Z" });
const line = (seq, prev, hash = `h${seq}`) => ({ seq, prev, hash });

test("the latest five are kept, and what was kept of a line is not replaced", () => {
  const kept = together([head(1), head(4, "mine")], [head(4, "theirs"), head(7), head(2)]);
  assert.deepEqual(kept, [head(1), head(2), head(4, "mine"), head(7)]);
  assert.deepEqual(together(kept, [head(9), head(11)]).map(({ seq }) => seq), [2, 4, 7, 9, 11]);
});

test("a line that does not go on from the one before is found", () => {
  assert.deepEqual(broken("h1", [line(2, "h1"), line(3, "h2")]), []);
  assert.deepEqual(broken("h1", [line(2, "h0"), line(3, "h2")]), [line(2, "h0")]);
  assert.deepEqual(broken("h1", [line(2, "h1"), line(3, "hx")]), [line(3, "hx")]);
  assert.deepEqual(broken(undefined, [line(2, "anything")]), []);
});
