// Who has lost the last chip may buy others while the table waits: the offer, and the seconds that are left.

/** @param {any} face @param {any} mine @param {import("../server_time.js").ServerTime} keeper */
export function draw(face, mine, keeper) {
  const offer = /** @type {HTMLElement} */ (document.querySelector('[data-part="rebuy"]'));
  offer.hidden = !mine?.rebuy_ms || face.stage !== "showing";
  if (offer.hidden || keeper.least === -Infinity) return;
  const left = Math.max(0, Math.ceil((mine.rebuy_ms - (face.held?.at_ms ?? keeper.serverNow())) / 1000));
  /** @type {HTMLElement} */ (document.querySelector('[data-part="rebuy-left"]')).textContent = String(left);
}
