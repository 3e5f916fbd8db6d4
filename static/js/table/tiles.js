// Several tables on one screen: which of them want an act is marked, and from one that waits for nothing the keys go to the one that has
// waited longest; a key leads there, too. Each is the page of its table in a frame of this house; this page reads of it whether it is the own
// turn and whether somebody writes there, and nothing else.

const LOOK_MS = 20_000;
/** So long a table does not listen to which somebody was led unasked: a second tap was meant for the one before. */
const DEAF_MS = 350;

/**
 * The tables that want an act, the one that has waited longest first. Whose turn came goes to the end; whose turn is over leaves.
 * @param {string[]} waiting @param {string} table @param {boolean} turn @returns {string[]}
 */
export function inOrder(waiting, table, turn) {
  if (turn) return waiting.includes(table) ? waiting : [...waiting, table];
  return waiting.filter((one) => one !== table);
}

/**
 * Where the key for the next one leads: past the table that has the focus. @param {string[]} waiting @param {string} at @returns {string|undefined}
 */
export function nextOf(waiting, at) {
  return waiting[(waiting.indexOf(at) + 1) % (waiting.length || 1)];
}

/** @type {string[]} */
let waiting = [];

/** @returns {HTMLIFrameElement[]} */
const tiles = () => [.../** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll(".tile > iframe"))];
const focused = () => (document.activeElement instanceof HTMLIFrameElement ? document.activeElement.dataset.table ?? "" : "");

/** @param {string|undefined} table */
function focus(table) {
  const tile = tiles().find((one) => one.dataset.table === table);
  if (!tile) return;
  tile.scrollIntoView({ block: "nearest" });
  tile.focus();
  tile.contentWindow?.focus();
}

/** Who writes, or reads what lies over the table, is led nowhere. @param {HTMLIFrameElement} tile */
function busy(tile) {
  const page = tile.contentDocument;
  return Boolean(page?.activeElement?.closest("input:not([type=range]), select, textarea") || page?.querySelector("dialog[open], .room-menu[open]"));
}

/** From a table that waits for nothing to the one that has waited longest. */
function lead() {
  const here = tiles().find((one) => one.dataset.table === focused());
  if (!waiting.length || here?.hasAttribute("data-turn") || (here && busy(here))) return;
  focus(waiting[0]);
  if (!here) return; // no tap was meant for another
  const there = tiles().find((one) => one.dataset.table === waiting[0]);
  there?.toggleAttribute("data-led", true);
  setTimeout(() => there?.removeAttribute("data-led"), DEAF_MS);
}

/** @param {HTMLIFrameElement} tile */
function look(tile) {
  const table = tile.dataset.table ?? "";
  const turn = Boolean(tile.contentDocument?.body?.hasAttribute("data-turn"));
  if (turn === tile.hasAttribute("data-turn")) return;
  waiting = inOrder(waiting, table, turn);
  tile.toggleAttribute("data-turn", turn);
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  tile.title = turn ? `${tile.dataset.name} · ${main.dataset.turnWord}` : tile.dataset.name ?? "";
  const link = document.querySelector(`[data-of="${table}"]`);
  link?.toggleAttribute("data-turn", turn);
  link?.querySelector("b")?.toggleAttribute("hidden", !turn);
  document.querySelector("[data-next]")?.toggleAttribute("hidden", !waiting.length);
  document.title = waiting.length ? `(${waiting.length}) ${main.dataset.title}` : main.dataset.title ?? "";
  lead();
}

/** Which table has the keys, at its edge and in the strip. @param {HTMLIFrameElement} tile @param {boolean} here */
function mark(tile, here) {
  tile.toggleAttribute("data-focus", here);
  const link = document.querySelector(`[data-of="${tile.dataset.table}"]`);
  if (!here) return link?.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {HTMLIFrameElement} tile */
function gone(tile) {
  const table = tile.dataset.table ?? "";
  if (tiles().length < 2) return location.reload();
  tile.toggleAttribute("data-turn", false);
  waiting = inOrder(waiting, table, false);
  document.querySelector(`[data-of="${table}"]`)?.closest("li")?.remove();
  tile.closest(".tile")?.remove();
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
  new MutationObserver(() => look(tile)).observe(page.body, { attributes: true, attributeFilter: ["data-turn"] });
  for (const what of ["keydown", "click"]) page.addEventListener(what, (event) => {
    if (!tile.hasAttribute("data-led")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  page.addEventListener("keydown", keyed);
  // where the keys go is seen: a browser draws no focus around a frame whose page has it
  const own = /** @type {Window} */ (tile.contentWindow);
  // what comes next is shown when it is there: a browser draws white what may not stand in a frame, and need not say that it came
  own.addEventListener("pagehide", () => {
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
  mark(tile, document.activeElement === tile);
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

/** Who sits down elsewhere, or is moved, finds that table here; never while a turn waits. */
async function again() {
  if (document.hidden || waiting.length) return;
  try {
    const answer = await fetch("?part=numbers");
    const numbers = answer.ok ? await answer.json() : null;
    const shown = tiles().map((one) => Number(one.dataset.table));
    if (numbers && !waiting.length && numbers.join() !== shown.join()) location.reload();
  } catch {
    // the line is gone: each table says so
  }
}

if (globalThis.document?.querySelector?.("main.tiles")) {
  for (const tile of tiles()) {
    tile.dataset.name = tile.title;
    tile.addEventListener("load", () => watch(tile));
    if (tile.contentDocument?.readyState === "complete") watch(tile);
  }
  document.addEventListener("keydown", keyed);
  document.querySelector("[data-next]")?.addEventListener("click", () => focus(nextOf(waiting, focused())));
  document.querySelector(".tiles-head nav")?.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-of]"));
    if (!link) return;
    event.preventDefault();
    focus(link.dataset.of);
  });
  setInterval(again, LOOK_MS);
}
