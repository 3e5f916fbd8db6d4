// Several tables on one screen: which of them want an act is marked, with the time that is left, and from one that waits for nothing the keys go
// to the one whose time ends first; a key leads there, too, and on a phone a swipe to the one beside it. Each is the page of its table in a frame of this house; this page reads of it whether
// it is the own turn, until when, whether one sits out there, and whether somebody writes there, and nothing else.

import { pageOf } from "../pages.js";

const LOOK_MS = 20_000;
/** So long a table does not listen to which somebody was led unasked: a second tap was meant for the one before. */
const DEAF_MS = 350;
/** One table a screen: as static/css/tiles.css has it. */
const PHONE = "(max-width: 40rem)";

/** What a table needs to be drawn whole, a small phone or the low wide screen of table.css; what lies between two and around each; so small at the most that it can be read. */
const NEEDS = [[360, 640], [840, 544]], GAP = 6, EDGE = 6, LEAST = 0.54;
/** So many lie in one row, and as many rows as columns are wanted of more. */
const ROW = 3;

/** @typedef {{table: string, due: number}} Waiting */

/**
 * The tables that want an act, the one whose time ends first before the others. @param {Waiting[]} waiting @param {string} table
 * @param {number|null} due when the time there ends, Infinity while none runs; null: it wants no act any more @returns {Waiting[]}
 */
export function inOrder(waiting, table, due) {
  const others = waiting.filter((one) => one.table !== table);
  return due === null ? others : [...others, { table, due }].sort((a, b) => a.due - b.due || 0);
}

/**
 * Where the key for the next one leads: past the table that has the focus. @param {Waiting[]} waiting @param {string} at @returns {string|undefined}
 */
export function nextOf(waiting, at) {
  return waiting[(waiting.findIndex((one) => one.table === at) + 1) % (waiting.length || 1)]?.table;
}

/**
 * So many columns that all tables lie on the screen as large as they can; where they would be too small to be read, rows of which some lie below.
 * @param {number} count @param {number} width @param {number} height @returns {{columns: number, scale: number, row: number}} row: how high one is, 0 as it comes
 */
export function gridOf(count, width, height) {
  const each = (/** @type {number} */ whole, /** @type {number} */ parts) => (whole - GAP * (parts + 1)) / parts - EDGE;
  const scaled = (/** @type {number} */ columns) => Math.min(1, Math.max(...NEEDS.map(([x, y]) => Math.min(each(width, columns) / x, each(height, Math.ceil(count / columns)) / y))));
  const best = (/** @type {number} */ most) => {
    let found = 1;
    for (let columns = 2; columns <= Math.min(count, most); columns++) if (scaled(columns) > scaled(found) + 0.02) found = columns;
    return found;
  };
  // a low screen has room for one row alone
  for (const columns of [best(Math.max(ROW, Math.ceil(count / 2))), best(count)]) if (scaled(columns) >= LEAST) return { columns, scale: scaled(columns), row: 0 };
  const [x, y] = NEEDS[0];
  const columns = Math.max(1, Math.min(count, Math.floor((width - GAP) / (x * LEAST + EDGE + GAP))));
  const scale = Math.min(1, each(width, columns) / x);
  return { columns, scale, row: y * scale + EDGE };
}

const FINGER = 44;
/** So far a finger goes, and twice as far as up or down, that leads to another table. */
const SWIPE = 60;
/**
 * Which table a finger leads to that went so far: the next one (1), the one before (-1) or none (0).
 * @param {{clientX: number, clientY: number}} from @param {{clientX: number, clientY: number}} to
 */
export function ledBy(from, to) {
  const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
  return Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y) ? 0 : -Math.sign(x);
}

/** @type {Waiting[]} */
let waiting = [];

