// What takes a display over, for how long, what gives way to what, and what a screen that was away does not show.
import assert from "node:assert/strict";
import test from "node:test";

/** @type {any} */ (globalThis).ResizeObserver = class { observe() {} };
const { called, champion, KINDS, momentOf, Takeover, wonInAll } = await import("../../static/js/takeover.js");

const NOW = { index: 4, level: true, money: false, final: false, decided: false };

test("a level, the burst bubble, the final table and the winner call for one", () => {
  assert.equal(called(NOW, { ...NOW, index: 5 }), "level");
  assert.equal(called(NOW, { ...NOW, money: true }), "bubble");
  assert.equal(called(NOW, { ...NOW, final: true }), "final");
  assert.equal(called(NOW, { ...NOW, decided: true }), "winner");
});

test("what is greater comes first, and nothing twice", () => {
  assert.equal(called(NOW, { ...NOW, index: 5, money: true, final: true }), "final");
  assert.equal(called(NOW, { ...NOW, index: 5, money: true }), "bubble");
  assert.equal(called({ ...NOW, final: true }, { ...NOW, final: true, decided: true }), "winner");
  assert.equal(called({ ...NOW, decided: true }, { ...NOW, decided: true, final: true }), null);
  assert.equal(called({ ...NOW, money: true }, { ...NOW, money: true }), null);
});

test("a page just opened, a recess and a clock set back call for none", () => {
  assert.equal(called(null, { ...NOW, index: 5 }), null);
  assert.equal(called(NOW, { ...NOW, index: 5, level: false }), null);
  assert.equal(called(NOW, { ...NOW, index: 3 }), null);
});

test("a level that began a while ago is no news: a display opened in its middle, or that slept, shows none", () => {
  const at = (/** @type {any} */ item, /** @type {number} */ played, clock = "running") => momentOf(/** @type {any} */ ({ index: 5, item: { seconds: 1200, ...item }, remaining_ms: 1_200_000 - played }), clock, {}, false);
  assert.equal(called(NOW, at({ kind: "level" }, 1_000)), "level");
  assert.equal(called(NOW, at({ kind: "level" }, 11_000)), null);
  assert.equal(called(NOW, at({ kind: "recess" }, 1_000)), null);
  assert.equal(called(NOW, at({ kind: "level" }, 1_000, "paused")), null);
});

test("what is counted calls whatever the clock does", () => {
  const shown = /** @type {any} */ ({ index: 4, item: { kind: "recess", seconds: 600 }, remaining_ms: 1000 });
  assert.deepEqual(momentOf(shown, "paused", { state: "finished", in_the_money: true }, true), { index: 4, level: false, money: true, final: false, decided: true });
});

function stage() {
  /** @type {any} */
  const where = { dataset: {}, hidden: true };
  /** @type {any} */
  const scene = { parts: [], replaceChildren(/** @type {any[]} */ ...parts) { this.parts = parts; }, querySelectorAll: () => [] };
  /** @type {{run: () => void, ms: number}[]} */
  const waiting = [];
  const takeover = new Takeover(where, scene, (run, ms) => waiting.push({ run, ms }));
  return { where, scene, waiting, takeover };
}

test("it stays as long as it is worth, leaves, and a lower one does not push it away", () => {
  const { where, scene, waiting, takeover } = stage();
  takeover.show("bubble", () => [/** @type {any} */ ("burst")]);
  assert.deepEqual([where.hidden, where.dataset.kind, scene.parts], [false, "bubble", ["burst"]]);
  takeover.show("level", () => [/** @type {any} */ ("level")]);
  assert.deepEqual([where.dataset.kind, scene.parts], ["bubble", ["burst"]]);
  assert.equal(waiting[0].ms, KINDS.bubble.ms);
  waiting[0].run();
  assert.equal(where.dataset.leaving, "true");
  waiting[1].run();
  assert.deepEqual([where.hidden, takeover.kind, scene.parts], [true, null, []]);
});

test("what becomes known later is drawn into it without moving again", () => {
  const { where, scene, takeover } = stage();
  let name = "";
  takeover.show("winner", () => [/** @type {any} */ (name)]);
  name = "Priscila";
  takeover.again();
  assert.deepEqual([scene.parts, where.dataset.stands], [["Priscila"], "true"]);
  takeover.end();
  takeover.again();
  assert.deepEqual(scene.parts, []);
});

test("nobody is called the winner before it is certain who it is, in whatever order the page hears of it", () => {
  const [leader, other] = [{ entry_id: 7, name: "Vitória" }, { entry_id: 9, name: "Gustavo" }];
  const both = { rows: [leader, other] };
  const out = { rows: [{ ...leader, place: 2, amount_cents: 48_500 }] };
  assert.equal(champion({ state: "running" }, { rows: [other] }, out), null);
  // the counts are here, the stacks are those of the deal
  assert.equal(champion({ state: "running", decided: true }, both, out), null);
  assert.equal(champion({ state: "running", decided: true }, null, null), null);
  assert.equal(champion({ state: "running", decided: true }, { rows: [other] }, { rows: [] })?.name, "Gustavo");
  assert.equal(champion({ state: "finished" }, both, { rows: [{ ...other, place: 1, amount_cents: 56_500 }, ...out.rows] })?.name, "Gustavo");
});

test("the winner has won the first prize, and after a deal what the others left of it", () => {
  const shares = [{ entry_id: 7, amount_cents: 48_500 }, { entry_id: 9, amount_cents: 46_500 }, { entry_id: 4, amount_cents: 45_000 }];
  const prizes = { rows: [{ first: 1, last: 1, amount_cents: 10_000 }, { first: 4, last: 4, amount_cents: 9000 }] };
  const deal = { ...prizes, deal: { reserve_cents: 10_000, shares } };
  const out = [{ entry_id: 7, amount_cents: 48_500 }, { entry_id: 4, amount_cents: 45_000 }];
  assert.equal(wonInAll(prizes, 7, []), 10_000);
  assert.equal(wonInAll(deal, 9, out), 56_500);
  // what cannot be divided is of the better place
  assert.equal(wonInAll({ rows: [], deal: { reserve_cents: 0, shares: [{ entry_id: 7, amount_cents: 51 }, { entry_id: 9, amount_cents: 50 }] } }, 9, [{ entry_id: 7, amount_cents: 50 }]), 51);
  // what is not known yet is not guessed
  assert.equal(wonInAll(deal, 9, out.slice(1)), null);
  assert.equal(wonInAll(deal, undefined, out), null);
  assert.equal(wonInAll(null, 7, []), null);
});
