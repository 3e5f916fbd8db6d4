// What is done at the tables: kept by the outbox first, sent after, taken back where that can be.

import { countedIn, say } from "../board.js";
import { Outbox, bySameCause, diskStore } from "../outbox.js";
import { handIsOpen, undoBody, undoOfSeveral, undoPath, undoesLater } from "../seats.js";
import { freshId } from "../fresh_id.js";
import { show } from "../toast.js";
import { ask, session, takeToken } from "./ask.js";
import { takeTable } from "./memory.js";
import { number, page, tournament, words } from "./page.js";
import { UNSEEN_MS, payloadFrom, repaint, state, tellsHand } from "./state.js";

/** @typedef {import("../outbox.js").Command} Command */
/** @typedef {import("../seats.js").Chair} Chair */

export const outbox = new Outbox({
  store: diskStore(indexedDB),
  freshId,
  post: (command) => ask(command.path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": session.csrf, "Command-Id": command.id },
    body: JSON.stringify(command.body),
  }),
  renew: async () => {
    const { status, body } = await ask("session");
    if (status !== 200 || body.user_id !== page.operator.id) {
      outbox.signIn = status === 200 || status === 401;
      return false;
    }
    takeToken(body.csrf_token);
    return true;
  },
  inverse: (command) => {
    const path = undoPath({ ...command, mark: { ...command.mark, undone: false } });
    return path === null ? null : { path, body: undoBody(command) };
  },
  noInverse: words.no_undo,
  look: async (command) => {
    if (!command.mark.table) return "";
    // tables of all tournaments have the same numbers: each is looked at in its own
    const event = command.mark.event?.id ?? page.tournament_id;
    const { status, body } = await ask(`tournaments/${event}/tables/${command.mark.table}`);
    if (status !== 200) return "";
    if (event === page.tournament_id) takeTable(command.mark.table, body);
    const chair = body.chairs.find((/** @type {Chair} */ c) => (command.mark.entries ?? []).includes(c.entry_id));
    if (chair) return say(words.seat_is, { seat: chair.seat, name: chair.player, chips: chair.stack_chips === null ? "?" : number(chair.stack_chips) });
    return say(words.not_at_table, { table: command.mark.table });
  },
  changed: () => { tellOthers(); tellRefused(); repaint(); },
});
outbox.operator = page.operator;

// Two tabs of one tablet share the disk: what one keeps, sends or takes back the other shows.
const others = "BroadcastChannel" in window ? new BroadcastChannel("shuffle-outbox") : null;
let told = "";
function tellOthers() {
  const now = outbox.commands.map((c) => `${c.id}:${c.state === "sending" ? "queued" : c.state}`).join();
  if (now === told) return;
  told = now;
  others?.postMessage("changed");
}
if (others) others.onmessage = () => { outbox.refresh().catch(() => {}); };

/** A rule's id, where its book is in force in this tournament. @param {string|undefined} rule */
const inForce = (rule) => (rule && page.books.includes(rule.split(/[. ]/)[0]) ? rule : "");
/** The same as it stands behind a sentence; the server says it so, too (`rule_word`). @param {string|undefined} rule */
export const ruleSaid = (rule) => {
  const id = inForce(rule);
  return id && (/[,·]/.test(id) ? say(words.rules, { rules: id }) : say(words.rule, { rule: id }));
};

/** What was painted and is refused goes back to what it was, with a sentence that says so. */
function tellRefused() {
  // a deal in vote is asked about by its own sheet
  const fresh = outbox.conflicts().filter((c) => state.toldRefused && !state.toldRefused.has(c.id) && !["deal_would_fall", "deal_holds"].includes(c.outcome?.code ?? ""));
  // one cause is one message, however many acts it met
  for (const same of bySameCause(fresh, () => "")) {
    show({ kind: "refused", text: say(same.length > 1 ? words.refused_several : words.refused_one, { count: same.length, what: same.map((c) => c.title).join("; "), why: same[0].outcome?.reason ?? "" }), rule: ruleSaid(same[0].outcome?.rule) });
  }
  for (const c of outbox.conflicts()) state.toldRefused?.add(c.id);
  // the socket shows what came of it; without one the house is asked
  for (const c of outbox.commands) {
    if (c.state !== "done" || seenDone.has(c.id)) continue;
    seenDone.add(c.id);
    if (state.toldRefused === null) continue;
    const lost = notCounted(c);
    if (lost) show({ kind: "refused", text: `${c.title}. ${lost}` });
    const back = c.outcome?.result;
    if (back?.own_seat === false) show({ text: say(words.sits_now, { name: back.name, table: back.table_number, seat: back.seat_number }) });
    setTimeout(repaint, UNSEEN_MS + 100);
    if (!state.online && c.mark.table) outbox.look(c).catch(() => {});
  }
}

