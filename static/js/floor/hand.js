// Hand for hand: a table's hand is done, and who went out in it is told in the same act.

import { say } from "../board.js";
import { ordinal } from "../format.js";
import { handDone } from "./commands.js";
import { button, el, language, sheet, words } from "./page.js";
import { showSheet } from "./sheet.js";
import { askTakers, markOut } from "./takers.js";

/** @param {number} table @param {any} round what the room tells of hand-for-hand */
export function askHand(table, round) {
  const before = round.out.filter((/** @type {any} */ o) => o.table === table).map((/** @type {any} */ o) => o.name);
  const tell = (/** @type {Parameters<typeof handDone>[2]} */ out = undefined) => { handDone(table, round, out); sheet.close(); };
  const nobody = button(before.length ? words.nobody_else_out : words.nobody_out, () => tell(), { "data-kind": "main", "data-act": "nobody-out", icon: "check" });
  const [needed, rows, go] = markOut(table, [], (chairs, stacks) => askTakers(table, chairs, (answers) => tell({ chairs, stacks, answers })), before.length);
  // who is marked is not left out by a tap on the wrong button
  rows.addEventListener("change", () => { /** @type {HTMLButtonElement} */ (nobody).disabled = rows.querySelector("input:checked") !== null; });
  // below the line of Close, so that it has the whole width
  showSheet(say(words.hand_done_at, { table, round: round.number }), "", el("p", { class: "soft" }, words.hand_done_help),
    before.length ? el("p", {}, say(words.out_in_hand, { name: before.join(", ") })) : null,
    el("div", { class: "acts" }, nobody), needed, rows, go);
}

/** Who burst the bubble, and which place they share: players ask it at their table. @param {any} round @returns {HTMLElement[]} */
export const outLast = (round) => round?.on && round.out_last?.length ? [
  el("h3", {}, say(words.out_in_last, { n: round.number - 1 })),
  el("ul", { class: "rows", "data-part": "out-last" }, ...round.out_last.map((/** @type {any} */ one) => el("li", { class: "row" },
    el("span", {}, el("b", {}, one.player), ` · ${say(words.table, { table: one.table })}`),
    el("span", {}, [say(words.place, { place: ordinal(one.place, language) }), one.tied > 1 ? say(words.shared_by, { n: one.tied }) : ""].filter(Boolean).join(" · "))))),
] : [];
