// The worked example of docs/fair.md, by the page's own verifier.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { diceOf } from "../../src/lammer/instruments/dice/web/fair.js";
import { inTheShoe, shuffled } from "../../src/lammer/instruments/shoe/web/fair.js";
import { hex, keyOf, sha256, signer, unhex } from "../../src/lammer/web/js/lib/fair.js";

const DOCS = readFileSync(new URL("../../docs/fair.md", import.meta.url), "utf-8");
const seed = unhex("741c076b7b2ccbcc97f766bf1101ce9e5b09d53603e876224b7d9a743fa183d4");
const key = await keyOf(seed, [[3, "1234"], [1, "my dog is called Würfel"]]);
const sign = await signer(key);

test("the seed and its commitment are those of the page about fairness", async () => {
  assert.ok(DOCS.includes(hex(seed)));
  const commitment = hex(await sha256(seed));
  assert.equal(commitment, "b93fc7b51e32681d6677dbf2098785edd22317121e218cc58ef8f92c4b34d153");
  assert.ok(DOCS.includes(commitment));
});

test("the key is made of the seed and the players' seeds in the order of seats", () => {
  assert.equal(hex(key), "12115e5f0d163f74c272d7a27dfbb0692d5ce9b99cb92cf0706f86f0286e14aa");
  assert.ok(DOCS.includes(hex(key)));
});

test("dice are drawn from the key by the number of the trial", async () => {
  assert.deepEqual([await diceOf(sign, 0), await diceOf(sign, 1)], [[3, 2], [4, 3]]);
});

test("a shoe of eight decks is shuffled by the key", async () => {
  const shoe = await shuffled(sign, inTheShoe(8, new Map()));
  const first = shoe.slice(0, 8).join(" ");
  assert.equal(first, "As Ks Qd 9c 5c 7s 2h Qd");
  assert.ok(DOCS.includes(first));
  assert.equal(shoe.length, 416);
});
