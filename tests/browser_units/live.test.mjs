import assert from "node:assert/strict";
import test from "node:test";
import { Live, socketAddress } from "../../static/js/live.js";

/** @param {Partial<LiveOptions>} more */
function stage(more = {}) {
  /** @type {any[]} */
  const sockets = [];
  /** @type {[() => void, number][]} */
  const later = [];
  /** @type {[any, number][]} */
  const heard = [];
  /** @type {boolean[]} */
  const lines = [];
  /** @type {[() => void, number][]} */
  const beats = [];
  /** @type {any[]} */
  const moments = [];
  const time = { steady: 7.5 };
  const live = new Live({
    url: "ws://x/ws/",
    topics: { "tournament/1/clock": (payload, seq) => heard.push([payload, seq]) },
    onLine: (on) => lines.push(on),
    onNow: (now, asked) => moments.push([now, asked]),
    every: (run, ms) => beats.push([run, ms]),
    steady: () => time.steady,
    open: () => {
      /** @type {any} */
      const socket = { readyState: 1, sent: [], send: (/** @type {string} */ text) => socket.sent.push(JSON.parse(text)), close: () => socket.onclose?.() };
      sockets.push(socket);
      return socket;
    },
    later: (run, ms) => later.push([run, ms]),
    chance: () => 1,
    ...more,
  });
  return { live, sockets, later, heard, lines, beats, moments, time };
}

test("it subscribes, keeps what is newer and drops what is older", () => {
  const { live, sockets, heard, lines } = stage();
  live.start();
  sockets[0].onopen();
  assert.deepEqual(sockets[0].sent, [{ subscribe: ["tournament/1/clock"], ping: 7 }]);
  const say = (/** @type {number} */ seq) => sockets[0].onmessage({ data: JSON.stringify({ topic: "tournament/1/clock", seq, face: { n: seq } }) });
  say(5); say(4); say(5); say(7);
  sockets[0].onmessage({ data: JSON.stringify({ topic: "other", seq: 9, face: {} }) });
  assert.deepEqual(heard.map(([, seq]) => seq), [5, 5, 7]);
  assert.deepEqual(lines, [true]);
});

test("it comes back, later and later, and listens again from what it is told", () => {
  const { live, sockets, later, heard, lines } = stage();
  live.start();
  sockets[0].onopen();
  sockets[0].onmessage({ data: JSON.stringify({ topic: "tournament/1/clock", seq: 50, face: {} }) });
  sockets[0].onclose();
  assert.equal(later[0][1], 400);
  later[0][0]();
  sockets[1].onclose();
  assert.equal(later[1][1], 800);
  later[1][0]();
  sockets[2].onopen();
  sockets[2].onmessage({ data: JSON.stringify({ topic: "tournament/1/clock", seq: 3, face: { restored: true } }) });
  assert.deepEqual(heard.at(-1), [{ restored: true }, 3]);
  assert.deepEqual(lines, [true, false, false, true]);
});

test("the socket is where the page is", () => {
  assert.equal(socketAddress(/** @type {any} */ ({ protocol: "http:", host: "10.0.0.2:8000" })), "ws://10.0.0.2:8000/ws/");
  assert.equal(socketAddress(/** @type {any} */ ({ protocol: "https:", host: "a.b" })), "wss://a.b/ws/");
});

test("it follows other topics from now on, and says when one is not told", () => {
  /** @type {any} */
  const socket = { sent: [], readyState: 1, send: (/** @type {string} */ text) => socket.sent.push(JSON.parse(text)), close: () => {} };
  /** @type {string[]} */
  const refused = [];
  const live = new Live({ url: "ws://x/ws/", topics: { a: () => {}, b: () => {} }, open: () => socket, every: () => {}, steady: () => 0, onRefused: (topic) => refused.push(topic) });
  live.start();
  socket.onopen();
  live.follow({ b: () => {}, c: () => {} });
  live.follow({ b: () => {}, c: () => {} });
  assert.deepEqual(socket.sent, [{ subscribe: ["a", "b"], ping: 0 }, { unsubscribe: ["a"], subscribe: ["c"] }]);
  live.hear(JSON.stringify({ refused: { topic: "c", code: "not_allowed", sentence: "No." } }));
  assert.deepEqual(refused, ["c"]);
});

