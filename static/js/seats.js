// What a seat is and which comes next: without a page, so that it can be tested. Where it stands says the style sheet.

/**
 * @typedef {object} Chair as of the topic staff/tournament/<id>/table/<n>, with `pending` of outbox.js
 * @property {number} seat
 * @property {number|null} entry_id
 * @property {number|null} [player_id]
 * @property {string} player
 * @property {number|null} stack_chips what it is now, as far as anybody knows
 * @property {{chips: number, level: number, recess: boolean, stands: boolean, bust_since: boolean}|null} [stack] as last counted
 * @property {boolean} verified
 * @property {boolean} waits_for_button
 * @property {boolean} away
 * @property {number} hands_owed
 * @property {{penalty_id: number, kind: string, hands_owed: number, hands_served: number, rounds?: number, reason: string}[]} [penalties]
 * @property {string[]} [pending]
 */

/**
 * What a seat is: by name for the style sheet, and in words for people.
 * @param {Chair} chair
 * @param {Record<string, string>} words
 * @returns {{state: string, text: string}}
 */
export function seatState(chair, words) {
  if (chair.entry_id === null) return { state: "empty", text: words.empty };
  if (chair.pending?.length) {
    const kind = chair.pending[chair.pending.length - 1];
    return { state: "pending", text: words["pending_" + kind] ?? words.pending_away };
  }
  if (chair.hands_owed > 0) return { state: "penalty", text: (chair.hands_owed === 1 ? words.owes_one : words.owes).replace("%(count)s", String(chair.hands_owed)) };
  if (chair.away) return { state: "away", text: words.away };
  if (chair.waits_for_button) return { state: "locked", text: words.waits_button };
  if (!chair.verified) return { state: "unverified", text: words.unverified };
  return { state: "seated", text: "" };
}

/** Whether who sits there is to be verified and the seat's one state says something else. @param {Chair} chair @param {string} state */
export const isAlsoToVerify = (chair, state) => chair.entry_id !== null && !chair.verified && state !== "unverified" && !chair.pending?.includes("verify");

// as the director's map says it (web/director/table_cards.py)
const SHORT_BIG_BLINDS = 10;

/** How many big blinds a short stack has, of a count that still stands; null where it is not short. @param {Chair} chair @param {number} big */
export function shortOf(chair, big) {
  if (!big || chair.entry_id === null || chair.stack_chips === null || !chair.stack?.stands) return null;
  return chair.stack_chips < SHORT_BIG_BLINDS * big ? Math.floor(chair.stack_chips / big) : null;
}

/** The next taken seat after this one, going round; null when it was the last. @param {Chair[]} chairs @param {number} seat */
export function nextTaken(chairs, seat) {
  return chairs.filter((c) => c.entry_id !== null && c.seat > seat).sort((a, b) => a.seat - b.seat)[0]?.seat ?? null;
}

/**
 * Where a player may go: the table that the rules propose first, then who needs players most; the own table last, for
 * a seat that was taken by mistake.
 * @template {{table: number, players: number}} Line
 * @param {Line[]} lines @param {{from: number, proposed: number|null}} way
 */
export function targetTables(lines, { from, proposed }) {
  const rank = (/** @type {Line} */ l) => (l.table === from ? Infinity : l.table === proposed ? -1 : l.players);
  return [...lines].sort((a, b) => (rank(a) === rank(b) ? a.table - b.table : rank(a) - rank(b)));
}

/** @param {Chair[]} chairs */
export function freeSeats(chairs) {
  return chairs.filter((c) => c.entry_id === null).map((c) => c.seat);
}

/**
 * What the numeric pad shows after a key.
 * @param {string} typed digits so far
 * @param {string} key a digit, "00", "000", "delete" or "clear"
 */
export function pad(typed, key) {
  if (key === "clear") return "";
  if (key === "delete") return typed.slice(0, -1);
  const next = (typed + key).replace(/^0+/, "");
  return next.length > 10 ? typed : next;
}

/**
 * What lies at a table by its sheet: what was typed, and where nothing was, a count that still stands.
 * @param {{typed: string, standing: number}[]} lines
 */
export function sheetSum(lines) {
  return lines.reduce((sum, { typed, standing }) => sum + (wholeNumber(typed) || standing), 0);
}

/** How many stacks its sheet lacks: nothing was typed, and no count stands. @param {{typed: string, standing: number}[]} lines */
export function sheetLacks(lines) {
  return lines.filter(({ typed, standing }) => !(wholeNumber(typed) || standing)).length;
}

/**
 * Chips as people write them: digits in one run or in groups of three, as web/forms.py reads them. null: none at all,
 * NaN: no whole number above zero.
 * @param {string} typed
 */
