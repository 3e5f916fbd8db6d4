// What a display's worker keeps for the time without a house, and what it never touches: without a worker, so that it can
// be tested.

/** One page of a display: its one address, or a role that stands alone. */
const PAGE = /^\/screens\/(?:\d+\/(?:clock|seating|payouts|final-table|table\/\d+)\/|venue\/\d+\/(?:today|schedule)\/)?$/;
/** What a list on a page is asked from. */
const LIST = /^\/screens\/\d+\/(?:seats|paid)\/$/;
/** The files that such a page is made of; the pictures of the house and its sponsors among them. */
const FILE = /^\/(?:static\/(?:css|fonts|img|js)\/|screens\/theme\/|venues\/\d+\/(?:logo|sponsors)\/)/;

/** A proxy says so of a house that is away, and the house of a database that stands still. */
const AWAY = new Set([502, 503, 504]);

/** How long is waited for the house where something was kept. */
export const PATIENCE_MS = 4000;

/**
 * What a request is to the worker: kept for later; "anew", a page that another page reads: kept, but only the house
 * answers; or ("") none of its business: where a display should go is asked of the house alone.
 * @param {{method: string, mode: string, url: string}} request
 * @param {string} home the origin of the display
 * @returns {"page"|"anew"|"list"|"file"|""}
 */
export function kindOf({ method, mode, url }, home) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== home) return "";
  if (PAGE.test(pathname)) return mode === "navigate" ? "page" : "anew";
  if (mode === "navigate") return "";
  if (LIST.test(pathname)) return "list";
  return FILE.test(pathname) ? "file" : "";
}

/** Whether an answer is what was asked for, and not the word of somebody on the way. @param {{ok: boolean, type: string, redirected: boolean}} answer */
export function worthKeeping({ ok, type, redirected }) {
  return ok && type === "basic" && !redirected;
}

/** Whether this answer means that the house is not there. @param {number} status */
export function isAway(status) {
  return AWAY.has(status);
}

/**
 * The page as it was kept, marked: the display knows that what stands in it is of then.
 * @param {string} page
 * @param {number} then when it was kept, by the display's clock
 */
export function marked(page, then) {
  return page.replace(/<html\b/i, `<html data-kept="${Math.floor(then)}"`);
}

/**
 * What of a release before is to go once this one has what it needs.
 * @param {string[]} names of caches
 * @param {string} release
 */
export function outdated(names, release) {
  return names.filter((name) => name.startsWith("display-") && name !== `display-${release}`);
}
