// Where a seat is drawn: a row and a side on a phone, a point of the ring on a wide screen.

/**
 * @typedef {{row: "A"|"B"|"C"|"D", side: "l"|"m"|"r"}} Place
 */

/**
 * The places of so many opponents on a phone, clockwise from the left of whoever looks.
 * @param {number} count
 * @returns {Place[]}
 */
export function onPhone(count) {
  const above = count === 9 ? 3 : count % 2 ? 1 : 2;
  const pairs = /** @type {("B"|"C"|"D")[]} */ (["B", "C", "D"].slice(0, Math.max(0, (count - above) / 2)));
  /** @type {Place[]} */
  const left = [...pairs].reverse().map((row) => ({ row, side: "l" }));
  /** @type {Place[]} */
  const right = pairs.map((row) => ({ row, side: "r" }));
  /** @type {Place[]} */
  const top = above === 1 ? [{ row: "A", side: "m" }] : above === 2 ? [{ row: "A", side: "l" }, { row: "A", side: "r" }]
    : [{ row: "A", side: "l" }, { row: "A", side: "m" }, { row: "A", side: "r" }];
  return count ? [...left, ...top, ...right] : [];
}

const POWER = 2 / 2.6;

/**
 * The point of the ring for the k-th of n, clockwise from the bottom, in per cent.
 * @param {number} k
 * @param {number} n
 * @param {boolean} onlooker nobody is at the bottom
 */
export function onRing(k, n, onlooker) {
  const t = Math.PI / 2 + (2 * Math.PI * (onlooker ? k + 0.5 : k)) / n;
  const bend = (/** @type {number} */ v) => Math.sign(v) * Math.abs(v) ** POWER;
  const [cy, b] = onlooker ? [49, 38] : [47, 36];
  return { x: 50 + 39 * bend(Math.cos(t)), y: cy + b * bend(Math.sin(t)) };
}

/**
 * The seats in the order of the places: clockwise from the left of who looks. Without a seat of one's own all of them, seat 1
 * first at the bottom left, as everywhere in the house.
 * @param {number} count
 * @param {number|null} mine
 */
export function order(count, mine) {
  const from = mine ?? 0;
  const length = mine ? count - 1 : count;
  return Array.from({ length }, (_one, i) => ((from + i) % count) + 1);
}
