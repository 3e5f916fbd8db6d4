import assert from "node:assert/strict";
import test from "node:test";
import { Outbox, bySameCause, outcome, pause, stillAsked, withPending } from "../../static/js/outbox.js";

/** A disk that keeps copies, as IndexedDB does. */
function disk() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    kept,
    all: async () => [...kept.values()].map((text) => JSON.parse(text)),
    put: async (/** @type {any} */ c) => { await null; kept.set(c.id, JSON.stringify(c)); },
    drop: async (/** @type {string} */ id) => { kept.delete(id); },
    mark: async (/** @type {any} */ c) => { await null; if (!kept.has(c.id)) return false; kept.set(c.id, JSON.stringify(c)); return true; },
    take: async (/** @type {string} */ id) => JSON.parse(kept.get(id) ?? '{"tries": 1}').tries === 0 && kept.delete(id),
  };
}

/** Numbers that are the same in every run. @param {number} seed */
function dice(seed) {
  let x = seed;
  return () => { x = (x * 1103515245 + 12345) % 2147483648; return x / 2147483648; };
}

/** The house: does each id once, in the order of arrival; answers again what it answered. */
function house({ refuses = (/** @type {any} */ _c) => false } = {}) {
  /** @type {Map<string, {status: number, body: any}>} */
  const answers = new Map();
  /** @type {any[]} */
  const effects = [];
  return {
    effects,
    answers,
    hear(/** @type {any} */ c) {
      const before = answers.get(c.id);
      if (before) return before.status === 200 ? { status: 200, body: { ...before.body, replayed: true } } : before;
      const answer = refuses(c)
        ? { status: 409, body: { code: "already_out", detail: "Out already.", rule: "PT-T.31" } }
        : { status: 200, body: { command_id: c.id, replayed: false, result: { n: effects.length } } };
      if (answer.status === 200) effects.push(c.body.k);
      answers.set(c.id, answer);
      return answer;
    },
  };
}

/** An outbox whose clock is the test's. @param {any} store @param {(c: any) => Promise<any>} post */
function box(store, post, more = {}) {
  /** @type {(() => void)[]} */
  const due = [];
  let ids = 0;
  const outbox = new Outbox({
    store, post, freshId: () => `id-${store.kept.size}-${ids++}-${Math.floor(Math.random() * 1e9)}`,
    later: (run) => due.push(run), now: () => 1000, chance: () => 1, ...more,
  });
  outbox.operator = { id: 7, name: "Bruno" };
  return { outbox, due };
}

async function settled(/** @type {any} */ outbox, /** @type {(() => void)[]} */ due, rounds = 5000) {
  for (let i = 0; i < rounds; i += 1) {
    await new Promise((go) => setImmediate(go));
    if (!outbox.busy) {
      const run = due.shift();
      if (run) run();
      else if (!outbox.next()) return;
    }
  }
  assert.fail("it never came to rest");
}

test("200 commands over a line that drops, doubles and reorders: each done once, in order", async () => {
  const roll = dice(42);
  const store = disk();
  const there = house();
  /** @type {any[]} copies of the network's that arrive late */
  const stray = [];
  const post = async (/** @type {any} */ c) => {
    const chance = roll();
    if (chance < 0.2) return { status: 0 }; // never arrived
    if (chance < 0.3) { stray.push({ ...c }); return { status: 0 }; } // arrives later, on its own
    const answer = there.hear(c);
    if (chance < 0.45) return { status: 0 }; // done, answer lost
    if (chance < 0.55) there.hear(c); // arrived twice
    if (chance < 0.6) return { status: 503, body: { code: "come_back_soon" } };
    while (stray.length && roll() < 0.5) there.hear(stray.splice(Math.floor(roll() * stray.length), 1)[0]);
    return answer;
  };
  const { outbox, due } = box(store, post);
  await outbox.load();
  for (let k = 0; k < 200; k += 1) await outbox.add({ path: "x", body: { k }, title: `command ${k}` });
  await settled(outbox, due);
  for (const late of stray) there.hear(late);
  assert.deepEqual(there.effects, [...Array(200).keys()]);
  assert.equal(outbox.unsent().length, 0);
  assert.ok([...there.answers.keys()].length === 200);
});

