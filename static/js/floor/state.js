// What the tablet knows and which view it shows: without a page, so that it can be tested. Whoever changes the state
// calls repaint().

import { withPending } from "../outbox.js";

/** @typedef {import("../outbox.js").Command} Command */

/**
 * @typedef {object} State
 * @property {any} room what the line told last of the tables
 * @property {number} roomAt
 * @property {number} placesAt since when the places of those who are out are the same, as far as this page was told
 * @property {any} counts how many are in, as the line told last
 * @property {Record<number, {face: any, at: number}>} heard what each table was when it was last heard of
 * @property {boolean} online
 * @property {boolean} untold the line is there, but the house does not tell this tablet about the room: nobody is signed in
 * @property {number} heardAt when the line last said anything
 * @property {number} askedLines when the tables of a large room were last asked for
 * @property {boolean|null} onlyMine whether the list was said to show the operator's own tables alone; null: nobody has said
 * @property {number|null} opened the table that is shown
 * @property {number|null} found its seat that was looked for
 * @property {boolean} ruling
 * @property {string} lastId the last thing kept, for Undo in the bar
 * @property {boolean} notSaved
 * @property {Set<string>|null} toldRefused refused ones that were told already; null until the disk was read
 * @property {any} book the questions with their answers, as the house last told them
 */

/** @type {State} */
export const state = {
  room: null, roomAt: 0, placesAt: Date.now(), counts: null, heard: {}, online: false, untold: false, heardAt: performance.now(), askedLines: -Infinity,
  onlyMine: null, opened: null, found: null, ruling: false, lastId: "", notSaved: false, toldRefused: null, book: null,
};

let painter = () => {};
/** Say who paints what the state has become. @param {() => void} paint */
export function paintWith(paint) {
  painter = paint;
}
export const repaint = () => painter();

/**
 * Whether a command tells that a table has done this hand. Tournaments number their tables and hands alike, and one tablet keeps what is done in all of
 * them; what was kept before it said in which counts for each. @param {{event: number, table: number, round: number}} hand @returns {(command: Command) => boolean}
 */
export const tellsHand = ({ event, table, round }) => ({ mark }) => (mark.kind === "hand" || mark.kind === "bust") && mark.table === table && mark.round === round && (mark.event?.id ?? event) === event;

/**
 * The first of these tables that broke meanwhile: nobody is moved to it or from it, and nobody sits there any more; null where all stand. What was told
 * last counts: a table that broke and stands again is in the list, while nothing more was heard of it by itself.
 * @param {number[]} tables @param {Pick<State, "room"|"roomAt"|"heard">} known
 */
export function brokenOf(tables, { room, roomAt, heard }) {
  const listed = room && !room.large && room.tables.length;
  return tables.find((table) => {
    const alone = heard[table];
    if (listed && !(alone && alone.at > roomAt)) return !room.tables.some((/** @type {any} */ l) => l.table === table);
    return alone?.face.line.state === "broken";
  }) ?? null;
}

/** @typedef {{seat: number, player: string, to_table: number|null, to_seat: number|null, waits?: boolean, at: string}} Left who left a seat; to_table null: they are out, or wait in line for another */

const LATELY_MS = 10 * 60_000;

/**
 * Who left a seat within the last minutes that nobody has taken since: the line tells it, and nothing comes when it grows old.
 * @param {Left[]} left @param {{now: number, chairs: {seat: number, entry_id: number|null}[]}} by
 */
export const leftLately = (left, { now, chairs }) => left.filter((one) => now - Date.parse(one.at) < LATELY_MS && chairs.some((c) => c.seat === one.seat && c.entry_id === null));

/** What moves a place once it is read: somebody who came, somebody who is in again, and the end of entries, from when on none is for now. */
const MOVES = ["entries_total", "undone", "late_registration_open"];

/** @param {any} before the counts as they were told before @param {any} told */
export const placesMoved = (before, told) => Boolean(before) && MOVES.some((name) => before[name] !== told[name]);

/**
 * The place that a bust gave, as long as it is true: one for now goes with the next that moves it. Of several none is shown.
 * @param {Command} c @param {number} placesAt @returns {{place: number, final: boolean}|null}
 */
export function placeShown(c, placesAt) {
  const [out, more] = c.outcome?.result?.eliminations ?? [];
  return out?.place && !more && (out.final || (c.answered ?? 0) >= placesAt) ? out : null;
}

/** How long what is done here stays painted after its answer, until the line shows it. */
export const UNSEEN_MS = 5000;

/**
 * The room after the line told of it: of a large one it tells only what needs somebody, and the list is kept.
 * @param {any} before @param {any} told
 */
export const roomFrom = (before, told) => ({ ...told, tables: told.tables ?? before?.tables ?? [], large: told.tables === null });

/**
 * The tables that are the operator's: in a small room every table is, until somebody says otherwise.
 * @param {number[]} marked @param {number[]} there
 */
export const minesOf = (marked, there) => (marked.length || there.length > 12 ? marked.filter((t) => !there.length || there.includes(t)) : there);

/**
 * Whether the list shows the operator's own tables alone: as somebody said; before, where one has a star, and in a large room.
 * @param {boolean|null} said @param {number[]} marked @param {number} there how many tables there are
 */
export const ownAlone = (said, marked, there) => said ?? (marked.length > 0 || there > 12);

