// A display of the room for the style guide: its own page, and no house behind it. It is opened, hears what its state gives it to hear, and
// stands: no page of a list turns, no takeover ends.
import { leadNowhere, lines, steady } from "./nowhere.js";

/** @type {Record<string, () => Promise<unknown>>} */
const MODULES = {
  clock: () => import("./screen.js"),
  seating: () => import("./roles/seats.js"),
  payouts: () => import("./roles/payouts.js"),
  final_table: () => import("./roles/final.js"),
  table: () => import("./roles/table.js"),
  today: () => import("./roles/today.js"),
  schedule: () => import("./roles/schedule.js"),
  sponsors: () => import("./roles/sponsors.js"),
};
// a line that was lost so long ago is told of
const LOST_MS = 42_000;
const specimen = JSON.parse(document.getElementById("specimen")?.textContent ?? "{}");

leadNowhere(specimen);
if (specimen.rows) globalThis.fetch = async () => new Response(JSON.stringify({ rows: specimen.rows }));
// a page that is opened for itself is kept by no worker
Object.defineProperty(navigator, "serviceWorker", { get: () => undefined });
const soon = globalThis.setTimeout.bind(globalThis);
let stands = false;
globalThis.setInterval = /** @type {any} */ (() => 0);
// until it stands a second is over at once; what comes later never comes
globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ run, /** @type {number} */ ms = 0) => (stands || ms > 1100 ? 0 : soon(run, Math.min(ms, 20))));

await MODULES[specimen.role]();
const moment = () => new Promise((done) => { soon(done, 50); });
await moment();
for (const [topic, face] of specimen.heard) {
  for (const line of lines) line.onmessage({ data: JSON.stringify({ topic, seq: 1, face }) });
}
if (!specimen.line) steady.ms += LOST_MS;
await document.fonts.ready;
await moment();
stands = true;
// what takes the display over has risen; what falls without an end goes on
for (const one of document.getAnimations()) if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish();
document.body.dataset.specimen = "drawn";
