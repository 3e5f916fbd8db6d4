// The map of the tables: a player is dragged to an empty seat. Tap and tap does the same without a drag; so does the list.

import { freshId } from "./fresh_id.js";

const FAR = 6; // pixels that make a drag of a press
const LONG = 350; // milliseconds a finger rests before it drags: a shorter one scrolls

/** The seat in the list of a table, with its table. @param {Element|null} at */
function chairAt(at) {
  const item = at?.closest(".around > li");
  const card = item?.closest("[data-table]");
  if (!(item instanceof HTMLElement) || !(card instanceof HTMLElement) || !item.parentElement) return null;
  return { item, table: Number(card.dataset.table), seat: Number(item.dataset.seat) || [...item.parentElement.children].indexOf(item) + 1 };
}

/** @type {{link: HTMLElement, x: number, y: number, ghost: HTMLElement|null, over: HTMLElement|null, timer: any, finger: boolean}|null} */
let drag = null;
let justDropped = false;

/** @param {number} x @param {number} y */
function lift(x, y) {
  if (!drag || drag.ghost) return;
  const ghost = /** @type {HTMLElement} */ (drag.link.cloneNode(true));
  ghost.classList.add("dragged");
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("href");
  document.body.append(ghost);
  drag.ghost = ghost;
  drag.link.closest("li")?.setAttribute("data-moving", "true");
  follow(x, y);
}

/** @param {number} x @param {number} y */
function follow(x, y) {
  if (!drag?.ghost) return;
  drag.ghost.style.setProperty("left", `${x - 40}px`);
  drag.ghost.style.setProperty("top", `${y - 27}px`);
  const found = chairAt(document.elementFromPoint(x, y));
  const over = found?.item.dataset.state === "empty" ? found.item : null;
  if (over !== drag.over) {
    drag.over?.removeAttribute("data-over");
    over?.setAttribute("data-over", "true");
    drag.over = over;
  }
}

function end() {
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  drag.over?.removeAttribute("data-over");
  drag.link.closest("li")?.removeAttribute("data-moving");
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("[data-drag]");
  if (!(link instanceof HTMLElement) || event.button !== 0 || !event.isPrimary) return;
  end();
  const finger = event.pointerType !== "mouse";
  drag = { link, x: event.clientX, y: event.clientY, ghost: null, over: null, timer: null, finger };
  if (finger) drag.timer = setTimeout(() => lift(event.clientX, event.clientY), LONG);
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
  if (drag.ghost) follow(event.clientX, event.clientY);
  else if (far && drag.finger) end(); // it scrolls
  else if (far) lift(event.clientX, event.clientY);
});

document.addEventListener("pointercancel", end);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
// while a finger carries somebody the page stays where it is
document.addEventListener("touchmove", (event) => { if (drag?.ghost) event.preventDefault(); }, { passive: false });
document.addEventListener("dragstart", (event) => { if (/** @type {Element} */ (event.target).closest?.("[data-drag]")) event.preventDefault(); });
document.addEventListener("contextmenu", (event) => { if (drag?.ghost) event.preventDefault(); });

document.addEventListener("pointerup", (event) => {
  if (!drag?.ghost) return end();
  follow(event.clientX, event.clientY);
  const from = chairAt(drag.link);
  const to = chairAt(drag.over);
  const entry = drag.link.dataset.drag ?? "";
  end();
  // the click that follows a drop opens nothing
  justDropped = true;
  setTimeout(() => { justDropped = false; }, 0);
  if (from && to) move(entry, from, to);
});

document.addEventListener("click", (event) => {
  if (!justDropped) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/**
 * Shown at once; the answer draws the room as it is, and no answer puts it back.
 * @param {string} entry @param {{item: HTMLElement}} from @param {{item: HTMLElement, table: number, seat: number}} to
 */
function move(entry, from, to) {
  const map = document.getElementById("map");
  const before = [from.item, to.item].map((item) => ({ item, html: item.innerHTML, state: item.dataset.state ?? "" }));
  const seat = to.item.querySelector(".place");
  seat?.querySelector("small")?.remove();
  // the name as it is drawn, and where that is shortened the whole one
  const names = from.item.querySelectorAll(".place > span:not(.visually-hidden), .place > span:not(.visually-hidden) + .visually-hidden");
  for (const name of names) seat?.append(name);
  to.item.dataset.state = "unverified";
  for (const extra of from.item.querySelectorAll("small")) extra.remove();
  from.item.dataset.state = "empty";
  const answered = (/** @type {Event} */ event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    if (detail.requestConfig?.parameters?.get?.("command_id") !== id && detail.requestConfig?.parameters?.command_id !== id) return;
    document.removeEventListener("htmx:afterRequest", answered);
    if (detail.successful) return;
    for (const { item, html, state } of before) {
      item.innerHTML = html;
      item.dataset.state = state;
      /** @type {any} */ (window).htmx.process(item);
    }
  };
  const id = freshId();
  document.addEventListener("htmx:afterRequest", answered);
  /** @type {any} */ (window).htmx.ajax("POST", map?.dataset.move, { swap: "none", values: { command_id: id, entry_id: entry, table: to.table, seat: to.seat } });
}

// a table that was pressed among the tiles opens below them where there is no room beside: it is brought into sight
document.addEventListener("htmx:afterSettle", (event) => {
  const pressed = /** @type {CustomEvent} */ (event).detail.requestConfig?.elt;
  const opened = document.getElementById("opened");
  if (pressed?.matches?.(".room-grid a") && opened && opened.getBoundingClientRect().top > innerHeight / 2) opened.scrollIntoView({ block: "start" });
});