test("it is on disk before add says so, and a reload sends it with the same id", async () => {
  const store = disk();
  const dead = box(store, async () => ({ status: 0 }));
  const command = await dead.outbox.add({ path: "entries/3/chips", body: { k: 1 }, title: "chips" });
  assert.ok(store.kept.has(command.id));
  await new Promise((go) => setImmediate(go));
  // the page goes away in the middle of a try
  store.kept.set(command.id, JSON.stringify({ ...command, state: "sending" }));
  const there = house();
  const again = box(store, async (c) => there.hear(c));
  await again.outbox.load();
  assert.deepEqual(again.outbox.unsent().map((c) => [c.id, c.state]), [[command.id, "queued"]]);
  again.outbox.send();
  await settled(again.outbox, again.due);
  assert.deepEqual([...there.answers.keys()], [command.id]);
  assert.equal(again.outbox.commands[0].state, "done");
});

test("a refused one is kept for a human and does not stop the others", async () => {
  const store = disk();
  const there = house({ refuses: (c) => c.body.k === 1 });
  const { outbox, due } = box(store, async (c) => there.hear(c), { look: async () => "Seat 4: empty" });
  for (let k = 0; k < 3; k += 1) await outbox.add({ path: "x", body: { k }, title: `c${k}` });
  await settled(outbox, due);
  assert.deepEqual(there.effects, [0, 2]);
  const [lost] = outbox.conflicts();
  assert.deepEqual([lost.outcome?.kind, lost.outcome?.code, lost.outcome?.reason, lost.outcome?.rule, lost.now],
    ["conflict", "already_out", "Out already.", "PT-T.31", "Seat 4: empty"]);
  // after a reload it is still there
  const later = box(store, async () => ({ status: 0 })).outbox;
  await later.load();
  assert.equal(later.conflicts().length, 1);
  await later.settle(lost.id);
  assert.equal(later.conflicts().length, 0);
  assert.ok(!store.kept.has(lost.id));
});

test("what the answers mean", () => {
  const done = { command_id: "a", replayed: false, result: { x: 1 } };
  assert.deepEqual(outcome({ status: 200, body: done }), { kind: "applied", result: { x: 1 } });
  assert.deepEqual(outcome({ status: 200, body: { ...done, replayed: true } }), { kind: "already_applied", result: { x: 1 } });
  assert.equal(outcome({ status: 0 }), null);
  assert.equal(outcome({ status: 500, body: { code: "error" } }), null);
  assert.equal(outcome({ status: 429, body: { code: "throttled" } }), null);
  assert.equal(outcome({ status: 404, body: "<html>a portal</html>" }), null);
  assert.equal(outcome({ status: 200, body: "<html>a portal</html>" }), null);
  assert.equal(outcome({ status: 401, body: { code: "sign_in" } }), "sign_in");
  assert.equal(outcome({ status: 403, body: { code: "csrf_failed" } }), "stale_token");
  const no = outcome({ status: 403, body: { code: "forbidden", detail: "Ask the director." } });
  assert.deepEqual(no, { kind: "conflict", code: "forbidden", reason: "Ask the director.", rule: "", params: {} });
});

test("signed out: nothing is lost, and it goes on after signing in", async () => {
  const store = disk();
  const there = house();
  let known = false;
  const { outbox, due } = box(store, async (c) => (known ? there.hear(c) : { status: 401, body: { code: "sign_in" } }));
  await outbox.add({ path: "x", body: { k: 5 }, title: "c" });
  await new Promise((go) => setImmediate(go));
  assert.equal(outbox.signIn, true);
  assert.equal(outbox.unsent().length, 1);
  known = true;
  await settled(outbox, due);
  assert.deepEqual(there.effects, [5]);
  assert.equal(outbox.signIn, false);
});

