// What the band of a display says in each state: one sentence, one figure.
import assert from "node:assert/strict";
import test from "node:test";

const WORDS = {
  band_late_level: "until the end of level %(level)s", band_late_time: "until %(time)s", in_time: "in %(time)s", band_paused: "stopped", clock_stopped: "clock stopped", band_frozen: "all stopped",
  band_since: "%(what)s since %(time)s", band_stood: "for %(time)s", band_recess: "back at %(time)s with %(level)s", band_back: "back at %(time)s", hand_round: "round %(round)s", band_hand: "hand %(round)s: %(ready)s ready, %(playing)s play",
  band_recess_given: "back at %(time)s, %(level)s goes on with %(left)s", band_recess_stands: "back at %(time)s, %(level)s stands with %(left)s", band_hand_first: "%(left)s finish first", then_hand: "then hand for hand", recess_stands: "recess stands, %(time)s left", band_bubble: "one more", band_money: "at least %(amount)s", in_money: "paid", band_final: "next wins %(amount)s", band_to_money: "%(away)s to the money", band_left: "%(count)s left", holds_all: "%(name)s has all",
};
const { bandSays } = await import("../../static/js/band.js");

const AT = Date.UTC(2026, 8, 12, 22, 0, 0);
/** @param {string} state @param {any} [more] */
function band(state, more = {}) {
  return bandSays(state, {
    now: { remaining_ms: 600_000, late_registration_in_ms: 760_000, late_registration_level: 12, next: { number: 20 }, ...more.now },
    payload: { state: "running", stood_ms: null, items: [], ...more.payload }, serverNow: AT,
    counts: { players_left: 1518, places_paid: 1517, hand_for_hand_round: 7, ...more.counts }, news: more.news ?? null, champion: more.champion ?? "",
    words: WORDS, zone: "UTC", language: "pt-br", amount: (/** @type {number} */ cents) => `R$ ${cents / 100}`, nextPrize: "nextPrize" in more ? more.nextPrize : 75_000,
  });
}

test("late registration tells with what it ends, and in how long", () => {
  assert.deepEqual(band("late_registration_closing"), { says: "until the end of level 12", rest: "in 12:40" });
  assert.equal(band("late_registration_closing", { payload: { late_registration_ends_ms: AT + 760_000 } }).says, "until 22:12");
});

test("a clock that stands tells since when, where that is known", () => {
  assert.deepEqual(band("paused", { payload: { stood_ms: AT - 130_000 } }), { says: "stopped since 21:57", rest: "for 2:10" });
  assert.deepEqual(band("paused"), { says: "stopped", rest: "" });
  assert.equal(band("frozen", { payload: { stood_ms: AT } }).says, "all stopped since 22:00");
});

test("a recess tells when play goes on and with what", () => {
  assert.deepEqual(band("recess"), { says: "back at 22:10 with 20", rest: "" });
  // chips that leave play stand where the sentence would: the hour is told all the same
  const colours = { now: { item: { kind: "recess", seconds: 900, colour_up: [100] } } };
  assert.equal(band("recess", colours).rest, "back at 22:10");
});

test("a recess that is given tells what is left of its level, and what becomes of hand for hand", () => {
  const given = { now: { recess_seconds: 900, index: 0, item: { kind: "recess", seconds: 900 } }, payload: { items: [{ kind: "level", number: 20, seconds: 1200 }], elapsed_ms: 300_000, recess: { level_runs_after: true } } };
  const hand = { counts: { hand_for_hand: true }, news: { hand: { round: 7, ready: 2, tables: 3 } } };
  assert.deepEqual(band("recess", given), { says: "back at 22:10, 20 goes on with 15:00", rest: "" });
  given.payload.recess.level_runs_after = false; // its hands count the level down, nothing else does
  assert.deepEqual(band("recess", { ...given, ...hand }), { says: "back at 22:10, 20 stands with 15:00 · 1 finish first", rest: "2 / 3" });
  hand.news.hand.ready = 0;
  assert.deepEqual(band("recess", { ...given, ...hand }), { says: "back at 22:10, 20 stands with 15:00 · then hand for hand", rest: "" });
  assert.equal(band("paused", given).says, "recess stands, 10:00 left");
});

test("no hour is told of what follows a recess where hand for hand goes on", async () => {
  const { hoursKnown } = await import("../../static/js/board.js");
  const told = [null, { state: "paused" }, { state: "running", recess: null }, { state: "running", recess: { level_runs_after: true } }, { state: "running", recess: { level_runs_after: false } }];
  assert.deepEqual(told.map((payload) => hoursKnown(/** @type {any} */ (payload))), [false, false, true, true, false]);
});

test("hand for hand tells how many tables are ready of all that play", () => {
  assert.deepEqual(band("hand_for_hand", { news: { hand: { round: 7, ready: 143, tables: 169 } } }), { says: "hand 7: 143 ready, 26 play", rest: "143 / 169" });
  assert.deepEqual(band("hand_for_hand"), { says: "round 7", rest: "" });
  // its colour alone would not say that the clock stands
  assert.equal(band("hand_for_hand", { payload: { state: "hand_for_hand" } }).says, "round 7 · clock stopped");
});

test("bubble, money and final table tell what is next", () => {
  assert.deepEqual(band("bubble"), { says: "one more", rest: "1.518 → 1.517" });
  assert.deepEqual(band("in_the_money"), { says: "at least R$ 750", rest: "1.518 left" });
  assert.equal(band("in_the_money", { nextPrize: null }).says, "paid");
  assert.deepEqual(band("final_table", { counts: { players_left: 4, places_paid: 4 } }), { says: "next wins R$ 750", rest: "4 left" });
  // who goes out of a final table that is larger than the places paid wins nothing yet
  assert.deepEqual(band("final_table", { counts: { players_left: 7, places_paid: 4 } }), { says: "3 to the money", rest: "7 left" });
  assert.deepEqual(band("final_table", { nextPrize: null, counts: { players_left: 7, places_paid: 0 } }), { says: "", rest: "7 left" });
  assert.deepEqual(band("decided", { champion: "Priscila" }), { says: "Priscila has all", rest: "" });
  assert.deepEqual(band("decided"), { says: "", rest: "" });
  assert.deepEqual(band("running"), { says: "", rest: "" });
});
