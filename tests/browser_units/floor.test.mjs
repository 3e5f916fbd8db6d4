// The floor's tablet without a page: what its state becomes, what is painted for it, and that all it needs is loaded at once.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { UNSEEN_MS, addressed, barSays, brokenOf, leftLately, payloadFrom, minesOf, ownAlone, paintWith, placeShown, placesMoved, repaint, roomFrom, roundWaits, shownOf, state, tableMarks, tellsHand, toFollow, unansweredSays, viewOf } from "../../static/js/floor/state.js";

test("an address opens the list, a table or the rulings, and nothing else", () => {
  assert.deepEqual(addressed(""), { ruling: false, opened: null, found: null });
  assert.deepEqual(addressed("#"), { ruling: false, opened: null, found: null });
  assert.deepEqual(addressed("#7"), { ruling: false, opened: 7, found: null });
  assert.deepEqual(addressed("#7/3"), { ruling: false, opened: 7, found: 3 });
  assert.deepEqual(addressed("#rulings"), { ruling: true, opened: null, found: null });
  assert.deepEqual(addressed("#rulings/7"), { ruling: true, opened: 7, found: null });
  for (const odd of ["#0", "#-3", "#1.5", "#x", "#7x"]) assert.deepEqual(addressed(odd), { ruling: false, opened: null, found: null }, odd);
});

test("rulings go before the table they are about, a table before the list", () => {
  assert.equal(viewOf({ ruling: true, opened: 7 }), "rulings");
  assert.equal(viewOf({ ruling: false, opened: 7 }), "table");
  assert.equal(viewOf({ ruling: false, opened: null }), "list");
});

test("a place for now is shown until somebody comes, is in again, or entries close", () => {
  const told = { entries_total: 22, undone: 0, late_registration_open: true, players_left: 21 };
  assert.equal(placesMoved(null, told), false, "what is told first moves nothing");
  assert.equal(placesMoved(told, { ...told, players_left: 20 }), false, "who goes out after has a better place");
  for (const more of [{ entries_total: 23 }, { undone: 1 }, { late_registration_open: false }]) assert.equal(placesMoved(told, { ...told, ...more }), true, JSON.stringify(more));
  const bust = (/** @type {any[]} */ ...eliminations) => /** @type {any} */ ({ answered: 1000, outcome: { kind: "applied", result: { eliminations } } });
  const [now, final] = [{ place: 22, final: false }, { place: 9, final: true }];
  assert.equal(placeShown(bust(now), 900), now);
  assert.equal(placeShown(bust(now), 1100), null);
  assert.equal(placeShown(bust(final), 1100), final);
  assert.equal(placeShown(bust(now, now), 900), null, "of several none is shown");
  assert.equal(placeShown(bust({ place: null, final: false }), 900), null);
  assert.equal(placeShown(/** @type {any} */ ({ outcome: null }), 900), null);
});

test("a large room keeps the list that was asked for; a small one tells it", () => {
  const small = roomFrom(null, { tables: [{ table: 1 }], hand_for_hand: null });
  assert.deepEqual(small, { tables: [{ table: 1 }], hand_for_hand: null, large: false });
  const large = roomFrom({ tables: [{ table: 1 }, { table: 2 }] }, { tables: null });
  assert.deepEqual(large, { tables: [{ table: 1 }, { table: 2 }], large: true });
  assert.deepEqual(roomFrom(null, { tables: null }), { tables: [], large: true });
});

test("the list of a large room is asked for at once, not eight seconds after the page came", () => {
  assert.ok(performance.now() - state.askedLines >= 8000);
});

test("the list is mine or all of them; a typed number finds any table", () => {
  const lines = [1, 2, 12, 120, 212].map((table) => ({ table }));
  const shown = (/** @type {any} */ by) => shownOf(lines, { ours: [2], onlyMine: true, typed: "", ...by }).map(({ table }) => table);
  assert.deepEqual(shown({}), [2]);
  assert.deepEqual(shown({ onlyMine: false }), [1, 2, 12, 120, 212]);
  assert.deepEqual(shown({ typed: "12" }), [12, 120]);
  assert.deepEqual(shown({ typed: " 2 " }), [2, 212]);
  assert.deepEqual(shown({ typed: "9" }), []);
  assert.deepEqual(shown({ typed: "x" }), [2], "no number, nothing looked for");
});

