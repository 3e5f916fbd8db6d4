// A full cash table: who waits for a seat sees the own place, and the seat that is kept for them; the house writes the page anew
// when that changes.

/** @typedef {{place: number, waiting: number, may_sit: boolean, offered_until_ms: number|null}} Waiting */

/**
 * Whether the page says something that is no longer so. @param {Waiting} said @param {Waiting} is
 * @returns {boolean}
 */
export function changed(said, is) {
  if (said.place !== is.place || said.may_sit !== is.may_sit || said.offered_until_ms !== is.offered_until_ms) return true;
  return !is.may_sit && said.waiting !== is.waiting;
}

/**
 * What is so for somebody who does not wait, as everybody sees it. @param {any} face
 * @returns {Waiting}
 */
export function forOthers(face) {
  // who looks on sees the seats late, and which are free at once
  const free = face.free?.length ?? face.seats_count - face.seats.length;
  return { place: 0, waiting: face.cash.waiting, may_sit: !face.cash.session && free > face.cash.waiting, offered_until_ms: null };
}

/** A seat that is free or taken now, for who looks on without waiting. @param {Waiting|null} said @param {any} face */
export const outdated = (said, face) => Boolean(said && !said.place && changed(said, forOthers(face)));

/** How many whole seconds a seat is kept yet. @param {Waiting} said @param {number} now @returns {number} */
export function secondsLeft(said, now) {
  return said.offered_until_ms === null ? 0 : Math.max(0, Math.floor((said.offered_until_ms - now) / 1000));
}

/**
 * Count the seconds; when they are over, say so and offer the seat no more: the house may not be heard just now.
 * @param {Element} part where they stand @param {Waiting} said @param {number} now
 * @returns {boolean} whether they are over
 */
export function count(part, said, now) {
  part.textContent = String(secondsLeft(said, now));
  const line = /** @type {HTMLElement|null} */ (part.closest("p"));
  if (!line || said.offered_until_ms === null || now < said.offered_until_ms) return false;
  line.textContent = line.dataset.over ?? "";
  for (const form of document.querySelectorAll(".bar-sit, .bar-less")) form.remove();
  return true;
}
