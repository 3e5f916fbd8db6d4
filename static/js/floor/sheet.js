// The sheet over the page: one at a time, with its title and Close.

import { dots } from "../board.js";
import { button, el, sheet, words } from "./page.js";
import { state } from "./state.js";

let shown = 0;
/** @type {number[]} */
let tables = [];
/** Say which tables what is shown is about; without, it is the one that is opened. @param {number[]} about */
export const sheetIsOf = (about) => { tables = about; };
/** The tables that the sheet is about. */
export const tablesOfSheet = () => tables;
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
  tables = state.opened === null ? [] : [state.opened];
  sheet.replaceChildren(sheetHead(title, below, () => sheet.close()), ...what.filter((w) => w !== null));
  if (!sheet.open) sheet.showModal();
  shown = performance.now();
}
