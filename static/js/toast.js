// A sentence for what was just done, with Undo where the act can be taken back. One at a time: the next takes its place.
// On the pages of the staff it stands in a row of its own below the page, with the time, until the next act; on a tablet
// it lies over the page for some seconds.
import { timeOfDay } from "./format.js";
import { freshId } from "./fresh_id.js";
import { icon } from "./icons.js";
import { onceLetGo } from "./pressed.js";

/** @typedef {{text: string, kind?: string, undo?: string, several?: boolean, rule?: string}} Toast */

// when the server answered last, by its own clock
let answeredMs = 0;
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const said = /** @type {CustomEvent} */ (event).detail.xhr?.getResponseHeader("Date");
  answeredMs = (said && Date.parse(said)) || answeredMs;
});

// a sentence takes as many lines as it needs: what stands above its row stays above it
const row = document.querySelector("#toasts.act");
if (row instanceof HTMLElement) {
  new ResizeObserver(() => document.body.style.setProperty("--act", `${row.offsetHeight}px`)).observe(row);
}

/**
 * What is said, drawn for where it stands: that place has the words of the buttons. The style guide draws it, too.
 * @param {Toast} toast @param {HTMLElement} region @param {number} atMs when the server said so; 0: not told
 * @param {(id: string) => void} takeBack what a press on Undo does, with one id for this button: a double tap undoes once
 * @returns {HTMLElement}
 */
export function drawn(toast, region, atMs, takeBack) {
  const box = document.createElement("div");
  box.className = "toast";
  box.dataset.kind = toast.kind ?? "done";
  const stays = region.classList.contains("act");
  if (stays) box.append(icon(toast.kind === "refused" ? "circle-alert" : toast.kind === "sending" ? "ellipsis" : "check"));
  const text = document.createElement("span");
  text.textContent = toast.rule ? `${toast.text} (${toast.rule})` : toast.text;
  box.append(text);
  if (stays && atMs && region.dataset.zone) {
    const at = document.createElement("time");
    at.textContent = timeOfDay(atMs, region.dataset.zone, document.documentElement.dataset.language ?? "pt-br");
    box.append(at);
  }
  if (toast.undo && toast.several) {
    const choose = document.createElement("a");
    choose.className = "button";
    choose.append(...(stays ? [icon("undo-2")] : []), `${region.dataset.undo ?? "Undo"}…`);
    choose.dataset.toastUndo = toast.undo;
    choose.href = `${toast.undo}?next=${encodeURIComponent(location.pathname + location.search)}`;
    box.append(choose);
  } else if (toast.undo) {
    const button = document.createElement("button");
    button.className = "button";
    button.append(...(stays ? [icon("undo-2")] : []), region.dataset.undo ?? "Undo");
    if (stays) {
      const keys = document.createElement("kbd");
      keys.textContent = "Ctrl Z";
      keys.setAttribute("aria-hidden", "true");
      button.append(keys);
    }
    button.dataset.toastUndo = toast.undo;
    const id = freshId();
    button.addEventListener("click", () => {
      takeBack(id);
      box.remove();
    });
    box.append(button);
  }
  const close = document.createElement("button");
  close.className = "button";
  close.dataset.kind = "quiet";
  close.setAttribute("aria-label", region.dataset.close ?? "Close");
  close.append(icon("x"));
  close.addEventListener("click", () => box.remove());
  box.append(close);
  return box;
}

/** @param {Toast} toast @returns {HTMLElement|null} */
export function show(toast) {
  const region = document.getElementById("toasts");
  if (!region) return null;
  const box = drawn(toast, region, answeredMs, (id) => /** @type {any} */ (window).htmx.ajax("POST", toast.undo, { swap: "none", values: { command_id: id } }));
  const before = [...region.children];
  box.hidden = true;
  region.append(box);
  onceLetGo(region, () => {
    for (const one of before) one.remove();
    box.hidden = false;
  });
  if (toast.kind === "refused") sayInDialog(box.querySelector("span")?.textContent ?? "");
  if (region.classList.contains("act")) return box;
  const life = toast.kind === "refused" ? 20_000 : 12_000;
  const die = () => (box.matches(":hover, :focus-within") ? setTimeout(die, 2000) : box.remove());
  setTimeout(die, life);
  return box;
}

/** A dialog lies over the page and hides what the page says: a refusal that comes meanwhile stands in it, too. @param {string} said */
function sayInDialog(said) {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!dialog) return;
  dialog.querySelector("[data-refused]")?.remove();
  const line = document.createElement("p");
  line.className = "notice";
  line.dataset.amber = "true";
  line.dataset.refused = "true";
  line.setAttribute("role", "alert");
  line.append(icon("circle-alert"), said);
  const head = dialog.querySelector(".sheet-head");
  if (head) head.after(line);
  else dialog.prepend(line);
  line.scrollIntoView({ block: "nearest" });
}

// What was taken back or overtaken meanwhile is not offered any more: the history of the page knows.
document.addEventListener("htmx:afterSwap", () => {
  for (const undo of document.querySelectorAll("[data-toast-undo]")) {
    const act = /** @type {HTMLElement} */ (undo).dataset.toastUndo?.match(/[0-9a-f-]{36}/)?.[0];
    const line = act && document.querySelector(`[data-command="${act}"]`);
    if (line && !line.querySelector(`a[href*="${act}"]`)) undo.remove();
  }
});

document.addEventListener("toast", (event) => show(/** @type {CustomEvent<Toast>} */ (event).detail));

let shut = false;
/** The role that opened this page was taken away: nothing of it is asked for any more. */
export const isShut = () => shut;

/**
 * What an answer says of who asked. Signed out: what was typed stays as it is, until the person has signed in in another
 * tab. Without the role: the page says so and follows the room no longer.
 * @param {number} status @returns {boolean} whether that is what it said
 */
export function turnedAway(status) {
  if (status !== 401 && status !== 403) return false;
  if (status === 403) shut = true;
  const dialog = document.getElementById(status === 401 ? "signed-out" : "role-lost");
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  return true;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (shut && /** @type {CustomEvent} */ (event).detail.requestConfig?.verb === "get") event.preventDefault();
});
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    const { xhr, requestConfig } = /** @type {CustomEvent} */ (event).detail ?? {};
    const status = xhr?.status ?? 0;
    // what the page asks by itself nobody tried: that there is no line stands below the clock
    if (failure === "htmx:sendError" && requestConfig?.verb === "get" && !requestConfig.triggeringEvent?.isTrusted) return;
    // one act that is refused says why in its own page; the page it was done on may still be open to who did it
    const refusal = status === 403 && requestConfig?.verb === "post" ? new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("[role=alert]")?.textContent?.trim() : "";
    if (!refusal && turnedAway(status)) return;
    show({ text: refusal || (document.getElementById("toasts")?.dataset.failed ?? ""), kind: "refused" });
  });
}
