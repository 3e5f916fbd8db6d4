import assert from "node:assert/strict";
import test from "node:test";
import { found, gathered, keyOf, readFact } from "../../static/js/rulings.js";

test("what is typed without a line is what the rules read", () => {
  assert.equal(readFact({ type: "chips" }, "1200"), 1200);
  assert.equal(readFact({ type: "seat" }, ""), undefined);
  assert.equal(readFact({ type: "yes_no" }, "false"), false);
  assert.equal(readFact({ type: "choice" }, "verbal"), "verbal");
  assert.equal(readFact({ type: "cards" }, "As 10h"), "As 10h");
  assert.deepEqual(readFact({ type: "seats" }, "1, 4;7"), [1, 4, 7]);
  assert.deepEqual(readFact({ type: "chip_list" }, ""), []);
});

test("what was not said is left out, what is false or none is said", () => {
  const given = (/** @type {string} */ name, /** @type {any} */ value) => ({ name, value: () => value });
  assert.deepEqual(gathered([given("a", 0), given("b", undefined), given("c", false), given("d", [])]), { a: 0, c: false, d: [] });
});

test("an answer is kept under the options taken, and a question is found by its words", () => {
  assert.equal(keyOf([0, null]), null);
  assert.equal(keyOf([0, 2]), "0,2");
  const groups = [{ title: "Bets", kinds: [{ title: "Small raise" }, { title: "String bet" }] }, { title: "Seats", kinds: [{ title: "Wrong seat" }] }];
  assert.deepEqual(found(groups, "RAISE").map((g) => g.kinds.map((/** @type {any} */ k) => k.title)), [["Small raise"]]);
});
