// A bust while a deal is voted on: the house asks before the vote ends with it, and somebody here answers.

import { say } from "../board.js";
import { timeOfDay } from "../format.js";
import { asksForDeal } from "../outbox.js";
import { session } from "./ask.js";
import { outbox, repeat } from "./commands.js";
import { button, el, language, outboxSheet, page, sheet, words } from "./page.js";
import { showSheet } from "./sheet.js";

/** @typedef {import("../outbox.js").Command} Command */

/** The deal of which it was said here that it falls was agreed meanwhile. @param {Command[]} these */
const holds = (these) => these.some((c) => c.outcome?.code === "deal_holds");

/** Why it was refused; a question says since when it stands, for the votes go on. @param {Command} c */
export const reasonOf = (c) => [c.outcome?.reason, asksForDeal(c) && c.answered ? say(words.as_of, { time: timeOfDay(c.answered + session.ahead, page.timezone, language) }) : ""].filter(Boolean).join(" ");

const waiting = () => outbox.conflicts().filter(asksForDeal);

/** @type {Set<string>} those about which it was asked already */
const asked = new Set();

/** Those that the press stood under, each with the deal it was asked about: of a newer one it is asked again. @param {Command[]} these */
async function dealFalls(these) {
  for (const c of these) await repeat(c, { falling_deal_id: holds([c]) ? undefined : c.outcome?.params?.deal_id });
}

/** @param {Command[]} these */
export const fallsButton = (these) => button(holds(these) ? words.deal_out : words.deal_falls, () => { sheet.close(); dealFalls(these); }, { "data-kind": "danger", "data-act": "deal-falls", icon: "log-out" });

/** Ask, as soon as nothing else is open. Left alone it stays with the refused ones, where it can be answered later. */
export function askForDeal() {
  const these = waiting();
  if (sheet.open || outboxSheet.open || these.every((c) => asked.has(c.id))) return;
  for (const c of these) asked.add(c.id);
  showSheet(holds(these) ? words.deal_holds : words.deal_asks, these.map((c) => c.title).join("; "),
    el("p", { role: "alert" }, reasonOf(these[these.length - 1])),
    el("div", { class: "acts" }, fallsButton(these), button(holds(these) ? words.deal_leave : words.deal_first, () => sheet.close(), { "data-act": "deal-first" })));
}
for (const dialog of [sheet, outboxSheet]) dialog.addEventListener("close", askForDeal);
