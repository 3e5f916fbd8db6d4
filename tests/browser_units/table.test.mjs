// What a played table works out in the browser: sizes of a raise, places, sentences, the proof of a card.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: { language: "en", icons: "" } } };
globalThis.matchMedia = () => ({ matches: false });

const { ofPot, sizes, typed, within } = await import("../../static/js/table/sizes.js");
const { onPhone, onRing, order } = await import("../../static/js/table/places.js");
const { sentences } = await import("../../static/js/table/said.js");
const { proved } = await import("../../static/js/table/proof.js");

const options = (more) => ({
  facing_chips: 100, may_check: false, call_to_chips: 100, raise_from_chips: 200, raise_to_chips: 10_000,
  bet_chips: 100, street_chips: 0, stack_chips: 10_000, pot_chips: 150, ...more,
});

test("before the flop a raise is a multiple of the bet or the pot", () => {
  assert.equal(ofPot(options(), 1), 350);
  assert.deepEqual(sizes(options(), "preflop").map((s) => [s.key, s.to, s.possible]), [
    ["least", 200, true], ["2.5", 250, true], ["3", 300, true], ["pot", 350, true], ["all", 10_000, true],
  ]);
});

test("on the flop a bet is a part of the pot; what exceeds the stack stays and cannot be pressed", () => {
  const open = options({ facing_chips: 0, may_check: true, call_to_chips: null, bet_chips: 0, raise_from_chips: 100, raise_to_chips: 250, stack_chips: 250, pot_chips: 300 });
  assert.deepEqual(sizes(open, "flop").map((s) => [s.key, s.to, s.possible]), [
    ["least", 100, true], ["half", 150, true], ["two_thirds", 200, true], ["pot", 300, false], ["all", 250, true],
  ]);
});

test("where only an all-in is left it is the one size", () => {
  assert.deepEqual(sizes(options({ raise_from_chips: 150, raise_to_chips: 150 }), "river").filter((s) => s.possible).map((s) => s.to), [150]);
  assert.equal(within(options(), 1), 200);
  assert.equal(within(options(), 1e9), 10_000);
});

test("an amount is typed as people write it", () => {
  assert.equal(typed("1.250"), 1250);
  assert.equal(typed(" 1 250 "), 1250);
  for (const wrong of ["", "-5", "1e9", "abc", "12345678901234"]) assert.equal(typed(wrong), null);
});

test("everybody has a place of their own, for every table", () => {
  for (let opponents = 1; opponents <= 9; opponents += 1) {
    const places = onPhone(opponents);
    assert.equal(places.length, opponents);
    assert.equal(new Set(places.map((p) => p.row + p.side)).size, opponents);
  }
  assert.deepEqual(onPhone(8).map((p) => p.row + p.side), ["Dl", "Cl", "Bl", "Al", "Ar", "Br", "Cr", "Dr"]);
  assert.deepEqual(onPhone(3).map((p) => p.row + p.side), ["Bl", "Am", "Br"]);
});

test("seats run clockwise: from my left, or from seat 1 for who looks on", () => {
  assert.deepEqual(order(6, 4), [5, 6, 1, 2, 3]);
  assert.deepEqual(order(6, null), [1, 2, 3, 4, 5, 6]);
  const [left, right] = [onRing(1, 6, false), onRing(5, 6, false)];
  assert.ok(left.x < 50 && right.x > 50 && Math.abs(left.y - right.y) < 1e-9);
  assert.ok(onRing(0, 6, true).x < 50 && onRing(0, 6, true).y > 50);
});

const words = {
  card: "%(rank)s of %(suit)s", suit_s: "spades", suit_h: "hearts", suit_d: "diamonds", suit_c: "clubs", seat: "Seat %(seat)s",
  says_dealt: "Hand %(number)s.", says_folds: "%(name)s folds.", says_checks: "%(name)s checks.", says_calls: "%(name)s calls %(chips)s.",
  says_bets: "%(name)s bets %(chips)s.", says_raises: "%(name)s raises to %(chips)s.", says_all_in: "%(name)s all-in %(chips)s.",
  says_time: "%(name)s out of time.", says_flop: "Flop: %(cards)s.", says_turn: "Turn: %(cards)s.", says_river: "River: %(cards)s.",
  says_shows: "%(name)s shows %(cards)s: %(hand)s.", says_wins: "%(name)s wins %(chips)s.",
};
const face = (more) => ({
  hand_number: 7, stage: "playing", board: [], acts: [], result: null, seats: [{ seat: 2, name: "Rui" }, { seat: 5, name: "Eva" }], ...more,
});
const done = (turn, seat, act, to_chips, more = {}) => ({ turn, seat, act, to_chips, street: "preflop", all_in: false, manner: "player", ...more });