test("without a star the list of a small room says that it shows all tables", () => {
  assert.equal(ownAlone(null, [], 7), false);
  assert.equal(ownAlone(null, [2], 7), true);
  assert.equal(ownAlone(null, [], 13), true, "a large room asks for a star");
  assert.equal(ownAlone(true, [], 7), true, "as somebody said");
  assert.equal(ownAlone(false, [2], 7), false);
});

test("every table of a small room is mine until I say otherwise; one that broke is nobody's", () => {
  assert.deepEqual(minesOf([], [1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(minesOf([2, 9], [1, 2, 3]), [2]);
  assert.deepEqual(minesOf([2, 9], []), [2, 9], "no list yet: what was marked holds");
  const many = [...Array(13).keys()].map((i) => i + 1);
  assert.deepEqual(minesOf([], many), []);
});

test("it follows forty tables at most, and the one that is open", () => {
  assert.deepEqual(toFollow([1, 2], 2), [1, 2]);
  assert.deepEqual(toFollow([1, 2], 5), [1, 2, 5]);
  assert.deepEqual(toFollow([], null), []);
  assert.equal(toFollow([...Array(60).keys()].map((i) => i + 1), 60).length, 41);
});

const told = { chairs: [{ seat: 1, entry_id: 5, player: "Rui", stack_chips: 100 }] };
/** @returns {any} */
const chips = (more = {}) => ({ id: "a", state: "queued", mark: { kind: "chips", stack_chips: 900, entries: [5] }, ...more });

test("what was done here is painted until the line has shown it", () => {
  const kept = { face: told, at: 1000 };
  assert.equal(payloadFrom(undefined, [], 0), null);
  assert.equal(payloadFrom(kept, [chips()], 2000)?.chairs[0].stack_chips, 900);
  assert.equal(payloadFrom(kept, [chips({ state: "refused" })], 2000)?.chairs[0].stack_chips, 100);
  const done = chips({ state: "done", answered: 1500 });
  assert.equal(payloadFrom(kept, [done], 1600)?.chairs[0].stack_chips, 900, "answered after the table was last heard of");
  assert.equal(payloadFrom({ face: told, at: 1700 }, [done], 1800)?.chairs[0].stack_chips, 100, "heard of since");
  assert.equal(payloadFrom(kept, [done], 1500 + UNSEEN_MS)?.chairs[0].stack_chips, 100, "and not for ever");
});

test("who sits at a table that is played online has signed in: nobody is asked to verify", () => {
  const loose = { face: { ...told, chairs: [{ ...told.chairs[0], verified: false }] }, at: 1000 };
  assert.equal(payloadFrom(loose, [], 2000)?.chairs[0].verified, false);
  assert.equal(payloadFrom(loose, [], 2000, true)?.chairs[0].verified, true);
  assert.equal(loose.face.chairs[0].verified, false, "what was heard stays as it was");
});

// as web/signs.py tells them
const signs = { sign_final: "trophy", kind_final: "", sign_halted: "pause", kind_halted: "warn", sign_empty: "circle", kind_empty: "", sign_breaks: "split", kind_breaks: "", sign_hand_done: "check", kind_hand_done: "good", sign_hand_plays: "hourglass", kind_hand_plays: "warn" };

test("at a free seat it says for ten minutes who left it", () => {
  const left = { seat: 3, player: "Rui", to_table: 2, to_seat: 5, at: "2026-11-29T12:00:00Z" };
  const at = Date.parse(left.at);
  const chairs = [{ seat: 3, entry_id: null }];
  assert.deepEqual(leftLately([left], { now: at + 60_000, chairs }), [left]);
  assert.deepEqual(leftLately([left], { now: at + 600_000, chairs }), []);
  assert.deepEqual(leftLately([left], { now: at + 60_000, chairs: [{ seat: 3, entry_id: 8 }] }), [], "taken since");
});

test("a sheet is left once its table broke", () => {
  const room = { large: false, tables: [{ table: 1 }, { table: 2 }] };
  const broken = (at) => ({ face: { line: { state: "broken" } }, at });
  assert.equal(brokenOf([1, 2], { room, roomAt: 1, heard: {} }), null);
  assert.equal(brokenOf([3, 1], { room, roomAt: 1, heard: {} }), 3, "the list has it no more");
  assert.equal(brokenOf([3], { room: null, roomAt: 0, heard: {} }), null, "nothing heard yet");
  assert.equal(brokenOf([3], { room: { ...room, large: true }, roomAt: 1, heard: {} }), null, "the list of a large room may be old");
  assert.equal(brokenOf([2], { room: { ...room, large: true }, roomAt: 2, heard: { 2: broken(1) } }), 2);
  assert.equal(brokenOf([2], { room, roomAt: 1, heard: { 2: broken(2) } }), 2, "the list tells it a moment later");
  assert.equal(brokenOf([2], { room, roomAt: 3, heard: { 2: broken(2) } }), null, "the break was undone: it is in the list again");
});

test("a table of the list is marked with a sign and a word", () => {
  const words = { ...signs, empty_table: "empty", final_table: "final", halted: "halted", breaks_next: "breaks next", hand_is_done: "done", hand_plays: "plays" };
  const room = { tables: [{}, {}] };
  const line = { final: false, state: "open", break_rank: 2, hand_done: null };
  assert.deepEqual(tableMarks(line, room, words), []);
  assert.deepEqual(tableMarks({ ...line, break_rank: 1 }, room, words), [["split", "breaks next"]]);
  assert.deepEqual(tableMarks({ ...line, break_rank: 1 }, { tables: [{}] }, words), [], "the last table breaks nowhere");
  assert.deepEqual(tableMarks({ ...line, players: 0, break_rank: null }, room, words), [["circle", "empty"]]);
  assert.deepEqual(tableMarks({ ...line, state: "halted", break_rank: 1, hand_done: true }, room, words), [["pause", "halted", "warn"], ["check", "done", "good"]]);
  assert.deepEqual(tableMarks({ ...line, final: true, hand_done: false }, room, words), [["trophy", "final"], ["hourglass", "plays", "warn"]]);
});

test("the bar says the worst first", () => {
  const calm = { notSaved: false, refused: 0, writing: 0, waiting: 0, signIn: false };
  assert.deepEqual(barSays(calm), { word: "all_sent", count: 0 });
  assert.deepEqual(barSays({ ...calm, waiting: 3 }), { word: "waiting", count: 3 });
  assert.deepEqual(barSays({ ...calm, signIn: true }), { word: "signed_out", count: 0 });
  assert.deepEqual(barSays({ ...calm, signIn: true, waiting: 3 }), { word: "sign_in", count: 3 });
  assert.deepEqual(barSays({ ...calm, signIn: true, waiting: 3, refused: 2 }), { word: "refused_count", count: 2 });
  // what somebody has to answer is no refusal, and one that is comes before it
  assert.deepEqual(barSays({ ...calm, refused: 2, held: 2, waiting: 1 }), { word: "held_count", count: 2 });
  assert.deepEqual(barSays({ ...calm, refused: 3, held: 2 }), { word: "refused_count", count: 1 });
  // a tap that is not on the disk yet is neither sent nor waiting
  assert.deepEqual(barSays({ ...calm, unread: true }), { word: "reading", count: 0 });
  assert.deepEqual(barSays({ ...calm, writing: 1 }), { word: "saving", count: 1 });
  assert.deepEqual(barSays({ ...calm, writing: 1, waiting: 3, signIn: true }), { word: "saving", count: 1 });
  assert.deepEqual(barSays({ ...calm, writing: 1, refused: 2 }), { word: "refused_count", count: 2 });
  assert.deepEqual(barSays({ notSaved: true, refused: 2, writing: 1, waiting: 3, signIn: true }), { word: "not_saved", count: 0 });
});

test("whoever changes the state has it painted", () => {
  let painted = 0;
  repaint(); // nobody paints yet: a message that arrives early breaks nothing
  paintWith(() => { painted += 1; });
  state.onlyMine = false;
  repaint();
  assert.equal(painted, 1);
});

test("the tablet's modules are there before the line goes: none is loaded later, none asks for itself", () => {
  const root = new URL("../../static/js/", import.meta.url);
  /** @type {Map<string, string[]>} */
  const seen = new Map();
  const read = (/** @type {string} */ href) => {
    if (seen.has(href)) return;
    const path = fileURLToPath(href);
    assert.ok(existsSync(path), `${path} is imported and not there`);
    const text = readFileSync(path, "utf8");
    assert.doesNotMatch(text, /(?<!@\w+ \{?[^\n]*)\bimport\(/, `${path} loads a module later`);
    const next = [...text.matchAll(/^import [^;]*?from "([^"]+)";/gm)].map(([, from]) => new URL(from, href).href);
    seen.set(href, next);
    next.forEach(read);
  };
  read(new URL("floor.js", root).href);
  assert.ok(seen.size > 15);
  const walk = (/** @type {string} */ href, /** @type {string[]} */ above) => {
    assert.ok(!above.includes(href), `a circle: ${[...above, href].map((h) => h.slice(root.href.length)).join(" → ")}`);
    for (const next of seen.get(href) ?? []) walk(next, [...above, href]);
  };
  walk(new URL("floor.js", root).href, []);
});

test("after the last table's word in a recess nobody is said to play: the next hand begins after it", () => {
  const told = { on: true, round: 2, done: [], waiting_for: [1, 2], last_done_at: "1970-01-01T00:02:00Z" };
  const clock = { state: "running", index: 0, anchor_ms: null, items: [], recess: { seconds: 300, ends_ms: 360_000, left_ms: 300_000, level_runs_after: false } };
  const recess = { item: { kind: "recess" }, index: 0 };
  const waits = (/** @type {any} */ round, /** @type {any} */ payload = clock, /** @type {any} */ now = recess) => roundWaits({ ...told, ...round }, payload, now);
  assert.equal(waits({}), true);
  assert.equal(waits({ done: [1] }), false, "a table has done its hand: the others play it");
  assert.equal(waits({ last_done_at: "1970-01-01T00:00:30Z" }), false, "the round before ended before the recess: this one was dealt");
  assert.equal(waits({ last_done_at: null }), false);
  assert.equal(waits({}, clock, { item: { kind: "level" }, index: 0 }), false);
  assert.equal(waits({ on: false }), false);
  // a recess of the structure, into which the clock ran by itself
  const planned = { state: "running", index: 0, anchor_ms: 0, items: [{ seconds: 60 }, { seconds: 300 }] };
  assert.equal(waits({}, planned, { item: { kind: "recess" }, index: 1 }), true);
  assert.equal(waits({ last_done_at: "1970-01-01T00:00:30Z" }, planned, { item: { kind: "recess" }, index: 1 }), false);
  const line = { table: 1, state: "open", break_rank: 2, hand_done: false };
  assert.deepEqual(tableMarks(line, { tables: [line] }, { ...signs, hand_plays: "still playing" }, true), []);
  assert.deepEqual(tableMarks(line, { tables: [line] }, { ...signs, hand_plays: "still playing" }), [["hourglass", "still playing", "warn"]]);
});

test("a hand told in one tournament is not told in another with the same tables, whose words the tablet keeps, too", () => {
  const hand = (/** @type {any} */ more = {}) => /** @type {any} */ ({ mark: { kind: "hand", table: 7, round: 3, event: { id: 11, name: "Turbo" }, ...more } });
  const tells = tellsHand({ event: 11, table: 7, round: 3 });
  assert.equal(tells(hand()), true);
  assert.equal(tells(hand({ event: { id: 12, name: "Deep" } })), false);
  assert.equal(tells(hand({ event: undefined })), true, "kept by a page of before");
  for (const other of [{ table: 8 }, { round: 4 }, { kind: "undo" }]) assert.equal(tells(hand(other)), false);
  assert.equal(tells(hand({ kind: "bust" })), true, "told with who went out in it");
  assert.equal(tells(hand({ kind: "bust", round: undefined })), false, "a bust of its own");
});

test("of what was not answered the bar says that it is being asked; without a line, that it goes on by itself", () => {
  assert.equal(unansweredSays(true), "unknown_arrival");
  assert.equal(unansweredSays(false), "unknown_until_line");
});
