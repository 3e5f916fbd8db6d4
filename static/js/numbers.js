// Fair numbers and orders from a seed, as static/verify_draw.py and static/verify_hand.py make them.
import { bytes, hmac } from "./sha256.js";

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
