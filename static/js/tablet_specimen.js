// The floor's tablet for the style guide: its own page and module, and no house behind it. It hears of its tables, opens one, and what is to be
// pressed is pressed.
import { leadNowhere, lines, steady } from "./nowhere.js";

/** What a tablet keeps to be sent is another page's: this one finds an empty disk, and writes on none. */
const disk = {
  transaction: () => {
    const change = { oncomplete: () => {}, objectStore: () => ({ getAll: () => ({ result: [] }) }) };
    setTimeout(() => change.oncomplete());
    return change;
  },
};

/** @param {{now_ms: number, at: string, heard: [string, any][], pressed: string[]}} specimen */
export async function drawTablet({ now_ms: nowMs, at, heard, pressed }) {
  leadNowhere({ now_ms: nowMs, line: true });
  const open = () => {
    const asked = { result: disk, onsuccess: () => {} };
    setTimeout(() => asked.onsuccess());
    return asked;
  };
  Object.defineProperty(globalThis, "indexedDB", { value: { open } });
  // what its module draws leads to pages of a house
  addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a[href]")) event.preventDefault();
  }, true);
  history.replaceState(null, "", at);
  await import("./floor.js");
  await new Promise((done) => { setTimeout(done, 50); });
  for (const [topic, face] of heard) {
    for (const line of lines) line.onmessage({ data: JSON.stringify({ topic, seq: 1, face }) });
  }
  for (const selector of pressed) {
    steady.ms += 1000;
    /** @type {HTMLElement|null} */ (document.querySelector(selector))?.click();
  }
}