/** Of a table's sheet: the seats whose count was not kept, each with the reason. @param {Command} c */
export function notCounted(c) {
  const seats = c.outcome?.result?.not_counted ?? [];
  return seats.map((/** @type {any} */ s) => `${say(words.seat, { seat: s.seat_number })}: ${say(words["not_counted_" + s.code], { ...s.params, stack: number(s.params.stack ?? 0), in_play: number(s.params.in_play ?? 0) })}`).join(" ");
}

/** @type {Set<string>} */
const seenDone = new Set();

/** @param {{path: string, body?: Record<string, any>, title: string, mark?: Record<string, any>, undoes?: string}} command */
export async function keep(command) {
  try {
    const kept = await outbox.add({ ...command, mark: { ...command.mark, event: { id: page.tournament_id, name: page.name } } });
    state.lastId = kept.id;
  } catch {
    state.notSaved = true;
  }
  repaint();
}

/** Give a refused one again, with the answer to what the house asked. @param {Command} command @param {Record<string, any>} answer */
export async function repeat(command, answer) {
  try {
    const kept = await outbox.again(command.id, answer);
    if (kept) state.lastId = kept.id;
  } catch {
    state.notSaved = true;
  }
  repaint();
}

/** @param {Command} command */
export async function undo(command) {
  if (await outbox.withdraw(command.id)) return;
  const path = undoPath(command);
  // tried and not answered: nobody knows whether it arrived, so what takes it back is kept behind it
  const several = undoOfSeveral(command);
  if (!path && !several.length && !undoesLater(command)) return;
  command.mark.undone = true;
  const { table } = command.mark;
  if (several.length) {
    const each = several.map(({ path: address, entry, name }) => keep({ path: address, title: say(words.undo_of, { what: `${name} · ${say(words.table, { table })}` }), mark: { kind: "undo", entries: [entry], table } }));
    await outbox.store.mark(command).catch(() => {});
    await Promise.all(each);
    return;
  }
  // what takes it back is on its way to the disk before anything is waited for: a page that goes meanwhile has lost no undo
  const kept = keep({
    path: path ?? "",
    body: undoBody(command),
    // of a hand that was told with who went out in it the elimination alone is taken back
    title: say(words.undo_of, { what: command.mark.taken_back ?? command.title }),
    mark: { kind: "undo", entries: command.mark.entries, table },
    ...(path ? {} : { undoes: command.id }),
  });
  await outbox.store.mark(command).catch(() => {});
  await kept;
}

/** Not what takes back itself: the second tap of a finger would have the first one's come to nothing. @param {Command} command */
export const canUndo = (command) => command.mark.kind !== "undo" && ((command.state === "queued" && command.tries === 0) || ((undoPath(command) !== null || undoOfSeveral(command).length > 0 || undoesLater(command)) && (command.mark.kind !== "hand" || handIsOpen(command, state.room?.hand_for_hand))));

/** What the button is called that takes it back: being away has two words that say it shorter. @param {Command} command */
export const undoWord = ({ mark }) => (mark.kind !== "away" ? words.undo : mark.away ? words.back_again : words.away_now);

/** Where there is no Undo: why, and what to do instead. @param {Command} command */
export const whyNoUndo = (command) => (command.state === "refused" || canUndo(command) || command.mark.undone ? "" : words["no_undo_" + command.mark.kind] ?? (command.mark.kind === "bust" && command.mark.entries.length > 1 ? words.no_undo : ""));

/** @param {number} table @param {Chair} chair */
export const about = (table, chair) => ({ name: chair.player, table, seat: chair.seat });

/** @typedef {{by_entries: number[], nobody?: boolean}} Answer who took the chips; neither: to be said later */