test("a stale token is renewed once and the same command goes again", async () => {
  const store = disk();
  const there = house();
  let token = "old";
  const { outbox, due } = box(store, async (c) => (token === "new" ? there.hear(c) : { status: 403, body: { code: "csrf_failed" } }),
    { renew: async () => { token = "new"; return true; } });
  await outbox.add({ path: "x", body: { k: 1 }, title: "c" });
  await settled(outbox, due);
  assert.deepEqual(there.effects, [1]);
});

test("each operator's commands go out under their own name only", async () => {
  const store = disk();
  const there = house();
  let open = false;
  const { outbox, due } = box(store, async (c) => (open ? there.hear(c) : { status: 0 }));
  await outbox.add({ path: "x", body: { k: "bruno" }, title: "b" });
  outbox.operator = { id: 8, name: "Ana" };
  await outbox.add({ path: "x", body: { k: "ana" }, title: "a" });
  open = true;
  await settled(outbox, due);
  assert.deepEqual(there.effects, ["ana"]);
  assert.deepEqual(outbox.unsent().map((c) => c.who), ["Bruno"]);
  outbox.operator = { id: 7, name: "Bruno" };
  outbox.send();
  await settled(outbox, due);
  assert.deepEqual(there.effects, ["ana", "bruno"]);
});

test("what was never tried can be taken back; what may have arrived cannot", async () => {
  const store = disk();
  const { outbox } = box(store, () => new Promise(() => {}));
  const first = await outbox.add({ path: "x", title: "a" });
  const second = await outbox.add({ path: "x", title: "b" });
  assert.equal(await outbox.withdraw(first.id), false);
  assert.equal(await outbox.withdraw(second.id), true);
  assert.deepEqual([...store.kept.keys()], [first.id]);
});

test("after a reload, too, what may have arrived cannot be taken back", async () => {
  const store = disk();
  const { outbox } = box(store, async () => ({ status: 0 }));
  const command = await outbox.add({ path: "x", title: "a" });
  await new Promise((go) => setImmediate(go));
  const { outbox: again } = box(store, async () => ({ status: 0 }));
  await again.load();
  assert.equal(await again.withdraw(command.id), false);
  assert.deepEqual(again.unsent().map((c) => [c.id, c.tries]), [[command.id, 1]]);
});

test("two tabs of one tablet: each thing is done once, and what one took back the other does not send", async () => {
  const store = disk();
  const there = house({ refuses: (c) => c.body.k === 2 });
  let open = false;
  const post = async (/** @type {any} */ c) => (open ? there.hear(c) : { status: 0 });
  const one = box(store, post);
  const two = box(store, post);
  for (const k of [1, 2]) await one.outbox.add({ path: "x", body: { k }, title: `${k}` });
  const third = await one.outbox.add({ path: "x", body: { k: 3 }, title: "3" });
  const last = await one.outbox.add({ path: "x", body: { k: 4 }, title: "4" });
  await two.outbox.refresh();
  assert.deepEqual(two.outbox.unsent().map((c) => c.title), ["1", "2", "3", "4"]);
  assert.equal(await one.outbox.withdraw(third.id), true);
  assert.equal(await two.outbox.withdraw(last.id), true);
  open = true;
  await settled(two.outbox, two.due);
  await one.outbox.refresh();
  await settled(one.outbox, one.due);
  assert.deepEqual(there.effects, [1]);
  assert.deepEqual([one, two].map(({ outbox }) => outbox.commands.map((c) => [c.title, c.state])), [
    [["1", "done"], ["2", "refused"]], [["1", "done"], ["2", "refused"]]]);
  await one.outbox.settle(one.outbox.conflicts()[0].id);
  await two.outbox.refresh();
  assert.equal(two.outbox.conflicts().length, 0);
});

