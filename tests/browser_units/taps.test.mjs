import assert from "node:assert/strict";
import test from "node:test";
import { hurried, repeats } from "../../static/js/floor/taps.js";

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

test("a finger is in a hurry within half a second of any other tap, and of what has only just come", () => {
  const now = finger(1000, 300);
  assert.equal(hurried({ now, before: null }, 500), false);
  assert.equal(hurried({ now, before: null }, 501), true);
  assert.equal(hurried({ now, before: finger(501, 900, 700) }, 0), true);
  assert.equal(hurried({ now, before: finger(500, 300) }, 0), false);
});

test("a mouse is in a hurry from its second click at one place on", () => {
  const press = (/** @type {number} */ detail) => ({ at: 9000, x: 300, y: 100, detail, mouse: true });
  assert.equal(hurried({ now: press(1), before: press(1) }, 8999), false);
  assert.equal(hurried({ now: press(2), before: press(1) }, 0), true);
});
