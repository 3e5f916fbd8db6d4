// One socket, some topics. A repeat or a gap is harmless: every message is a whole small face with its number.

/**
 * @typedef {(face: any, seq: number) => void} OnFace
 */

export class Live {
  /**
   * @param {object} options
   * @param {string} options.url
   * @param {Record<string, OnFace>} options.topics topic name → what to do with its face
   * @param {(online: boolean) => void} [options.onLine]
   * @param {(topic: string, sentence: string) => void} [options.onRefused] a topic that is not told to this listener
   * @param {(url: string) => WebSocket} [options.open]
   * @param {(run: () => void, ms: number) => any} [options.later]
   * @param {() => number} [options.chance] 0..1, spreads the return of many screens
   */
  constructor({ url, topics, onLine, onRefused, open, later, chance }) {
    this.url = url;
    this.topics = topics;
    this.onLine = onLine ?? (() => {});
    this.onRefused = onRefused ?? (() => {});
    this.open = open ?? ((u) => new WebSocket(u));
    this.later = later ?? ((run, ms) => setTimeout(run, ms));
    this.chance = chance ?? Math.random;
    /** @type {Record<string, number>} */
    this.seen = {};
    this.tries = 0;
    this.stopped = false;
    /** @type {WebSocket|null} */
    this.socket = null;
  }

  start() {
    if (this.stopped) return;
    const socket = this.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      // After a restore numbers may begin again lower: a new line forgets the old ones.
      this.seen = {};
      socket.send(JSON.stringify({ subscribe: Object.keys(this.topics) }));
      this.onLine(true);
    };
    socket.onmessage = (message) => this.hear(message.data);
    socket.onclose = () => {
      this.onLine(false);
      const wait = Math.min(8000, 400 * 2 ** this.tries) * (0.5 + this.chance() / 2);
      this.tries += 1;
      this.later(() => this.start(), wait);
    };
    socket.onerror = () => socket.close();
  }

  /** @param {string} data */
  hear(data) {
    const { topic, seq, face, refused } = JSON.parse(data);
    if (refused) return this.onRefused(refused.topic ?? "", refused.sentence ?? "");
    const use = this.topics[topic];
    if (!use || face === undefined) return;
    if (seq < (this.seen[topic] ?? -1)) return;
    this.seen[topic] = seq;
    use(face, seq);
  }

  /** Follow exactly these from now on. @param {Record<string, OnFace>} topics */
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