test("each thing is said once, in its order", () => {
  const first = face({ acts: [done(3, 2, "raise", 300)] });
  assert.deepEqual(sentences(null, first, words), ["Hand 7.", "Rui raises to 300."]);
  const next = face({ board: ["Td", "2c", "As"], acts: [...first.acts, done(4, 5, "call", 300), done(5, 5, "bet", 200, { street: "flop" }), done(6, 2, "fold", 0, { street: "flop", manner: "timeout" })] });
  assert.deepEqual(sentences(first, next, words), [
    "Eva calls 300.", "Flop: 10 of diamonds, 2 of clubs, A of spades.", "Eva bets 200.", "Rui out of time.", "Rui folds.",
  ]);
  assert.deepEqual(sentences(next, next, words), []);
  const over = face({ ...next, stage: "showing", result: { shown: [], pots: [{ chips: 600, shares: [[5, 600]] }], stacks: [[2, 1], [5, 2]] } });
  assert.deepEqual(sentences(next, over, words), ["Eva wins 600."]);
});

test("a card that leads to another root, or lies at another's place, is not proved", () => {
  const kit = {"hand": "7/1", "root": "457eda81ac1ba2b012a2acf88f11bd554927c991894357fb255b5f726e35c79f", "openings": [{"place": 5, "card": "Jd", "salt": "d80f23323cbff611dd090ad48c3a1185b991fe0b1ed617cfe0db106793970db6", "path": ["a81c8cbd02595efbb04321a32dfbf04b41bce859396465356f96d0ee385654b0", "7ca1bd5b56dfe003455eb125eda2db58752898caa0a923541bd9db637a86b3d4", "5b28e3f0eaf5d97e73b45a8b6e777ed2ddf56aa5aaa5eab28ac4d6579cef61b2", "abc36a47030ac5d49ec35656def5c5fe1c1235d5a63d7f4ee52e81a0282f4a50", "1eb64484fb0a330ed16ac5e7beebc599c57eb807a5fe1fcf8b55be5c6d977a25", "99260136c004eafb3cb837aa3a3261870d283771dd9ac9b58af9f54e4853dc68"]}, {"place": 6, "card": "Ad", "salt": "a5bfcf2b95606e9776c60900eae36264fc1d55f394912b44c6e7e557867ed3aa", "path": ["0f663510719ad994deea51b248672e993b0ef6f2eddf0820f06e16a9b897c53f", "7ca1bd5b56dfe003455eb125eda2db58752898caa0a923541bd9db637a86b3d4", "5b28e3f0eaf5d97e73b45a8b6e777ed2ddf56aa5aaa5eab28ac4d6579cef61b2", "abc36a47030ac5d49ec35656def5c5fe1c1235d5a63d7f4ee52e81a0282f4a50", "1eb64484fb0a330ed16ac5e7beebc599c57eb807a5fe1fcf8b55be5c6d977a25", "99260136c004eafb3cb837aa3a3261870d283771dd9ac9b58af9f54e4853dc68"]}]};
  assert.equal(proved({ ...kit, seat: 2 }), true);
  assert.equal(proved({ ...kit, seat: 3 }), false);
  assert.equal(proved({ ...kit, seat: 2, root: kit.root.replace(/^./, (c) => (c === "0" ? "1" : "0")) }), false);
  assert.equal(proved({ ...kit, seat: 2, hand: "7/2" }), false);
  const changed = kit.openings.map((o, i) => (i ? o : { ...o, card: o.card === "As" ? "Ks" : "As" }));
  assert.equal(proved({ ...kit, seat: 2, openings: changed }), false);
  assert.equal(proved({ ...kit, seat: 2, openings: [] }), false);
});
