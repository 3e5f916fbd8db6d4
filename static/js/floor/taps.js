// An impatient finger taps again at the same place: what has come there meanwhile was not meant.

/** Later it is no repetition, and farther away it is no longer the same place: milliseconds, and pixels on each axis. */
const AGAIN_MS = 500;
const AGAIN_PX = 40;

/** @typedef {{at: number, x: number, y: number, detail: number, mouse: boolean}} Tap detail: which of several at one place, as the browser counts those of a mouse */

/** Whether a tap repeats the one before. @param {Tap|null} before @param {Tap} now */
export const repeats = (before, now) => before !== null && (now.mouse ? now.detail > 1 : now.at - before.at < AGAIN_MS && Math.abs(now.x - before.x) < AGAIN_PX && Math.abs(now.y - before.y) < AGAIN_PX);

/** The tap that is heard now and the one before it; null where a key was pressed. @type {{now: Tap, before: Tap|null}|null} */
let heard = null;

/**
 * Whether who taps did not see at rest what lies under this tap: another came within half a second, wherever, or what lies there has only just come.
 * @param {{now: Tap, before: Tap|null}} taps @param {number} shown since when it lies there
 */
export const hurried = ({ now, before }, shown) => now.mouse ? now.detail > 1 : now.at - Math.max(shown, before?.at ?? -Infinity) < AGAIN_MS;

/** Whether what is heard now was tapped in a hurry. @param {number} shown */
export const inAHurry = (shown) => heard !== null && hurried(heard, shown);

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
    heard = null;
    // a key presses what has the focus, wherever it lies
    if (detail === 0) return;
    const now = { at, x, y, detail, mouse: /** @type {PointerEvent} */ (event).pointerType === "mouse" };
    heard = { now, before };
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
