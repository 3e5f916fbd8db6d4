// What a display knew last, for a reload without a house: the worker (display_worker.js) brings the page, this its state.
// The one place that reads the device's clock, and only how far it went on: a device that is an hour off stays right.

const EVERY_MS = 10_000;
// whoever was away for longer shows what the page itself says, with its age
const FORGOTTEN_MS = 2 * 24 * 3600_000;
const NAME = "display:";
const WORKER = "/screens/worker.js";
const SCOPE = "/screens/";

/** @typedef {{at: number, now: number, away: number, shows: string, payloads: any}} Heard what a display knew at a moment */
/** @typedef {{payloads: any, away: number|null}} Begun away: for how long there has been no line; null: the house has answered */

const name = () => `${NAME}${location.pathname}${location.search}`;

/** What stands in a frame is a preview: it is no display. */
const displayed = () => globalThis.top === globalThis.self;

/**
 * What a page begins with: what the house put into it; where the page was kept, what this display heard after that. In
 * both cases with the moment that it is there now, as well as this device can tell.
 * @param {any} page what the house put into it
 * @param {number|null} keptAt when the page was kept, by this device's clock; null: it comes from the house
 * @param {Heard|null} heard
 * @param {number} at now, by this device's clock
 * @returns {Begun}
 */
export function present(page, keptAt, heard, at) {
  if (keptAt === null) return { payloads: page, away: null };
  const made = page.clock?.server_ms ?? page.server_ms ?? 0;
  const newer = heard !== null && heard.now >= made;
  // a device that lost its hour tells nothing of how long it was away
  const since = Math.max(0, at - (newer ? heard.at : keptAt));
  const known = newer ? { ...page, ...heard.payloads } : page;
  const now = (newer ? heard.now : made) + since;
  return {
    payloads: { ...known, server_ms: now, ...(known.clock ? { clock: { ...known.clock, server_ms: now } } : {}) },
    away: since + (newer ? heard.away : 0),
  };
}

/** What this page begins with. @returns {Begun} */
export function begun() {
  const page = JSON.parse(document.getElementById("faces")?.textContent ?? "{}");
  const { kept } = document.documentElement.dataset;
  return present(page, kept ? Number(kept) : null, kept ? heard() : null, Date.now());
}

/** @returns {Heard|null} */
function heard() {
  try {
    const found = JSON.parse(localStorage.getItem(name()) ?? "null");
    return found?.shows === (document.body.dataset.shows ?? "") ? found : null;
  } catch {
    return null;
  }
}

/**
 * From now on this display is shown again without a house.
 * @param {() => {now: number, away: number, payloads: any}} known what it knows at this moment
 */
export function keep(known) {
  if (!displayed()) return;
  forget();
  const save = () => {
    const found = known();
    // before the first word of the house there is nothing to keep
    if (!Number.isFinite(found.now)) return;
    try {
      localStorage.setItem(name(), JSON.stringify({ ...found, at: Date.now(), shows: document.body.dataset.shows ?? "" }));
    } catch {
      // no room, or none allowed: the page itself is what is left
    }
  };
  setInterval(save, EVERY_MS);
  addEventListener("pagehide", save);
}

/** What other pages left here long ago. */
function forget() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(NAME) && Date.now() - (JSON.parse(localStorage.getItem(key) ?? "{}").at ?? 0) > FORGOTTEN_MS) localStorage.removeItem(key);
    }
  } catch {
    // nothing was kept
  }
}

/** Where browsers allow it (https, or this very machine) the page itself is kept, with all it is made of. */
export function workOffline() {
  const workers = navigator.serviceWorker;
  if (!workers || !displayed()) return;
  const fill = () => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    workers.controller?.postMessage({ keep: [location.href, ...new Set(loaded)] });
  };
  workers.addEventListener("controllerchange", fill);
  workers.addEventListener("message", ({ data }) => { if (data?.filled) document.documentElement.dataset.filled = data.filled; });
  // what a display needs first is its picture
  addEventListener("load", () => {
    fill();
    workers.register(WORKER, { type: "module", scope: SCOPE, updateViaCache: "none" }).catch(() => {});
  });
}
