// draw_record.json was drawn by rules/draw.py; tests/web/public/test_draw_check.py has the stand-alone verifier agree with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { committed, differs, readable, trusted } from "../../static/js/draw.js";
import { bytes, fromHex, hmac, sha256, toHex } from "../../static/js/sha256.js";

/** @returns {any} */
const record = () => JSON.parse(readFileSync(new URL("./draw_record.json", import.meta.url), "utf-8"));

test("SHA-256 and HMAC answer the published examples", async () => {
  const of = (/** @type {string} */ text) => toHex(sha256(bytes(text)));
  assert.equal(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  assert.equal(toHex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?"))), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  assert.equal(toHex(hmac(new Uint8Array(131).fill(0xaa), bytes("Test Using Larger Than Block-Size Key - Hash Key First"))), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  assert.equal(await trusted(), true);
  // every length around the edge of a block, against the runtime's own
  for (let size = 50; size < 70; size += 1) {
    const text = new Uint8Array(size).fill(size);
    assert.equal(toHex(sha256(text)), toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", text))));
  }
  assert.throws(() => fromHex("0g"));
});

test("the seed and the seats that the Python tests promise", () => {
  const seed = "7d8bfcb8c9d400adb9b8d690bc5188e115b91222246347d3c7e766b7e3ca875b";
  const master = toHex(sha256(bytes("a master seed for tests")));
  assert.equal(toHex(hmac(fromHex(master), bytes("shuffle-up/draw/v1|t-1|1"))), seed);
  const draw = {
    number: 1, kind: "initial", method: "seats", seed,
    inputs: { participants: [1, 2, 3, 4, 5, 6, 7], tables: [[1, 0, [1, 2, 3, 4]], [2, 0, [1, 2, 3, 4]]] },
    result: { seats: [[1, 1, 3], [2, 1, 2], [3, 2, 2], [4, 1, 1], [5, 2, 1], [6, 1, 4], [7, 2, 4]] },
  };
  assert.equal(differs({ tournament: "t-1", master_seed: master }, draw, 1), "");
});

test("every kind of draw agrees with rules/draw.py", () => {
  const found = record();
  assert.equal(readable(found), true);
  assert.equal(committed(found), true);
  assert.deepEqual(new Set(found.draws.map((/** @type {any} */ d) => d.method)), new Set(["seats", "one", "double_random", "buttons", "cards"]));
  found.draws.forEach((/** @type {any} */ draw, /** @type {number} */ i) => assert.equal(differs(found, draw, i + 1), "", `${draw.number} ${draw.kind}`));
});

test("what was changed is named", () => {
  const found = record();
  const [draw] = found.draws;
  assert.equal(differs(found, draw, 2), "number");
  assert.equal(differs(found, { ...draw, seed: draw.seed.replace(/^./, (/** @type {string} */ c) => (c === "0" ? "1" : "0")) }, 1), "seed");
  assert.equal(differs({ ...found, master_seed: null }, draw, 1), "");
  assert.equal(differs(found, { ...draw, method: "coin" }, 1), "method");
  assert.equal(differs(found, { ...draw, inputs: {} }, 1), "inputs");
  const [key] = Object.keys(draw.result);
  assert.equal(differs(found, { ...draw, result: { ...draw.result, [key]: [] } }, 1), "result");
  assert.equal(committed({ ...found, commitment: "00".repeat(32) }), false);
  assert.equal(committed({ ...found, master_seed: null }), null);
  assert.equal(readable({ protocol: "another", draws: [] }), false);
  assert.equal(readable(null), false);
});

test("ten thousand seats are checked in a moment", () => {
  const tables = Array.from({ length: 1112 }, (_x, i) => [i + 1, 0, [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  const draw = { number: 1, method: "seats", seed: "11".repeat(32), inputs: { participants: Array.from({ length: 10_000 }, (_x, i) => i + 1), tables }, result: { seats: [] } };
  assert.equal(differs({ tournament: "t", master_seed: null }, draw, 1), "result");
});
