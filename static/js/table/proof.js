// Whether an own card leads to the root that was published before the hand (static/verify_hand.py says the same).
import { sha256 } from "../sha256.js";

const PROTOCOL = "shuffle-up/hand/v1";

/** @param {string} hex */
const bytes = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((two) => parseInt(two, 16)));
/** @param {Uint8Array} value */
const text = (value) => [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

/**
 * @param {{hand: string, root: string, seat: number, openings: {place: number, card: string, salt: string, path: string[]}[]}} given
 */
export function proved({ hand, root, seat, openings }) {
  return openings.length > 0 && openings.every(({ place, card, salt, path }) => {
    if (Math.floor((place + 3) / 4) !== seat || path.length !== 6 || salt.length !== 64) return false;
    let node = sha256(joined(new TextEncoder().encode(`${PROTOCOL}|${hand}|${place}|${card}|`), bytes(salt)));
    let index = place - 1;
    for (const beside of path) {
      const other = bytes(beside);
      node = sha256(index % 2 ? joined(new Uint8Array([1]), other, node) : joined(new Uint8Array([1]), node, other));
      index = Math.floor(index / 2);
    }
    return text(node) === root;
  });
}
