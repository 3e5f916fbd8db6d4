// SHA-256 and HMAC in plain JavaScript: crypto.subtle is missing on plain http in a room's network.
// Where the browser has its own, draw.js compares the two before it trusts this one. And the fair numbers and orders that are made of them from
// a seed, as static/verify_draw.py and static/verify_hand.py make them.

const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function sha256(message) {
  const h = new Uint32Array([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]);
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15];
      const b = w[i - 2];
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (k + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => { h[i] += value; });
  }
  const out = new Uint8Array(32);
  h.forEach((word, i) => new DataView(out.buffer).setUint32(4 * i, word));
  return out;
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = new Uint8Array(64 + message.length);
  const outer = new Uint8Array(96);
  block.forEach((byte, i) => {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  });
  inner.set(message, 64);
  outer.set(sha256(inner), 64);
  return sha256(outer);
}

/** @param {string} text */
export const bytes = (text) => new TextEncoder().encode(text);

/** @param {string} digits @returns {Uint8Array} */
export function fromHex(digits) {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error("not hexadecimal");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} raw */
export const toHex = (raw) => Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** HMAC-SHA256 blocks label|0, label|1 …; each gives eight big-endian 32-bit words, read first to last. */
export class Numbers {
  /** @param {Uint8Array} seed @param {string} label */
  constructor(seed, label) {
    this.seed = seed;
    this.label = label;
    this.block = 0;
    /** @type {number[]} */
    this.ready = [];
  }

  word() {
    if (this.ready.length === 0) {
      const view = new DataView(hmac(this.seed, bytes(`${this.label}|${this.block}`)).buffer);
      this.block += 1;
      for (let i = 0; i < 32; i += 4) this.ready.push(view.getUint32(i));
    }
    return /** @type {number} */ (this.ready.shift());
  }

  /** A fair number from 0 to n-1. @param {number} n */
  below(n) {
    for (;;) {
      const word = this.word();
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  }

  /** @template T @param {T[]} given @returns {T[]} */
  shuffle(given) {
    const things = [...given];
    for (let last = things.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [things[last], things[other]] = [things[other], things[last]];
    }
    return things;
  }
}
