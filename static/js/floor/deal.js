// A bust while a deal is voted on: the house asks before the vote ends with it, and somebody here answers.

import { say } from "../board.js";
import { timeOfDay } from "../format.js";
import { asksForDeal, stillAsked } from "../outbox.js";
import { ask, session } from "./ask.js";
import { outbox, repeat } from "./commands.js";
import { button, el, language, outboxSheet, page, sheet, words } from "./page.js";
import { sheetIsOf, showSheet } from "./sheet.js";
import { repaint } from "./state.js";

/** @typedef {import("../outbox.js").Command} Command */

/** The deal of which it was said here that it falls was agreed meanwhile. @param {Command[]} these */
const holds = (these) => these.some((c) => c.outcome?.code === "deal_holds");

/** Why it was refused; a question says since when it stands, for the votes go on. @param {Command} c */
export const reasonOf = (c) => [c.outcome?.reason, asksForDeal(c) && c.answered ? say(words.as_of, { time: timeOfDay(c.answered + session.ahead, page.timezone, language) }) : ""].filter(Boolean).join(" ");

/** Of this tournament, for a question belongs to its own, and not put off. */
const waiting = () => outbox.conflicts().filter((c) => asksForDeal(c) && !c.left && (c.mark.event?.id ?? page.tournament_id) === page.tournament_id);

/** @type {Set<string>} those about which it was asked already */
const asked = new Set();

/** @type {Command[]} those whose question is on the sheet */
let shown = [];

// what an earlier page left is asked about only once it is known to stand
let reviewed = false;
let reviewing = false;
let anew = false;

/** Look how it stands with all that was refused: a question that the evening left behind goes, also from under the eyes. */
export async function review() {
  anew = reviewing;
  if (reviewing) return;
  reviewing = true;
  try {
    do {
      anew = false;
      await outbox.review((c) => stillAsked(c, ask, page.tournament_id));
      for (const c of outbox.conflicts()) c.now = (await outbox.look(c)) || c.now;
    } while (anew);
  } finally {
    reviewing = false;
    reviewed = true;
  }
  const left = new Set(outbox.conflicts().map((c) => c.id));
  if (shown.length && !shown.some((c) => left.has(c.id))) sheet.close();
  repaint();
}

/** The room changed: does what is asked here still stand? */
export function reviewAsked() {
  if (outbox.conflicts().some(asksForDeal)) review();
}

/** Those that the press stood under, each with the deal it was asked about: of a newer one it is asked again. @param {Command[]} these */
async function dealFalls(these) {
  for (const c of these) await repeat(c, { falling_deal_id: holds([c]) ? undefined : c.outcome?.params?.deal_id });
}

/** @param {Command[]} these */
export const fallsButton = (these) => button(holds(these) ? words.deal_out : words.deal_falls, () => { sheet.close(); dealFalls(these); }, { "data-kind": "danger", "data-act": "deal-falls", icon: "log-out" });

/** Ask, as soon as nothing else is open. Put off it stays with the refused ones, where it can be answered later. */
export function askForDeal() {
  const these = waiting();
  if (!reviewed || sheet.open || outboxSheet.open || these.every((c) => asked.has(c.id))) return;
  for (const c of these) asked.add(c.id);
  shown = these;
  showSheet(holds(these) ? words.deal_holds : words.deal_asks, these.map((c) => c.title).join("; "),
    el("p", { role: "alert" }, reasonOf(these[these.length - 1])),
    el("div", { class: "acts" }, fallsButton(these), button(holds(these) ? words.deal_leave : words.deal_first, () => sheet.close(), { "data-act": "deal-first" })));
  sheetIsOf([]); // a question of the whole room: it stays where the table breaks
}
sheet.addEventListener("close", () => {
  // closed, however: whoever wants to answer finds it in the list, and no reload puts it again
  for (const c of shown) outbox.leave(c.id).catch(() => {});
  shown = [];
});
for (const dialog of [sheet, outboxSheet]) dialog.addEventListener("close", askForDeal);