test("looking at the disk loses nothing that is tapped meanwhile and brings nothing back", async () => {
  const store = disk();
  const { outbox } = box(store, async () => ({ status: 0 }));
  const gone = { id: "g", n: 1, path: "x", body: {}, title: "gone", mark: {}, by: 7, who: "Bruno", at: 1, state: "refused", tries: 1 };
  await store.put(gone);
  await outbox.load();
  const all = store.all;
  store.all = async () => {
    const read = await all();
    await outbox.add({ path: "x", title: "new" });
    await outbox.settle(gone.id);
    return read;
  };
  await outbox.refresh();
  assert.deepEqual(outbox.commands.map((c) => c.title), ["new"]);
});

test("a tablet that keeps nothing does not say saved", async () => {
  const store = { ...disk(), put: async () => { throw new Error("disk full"); } };
  const { outbox } = box(store, async () => ({ status: 0 }));
  const kept = outbox.add({ path: "x", title: "a" });
  // the tap shows at once and goes back when it could not be kept
  assert.deepEqual([outbox.writes.length, outbox.commands.length], [1, 0]);
  await assert.rejects(kept);
  assert.deepEqual([outbox.writes.length, outbox.commands.length], [0, 0]);
});

test("answered ones are pruned, waits grow to ten seconds", async () => {
  const store = disk();
  const there = house();
  const { outbox, due } = box(store, async (c) => there.hear(c));
  for (let k = 0; k < 50; k += 1) await outbox.add({ path: "x", body: { k }, title: "c" });
  await settled(outbox, due);
  await new Promise((go) => setImmediate(go));
  assert.ok(outbox.commands.length <= 31 && store.kept.size <= 31);
  assert.deepEqual([pause(0, 1), pause(1, 1), pause(3, 0), pause(30, 1)], [500, 1000, 2000, 10_000]);
});

test("the picture shows what waits, and hides nobody", () => {
  const chair = { seat: 1, entry_id: 9, verified: false, stack_chips: 100, away: false };
  const payload = { line: {}, chairs: [chair, { seat: 2, entry_id: null, verified: false, stack_chips: null, away: false }] };
  const waits = (/** @type {any} */ mark, state = "queued") => /** @type {any} */ ({ mark, state });
  const shown = withPending(payload, [waits({ kind: "bust", entries: [9] }), waits({ kind: "chips", entries: [9], stack_chips: 500 }), waits({ kind: "verify", entries: [9] }, "done")]);
  assert.deepEqual(shown.chairs[0].pending, ["bust", "chips"]);
  assert.equal(shown.chairs[0].stack_chips, 500);
  assert.equal(shown.chairs[0].verified, false);
  assert.deepEqual(shown.chairs[1].pending, []);
  assert.equal(chair.stack_chips, 100);
});

test("a tap shows at once, stays until the room's own picture is newer, and goes back when it is refused", () => {
  const given = { penalty_id: 5, kind: "missed_rounds", hands_owed: 9, hands_served: 1, reason: "" };
  const chair = { seat: 1, entry_id: 9, verified: false, stack_chips: 100, away: false, hands_owed: 8, penalties: [given] };
  const payload = { line: {}, chairs: [chair] };
  const made = (/** @type {any} */ mark, /** @type {string} */ state) => /** @type {any} */ ({ mark: { entries: [9], ...mark }, state });
  const served = { kind: "serve", penalty_id: 5, served: 2 };
  const shown = (/** @type {any[]} */ commands, unseen = true) => withPending(payload, commands, () => unseen).chairs[0];
  assert.deepEqual([shown([made(served, "queued")]).hands_owed, shown([made(served, "queued")]).pending], [7, ["serve"]]);
  assert.deepEqual([shown([made(served, "done")]).hands_owed, shown([made(served, "done")]).pending], [7, []]);
  assert.equal(shown([made(served, "done")], false).hands_owed, 8);
  assert.equal(shown([made(served, "refused")]).hands_owed, 8);
  assert.deepEqual(shown([made({ kind: "bust" }, "done")]).pending, ["bust"]);
  assert.deepEqual(shown([made({ kind: "bust" }, "refused")]).pending, []);
  assert.deepEqual([given.hands_served, chair.hands_owed], [1, 8]);
});

