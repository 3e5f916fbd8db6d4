// Penalties: the ladder with its reasons, what was given and served, disqualification, under age.

import { say } from "../board.js";
import { onceLetGo } from "../pressed.js";
import { roundCost } from "../seats.js";
import { played } from "../tablet_clock.js";
import { ask } from "./ask.js";
import { chairOf, keep, payloadOf } from "./commands.js";
import { numbers } from "./counts.js";
import { button, el, number, page, sheet, tournament, words } from "./page.js";
import { keeper } from "./recess.js";
import { showSheet } from "./sheet.js";
import { state } from "./state.js";
import { askTakers } from "./takers.js";

/** @typedef {import("../seats.js").Chair} Chair */

/** @type {Record<string, string>} the reasons of the list in every language, in the reader's */
const KNOWN = JSON.parse(words.reasons_known);
/** Why a penalty was given, in the reader's language where it is of the list. @param {string} reason */
const reasonWord = (reason) => KNOWN[reason] ?? reason;

/**
 * Why, to be picked: tiles, none of them chosen for anybody, or own words. `chosen` tells when there is a reason.
 * @param {(why: string) => void} chosen @param {string} [before] what was chosen on the sheet before this one
 */
function whyField(chosen, before = "") {
  const own = /** @type {HTMLInputElement} */ (el("input", { id: "why-own", maxlength: "300", autocomplete: "off", input: () => pick(own.value.trim()) }));
  const tiles = words.reasons.split("|").map((r) => button(r, () => { own.value = ""; pick(r); }, { "data-why": r, "aria-pressed": String(r === before) }));
  if (!words.reasons.split("|").includes(before)) own.value = before;
  const pick = (/** @type {string} */ why) => {
    for (const tile of tiles) tile.setAttribute("aria-pressed", String(tile.dataset.why === why));
    chosen(why);
  };
  return el("div", { class: "why" }, el("p", { id: "why-title" }, words.why), el("div", { class: "acts small", role: "group", "aria-labelledby": "why-title" }, ...tiles),
    el("div", { class: "field" }, el("label", { for: "why-own" }, words.other_reason), own));
}

/**
 * One more hand of a penalty was sat out. It goes by its number: two people who tell the same hand count it once.
 * @param {number} table @param {Chair} chair @param {{penalty_id: number, hands_owed: number, hands_served: number}} given
 * @param {() => void} after
 */
export const servedButton = (table, chair, given, after) => button(say(words.serve, { hand: given.hands_served + 1, served: given.hands_served, owed: given.hands_owed }), () => {
  const served = given.hands_served + 1;
  keep({ path: `penalties/${given.penalty_id}/serve`, body: { hand_number: served }, title: say(words.did_serve, { name: chair.player, served, owed: given.hands_owed }), mark: { kind: "serve", table, entries: [chair.entry_id], penalty_id: given.penalty_id, served } }).then(after);
}, { "data-act": "serve" });

/**
 * The hand that was counted last is dealt again after a misdeal: it keeps its number and counts once.
 * @param {number} table @param {Chair} chair @param {{penalty_id: number, hands_owed: number, hands_served: number}} given
 */
const redealButton = (table, chair, given) => button(say(words.redeal, { hand: given.hands_served }), () => {
  keep({ path: `penalties/${given.penalty_id}/serve`, body: { hand_number: given.hands_served }, title: say(words.did_redeal, { name: chair.player, hand: given.hands_served }), mark: { kind: "redeal", table, entries: [chair.entry_id] } });
  sheet.close();
}, { "data-act": "redeal" });

/** A step of the ladder in words. @param {string} kind @param {number} rounds */
function stepOf(kind, rounds) {
  if (kind === "missed_rounds") return rounds === 1 ? words.one_round : say(words.missed_rounds, { count: rounds });
  return { warning: words.warning, missed_hand: words.missed_hand, disqualification: words.disqualify }[kind] ?? kind;
}

/**
 * Why, how much, and one button that repeats both; what the person brings along stands beside it. Nothing is chosen
 * beforehand, and to disqualify is another act. @param {number} table @param {Chair} chair
 */
