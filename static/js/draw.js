// Every draw of a published record, computed again. The same protocol as static/verify_draw.py and rules/draw.py, told a
// third time so that three programs that share no code must agree.
import { Numbers, bytes, fromHex, hmac, sha256, toHex } from "./sha256.js";

export const PROTOCOL = "shuffle-up/draw/v1";
const CARDS = [..."AKQJT98765432"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b;
/** By numbers, first to last. @param {number[]} a @param {number[]} b */
const byNumbers = (a, b) => {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
};

/**
 * Places for so many players, one after the other where fewest sit.
 * @param {Uint8Array} seed @param {[number, number, number[]][]} tables [table, players, free seats] @param {number} count
 * @returns {[number, number][]}
 */
function fill(seed, tables, count) {
  const sorted = [...tables].sort((a, b) => a[0] - b[0]);
  const order = new Numbers(seed, "tables").shuffle(sorted.map((t) => t[0]));
  const seatNumbers = new Numbers(seed, "seats");
  const free = new Map(sorted.map((t) => [t[0], seatNumbers.shuffle([...t[2]].sort(ascending))]));
  const rank = new Map(order.map((table, i) => [table, i]));
  /** @type {Map<number, Set<number>>} players at a table → the tables */
  const levels = new Map();
  /** @param {number} players @param {number} table */
  const at = (players, table) => levels.set(players, (levels.get(players) ?? new Set()).add(table));
  for (const [table, players] of sorted) at(players, table);
  /** @type {[number, number][]} */
  const places = [];
  let left = 0;
  for (const seats of free.values()) left += seats.length;
  if (left < count) throw new Error("more players than seats");
  for (let level = Math.min(...levels.keys()); places.length < count; level += 1) {
    const here = [...(levels.get(level) ?? [])].sort((a, b) => /** @type {number} */ (rank.get(a)) - /** @type {number} */ (rank.get(b)));
    for (const table of here) {
      if (places.length === count) break;
      const seat = free.get(table)?.pop();
      if (seat === undefined) continue;
      places.push([table, seat]);
      at(level + 1, table);
    }
  }
  return places;
}

/** @type {Record<string, (seed: Uint8Array, given: any) => any>} */
const METHODS = {
  seats(seed, given) {
    const players = new Numbers(seed, "players").shuffle([...given.participants].sort(ascending));
    const places = fill(seed, given.tables, players.length);
    return { seats: players.map((entry, i) => [entry, ...places[i]]).sort(byNumbers) };
  },
  one(seed, given) {
    const tables = [...given.tables].sort(ascending);
    const free = [...given.free_seats].sort(ascending);
    const table = tables[new Numbers(seed, "table").below(tables.length)];
    return { seats: [[given.participant, table, free[new Numbers(seed, "seat").below(free.length)]]] };
  },
  double_random(seed, given) {
    const players = [...given.players].sort(byNumbers);
    const pile = new Numbers(seed, "seat cards").shuffle(fill(seed, given.tables, players.length).sort(byNumbers));
    const deck = new Numbers(seed, "deck").shuffle(CARDS);
    /** @param {number[]} player */
    const past = ([seat]) => Number(seat <= given.button);
    const fromLeft = [...players].sort((a, b) => past(a) - past(b) || a[0] - b[0]);
    const dealt = new Map(fromLeft.map(([seat], i) => [seat, deck[i]]));
    /** @param {number} seat */
    const height = (seat) => CARDS.indexOf(/** @type {string} */ (dealt.get(seat)));
    const order = [...dealt.keys()].sort((a, b) => height(a) - height(b));
    const entryAt = new Map(players.map(([seat, entry]) => [seat, entry]));
    return {
      seat_cards: pile,
      cards: [...dealt].sort((a, b) => a[0] - b[0]),
      order,
      seats: order.map((seat, i) => [entryAt.get(seat), ...pile[i]]).sort(byNumbers),
    };
  },
  buttons(seed, given) {
    const numbers = new Numbers(seed, "button");
    return {
      buttons: [...given.tables].sort((a, b) => a[0] - b[0])
        .map(([table, seats]) => [table, [...seats].sort(ascending)[numbers.below(seats.length)]]),
    };
  },
  cards: (seed, given) => ({ cards: new Numbers(seed, "deck").shuffle(CARDS).slice(0, given.count) }),
};

/** The same value, whatever the order of its names. @param {any} value @returns {string} */
const plain = (value) => JSON.stringify(value, (_name, part) => (part && typeof part === "object" && !Array.isArray(part)
  ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part)) ?? "";

/**
 * One draw checked: "" when it agrees, else which part does not.
 * @param {any} record the published record @param {any} draw one of its draws @param {number} expected its number
 * @returns {""|"number"|"seed"|"method"|"inputs"|"result"}
 */
export function differs(record, draw, expected) {
  if (draw.number !== expected) return "number";
  const seed = fromHex(draw.seed);
  if (record.master_seed) {
    const text = `${PROTOCOL}|${record.tournament}|${draw.number}`;
    if (toHex(hmac(fromHex(record.master_seed), bytes(text))) !== draw.seed) return "seed";
  }
  const method = METHODS[draw.method];
  if (!method) return "method";
  let computed;
  try {
    computed = method(seed, draw.inputs);
  } catch {
    return "inputs";
  }
  return plain(computed) === plain(draw.result) ? "" : "result";
}

/** Whether the secret is the one committed to; null while it is not revealed. @param {any} record @returns {boolean|null} */
export function committed(record) {
  return record.master_seed ? toHex(sha256(fromHex(record.master_seed))) === record.commitment : null;
}

/** Whether this file can read the record at all. @param {any} record */
export const readable = (record) => (record?.protocol ?? PROTOCOL) === PROTOCOL && Array.isArray(record?.draws);

/** Our SHA-256 against the browser's own, where it has one; null where it has none. @returns {Promise<boolean|null>} */
export async function trusted() {
  if (!globalThis.crypto?.subtle) return null;
  const text = bytes(PROTOCOL.repeat(9));
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", text))) === toHex(sha256(text));
}