const busts = (/** @type {any} */ c) => (c.mark.kind === "bust" ? { path: `eliminations/${c.outcome.result.n}/undo`, body: {} } : null);

test("what may have arrived is taken back by an act that waits behind it and is sent after it", async () => {
  const store = disk();
  const there = house();
  let line = false;
  /** @type {string[]} */
  const sent = [];
  const { outbox, due } = box(store, async (c) => {
    if (!line) return { status: 0 };
    sent.push(c.path);
    return there.hear(c);
  }, { inverse: busts });
  const kept = await outbox.add({ path: "eliminations", body: { k: 0 }, title: "Ana out", mark: { kind: "bust", entries: [3] } });
  while (outbox.busy) await new Promise((go) => setImmediate(go));
  assert.equal(due.length, 1);
  assert.deepEqual([kept.state, kept.tries > 0, await outbox.withdraw(kept.id)], ["queued", true, false]);
  await outbox.add({ path: "", title: "Undo: Ana out", mark: { kind: "undo", entries: [3] }, undoes: kept.id });
  // the picture is as if nothing had been told, and both survive a reload
  assert.deepEqual(withPending({ chairs: [{ entry_id: 3 }] }, outbox.commands).chairs[0].pending, ["undo"]);
  const { outbox: again, due: later } = box(store, outbox.post, { inverse: busts });
  await again.load();
  line = true;
  await again.send();
  await settled(again, later);
  assert.deepEqual(sent, ["eliminations", "eliminations/0/undo"]);
  assert.deepEqual(again.commands.map((c) => c.state), ["done", "done"]);
});

for (const [said, { applied, lost, before }] of Object.entries({
  "done": { applied: true, lost: false, before: true },
  "done, the answer lost": { applied: true, lost: true, before: true },
  "refused": { applied: false, lost: false, before: true },
  "done as Undo is pressed": { applied: true, lost: false, before: false },
})) {
  test(`Undo pressed while the first try is on its way is sent once and after it: ${said}`, async () => {
    const store = disk();
    const there = house({ refuses: (c) => c.path === "eliminations" && !applied });
    /** @type {string[]} */
    const sent = [];
    /** @type {() => void} */
    let answer = () => {};
    const held = new Promise((/** @type {(value?: any) => void} */ go) => { answer = go; });
    const { outbox, due } = box(store, async (c) => {
      sent.push(c.path);
      const answered = there.hear(c);
      if (sent.length > 1) return answered;
      await held;
      return lost ? { status: 0 } : answered;
    }, { inverse: busts });
    const kept = await outbox.add({ path: "eliminations", body: { k: 0 }, title: "Ana out", mark: { kind: "bust", entries: [3] } });
    while (!sent.length) await new Promise((go) => setImmediate(go));
    assert.deepEqual([kept.state, kept.tries], ["sending", 1]);
    if (!before) answer();
    // as static/js/floor/commands.js does it
    assert.equal(await outbox.withdraw(kept.id), false);
    const undo = await outbox.add({ path: "", title: "Undo: Ana out", mark: { kind: "undo", entries: [3] }, undoes: kept.id });
    answer();
    await settled(outbox, due);
    const inverse = applied ? ["eliminations/0/undo"] : [];
    assert.deepEqual(sent, ["eliminations", ...(lost ? ["eliminations"] : []), ...inverse]);
    assert.equal(there.answers.size, 1 + inverse.length);
    assert.deepEqual([undo.state, outbox.unsent(), outbox.conflicts()], ["done", [], []]);
  });
}

