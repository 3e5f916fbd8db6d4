import assert from "node:assert/strict";
import test from "node:test";
import { Keeper, milestone, shown } from "../../static/js/clock.js";

/** @returns {any} */
const items = () => [
  { kind: "level", number: 1, small_blind: 100, big_blind: 200, ante: 0, ante_kind: "none", seconds: 1200 },
  { kind: "level", number: 2, small_blind: 200, big_blind: 400, ante: 0, ante_kind: "none", seconds: 1200, late_registration_ends: true },
  { kind: "recess", seconds: 600, colour_up: [25] },
  { kind: "level", number: 3, small_blind: 300, big_blind: 600, ante: 600, ante_kind: "big_blind", seconds: 1200 },
];
/** @param {any} more @returns {any} */
const face = (more) => ({ state: "running", server_ms: 1_000_000, anchor_ms: 1_000_000, elapsed_ms: 0, index: 0, turn: 1, items: items(), ...more });

test("a running level counts from its anchor", () => {
  const now = shown(face({}), 1_000_000 + 200_000);
  assert.equal(now.item.number, 1);
  assert.equal(now.remaining_ms, 1_000_000);
  assert.equal(now.next?.number, 2);
  assert.equal(now.recess_in_ms, 1_000_000 + 1_200_000);
  assert.equal(now.late_registration_in_ms, 1_000_000 + 1_200_000);
  assert.equal(now.late_registration_level, 2);
});

test("without a line it goes on through levels and recesses", () => {
  const now = shown(face({}), 1_000_000 + (1200 + 1200 + 100) * 1000);
  assert.equal(now.item.kind, "recess");
  assert.equal(now.remaining_ms, 500_000);
  assert.equal(now.next?.number, 3);
  assert.equal(now.late_registration_in_ms, null);
  const later = shown(face({}), 1_000_000 + 99_999_000);
  assert.equal(later.item.number, 3);
  assert.equal(later.remaining_ms, 0);
  assert.equal(later.over, true);
});

test("paused and hand-for-hand stand still", () => {
  for (const state of ["paused", "frozen", "hand_for_hand"]) {
    const now = shown(face({ state, anchor_ms: null, elapsed_ms: 300_000 }), 9_000_000);
    assert.equal(now.remaining_ms, 900_000);
    assert.equal(now.index, 0);
  }
});

test("it never jumps back within a level, whatever the device's clock does", () => {
  let steady = 0;
  const keeper = new Keeper(() => steady);
  keeper.take(face({ server_ms: 1_000_000 }));
  steady = 5_000;
  assert.equal(keeper.show()?.remaining_ms, 1_195_000);
  // the same anchor told by a server message that was 400 ms on its way
  keeper.take(face({ server_ms: 1_004_600 }));
  assert.equal(keeper.show()?.remaining_ms, 1_195_000);
  steady = 6_000;
  // the message that came without delay is believed: it does not stand still for the other's 400 ms
  assert.ok(Math.abs((keeper.show()?.remaining_ms ?? 0) - 1_194_000) < 2);
  // a minute was added: a new anchor may show more
  keeper.take(face({ server_ms: 1_006_000, anchor_ms: 1_060_000, turn: 1 }));
  assert.equal(keeper.show()?.remaining_ms, 1_200_000);
});

test("a server that was set to another time is followed, and a device that slept catches up", () => {
  let steady = 0;
  const keeper = new Keeper(() => steady);
  keeper.take(face({}));
  steady = 10_000;
  keeper.take(face({ server_ms: 980_000, anchor_ms: 970_000 }));
  assert.equal(keeper.show()?.remaining_ms, 1_190_000);
  // the steady clock stood while the device slept for ten minutes
  keeper.take(face({ server_ms: 1_580_000, anchor_ms: 970_000 }));
  assert.equal(keeper.show()?.remaining_ms, 590_000);
});

test("milestones are told once", () => {
  assert.equal(milestone(300_100, 299_900, true), "5:00");
  assert.equal(milestone(299_900, 299_800, true), "");
  assert.equal(milestone(60_001, 60_000, true), "1:00");
  assert.equal(milestone(10, 1_200_000, false), "level");
});
