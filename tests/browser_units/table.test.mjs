// What a played table works out in the browser: sizes of a raise, places, sentences, the proof of a card.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: { language: "en", icons: "" } } };
globalThis.matchMedia = () => ({ matches: false });

const { asksForAll, ofPot, sizes, within } = await import("../../static/js/table/sizes.js");
const { typed } = await import("../../static/js/table/amount.js");
const { typedMoney } = await import("../../static/js/typed_money.js");
const { Bar } = await import("../../static/js/table/acts.js");
const { Arrivals, inBlinds, named, onPhone, onRing, order, short, laid, stakes, unit, wonPots, hasLost } = await import("../../static/js/table/draw.js");
const { inBig, ownSizes, read, typedBig } = await import("../../static/js/table/preferred.js");
const { heard } = await import("../../static/js/table/sounds.js");
const stands = await import("../../static/js/table/stands.js");
const { closes } = await import("../../static/js/table/event.js");
const { banner, sentences, standstill } = await import("../../static/js/table/said.js");
const { mixed, otherProved, proved, trusted } = await import("../../static/js/table/proof.js");
const { Words } = await import("../../static/js/table/words.js");
const { sha256, fromHex, toHex } = await import("../../static/js/sha256.js");

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

test("on the flop a bet is a part of the pot; what exceeds the stack keeps its number and is not possible", () => {
  const open = options({ facing_chips: 0, may_check: true, call_to_chips: null, bet_chips: 0, raise_from_chips: 100, raise_to_chips: 250, stack_chips: 250, pot_chips: 300 });
  assert.deepEqual(sizes(open, "flop").map((s) => [s.key, s.to, s.possible]), [
    ["least", 100, true], ["half", 150, true], ["two_thirds", 200, true], ["pot", 300, false], ["all", 250, true],
  ]);
});

test("where the pot or half of it is the limit, that is the largest size and none is above it", () => {
  const shown = (given, street, limit) => sizes(given, street, limit).map((s) => [s.key, s.to, s.possible]);
  assert.deepEqual(shown(options({ raise_to_chips: 350 }), "preflop", "pot_limit"), [
    ["least", 200, true], ["2.5", 250, true], ["3", 300, true], ["pot", 350, true],
  ]);
  assert.deepEqual(shown(options({ raise_to_chips: 225 }), "preflop", "half_pot"), [["least", 200, true], ["half", 225, true]]);
  const flop = { facing_chips: 0, may_check: true, call_to_chips: null, bet_chips: 0, raise_from_chips: 100, pot_chips: 301 };
  assert.deepEqual(shown(options({ ...flop, raise_to_chips: 301 }), "flop", "pot_limit"), [
    ["least", 100, true], ["half", 151, true], ["two_thirds", 201, true], ["pot", 301, true],
  ]);
  assert.deepEqual(shown(options({ ...flop, raise_to_chips: 150 }), "flop", "half_pot"), [["least", 100, true], ["half", 150, true]]);
  // who has less than the pot may bet it all, and reads that the pot is more
  assert.deepEqual(shown(options({ ...flop, raise_to_chips: 250, stack_chips: 250 }), "flop", "pot_limit"), [
    ["least", 100, true], ["half", 151, true], ["two_thirds", 201, true], ["pot", 301, false], ["all", 250, true],
  ]);
});

test("a hand of four own cards says which two of them count", () => {
  const face = {
    hand_number: 3, stage: "showing", acts: [], board: [], seats: [{ seat: 2, name: "Rui" }],
    result: { shown: [{ seat: 2, hole: ["As", "Kd", "7h", "2c"], five: ["As", "2c", "3d", "4d", "5d"], sentence: "x", params: {} }], pots: [], stacks: [] },
  };
  const words = { says_dealt: "", says_shows: "no", says_shows_two: "%(name)s: %(cards)s; %(two)s", card: "%(rank)s%(suit)s", suit_s: "s", suit_d: "d", suit_h: "h", suit_c: "c", x: "x" };
  assert.deepEqual(sentences({ ...face, result: null }, face, words), ["Rui: As, Kd, 7h, 2c; As, 2c"]);
  const two = { ...face, result: { ...face.result, shown: [{ ...face.result.shown[0], hole: ["As", "2c"] }] } };
  assert.deepEqual(sentences({ ...two, result: null }, two, words), ["no"]);
});

test("cards that an all-in turns up are told once, before the board that comes behind them", () => {
  const face = { hand_number: 3, stage: "playing", acts: [], board: [], seats: [{ seat: 2, name: "Rui" }], result: null, open: [] };
  const up = { ...face, open: [{ seat: 2, hole: ["As", "Kd"] }] };
  const words = { says_turned_up: "%(name)s: %(cards)s", says_flop: "flop %(cards)s", card: "%(rank)s%(suit)s", suit_s: "s", suit_d: "d", suit_h: "h", suit_c: "c" };
  assert.deepEqual(sentences(face, up, words), ["Rui: As, Kd"]);
  const flop = { ...up, board: ["2c", "3c", "4c"] };
  assert.deepEqual(sentences(face, flop, words), ["Rui: As, Kd", "flop 2c, 3c, 4c"]);
  assert.deepEqual(sentences(up, flop, words), ["flop 2c, 3c, 4c"]);
});

test("where only an all-in is left it is the one size", () => {
  assert.deepEqual(sizes(options({ raise_from_chips: 150, raise_to_chips: 150 }), "river").filter((s) => s.possible).map((s) => s.to), [150]);
  assert.equal(within(options(), 1), 200);
  assert.equal(within(options(), 1e9), 10_000);
});

test("an amount is typed as people write it", () => {
  assert.equal(typed("1.250"), 1250);
  assert.equal(typed(" 1 250 "), 1250);
  assert.equal(typed("1\u00a0250\u00a0000"), 1_250_000);
  assert.equal(typed("1,250"), 1250);
  for (const wrong of ["", "-5", "1e9", "abc", "12345678901234", "250,5", "2.5", "1.25.000", "1.250,000", "12,5 M"]) assert.equal(typed(wrong), null, wrong);
});

test("money is read as the house reads it everywhere", () => {
  for (const [text, cents] of [["3,50", 350], ["3.5", 350], ["1.234,50", 123_450], ["1,234.50", 123_450], ["1 234,50", 123_450], ["1\u00a0234,50\u00a0€", 123_450],
    ["R$\u00a01234", 123_400], ["1.234", 123_400], ["1.234.567", 123_456_700], ["0,05", 5], ["0", 0]]) assert.equal(typedMoney(text, "pt"), cents, text);
  assert.equal(typedMoney("3,375", "en"), 337_500);
  for (const wrong of ["", "3,375", "100,005", "-400", "−400", "2,5,0", "12 34", "0 123", "0\u00a0123,50", "000 123", "1e3", "250,505", ",5", "5,", "123456789012"]) assert.equal(typedMoney(wrong, "pt"), null, wrong);
  assert.equal(typedMoney("3.375", "en"), null);
});

test("who sits out in a hand reads what becomes of it, and of no cards only when none lie there", () => {
  const words = { you_sit_out: "no cards", seat_kept: "until %(time)s", sits_next: "from the next hand on.", hand_goes: "Checked or folded.", event_away: "blinds", im_back: "back" };
  const said = (/** @type {any} */ own, stage = "playing", event = null, more = {}) => Bar.prototype.waiting.call(
    { words, ahead: null }, { stage, event, held: null, to_act: 2, seats: [{ seat: 2, name: "Rui", in_hand: true }, { seat: 6, name: "Caio", ...own }] }, { seat: 6, away: true, ...more });
  assert.deepEqual(said({ in_hand: true }), ["from the next hand on. Checked or folded.", "back"]);
  assert.deepEqual(said({ in_hand: true, folded: true }), ["from the next hand on.", "back"]);
  assert.deepEqual(said({ in_hand: true, all_in: true }), ["from the next hand on.", "back"]);
  assert.deepEqual(said({ in_hand: true }, "showing"), ["from the next hand on.", "back"]);
  assert.deepEqual(said({ in_hand: false }), ["no cards", "back"]);
  assert.deepEqual(said({ in_hand: false }, "waiting"), ["no cards", "back"]);
  // and until when the seat is kept, where it may be lost
  const at = new Date(2026, 10, 26, 21, 35).getTime();
  assert.deepEqual(said({ in_hand: false }, "waiting", null, { kept_until_ms: at }), ["no cards until 21:35", "back"]);
  assert.deepEqual(said({ in_hand: true }, "playing", /** @type {any} */ ({})), ["blinds", "back"]);
});