test("what is tapped while the disk forgets what is long answered is sent all the same", async () => {
  const store = disk();
  const there = house();
  const { outbox } = box(store, async (c) => there.hear(c));
  const drop = store.drop;
  let forgets = false, tapped = false;
  store.drop = async (id) => {
    forgets = true;
    while (!tapped) await new Promise((go) => setImmediate(go));
    await drop(id);
  };
  for (let k = 0; k < 31; k += 1) await outbox.add({ path: "x", body: { k }, title: `${k}` });
  while (!forgets) await new Promise((go) => setImmediate(go));
  await outbox.add({ path: "x", body: { k: 31 }, title: "31" });
  tapped = true;
  while (outbox.busy) await new Promise((go) => setImmediate(go));
  assert.deepEqual([there.effects.at(-1), outbox.unsent().length], [31, 0]);
});

test("an undo behind something that is refused has nothing to do; one that nothing takes back is said", async () => {
  const there = house({ refuses: (c) => c.body.k === 13 });
  let line = false;
  const { outbox, due } = box(disk(), async (c) => (line ? there.hear(c) : { status: 0 }), { inverse: busts, noInverse: "Ask the director." });
  const refused = await outbox.add({ path: "eliminations", body: { k: 13 }, title: "Ana out", mark: { kind: "bust" } });
  const counted = await outbox.add({ path: "chips", body: { k: 1 }, title: "Bia has 100", mark: { kind: "chips" } });
  await outbox.add({ path: "", title: "Undo: Ana out", undoes: refused.id });
  await outbox.add({ path: "", title: "Undo: Bia has 100", undoes: counted.id });
  line = true;
  await settled(outbox, due);
  assert.deepEqual(there.effects, [1]);
  assert.deepEqual(outbox.commands.map((c) => [c.title, c.state]), [["Bia has 100", "done"], ["Undo: Ana out", "done"], ["Undo: Bia has 100", "refused"]]);
  assert.equal(outbox.conflicts()[0].outcome?.reason, "Ask the director.");
});

test("refusals of one cause are one message, whatever they met; the list keeps apart whom they met", () => {
  const refused = (/** @type {string} */ id, /** @type {number[]} */ entries, /** @type {string} */ code, reason = "No.") => /** @type {any} */ ({ id, mark: { entries }, outcome: { kind: "conflict", code, reason } });
  const all = [refused("a", [5], "already_out"), refused("b", [6], "already_out"), refused("c", [5], "not_seated"), refused("d", [6], "already_out"), refused("e", [5], "already_out", "Another no.")];
  const ids = (/** @type {any[][]} */ groups) => groups.map((g) => g.map((c) => c.id).join(""));
  assert.deepEqual(ids(bySameCause(all, () => "")), ["abd", "c", "e"]);
  assert.deepEqual(ids(bySameCause(all, (c) => String(c.mark.entries))), ["a", "bd", "c", "e"]);
  assert.deepEqual(bySameCause([], () => ""), []);
});

test("a table's counts wait at each of its seats", () => {
  const chair = (/** @type {number} */ entry_id) => ({ entry_id, stack_chips: null, penalties: [] });
  const command = /** @type {any} */ ({ id: "x", state: "queued", mark: { kind: "table_chips", entries: [9, 8], stacks: { 9: 500, 8: 700 } } });
  const shown = withPending({ chairs: [chair(9), chair(8), chair(7)] }, [command]).chairs;
  assert.deepEqual(shown.map((/** @type {any} */ c) => [c.stack_chips, c.pending]), [[500, ["table_chips"]], [700, ["table_chips"]], [null, []]]);
});