/** @param {number} table @param {Chair[]} chairs @param {(number|null)[]} stacks @param {Answer[]} answers */
export function bust(table, chairs, stacks, answers) {
  keep({ path: `${tournament}/eliminations`, body: { table_number: table, busts: bustsOf(chairs, stacks, answers) }, title: titleOf(table, chairs), mark: { kind: "bust", table, entries: chairs.map((c) => c.entry_id) } });
}

/** @param {Chair[]} chairs @param {(number|null)[]} stacks @param {Answer[]} answers */
const bustsOf = (chairs, stacks, answers) => chairs.map((c, i) => ({ entry_id: c.entry_id, stack_chips_start: stacks[i] ?? null, ...(answers[i] ?? { by_entries: [] }) }));

/** @param {number} table @param {Chair[]} chairs */
const titleOf = (table, chairs) => (chairs.length === 1 ? say(words.did_bust, about(table, chairs[0])) : say(words.did_busts, { name: chairs.map((c) => c.player).join(", "), table }));

/** @param {number} table */
export const payloadOf = (table) => payloadFrom(state.heard[table], [...outbox.commands, ...outbox.writes], Date.now(), page.played_online);

/** A stack as counted; one that play has overtaken says of which level it is. @param {Chair} chair */
export function stackText(chair) {
  if (chair.stack_chips !== null) return number(chair.stack_chips);
  if (!chair.stack) return "";
  return `${number(chair.stack.chips)} · ${countedIn(chair.stack, words)}`;
}

/** The right players sit at the whole table. @param {number} table @param {Chair[]} chairs */
export function verifyTable(table, chairs) {
  keep({ path: `${tournament}/tables/${table}/verify`, title: say(words.did_verify_table, { table }), mark: { kind: "verify_table", table, entries: chairs.map((c) => c.entry_id) } });
}

/** Told here and not answered yet. @param {number} table @param {number} round */
export const handWaits = (table, round) => [...outbox.unsent(), ...outbox.writes].some(tellsHand({ event: page.tournament_id, table, round }));

// after the last table's word the next hand begins at once: a second tap of the same finger is no word about it
const NEXT_HAND_MS = 3000;
/** @type {Record<number, number>} */
const toldAt = {};
/** Was it told here a moment ago? @param {number} table */
export const justTold = (table) => Date.now() - (toldAt[table] ?? 0) < NEXT_HAND_MS;

/**
 * @param {number} table @param {{round: number, number: number}} hand round: as the house names it; number: which hand of hand-for-hand it is
 * @param {{chairs: Chair[], stacks: (number|null)[], answers: Answer[]}} [out] who went out in it: told in one act, so that no hand is over without them
 */
export function handDone(table, { round, number }, out = { chairs: [], stacks: [], answers: [] }) {
  toldAt[table] = Date.now();
  setTimeout(repaint, NEXT_HAND_MS + 100);
  const told = say(words.did_hand, { table, round: number });
  keep({
    path: `${tournament}/tables/${table}/hand-done`,
    body: { round, busts: bustsOf(out.chairs, out.stacks, out.answers) },
    title: out.chairs.length ? `${told} · ${titleOf(table, out.chairs)}` : told,
    mark: out.chairs.length ? { kind: "bust", table, round, entries: out.chairs.map((c) => c.entry_id), taken_back: titleOf(table, out.chairs) } : { kind: "hand", table, round },
  });
}

/** The table plays its hand on, whichever tablet told that it was done. @param {number} table @param {{round: number, number: number}} hand as `handDone` has it */
export function handNotDone(table, { round, number }) {
  const tells = tellsHand({ event: page.tournament_id, table, round });
  // told with who went out in it, its own undo takes back the elimination, not the hand
  const told = outbox.commands.find((c) => c.mark.kind === "hand" && tells(c) && canUndo(c));
  if (told) return undo(told);
  return keep({ path: `${tournament}/tables/${table}/hand-taken-back`, body: { round }, title: say(words.undo_of, { what: say(words.did_hand, { table, round: number }) }), mark: { kind: "undo", table } });
}

/** @param {number} table @param {number} seat @returns {Chair|null} */
export function chairOf(table, seat) {
  const found = payloadOf(table)?.chairs.find((/** @type {Chair} */ c) => c.seat === seat);
  return found && found.entry_id !== null ? found : null;
}
