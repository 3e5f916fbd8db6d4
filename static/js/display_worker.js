// A display that is reloaded while the house is away shows what it showed last. The house comes first, always; what is kept
// is shown only where it does not answer. It sees displays alone (its scope is /screens/), and of them what away.js names.
import { isAway, kindOf, marked, outdated, PATIENCE_MS, worthKeeping } from "./away.js";

// so many pages are kept: a display has one, who looks at several roles by hand has the last of them
const PAGES = 8;
const LATELY_MS = 10_000;
const WHEN = "X-Kept-At";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {string} release its name; with another begins another store */
export function serve(release) {
  const store = () => caches.open(`display-${release}`);
  const asked = { ignoreVary: true };
  // when the house last did not answer: the files of a page do not wait for it one after the other
  let awayAt = -Infinity;

  /** @param {Request|string} request */
  async function found(request) {
    return (await (await store()).match(request, asked)) ?? caches.match(request, asked);
  }

  /** @param {Request|string} request @param {Response} answer */
  async function keep(request, answer) {
    if (!worthKeeping(answer)) return;
    const cache = await store();
    const tag = answer.headers.get("ETag");
    if (tag && (await cache.match(request, asked))?.headers.get("ETag") === tag) return;
    const headers = new Headers(answer.headers);
    for (const gone of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(gone);
    headers.set(WHEN, String(Date.now()));
    await cache.put(request, new Response(await answer.blob(), { headers }));
    const pages = (await cache.keys()).map(({ url }) => url).filter((url) => kindOf(page(url), worker.location.origin) === "page");
    const newest = typeof request === "string" ? request : request.url;
    for (const url of pages.filter((one) => one !== newest).slice(0, Math.max(0, pages.length - PAGES))) await cache.delete(url, asked);
  }

  /** As it was kept. @param {Response} before @param {string} kind */
  async function shown(before, kind) {
    if (kind !== "page") return before;
    return new Response(marked(await before.text(), Number(before.headers.get(WHEN))), { headers: before.headers });
  }

  /** @param {FetchEvent} event @param {string} kind */
  async function answer(event, kind) {
    const coming = fetch(event.request);
    coming.catch(() => {});
    const before = kind === "anew" ? undefined : await found(event.request);
    if (before && kind !== "page" && Date.now() - awayAt < LATELY_MS) return before;
    try {
      const came = await (before ? within(coming) : coming);
      if (isAway(came.status)) throw new Error("away");
      awayAt = -Infinity;
      event.waitUntil(keep(event.request, came.clone()).catch(() => {}));
      return came;
    } catch {
      awayAt = Date.now();
      return before ? shown(before, kind) : coming;
    }
  }

  /** What a page has loaded before this worker was there. @param {string[]} addresses */
  async function fill(addresses) {
    const cache = await store();
    for (const url of addresses) {
      if (!kindOf(page(url), worker.location.origin) && !kindOf({ ...page(url), mode: "cors" }, worker.location.origin)) continue;
      if (!(await cache.match(url, asked))) await keep(url, await fetch(url));
    }
    // only now: until here a reload would have been answered from what was before
    for (const name of outdated(await caches.keys(), release)) await caches.delete(name);
  }

  worker.addEventListener("install", () => { worker.skipWaiting(); });
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener("fetch", (event) => {
    const kind = kindOf(event.request, worker.location.origin);
    if (kind) event.respondWith(answer(event, kind));
  });
  worker.addEventListener("message", (event) => {
    event.waitUntil(fill(event.data.keep).then(() => event.source?.postMessage({ filled: release }), () => {}));
  });
}

/** @param {string} url */
function page(url) {
  return { method: "GET", mode: "navigate", url };
}

/** @param {Promise<Response>} coming @returns {Promise<Response>} */
function within(coming) {
  return new Promise((done, give) => {
    const limit = setTimeout(() => give(new Error("late")), PATIENCE_MS);
    coming.then(done, give).finally(() => clearTimeout(limit));
  });
}
