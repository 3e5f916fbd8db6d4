// What is pressed is drawn anew once it was let go and its click was heard: a press lasts a tenth of a second, the acts of others
// draw parts all evening, and both halves of a click must fall on the same button.

const PRESSED = "a, button, summary, label, input, select, textarea";
/** The click of a touch comes a moment after its end; one that becomes scrolling has none. */
const CLICK_MS = 300;
/** Nothing waits longer for a finger: it may have been lifted where nobody saw it. */
const LONG_MS = 10_000;

/** @type {Element|null} */
let under = null;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let over;
/** @type {Set<() => void>} */
const waiting = new Set();

/** Whether something in a part is pressed now. @param {Node|null} [part] */
export const pressed = (part) => Boolean(under && part?.contains(under));

/** Draw at once, or, while something in the part is pressed, once that was let go. @param {Node|null} part @param {() => void} draw */
export function onceLetGo(part, draw) {
  if (pressed(part)) waiting.add(draw);
  else draw();
}

/** What waited is drawn. */
export function letGo() {
  clearTimeout(over);
  under = null;
  const now = [...waiting];
  waiting.clear();
  for (const draw of now) draw();
}

/** @param {number} ms */
const within = (ms) => {
  clearTimeout(over);
  over = setTimeout(letGo, ms);
};

/** @param {Event} event */
function press({ target }) {
  under = /** @type {Element|null} */ (target)?.closest?.(PRESSED) ?? null;
  within(LONG_MS);
}

addEventListener("pointerdown", press, true);
addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  // the space bar presses, too, until it is let go
  if (event.key === " " && !event.repeat && /** @type {Element|null} */ (event.target)?.closest?.("button, summary")) press(event);
}, true);
for (const up of ["pointerup", "keyup"]) addEventListener(up, () => within(CLICK_MS), true);
for (const gone of ["click", "pointercancel"]) addEventListener(gone, () => within(0), true);
addEventListener("blur", letGo);
// What a button did is drawn with it, for a timer may be late; a button that sends a form, or a link, acts after its click was heard.
addEventListener("click", () => {
  if (under instanceof HTMLButtonElement && !under.form) letGo();
});
