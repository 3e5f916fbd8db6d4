// What is under a finger is drawn anew once it was let go, and never later than ten seconds after.
import assert from "node:assert/strict";
import { test } from "node:test";

/** Who listens, as a window calls them: those that asked to be first before the others. */
const listeners = [];
globalThis.addEventListener = (what, run, first = false) => listeners.push({ what, run, first });
const happens = (what, more = {}) => {
  for (const first of [true, false]) for (const one of listeners) if (one.what === what && one.first === first) one.run(more);
};
const later = [], time = { now: 0 };
globalThis.setTimeout = (run, ms) => later.push({ run, at: time.now + ms });
globalThis.clearTimeout = (number) => { if (number) later[number - 1].run = () => undefined; };
const passes = (ms) => {
  time.now += ms;
  for (const one of later) if (one.at <= time.now) { one.run(); one.run = () => undefined; }
};
globalThis.HTMLButtonElement = class {
  constructor(form = null) { this.form = form; }
  closest() { return this; }
};

const { letGo, onceLetGo, pressed } = await import("../../static/js/pressed.js");
const button = new HTMLButtonElement();
const part = { contains: (one) => one === button };
let drawn = 0;
const draw = () => { drawn += 1; };

test("what is pressed is drawn once it was let go, and what is beside it at once", () => {
  drawn = 0;
  happens("pointerdown", { target: button });
  assert.ok(pressed(part) && !pressed({ contains: () => false }) && !pressed(null));
  onceLetGo(part, draw);
  onceLetGo(part, draw);
  assert.equal(drawn, 0);
  onceLetGo({ contains: () => false }, draw);
  assert.equal(drawn, 1);
  happens("pointerup");
  assert.equal(drawn, 1, "its click is not heard yet");
  happens("click", { target: button });
  assert.equal(drawn, 2, "with what it did, once");
  onceLetGo(part, draw);
  assert.equal(drawn, 3);
  passes(20_000);
  assert.equal(drawn, 3);
});

test("a button that sends a form sends it before it is drawn anew", () => {
  drawn = 0;
  const sends = new HTMLButtonElement({});
  happens("pointerdown", { target: sends });
  onceLetGo({ contains: () => true }, draw);
  happens("pointerup");
  happens("click", { target: sends });
  assert.equal(drawn, 0);
  passes(0);
  assert.equal(drawn, 1);
});

test("a press that comes to nothing holds nothing: beside the button, as a scroll, out of the window, for long", () => {
  const ends = { pointerup: 300, pointercancel: 0, blur: 0, nothing: 10_000 };
  for (const [what, ms] of Object.entries(ends)) {
    drawn = 0;
    happens("pointerdown", { target: button });
    onceLetGo(part, draw);
    happens(what);
    if (ms) passes(ms - 1);
    assert.equal(drawn, what === "blur" ? 1 : 0, what);
    passes(1);
    assert.equal(drawn, 1, what);
  }
});

test("the space bar presses until it is let go; held down it is one press", () => {
  drawn = 0;
  happens("keydown", { key: "Enter", target: button });
  assert.ok(!pressed(part));
  happens("keydown", { key: " ", target: button });
  onceLetGo(part, draw);
  passes(9_000);
  happens("keydown", { key: " ", repeat: true, target: button });
  passes(1_000);
  assert.equal(drawn, 1);
  happens("keydown", { key: " ", target: button });
  onceLetGo(part, draw);
  letGo();
  assert.equal(drawn, 2);
});
