// Who has lost the last chip may buy others while the table waits: the offer, and the seconds that are left.

import { say } from "./draw.js";

/** For whom the next hand waits, as everybody else at the table is told. @param {any} face @param {number} [own] the reader's seat: who is asked reads the offer @returns {string} */
export function waits(face, own) {
  const said = /** @type {HTMLElement} */ (document.querySelector('[data-part="rebuy"]')).dataset.waits ?? "";
  const names = face.event.rebuying.filter((/** @type {number} */ seat) => seat !== own).map((/** @type {number} */ seat) => face.seats.find((/** @type {any} */ s) => s.seat === seat)?.name ?? "");
  return names.length ? say(said, { names: names.join(", ") }) : "";
}

/** @param {any} face @param {any} mine @param {import("../live.js").ServerTime} keeper */
export function draw(face, mine, keeper) {
  const offer = /** @type {HTMLElement} */ (document.querySelector('[data-part="rebuy"]'));
  offer.hidden = !mine?.rebuy_ms || face.stage !== "showing";
  if (offer.hidden || keeper.least === -Infinity) return;
  const left = Math.max(0, Math.ceil((mine.rebuy_ms - (face.held?.at_ms ?? keeper.serverNow())) / 1000));
  /** @type {HTMLElement} */ (document.querySelector('[data-part="rebuy-left"]')).textContent = `${left}\u00a0s`;
}
