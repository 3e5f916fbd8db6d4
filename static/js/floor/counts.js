// Counting chips: the numeric pad, seat after seat, and the whole table on one sheet.

import { say } from "../board.js";
import { nextTaken, pad, sheetLacks, sheetSum, wholeNumber } from "../seats.js";
import { ask } from "./ask.js";
import { chairOf, payloadOf, keep, stackText } from "./commands.js";
import { remembered } from "./memory.js";
import { button, el, number, page, sheet, tournament, words } from "./page.js";
import { showSheet } from "./sheet.js";
import { state } from "./state.js";

/** @typedef {import("../seats.js").Chair} Chair */

/**
 * The numeric pad. The first digit begins a new number.
 * @param {string} start @param {(typed: string) => void} [changed] @param {Node|null} [last] what stands where Enter would
 */
export function numbers(start, changed, last = null) {
  let typed = start;
  let fresh = true;
  const shown = el("output", { class: "typed figures", "aria-live": "polite" });
  const write = () => { shown.textContent = number(Number(typed)); changed?.(typed); };
  const press = (/** @type {string} */ key) => { typed = pad(fresh && key !== "delete" ? "" : typed, key); fresh = false; write(); };
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "000"].map((k) => button(k, () => press(k)));
  write();
  sheet.onkeydown = (event) => {
    if (!sheet.contains(shown) || /** @type {HTMLElement} */ (event.target).matches("select, input")) return;
    if (/^\d$/.test(event.key)) press(event.key);
    else if (event.key === "Backspace") press("delete");
  };
  return { typed: () => typed, parts: [shown, el("div", { class: "pad" }, ...keys, button("C", () => press("clear"), { "aria-label": words.clear }), button("", () => press("delete"), { "aria-label": words.delete, icon: "delete" }), ...(last ? [last] : []))] };
}

/** @typedef {{typed: string, standing: number}} Line */

/** How many stacks of a table nobody counted yet. @param {Line[]} lines */
const stillToCount = (lines) => say(words.stacks_left, { count: sheetLacks(lines) });

/** What a stack is compared with: the average of the tournament, as the house told it last. */
function averageSaid() {
  const average = (state.counts ?? page.counts)?.average_chips;
  return average ? say(words.average_is, { chips: number(average) }) : "";
}

/** What was counted beside what is in play. @param {HTMLElement} where @param {number} counted @param {number} played */
function tellInPlay(where, counted, played) {
  const over = counted - played;
  const alone = state.room?.tables.length === 1;
  where.toggleAttribute("data-amber", over > 0);
  where.textContent = over > 0
    ? say(over === 1 ? words.too_many_one : words.too_many, { chips: number(over) })
    : say(alone ? words.left_to_count : words.in_play, { chips: number(alone ? played - counted : played) });
}

/** The numeric pad; `inOrder` goes from seat to seat. @param {number} table @param {number} seat @param {boolean} inOrder */
export function countChips(table, seat, inOrder) {
  const chair = chairOf(table, seat);
  if (!chair) return sheet.close();
  const next = inOrder ? nextTaken(payloadOf(table)?.chairs ?? [], seat) : null;
  const keepIt = button(next === null ? words.keep : say(words.next_seat, { seat: next }), () => {
    const stack = Number(keys.typed());
    if (stack > 0 && stack !== chair.stack_chips) keep({ path: `entries/${chair.entry_id}/chips`, body: { stack_chips: stack }, title: say(words.did_chips, { name: chair.player, chips: number(stack) }), mark: { kind: "chips", stack_chips: stack, table, entries: [chair.entry_id] } });
    if (next === null) sheet.close();
    else countChips(table, next, true);
  }, { "data-kind": "main" });
  const soFar = inOrder ? el("p", { class: "soft figures", "data-part": "so-far" }) : null;
  const inPlay = inOrder ? el("p", { class: "soft figures", "data-part": "in-play" }) : null;
  let played = 0; // chips in play, once the house has said so
  /** @param {string} typed */
  const told = (typed) => {
    const lines = (payloadOf(table)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null).map((/** @type {Chair} */ c) => ({ typed: c.seat === seat ? typed : "", standing: c.stack_chips ?? 0 }));
    if (soFar) soFar.textContent = [say(words.counted_here, { chips: number(sheetSum(lines)) }), stillToCount(lines), averageSaid()].filter(Boolean).join(" · ");
    if (inPlay && played) tellInPlay(inPlay, sheetSum(lines), played);
  };
  const keys = numbers("", told, keepIt);
  if (inPlay) ask(`${tournament}/chips`).then(({ status, body }) => { if (status === 200 && inPlay.isConnected) { played = body.in_play_chips; told(keys.typed()); } });
  showSheet(`${chair.player}`, `${words.chips} · ${say(words.at_seat, { table, seat })}${stackText(chair) && ` · ${stackText(chair)}`}`, ...(soFar ? [soFar] : []), ...(inPlay ? [inPlay] : []), ...keys.parts);
  keepIt.focus();
}