test("after a hand that none follows it is said for whom the table waits", () => {
  const words = { next_hand: "next", waits_players: "a second player", dealt_next: "dealt in next" };
  const said = (/** @type {any} */ other, more = {}) => Bar.prototype.waiting.call(
    { words, ahead: null }, { stage: "showing", event: null, held: null, to_act: null, seats: [{ seat: 2, chips: 9080, in_hand: true, ...other }, { seat: 6, chips: 5160, in_hand: true }], ...more }, { seat: 6 })[0];
  assert.equal(said({}), "next");
  assert.equal(said({ away: true }), "a second player");
  // in a tournament who is away is dealt in
  assert.equal(said({ away: true }, { event: {} }), "next");
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
  // of two the one is below and the other above
  const [below, above] = [onRing(0, 2, true), onRing(1, 2, true)];
  assert.deepEqual([below.x, above.x].map(Math.round), [50, 50]);
  assert.ok(below.y > 80 && above.y < 20);
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

test("where several win it is said who won which pot with which five cards, and who has nothing left", () => {
  const named = { ...words, says_wins_with: "%(name)s wins %(chips)s: %(pots)s, with %(cards)s.", says_lost: "%(name)s is out.", pot_alone: "pot", pot_main: "main", pot_side: "side", pot_side_of: "side %(number)s", pot_divided: "%(pot)s by %(count)s", x: "x", says_shows: "shows" };
  const seats = [{ seat: 2, name: "Rui" }, { seat: 5, name: "Eva" }, { seat: 7, name: "Ivo" }];
  const shows = (seat) => ({ seat, hole: ["As", "Kd"], five: ["As", "Kd", "Qd", "Jd", "Td"], sentence: "x", params: {} });
  const end = (pots, busts = []) => ({ shown: [shows(2), shows(5)], pots, stacks: [[2, 1], [5, 2], [7, 0]], busts });
  const pots = [{ chips: 300, shares: [[2, 300]] }, { chips: 200, shares: [[5, 200]] }];
  const over = face({ seats, stage: "showing", result: end(pots, [7]) });
  const five = "with A of spades, K of diamonds, Q of diamonds, J of diamonds, 10 of diamonds.";
  assert.deepEqual(sentences({ ...over, result: null }, over, named).slice(2), [`Rui wins 300: main, ${five}`, `Eva wins 200: side, ${five}`, "Ivo is out."]);
  const split = end([{ chips: 100, shares: [[2, 50], [5, 50]] }]);
  assert.equal(wonPots(split, 2, named), "pot by 2");
  const three = end([{ chips: 3, shares: [[2, 2], [5, 1]] }, ...pots]);
  assert.deepEqual([2, 5].map((seat) => wonPots(three, seat, named)), ["main by 2, side 1", "main by 2, side 2"]);
  assert.equal(wonPots(end([{ chips: 3, shares: [[2, 3]] }, { chips: 4, shares: [[2, 4]] }]), 2, named), "");
});

test("who has lost everything is out until something is bought, and for no other reason", () => {
  const result = { busts: [7], pots: [], stacks: [] };
  const seats = [{ seat: 7, chips: 0 }, { seat: 7, chips: 500 }, { seat: 2, chips: 0, all_in: true }];
  assert.deepEqual(seats.map((one) => hasLost(result, one)), [true, false, false]);
  assert.equal(hasLost(null, seats[0]), false);
});

/** @param {string} digits */
const flipped = (digits) => digits.replace(/^./, (c) => (c === "0" ? "1" : "0"));

test("a card that leads to another root, or lies at another's place, is not proved", () => {
  const kit = {"hand": "7/1", "words": [], "roots": ["457eda81ac1ba2b012a2acf88f11bd554927c991894357fb255b5f726e35c79f", ""], "openings": [{"place": 5, "card": "Jd", "salt": "d80f23323cbff611dd090ad48c3a1185b991fe0b1ed617cfe0db106793970db6", "path": ["a81c8cbd02595efbb04321a32dfbf04b41bce859396465356f96d0ee385654b0", "7ca1bd5b56dfe003455eb125eda2db58752898caa0a923541bd9db637a86b3d4", "5b28e3f0eaf5d97e73b45a8b6e777ed2ddf56aa5aaa5eab28ac4d6579cef61b2", "abc36a47030ac5d49ec35656def5c5fe1c1235d5a63d7f4ee52e81a0282f4a50", "1eb64484fb0a330ed16ac5e7beebc599c57eb807a5fe1fcf8b55be5c6d977a25", "99260136c004eafb3cb837aa3a3261870d283771dd9ac9b58af9f54e4853dc68"]}, {"place": 6, "card": "Ad", "salt": "a5bfcf2b95606e9776c60900eae36264fc1d55f394912b44c6e7e557867ed3aa", "path": ["0f663510719ad994deea51b248672e993b0ef6f2eddf0820f06e16a9b897c53f", "7ca1bd5b56dfe003455eb125eda2db58752898caa0a923541bd9db637a86b3d4", "5b28e3f0eaf5d97e73b45a8b6e777ed2ddf56aa5aaa5eab28ac4d6579cef61b2", "abc36a47030ac5d49ec35656def5c5fe1c1235d5a63d7f4ee52e81a0282f4a50", "1eb64484fb0a330ed16ac5e7beebc599c57eb807a5fe1fcf8b55be5c6d977a25", "99260136c004eafb3cb837aa3a3261870d283771dd9ac9b58af9f54e4853dc68"]}]};
  assert.equal(proved({ ...kit, seat: 2 }), true);
  assert.equal(proved({ ...kit, seat: 3 }), false);
  assert.equal(proved({ ...kit, seat: 2, roots: [flipped(kit.roots[0]), ""] }), false);
  assert.equal(proved({ ...kit, seat: 2, hand: "7/2" }), false);
  const changed = kit.openings.map((o, i) => (i ? o : { ...o, card: o.card === "As" ? "Ks" : "As" }));
  assert.equal(proved({ ...kit, seat: 2, openings: changed }), false);
  assert.equal(proved({ ...kit, seat: 2, openings: [] }), false);
});

test("of two decks, what the words pick is proved and nothing else, and the other one is opened whole", async () => {
  const kit = {"hand": "7/1", "roots": ["72c11d031b18ceb149806a2fd53b54a01e1b97d689dde449fe8f8e34ebf0adb7", "ba79b3dc1bd23c7a378a69526515c9aaad4abbf4e17c3397e56d42f0eb79dc45"], "words": [[2, "ab2b88d61c2b1cc365bca1d3f428bd4d8ee5e3a840c11e45a96a85cfe09c6cab"], [5, "a1f9b548a5f349f5b73fe3305c886cb134dba31b2775a6a02ae726e96bdfcef8"], [7, "a8adf24dac6a3f3b21fbc83408a83a5522cd56c7d4bf705741f6f37c4851c4a0"]], "secret": "02963a855021e0f9cc0631a09a829ebb90c992613a930a79f5687df4ae1ec013", "openings": [{"at": 5, "place": 6, "card": "7d", "salt": "5baa6aa000a9aa8d052dc38e7347f5987ce442a2dfcbbf0bf18bce5c94e5dc12", "path": ["66c9b24587c5d268c8db591240c8d67b9f12f1a5678b838ac5f564cc542224c8", "6e41eff4e057275854be6c023cd24b452ad6247f65142883fb71107c3893ee5f", "974c6258718e5a6a7711689f49409b77743b800845cf04e7bbbab7736f111577", "0c4f40ba3e09df9ec6eb97b944507d740544ec8fdec2bd7489e6efc28687f8d6", "f953acfc5db15260a8ddf1f83cafa3b6316412ddb68a28f3bbbde8f3a1166317", "ad07e330539e32a16f7880d6049f217747a48a72012b39cf6136c27408699d53"]}, {"at": 6, "place": 28, "card": "2h", "salt": "03528998c0b49f747053b337cdf0e092c62ad476f802ec4f7c1642a82bbb97cd", "path": ["bd97155ddce2302f50e02795bf383552fcdfb8d013f43c0e04934df4b5a728f4", "7068c34d1143f5529e255f912fc5bbb317447f765a2e65903eaf1700154bf81f", "9345c9eec5f334c0768fc496f09f019f88d2fd0c9e5561e7c64e850db85ddad9", "e5a10ddf0ea5ee22c8141526d40e9b589d2e44a6d312babc83e598f574e4743b", "511f403e5686760cf64e75fc11cb72a56fb48ccdfc5a9d62e95570ea971ac15d", "ad07e330539e32a16f7880d6049f217747a48a72012b39cf6136c27408699d53"]}, {"at": 7, "place": 30, "card": "7c", "salt": "e26ce5fb9cd00a762e32c84b864226cfdf1d21de9fb59efc22862b52b987e60d", "path": ["aed5bca752711f0fb8c229e126e9bf61779096480c924088258a5f0cc70d3ab1", "cac51835474a505aaa564d5df7a65178b911f47ef48ee90c0e17dca7ab985393", "c2d8a1492ce5bd0edfd9b085fa85eea506962fe6f5ffc6326362593bfe98ec56", "e5a10ddf0ea5ee22c8141526d40e9b589d2e44a6d312babc83e598f574e4743b", "511f403e5686760cf64e75fc11cb72a56fb48ccdfc5a9d62e95570ea971ac15d", "ad07e330539e32a16f7880d6049f217747a48a72012b39cf6136c27408699d53"]}, {"at": 8, "place": 23, "card": "Kh", "salt": "371eae2be04ec37361bd76e2baa0bb2adde26b15f885df1ff50aa7e45a14aaa8", "path": ["e5ac10b0c74696439ceb6fa64e284693819afc0acc91c6c40a8ed009422743d8", "e352dc98ee5fce81abc52b289ef1c127101f9aa508f19f0c7594caa446780431", "09548559e3ee9e985be2b74acc59dd6853aaded6dd05b286639b58722c5c94ac", "ab0fbf3e97a5dca67375ae380555a5c7a1b954893a1e3541a5fceb37571192b3", "511f403e5686760cf64e75fc11cb72a56fb48ccdfc5a9d62e95570ea971ac15d", "ad07e330539e32a16f7880d6049f217747a48a72012b39cf6136c27408699d53"]}]};
  assert.equal(mixed(kit.hand, kit.roots, kit.words).deck, 0);
  assert.equal(await trusted(), true);
  assert.equal(proved({ ...kit, seat: 2 }), true);
  assert.equal(proved({ ...kit, seat: 2, openings: kit.openings.slice(0, 2) }), true);
  assert.equal(otherProved(kit), true);
  const changes = [
    { seat: 3 }, { hand: "7/2" }, { roots: [kit.roots[1], kit.roots[0]] }, { words: kit.words.slice(1) }, { words: [] }, { openings: [] },
    { words: kit.words.map(([seat, word], i) => [seat, i ? word : flipped(word)]) },
    { openings: [kit.openings[1], kit.openings[0]] }, { openings: [kit.openings[0], kit.openings[0]] },
    ...kit.openings.flatMap((_, i) => ["salt", "card"].map((key) => ({
      openings: kit.openings.map((o, j) => (i === j ? { ...o, [key]: key === "salt" ? flipped(o.salt) : o.card === "As" ? "Ks" : "As" } : o)),
    }))),
    ...kit.openings.map((_, i) => ({ openings: kit.openings.map((o, j) => (i === j ? { ...o, path: [...o.path.slice(0, 5), flipped(o.path[5])] } : o)) })),
  ];
  for (const change of changes) assert.equal(proved({ ...kit, seat: 2, ...change }), false, JSON.stringify(change).slice(0, 80));
  assert.equal(otherProved({ ...kit, secret: flipped(kit.secret) }), false);
  assert.equal(otherProved({ ...kit, roots: kit.roots.map(flipped) }), false);
});

/** What a browser keeps. */
function store() {
  const rows = new Map();
  return { rows, getItem: (name) => rows.get(name) ?? null, setItem: (name, text) => rows.set(name, text) };
}
const told = (more) => ({ end: "", from_number: 0, given_for: 0, ...more });
const roots = (number) => [`${number}a`, `${number}b`];

test("words are links of one chain, the same after a reload and in a second tab", () => {
  const kept = store();
  const page = () => new Words({ name: "7/3", kept, links: 4 });
  const first = page();
  const end = first.toBegin(told(), 1, roots(1));
  assert.equal(end.length, 64);
  first.begun = true;
  assert.equal(first.toBegin(told(), 1, roots(1)), "");
  const begun = told({ end, from_number: 3 });
  assert.equal(first.next(begun, 2, roots(2)), "");
  const word = first.next(begun, 3, roots(3));
  assert.equal(toHex(sha256(fromHex(word))), end);
  const reloaded = page();
  assert.equal(reloaded.toBegin(begun, 3, roots(3)), "");
  assert.equal(reloaded.next(begun, 3, roots(3)), word);
  assert.equal(reloaded.next({ ...begun, given_for: 3 }, 3, roots(3)), "");
  // each hand has its own link, also where the one before was not given
  const third = reloaded.next({ ...begun, given_for: 3 }, 5, roots(5));
  assert.equal(toHex(sha256(sha256(fromHex(third)))), word);
  assert.equal(reloaded.next({ ...begun, end: "00" }, 5, roots(5)), "");
  assert.equal(reloaded.next(begun, 7, roots(7)), "");
  for (const broken of ["{", "null", '{"seed": "x"}']) {
    kept.rows.set("words 7/3 chain", broken);
    assert.equal(page().toBegin(told(), 1, roots(1)).length, 64);
  }
});

test("a word that went out for one hand goes out for no other, and its chain is begun anew", () => {
  const kept = store();
  const page = () => new Words({ name: "7/3", kept, links: 4 });
  const first = page();
  const end = first.toBegin(told(), 1, roots(1));
  const begun = told({ end, from_number: 3 });
  assert.equal(first.toBegin(begun, 3, roots(3)), "");
  assert.notEqual(first.next(begun, 4, roots(4)), "");
  // the house was put back to an earlier moment: the same hand with other roots, or a hand before
  for (const [number, its] of [[4, roots(9)], [3, roots(3)]]) {
    assert.equal(first.next(begun, number, its), "");
    assert.equal(page().next(begun, number, its), "");
  }
  assert.notEqual(first.next(begun, 4, roots(4)), "");
  const anew = page().toBegin(begun, 3, roots(3));
  assert.ok(anew && anew !== end);
  // the player sat down again, the chain is at its end, another browser's is used: never the links that went out
  for (const [state, number] of [[told(), 9], [begun, 7], [{ ...begun, end: "00" }, 5]]) {
    const rows = store();
    const one = new Words({ name: "7/3", kept: rows, links: 4, random: (size) => crypto.getRandomValues(new Uint8Array(size)) });
    const its = one.toBegin(told(), 1, roots(1));
    const mine = state.end === end ? { ...state, end: its } : state;
    assert.notEqual(one.next(told({ end: its, from_number: 3 }), 4, roots(4)), "");
    const other = one.toBegin(mine, number, roots(number));
    assert.ok(other && other !== its);
  }
});

test("where the browser that began last is gone the other goes on, and while it is there they take no turns", () => {
  const one = new Words({ name: "7/3", kept: store() }), other = new Words({ name: "7/3", kept: store() });
  const begins = (words, state, number) => {
    const end = words.toBegin(state, number, roots(number));
    if (end) words.begun = true;
    return end;
  };
  const first = begins(one, told(), 1);
  assert.notEqual(one.next(told({ end: first, from_number: 3 }), 3, roots(3)), "");
  const second = begins(other, told({ end: first, from_number: 3, given_for: 3 }), 4);
  const theirs = { end: second, from_number: 6, given_for: 3 };
  // the other's words begin at hand 6, and come
  for (const [given_for, number] of [[3, 5], [3, 6], [6, 7], [6, 8]]) assert.equal(begins(one, { ...theirs, given_for }, number), "");
  assert.equal(begins(other, { ...theirs, given_for: 6 }, 9), "");
  // two hands had none
  const third = begins(one, { ...theirs, given_for: 6 }, 9);
  assert.ok(third && third !== first);
  // what was asked is not asked at each thing that is told, whatever the house said
  assert.deepEqual([9, 10, 11].map((number) => begins(one, { ...theirs, given_for: 6 }, number)), ["", "", ""]);
  assert.equal(begins(one, { end: third, from_number: 11, given_for: 6 }, 12), "");
  assert.equal(begins(other, { end: third, from_number: 11, given_for: 11 }, 12), "");
});

test("a page that may keep nothing has its words all the same", () => {
  const no = () => { throw new Error("no storage"); };
  const page = new Words({ name: "7/3", kept: { getItem: no, setItem: no }, links: 4 });
  assert.equal(page.next(told({ end: page.toBegin(told(), 1, roots(1)), from_number: 1 }), 1, roots(1)).length, 64);
});

test("a deal without the word that was given, or with other roots than before, is named", () => {
  const kept = store();
  const page = () => new Words({ name: "7/3", kept, links: 4 });
  const words = page();
  const word = words.next(told({ end: words.toBegin(told(), 1, roots(1)), from_number: 1 }), 1, roots(1));
  assert.equal(words.dealt(1, 2, ["a", "b"], []), "out");
  assert.equal(words.dealt(1, 2, ["a", "b"], [[2, word]]), "in");
  words.gave(1, word);
  words.saw(1, ["a", "b"]);
  words.saw(1, ["x", "y"]);
  assert.equal(words.dealt(1, 2, ["a", "b"], [[2, word], [3, "z"]]), "in");
  assert.equal(words.dealt(1, 2, ["a", "b"], [[3, word]]), "wrong");
  assert.equal(words.dealt(1, 2, ["a", "c"], [[2, word]]), "wrong");
  assert.equal(page().dealt(1, 2, ["a", "b"], []), "wrong"); // after a reload, too
});

test("more than twenty big blinds are bet or raised only when asked once more", () => {
  const options = { facing_chips: 300, street_chips: 100, stack_chips: 2100 };
  assert.equal(asksForAll(options, "raise", 2200, 100), true);
  assert.equal(asksForAll(options, "raise", 2199, 100), false);
  assert.equal(asksForAll(options, "raise", 2200, 105), false);
  assert.equal(asksForAll(options, "bet", 2200, 100), true);
  // a call names what it costs, and is made at once
  for (const act of ["call", "fold", "check"]) assert.equal(asksForAll({ ...options, facing_chips: 9000 }, act, 0, 100), false);
});

test("who chooses all there is as the size is asked about it at once, and about no other size", () => {
  const asked = [];
  const chosen = (to, more = {}) => {
    const bar = {
      sheet: true, to: 0, now: { options: options(more), face: { big_blind_chips: 100 } },
      set(size) { this.to = size; }, open(size) { this.to = size; }, bet() { asked.push(this.to); },
    };
    Bar.prototype.size.call(bar, to);
    return bar.to;
  };
  assert.deepEqual([chosen(9_900), asked], [9_900, []]);
  assert.deepEqual([chosen(10_000), asked], [10_000, [10_000]]);
  // the limit of the game ends there, and chips stay behind; or it is not much
  assert.deepEqual([chosen(350, { raise_to_chips: 350 }), chosen(2_000, { raise_to_chips: 2_000, stack_chips: 2_000 }), asked.length], [350, 2_000, 1]);
});

test("the deal, one's turn and a pot that one wins are heard, once each", () => {
  const seats = [{ seat: 2, name: "Rui", in_hand: true }, { seat: 5, name: "Eva", in_hand: true }];
  const before = face({ hand_number: 6, stage: "waiting", turn: 8, to_act: null });
  const dealt = face({ seats, turn: 9, to_act: 5 });
  assert.equal(heard(before, dealt, { seat: 2 }), "deal");
  assert.equal(heard(before, dealt, { seat: 5 }), "your_turn");
  // who sits out or has left is not called
  for (const gone of [{ away: true }, { leaves: true }]) assert.equal(heard(before, dealt, { seat: 5, ...gone }), "deal");
  assert.equal(heard(dealt, dealt, { seat: 5 }), "");
  assert.equal(heard(dealt, face({ seats, turn: 10, to_act: 2 }), { seat: 2 }), "your_turn");
  const over = face({ seats, turn: 11, to_act: null, stage: "showing", result: { shown: [], pots: [{ chips: 600, shares: [[5, 600]] }], stacks: [] } });
  assert.equal(heard(dealt, over, { seat: 5 }), "win");
  assert.equal(heard(over, over, { seat: 5 }), "");
  for (const [from, mine] of [[dealt, { seat: 2 }], [null, { seat: 5 }], [dealt, null]]) assert.equal(heard(from, over, mine), "");
});

test("the parts of the time to decide follow one another to one end", async () => {
  const { partOf } = await import("../../static/js/table/draw.js");
  const face = { from_ms: 1_000, due_ms: 66_000, decision_seconds: 15, more_time: { reconnect_ms: 20_000, bank_ms: 30_000 }, held: null };
  const at = (now, more = {}) => partOf({ ...face, ...more }, now);
  assert.deepEqual(at(500), { part: "decision", left: 15_000, of: 15_000, hurry: false });
  assert.deepEqual(at(6_000), { part: "decision", left: 10_000, of: 15_000, hurry: false });
  assert.deepEqual(at(16_000), { part: "reconnect", left: 20_000, of: 20_000, hurry: false });
  assert.deepEqual(at(36_000), { part: "bank", left: 30_000, of: 30_000, hurry: false });
  assert.deepEqual(at(62_000), { part: "bank", left: 4_000, of: 30_000, hurry: true });
  assert.deepEqual(at(99_000), { part: "bank", left: 0, of: 30_000, hurry: true });
  // a held table's time stands still
  assert.deepEqual(at(62_000, { held: { at_ms: 6_000 } }), { part: "decision", left: 10_000, of: 15_000, hurry: false });
  assert.deepEqual(at(14_000, { due_ms: 16_000, more_time: { reconnect_ms: 0, bank_ms: 0 } }), { part: "decision", left: 2_000, of: 15_000, hurry: true });
  assert.equal(at(1_000, { due_ms: null }), null);
  assert.equal(at(1_000, { more_time: null }), null);
});

test("what is decided ahead stands for its street and price", async () => {
  const { offers, standing, voided } = await import("../../static/js/table/acts.js");
  const seat = (more) => ({ seat: 3, chips: 5_000, facing_chips: 100, ...more });
  const face = (more = {}, own = {}) => ({ hand_number: 4, street: "flop", turn: 9, to_act: 5, held: null, big_blind_chips: 100, seats: [seat(own)], ...more });
  const mine = (ahead, more = {}) => ({ seat: 3, turn: 9, away: false, leaves: false, options: null, ahead: ahead && { ahead, hand_number: 4, street: "flop", facing_chips: 100 }, ...more });
  assert.deepEqual(offers(face(), mine(null)), { facing: 100, kinds: ["fold", "call"] });
  assert.deepEqual(offers(face({}, { facing_chips: 0 }), mine(null)), { facing: 0, kinds: ["fold", "check"] });
  assert.deepEqual(offers(face({}, { facing_chips: 9_000 }), mine(null)), { facing: 9_000, kinds: ["fold"] });
  assert.equal(offers(face({}, { facing_chips: null }), mine(null)), null);
  assert.equal(offers(face(), mine(null, { away: true })), null);
  assert.equal(offers(face({ held: { at_ms: 1 } }), mine(null)), null);
  assert.equal(standing(face(), mine("call")).ahead, "call");
  assert.equal(standing(face({}, { facing_chips: 300 }), mine("call")), null);
  assert.equal(standing(face({}, { facing_chips: 300 }), mine("fold")).ahead, "fold");
  assert.equal(standing(face({ street: "turn" }), mine("fold")), null);
  assert.equal(standing(face({ hand_number: 5 }), mine("fold")), null);
  assert.equal(voided(face({}, { facing_chips: 300 }), mine("call")), true);
  assert.equal(voided(face(), mine("call")), false);
  assert.equal(voided(face({ street: "turn" }), mine("call")), false);
  // what was decided is done, and the own seat is heard after the table: its price is paid, and none has changed
  assert.equal(voided(face({}, { facing_chips: 0 }), mine("call")), false);
  assert.equal(voided(face({}, { facing_chips: null }), mine("call")), false);
  assert.equal(voided(face({}, { facing_chips: 300 }), mine("fold")), false);
  // when the turn has come, what stands is done in a moment and may be taken back
  const turned = mine("call", { options: { facing_chips: 100 } });
  assert.deepEqual(offers(face({ to_act: 3 }, { facing_chips: null }), turned), { facing: 100, kinds: ["call"] });
  assert.equal(offers(face({ to_act: 3 }, { facing_chips: null }), mine(null, { options: { facing_chips: 100 } })), null);
});

test("who is away is asked to come back, not to decide", async () => {
  const { asked } = await import("../../static/js/table/acts.js");
  const face = { turn: 4, to_act: 2, hand_number: 1, street: "flop", seats: [] };
  const mine = { seat: 2, turn: 4, options: options(), away: false, leaves: false };
  assert.equal(asked(face, mine), mine.options);
  for (const gone of [{ away: true }, { leaves: true }, { turn: 3 }, { options: null }]) assert.equal(asked(face, { ...mine, ...gone }), null);
  assert.equal(asked(face, null), null);
});

test("the line is measured in bars", async () => {
  const { bars } = await import("../../static/js/table/draw.js");
  assert.deepEqual([null, 0, 149, 150, 399, 400, 9_000].map(bars), [0, 3, 3, 2, 2, 1, 1]);
});

test("each full hour at a table is told once it is over, until it was read", async () => {
  const { hourToTell } = await import("../../static/js/table/hours.js");
  const hour = 3_600_000;
  assert.deepEqual([hourToTell(hour - 1, 0), hourToTell(hour, 0), hourToTell(2 * hour - 1, 1), hourToTell(2.5 * hour, 1), hourToTell(5 * hour, 0)], [0, 1, 0, 2, 5]);
});

test("the end of the own time is told in its last ten minutes, and that the hand is the last one", async () => {
  const { limitEnds, sayEnd } = await import("../../static/js/table/cash.js");
  const said = { limit_ends: "ends at %(time)s", limit_over: "over", until: "until %(time)s" };
  const at = Date.UTC(2026, 10, 21, 22, 40);
  const page = { limit: { ends_ms: at, timezone: "America/Sao_Paulo" } };
  const told = [at - 600_001, at - 600_000, at - 1, at, at + 1, -Infinity].map((now) => limitEnds(page, { held: null }, now, said));
  assert.deepEqual(told, ["", "ends at 19:40", "ends at 19:40", "over", "over", ""]);
  assert.equal(limitEnds({}, { held: null }, at, said), "");
  // while the table is held its time stands, and the end comes later by as long
  const held = { limit: { ends_ms: at, timezone: "America/Sao_Paulo" } };
  const stands = { held: { at_ms: at - 60_000 } };
  assert.deepEqual([at - 60_000, at + 3_600_000].map((now) => limitEnds(held, stands, now, said)), ["ends at 19:40", "ends at 19:40"]);
  assert.deepEqual([at + 3_600_000, at + 3_660_000].map((now) => limitEnds(held, { held: null }, now, said)), ["ends at 20:41", "over"]);
  // of a session or of a timed tournament; while its clock stands nobody knows it
  const where = { textContent: "" };
  globalThis.document.querySelector = () => where;
  for (const [face, text] of [[{ event: { ends: page.limit } }, "until 19:40"], [{ event: { ends: null } }, ""], [{ cash: { session: null }, event: null }, ""], [{ cash: { session: page.limit } }, "until 19:40"]]) {
    sayEnd(face, said);
    assert.equal(where.textContent, text);
  }
  delete globalThis.document.querySelector;
});

test("a draw of all seats is told before it, and with the own seat after it", () => {
  const said = { others_play: "Hand for hand: %(tables)s play.", others_redraw: "%(tables)s play before the draw.", redrawn: "Drawn.", redrawn_final: "Final table: drawn.", sits_now: "Seat %(seat)s." };
  const face = { seats: [], held: null, late: true, notice: null, event: { still_play: 2, redraw: true } };
  assert.equal(banner(face, said), "2 play before the draw.");
  assert.equal(banner({ ...face, event: { still_play: 2, redraw: false } }, said), "Hand for hand: 2 play.");
  const drawn = { ...face, event: { still_play: 0, redraw: false }, notice: { kind: "redrawn", final: true } };
  assert.equal(banner({ ...drawn, seat: 4 }, said), "Final table: drawn. Seat 4.");
  assert.equal(banner({ ...drawn, notice: { kind: "redrawn", final: false } }, said), "Drawn.");
});

test("why no hand is dealt is said to who is away and to who looks on", () => {
  const said = { stands_still: "Held.", waits_clock: "Paused.", held_alone: "The house holds it.", others_play: "%(tables)s play." };
  const held = { at_ms: 1, reason: "", with_clocks: false };
  assert.equal(standstill({ held, late: true }, said), "Held.");
  assert.equal(standstill({ held: null, late: true, event: { still_play: 0 } }, said), "Paused.");
  assert.equal(standstill({ held: null, late: true, why: "Until ten.", event: { still_play: 0 } }, said), "Until ten.");
  assert.equal(standstill({ held: null, late: true, event: { still_play: 2 } }, said), "");
  assert.equal(standstill({ held: null, late: false, event: null }, said), "");
  const paused = { seats: [], held: null, late: true, event: { still_play: 0 } };
  assert.equal(banner({ ...paused, looks_on: true }, said), "Paused.");
  assert.equal(banner({ ...paused, looks_on: false }, said), "");
  assert.equal(banner({ ...paused, held, looks_on: true }, said), "The house holds it.");
  assert.equal(banner({ ...paused, late: false, looks_on: true }, said), "");
});

test("everybody at the table is told for whom the next hand waits, as long as it does", async () => {
  const before = globalThis.document;
  globalThis.document = { querySelector: () => ({ dataset: { waits: "Waits for %(names)s." } }) };
  const { waits } = await import("../../static/js/table/rebuy.js");
  const face = { seats: [{ seat: 2, name: "Rui" }, { seat: 5, name: "Ines" }], event: { rebuying: [2, 5] } };
  assert.equal(waits(face), "Waits for Rui, Ines.");
  assert.equal(waits(face, 5), "Waits for Rui.");
  assert.equal(waits({ ...face, event: { rebuying: [5] } }, 5), "");
  assert.equal(waits({ ...face, event: { rebuying: [] } }), "");
  globalThis.document = before;
});

test("a card turns when it comes, not when the page is opened nor when it is drawn again", () => {
  const card = () => ({ new: null, toggleAttribute(_name, on) { this.new = on; } });
  const arrivals = new Arrivals();
  const drawn = (hand, cards) => {
    const found = cards.map(card);
    arrivals.mark("board", hand, found, cards);
    arrivals.looked = true;
    return found.map((one) => one.new);
  };
  assert.deepEqual(drawn(3, ["As", "Kd", "2c"]), [false, false, false]);
  assert.deepEqual(drawn(3, ["As", "Kd", "2c"]), [false, false, false]);
  assert.deepEqual(drawn(3, ["As", "Kd", "2c", "9h"]), [false, false, false, true]);
  assert.deepEqual(drawn(4, []), []);
  assert.deepEqual(drawn(4, ["As"]), [true]);
});

test("the page of who waits for a seat is written anew when what it says is no longer so", async () => {
  const { changed, forOthers, secondsLeft } = await import("../../static/js/table/waiting.js");
  const said = { place: 2, waiting: 3, may_sit: false, offered_until_ms: null };
  assert.equal(changed(said, { ...said }), false);
  for (const is of [{ place: 1 }, { waiting: 4 }, { may_sit: true }, { offered_until_ms: 5 }]) assert.equal(changed(said, { ...said, ...is }), true);
  // who may sit down is not disturbed by others who come to wait
  const free = { ...said, place: 1, may_sit: true, offered_until_ms: 31_999 };
  assert.equal(changed(free, { ...free, waiting: 9 }), false);
  const face = (/** @type {number} */ taken, /** @type {number} */ waiting) => ({ seats_count: 3, seats: Array(taken).fill({}), cash: { waiting } });
  assert.deepEqual([forOthers(face(3, 0)), forOthers(face(2, 0)), forOthers(face(2, 1))].map((one) => one.may_sit), [false, true, false]);
  assert.deepEqual([secondsLeft(free, 1_000), secondsLeft(free, 40_000), secondsLeft(said, 0)], [30, 0, 0]);
});

test("a hand is named with the kicker where that decided", () => {
  const said = { K: "reis", 10: "dez", 2: "dois", "Flush, %(first)s high": "Flush até %(first)s", "Straight, %(first)s high": "Sequência até %(first)s", "Royal flush": "Royal flush", "Two pair, %(first)s and %(second)s": "Dois pares, %(first)s e %(second)s", "Pair of %(first)s": "Par de %(first)s", with_kicker: "%(hand)s, kicker %(kicker)s" };
  const pair = (more) => ({ sentence: "Pair of %(first)s", params: { first: "K", second: "A", ...more } });
  assert.equal(named(pair({}), said), "Par de reis");
  assert.equal(named(pair({ kicker: "A-9" }), said), "Par de reis, kicker A-\u20609", "no line ends within the ranks");
  const made = (sentence, params) => named({ sentence, params }, said);
  assert.equal(made("Two pair, %(first)s and %(second)s", { first: "10", second: "2" }), "Dois pares, dez e dois");
  assert.equal(made("Straight, %(first)s high", { first: "10", second: "9" }), "Sequência até 10");
  assert.equal(made("Flush, %(first)s high", { first: "A", second: "9" }), "Flush até A");
  assert.equal(made("Flush, %(first)s high", { first: "A-10-9", second: "9" }), "Flush até A-\u206010-\u20609");
  assert.equal(made("Royal flush", { first: "A", second: "K" }), "Royal flush");
});

test("what is written in big blinds means the same amount when it is typed", () => {
  assert.deepEqual([250, 133, 1000, 1266, 10_000, 123_456, 0].map((count) => inBig(count, 100, false, "en")), ["2.5", "1.33", "10", "12.7", "100", "1,235", "0"]);
  assert.deepEqual([99_994, 99_996, 100_000].map((count) => inBig(count, 100, false, "pt")), ["999,9", "1\u00a0000", "1\u00a0000"]);
  const beside = (/** @type {number} */ count) => inBlinds(count, { big_blind_chips: 100 }, { bb: "%(count)s BB" });
  assert.deepEqual([1266, 99_994, 99_996, 123_456].map(beside), ["12.7 BB", "999.9 BB", "1,000 BB", "1,235 BB"]);
  assert.equal(inBig(1266, 100, true, "pt-br"), "12,66");
  assert.equal(inBig(33_333, 20_000, true, "en"), "1.66665");
  for (const big of [1, 3, 7, 50, 100, 300, 1234, 20_000, 999_999]) {
    for (const count of [0, 1, 2, big - 1, big, big + 1, 3 * big + 7, 1_000_003, 2_000_000_000]) {
      for (const language of ["en", "pt-br", "pt"]) {
        const text = `${inBig(count, big, true, language)} BB`;
        assert.equal(typedBig(text, big, language), count, `${text} of ${big} in ${language}`);
      }
    }
  }
});

test("big blinds are typed as people write them, and what may be two amounts is none", () => {
  for (const [text, chips] of [["3", 150], ["2,5", 125], ["2.5", 125], [" 12.66 bb ", 633], ["1 000", 50_000], ["0", 0]]) {
    assert.equal(typedBig(text, 50, "pt-br"), chips, text);
  }
  assert.equal(typedBig("2,666", 50, "pt-br"), 133);
  assert.equal(typedBig("2.666", 50, "en"), 133);
  for (const text of ["2.666", "", "-3", "3x", "1e3", "3 BB BB", "9".repeat(14), "1.2.3"]) assert.equal(typedBig(text, 50, "pt-br"), null, text);
  assert.equal(typedBig("2,666", 50, "en"), null);
});

test("own sizes stand between the least and the most, in their order, and none twice", () => {
  const some = [{ n: 3, of: "bb" }, { n: 2.5, of: "bet" }, { n: 100, of: "pot" }];
  const own = ownSizes(some, options(), 100, { bb: "%(count)s BB", pot: "Pot" });
  assert.deepEqual(own, [["2.5×", 250], ["3 BB", 300], ["100% pot", 350]]);
  assert.deepEqual(ownSizes([{ n: 3, of: "bb" }, { n: 3, of: "bet" }], options(), 100, { bb: "%(count)s BB", pot: "Pot" }), [["3 BB", 300]]);
  assert.deepEqual(sizes(options(), "preflop", "no_limit", own).map((s) => [s.key, s.to, s.possible]), [
    ["least", 200, true], ["2.5×", 250, true], ["3 BB", 300, true], ["100% pot", 350, true], ["all", 10_000, true],
  ]);
  // the limit of the game stays the largest
  assert.deepEqual(sizes(options({ raise_to_chips: 300 }), "preflop", "pot_limit", own).map((s) => s.to), [200, 250, 300]);
});

test("what nobody here kept as preferences counts for nothing", () => {
  assert.deepEqual(read('{"blinds": true, "before": [{"n": 3, "of": "bb"}], "after": []}'), { blinds: true, before: [{ n: 3, of: "bb" }], after: [] });
  for (const text of [null, "", "{", "7", '{"blinds": 1, "before": "x", "after": [{"n": -1, "of": "bb"}, {"n": 3, "of": "euro"}, {"n": "3", "of": "bb"}, null]}']) {
    assert.deepEqual(read(text), { blinds: false, before: [], after: [] }, text);
  }
});

test("of several tables the one whose time ends first comes next, past the one that has the focus", async () => {
  const { inOrder, nextOf } = await import("../../static/js/table/tiles.js");
  let waiting = [];
  for (const [table, due] of [["4", 900], ["7", 300], ["9", 600], ["4", 500], ["7", null]]) waiting = inOrder(waiting, table, due);
  assert.deepEqual(waiting.map((one) => one.table), ["4", "9"]);
  // who takes more time is less urgent than who has none left, and a table that stands still less than both
  assert.deepEqual(inOrder(waiting, "4", 700).map((one) => one.table), ["9", "4"]);
  assert.deepEqual(inOrder(inOrder(waiting, "2", Infinity), "1", Infinity).map((one) => one.table), ["4", "9", "2", "1"]);
  assert.deepEqual([nextOf(waiting, ""), nextOf(waiting, "4"), nextOf(waiting, "9"), nextOf(waiting, "7"), nextOf([], "7")], ["4", "9", "4", "4", undefined]);
});

test("the time that is left is said when it is asked for, and of the own decision again at ten and at five seconds", async () => {
  const { ask, follow, sentence } = await import("../../static/js/table/time_said.js");
  const words = { your_turn: "Your turn", extra_time: "Extra time", no_time: "None runs." };
  const face = { turn: 7, to_act: 3, held: null, more_time: { bank_ms: 0 }, seats: [{ seat: 3, name: "Rui" }, { seat: 5, name: "Eva" }] };
  const decides = (left, part = "decision") => ({ part, left });
  assert.equal(sentence(face, { seat: 3 }, decides(12_300), words), "Your turn: 13 seconds");
  assert.equal(sentence(face, { seat: 3 }, decides(900), words), "Your turn: 1 second");
  assert.equal(sentence({ ...face, more_time: { bank_ms: 30_000 } }, { seat: 3 }, decides(4_000), words), "Your turn: 4 seconds. Extra time: 30 seconds");
  assert.equal(sentence(face, { seat: 3 }, decides(8_000, "bank"), words), "Extra time: 8 seconds");
  assert.equal(sentence(face, { seat: 5 }, decides(8_000), words), "Rui: 8 seconds");
  assert.equal(sentence(face, null, decides(8_000), words), "Rui: 8 seconds");
  assert.equal(sentence(face, { seat: 3 }, null, words), "None runs.");
  assert.equal(sentence({ ...face, held: { at_ms: 1 } }, { seat: 3 }, decides(8_000), words), "None runs.");

  const read = [];
  globalThis.document.createElement = () => ({ text: "", append(text) { this.text = text; } });
  globalThis.document.querySelector = () => ({ replaceChildren: (one) => read.push(one.text) });
  const heard = (left, part, more = {}) => {
    follow({ ...face, ...more }, { seat: 3 }, decides(left, part), words);
    return read.splice(0);
  };
  assert.deepEqual(heard(9_000), [], "nobody asked");
  ask(face, { seat: 3 }, decides(14_000), words);
  ask(face, { seat: 3 }, decides(14_000), words);
  assert.deepEqual(read.splice(0), ["Your turn: 14 seconds", "Your turn: 14 seconds"]);
  assert.deepEqual([heard(11_000), heard(10_000), heard(9_750), heard(4_900), heard(4_600), heard(100)], [[], ["Your turn: 10 seconds"], [], ["Your turn: 5 seconds"], [], []]);
  assert.deepEqual([heard(30_000, "bank"), heard(9_900, "bank"), heard(9_800, "bank")], [[], ["Extra time: 10 seconds"], []], "the extra time counts anew");
  assert.deepEqual(heard(9_000, "decision", { turn: 9 }), [], "it was asked of another decision");
  delete globalThis.document.createElement;
  delete globalThis.document.querySelector;
});

test("a finger that goes far enough, and more sideways than down, leads to the next table or back", async () => {
  const { ledBy } = await import("../../static/js/table/tiles.js");
  const led = (x, y) => ledBy({ clientX: 200, clientY: 400 }, { clientX: 200 + x, clientY: 400 + y });
  assert.deepEqual([led(-60, 0), led(60, 0), led(-120, 59), led(-120, 61), led(-59, 0), led(0, -300), led(0, 0)], [1, -1, 1, 0, 0, 0, 0]);
});

test("up to twelve tables lie on one screen as large as they can; where they would be too small, rows lie below", async () => {
  const { gridOf } = await import("../../static/js/table/tiles.js");
  const said = (...given) => {
    const { columns, scale, row } = gridOf(...given);
    return [columns, Number(scale.toFixed(2)), Math.round(row)];
  };
  assert.deepEqual([1, 2, 3].map((count) => said(count, 1440, 846)), [[1, 1, 0], [2, 1, 0], [3, 1, 0]]);
  // more than three lie in rows; four are wider than high, with what a low wide screen needs
  assert.deepEqual([4, 5, 6, 7, 9, 12].map((count) => said(count, 1440, 846)), [[2, 0.75, 0], [3, 0.64, 0], [3, 0.64, 0], [4, 0.64, 0], [5, 0.64, 0], [6, 0.63, 0]]);
  assert.deepEqual([3, 4, 5, 6, 7, 9, 12].map((count) => said(count, 1920, 1026)), [[3, 1, 0], [2, 0.92, 0], [3, 0.78, 0], [3, 0.78, 0], [4, 0.78, 0], [5, 0.78, 0], [6, 0.78, 0]]);
  // a low screen has one row, as long as it can be read
  assert.deepEqual([4, 6, 7].map((count) => said(count, 1366, 580)), [[4, 0.88, 0], [6, 0.6, 0], [6, 0.6, 388]]);
  // a browser's own head takes its part of the screen
  assert.deepEqual(said(12, 1440, 735), [6, 0.55, 0]);
  assert.deepEqual([4, 5, 12].map((count) => said(count, 1180, 766)), [[2, 0.68, 0], [3, 0.57, 0], [5, 0.62, 402]]);
  assert.deepEqual(said(1, 360, 590), [1, 0.89, 0]);
});

test("blinds of millions have one line at the head, a bet lies on the felt in M where no chip is left out, and a plate has its short name", () => {
  assert.deepEqual([999_990_000, 8_000_000, 1_250_000, 8_000_001, 36_000_000, 990_000].map(laid), ["999.99\u00a0M", "8\u00a0M", "1.25\u00a0M", "8,000,001", "36\u00a0M", "990,000"]);
  assert.deepEqual([stakes(50, 100), stakes(250_000, 500_000), stakes(500_000, 1_000_000), stakes(2_000_000, 4_000_000), stakes(7_777_777, 15_555_554)],
    ["50 / 100", "250,000 / 500,000", "0.5 M / 1 M", "2 M / 4 M", "7,777,777 / 15.55 M"].map((said) => said.replaceAll(" ", "\u00a0")));
  assert.deepEqual(["Zé Tó", "João Nogueira", "Beatriz Castro", "Guilherme Östlund", "Wolfeschlegelsteinhausen Berg"].map((name) => short(name)),
    ["Zé Tó", "João N.", "Beatriz C.", "Guilherme", "Wolfeschlege…"]);
});

test("while the tournament stands it is said until when, and what comes then", () => {
  const words = { recess: "Recess", paused: "Paused", goes_on: "Goes on at %(time)s", waits_break: "Break: next hand at %(time)s.", level: "Level %(level)s" };
  const items = [
    { kind: "level", number: 1, small_blind: 10, big_blind: 20, seconds: 60 }, { kind: "recess", seconds: 300 },
    { kind: "level", number: 2, small_blind: 1_000_000, big_blind: 2_000_000, seconds: 600 },
  ];
  const clock = { state: "running", server_ms: 0, anchor_ms: 0, elapsed_ms: 0, index: 1, turn: 1, items };
  const recess = stands.told(clock, 60_000, words);
  assert.deepEqual([recess.state, recess.left, recess.level], ["Recess", "4:00", "Level 2 · 1\u00a0M\u00a0/\u00a02\u00a0M"]);
  assert.match(recess.ends, /^Goes on at \d\d:\d\d$/);
  // that is also why no hand is dealt; of a pause nobody knows when it ends
  stands.hear(clock);
  assert.equal(stands.why(60_000, words), `Break: next hand at ${recess.at}.`);
  stands.hear({ ...clock, state: "paused", anchor_ms: null, elapsed_ms: 100_000 });
  assert.equal(stands.why(60_000, words), "");
  // the hour is that of the house, as on the other pages; a device that has another one reads where
  const device = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(300_000);
  const [there, elsewhere] = device === "21:05" ? ["Asia/Tokyo", "09:05"] : ["America/Sao_Paulo", "21:05"];
  const inHouse = (/** @type {string} */ zone) => stands.told(clock, 60_000, { ...words, zone, hours_of: "hour of the house" }).at;
  assert.equal(inHouse(there), `${elsewhere} (hour of the house)`);
  assert.equal(inHouse(Intl.DateTimeFormat().resolvedOptions().timeZone), device);
  // a recess that stands has what is left of it, and no hour
  assert.deepEqual(stands.told({ ...clock, state: "paused", anchor_ms: null, elapsed_ms: 100_000 }, 9e9, words), { state: "Paused", left: "3:20", at: "", ends: "", level: "Level 2 · 1\u00a0M\u00a0/\u00a02\u00a0M" });
  assert.deepEqual(stands.told({ ...clock, state: "frozen", anchor_ms: null, index: 0 }, 9e9, words), { state: "Paused", left: "", at: "", ends: "", level: "Level 1 · 10\u00a0/\u00a020" });
  assert.equal(stands.told({ ...clock, index: 0 }, 1000, words), null);
  assert.equal(stands.told({ ...clock, index: 0, state: "hand_for_hand", anchor_ms: null }, 1000, words), null);
});

test("the line of the tournament follows the clock and the counts", async () => {
  const { parts } = await import("../../static/js/table/event.js");
  const said = {
    level: "Level %(level)s", recess: "Recess", paused: "Paused", each: "Ante %(amount)s", for_all: "BB ante %(amount)s", bb: "%(count)s BB",
    event_players: "%(left)s of %(total)s", event_average: "avg. %(stack)s", event_money: "%(away)s to the money", event_paid: "in the money", event_all_paid: "everybody is paid",
  };
  const level = (number, small, more = {}) => ({ kind: "level", number, small_blind: small, big_blind: 2 * small, ante: 0, ante_kind: "none", seconds: 600, ...more });
  const items = [level(1, 25), { kind: "recess", seconds: 300 }, level(2, 50, { ante: 100, ante_kind: "big_blind" })];
  const clock = { state: "running", anchor_ms: 0, elapsed_ms: 0, index: 0, items, turn: 1 };
  const face = { big_blind_chips: 50, event: { players_left: 18, entries_total: 45, average_chips: 2_500, late_entries: false } };
  assert.deepEqual(parts(clock, face, 60_000, said, 6), {
    players: "18 of 45", level: "Level 1", "level-left": "9:00", next: "→ 50\u00a0/\u00a0100 · BB ante 100", average: "avg. 50 BB", money: "12 to the money",
  });
  // the level went by while the phone slept; in a recess the stacks beside it are told by the blinds of the last hand, and so is the average
  const later = parts(clock, face, 700_000, said, 18);
  assert.deepEqual([later.level, later["level-left"], later.next, later.average, later.money], ["Recess", "3:20", "→ 50\u00a0/\u00a0100 · BB ante 100", "avg. 50 BB", "in the money"]);
  assert.equal(parts(clock, face, 1_000_000, said, 6).next, "");
  const paused = { ...clock, state: "paused", anchor_ms: null, elapsed_ms: 90_000 };
  assert.deepEqual([parts(paused, face, 10 ** 9, said, 6).level, parts(paused, face, 10 ** 9, said, 6)["level-left"]], ["Paused · Level 1", "8:30"]);
  // how far the money is nobody knows while one may enter; of the clock nothing is said before it was heard
  const open = parts(null, { ...face, event: { ...face.event, late_entries: true } }, 0, said, 0);
  assert.deepEqual(open, { players: "18 of 45", average: "avg. 50 BB" });
  assert.equal(parts(clock, face, 0, said, 45).money, "everybody is paid");
  // players are no chips, and the average is in big blinds already: for who reads amounts in big blinds, too
  unit.write = (/** @type {number} */ count) => `${count / 50} BB`;
  assert.deepEqual(parts(clock, face, 60_000, said, 6), {
    players: "18 of 45", level: "Level 1", "level-left": "9:00", next: "→ 50\u00a0/\u00a0100 · BB ante 100", average: "avg. 50 BB", money: "12 to the money",
  });
  unit.write = null;
});

test("a call counts to the end of the part that runs at the table, then to the next; an offered seat is over by itself", async () => {
  globalThis.matchMedia ??= () => ({ matches: false });
  globalThis.addEventListener ??= () => {};
  const { endOf, isOver } = await import("../../static/js/calls.js");
  const turn = { offered: false, until_ms: 10_000, then_ms: [30_000, 60_000] };
  assert.deepEqual([-Infinity, 9_999, 10_000, 30_000, 60_000].map((now) => endOf(turn, now)), [10_000, 10_000, 30_000, 60_000, null]);
  assert.equal(endOf({ ...turn, until_ms: null, then_ms: [] }, 0), null);
  const offer = { offered: true, until_ms: 10_000, then_ms: [] };
  assert.deepEqual([-Infinity, 9_999, 10_000].map((now) => isOver(offer, now)), [false, false, true]);
  assert.deepEqual([isOver(turn, 60_000), isOver({ ...offer, until_ms: null }, 60_000)], [false, false]);
});

test("a page calls to every table but the one that it shows, and once for each", async () => {
  globalThis.matchMedia ??= () => ({ matches: false });
  globalThis.addEventListener ??= () => {};
  const { elsewhere, fresh } = await import("../../static/js/calls.js");
  const tables = [{ table_id: 4, lost: false, offered: false }, { table_id: 14, lost: true, offered: false }];
  assert.deepEqual(elsewhere(tables, "/tables/4/"), [tables[1]]);
  assert.deepEqual(elsewhere(tables, "/me/"), tables);
  assert.deepEqual(elsewhere(tables, "/tables/mine/", [4]), [tables[1]]);
  assert.deepEqual(fresh(new Set(["4 false"]), tables), [tables[1]]);
  assert.deepEqual(fresh(new Set(["14 false"]), tables), tables);
  assert.deepEqual(fresh(new Set(["4 false"]), [{ ...tables[0], offered: true }]), [{ ...tables[0], offered: true }]);
});

test("who may enter again is told once when late registration closes, and never where it was closed from the start", () => {
  const item = { kind: "level", number: 1, seconds: 60, small_blind: 5, big_blind: 10 };
  const clock = { state: "running", anchor_ms: 1000, elapsed_ms: 0, index: 0, items: [item, { ...item, late_registration_ends: true }, { ...item, seconds: 600 }] };
  const face = { event: { late_entries: true } };
  assert.equal(closes(null, face, 125_000), false);
  assert.equal(closes(clock, face, 200_000), false);
  assert.equal(closes(clock, face, 50_000), false);
  assert.equal(closes(clock, face, 121_500), false); // for a second the house may not agree yet
  assert.equal(closes(clock, face, 122_500), true);
  assert.equal(closes(clock, face, 123_000), false);
  assert.equal(closes({ ...clock, state: "paused", anchor_ms: null, elapsed_ms: 1000 }, face, 130_000), false);
  assert.equal(closes(clock, { event: { late_entries: false } }, 100_000), true);
});
