import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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
const payload = (more) => ({ state: "running", server_ms: 1_000_000, anchor_ms: 1_000_000, elapsed_ms: 0, index: 0, turn: 1, items: items(), ...more });

const table = JSON.parse(readFileSync(new URL("../clock_cases.json", import.meta.url), "utf8"));
for (const given of table.cases) {
  test(`the clock shows: ${given.name}`, () => {
    const clock = { turn: 1, server_ms: 0, items: table.items, ...given.snapshot };
    const { item, next, following, ...now } = shown(clock, given.now_ms);
    if (now.recess_seconds === null) assert.equal(item, table.items[now.index]);
    else assert.deepEqual(item, { kind: "recess", seconds: now.recess_seconds });
    /** @param {any} one */
    const at = (one) => (one === null ? null : table.items.indexOf(one));
    assert.deepEqual({ ...now, next_index: at(next), following_index: at(following) }, given.shown);
  });
}

/** A page opened at `opened`, on a server whose clock shows a million then. @param {any} [more] */
function page(more) {
  const time = { steady: 0 };
  const keeper = new Keeper(() => time.steady);
  keeper.hear(1_000_000);
  keeper.take(payload(more ?? {}));
  return { time, keeper, left: () => keeper.show()?.remaining_ms ?? NaN };
}
/** @param {number} a @param {number} b */
const near = (a, b) => assert.ok(Math.abs(a - b) < 5, `${a} is not ${b}`);

test("without a payload or a moment nothing is shown", () => {
  const keeper = new Keeper(() => 0);
  assert.equal(keeper.show(), null);
  keeper.take(payload({}));
  assert.equal(keeper.show(), null);
});

test("it never jumps back within a level, whatever the device's clock does", () => {
  const { time, keeper, left } = page();
  time.steady = 5_000;
  assert.equal(left(), 1_195_000);
  // a word that was 400 ms on its way
  keeper.hear(1_004_600);
  assert.equal(left(), 1_195_000);
  time.steady = 6_000;
  // what came without delay is believed: it does not stand still for the other's 400 ms
  near(left(), 1_194_000);
  // a minute was added: a new anchor may show more
  keeper.take(payload({ anchor_ms: 1_060_000 }));
  near(left(), 1_200_000);
});

test("a payload made long ago is shown at the present, however late it comes", () => {
  for (const age of [0, 15_000, 60_000, 300_000]) {
    // the page came with the right time; then the line tells the payload that was made at the last event
    const keeper = new Keeper(() => 200);
    keeper.hear(1_000_000 + age);
    keeper.take(payload({ server_ms: 1_000_000 + age }));
    keeper.hear(1_000_200 + age);
    keeper.take(payload({ server_ms: 1_000_000 }));
    near(keeper.show()?.remaining_ms ?? NaN, 1_200_000 - 200 - age);
  }
});

test("an answer tells the time within its way there and back, a word from a tunnel no longer", () => {
  const { time, keeper, left } = page();
  // the page took three seconds to come
  time.steady = 1_000;
  keeper.hear(1_000_000 + 4_010, 980);
  near(left(), 1_200_000 - 4_020);
  // what waited fifteen seconds on its way changes nothing
  time.steady = 30_000;
  keeper.hear(1_000_000 + 18_000);
  near(left(), 1_200_000 - 33_020);
  // nor does an answer that took as long
  time.steady = 60_000;
  keeper.hear(1_000_000 + 63_000 - 14_000, 60_000 - 15_000);
  near(left(), 1_200_000 - 63_020);
});

test("a server that was set to another time is followed, and a device that slept catches up", () => {
  const { time, keeper, left } = page();
  keeper.hear(1_000_000, 0);
  time.steady = 10_000;
  left();
  // set back by half a minute: known with the next answer, and then not stood still for
  keeper.hear(980_000, 10_000);
  near(left(), 1_200_000);
  keeper.take(payload({ anchor_ms: 970_000 }));
  near(left(), 1_190_000);
  // the steady clock stood while the device slept for ten minutes; any word tells
  keeper.hear(1_580_000);
  near(left(), 590_000);
});

test("two clocks that drift apart are held together by what is heard", () => {
  const { time, keeper, left } = page();
  // this device is slow by one in twenty thousand
  for (let real = 0; real <= 600_000; real += 15_000) {
    time.steady = real * (1 - 1 / 20_000);
    keeper.hear(1_000_000 + real, time.steady);
    near(left(), 1_200_000 - real);
  }
});

test("milestones are told once", () => {
  assert.equal(milestone(300_100, 299_900, true), "5:00");
  assert.equal(milestone(299_900, 299_800, true), "");
  assert.equal(milestone(60_001, 60_000, true), "1:00");
  assert.equal(milestone(10, 1_200_000, false), "level");
});