test("every word tells the server's moment, an answer also when it was asked", () => {
  const { live, sockets, moments, beats, time } = stage();
  live.start();
  sockets[0].onopen();
  sockets[0].onmessage({ data: JSON.stringify({ now: 1000, pong: 7 }) });
  sockets[0].onmessage({ data: JSON.stringify({ now: 1010, topic: "tournament/1/clock", seq: 1, face: {} }) });
  time.steady = 15_007;
  assert.equal(beats[0][1], 15_000);
  beats[0][0]();
  assert.deepEqual(sockets[0].sent.at(-1), { ping: 15_007 });
  assert.deepEqual(moments, [[1000, 7], [1010, undefined]]);
});

test("for how long nobody has answered is known before the line is given up", () => {
  const { live, sockets, lines, beats, time } = stage({ beat: 3_000 });
  live.start();
  sockets[0].onopen();
  sockets[0].onmessage({ data: JSON.stringify({ now: 1000, pong: 7 }) });
  assert.equal(beats[0][1], 3_000);
  assert.equal(live.quiet(), 0);
  time.steady = 3_000;
  beats[0][0]();
  time.steady = 5_000;
  assert.equal(live.quiet(), 2_000);
  // slow is not gone: no second line is opened before a beat of every page is over
  time.steady = 6_000;
  beats[0][0]();
  assert.equal(sockets.length, 1);
  assert.deepEqual(lines, [true]);
  sockets[0].onmessage({ data: JSON.stringify({ now: 7000, pong: 3_000 }) });
  assert.equal(live.quiet(), 0);
});

test("a line that died without saying so is opened anew", () => {
  const { live, sockets, later, lines, beats, time } = stage();
  live.start();
  sockets[0].onopen();
  sockets[0].onmessage({ data: JSON.stringify({ now: 1000, pong: 7 }) });
  time.steady = 15_000;
  beats[0][0]();
  assert.equal(sockets.length, 1);
  // asked again meanwhile, as a page does that is looked at: that is no sign of death
  time.steady = 16_000;
  live.ask();
  time.steady = 30_000;
  beats[0][0]();
  assert.deepEqual(lines, [true, false]);
  assert.equal(later.length, 1);
  later[0][0]();
  // nor is there anybody who takes the new line
  time.steady = 31_000;
  beats[0][0]();
  assert.equal(later.length, 1);
  sockets[1].readyState = 0;
  time.steady = 45_000;
  beats[0][0]();
  assert.equal(later.length, 2);
  later[1][0]();
  sockets[2].onopen();
  assert.deepEqual(lines, [true, false, false, true]);
  assert.equal(beats.length, 1);
});

test("a line that the device says is gone is given up at once, and tried again", () => {
  const { live, sockets, later, lines } = stage();
  live.start();
  sockets[0].onopen();
  live.drop();
  assert.deepEqual(lines, [true, false]);
  assert.equal(later.length, 1);
  sockets[0].readyState = 3;
  live.drop();
  assert.equal(later.length, 1);
  later[0][0]();
  sockets[1].onopen();
  assert.deepEqual(lines, [true, false, true]);
});

test("a line that is asked for is tried at once, and once", () => {
  const { live, sockets, later } = stage();
  live.start();
  live.again();
  assert.equal(sockets.length, 1);
  sockets[0].onopen();
  live.drop();
  live.again();
  assert.equal(sockets.length, 2);
  // what was to be tried later has been
  later[0][0]();
  live.again();
  assert.equal(sockets.length, 2);
});

test("who looks again after a sleep waits seconds for a line that died, and keeps one that answers", () => {
  const { live, sockets, later, time } = stage();
  live.start();
  sockets[0].onopen();
  sockets[0].onmessage({ data: JSON.stringify({ pong: 7, now: 1 }) });
  time.steady = 900_000;
  live.wake();
  assert.deepEqual(sockets[0].sent.at(-1), { ping: 900_000 });
  assert.equal(later[0][1], 3000);
  sockets[0].onmessage({ data: JSON.stringify({ pong: 900_000, now: 2 }) });
  later[0][0]();
  assert.equal(later.length, 1);
  // the next time nobody answers
  time.steady = 1_800_000;
  live.wake();
  time.steady = 1_803_000;
  later[1][0]();
  assert.equal(later[2][1], 400);
  later[2][0]();
  assert.equal(sockets.length, 2);
  // what was asked of the old line says nothing of the new one
  sockets[1].onopen();
  later[1][0]();
  assert.equal(later.length, 3);
});
