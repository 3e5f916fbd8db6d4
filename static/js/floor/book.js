// Rulings, also without a line.

import { say } from "../board.js";
import { icon } from "../icons.js";
import { rulingsView } from "../rulings.js";
import { payloadOf, keep } from "./commands.js";
import { remembered } from "./memory.js";
import { button, el, fill, language, page, tournament, view, words } from "./page.js";
import { state } from "./state.js";

/** @typedef {import("../seats.js").Chair} Chair */

/** The questions with their answers, as the house last told them. */
const bookKey = `${remembered}/book/${language}`;

try { state.book = JSON.parse(localStorage.getItem(bookKey) ?? "null"); } catch { /* it comes with the line */ }

export async function loadBook() {
  if (!page.may_rule) return;
  try {
    const answer = await fetch(page.book, { credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout(8000) });
    if (!answer.ok) return;
    state.book = await answer.json();
    localStorage.setItem(bookKey, JSON.stringify(state.book));
  } catch { /* what was loaded before holds */ }
}

const rulings = rulingsView({
  el, button, words,
  book: () => state.book,
  online: () => state.online,
  address: (kind, table) => `rulings/${kind}/${table ? `?table=${table}` : ""}`,
  players: (table) => (table ? [table] : Object.keys(state.heard).map(Number)).flatMap((t) => (payloadOf(t)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null).map((/** @type {Chair} */ c) => ({ entry_id: /** @type {number} */ (c.entry_id), name: `${table ? "" : `${t}/`}${c.seat} · ${c.player}` }))),
  log: ({ kind, title, situation, choice, decision, entry_id, table }) => keep({ path: `${tournament}/rulings`, body: { kind, situation, choice, ...(decision ? { decision } : {}), entry_id, table_number: table }, title: say(words.did_rule, { what: title }), mark: { kind: "ruling", table } }),
});

export function paintRulings(/** @type {number|null} */ table) {
  rulings.open(table);
  fill(view("rulings"), el("div", { class: "floor-head" }, el("a", { class: "button", "data-size": "touch", href: table ? `#${table}` : "#", "data-key": "back" }, icon("chevron-left"), table ? say(words.table, { table }) : words.back), el("h2", { id: "rulings-title", tabindex: "-1" }, words.rulings)),
    ...(state.online ? [] : [el("p", { class: "soft" }, words.rulings_offline)]), rulings.where);
}
