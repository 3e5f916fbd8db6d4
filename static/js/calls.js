// What called.js draws: a banner with the way there, the title of the page, a tone.
// Several have one line together: how many, the most urgent one, all of them.
import { ServerTime } from "./live.js";

/** @typedef {{table_id: number, name: string, table_number: number|null, lost: boolean, offered: boolean, until_ms: number|null}} Waits */

/** Whom another page of this browser leads to the table by itself is not called. */
const LED_MS = 2500;

/**
 * The tables to call to from a page: not the one that is this page, nor those that it shows.
 * @param {Waits[]} tables @param {string} path @param {number[]} [shown] @returns {Waits[]}
 */
export const elsewhere = (tables, path, shown = []) =>
  tables.filter((one) => path !== `/tables/${one.table_id}/` && !shown.includes(one.table_id));

/** Of which table, and why. @param {Waits} one */
const key = (one) => `${one.table_id} ${one.offered || one.lost}`;

/** What of these was not called before. @param {Set<string>} known @param {Waits[]} tables @returns {Waits[]} */
export const fresh = (known, tables) => tables.filter((one) => !known.has(key(one)));

const where = /** @type {HTMLElement|null} */ (globalThis.document?.querySelector?.("[data-called]"));
/** @type {Set<string>} those that were called, on this page */
let called = new Set();
/** What stands before the title of the page. */
let before = "";
/** What is drawn: nothing is drawn twice, so that the focus stays where it is. What the house wrote is drawn anew once. */
let drawn = where?.hidden ? "[]" : "";
/** @type {any} */
let later = null;
/** @type {number|null} until when the first of those that are drawn waits */
let until = null;
/** @type {typeof import("./pressed.js")|null} it comes with the first that is drawn */
let pressed = null;
/** How many payloads came: an older one is not drawn after a newer. */
let heard = 0;
let keeper = new ServerTime(() => performance.now());
/** How a time is written: asked for where one is shown. @type {((ms: number) => string)|null} */
let written = null;

/** @param {string} name @param {string} [text] @returns {HTMLElement} */
function made(name, text = "") {
  const part = document.createElement(name);
  part.textContent = text;
  return part;
}

/** @param {string} address @param {string} text */
function way(address, text) {
  const link = /** @type {HTMLAnchorElement} */ (made("a", text));
  link.className = "button";
  link.href = address;
  return link;
}

/** @param {Waits} one @param {DOMStringMap} words */
const why = (one, words) => (one.offered ? words.seat : one.lost ? words.lost : words.ready) ?? "";

/** What they say together. @param {Waits[]} tables @param {DOMStringMap} words */
function saidOf(tables, words) {
  const [first] = tables;
  return tables.length > 1 ? (words.many ?? "").replace("{count}", String(tables.length)) : why(first, words);
}

/** How long the first one waits still: told to the eye alone, for it is another each second. */
function time() {
  const part = made("span");
  part.className = "figures";
  part.dataset.left = "";
  part.ariaHidden = "true";
  return part;
}

/** @param {Waits[]} tables @param {DOMStringMap} words */
function row(tables, words) {
  const [first] = tables;
  const line = document.createElement("p");
  const address = `/tables/${first.table_id}/`;
  if (tables.length > 1) {
    line.dataset.calls = String(tables.length);
    const link = way(address, "");
    link.append(made("span", first.name), " ", time());
    link.dataset.kind = "main";
    line.append(made("b", saidOf(tables, words)), " ", link, " ", way(words.mine ?? "", words.all ?? ""));
    return line;
  }
  const link = way(address, (first.offered ? words.take : words.go) ?? "");
  link.dataset.kind = "main";
  // the time first: a small phone cuts the end of a long name
  const name = made("span");
  name.append(time(), ` ${first.name}${first.table_number ? ` · ${words.number} ${first.table_number}` : ""}`);
  line.append(made("b", saidOf(tables, words)), " ", name, " ", link);
  return line;
}

function count() {
  const part = where?.querySelector("[data-left]");
  if (!part) return;
  const ms = until === null || keeper.least === -Infinity ? 0 : until - keeper.serverNow();
  if (ms > 0 && !written) {
    written = () => "";
    void import("./format.js").then(({ countdown }) => { written = countdown; count(); }, () => { written = null; });
  }
  part.textContent = ms > 0 && written ? written(ms) : "";
}

async function tone() {
  navigator.vibrate?.([200, 120, 200]);
  try {
    const { Sound } = await import("./sound.js");
    const sound = new Sound(0.25);
    sound.context = new AudioContext();
    sound.play("your_turn");
  } catch { /* no sound is no harm: the banner stands there */ }
}

/** @param {Waits[]} tables */
function draw(tables) {
  if (!where) return;
  const now = JSON.stringify(tables);
  if (now === drawn) return;
  drawn = now;
  const title = document.title.startsWith(before) ? document.title.slice(before.length) : document.title;
  const said = tables.length ? saidOf(tables, where.dataset).replace(/\.$/, "") : "";
  before = said ? `● ${said} · ` : "";
  document.title = before + title;
  const rings = fresh(called, tables).length > 0;
  called = new Set(tables.map(key));
  until = tables[0]?.until_ms ?? null;
  const focused = [...where.querySelectorAll("a")].indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  // what is heard is said when another one calls, and not each time that the line changes
  const told = rings ? made("span", `${said}: ${tables[0].name}`) : where.querySelector("[role=alert]");
  told?.setAttribute("role", "alert");
  told?.classList.add("visually-hidden");
  where.hidden = !tables.length;
  if (told && !told.isConnected) where.append(told);
  for (const old of where.querySelectorAll("p")) old.remove();
  for (const old of where.querySelectorAll("[role=alert]")) if (old !== told || !tables.length) old.remove();
  if (tables.length) where.prepend(row(tables, where.dataset));
  if (focused >= 0) where.querySelectorAll("a")[focused]?.focus();
  count();
  // before the first tap on the page a browser lets nothing sound
  if (rings && navigator.userActivation?.hasBeenActive) void tone();
}

/** @param {{tables: Waits[]}} payload @param {ServerTime} [clock] that of a page which has one */
export function hear(payload, clock) {
  if (clock) keeper = clock;
  const mine = ++heard;
  clearTimeout(later);
  const shown = [...document.querySelectorAll("iframe[data-table]")].map((one) => Number(/** @type {HTMLElement} */ (one).dataset.table));
  const tables = elsewhere(payload.tables, location.pathname, shown);
  const waits = where?.hidden && tables.length;
  const drawThem = async () => {
    // what stands there may be pressed just now
    if (drawn === "[]") draw(tables);
    pressed ??= await import("./pressed.js");
    pressed.onceLetGo(where, () => { if (mine === heard) draw(tables); });
  };
  if (waits) later = setTimeout(drawThem, LED_MS);
  else void drawThem();
}

if (where) setInterval(count, 500);