test("a refused one that asks is given again with the answer once, and is never lost between the two", async () => {
  const store = disk();
  const there = house({ refuses: (c) => !c.body.falling_deal_id });
  const { outbox, due } = box(store, async (c) => there.hear(c));
  await outbox.add({ path: "eliminations", body: { k: 4 }, title: "Ana out", mark: { kind: "bust", entries: [3] } });
  await settled(outbox, due);
  const [asks] = outbox.conflicts();
  // a disk that is full keeps the question
  const put = store.put;
  store.put = async () => { throw new Error("full"); };
  await assert.rejects(outbox.again(asks.id, { falling_deal_id: 7 }));
  assert.deepEqual(outbox.conflicts().map((c) => c.id), [asks.id]);
  store.put = put;
  const answered = await Promise.all([outbox.again(asks.id, { falling_deal_id: 7 }), outbox.again(asks.id, { falling_deal_id: 7 })]);
  await settled(outbox, due);
  assert.deepEqual(answered.map((c) => c?.title ?? null), ["Ana out", null]);
  assert.deepEqual(there.effects, [4]);
  assert.deepEqual(outbox.commands.map((c) => [c.state, c.mark.kind]), [["done", "bust"]]);
  assert.deepEqual((await store.all()).map((c) => c.id), outbox.commands.map((c) => c.id));
});

/** A house that answers where it was asked; anything else it does not know. @param {Record<string, any>} answers */
const told = (answers) => async (/** @type {string} */ path) => answers[path] ?? { status: 0 };
const seated = (/** @type {number[]} */ ...ids) => ({ status: 200, body: ids.map((entry_id) => ({ entry_id })) });
const at = { "tournaments/5": { status: 200, body: { state: "running" } }, "tournaments/5/seating?limit=1000": seated(11, 12) };
const question = (/** @type {number[]} */ entries, event = { id: 5 }) => /** @type {any} */ ({ mark: { kind: "bust", table: 1, entries, event } });

test("a question stands while its own tournament runs and all whom it puts out sit there", async () => {
  assert.equal(await stillAsked(question([11, 12]), told(at), 6), true);
  assert.equal(await stillAsked(question([11, 13]), told(at), 6), false);
  assert.equal(await stillAsked(/** @type {any} */ ({ mark: { entries: [11] } }), told(at), 5), true);
  // the last ones keep their seats after the end
  assert.equal(await stillAsked(question([11]), told({ ...at, "tournaments/5": { status: 200, body: { state: "finished" } } }), 5), false);
  // a rehearsal is told to nobody, its seats are
  assert.equal(await stillAsked(question([11]), told({ ...at, "tournaments/5": { status: 404, body: { code: "not_found" } } }), 5), true);
  assert.equal(await stillAsked(question([11]), told({}), 5), null);
  // of a large room one page is read
  assert.equal(await stillAsked(question([9999]), told({ ...at, "tournaments/5/seating?limit=1000": seated(...Array(1000).keys()) }), 5), true);
});

test("a question that was put off stays so on disk; one that does not stand goes from it; no answer takes none away", async () => {
  const store = disk();
  const asks = { status: 409, body: { code: "deal_would_fall", detail: "A deal is in vote.", params: { deal_id: 3 } } };
  const { outbox, due } = box(store, async () => asks);
  const first = await outbox.add({ path: "e", title: "first out", mark: { entries: [1] } });
  const second = await outbox.add({ path: "e", title: "second out", mark: { entries: [2] } });
  await settled(outbox, due);
  await outbox.leave(first.id);
  const later = box(store, async () => asks).outbox;
  await later.load();
  assert.deepEqual(later.conflicts().map((c) => [c.title, c.left ?? false]), [["first out", true], ["second out", false]]);
  await later.review(async () => null);
  assert.equal(later.conflicts().length, 2);
  await later.review(async (c) => c.id !== second.id);
  assert.deepEqual(later.conflicts().map((c) => c.id), [first.id]);
  assert.deepEqual([...store.kept.keys()], [first.id]);
});
