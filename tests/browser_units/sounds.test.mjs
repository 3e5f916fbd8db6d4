// One table is kept quiet, and no other: what is heard of each, on this page and after a reload.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.document = { documentElement: { dataset: { language: "en", icons: "" } } };
globalThis.matchMedia = () => ({ matches: false });

const { Sounds } = await import("../../static/js/table/sounds.js");
const { TONES } = await import("../../static/js/sound.js");

const words = { turn_sounds_on: "on", turn_sounds_off: "off" };
let tones = [];
let touched = true;
let refuses = false;

Object.defineProperty(globalThis, "navigator", { configurable: true, value: { get userActivation() { return { hasBeenActive: touched }; } } });
globalThis.AudioContext = class {
  constructor() {
    const quiet = { setValueAtTime() {}, linearRampToValueAtTime() {} };
    Object.assign(this, { state: "running", currentTime: 0, destination: {} });
    this.createGain = () => ({ gain: quiet, connect() {} });
    this.createOscillator = () => {
      const tone = { frequency: { value: 0 }, connect: (next) => next, start: () => tones.push(tone.frequency.value), stop() {} };
      return tone;
    };
  }
};

function button() {
  const pressed = [];
  return { hidden: true, textContent: "", addEventListener: (_what, does) => pressed.push(does), press: () => pressed.forEach((does) => does()) };
}

/** What a tone is made of, in its order. */
const made = (what) => TONES[what].map(([frequency]) => frequency);

beforeEach(() => {
  const kept = new Map();
  tones = [];
  touched = true;
  refuses = false;
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      if (refuses) throw new Error("no room");
      kept.set(name, value);
    },
    kept,
  };
});

test("who keeps a table quiet hears nothing of it, also after a reload, and the other table all the same", async () => {
  const switched = button();
  const one = new Sounds(switched, words, 7);
  assert.deepEqual([switched.hidden, switched.textContent], [false, "off"]);
  await one.play("deal");
  assert.deepEqual(tones, made("deal"));
  switched.press();
  assert.equal(switched.textContent, "on");
  tones = [];
  const again = button();
  for (const sounds of [one, new Sounds(again, words, 7)]) {
    await sounds.play("your_turn");
    sounds.hurry(3);
  }
  assert.deepEqual([tones, again.textContent], [[], "on"]);
  const other = button();
  await new Sounds(other, words, 8).play("win");
  assert.deepEqual([tones, other.textContent], [made("win"), "off"]);
});

test("a table that is heard again says so with a tone, and stays so", async () => {
  localStorage.setItem("table-quiet 7", "1");
  const switched = button();
  const one = new Sounds(switched, words, 7);
  switched.press();
  await one.play("");
  assert.equal(switched.textContent, "off");
  assert.equal(localStorage.getItem("table-quiet 7"), "0");
  await one.play("deal");
  assert.deepEqual(tones.slice(-1), made("deal"));
});

test("the last seconds are heard once a turn, and nothing before the page was touched", async () => {
  const one = new Sounds(null, words, 7);
  const asked = [];
  one.play = (what) => asked.push(what);
  for (const turn of [4, 4, 5]) one.hurry(turn);
  assert.deepEqual(asked, ["hurry", "hurry"]);
  touched = false;
  await new Sounds(null, words, 7).play("deal");
  assert.deepEqual(tones, []);
});

test("where the browser keeps nothing the switch counts for this page", () => {
  refuses = true;
  const switched = button();
  const one = new Sounds(switched, words, 7);
  switched.press();
  assert.deepEqual([one.quiet, switched.textContent], [true, "on"]);
});
