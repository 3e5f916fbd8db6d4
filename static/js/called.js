// A table that is played online waits for its player, who looks at another page: a banner with the way there, the title of the page, a tone.
import { Live, socketAddress, lineOfPage } from "./live.js";

/** @typedef {{table_id: number, name: string, table_number: number|null, lost: boolean}} Waits */

/** Whom another page of this browser leads to the table by itself is not called. */
const LED_MS = 2500;

/**
 * The tables to call to from a page: not the one that is this page.
 * @param {Waits[]} tables @param {string} path @returns {Waits[]}
 */
export const elsewhere = (tables, path) => tables.filter((one) => path !== `/tables/${one.table_id}/`);

/** What of these was not called before. @param {Set<string>} known @param {Waits[]} tables @returns {Waits[]} */
export const fresh = (known, tables) => tables.filter((one) => !known.has(`${one.table_id} ${one.lost}`));

const where = /** @type {HTMLElement|null} */ (globalThis.document?.querySelector?.("[data-called]"));
/** @type {Set<string>} those that were called, on this page */
let called = new Set();
/** What stands before the title of the page. */
let before = "";
/** What is drawn: nothing is drawn twice, so that the focus stays where it is. */
let drawn = "[]";
/** @type {any} */
let later = null;

/** @param {Waits} one @param {DOMStringMap} words */
function row(one, words) {
  const said = document.createElement("b");
  said.textContent = (one.lost ? words.lost : words.ready) ?? "";
  const name = document.createElement("span");
  name.textContent = one.name + (one.table_number ? ` · ${words.number} ${one.table_number}` : "");
  const link = document.createElement("a");
  link.className = "button";
  link.dataset.kind = "main";
  link.href = `/tables/${one.table_id}/`;
  link.textContent = words.go ?? "";
  const line = document.createElement("p");
  line.append(said, " ", name, " ", link);
  return line;
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
  before = tables.length ? `● ${tables[0].lost ? where.dataset.lost : where.dataset.ready} · ` : "";
  document.title = before + title;
  const rings = fresh(called, tables).length > 0;
  called = new Set(tables.map((one) => `${one.table_id} ${one.lost}`));
  where.hidden = !tables.length;
  where.replaceChildren(...tables.map((one) => row(one, where.dataset)));
  // before the first tap on the page a browser lets nothing sound
  if (rings && navigator.userActivation?.hasBeenActive) void tone();
}

/** @param {{tables: Waits[]}} payload */
export function hear(payload) {
  clearTimeout(later);
  const tables = elsewhere(payload.tables, location.pathname);
  const waits = where?.hidden && tables.length;
  if (waits) later = setTimeout(() => draw(tables), LED_MS);
  else draw(tables);
}

// a page in a frame is one of several tables, whose page calls
const topic = where?.dataset.called;
if (topic && top === self) {
  const line = lineOfPage();
  if (line && !(topic in line.topics)) line.follow({ ...line.topics, [topic]: hear });
  else if (!line) new Live({ url: socketAddress(location), topics: { [topic]: hear } }).start();
}
