import assert from "node:assert/strict";
import test from "node:test";
import { freeSeats, handIsOpen, handToTakeBack, isAlsoToVerify, nextTaken, pad, roundCost, seatState, sheetLacks, sheetSum, shortOf, targetTables, undoBody, undoOfSeveral, undoPath, undoesLater, wholeNumber } from "../../static/js/seats.js";

const words = { empty: "empty", unverified: "check identity", away: "away", owes_one: "1 penalty hand", owes: "%(count)s penalty hands", waits_button: "waits", pending_bust: "bust waits", pending_away: "waits" };
/** @returns {any} */
const chair = (more = {}) => ({ seat: 1, entry_id: 5, player: "Rui", stack_chips: null, verified: true, waits_for_button: false, away: false, hands_owed: 0, ...more });

test("a seat's state has a shape and words, the most urgent one", () => {
  assert.deepEqual(seatState(chair({ entry_id: null }), words), { state: "empty", text: "empty" });
  assert.equal(seatState(chair(), words).state, "seated");
  assert.equal(seatState(chair({ verified: false }), words).text, "check identity");
  assert.equal(seatState(chair({ verified: false, away: true }), words).state, "away");
  assert.equal(seatState(chair({ away: true, hands_owed: 9 }), words).text, "9 penalty hands");
  assert.equal(seatState(chair({ hands_owed: 1 }), words).text, "1 penalty hand");
  assert.equal(seatState(chair({ pending: ["verify", "bust"] }), words).text, "bust waits");
});

test("who is to be verified is marked beside another state, too: the marks are as many as the button counts", () => {
  const asked = (/** @type {object} */ more) => isAlsoToVerify(chair(more), seatState(chair(more), words).state);
  assert.equal(asked({ verified: false, waits_for_button: true }), true);
  assert.equal(asked({ verified: false, hands_owed: 2 }), true);
  assert.equal(asked({ verified: false }), false);
  assert.equal(asked({ verified: false, pending: ["verify"] }), false);
  assert.equal(asked({ waits_for_button: true }), false);
  assert.equal(asked({ entry_id: null, verified: false }), false);
});

test("a stack is short below ten big blinds, where its count still stands", () => {
  const counted = (/** @type {number} */ chips, stands = true) => chair({ stack_chips: chips, stack: { chips, level: 3, recess: false, stands } });
  assert.equal(shortOf(counted(9_999), 1_000), 9);
  assert.equal(shortOf(counted(10_000), 1_000), null);
  assert.equal(shortOf(counted(900), 1_000), 0);
  assert.equal(shortOf(counted(9_999, false), 1_000), null);
  assert.equal(shortOf(chair(), 1_000), null);
  assert.equal(shortOf(counted(500), 0), null);
});

test("counting goes in seat order and ends", () => {
  const chairs = [chair({ seat: 1 }), chair({ seat: 2, entry_id: null }), chair({ seat: 3 })];
  assert.equal(nextTaken(chairs, 1), 3);
  assert.equal(nextTaken(chairs, 3), null);
  assert.deepEqual(freeSeats(chairs), [2]);
});

test("chips are read as the house reads them: two and a half is never 25", () => {
  assert.deepEqual(["", " ", "25000", "25.000", "25,000", "1\u00a0500", "1 234 567"].map(wholeNumber), [null, null, 25000, 25000, 25000, 1500, 1234567]);
  assert.deepEqual(["2.5", "0", "-3", "ten", "1.2345", "25k", "9".repeat(16)].map(wholeNumber), Array(7).fill(NaN));
});

test("a sheet's sum is what was typed, and where nothing was, the count that stands; the others are not counted", () => {
  const lines = [{ typed: "12.500", standing: 9 }, { typed: "", standing: 700 }, { typed: "x", standing: 0 }, { typed: "", standing: 0 }];
  assert.equal(sheetSum(lines), 13200);
  assert.equal(sheetLacks(lines), 2);
  assert.equal(sheetLacks([]), 0);
});

test("a move is offered to the proposed table first, to the own one last", () => {
  const lines = [[1, 7], [2, 9], [3, 5], [4, 5], [5, 8]].map(([table, players]) => ({ table, players }));
  const order = (/** @type {number} */ from, /** @type {number|null} */ proposed) => targetTables(lines, { from, proposed }).map((l) => l.table);
  assert.deepEqual(order(3, null), [4, 1, 5, 2, 3]);
  assert.deepEqual(order(1, 5), [5, 3, 4, 2, 1]);
  assert.deepEqual(lines.map((l) => l.table), [1, 2, 3, 4, 5]);
});

test("a round that is sat out costs both blinds and its antes", () => {
  const level = (/** @type {object} */ more) => ({ kind: "level", seconds: 1200, small_blind: 1500, big_blind: 3000, ...more });
  assert.equal(roundCost(/** @type {any} */ (level({ ante: 3000, ante_kind: "big_blind" })), 9), 7500);
  assert.equal(roundCost(/** @type {any} */ (level({ ante: 300, ante_kind: "ante" })), 9), 7200);
  assert.equal(roundCost(/** @type {any} */ (level({})), 2), 4500);
  assert.deepEqual([roundCost(/** @type {any} */ (level({})), 1), roundCost(null, 9)], [0, 0]);
});

