// A moment of a played table for the style guide: its own page, and no house behind it. Its clock stands, what it sends goes nowhere and it
// keeps nothing; then what the moment says is pressed and typed, and looks as under a finger.
import { leadNowhere, steady } from "../nowhere.js";
import { showActs } from "../shown.js";

const { now_ms: nowMs, pressed, typed, shown, line } = JSON.parse(document.getElementById("specimen")?.textContent ?? "{}");
leadNowhere({ now_ms: nowMs, line });

await import("./table.js");
for (const selector of pressed) {
  // no two presses within the moment in which the bar is deaf
  steady.ms += 1000;
  /** @type {HTMLElement|null} */ (document.querySelector(selector))?.click();
}
if (typed) {
  const field = /** @type {HTMLInputElement} */ (document.querySelector(".amount"));
  // it is written in once what reads it has come
  while (field.readOnly) await new Promise((done) => { setTimeout(done); });
  field.value = typed;
  field.dispatchEvent(new Event("input"));
}
showActs();
for (const [selector, act] of Object.entries(shown)) document.querySelector(selector)?.setAttribute("data-shown", act);
document.body.dataset.specimen = "drawn";
