// Hand for hand: a table's hand is done, and who went out in it is told in the same act.

import { say } from "../board.js";
import { handDone } from "./commands.js";
import { button, el, sheet, words } from "./page.js";
import { showSheet } from "./sheet.js";
import { askTakers, markOut } from "./takers.js";

/** @param {number} table @param {any} round what the room tells of hand-for-hand */
export function askHand(table, round) {
  const before = round.out.filter((/** @type {any} */ o) => o.table === table).map((/** @type {any} */ o) => o.name);
  const tell = (/** @type {Parameters<typeof handDone>[2]} */ out = undefined) => { handDone(table, round, out); sheet.close(); };
  showSheet(say(words.hand_done_at, { table, round: round.number }), words.hand_done_help,
    before.length ? el("p", {}, say(words.out_in_hand, { name: before.join(", ") })) : null,
    el("div", { class: "acts" }, button(before.length ? words.nobody_else_out : words.nobody_out, () => tell(), { "data-kind": "main", "data-act": "nobody-out", icon: "check" })),
    ...markOut(table, [], (chairs, stacks) => askTakers(table, chairs, (answers) => tell({ chairs, stacks, answers })), before.length));
}
