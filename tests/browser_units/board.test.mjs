// What the badge of the clock screen says in every state of UX.md; a page of nothing but named parts stands in for the DOM.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

/** @type {Record<string, any>} */
const parts = {};
/** @param {string} name */
const part = (name) => (parts[name] ??= { dataset: {}, textContent: "", hidden: false, setAttribute() {}, querySelector: () => null, append() {}, replaceChildren(/** @type {any[]} */ ...kids) { this.textContent = kids.map((kid) => kid.drawn ?? kid).join(""); } });
const WORDS = JSON.stringify({
  icon_colour_up: "coins", icon_recess: "coffee", state_colour_up: "Colour-up", state_recess: "Recess", state_hand_for_hand: "Hand for hand", recess: "Recess",
  recess_until: "back at %(time)s", level: "Level %(number)s", colour_up: "chips of %(chips)s leave play", add_on_now: "add-on now", next: "Next: %(what)s", first_level: "First level: %(what)s",
  ante: "ante %(amount)s", big_blind_ante: "BB ante %(amount)s", closes_with: "closes with %(level)s", at_time: "at %(time)s",
  starts: "starts at %(time)s", until_start: "until the start (%(time)s)", not_begun: "announced for %(time)s", after_start: "after the start",
  big_blinds: "%(count)s BB", guaranteed: "guaranteed %(amount)s", guaranteed_with_funds: "guaranteed %(amount)s, funds included", remaining: "%(time)s left", offline: "offline %(time)s",
});
/** @type {any} */ (globalThis).document = {
  getElementById: (/** @type {string} */ id) => ({ textContent: id === "words" ? WORDS : '{"timezone":"America/Sao_Paulo","currency":"BRL"}' }),
  querySelector: (/** @type {string} */ selector) => part(selector.slice(12, -2)),
  querySelectorAll: () => [],
  createElement: () => ({ append() {}, dataset: {} }),
  // an icon is known by the drawing that it uses
  createElementNS: (/** @type {string} */ _space, /** @type {string} */ name) => ({ drawn: "", setAttribute(/** @type {string} */ what, /** @type {string} */ to) { if (name === "use" && what === "href") this.drawn = to; }, append(/** @type {any} */ kid) { this.drawn = kid.drawn; } }),
  documentElement: { dataset: { language: "en", icons: "" } },
  body: { classList: { contains: () => false }, dataset: {} },
};
const { Board } = await import("../../static/js/board.js");
const { lengthSaid } = await import("../../static/js/format.js");

// the cases that drive web/state_badge.py too (tests/web/test_state_badge.py)
const states = JSON.parse(readFileSync(new URL("../state_cases.json", import.meta.url), "utf8"));
const ITEMS = states.items;
/** @param {any} clock @param {any} counts */
function board(clock, counts) {
  const made = new Board();
  made.keeper.hear(0);
  made.keeper.take({ state: "running", server_ms: 0, anchor_ms: 0, elapsed_ms: 0, index: 2, turn: 1, items: ITEMS, ...clock });
  made.counts = { state: "running", ...counts };
  return made;
}

test("both blinds are in M where one is", () => {
  const said = (/** @type {number} */ small, /** @type {number} */ big) => board({}, {}).blinds({ kind: "level", small_blind: small, big_blind: big });
  assert.equal(said(5_000_000, 10_000_000), "5\u00a0M – 10\u00a0M");
  assert.equal(said(7_500_000, 15_000_000), "7.5\u00a0M – 15\u00a0M");
  assert.equal(said(4_000_000, 8_000_000), "4,000,000 – 8,000,000");
  // where a space groups the figures, the dash has wider ones
  const portugal = board({}, {});
  portugal.language = "pt";
  assert.equal(portugal.blinds({ kind: "level", small_blind: 1000, big_blind: 2000 }), "1\u00a0000\u2002–\u20022\u00a0000");
});

test("a recess says that the add-on is on sale, and which chips leave play", () => {
  const said = (/** @type {any} */ more) => board({}, {}).ante({ kind: "recess", seconds: 600, ...more });
  assert.equal(said({}), "");
  assert.equal(said({ add_on: true }), "add-on now");
  assert.equal(said({ add_on: true, colour_up: [25] }), "add-on now · chips of 25 leave play");
  // nothing is sold in a break that comes after entries were closed
  assert.equal(board({}, { late_registration_open: false }).ante({ kind: "recess", seconds: 600, add_on: true }), "");
});

test("a page hears that another level has begun, once", () => {
  const made = board({ elapsed_ms: 0, index: 0 }, {});
  let begun = 0;
  made.onLevel = () => { begun += 1; };
  made.paint();
  made.keeper.take({ ...made.keeper.payload, index: 1, turn: 2 });
  made.paint();
  made.paint();
  assert.equal(begun, 1);
});