/**
 * The tables of the list: mine or all of them; once a number is typed, those that begin with it, whosever they are.
 * @param {any[]} lines @param {{ours: number[], onlyMine: boolean, typed: string}} by
 */
export function shownOf(lines, { ours, onlyMine, typed }) {
  const digits = typed.replace(/\D/g, "");
  if (digits) return lines.filter((l) => String(l.table).startsWith(digits));
  return lines.filter((l) => !onlyMine || ours.includes(l.table));
}

/** So many tables are looked for by their number, and drawn smaller. */
export const MANY = 40;

/** Tables that the tablet keeps at hand, also for when the line goes. @param {number[]} mine @param {number|null} opened */
export const toFollow = (mine, opened) => [...new Set([...mine.slice(0, 40), ...(opened ? [opened] : [])])];

/** What an address asks for: "#7", "#7/3" (its third seat), "#rulings", "#rulings/7"; anything else is the list. @param {string} hash */
export function addressed(hash) {
  const [first, where] = hash.slice(1).split("/");
  const ruling = first === "rulings";
  const asked = Number(ruling ? where ?? 0 : first);
  const opened = Number.isInteger(asked) && asked > 0 ? asked : null;
  const seat = Number(where ?? 0);
  return { ruling, opened, found: !ruling && opened && Number.isInteger(seat) && seat > 0 ? seat : null };
}

/** The view that is painted. @param {Pick<State, "ruling"|"opened">} of @returns {"rulings"|"list"|"table"} */
export const viewOf = ({ ruling, opened }) => (ruling ? "rulings" : opened === null ? "list" : "table");

/**
 * A table as it is painted: as last heard of, with what was done here and is not seen in it yet.
 * @param {{face: any, at: number}|undefined} kept @param {Command[]} commands @param {number} now
 * @param {boolean} [playedOnline] who sits there has signed in: nobody goes to see who it is
 */
export function payloadFrom(kept, commands, now, playedOnline = false) {
  if (!kept) return null;
  const shown = withPending(kept.face, commands, (c) => (c.answered ?? 0) >= kept.at && now - (c.answered ?? 0) < UNSEEN_MS);
  return playedOnline ? { ...shown, chairs: shown.chairs.map((/** @type {any} */ chair) => ({ ...chair, verified: true })) } : shown;
}

/**
 * Does nobody deal a hand: the last table was done with the round within the recess that runs, and the next begins after it.
 * @param {any} round what the room tells of hand-for-hand @param {import("../clock.js").ClockPayload|null} payload
 * @param {import("../clock.js").Shown|null} now
 */
export function roundWaits(round, payload, now) {
  if (!round?.on || round.done.length || !round.last_done_at || !payload || now?.item.kind !== "recess") return false;
  const { recess, anchor_ms: anchor } = payload;
  let began = recess ? (recess.ends_ms === null ? null : recess.ends_ms - recess.seconds * 1000) : anchor;
  // the clock went into it by itself since it was told
  if (began !== null && !recess) for (const item of payload.items.slice(payload.index, now.index)) began += item.seconds * 1000;
  return began === null || Date.parse(round.last_done_at) >= began;
}

/**
 * What a table of the list is marked with: a drawing, a word, a colour.
 * @param {any} line @param {any} room @param {Record<string, string>} words
 * @param {boolean} [waits] nobody deals: the next hand begins after the recess
 * @returns {[string, string, string?][]}
 */
export function tableMarks(line, room, words, waits = false) {
  /** @type {[string, string, string?][]} */
  const marks = [];
  /** @param {string} name @param {string} text */
  const mark = (name, text) => { const kind = words[`kind_${name}`]; marks.push(kind ? [words[`sign_${name}`], text, kind] : [words[`sign_${name}`], text]); };
  if (line.final) mark("final", words.final_table);
  if (line.players === 0) mark("empty", words.empty_table);
  else if (line.state === "halted") mark("halted", words.halted);
  else if (line.break_rank === 1 && room.tables.length > 1) mark("breaks", words.breaks_next);
  if (line.hand_done !== null && !waits) mark(line.hand_done ? "hand_done" : "hand_plays", line.hand_done ? words.hand_is_done : words.hand_plays);
  return marks;
}

/**
 * What the bar's button says, the worst first: by its word and the count in it.
 * held: of the refused, those that wait for an answer.
 * @param {{notSaved: boolean, refused: number, held?: number, unread?: boolean, writing: number, waiting: number, signIn: boolean}} of unread: what waits on the disk is not known yet; writing: tapped, and on its way there
 * @returns {{word: string, count: number}}
 */
export function barSays({ notSaved, refused, held = 0, unread, writing, waiting, signIn }) {
  if (notSaved) return { word: "not_saved", count: 0 };
  if (refused > held) return { word: "refused_count", count: refused - held };
  if (held) return { word: "held_count", count: held };
  if (unread) return { word: "reading", count: 0 };
  if (writing) return { word: "saving", count: writing };
  if (signIn) return { word: waiting ? "sign_in" : "signed_out", count: waiting };
  return { word: waiting ? "waiting" : "all_sent", count: waiting };
}

/** Of a command that was tried and not answered: without a line nobody is asked, and it goes on by itself. @param {boolean} line */
export const unansweredSays = (line) => (line ? "unknown_arrival" : "unknown_until_line");
