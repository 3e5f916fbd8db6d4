// An impatient finger taps again at the same place: what has come there meanwhile was not meant.

/** Later it is no repetition, and farther away it is no longer the same place: milliseconds, and pixels on each axis. */
const AGAIN_MS = 500;
const AGAIN_PX = 40;

/** @typedef {{at: number, x: number, y: number, detail: number, mouse: boolean}} Tap detail: which of several at one place, as the browser counts those of a mouse */

/** Whether a tap repeats the one before. @param {Tap|null} before @param {Tap} now */
export const repeats = (before, now) => before !== null && (now.mouse ? now.detail > 1 : now.at - before.at < AGAIN_MS && Math.abs(now.x - before.x) < AGAIN_PX && Math.abs(now.y - before.y) < AGAIN_PX);

/**
 * Let no repeated tap through where something else lies under it than under the first one.
 * @param {() => unknown[]} under what lies there, to be compared
 */
export function heedTaps(under) {
  /** @type {Tap|null} */
  let before = null;
  /** @type {unknown[]} */
  let meant = [];
  document.addEventListener("click", (event) => {
    const { timeStamp: at, clientX: x, clientY: y, detail } = event;
    // a key presses what has the focus, wherever it lies
    if (detail === 0) return;
    const now = { at, x, y, detail, mouse: /** @type {PointerEvent} */ (event).pointerType === "mouse" };
    const seen = under();
    if (!repeats(before, now)) meant = seen;
    else if (seen.some((one, i) => one !== meant[i])) {
      // the next one is meant for what is seen now: who taps on and on is not kept waiting
      meant = seen;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    before = now;
  }, true);
}