export function wholeNumber(typed) {
  const text = typed.trim();
  if (!text) return null;
  if (!/^(\d{1,15}|\d{1,3}([., \u00a0\u202f]\d{3}){1,4})$/.test(text)) return NaN;
  return Number(text.replace(/\D/g, "")) || NaN;
}

/**
 * What a round takes off the stack of who sits it out: both blinds once, and the antes of its hands. @param {import("./clock.js").Item|null} level @param {number} players
 */
export function roundCost(level, players) {
  if (!level || players < 2) return 0;
  return (level.small_blind ?? 0) + (level.big_blind ?? 0) + (level.ante ?? 0) * (level.ante_kind === "big_blind" ? 1 : players);
}

/** What an undo tells beside its address. @param {{mark: Record<string, any>}} command @returns {Record<string, any>} */
export function undoBody(command) {
  if (command.mark.kind === "hand") return { round: command.mark.round };
  if (command.mark.kind === "away") return { away: !command.mark.away };
  return command.mark.kind === "serve" ? { hand_number: command.mark.served } : {};
}

// what has its inverse once it is answered: until then the undo waits behind it
const UNDONE_LATER = new Set(["bust", "disqualify", "under_age", "move", "penalty", "serve", "hand", "away"]);
const GOES_OUT = new Set(["bust", "disqualify", "under_age"]);

/** May this still be taken back by an act that is sent after it? @param {{state: string, tries: number, mark: Record<string, any>}} command */
export function undoesLater(command) {
  const out = GOES_OUT.has(command.mark.kind) ? command.mark.entries?.length === 1 : true;
  return (command.state === "queued" || command.state === "sending") && command.tries > 0 && !command.mark.undone && out && UNDONE_LATER.has(command.mark.kind);
}

/**
 * Does the round of a hand that was told here still wait, or can it be opened again: nobody has done the next one.
 * @param {{mark: Record<string, any>}} command @param {any} round what the room tells of hand-for-hand
 */
export function handIsOpen({ mark }, round) {
  return Boolean(round?.on) && (round.round === mark.round || (round.round === mark.round + 1 && round.last_done === mark.table));
}

/**
 * The round whose hand of a table can be taken back, as the house tells it: reported, nobody out in it, and not followed by the
 * next one; null where there is none.
 * @param {number} table @param {any} round what the room tells of hand-for-hand
 * @returns {number|null}
 */
export function handToTakeBack(table, round) {
  if (!round?.on) return null;
  if (round.done.includes(table)) return round.out.some((/** @type {any} */ o) => o.table === table) ? null : round.round;
  return round.last_done === table ? round.round - 1 : null;
}

/**
 * The address that takes back what an answered command did, or null.
 * @param {{id?: string, path?: string, state: string, outcome?: {kind: string, result?: any}, mark: Record<string, any>}} command
 */
export function undoPath(command) {
  if (command.state !== "done" || command.mark.undone) return null;
  const result = command.outcome?.result ?? {};
  if (GOES_OUT.has(command.mark.kind) && result.eliminations?.length === 1) return `eliminations/${result.eliminations[0].elimination_id}/undo`;
  if (command.mark.kind === "rebuy" && result.purchase_id) return `purchases/${result.purchase_id}/undo`;
  if (command.mark.kind === "move" && result.move_id) return `moves/${result.move_id}/undo`;
  if (command.mark.kind === "verify_table" && result.verified?.length) return `commands/${command.id}/undo`;
  if (command.mark.kind === "penalty" && result.penalty_id) return `penalties/${result.penalty_id}/undo`;
  if (command.mark.kind === "hand" && !result.eliminations?.length) return command.path?.replace(/hand-done$/, "hand-taken-back") ?? null;
  if (command.mark.kind === "away") return command.path ?? null;
  if (command.mark.kind === "serve" && result.counted) return `penalties/${result.penalty_id}/unserve`;
  return null;
}

/**
 * Who went out by an answered command that took several out: each is taken back by itself, the last of them first. Of nobody or one alone: none.
 * @param {{state: string, outcome?: {kind: string, result?: any}, mark: Record<string, any>}} command
 * @returns {{path: string, entry: number, name: string}[]}
 */
export function undoOfSeveral(command) {
  const out = command.state === "done" && !command.mark.undone && command.mark.kind === "bust" ? command.outcome?.result?.eliminations ?? [] : [];
  if (out.length < 2) return [];
  return [...out].reverse().map((one) => ({ path: `eliminations/${one.elimination_id}/undo`, entry: one.entry_id, name: one.name }));
}