test("a break that comes says how long it is, and no hour of the day", () => {
  assert.equal(board({}, {}).breakOf(600), "Recess · 10\u00a0min");
  assert.equal(board({}, {}).breakOf(937), "Recess · 15:37");
});

test("every state of the room has its word", () => {
  for (const { state, clock, counts } of states.cases) assert.equal(board(clock, counts).state(), state);
});

test("a recess in which chips leave play says which", () => {
  board({ index: 1 }, {}).paint();
  assert.equal(part("state").textContent, "#coins Colour-up");
  assert.equal(part("state").dataset.state, "recess");
  assert.equal(part("ante").textContent, "chips of 25 and 100 leave play");
  board({ index: 3 }, {}).paint();
  assert.equal(part("state").textContent, "#coffee Recess");
});

test("who hears the page is told the level that begins, not the one whose name still stands there", () => {
  const room = board({ index: 0, elapsed_ms: 1_199_000 }, {});
  // a display writes its level after the board has spoken
  const { part: drawn } = room;
  room.part = (/** @type {string} */ name) => name === "level" ? null : drawn.call(room, name);
  room.paint();
  room.keeper.take({ state: "running", server_ms: 0, anchor_ms: 0, elapsed_ms: 0, index: 2, turn: 2, items: ITEMS });
  room.paint();
  assert.equal(part("milestone").dataset.mark, "level");
  assert.equal(part("milestone").textContent, "Level 2: 200 – 400 BB ante 400");
});

test("hand for hand is said once, politely", () => {
  const room = board({}, {});
  room.paint();
  part("milestone").textContent = "";
  room.counts = { state: "running", hand_for_hand: true };
  room.paint();
  assert.equal(part("milestone").textContent, "Hand for hand");
  assert.equal(part("milestone").dataset.mark, "hand_for_hand");
  part("milestone").textContent = "";
  room.paint();
  assert.equal(part("milestone").textContent, "");
});

test("how long the line is gone is counted in minutes and seconds", () => {
  const room = board({}, {});
  room.offlineSince = performance.now() - 12_400;
  room.paint();
  assert.equal(part("offline").textContent, "offline 00:12");
  assert.equal(part("offline").hidden, false);
});

const starts = JSON.parse(readFileSync(new URL("../start_cases.json", import.meta.url), "utf8"));
for (const given of starts.cases) {
  test(`before the first hand: ${given.name}`, () => {
    const made = board({ state: "not_started", anchor_ms: null, index: 0 }, { state: "registering", entries_total: given.taken });
    Object.assign(made.words, starts.words);
    Object.assign(made.payloads, { starts_ms: given.starts_ms, starts_when_full: given.when_full, timezone: starts.timezone });
    made.paintStart(given.now_ms);
    assert.equal(part("level").textContent, given.line);
    assert.equal(part("time").hidden ? "" : part("time").textContent, given.left);
  });
}

test("how long something takes looks like no hour of the day", () => {
  for (const { seconds, said } of starts.lengths) assert.equal(lengthSaid(seconds * 1000), said);
});

test("before the first hand nothing is counted down that does not run", () => {
  const room = board({ state: "not_started", anchor_ms: null, index: 0 }, { state: "registering" });
  room.payloads.starts_ms = 60_000;
  const told = /** @type {string[]} */ ([]);
  room.two = (_where, large, small) => { told.push(`${large} ${small}`); };
  room.paint();
  assert.ok(told.includes("20\u00a0min after the start"));
  // nothing is played that something could come after
  assert.equal(part("blinds").textContent, "First level: 100 – 200");
  assert.equal(part("next").textContent, "");
  // beside a figure its word: it is no level that is counted down
  assert.equal(part("time").hidden, false);
  assert.match(String(part("level").textContent), /^until the start \(.+\)$/);
  // the hour went by and nobody has begun
  room.keeper.hear(120_000, performance.now());
  room.paint();
  assert.match(String(part("level").textContent), /^announced for /);
  assert.equal(part("time").hidden, true);
});

test("beside a pool below the guarantee stands that it counts the funds", () => {
  const said = (/** @type {number} */ pool_cents, /** @type {number} */ funds) => {
    const one = board({}, {});
    return one.guaranteed({ pool_cents, guarantee_cents: 30_000_000, guarantee_funds_cents: funds });
  };
  const amount = (/** @type {number} */ cents) => board({}, {}).amount(cents);
  assert.equal(said(28_200_000, 1_800_000), `guaranteed ${amount(30_000_000)}, funds included`);
  assert.equal(said(30_000_000, 1_800_000), `guaranteed ${amount(30_000_000)}`);
  assert.equal(said(30_000_000, 0), `guaranteed ${amount(30_000_000)}`);
  assert.equal(board({}, {}).guaranteed({ pool_cents: 1, guarantee_cents: 0, guarantee_funds_cents: 0 }), "");
});
