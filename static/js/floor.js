// The floor's tablet: my tables, a table, a seat. What is done here is kept by outbox.js first and sent after.

import { ask } from "./floor/ask.js";
import { paintBar, paintOutbox } from "./floor/bar.js";
import { loadBook, paintRulings } from "./floor/book.js";
import { paintClock } from "./floor/clock.js";
import { outbox } from "./floor/commands.js";
import { askForDeal, review } from "./floor/deal.js";
import { follow, live } from "./floor/line.js";
import { paintList } from "./floor/list.js";
import { outboxSheet, sheet, view, words } from "./floor/page.js";
import { paintRecess } from "./floor/recess.js";
import { tablesOfSheet } from "./floor/sheet.js";
import { addressed, brokenOf, paintWith, repaint, state, viewOf } from "./floor/state.js";
import { paintTable } from "./floor/table.js";
import { heedTaps } from "./floor/taps.js";
import { say } from "./board.js";
import { letGo, onceLetGo } from "./pressed.js";
import { show } from "./toast.js";

/** Nothing is done at a table that is not there any more: what stood open for it goes, and says so. */
function leaveBrokenTable() {
  const broken = sheet.open ? brokenOf(tablesOfSheet(), state) : null;
  if (broken === null) return;
  sheet.close();
  show({ kind: "refused", text: say(words.table_broken, { table: broken }) });
}

function paint() {
  leaveBrokenTable();
  const showing = viewOf(state);
  for (const name of ["list", "table", "rulings"]) view(name).hidden = showing !== name;
  if (showing === "list") paintList();
  else if (showing === "table") paintTable();
  paintRecess();
  paintClock();
  paintBar();
  if (outboxSheet.open) paintOutbox();
  askForDeal();
}
// another sheet, another step of it, or none any more
heedTaps(() => [sheet.open, sheet.firstElementChild, outboxSheet.open, location.hash]);
paintWith(() => onceLetGo(document.body, paint));

function go() {
  const { ruling, opened, found } = addressed(location.hash);
  const before = ruling ? -1 : state.opened;
  Object.assign(state, { ruling, opened, found });
  for (const place of document.querySelectorAll("[data-place]")) {
    if (/** @type {HTMLElement} */ (place).dataset.place === (ruling ? "rulings" : "tables")) place.setAttribute("aria-current", "page");
    else place.removeAttribute("aria-current");
  }
  follow();
  if (state.ruling) paintRulings(state.opened);
  if (before !== state.opened) letGo(); // the tap that led here was heard
  repaint();
  if (before !== state.opened) /** @type {HTMLElement|null} */ ((found && document.querySelector('.chair[data-found] button')) || document.querySelector(ruling ? "#rulings-title" : state.opened === null ? "#tables-title" : "#table-title"))?.focus();
}
window.addEventListener("hashchange", () => {
  // what was said of an act on the page before is not about the table that is opened now
  for (const said of document.querySelectorAll("body > .notice")) said.remove();
  closeSheets();
  go();
});
// a sheet is of the page that it was opened over: nobody acts on it from another one, nor on a page that the browser kept
const closeSheets = () => { for (const one of [sheet, outboxSheet]) if (one.open) one.close(); };
window.addEventListener("pageshow", (event) => { if (event.persisted) closeSheets(); });
// Without a line the pages of the house cannot come: the tablet stays where it is and says so.
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement|null} */ (/** @type {HTMLElement} */ (event.target).closest?.("a[href]"));
  if (!link || (state.online && navigator.onLine) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  const question = new URL(link.href).pathname.endsWith("/rulings/");
  if (question) {
    sheet.close();
    const at = new URL(link.href).searchParams.get("table");
    location.hash = at ? `rulings/${at}` : "rulings";
    return;
  }
  ifAnswered(() => location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if ((state.online && navigator.onLine) || form.hasAttribute("hx-post") || form.method === "dialog") return;
  event.preventDefault();
  ifAnswered(() => form.submit());
});
/** @param {() => void} leave */
async function ifAnswered(leave) {
  const { status } = await ask("session");
  if (status) leave();
  else show({ kind: "refused", text: words.needs_server });
}

live.start();
loadBook();
outbox.load().then(() => {
  state.toldRefused = new Set(outbox.conflicts().map((c) => c.id));
  outbox.send();
  review();
}, () => { state.notSaved = true; repaint(); });
go();