/** @returns {HTMLIFrameElement[]} */
const tiles = () => [.../** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll(".tile > iframe"))];
const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));
/** The table that had the keys last. */
let keyedAt = "";
/** The table that has the keys. Where Tab led from one frame to another, a browser still names the first as the active element. */
function focused() {
  const now = tiles().find((one) => one.contentDocument?.hasFocus());
  return now?.dataset.table ?? (document.activeElement instanceof HTMLIFrameElement ? keyedAt : "");
}

/** @param {string|undefined} table */
function focus(table) {
  const tile = tiles().find((one) => one.dataset.table === table);
  if (!tile) return;
  tile.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  tile.focus({ preventScroll: true });
  tile.contentWindow?.focus();
}

/** Who writes, or reads what lies over the table, is led nowhere. @param {HTMLIFrameElement} tile */
function busy(tile) {
  const page = tile.contentDocument;
  return Boolean(page?.activeElement?.closest("input:not([type=range]), select, textarea") || page?.querySelector("dialog[open], .room-menu[open]"));
}

/** A finger lies on a table; and somebody would have been led away under it. */
let [touched, missed] = [false, false];

/** From a table that waits for nothing to the one whose time ends first, but not away under a finger. */
function lead() {
  const here = tiles().find((one) => one.dataset.table === focused());
  missed = touched;
  if (touched || !waiting.length || here?.hasAttribute("data-turn") || (here && busy(here))) return;
  focus(waiting[0].table);
  if (here) deafen(tiles().find((one) => one.dataset.table === waiting[0].table));
}

/** For a moment: a tap was meant for the table before. @param {HTMLIFrameElement|undefined} there */
function deafen(there) {
  there?.toggleAttribute("data-led", true);
  setTimeout(() => there?.removeAttribute("data-led"), DEAF_MS);
}

/** On a phone a finger that goes over a table leads to the one beside it. @param {HTMLIFrameElement} tile @param {Document} page */
function swiped(tile, page) {
  /** @type {Touch|null} */
  let from = null;
  const over = () => {
    [touched, from] = [false, null];
    // its own tap comes after it
    if (missed) setTimeout(() => missed && lead(), DEAF_MS);
  };
  page.addEventListener("touchstart", (event) => {
    const on = /** @type {Element|null} */ (event.target);
    touched = true;
    // what is drawn anew under a finger is told of its end, and nobody else
    on?.addEventListener("touchend", /** @type {EventListener} */ (lifted), { passive: true });
    on?.addEventListener("touchcancel", over, { passive: true });
    // who has made it larger moves over it
    const one = event.touches.length === 1 && matchMedia(PHONE).matches && (visualViewport?.scale ?? 1) === 1;
    from = one && !on?.closest?.("input, dialog") && !busy(tile) ? event.touches[0] : null;
  }, { passive: true });
  const lifted = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length) return;
    const by = from ? ledBy(from, event.changedTouches[0]) : 0;
    const there = by ? tiles()[tiles().indexOf(tile) + by] : undefined;
    over();
    if (!there) return;
    there.style.setProperty("--from", `${30 * by}%`);
    focus(there.dataset.table);
    deafen(there);
  };
}

/** @param {HTMLIFrameElement} tile */
function look(tile) {
  const table = tile.dataset.table ?? "";
  const body = tile.contentDocument?.body;
  const turn = Boolean(body?.hasAttribute("data-turn"));
  document.querySelector(`[data-of="${table}"] em`)?.toggleAttribute("hidden", !body?.hasAttribute("data-away"));
  const due = turn ? Number(body?.dataset.due) || Infinity : null;
  if (due === (waiting.find((one) => one.table === table)?.due ?? null)) return;
  wait(table, due);
  if (turn === tile.hasAttribute("data-turn")) return;
  tile.toggleAttribute("data-turn", turn);
  tile.title = turn ? `${tile.dataset.name} · ${main().dataset.turnWord}` : tile.dataset.name ?? "";
  const link = document.querySelector(`[data-of="${table}"]`);
  link?.toggleAttribute("data-turn", turn);
  for (const said of link?.querySelectorAll("b, i") ?? []) said.toggleAttribute("hidden", !turn);
  document.querySelector("[data-next]")?.toggleAttribute("hidden", !waiting.length);
  document.title = waiting.length ? `(${waiting.length}) ${main().dataset.title}` : main().dataset.title ?? "";
  lead();
}

/** @param {string} table @param {number|null} due */
function wait(table, due) {
  waiting = inOrder(waiting, table, due);
  count();
}

/** The seconds that are left, in the strip as at the table. */
function count() {
  for (const { table } of waiting) {
    const page = tiles().find((one) => one.dataset.table === table)?.contentDocument;
    const chip = document.querySelector(`[data-of="${table}"] i`);
    const left = page?.querySelector('[data-part="time"]')?.textContent ?? "";
    if (!chip || chip.textContent === left) continue;
    chip.textContent = left;
    chip.toggleAttribute("data-hurry", Boolean(page?.body.hasAttribute("data-hurry")));
  }
}