test("the pad", () => {
  assert.equal(["2", "7", "000", "delete", "delete", "5"].reduce(pad, ""), "2705");
  assert.equal(pad("", "000"), "");
  assert.equal(pad("1234567890", "1"), "1234567890");
  assert.equal(pad("12", "clear"), "");
});

test("what can be taken back", () => {
  const done = (/** @type {any} */ mark, /** @type {any} */ result) => ({ state: "done", mark, outcome: { kind: "applied", result } });
  assert.equal(undoPath(done({ kind: "bust" }, { eliminations: [{ elimination_id: 4 }] })), "eliminations/4/undo");
  assert.equal(undoPath(done({ kind: "under_age" }, { eliminations: [{ elimination_id: 6 }] })), "eliminations/6/undo");
  assert.equal(undoPath(done({ kind: "under_age" }, { eliminations: [] })), null);
  assert.equal(undoPath(done({ kind: "move" }, { move_id: 8 })), "moves/8/undo");
  assert.equal(undoPath(done({ kind: "verify" }, {})), null);
  assert.equal(undoPath({ state: "queued", mark: { kind: "move" } }), null);
  assert.equal(undoPath(done({ kind: "move", undone: true }, { move_id: 8 })), null);
});

test("what was tried and not answered is taken back by an act behind it, where it has one", () => {
  const of = (/** @type {any} */ mark, more = {}) => undoesLater({ state: "queued", tries: 1, mark, ...more });
  assert.equal(of({ kind: "bust", entries: [1] }), true);
  assert.equal(of({ kind: "bust", entries: [1, 2] }), false);
  assert.equal(of({ kind: "under_age", entries: [1] }), true);
  assert.equal(of({ kind: "move" }), true);
  assert.equal(of({ kind: "away", away: true }), true);
  assert.equal(of({ kind: "verify" }), false);
  assert.equal(of({ kind: "move", undone: true }), false);
  assert.equal(of({ kind: "move" }, { tries: 0 }), false);
  assert.equal(of({ kind: "move" }, { state: "done" }), false);
  const served = { state: "done", mark: { kind: "serve", served: 4 }, outcome: { kind: "applied", result: { penalty_id: 9, counted: true } } };
  assert.deepEqual([undoPath(served), undoBody(served)], ["penalties/9/unserve", { hand_number: 4 }]);
  assert.equal(undoPath({ ...served, outcome: { kind: "applied", result: { penalty_id: 9, counted: false } } }), null);
});

test("who was marked away by mistake is back by one button, and the other way round", () => {
  const told = (/** @type {boolean} */ away) => ({ state: "done", path: "entries/7/away", mark: { kind: "away", away }, outcome: { kind: "applied", result: {} } });
  assert.deepEqual([undoPath(told(true)), undoBody(told(true))], ["entries/7/away", { away: false }]);
  assert.deepEqual([undoPath(told(false)), undoBody(told(false))], ["entries/7/away", { away: true }]);
});

test("a table's hand is taken back until another has done the next one", () => {
  const told = { state: "done", path: "tournaments/3/tables/2/hand-done", mark: { kind: "hand", table: 2, round: 4 }, outcome: { kind: "applied", result: { eliminations: [] } } };
  assert.deepEqual([undoPath(told), undoBody(told)], ["tournaments/3/tables/2/hand-taken-back", { round: 4 }]);
  assert.equal(undoPath({ ...told, outcome: { kind: "applied", result: { eliminations: [{ elimination_id: 1 }] } } }), null);
  assert.equal(handIsOpen(told, { on: true, round: 4, last_done: null }), true);
  assert.equal(handIsOpen(told, { on: true, round: 5, last_done: 2 }), true);
  assert.equal(handIsOpen(told, { on: true, round: 5, last_done: null }), false);
  assert.equal(handIsOpen(told, { on: true, round: 6, last_done: 2 }), false);
  assert.equal(handIsOpen(told, { on: false, round: 4 }), false);
});

test("any tablet takes a reported hand back while the house tells that it can be", () => {
  const round = { on: true, round: 4, done: [2, 3], out: [{ table: 3 }], last_done: null };
  assert.deepEqual([2, 3, 1].map((table) => handToTakeBack(table, round)), [4, null, null]);
  const next = { on: true, round: 5, done: [], out: [], last_done: 2 };
  assert.deepEqual([2, 3].map((table) => handToTakeBack(table, next)), [4, null]);
  assert.equal(handToTakeBack(2, { ...round, on: false }), null);
  assert.equal(handToTakeBack(2, undefined), null);
});

test("several who went out in one hand are taken back one by one, the last first", () => {
  const eliminations = [{ elimination_id: 4, entry_id: 40, name: "Ada" }, { elimination_id: 5, entry_id: 50, name: "Rui" }];
  const told = { state: "done", outcome: { kind: "applied", result: { eliminations } }, mark: { kind: "bust", table: 2 } };
  assert.deepEqual(undoOfSeveral(told), [{ path: "eliminations/5/undo", entry: 50, name: "Rui" }, { path: "eliminations/4/undo", entry: 40, name: "Ada" }]);
  assert.equal(undoPath(told), null);
  assert.deepEqual(undoOfSeveral({ ...told, mark: { ...told.mark, undone: true } }), []);
  assert.deepEqual(undoOfSeveral({ ...told, state: "queued" }), []);
  assert.deepEqual(undoOfSeveral({ ...told, outcome: { kind: "applied", result: { eliminations: eliminations.slice(0, 1) } } }), [], "one has an address of its own");
});
