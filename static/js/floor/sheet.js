// The sheet over the page: one at a time, with its title and Close.

import { dots } from "../board.js";
import { button, el, sheet, words } from "./page.js";

let shown = 0;
/** Since when it shows what it shows, in the time of events. */
export const shownAt = () => shown;

/** The head of a sheet, here and in the style guide. @param {string} title @param {string} below @param {() => void} close @param {string} [id] */
export const sheetHead = (title, below, close, id = "sheet-title") =>
  el("div", { class: "sheet-head" },
    el("div", {}, el("h2", { id }, title), below ? el("p", { class: "soft" }, ...dots(below)) : null),
    button(words.close, close, { "data-kind": "quiet", icon: "x" }));

/** @param {string} title @param {string} below @param {...(Node|null)} what */
export function showSheet(title, below, ...what) {
  delete sheet.dataset.wide;
  sheet.replaceChildren(sheetHead(title, below, () => sheet.close()), ...what.filter((w) => w !== null));
  if (!sheet.open) sheet.showModal();
  shown = performance.now();
}