/** All on the screen, where they can be read there. */
function lay() {
  const room = main();
  const { columns, scale, row } = gridOf(matchMedia(PHONE).matches ? 1 : tiles().length || 1, room.clientWidth, room.clientHeight);
  room.style.setProperty("--columns", String(columns));
  room.style.setProperty("--scale", String(scale));
  room.style.setProperty("--row", `${row}px`);
  tiles().forEach(tell);
  // a phone that was turned
  if (room.scrollLeft) tiles().find((one) => one.dataset.table === keyedAt)?.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** How much of its own a table's page gives a finger where it is drawn smaller: 44 pixels of the screen. @param {HTMLIFrameElement} tile */
function tell(tile) {
  const page = tile.contentDocument?.documentElement;
  const scale = Number(main().style.getPropertyValue("--scale") || 1);
  page?.toggleAttribute("data-small", scale < 1);
  page?.style.setProperty("--finger", `${Math.ceil(FINGER / scale)}px`);
}

/** Which table has the keys, at its edge and in the strip. @param {HTMLIFrameElement} tile @param {boolean} here */
function mark(tile, here) {
  tile.toggleAttribute("data-focus", here);
  const link = document.querySelector(`[data-of="${tile.dataset.table}"]`);
  if (!here) return link?.removeAttribute("aria-current");
  keyedAt = tile.dataset.table ?? "";
  link?.setAttribute("aria-current", "true");
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {HTMLIFrameElement} tile */
function gone(tile) {
  const table = tile.dataset.table ?? "";
  touched = false;
  if (tiles().length < 2) return location.reload();
  tile.toggleAttribute("data-turn", false);
  wait(table, null);
  document.querySelector(`[data-of="${table}"]`)?.closest("li")?.remove();
  tile.closest(".tile")?.remove();
  lay();
  lead();
}

/** @param {HTMLIFrameElement} tile */
function watch(tile) {
  const page = tile.contentDocument;
  if (page?.URL === "about:blank") return;
  // who has left a table is led to a page that stands in no frame: the table goes, and the others stay as they are
  if (!page?.body) return tile.dataset.ready ? gone(tile) : undefined;
  tile.dataset.ready = "";
  tile.style.visibility = "";
  tell(tile);
  new MutationObserver(() => look(tile)).observe(page.body, { attributes: true, attributeFilter: ["data-turn", "data-due", "data-away"] });
  for (const what of ["keydown", "click"]) page.addEventListener(what, (event) => {
    if (!tile.hasAttribute("data-led")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  page.addEventListener("keydown", keyed);
  swiped(tile, page);
  // where the keys go is seen: a browser draws no focus around a frame whose page has it
  const own = /** @type {Window} */ (tile.contentWindow);
  // what comes next is shown when it is there: a browser draws white what may not stand in a frame, and need not say that it came
  own.addEventListener("pagehide", () => {
    touched = false;
    tile.style.visibility = "hidden";
    const looks = setInterval(() => {
      const now = tile.contentDocument;
      if (now === page) return;
      clearInterval(looks);
      if (!now && tile.isConnected) gone(tile);
    }, 100);
  });
  own.addEventListener("focus", () => mark(tile, true));
  own.addEventListener("blur", () => mark(tile, false));
  mark(tile, focused() === tile.dataset.table);
  // what leads away from the table leads away from all of them
  page.addEventListener("click", (event) => {
    const link = /** @type {Element|null} */ (event.target)?.closest?.("a[href]:not([data-over])");
    if (link && !link.getAttribute("href")?.startsWith("#")) link.setAttribute("target", "_top");
  }, true);
  look(tile);
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  const into = /** @type {Element|null} */ (event.target);
  if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!into?.closest?.("input, select, textarea, dialog")) focus(nextOf(waiting, focused()));
}

/** Who sits down elsewhere, or is moved, finds that table here, and one that was left elsewhere goes; the others stay as they are. */
async function again() {
  if (document.hidden) return;
  try {
    const answer = await fetch("?part=numbers");
    if (!answer.ok) return;
    /** @type {number[]} */
    const numbers = await answer.json();
    const missing = () => numbers.filter((number) => !tiles().some((one) => Number(one.dataset.table) === number));
    if (missing().length) {
      if (!tiles().length) return location.reload();
      const page = await pageOf(location.pathname);
      for (const number of missing()) {
        const tile = page.querySelector(`.tile:has(> [data-table="${number}"])`);
        const link = page.querySelector(`li:has(> [data-of="${number}"])`);
        if (!tile || !link) continue;
        document.querySelector(".tiles-head ol")?.append(link);
        main().append(tile);
        begin(/** @type {HTMLIFrameElement} */ (tile.firstElementChild));
      }
      lay();
    }
    for (const one of tiles()) if (!numbers.includes(Number(one.dataset.table))) gone(one);
  } catch {
    // the line is gone: each table says so
  }
}

/** @param {HTMLIFrameElement} tile */
function begin(tile) {
  tile.dataset.name = tile.title;
  tile.addEventListener("load", () => watch(tile));
  if (tile.contentDocument?.readyState === "complete") watch(tile);
}

if (globalThis.document?.querySelector?.("main.tiles")) {
  for (const tile of tiles()) begin(tile);
  document.addEventListener("keydown", keyed);
  // the button itself takes the keys from the table that had them
  document.querySelector("[data-next]")?.addEventListener("click", () => focus(nextOf(waiting, focused() || keyedAt)));
  document.querySelector(".tiles-head nav")?.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-of]"));
    if (!link) return;
    event.preventDefault();
    focus(link.dataset.of);
  });
  new ResizeObserver(lay).observe(main());
  setInterval(again, LOOK_MS);
  document.addEventListener("visibilitychange", again);
  setInterval(count, 250);
}