/**
 * The whole table on one sheet: a field for each seat, an empty one was not counted, all of them kept at once. What is
 * typed stays on this tablet until it is kept, also when the sheet is closed or the page loaded anew. @param {number} table
 */
export function countTable(table) {
  const chairs = (payloadOf(table)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const draftKey = `${remembered}/sheet/${page.operator.id}/${table}`;
  /** @type {Record<string, string>} by entry: whoever takes a seat meanwhile has a field of their own */
  let draft = {};
  try { draft = JSON.parse(sessionStorage.getItem(draftKey) ?? "{}"); } catch { /* nothing was typed */ }
  const lines = chairs.map((/** @type {Chair} */ chair, /** @type {number} */ i) => {
    const field = /** @type {HTMLInputElement} */ (el("input", { id: `count-${chair.seat}`, class: "entry figures", inputmode: "numeric", autocomplete: "off", enterkeyhint: "next",
      "aria-label": say(words.chips_of, { seat: chair.seat, name: chair.player }), value: draft[String(chair.entry_id)] ?? "", input: () => { markWrong(false); remember(); recount(); },
      keydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") { e.preventDefault(); (lines[i + 1]?.field ?? go).focus(); } } }));
    const wrong = el("p", { id: `count-wrong-${chair.seat}`, class: "wrong", hidden: true }, words.not_whole);
    const markWrong = (/** @type {boolean} */ bad) => {
      wrong.hidden = !bad;
      for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", wrong.id]]) {
        if (bad) field.setAttribute(name, value);
        else field.removeAttribute(name);
      }
    };
    const was = stackText(chair);
    const row = el("li", { class: "row" }, el("div", {}, el("b", {}, `${chair.seat} · ${chair.player}`), el("p", { class: "soft" }, was ? say(words.last_count, { chips: was }) : words.not_counted), wrong), field);
    return { chair, field, markWrong, row };
  });
  const sum = el("output", { class: "figures", "data-part": "sum" });
  const left = el("p", { class: "soft", "data-part": "left" });
  const inPlay = el("p", { class: "soft", "data-part": "in-play" });
  let played = 0; // chips in play, once the house has said so
  // only what fingers do is remembered: an answer that comes after the counts were kept brings no draft back
  const remember = () => {
    try { sessionStorage.setItem(draftKey, JSON.stringify(Object.fromEntries(lines.filter((/** @type {any} */ l) => l.field.value).map((/** @type {any} */ l) => [l.chair.entry_id, l.field.value])))); } catch { /* lost with the page */ }
  };
  const recount = () => {
    const read = lines.map((/** @type {any} */ l) => ({ typed: l.field.value, standing: l.chair.stack_chips ?? 0 }));
    const typed = sheetSum(read);
    sum.textContent = number(typed);
    left.textContent = stillToCount(read);
    if (played) tellInPlay(inPlay, typed, played);
    go.toggleAttribute("disabled", !lines.some((/** @type {any} */ l) => l.field.value.trim()));
  };
  const go = button(words.keep_counts, () => {
    for (const { field, markWrong } of lines) markWrong(Number.isNaN(wholeNumber(field.value)));
    const first = lines.find((/** @type {any} */ l) => l.field.hasAttribute("aria-invalid"));
    if (first) return first.field.focus();
    const counted = lines.filter((/** @type {any} */ l) => l.field.value.trim()).map((/** @type {any} */ l) => ({ seat_number: l.chair.seat, entry_id: l.chair.entry_id, stack_chips: /** @type {number} */ (wholeNumber(l.field.value)) }));
    const chips_ = counted.reduce((/** @type {number} */ s, /** @type {any} */ c) => s + c.stack_chips, 0);
    keep({ path: `${tournament}/tables/${table}/stacks`, body: { stacks: counted }, title: say(counted.length === 1 ? words.did_count_table_one : words.did_count_table, { table, count: counted.length, chips: number(chips_) }),
      mark: { kind: "table_chips", table, entries: counted.map((/** @type {any} */ c) => c.entry_id), stacks: Object.fromEntries(counted.map((/** @type {any} */ c) => [c.entry_id, c.stack_chips])) } });
    try { sessionStorage.removeItem(draftKey); } catch { /* it is not there */ }
    sheet.close();
  }, { "data-kind": "main", "data-act": "keep-counts" });
  showSheet(words.count_table, say(words.table, { table }), el("p", { class: "soft" }, words.count_table_help), el("ul", { class: "rows" }, ...lines.map((/** @type {any} */ l) => l.row)),
    el("div", { class: "counted-sum" }, el("p", {}, `${words.on_sheet} `, sum), left, el("p", { class: "soft" }, averageSaid()), inPlay), go);
  recount();
  ask(`${tournament}/chips`).then(({ status, body }) => { if (status === 200 && sum.isConnected) { played = body.in_play_chips; recount(); } });
}
