// What called.js draws: a banner with the way there, the title of the page, a tone.
// Several have one line together: how many, the most urgent one, all of them.
import { ServerTime } from "./live.js";

/** @typedef {{table_id: number, name: string, table_number: number|null, lost: boolean, offered: boolean, until_ms: number|null, then_ms: number[]}} Waits */

/** Whom another page of this browser leads to the table by itself is not called. */
const LED_MS = 2500;

/**
 * The tables to call to from a page: not the one that is this page, nor those that it shows.
 * @param {Waits[]} tables @param {string} path @param {number[]} [shown] @returns {Waits[]}
 */
export const elsewhere = (tables, path, shown = []) =>
  tables.filter((one) => path !== `/tables/${one.table_id}/` && !shown.includes(one.table_id));

/** The end of the part of the time that the table shows; null where none runs any more. @param {Waits} one @param {number} now @returns {number|null} */
export const endOf = (one, now) => [one.until_ms, ...one.then_ms].find((end) => end !== null && end > now) ?? null;

/** Whether the time of a seat that was offered is over, whatever the house says of it. @param {Waits} one @param {number} now */
export const isOver = (one, now) => one.offered && one.until_ms !== null && one.until_ms <= now;

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
/** @type {Waits[]} those that the house told last */
let all = [];
/** @type {number|null} until when the first of those that are drawn waits */
let until = null;
/** @type {typeof import("./pressed.js")|null} it comes with the first that is drawn */
let pressed = null;
/** How many payloads came: an older one is not drawn after a newer. */
let heard = 0;
let keeper = new ServerTime(() => performance.now());
/** How a time is written: asked for where one is shown. @type {((ms: number) => string)|null} */
let written = null;

/** The server's moment; before it is known nothing is over. */
const moment = () => (keeper.least === -Infinity ? -Infinity : keeper.serverNow());

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

/** How long the first one waits still: told to the eye alone, for it is another each second. It is heard until when. */
function time() {
  const part = made("span");
  part.className = "figures";
  part.dataset.left = "";
  part.ariaHidden = "true";
  return part;
}

/** @param {Waits[]} tables @param {DOMStringMap} words @param {boolean} over */
function row(tables, words, over) {
  const [first] = tables;
  const line = document.createElement("p");
  if (over) {
    line.append(made("b", words.over), " ", made("span", first.name));
    return line;
  }
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

/** What is heard of the first one. @param {string} said @param {Waits} first @param {DOMStringMap} words */
function heardOf(said, first, words) {
  if (until === null) return `${said}: ${first.name}`;
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium", hourCycle: "h23" }).format(until);
  return `${said}: ${first.name}, ${(words.until ?? "").replace("{time}", time)}`;
}

function draw() {
  if (!where) return;
  const now = moment();
  const waiting = all.filter((one) => !isOver(one, now));
  const over = all.length > 0 && !waiting.length;
  const tables = over ? all.slice(0, 1) : waiting;
  until = tables.length && !over ? endOf(tables[0], now) : null;
  const found = tables.length ? JSON.stringify([tables, over, until]) : "[]";
  if (found === drawn) return;
  drawn = found;
  const words = where.dataset;
  const title = document.title.startsWith(before) ? document.title.slice(before.length) : document.title;
  const said = over ? words.over ?? "" : tables.length ? saidOf(tables, words).replace(/\.$/, "") : "";
  before = said && !over ? `● ${said} · ` : "";
  document.title = before + title;
  const rings = !over && fresh(called, tables).length > 0;
  called = new Set(tables.map(key));
  const focused = [...where.querySelectorAll("a")].indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  where.hidden = !tables.length;
  for (const old of where.querySelectorAll("p")) old.remove();
  if (tables.length) where.prepend(row(tables, words, over));
  // what stands there names the table of the button and its time; it is said when another one calls, in the same words, too, and not each time that the line changes
  const text = over ? said : tables.length ? heardOf(said, tables[0], words) : "";
  const old = where.querySelector(":scope > span");
  if (rings || old?.textContent !== text) {
    old?.remove();
    const heard = made("span", text);
    heard.className = "visually-hidden";
    if (rings || over) heard.setAttribute("role", "alert");
    if (text) where.append(heard);
  }
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
    all = tables;
    // what stands there may be pressed just now
    if (drawn === "[]") draw();
    pressed ??= await import("./pressed.js");
    pressed.onceLetGo(where, () => { if (mine === heard) draw(); });
  };
  if (waits) later = setTimeout(drawThem, LED_MS);
  else void drawThem();
}

/** What the clock alone changes: the part of the time that runs, and that an offer is over, also without a line. */
function tick() {
  if (pressed && all.length) pressed.onceLetGo(where, draw);
  count();
}

if (where) setInterval(tick, 500);
