// Who went out, alone or with others in one hand, and who took the chips.

import { say } from "../board.js";
import { bust, payloadOf } from "./commands.js";
import { button, el, page, sheet, words } from "./page.js";
import { showSheet } from "./sheet.js";

/** @typedef {import("../seats.js").Chair} Chair */
/** @typedef {import("./commands.js").Answer} Answer */

/**
 * Where a bounty hangs on each head: who took the chips of each of these, one after another. Nothing is chosen
 * beforehand; nobody is a choice, and so is to say it later.
 * @param {number} table @param {Chair[]} gone @param {(answers: Answer[]) => void} then @param {Answer[]} [answers]
 */
export function askTakers(table, gone, then, answers = []) {
  if (!page.bounty || answers.length === gone.length) return then(answers);
  const chair = gone[answers.length];
  const out = new Set(gone.map((c) => c.entry_id));
  const mates = (payloadOf(table)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null && !out.has(c.entry_id));
  /** @type {number[]} in the order of the taps: an odd cent goes to the first */
  let marked = [];
  const next = (/** @type {Answer} */ answer) => askTakers(table, gone, then, [...answers, answer]);
  const go = button(words.by_marked, () => next({ by_entries: marked }), { "data-kind": "danger", "data-act": "by-marked", disabled: true });
  const tiles = mates.map((/** @type {Chair} */ c) => button(`${c.seat} · ${c.player}`, () => {
    const id = /** @type {number} */ (c.entry_id);
    marked = marked.includes(id) ? marked.filter((m) => m !== id) : [...marked, id];
    tiles.forEach((/** @type {HTMLElement} */ tile, /** @type {number} */ i) => tile.setAttribute("aria-pressed", String(marked.includes(/** @type {number} */ (mates[i].entry_id)))));
    /** @type {HTMLButtonElement} */ (go).disabled = !marked.length;
  }, { "aria-pressed": "false", "data-taker": c.seat }));
  showSheet(words.who_took, `${chair.player} · ${say(words.seat, { seat: chair.seat })} · SCPT.P`,
    el("div", { class: "acts" }, ...tiles),
    el("div", { class: "acts" }, go,
      button(words.by_nobody, () => next({ by_entries: [], nobody: true }), { "data-act": "by-nobody" }),
      button(words.decide_later, () => next({ by_entries: [] }), { "data-act": "decide-later" })));
}

/**
 * Who went out in one hand, and with which stacks it began: the rows to mark them in, and the button that says it.
 * @param {number} table @param {number[]} first who is marked from the start @param {(gone: Chair[], stacks: (number|null)[]) => void} then
 * @param {number} [already] how many are noted as out in it
 * @returns {[HTMLElement, HTMLElement, HTMLElement]}
 */
export function markOut(table, first, then, already = 0) {
  const chairs = payloadOf(table)?.chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null && !c.pending?.includes("bust")) ?? [];
  const out = new Set(first);
  const field = (/** @type {Chair} */ c) => /** @type {HTMLInputElement} */ (sheet.querySelector(`#before-${c.seat}`));
  const needed = el("p", { class: "notice", "data-kind": "warn", role: "alert", hidden: true }, words.stacks_needed);
  const go = button("", () => {
    const gone = chairs.filter((/** @type {Chair} */ c) => out.has(c.seat));
    const stacks = gone.map((/** @type {Chair} */ c) => Number(field(c).value.replace(/\D/g, "")) || null);
    // of several the stack decides the place: the house takes none without it
    const missing = gone.length + already > 1 ? gone.find((/** @type {Chair} */ c) => stacks[gone.indexOf(c)] === null) : undefined;
    needed.hidden = missing === undefined;
    if (missing === undefined) return then(gone, stacks);
    for (const c of chairs) field(c).setAttribute("aria-invalid", String(gone.includes(c) && stacks[gone.indexOf(c)] === null));
    field(missing).focus();
    return needed.scrollIntoView({ block: "nearest" });
  }, { "data-kind": "danger", "data-act": "together-out" });
  const count = () => { go.textContent = say(words.several_out, { count: out.size }); /** @type {HTMLButtonElement} */ (go).disabled = !out.size; };
  count();
  return [
    needed,
    el("ul", { class: "rows" }, ...chairs.map((/** @type {Chair} */ c) => el("li", { class: "row" },
      el("label", { class: "tick" }, el("input", { type: "checkbox", checked: out.has(c.seat), change: (/** @type {any} */ e) => { if (e.target.checked) out.add(c.seat); else out.delete(c.seat); count(); } }), `${c.seat} · ${c.player}`),
      el("input", { id: `before-${c.seat}`, inputmode: "numeric", class: "entry", "aria-label": say(words.stack_before, { seat: c.seat }), placeholder: words.stack, value: c.stack_chips ?? "" })))),
    go,
  ];
}

/** Several out in one hand. @param {number} table @param {Chair} first */
export function together(table, first) {
  showSheet(words.together, words.together_help,
    ...markOut(table, [first.seat], (gone, stacks) => askTakers(table, gone, (answers) => { bust(table, gone, stacks, answers); sheet.close(); })));
}
