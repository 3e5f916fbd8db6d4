// The bar and the list of commands.

import { say } from "../board.js";
import { countdown, ordinal, timeOfDay } from "../format.js";
import { asksForDeal, bySameCause } from "../outbox.js";
import { session } from "./ask.js";
import { barParts, outboxButton, refusedRow, sentRow } from "./bar_parts.js";
import { canUndo, notCounted, outbox, ruleSaid, undo, undoWord, whyNoUndo } from "./commands.js";
import { fallsButton, reasonOf, review } from "./deal.js";
import { button, el, fill, language, outboxSheet, page, part, words } from "./page.js";
import { barSays, placeShown, state, unansweredSays } from "./state.js";

/** @typedef {import("../outbox.js").Command} Command */

const hasLine = () => state.online && !state.untold;

export function paintBar() {
  const waiting = outbox.unsent();
  const refused = outbox.conflicts();
  const at = state.opened !== null && state.heard[state.opened] ? state.heard[state.opened].at : state.roomAt;
  const last = outbox.commands.find((c) => c.id === state.lastId);
  const { word, count } = barSays({ notSaved: state.notSaved, refused: refused.length, held: refused.filter(asksForDeal).length, unread: !outbox.loaded, writing: outbox.writes.length, waiting: waiting.length, signIn: outbox.signIn });
  const text = say(words[word], { count, name: page.operator.name });
  fill(part("bar"), ...barParts({
    live: hasLine(),
    line: hasLine() ? words.live : at ? say(words.age, { time: countdown(Date.now() - at) }) : words.no_data,
    last: last && last.state !== "refused" ? `${say(words.saved, { what: last.title })} · ${stateWord(last)}${placeOf(last)}` : "",
    undo: last && canUndo(last) ? button(undoWord(last), () => undo(last), { "data-key": "undo", icon: "undo-2" }) : null,
    noUndo: last ? whyNoUndo(last) : "",
    out: outbox.signIn ? el("a", { class: "button", "data-size": "touch", href: page.sign_in, "data-key": "sign-in" }, text)
      : outboxButton(text, { wrong: Boolean(refused.length || state.notSaved), waits: Boolean(waiting.length || outbox.writes.length) }, openOutbox),
  }));
}

/** The place of the one who went out; of one who is in again, the seat, where it is another one. @param {Command} c */
function placeOf(c) {
  const back = c.outcome?.result;
  if (back?.own_seat === false) return ` · ${say(words.sits_now, { name: back.name, table: back.table_number, seat: back.seat_number })}`;
  const out = placeShown(c, state.placesAt);
  return out ? ` · ${say(out.final ? words.placed : words.placed_for_now, { place: say(words.place, { place: ordinal(out.place, language) }) })}` : "";
}

/** @param {Command} c */
function stateWord(c) {
  if (c.by !== page.operator.id && c.state === "queued") return say(words.waits_for, { name: c.who });
  if (c.state === "queued" && c.tries > 0) return `${words.state_queued} (${words[unansweredSays(hasLine())]})`;
  return c.outcome ? words["kind_" + c.outcome.kind] : words["state_" + c.state];
}

function openOutbox() {
  paintOutbox();
  if (!outboxSheet.open) outboxSheet.showModal();
  if (outbox.conflicts().length) review();
}

/** Given at another tournament of this tablet. @param {Command} c */
const elsewhere = (c) => c.mark.event !== undefined && c.mark.event.id !== page.tournament_id;

/** When it was given, and where, of what is not of this tournament. @param {Command} c */
const whenAndWhere = (c) => [elsewhere(c) ? c.mark.event.name : "", timeOfDay(c.at + session.ahead, page.timezone, language)].filter(Boolean).join(" · ");

/** What the list is headed by: what is in it was sent, or is to be sent, or both. @param {Command[]} listed */
function listTitle(listed) {
  const sent = listed.filter((c) => c.state === "done").length;
  if (sent === listed.length) return "sent_list";
  return sent ? "partly_sent_list" : "to_send_list";
}

export function paintOutbox() {
  const refused = outbox.conflicts();
  // what another tournament has is its own page's; what is not settled stays in sight
  const others = outbox.commands.filter((c) => c.state !== "refused" && !(c.state === "done" && elsewhere(c))).slice(-40).reverse();
  outboxSheet.replaceChildren(
    el("div", { class: "sheet-head" }, el("h2", { id: "outbox-title" }, refused.length ? (refused.every(asksForDeal) ? words.held_list : words.refused_list) : words[listTitle(others)]), button(words.close, () => outboxSheet.close(), { "data-kind": "quiet", icon: "x" })),
    el("ul", { class: "rows" }, ...bySameCause(refused, (c) => String(c.mark.entries ?? c.id)).map((same) => {
      const c = same[same.length - 1];
      const rule = ruleSaid(c.outcome?.rule);
      return refusedRow({
        titles: same.map((one) => one.title),
        where: elsewhere(c) ? c.mark.event.name : "",
        given: say(words.given_by, { name: c.who, time: timeOfDay(c.at + session.ahead, page.timezone, language) }),
        why: `${reasonOf(c)}${rule ? ` (${rule})` : ""}`,
        now: c.now ? say(words.now_here, { what: c.now }) : "",
      }, [asksForDeal(c) ? fallsButton(same) : null, button(words.settle, async () => { for (const one of same) await outbox.settle(one.id); })]);
    })),
    el("ul", { class: "rows" }, ...others.map((c) => sentRow(
      { title: c.title, state: c.state, line: `${whenAndWhere(c)} · ${stateWord(c)}${placeOf(c)}`, wrong: String(notCounted(c) || "") },
      canUndo(c) ? button(undoWord(c), () => undo(c)) : el("span", { class: "soft" }, whyNoUndo(c))))),
    refused.length + others.length ? "" : el("p", { class: "soft" }, words.nothing_sent));
}
