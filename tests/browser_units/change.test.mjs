import assert from "node:assert/strict";
import test from "node:test";
import { changeOf } from "../../static/js/change.js";

test("the change is what was handed over less what is due, in cents", () => {
  assert.deepEqual(changeOf("500", 45_000, "pt-br"), { cents: 5_000, missing: false });
  assert.deepEqual(changeOf("500,00", 49_550, "pt"), { cents: 450, missing: false });
  assert.deepEqual(changeOf("1.000", 49_550, "pt-br"), { cents: 50_450, missing: false });
  assert.deepEqual(changeOf("450", 45_000, "en"), { cents: 0, missing: false });
});

test("too little says how much is missing, and what cannot be read says nothing", () => {
  assert.deepEqual(changeOf("400", 45_000, "pt-br"), { cents: 5_000, missing: true });
  assert.deepEqual(changeOf("0", 45_000, "en"), { cents: 45_000, missing: true });
  for (const text of ["", " ", "abc", "-5", "4,5,0"]) assert.equal(changeOf(text, 45_000, "pt-br"), null, text);
});
