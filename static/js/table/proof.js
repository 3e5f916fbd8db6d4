// Whether the own cards are those that follow from what was fixed before the hand (static/verify_hand.py says the same;
// docs/adr/0021-two-decks-and-words.md).
import { Numbers, bytes, fromHex, hmac, sha256, toHex } from "../sha256.js";

const ONE_DECK = "shuffle-up/hand/v1";
const TWO_DECKS = "shuffle-up/hand/v2";
const CARDS = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const ONE = new Uint8Array([1]);

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {string} name @param {number} place @param {string} card @param {Uint8Array} salt */
const leaf = (name, place, card, salt) => sha256(joined(bytes(`${name}|${place}|${card}|`), salt));

/** @typedef {{at?: number, place: number, card: string, salt: string, path: string[]}} Opening */

/** @param {string} name @param {Opening} opening */
function rootOf(name, { place, card, salt, path }) {
  let node = leaf(name, place, card, fromHex(salt));
  let index = place - 1;
  for (const beside of path) {
    const other = fromHex(beside);
    node = sha256(index % 2 ? joined(ONE, other, node) : joined(ONE, node, other));
    index = Math.floor(index / 2);
  }
  return toHex(node);
}

/**
 * Which of the two decks the words pick, and where in it each of the 52 places of the table lies.
 * @param {string} hand @param {[string, string]} roots @param {[number, string][]} words by seat
 */
export function mixed(hand, roots, words) {
  const given = new Map(words);
  const told = Array.from({ length: 10 }, (_, i) => given.get(i + 1) ?? "-").join("|");
  const number = sha256(bytes(`${TWO_DECKS}|${hand}|${roots[0]}|${roots[1]}|${told}`));
  const places = Array.from({ length: 52 }, (_, i) => i + 1);
  return { deck: number[0] % 2, places: new Numbers(number, `${TWO_DECKS}|${hand}|places`).shuffle(places) };
}

/**
 * Whether one's own cards are proved.
 * @param {{hand: string, roots: [string, string], words: [number, string][], seat: number, openings: Opening[]}} given the second
 *   root is "" for a hand of before, which had one deck
 */
export function proved({ hand, roots, words, seat, openings }) {
  if (!openings.length || new Set(openings.map((one) => one.place)).size !== openings.length) return false;
  const mix = roots[1] ? mixed(hand, roots, words) : null;
  const name = mix ? `${TWO_DECKS}|${hand}|${mix.deck}` : `${ONE_DECK}|${hand}`;
  const root = mix ? roots[mix.deck] : roots[0];
  return openings.every((opening, i) => {
    const at = mix ? opening.at ?? 0 : opening.place;
    if (at !== 4 * seat - 3 + i || opening.path.length !== 6 || opening.salt.length !== 64) return false;
    return (!mix || mix.places[at - 1] === opening.place) && rootOf(name, opening) === root;
  });
}

/**
 * Whether the deck that was not dealt, of which the secret is told when the hand is over, is one of 52 cards that leads to its root.
 * @param {{hand: string, roots: [string, string], words: [number, string][], secret: string}} given
 */
export function otherProved({ hand, roots, words, secret }) {
  const deck = 1 - mixed(hand, roots, words).deck;
  const name = `${TWO_DECKS}|${hand}|${deck}`;
  const key = fromHex(secret);
  const order = new Numbers(key, `${name}|deck`).shuffle(CARDS);
  let level = Array.from({ length: 64 }, (_, i) => leaf(name, i + 1, order[i] ?? "--", hmac(key, bytes(`${name}|salt|${i + 1}`))));
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, i) => sha256(joined(ONE, below[2 * i], below[2 * i + 1])));
  }
  return toHex(level[0]) === roots[deck];
}

/** Whether this browser's own SHA-256, where it has one (not on plain http), says what the one here says. */
export async function trusted() {
  if (!globalThis.crypto?.subtle) return true;
  const text = bytes(TWO_DECKS);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", text))) === toHex(sha256(text));
}
