// An add-on is sold in the recess of its level, once the hand at the own table is over: the offer, and what is left of the recess.
import { shown } from "../clock.js";

/** @type {import("../clock.js").ClockPayload|null} */
let clock = null;
/** @type {{hand: number, chips: number}|null} what was before the player when the hand was over */
let before = null;

/** @param {import("../clock.js").ClockPayload} payload */
export function hear(payload) {
  clock = payload;
}

/** Whether chips have come between two hands: bought here, or on another device. @param {any} face @param {any} mine */
export function bought(face, mine) {
  if (face.stage !== "waiting" || !mine) return false;
  const chips = face.seats.find((/** @type {any} */ one) => one.seat === mine.seat)?.chips ?? 0;
  const more = before !== null && before.hand === face.hand_number && before.chips < chips;
  before = { hand: face.hand_number, chips };
  return more;
}

/** @param {any} face @param {any} mine @param {import("../live.js").ServerTime} keeper */
export function draw(face, mine, keeper) {
  const offer = /** @type {HTMLElement} */ (document.querySelector('[data-part="add-on"]'));
  if (!clock || keeper.least === -Infinity) return; // as the house wrote it
  const now = shown(clock, keeper.serverNow());
  offer.hidden = !mine || face.stage !== "waiting" || now.index !== Number(offer.dataset.index) || now.recess_seconds !== null;
  if (offer.hidden) return;
  const left = Math.ceil(now.remaining_ms / 1000);
  const told = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  /** @type {HTMLElement} */ (document.querySelector('[data-part="add-on-left"]')).textContent = told;
}
