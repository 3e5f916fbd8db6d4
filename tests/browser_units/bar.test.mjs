// The bar at the thumb: what a tap does that was meant for another button, and what is asked once before a hand is thrown away.
import assert from "node:assert/strict";
import { test } from "node:test";

/** So much of an element as the bar asks for. */
class Element {
  constructor() {
    Object.assign(this, { children: [], dataset: {}, attributes: {}, listeners: {}, className: "" });
  }

  append(...inside) { this.children.push(...inside); }
  replaceChildren(...inside) { this.children = inside; }
  contains() { return false; }
  setAttribute(name, value) { this.attributes[name] = value; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(what, run) { this.listeners[what] = run; }
  click() { this.listeners.click?.(); }
  all() { return this.children.filter((one) => one instanceof Element).flatMap((one) => [one, ...one.all()]); }
  querySelectorAll(what) { return this.all().filter((one) => (what === "button" ? one.listeners.click : "aria-disabled" in one.attributes)); }
  button(name) { return this.all().find((one) => one.className === `act ${name}`); }
}

const where = new Element();
globalThis.document = {
  documentElement: { dataset: { language: "en", icons: "" } }, activeElement: null,
  querySelector: (name) => (name === '[data-part="bar"]' ? where : null), createElement: () => new Element(), addEventListener: () => undefined,
};
globalThis.addEventListener = () => undefined;
globalThis.matchMedia = () => ({ matches: false });
/** What is to happen later, by the bar's own clock. */
const later = [], time = { now: 10_000 };
globalThis.setTimeout = (run, ms) => later.push({ run, at: time.now + ms });
globalThis.clearTimeout = (number) => { if (number) later[number - 1].run = () => undefined; };

const { Bar } = await import("../../static/js/table/acts.js");
const words = new Proxy({}, { get: (_all, name) => String(name) });

/** A bar with the turn of seat 2, and what it sent. */
function atTurn(more) {
  const sent = [], tries = [];
  const bar = new Bar({
    words, steady: () => time.now, again: () => tries.push(time.now), ask: () => undefined, decide: async () => undefined,
    act: async (act, to, turn, facing) => { sent.push([act, to, turn, facing]); return true; },
  });
  const face = { turn: 4, to_act: 2, hand_number: 1, street: "flop", stage: "playing", limit: "no_limit", big_blind_chips: 100, seats: [] };
  const options = {
    facing_chips: 100, may_check: false, call_to_chips: 100, raise_from_chips: 200, raise_to_chips: 10_000,
    bet_chips: 100, street_chips: 0, stack_chips: 10_000, pot_chips: 150, capped: false, ...more,
  };
  const mine = { seat: 2, turn: 4, away: false, leaves: false, options };
  bar.draw(face, mine);
  const passes = (ms) => {
    time.now += ms;
    for (const one of later) if (one.at <= time.now) { one.run(); one.run = () => undefined; }
  };
  return { bar, face, mine, sent, tries, passes };
}

test("a tap within 350 ms of new buttons falls on none of them, and they say so", () => {
  const { bar, face, mine, sent, passes } = atTurn({});
  const call = where.button("call");
  assert.equal(call.attributes["aria-disabled"], "true");
  passes(349);
  call.click();
  bar.key({ key: "c", target: null });
  assert.deepEqual(sent, []);
  passes(1);
  assert.equal(call.attributes["aria-disabled"], undefined);
  // a price that changes under the thumb makes it deaf again
  bar.draw({ ...face, turn: 5 }, { ...mine, turn: 5, options: { ...mine.options, facing_chips: 600 } });
  where.button("call").click();
  assert.deepEqual(sent, []);
  passes(350);
  where.button("call").click();
  assert.deepEqual(sent, [["call", 0, 5, 600]]);
});

test("what is drawn again as it was makes nobody wait", () => {
  const { bar, face, mine, sent, passes } = atTurn({});
  passes(350);
  bar.draw(face, mine);
  where.button("call").click();
  assert.deepEqual(sent, [["call", 0, 4, 100]]);
});

test("a fold where a check is free asks once, and under the thumb that pressed lies the check", () => {
  const free = { facing_chips: 0, may_check: true, bet_chips: 0 };
  const { sent, passes } = atTurn(free);
  passes(350);
  where.button("fold").click();
  assert.deepEqual(sent, []);
  const [said, row] = where.children;
  assert.deepEqual(said.children, ["free_check"]);
  assert.deepEqual(row.children.map((one) => one.className), ["act call", "act fold"]);
  where.button("call").click(); // the same thumb once more, too soon
  where.button("fold").click();
  assert.deepEqual(sent, []);
  passes(350);
  where.button("fold").click();
  assert.deepEqual(sent, [["fold", 0, 4, 0]]);
});

test("where it costs something a fold is a fold", () => {
  const { sent, passes } = atTurn({});
  passes(350);
  where.button("fold").click();
  assert.deepEqual(sent, [["fold", 0, 4, 100]]);
});

test("another sentence over the same buttons leaves them where they are: who is pressing one presses it", () => {
  const { bar, face, mine, passes } = atTurn({});
  bar.words = new Proxy({}, { get: (_all, name) => (name === "waits_for" ? "%(name)s" : String(name)) });
  const seats = [1, 2, 3].map((seat) => ({ seat, name: `Joga${seat}`, chips: 5000, facing_chips: 0, in_hand: true }));
  const waits = { ...mine, options: null, turn: 0 };
  bar.draw({ ...face, turn: 5, to_act: 1, seats }, waits);
  passes(350);
  const [said, row] = where.children;
  assert.deepEqual(row.children.map((one) => one.dataset.hold), ["ahead-fold", "ahead-check"]);
  bar.draw({ ...face, turn: 6, to_act: 3, seats }, waits);
  assert.ok(where.children[0] === said && where.children[1] === row);
  assert.equal(said.textContent, "Joga3 · may_decide");
  // another price is another button, which does not listen at once
  bar.draw({ ...face, turn: 7, to_act: 3, seats: seats.map((one) => ({ ...one, facing_chips: 200 })) }, waits);
  const [fold] = where.children[1].children;
  assert.ok(where.children[1] !== row && fold.attributes["aria-disabled"] === "true");
});

test("a call for all one has is made by one press, and its button says what it costs", () => {
  const { sent, passes } = atTurn({ facing_chips: 12_000, call_to_chips: 10_000, raise_from_chips: null, raise_to_chips: null, bet_chips: 12_000 });
  passes(350);
  const call = where.button("call");
  assert.deepEqual(call.children.slice(1).flatMap((one) => one.children ?? one), ["call", "10,000", "all_in"]);
  call.click();
  assert.deepEqual(sent, [["call", 0, 4, 12_000]]);
});

test("while a raise of all one has is asked about nothing is sent, also when its time is over", () => {
  const { bar, face, mine, sent, passes } = atTurn({});
  passes(350);
  bar.go("raise", 10_000);
  assert.equal(where.dataset.state, "asks");
  bar.draw({ ...face, turn: 5, to_act: 1 }, { ...mine, turn: 0, options: null });
  assert.deepEqual([where.dataset.state, sent], ["waiting", []]);
});

test("R is not written into the amount that it opens, nor a digit twice", () => {
  const { bar, passes } = atTurn({});
  bar.readTyped = () => new Promise(() => undefined); // on its way
  passes(350);
  const pressed = (key) => {
    let kept = false;
    bar.key({ key, target: null, preventDefault: () => { kept = true; } });
    return kept;
  };
  assert.equal(pressed("r"), true);
  assert.equal(bar.sheet, true);
  passes(350);
  assert.equal(pressed("5"), true);
  assert.equal(bar.early, "5");
});

test("without a line nothing is sent, by a tap or by a key, and what is drawn meanwhile is pale, too", () => {
  const { bar, face, mine, sent, tries, passes } = atTurn({});
  passes(400);
  bar.line(false);
  const pale = () => ["fold", "call", "raise"].map((name) => where.button(name).attributes["aria-disabled"]);
  assert.deepEqual([pale(), where.dataset.off], [["true", "true", "true"], ""]);
  where.button("fold").click();
  bar.key({ key: "f" });
  bar.key({ key: "c" });
  assert.deepEqual([sent, tries], [[], [time.now]]); // a tap tries the line again
  bar.draw({ ...face, turn: 5 }, { ...mine, turn: 5 });
  passes(400);
  assert.deepEqual(pale(), ["true", "true", "true"]);
  bar.line(true);
  assert.deepEqual([pale(), where.dataset.off], [[undefined, undefined, undefined], undefined]);
  where.button("fold").click();
  assert.deepEqual(sent, [["fold", 0, 5, 100]]);
});

test("without a line the time bank is not asked for either, and its button says so", () => {
  const { bar, tries } = atTurn({});
  let pressed = 0;
  const press = () => { pressed += 1; };
  const stands = bar.bankButton(["T"], press);
  assert.equal(stands.attributes["aria-disabled"], undefined);
  bar.line(false);
  const drawnMeanwhile = bar.bankButton(["T"], press);
  assert.equal(drawnMeanwhile.attributes["aria-disabled"], "true");
  drawnMeanwhile.click();
  assert.deepEqual([pressed, tries], [0, [time.now]]); // a tap tries the line again
  bar.line(true);
  assert.equal(drawnMeanwhile.attributes["aria-disabled"], undefined);
  bar.line(false);
  assert.equal(drawnMeanwhile.attributes["aria-disabled"], "true");
  bar.line(true);
  drawnMeanwhile.click();
  assert.equal(pressed, 1);
});

test("a size above the stack is left out, and no other takes its key", () => {
  const { bar, passes } = atTurn({ bet_chips: 0, facing_chips: 0, may_check: true, raise_from_chips: 100, raise_to_chips: 250, stack_chips: 250, pot_chips: 300 });
  passes(400);
  bar.open();
  assert.deepEqual(bar.sizes().map((one) => [one.children[0].children[0], one.className]), [["1", "size"], ["2", "size"], ["3", "size"], ["5", "size all"]]);
});