export function penalty(table, chair) {
  let why = "";
  /** @type {{kind: string, rounds: number}|null} */
  let dose = null;
  const go = /** @type {HTMLButtonElement} */ (button("", () => {
    if (!why || !dose) return;
    keep({ path: `entries/${chair.entry_id}/penalties`, body: { ...dose, reason: why }, title: say(words.did_penalty, { kind: stepOf(dose.kind, dose.rounds), name: chair.player }), mark: { kind: "penalty", table, entries: [chair.entry_id] } });
    sheet.close();
  }, { "data-kind": "danger", "data-act": "give" }));
  const ready = () => {
    go.disabled = !why || !dose;
    go.textContent = dose && why ? say(words.give_now, { step: stepOf(dose.kind, dose.rounds), why }) : words.give_waits;
    disqualifies.disabled = page.may_disqualify && !why;
  };
  const hands = (payloadOf(table)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null).length;
  /** @param {string} kind @param {number} rounds */
  const step = (kind, rounds) => {
    const made = button(stepOf(kind, rounds), () => {
      dose = { kind, rounds };
      for (const one of steps) one.setAttribute("aria-pressed", String(one === made));
      ready();
    }, { "data-act": kind + (rounds || ""), "data-step": stepOf(kind, rounds), "aria-pressed": "false" });
    if (kind === "warning") made.append(el("small", {}, words.only_written));
    if (rounds && hands) made.append(el("small", {}, say(words.so_many_hands, { count: rounds * hands })));
    return made;
  };
  const steps = [step("warning", 0), step("missed_hand", 0), ...[1, 2, 3, 4].map((n) => step("missed_rounds", n))];
  const cost = roundCost(played(keeper.show()), hands);
  const disqualifies = /** @type {HTMLButtonElement} */ (button(words.disqualify, () => disqualify(table, chair, why), { "data-act": "disqualify", "data-step": words.disqualify }));
  // who may not disqualify is told so: that needs no reason
  disqualifies.append(el("small", {}, words.only_director));
  const again = () => { const now = chairOf(table, chair.seat); if (now) penalty(table, now); };
  const known = el("div", { class: "history" }, el("p", { class: "soft" }, state.online ? "…" : words.history_waits));
  showSheet(words.penalty, `${chair.player} · ${say(words.at_seat, { table, seat: chair.seat })}`,
    el("div", { class: "two-parts" },
      el("div", { class: "stack" },
        whyField((/** @type {string} */ reason) => { why = reason; ready(); }),
        el("p", { id: "dose-title" }, el("b", {}, words.how_much)),
        el("div", { class: "acts small doses", role: "group", "aria-labelledby": "dose-title" }, ...steps),
        // who sits out is dealt in: blinds and antes are taken off the stack
        cost ? el("p", { class: "soft", "data-part": "round-cost" }, say(words.round_costs, { chips: number(cost) })) : null,
        el("div", { class: "acts small apart" }, disqualifies)),
      el("div", { class: "stack" }, known,
        chair.penalties?.length ? el("ul", { class: "rows", "aria-label": words.penalties_given }, ...chair.penalties.map((p) => el("li", { class: "row" },
          el("div", {}, el("b", {}, stepOf(p.kind, p.rounds ?? 0)), el("p", { class: "soft" }, reasonWord(p.reason) + (p.hands_owed ? ` · ${say(words.served_of, { served: p.hands_served, owed: p.hands_owed })}` : ""))),
          el("div", { class: "buttons" },
            p.hands_served < p.hands_owed ? servedButton(table, chair, p, again) : null,
            p.hands_served ? redealButton(table, chair, p) : null,
            button(words.take_back, () => {
              keep({ path: `penalties/${p.penalty_id}/undo`, title: say(words.undo_of, { what: say(words.did_penalty, { kind: stepOf(p.kind, p.rounds ?? 0), name: chair.player }) }), mark: { kind: "undo", table, entries: [chair.entry_id] } });
              sheet.close();
            }))))) : null,
        el("div", { class: "stands" }, go, el("p", { class: "soft" }, words.undo_stays)))));
  sheet.dataset.wide = "";
  ready();
  historyOf(chair, known);
}

