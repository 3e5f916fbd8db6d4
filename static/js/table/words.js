// The player's own words (why so: templates/player/table.html).
import { fromHex, sha256, toHex } from "../sha256.js";

const LINKS = 1000;

export class Words {
  /** @param {WordsGiven} given */
  constructor({ name, kept, random, links }) {
    this.name = `words ${name}`;
    this.kept = kept;
    this.random = random ?? ((size) => crypto.getRandomValues(new Uint8Array(size)));
    this.most = links ?? LINKS;
    /** @type {{seed: string, end: string}|null} */
    this.chain = null;
    /** @type {string[]} from the seed to the end */
    this.links = [];
    /** @type {Record<number, string>} the words that the house said it has, for this hand and the next */
    this.given = this.parsed("given") ?? {};
    /** @type {Record<number, [string, string]>} the roots of a hand, as they were seen before its deal */
    this.roots = {};
    this.begun = false;
    /** the hand at which this page began last */
    this.asked = 0;
    /** @type {{number: number, roots: string}|null} the last hand for which a word went out */
    this.told = this.parsed("told");
  }

  /** Whether the house has gone back to before a word that went out. @param {number} number @param {[string, string]} roots */
  wentBack(number, roots) {
    return Boolean(this.told && (number < this.told.number || (number === this.told.number && this.told.roots !== roots.join(" "))));
  }

  /** The chain that is kept here, made anew where there is none. */
  read() {
    const chain = this.parsed("chain");
    if (/^[0-9a-f]{64}$/.test(chain?.seed ?? "")) this.take(chain.seed);
    else if (!this.chain) this.make();
  }

  /** What is kept under a name; null where it is nothing we wrote. @param {string} what @returns {any} */
  parsed(what) {
    try {
      return JSON.parse(this.kept?.getItem(`${this.name} ${what}`) ?? "null");
    } catch {
      return null;
    }
  }

  make() {
    this.take(toHex(this.random(32)));
    this.told = null;
    this.keep("chain", { seed: this.chain?.seed });
    this.keep("told", null);
  }

  /** @param {string} what @param {any} value */
  keep(what, value) {
    try {
      this.kept?.setItem(`${this.name} ${what}`, JSON.stringify(value));
    } catch { /* no room, or not allowed: this page has it */ }
  }

  /** @param {string} seed */
  take(seed) {
    if (this.chain?.seed === seed) return;
    this.links = [seed];
    for (let i = 0, link = fromHex(seed); i < this.most; i += 1) {
      link = sha256(link);
      this.links.push(toHex(link));
    }
    this.chain = { seed, end: this.links[this.most] };
  }

  /**
   * The end of a chain to tell the house, where it has none of this browser; once a page, so that two browsers of one player do not
   * take turns. Where two hands had no word, the one that began last is gone: another goes on.
   * @param {WordsTold} told @param {number} number of the next hand @param {[string, string]} roots of it
   */
  toBegin(told, number, roots) {
    if (this.begun && number - Math.max(told.given_for, told.from_number - 1, this.asked) <= 2) return "";
    this.read();
    const ours = told.end === this.chain?.end;
    if (ours && !this.wentBack(number, roots) && number - told.from_number < this.most) return "";
    if (ours || this.told) this.make(); // a chain of which words went out counts from no other hand
    this.asked = number;
    return this.chain?.end ?? "";
  }

  /**
   * The word to give for a hand whose roots were seen; "" where there is none to give.
   * @param {WordsTold} told @param {number} number @param {[string, string]} roots
   */
  next(told, number, roots) {
    const steps = number - told.from_number + 1;
    if (!told.end || told.end !== this.chain?.end || told.given_for >= number || steps < 1 || steps > this.most) return "";
    if (this.wentBack(number, roots)) return "";
    this.told = { number, roots: roots.join(" ") };
    this.keep("told", this.told);
    return this.links[this.most - steps];
  }

  /** Remember what was seen before the deal. @param {number} number @param {[string, string]} roots */
  saw(number, roots) {
    this.roots[number] ??= roots;
  }

  /** Remember that the house has a word of ours, over a reload, too. @param {number} number @param {string} word */
  gave(number, word) {
    if (this.given[number] === word) return;
    this.given = { [number - 1]: this.given[number - 1] ?? "", [number]: word };
    this.keep("given", this.given);
  }

  /**
   * Whether a deal has the own word in it and the roots that were seen before it: "in", "out" where none was given, "wrong".
   * @param {number} number @param {number} seat @param {[string, string]} roots @param {[number, string][]} words
   */
  dealt(number, seat, roots, words) {
    const seen = this.roots[number];
    if (seen && (seen[0] !== roots[0] || seen[1] !== roots[1])) return "wrong";
    const mine = words.find(([where]) => where === seat)?.[1];
    const given = this.given[number];
    if (given) return mine === given ? "in" : "wrong";
    return mine && this.links.includes(mine) ? "in" : "out";
  }
}

/** What is kept in this browser, where it lets us. @returns {WordsGiven["kept"]} */
export function keptHere() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What is kept in this tab alone, where the browser lets us. @returns {Storage|null} */
export function keptInTab() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
