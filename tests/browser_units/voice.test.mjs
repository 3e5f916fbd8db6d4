// What is said aloud when one moment becomes another, once, and what a browser without a voice says: nothing.
import assert from "node:assert/strict";
import test from "node:test";

/** @type {any} */ (globalThis).ResizeObserver = class { observe() {} };
const { spoken, Voice } = await import("../../static/js/voice.js");

const WORDS = {
  voice_level: "Level %(number)s. Blinds %(small)s and %(big)s.", voice_recess: "Recess. Play goes on at %(time)s.",
  voice_back: "The recess is over.", bubble_burst: "The bubble has burst", state_in_the_money: "In the money",
  state_hand_for_hand: "Hand for hand", band_bubble: "One more out, and everybody left is paid",
};
const NOW = {
  index: 4, kind: "level", runs: true, number: 5, small: 500, big: 1000, ante: "", until: "",
  hand: false, bubble: false, money: false, over: false, message: "",
};
const after = (/** @type {object} */ changes, before = NOW) => spoken(before, { ...NOW, ...changes }, WORDS);

test("a level with its blinds and ante, a recess and its end", () => {
  const level = { index: 5, number: 6, small: 600, big: 1200 };
  assert.equal(after(level), "Level 6. Blinds 600 and 1200.");
  assert.equal(after({ ...level, ante: "BB ante 1200" }), "Level 6. Blinds 600 and 1200. BB ante 1200.");
  assert.equal(after({ index: 5, kind: "recess", until: "21:40" }), "Recess. Play goes on at 21:40.");
  assert.equal(after(level, { ...NOW, kind: "recess" }), "The recess is over. Level 6. Blinds 600 and 1200.");
});

test("hand for hand, one before the money, in the money, a message", () => {
  assert.equal(after({ hand: true, bubble: true }), "Hand for hand.");
  assert.equal(after({ bubble: true }), "One more out, and everybody left is paid.");
  assert.equal(after({ money: true }), "The bubble has burst. In the money.");
  assert.equal(after({ message: "Dinner is served." }), "Dinner is served.");
  assert.equal(after({ message: "" }, { ...NOW, message: "Dinner is served." }), "");
});

test("nothing twice, nothing of a page just opened, of a clock put back or standing, of a tournament that is over", () => {
  assert.equal(spoken(null, { ...NOW, index: 5, money: true, message: "Dinner" }, WORDS), "");
  const later = { ...NOW, index: 5, hand: true, money: true, message: "Dinner" };
  assert.equal(spoken(later, later, WORDS), "");
  assert.equal(after({ index: 3 }), "");
  assert.equal(after({ index: 5, runs: false }), "");
  assert.equal(after({ index: 5, money: true, over: true }), "");
});

test("the browser's voice has the page's language and the display's volume; without one there is silence", () => {
  /** @type {any[]} */
  const heard = [];
  const voice = new Voice({ speak: (/** @type {any} */ one) => heard.push(one) }, class { constructor(/** @type {string} */ text) { this.text = text; } });
  voice.say("Nível 6.", "pt-br", 0.4);
  voice.say("", "pt-br", 0.4);
  assert.deepEqual(heard.map(({ text, lang, volume }) => [text, lang, volume]), [["Nível 6.", "pt-BR", 0.4]]);
  new Voice(undefined, undefined).say("Nível 6.", "pt-br", 0.4);
});