/** What the person brings along from all tournaments, and the step it leads to. @param {Chair} chair @param {HTMLElement} known */
async function historyOf(chair, known) {
  const { status, body } = await ask(`entries/${chair.entry_id}/penalties`);
  // what comes in moves what stands below it
  await /** @type {Promise<void>} */ (new Promise((go) => onceLetGo(sheet, go)));
  if (!known.isConnected) return;
  if (status !== 200) return known.replaceChildren(el("p", { class: "soft" }, words.history_waits));
  const step = stepOf(body.next.kind, body.next.rounds);
  known.replaceChildren(el("p", {}, say(body.history.length ? words.history_some : words.history_none, { count: body.next.earlier, step })),
    body.history.length ? el("ul", { class: "rows", "aria-label": words.history }, ...body.history.slice(0, 5).map((/** @type {any} */ p) => el("li", { class: "row" },
      el("div", {}, el("b", {}, stepOf(p.kind, p.rounds)), el("p", { class: "soft" }, `${reasonWord(p.reason)} · ${p.tournament}`))))) : "");
  for (const one of known.closest(".two-parts")?.querySelectorAll("[data-step]") ?? []) {
    if (/** @type {HTMLElement} */ (one).dataset.step === step) one.append(el("small", {}, words.proposed));
  }
}

/** What was sent, by entry: a refusal leads back to it. @type {Map<number, {why: string, stack: string}>} */
const disqualified = new Map();

/** The chips leave play with the player. @param {number} table @param {Chair} chair @param {string} why as chosen with the steps */
function disqualify(table, chair, why) {
  if (!page.may_disqualify) return showSheet(words.disqualify, chair.player, el("p", {}, words.director_disqualifies));
  const before = disqualified.get(chair.entry_id ?? 0);
  if (!why) why = before?.why ?? "";
  const ready = () => { /** @type {HTMLButtonElement} */ (go).disabled = !why || !Number(keys.typed()); };
  const go = button("", () => {
    const stack = Number(keys.typed());
    disqualified.set(chair.entry_id ?? 0, { why, stack: String(stack) });
    askTakers(table, [chair], ([answer]) => {
      keep({ path: `${tournament}/eliminations`, body: { table_number: table, busts: [{ entry_id: chair.entry_id, stack_chips_start: stack, ...(answer ?? { by_entries: [] }) }], reason: "disqualified", why }, title: say(words.did_disqualify, { name: chair.player, chips: number(stack) }), mark: { kind: "disqualify", table, entries: [chair.entry_id] } });
      sheet.close();
    });
  }, { "data-kind": "danger", "data-act": "disqualify-now" });
  const keys = numbers(before?.stack ?? (chair.stack_chips === null ? "" : String(chair.stack_chips)), (typed) => {
    go.textContent = say(words.disqualify_now, { chips: number(Number(typed)) });
    /** @type {HTMLButtonElement} */ (go).disabled = !why || !Number(typed);
  });
  showSheet(words.disqualify, `${chair.player} · ADTP.67D`, whyField((/** @type {string} */ reason) => { why = reason; ready(); }, why), el("p", { class: "soft" }, words.chips_leave), ...keys.parts, go);
}

/**
 * A minor: the chips leave play, nobody registers the person until a document was checked. Kept for later like every
 * act here: the house takes it whatever has become of the seat meanwhile. @param {number} table @param {Chair} chair
 */
export function underAge(table, chair) {
  if (!page.may_disqualify) return showSheet(words.under_age, chair.player, el("p", {}, words.director_disqualifies));
  const go = button("", () => {
    const stack = Number(keys.typed());
    keep({ path: `${tournament}/under-age`, body: { player_id: chair.player_id, stack_chips: stack }, title: say(words.did_under_age, { name: chair.player, chips: number(stack) }), mark: { kind: "under_age", table, entries: [chair.entry_id] } });
    sheet.close();
  }, { "data-kind": "danger", "data-act": "under-age-now" });
  const keys = numbers(chair.stack_chips === null ? "" : String(chair.stack_chips), (typed) => {
    go.textContent = say(words.under_age_now, { chips: number(Number(typed)) });
    /** @type {HTMLButtonElement} */ (go).disabled = !Number(typed);
  });
  showSheet(words.under_age, `${chair.player} · SCPT.F`, el("p", { class: "soft" }, words.under_age_means), ...keys.parts, go);
}
