import assert from "node:assert/strict";
import test from "node:test";
import { repeats } from "../../static/js/floor/taps.js";

const finger = (/** @type {number} */ at, /** @type {number} */ x, y = 100) => ({ at, x, y, detail: 1, mouse: false });

test("a finger repeats a tap within half a second at the same place", () => {
  const first = finger(1000, 300);
  assert.equal(repeats(null, first), false);
  assert.equal(repeats(first, finger(1300, 310)), true);
  assert.equal(repeats(first, finger(1499, 339, 139)), true);
  assert.equal(repeats(first, finger(1500, 300)), false);
  assert.equal(repeats(first, finger(1100, 340)), false);
  assert.equal(repeats(first, finger(1100, 300, 60)), false);
});

test("of a mouse the browser counts, however slow the machine", () => {
  const press = (/** @type {number} */ detail) => ({ at: 9000, x: 300, y: 100, detail, mouse: true });
  assert.equal(repeats(finger(1000, 300), press(2)), true);
  assert.equal(repeats(press(1), press(1)), false);
});
