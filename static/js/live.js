// One socket, some topics. A repeat or a gap is harmless: every message is a whole small payload with its number, and says
// at which moment it was sent.

// Between two questions for the time. One that is not answered before the next is due tells of a line that died without
// saying so: nobody else would tell a wall screen.
const BEAT_MS = 15_000;
/** A display, to which nobody comes with a finger, asks so often: that its line is gone is seen within five seconds. */
export const DISPLAY_BEAT_MS = 3_000;
// how long who looks again waits for an answer: a seat may have changed while the phone slept
const AWAKE_MS = 3_000;

/** @type {Live|null} */
let first = null;
/** The line that this page has already, for whoever has something to hear besides. */
export const lineOfPage = () => first;

export class Live {
  /** @param {LiveOptions} options */
  constructor({ url, topics, onLine, onNow, onRefused, beat, open, later, every, steady, chance }) {
    this.url = url;
    this.topics = topics;
    this.onLine = onLine ?? (() => {});
    this.onNow = onNow ?? (() => {});
    this.onRefused = onRefused ?? (() => {});
    this.beatMs = beat ?? BEAT_MS;
    this.open = open ?? ((u) => new WebSocket(u));
    this.later = later ?? ((run, ms) => setTimeout(run, ms));
    this.every = every ?? ((run, ms) => setInterval(run, ms));
    this.steady = steady ?? (() => performance.now());
    this.chance = chance ?? Math.random;
    /** @type {Record<string, number>} */
    this.seen = {};
    this.tries = 0;
    this.stopped = false;
    this.beats = false;
    /** @type {number|null} since when an answer is awaited, by the steady clock */
    this.waiting = null;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** whether the next try is awaited */
    this.pauses = false;
  }

  start() {
    if (this.stopped) return;
    this.pauses = false;
    first ??= this;
    const socket = this.open(this.url);
    this.socket = socket;
    this.waiting = this.steady();
    socket.onopen = () => {
      this.tries = 0;
      // After a restore numbers may begin again lower: a new line forgets the old ones.
      this.seen = {};
      socket.send(JSON.stringify({ subscribe: Object.keys(this.topics), ping: this.asked() }));
      this.onLine(true);
    };
    socket.onmessage = (message) => this.hear(message.data);
    socket.onclose = () => this.lost();
    socket.onerror = () => socket.close();
    if (this.beats) return;
    this.beats = true;
    this.every(() => this.beat(), this.beatMs);
  }

  lost() {
    this.onLine(false);
    this.waiting = null;
    const wait = Math.min(8000, 400 * 2 ** this.tries) * (0.5 + this.chance() / 2);
    this.tries += 1;
    this.pauses = true;
    this.later(() => this.again(), wait);
  }

  /** Try now what would be tried in a while. */
  again() {
    if (this.pauses) this.start();
  }

  /** For how long an answer has been awaited. */
  quiet() {
    return this.waiting === null ? 0 : this.steady() - this.waiting;
  }

  /** When a question for the time goes out. */
  asked() {
    this.waiting ??= this.steady();
    return Math.floor(this.steady());
  }

  /** Ask what time it is there. */
  ask() {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify({ ping: this.asked() }));
  }

  /** Somebody looks again, perhaps after a sleep: a line that died meanwhile is given up within seconds, not with the second beat. */
  wake() {
    const { socket } = this;
    this.ask();
    const since = this.waiting;
    if (since === null || socket?.readyState !== 1) return;
    this.later(() => { if (this.socket === socket && this.waiting === since) this.drop(); }, AWAKE_MS);
  }

  beat() {
    const socket = this.socket;
    if (this.stopped || !socket || socket.readyState > 1) return;
    if (this.waiting === null) return this.ask();
    if (this.steady() - this.waiting >= BEAT_MS * 0.9) this.drop();
  }

  /** Give the line up: nobody is there. */
  drop() {
    const { socket } = this;
    if (this.stopped || !socket || socket.readyState > 1) return;
    // A browser waits a minute for the other end to agree that the line is closed.
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    this.lost();
  }

  /** @param {string} data */
  hear(data) {
    const { topic, seq, face: payload, refused, now, pong } = JSON.parse(data);
    if (pong !== undefined) this.waiting = null;
    if (now !== undefined) this.onNow(now, typeof pong === "number" ? pong : undefined);
    if (refused) return this.onRefused(refused.topic ?? "", refused.sentence ?? "");
    const use = this.topics[topic];
    if (!use || payload === undefined) return;
    if (seq < (this.seen[topic] ?? -1)) return;
    this.seen[topic] = seq;
    use(payload, seq);
  }

  /** Follow exactly these from now on. @param {LiveOptions["topics"]} topics */
  follow(topics) {
    const gone = Object.keys(this.topics).filter((name) => !(name in topics));
    const fresh = Object.keys(topics).filter((name) => !(name in this.topics));
    this.topics = topics;
    for (const name of gone) delete this.seen[name];
    if ((gone.length || fresh.length) && this.socket?.readyState === 1) this.socket.send(JSON.stringify({ unsubscribe: gone, subscribe: fresh }));
  }

  stop() {
    this.stopped = true;
    this.socket?.close();
  }
}

/** @param {Location} where */
export function socketAddress(where) {
  return `${where.protocol === "https:" ? "wss" : "ws"}://${where.host}/ws/`;
}

// What time it is at the server's, by the page's steady clock (never the wall clock, which may be an hour off or be set back).

const DRIFT = 10_000; // one second in less than three hours

/**
 * Whatever the server says carries the moment at which it was said. A word that was long on its way only proves that it
 * is at least so late there; an answer also proves that it was no later when it was asked. Between the two lies the truth.
 */
export class ServerTime {
  /** @param {() => number} steady milliseconds that only rise, e.g. performance.now */
  constructor(steady) {
    this.steady = steady;
    // the server's clock less the steady one: at least, at most, as known at that moment
    this.least = -Infinity;
    this.most = Infinity;
    this.knownAt = 0;
  }

  /**
   * The server said that it was `now` there.
   * @param {number} now
   * @param {number} [asked] when it was asked, by the steady clock; nothing where it spoke by itself
   */
  hear(now, asked) {
    const heard = this.steady();
    const drift = (heard - this.knownAt) / DRIFT;
    const least = now - heard;
    // the server tells whole milliseconds
    const most = asked === undefined ? Infinity : now + 1 - asked;
    const [kept, atMost] = [this.least - drift, this.most + drift];
    // the two do not meet: the server was set to another time, or the steady clock stood while the device slept
    const anew = least > atMost || most < kept;
    this.least = anew ? least : Math.max(least, kept);
    this.most = anew ? most : Math.min(most, atMost);
    this.knownAt = heard;
  }

  serverNow() {
    const offset = this.most === Infinity ? this.least : (this.least + this.most) / 2;
    return this.steady() + offset;
  }
}
