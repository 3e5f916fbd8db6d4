// A moment of a played table for the style guide: its own page, and no house behind it. Its clock stands, what it sends goes nowhere and it
// keeps nothing; then what the moment says is pressed and typed, and looks as under a finger.
import { showActs } from "../shown.js";

const { now_ms: nowMs, pressed, typed, shown, line } = JSON.parse(document.getElementById("specimen")?.textContent ?? "{}");
let steady = 0;
performance.now = () => steady;
Storage.prototype.setItem = () => {};
globalThis.fetch = () => new Promise(() => {});

/** Says what time it is, and nothing else; where there is no line it is lost at once. */
class Nowhere {
  readyState = 1;
  constructor() {
    setTimeout(() => (line ? this.onopen() : this.onclose()));
  }
  onopen() {}
  onclose() {}
  onmessage(/** @type {{data: string}} */ _message) {}
  /** @param {string} said */
  send(said) {
    const { ping } = JSON.parse(said);
    if (ping !== undefined) this.onmessage({ data: JSON.stringify({ now: nowMs, pong: ping }) });
  }
  close() {}
}
Object.defineProperty(navigator, "onLine", { get: () => line });
globalThis.WebSocket = /** @type {any} */ (Nowhere);

await import("./table.js");
for (const selector of pressed) {
  // no two presses within the moment in which the bar is deaf
  steady += 1000;
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
