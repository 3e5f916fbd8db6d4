// The floor's tablet: my tables, a table, a seat. What is done here is kept by outbox.js first and sent after.

import { say } from "./board.js";
import { chips, countdown, timeOfDay } from "./format.js";
import { Live, socketAddress } from "./live.js";
import { Outbox, bySameCause, diskStore, withPending } from "./outbox.js";
import { freeSeats, nextTaken, pad, place, seatState, sheetSum, targetTables, undoBody, undoPath, undoesLater, wholeNumber } from "./seats.js";
import { rulingsView } from "./rulings.js";
import { freshId, show } from "./toast.js";

/** @typedef {import("./outbox.js").Command} Command */
/** @typedef {import("./seats.js").Chair} Chair */

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
const page = given("page");
/** @type {Record<string, string>} */
const words = given("words");
const language = document.documentElement.dataset.language ?? "pt-br";
const number = (/** @type {number} */ n) => chips(n, language);
const floor = /** @type {HTMLElement} */ (document.getElementById("floor"));
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const outboxSheet = /** @type {HTMLDialogElement} */ (document.getElementById("outbox"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));
const view = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-view="${name}"]`));

let csrf = floor.dataset.csrf ?? "";

/**
 * An element. Names with "data-" or "aria-" and others are attributes; a function is what a tap does.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...(Node|string|null|false)} children
 */
function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((c) => c !== null && c !== false).map((c) => /** @type {Node|string} */ (c)));
  return made;
}

/** A big button. @param {string} text @param {() => void} tap @param {Record<string, any>} more */
const button = (text, tap, more = {}) => el("button", { type: "button", class: "button", "data-size": "touch", click: tap, ...more }, text);

// ------------------------------------------------------------------------------------------ the line to the house

/** @param {string} path @param {RequestInit} more @returns {Promise<import("./outbox.js").Answer>} */
async function ask(path, more = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 8000);
  try {
    const answer = await fetch(`/api/${path}`, { credentials: "same-origin", redirect: "error", cache: "no-store", signal: stop.signal, ...more });
    setRight(answer.headers.get("Date"));
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return { status: 0 };
  } finally {
    clearTimeout(timer);
  }
}

// A tablet whose clock is an hour off must not say that somebody acted an hour ago: the house's clock is the room's.
let ahead = 0;
try { ahead = Number(localStorage.getItem("floor/ahead") ?? 0) || 0; } catch { /* asked again with the first answer */ }
/** @param {string|null} date as the house writes it, to the second */
function setRight(date) {
  const off = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(off) || Math.abs(off - ahead) < 5000) return;
  ahead = Math.abs(off) < 5000 ? 0 : off;
  try { localStorage.setItem("floor/ahead", String(ahead)); } catch { /* asked again next time */ }
}

const outbox = new Outbox({
  store: diskStore(indexedDB),
  freshId,
  post: (command) => ask(command.path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf, "Command-Id": command.id },
    body: JSON.stringify(command.body),
  }),
  renew: async () => {
    const { status, body } = await ask("session");
    if (status !== 200 || body.user_id !== page.operator.id) {
      outbox.signIn = status === 200 || status === 401;
      return false;
    }
    csrf = body.csrf_token;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": csrf }));
    return true;
  },
  inverse: (command) => {
    const path = undoPath({ ...command, mark: { ...command.mark, undone: false } });
    return path === null ? null : { path, body: undoBody(command) };
  },
  noInverse: words.no_undo,
  look: async (command) => {
    if (!command.mark.table) return "";
    const { status, body } = await ask(`tournaments/${page.tournament_id}/tables/${command.mark.table}`);
    if (status !== 200) return "";
    takeTable(command.mark.table, body);
    const chair = body.chairs.find((/** @type {Chair} */ c) => (command.mark.entries ?? []).includes(c.entry_id));
    if (chair) return say(words.seat_is, { seat: chair.seat, name: chair.player, chips: chair.stack_chips === null ? "?" : number(chair.stack_chips) });
    return say(words.not_at_table, { table: command.mark.table });
  },
  changed: () => { tellOthers(); tellRefused(); paint(); },
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

/** @type {Set<string>|null} refused ones that were told already; null until the disk was read */
let toldRefused = null;
/** What was painted and is refused goes back to what it was, with a sentence that says so. */
function tellRefused() {
  const fresh = outbox.conflicts().filter((c) => toldRefused && !toldRefused.has(c.id));
  // one cause is one message, however many acts it met
  for (const same of bySameCause(fresh, () => "")) {
    show({ kind: "refused", text: say(same.length > 1 ? words.refused_several : words.refused_one, { count: same.length, what: same.map((c) => c.title).join("; "), why: same[0].outcome?.reason ?? "" }), rule: inForce(same[0].outcome?.rule) });
  }
  for (const c of outbox.conflicts()) toldRefused?.add(c.id);
  // the socket shows what came of it; without one the house is asked
  for (const c of outbox.commands) {
    if (c.state !== "done" || seenDone.has(c.id)) continue;
    seenDone.add(c.id);
    if (toldRefused === null) continue;
    const lost = notCounted(c);
    if (lost) show({ kind: "refused", text: `${c.title}. ${lost}` });
    setTimeout(paint, UNSEEN_MS + 100);
    if (!online && c.mark.table) outbox.look(c).catch(() => {});
  }
}
/** Of a table's sheet: the seats whose count was not kept, each with the reason. @param {Command} c */
function notCounted(c) {
  const seats = c.outcome?.result?.not_counted ?? [];
  return seats.map((/** @type {any} */ s) => `${say(words.seat, { seat: s.seat_number })}: ${say(words["not_counted_" + s.code], { ...s.params, stack: number(s.params.stack ?? 0), in_play: number(s.params.in_play ?? 0) })}`).join(" ");
}
/** @type {Set<string>} */
const seenDone = new Set();
const UNSEEN_MS = 5000;

/** @type {any} */
let room = null;
/** @type {Record<number, {face: any, at: number}>} what each table was when it was last heard of */
const heard = {};
let roomAt = 0;
let online = false;
/** the line is there, but the house does not tell this tablet about the room: nobody is signed in */
let untold = false;
let heardAt = performance.now();

const remembered = `floor/${page.tournament_id}`;
function remember() {
  try {
    localStorage.setItem(remembered, JSON.stringify({ room, roomAt, heard }));
  } catch { /* a full or closed store only means that a reload without a line shows less */ }
}
try {
  const kept = JSON.parse(localStorage.getItem(remembered) ?? "null");
  if (kept) {
    room = kept.room;
    roomAt = kept.roomAt;
    Object.assign(heard, kept.heard);
  }
} catch { /* as above */ }

/** @param {number} table @param {any} face */
function takeTable(table, face) {
  heard[table] = { face, at: Date.now() };
  remember();
  paint();
}

/** @param {any} face */
function takeRoom(face) {
  // of a large room the line tells only what needs somebody: the list is asked for where it is shown
  room = { ...face, tables: face.tables ?? room?.tables ?? [], large: face.tables === null };
  untold = false;
  roomAt = Date.now();
  remember();
  if (room.large) askLines();
  follow();
  paint();
  for (const id of ["proposals", "penalties"]) document.getElementById(id)?.dispatchEvent(new Event("renew"));
}

let askedLines = 0;
/** The tables of a large room, when they are looked at and not more often than somebody reads them. */
async function askLines() {
  if (!room?.large || performance.now() - askedLines < 8000 || (room.tables.length && (opened !== null || onlyMine) && !sheet.open)) return;
  askedLines = performance.now();
  const { status, body } = await ask(`${tournament}/tables`);
  if (status !== 200) return;
  room.tables = body;
  remember();
  paint();
}

const live = new Live({
  url: socketAddress(location),
  topics: { [page.topics.tables]: takeRoom },
  onLine: (now) => {
    online = now;
    heardAt = performance.now();
    if (now) outbox.send();
    paint();
  },
  onRefused: (topic) => {
    if (topic !== page.topics.tables) return;
    untold = true;
    paint();
    askWho();
  },
});

let reopened = -Infinity;
/** Is the operator of this page still signed in? When they are back, the line is opened anew under their name. */
async function askWho() {
  const { status, body } = await ask("session");
  if (status === 0) return;
  const here = status === 200 && body?.user_id === page.operator.id;
  const back = here && (outbox.signIn || untold);
  outbox.signIn = !here;
  if (back && performance.now() - reopened > 4000) {
    reopened = performance.now();
    csrf = body.csrf_token;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": csrf }));
    document.querySelectorAll('input[name="csrfmiddlewaretoken"]').forEach((field) => { /** @type {HTMLInputElement} */ (field).value = csrf; });
    untold = false;
    live.socket?.close();
    outbox.send();
  }
  paintBar();
}

// Signed out: the bar says so. A dialog over the table would be in the way of what is kept meanwhile.
document.addEventListener("htmx:responseError", (event) => {
  if (/** @type {CustomEvent} */ (event).detail?.xhr?.status !== 401) return;
  event.stopImmediatePropagation();
  outbox.signIn = true;
  paintBar();
}, true);
// What the page asks for by itself and does not get: the bar says since when there is no line.
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (/** @type {CustomEvent} */ (event).detail?.requestConfig?.verb === "get") event.stopImmediatePropagation();
  }, true);
}

const hear = live.hear.bind(live);
live.hear = (/** @type {string} */ data) => { heardAt = performance.now(); hear(data); };

/** Tables that this tablet keeps at hand, also for when the line goes. */
function follow() {
  /** @type {Record<string, (face: any, seq: number) => void>} */
  const topics = { [page.topics.tables]: takeRoom };
  for (const table of new Set([...mine().slice(0, 40), ...(opened ? [opened] : [])])) topics[page.topics.table + table] = (face) => takeTable(table, face);
  live.follow(topics);
}

setInterval(() => {
  // a line that died without saying so
  if (live.socket?.readyState === 1) {
    if (performance.now() - heardAt > 14_000) live.socket.close();
    else live.socket.send(JSON.stringify({ ping: 1 }));
  }
  if (outbox.signIn || untold) askWho();
  else if (room?.large) askLines();
  paintBar();
}, 5000);
setInterval(() => { if (!online) paintBar(); }, 1000);
window.addEventListener("online", () => outbox.send());

// ------------------------------------------------------------------------------------------ what is done

/** The last thing kept, for Undo in the bar. @type {string} */
let lastId = "";

/** @param {{path: string, body?: Record<string, any>, title: string, mark?: Record<string, any>, undoes?: string}} command */
async function keep(command) {
  try {
    const kept = await outbox.add(command);
    lastId = kept.id;
  } catch {
    notSaved = true;
  }
  paint();
}
let notSaved = false;

/** @param {Command} command */
async function undo(command) {
  if (await outbox.withdraw(command.id)) return;
  const path = undoPath(command);
  // tried and not answered: nobody knows whether it arrived, so what takes it back is kept behind it
  if (!path && !undoesLater(command)) return;
  command.mark.undone = true;
  await outbox.store.mark(command).catch(() => {});
  await keep({
    path: path ?? "",
    body: undoBody(command),
    title: say(words.undo_of, { what: command.title }),
    mark: { kind: "undo", entries: command.mark.entries, table: command.mark.table },
    ...(path ? {} : { undoes: command.id }),
  });
}

/** @param {Command} command */
const canUndo = (command) => (command.state === "queued" && command.tries === 0) || undoPath(command) !== null || undoesLater(command);

/** Where there is no Undo: why, and what to do instead. @param {Command} command */
const whyNoUndo = (command) => (command.state === "refused" || canUndo(command) || command.mark.undone ? "" : words["no_undo_" + command.mark.kind] ?? "");

const tournament = `tournaments/${page.tournament_id}`;

/** @param {number} table @param {Chair} chair */
const about = (table, chair) => ({ name: chair.player, table, seat: chair.seat });

/** @typedef {{by_entries: number[], nobody?: boolean}} Answer who took the chips; neither: to be said later */

/** @param {number} table @param {Chair[]} chairs @param {(number|null)[]} stacks @param {Answer[]} answers */
function bust(table, chairs, stacks, answers) {
  const busts = chairs.map((c, i) => ({ entry_id: c.entry_id, stack_chips_start: stacks[i] ?? null, ...(answers[i] ?? { by_entries: [] }) }));
  const title = chairs.length === 1 ? say(words.did_bust, about(table, chairs[0])) : say(words.did_busts, { name: chairs.map((c) => c.player).join(", "), table });
  keep({ path: `${tournament}/eliminations`, body: { table_number: table, busts }, title, mark: { kind: "bust", table, entries: chairs.map((c) => c.entry_id) } });
}

// ------------------------------------------------------------------------------------------ the list of tables

let onlyMine = true;
// a shared tablet: each operator has tables of their own
const mineKey = `${remembered}/mine/${page.operator.id}`;
/** @returns {number[]} */
function mine() {
  /** @type {number[]} */
  let marked = [];
  try { marked = JSON.parse(localStorage.getItem(mineKey) ?? "null") ?? []; } catch { /* none */ }
  const there = (room?.tables ?? []).map((/** @type {any} */ l) => l.table);
  // in a small room every table is mine until somebody says otherwise
  return marked.length || there.length > 12 ? marked.filter((t) => !there.length || there.includes(t)) : there;
}

/** @param {number} table */
function toggleMine(table) {
  const now = mine();
  const next = now.includes(table) ? now.filter((t) => t !== table) : [...now, table].sort((a, b) => a - b);
  localStorage.setItem(mineKey, JSON.stringify(next));
  follow();
  paint();
}

/** Fill a part of the page anew and leave the focus where it was. @param {HTMLElement} where @param {...Node} what */
function fill(where, ...what) {
  const key = where.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : undefined;
  where.replaceChildren(...what);
  if (key) /** @type {HTMLElement|null} */ (where.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}

function paintList() {
  if (!room) return;
  const ours = mine();
  fill(part("which"), ...[true, false].map((yes) => button(yes ? words.mine : words.all, () => { onlyMine = yes; askLines(); paint(); }, { "aria-pressed": String(onlyMine === yes), "data-key": `which-${yes}` })));
  const round = room.hand_for_hand;
  const where = part("round");
  where.hidden = !round?.on;
  if (round?.on) where.replaceChildren(el("p", { class: "notice", role: "status" }, "☰ " + say(words.round, { round: round.round, done: round.done.length, all: round.done.length + round.waiting_for.length })));
  const lines = room.tables.filter((/** @type {any} */ l) => !onlyMine || ours.includes(l.table));
  if (!lines.length) return fill(part("tables"), el("li", { class: "soft" }, words.no_mine));
  fill(part("tables"), ...lines.map((/** @type {any} */ line) => {
    const marks = [];
    if (line.final) marks.push("◎ " + words.final_table);
    if (line.state === "halted") marks.push("❚❚ " + words.halted);
    else if (line.break_rank === 1 && room.tables.length > 1) marks.push("⇲ " + words.breaks_next);
    if (line.hand_done !== null) marks.push(line.hand_done ? "✓ " + words.hand_is_done : "… " + words.hand_plays);
    return el("li", { class: "tile", "data-state": line.state },
      el("a", { class: "tile-open", href: `#${line.table}`, "data-key": `open-${line.table}` },
        el("span", { class: "tile-name" }, say(words.table, { table: line.table })),
        el("span", { class: "tile-count" }, say(words.players_of, { players: line.players, seats: line.seats })),
        el("span", { class: "tile-marks" }, marks.join(" · "))),
      el("button", { type: "button", class: "star", "data-key": `star-${line.table}`, "aria-pressed": String(ours.includes(line.table)), "aria-label": say(words.add_mine, { table: line.table }), click: () => toggleMine(line.table) }, ours.includes(line.table) ? "★" : "☆"));
  }));
}

// ------------------------------------------------------------------------------------------ a table

/** @type {number|null} */
let opened = null;

/** @param {number} table */
function faceOf(table) {
  const kept = heard[table];
  if (!kept) return null;
  return withPending(kept.face, [...outbox.commands, ...outbox.writes], (c) => (c.answered ?? 0) >= kept.at && Date.now() - (c.answered ?? 0) < UNSEEN_MS);
}

function paintTable() {
  const where = view("table");
  const table = opened;
  if (table === null) return;
  const head = el("div", { class: "floor-head" }, el("a", { class: "button", "data-size": "touch", href: "#", "data-key": "back" }, "‹ " + words.back), el("h2", { id: "table-title", tabindex: "-1", "data-key": "title" }, say(words.table, { table })));
  const face = faceOf(table);
  if (!face) return fill(where, head, el("p", { class: "notice" }, words.need_line));
  const { line, chairs } = face;
  const taken = chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const round = room?.hand_for_hand;
  const ring = el("ul", { class: "ring", "data-seats": line.seats });
  for (const chair of chairs) {
    const { x, y, narrow, tall } = place(chair.seat, line.seats);
    const state = seatState(chair, words);
    const posts = [];
    if (line.button_seat === chair.seat) posts.push([words.button, words.button_seat]);
    if (face.small_blind_seat === chair.seat) posts.push([words.small_blind, words.small_blind_seat]);
    if (face.big_blind_seat === chair.seat) posts.push([words.big_blind, words.big_blind_seat]);
    const item = el("li", { class: "chair", "data-state": state.state },
      chair.entry_id === null
        ? el("div", { class: "chair-body" }, el("span", { class: "chair-number" }, say(words.seat, { seat: chair.seat })), el("span", {}, words.empty))
        : el("button", { type: "button", class: "chair-body", "data-key": `seat-${chair.seat}`, click: () => openSeat(table, chair.seat) },
          el("span", { class: "chair-number" }, say(words.seat, { seat: chair.seat })),
          el("b", {}, chair.player),
          el("span", { class: "figures" }, stackText(chair)),
          state.text ? el("span", { class: "chair-state" }, `${state.mark} ${state.text}`) : null));
    item.style.setProperty("--x", String(x));
    item.style.setProperty("--y", String(y));
    item.style.setProperty("--narrow", String(narrow));
    item.style.setProperty("--tall", String(tall));
    ring.append(item);
    if (posts.length) {
      const disc = el("li", { class: "disc" }, ...posts.map(([short, long]) => el("abbr", { title: `${long}, ${say(words.seat, { seat: chair.seat })}` }, short)));
      disc.style.setProperty("--x", String(x));
      disc.style.setProperty("--y", String(y));
      disc.style.setProperty("--narrow", String(narrow));
      disc.style.setProperty("--tall", String(tall));
      ring.append(disc);
    }
  }
  const centre = el("li", { class: "felt" },
    el("span", {}, say(words.players_of, { players: line.players, seats: line.seats })),
    line.state === "halted" ? el("b", {}, "❚❚ " + words.halted) : null,
    round?.on ? el("b", {}, round.done.includes(table) ? "✓ " + words.hand_is_done : handWaits(table, round.round) ? "↑ " + words.pending_hand : "… " + words.hand_plays) : null);
  ring.append(centre, el("li", { class: "dealer" }, words.dealer));
  const loose = taken.filter((/** @type {Chair} */ c) => !c.verified);
  const acts = el("div", { class: "buttons" },
    // the room's face knows the round first: a table's own face is not sent when another table ends it
    round?.on && !round.done.includes(table) && !handWaits(table, round.round) ? button(words.hand_done, () => handDone(table, round.round), { "data-kind": "main", "data-key": "hand" }) : null,
    loose.length ? button(say(words.verify_table, { count: loose.length }), () => verifyTable(table, loose), { "data-key": "verify" }) : null,
    taken.length ? button(words.count_table, () => countTable(table), { "data-key": "count-table" }) : null,
    taken.length ? button(words.count_all, () => countChips(table, taken[0].seat, true), { "data-key": "count" }) : null,
    el("a", { class: "button", "data-size": "touch", href: `rulings/?table=${table}`, "data-key": "rulings" }, words.rulings));
  fill(where, head, ring, acts);
}

/** A stack as counted; one that play has overtaken says of which level it is. @param {Chair} chair */
function stackText(chair) {
  if (chair.stack_chips !== null) return number(chair.stack_chips);
  if (!chair.stack) return "";
  return `${number(chair.stack.chips)} · ${say(chair.stack.recess ? words.counted_recess : words.counted_level, { level: chair.stack.level })}`;
}

/** The right players sit at the whole table. @param {number} table @param {Chair[]} chairs */
function verifyTable(table, chairs) {
  keep({ path: `${tournament}/tables/${table}/verify`, title: say(words.did_verify_table, { table }), mark: { kind: "verify_table", table, entries: chairs.map((c) => c.entry_id) } });
}

/** Told here and not answered yet. @param {number} table @param {number} round */
const handWaits = (table, round) => [...outbox.unsent(), ...outbox.writes].some((c) => c.mark.kind === "hand" && c.mark.table === table && c.mark.round === round);

/** @param {number} table @param {number} round */
function handDone(table, round) {
  keep({ path: `${tournament}/tables/${table}/hand-done`, body: { round, busts: [] }, title: say(words.did_hand, { table, round }), mark: { kind: "hand", table, round } });
}

// ------------------------------------------------------------------------------------------ a seat's sheet

/** @param {number} table @param {number} seat @returns {Chair|null} */
function chairOf(table, seat) {
  const found = faceOf(table)?.chairs.find((/** @type {Chair} */ c) => c.seat === seat);
  return found && found.entry_id !== null ? found : null;
}

/** @param {string} title @param {string} below @param {...(Node|null)} what */
function showSheet(title, below, ...what) {
  sheet.replaceChildren(
    el("div", { class: "sheet-head" },
      el("div", {}, el("h2", { id: "sheet-title" }, title), below ? el("p", { class: "soft" }, below) : null),
      button(words.close, () => sheet.close(), { "data-kind": "quiet" })),
    ...what.filter((w) => w !== null));
  if (!sheet.open) sheet.showModal();
}

/** @param {number} table @param {number} seat */
function openSeat(table, seat) {
  const chair = chairOf(table, seat);
  if (!chair) return sheet.close();
  const done = () => sheet.close();
  const title = `${chair.player}`;
  const stack = stackText(chair) && ` · ${stackText(chair)}`;
  const state = seatState(chair, words);
  const serving = chair.penalties?.find((p) => p.hands_served < p.hands_owed);
  showSheet(title, `${say(words.table, { table })} · ${say(words.seat, { seat })}${stack}${state.text ? ` · ${state.mark} ${state.text}` : ""}`,
    serving ? el("div", { class: "acts" }, servedButton(table, chair, serving, () => openSeat(table, seat))) : null,
    el("div", { class: "acts" },
      button(words.bust, () => askTakers(table, [chair], (answers) => { bust(table, [chair], [null], answers); done(); }), { "data-kind": "danger", "data-act": "bust" }),
      page.rebuy && button(words.rebuys, () => {
        keep({ path: `entries/${chair.entry_id}/announced-rebuys`, title: say(words.did_rebuy, about(table, chair)), mark: { kind: "rebuy", table, entries: [chair.entry_id] } });
        done();
      }, { "data-act": "rebuys" }),
      button(words.move, () => chooseTable(table, chair), { "data-act": "move" }),
      button(words.penalty, () => penalty(table, chair), { "data-act": "penalty" }),
      button(words.chips, () => countChips(table, seat, false), { "data-act": "chips" }),
      button(words.verify, () => {
        keep({ path: `${tournament}/tables/${table}/seats/${seat}/verify`, title: say(words.did_verify, about(table, chair)), mark: { kind: "verify", table, entries: [chair.entry_id] } });
        done();
      }, { "data-act": "verify", disabled: chair.verified }),
      button(words.more, () => more(table, chair), { "data-act": "more" })));
}

/** Button and blinds as they lie, where they are not those that follow from the button. @param {number} table @param {Chair} chair */
function marks(table, chair) {
  const face = faceOf(table);
  const chairs = face?.chairs ?? [];
  const select = (/** @type {string} */ label, /** @type {Chair[]} */ from, /** @type {number|null|undefined} */ now, /** @type {string} */ none) => {
    const made = el("select", { class: "entry", "aria-label": label }, ...(none ? [el("option", { value: "" }, none)] : []),
      ...from.map((c) => el("option", { value: String(c.seat), selected: c.seat === now }, c.player ? `${c.seat} · ${c.player}` : String(c.seat))));
    return { made: /** @type {HTMLSelectElement} */ (made), row: el("label", { class: "row" }, label, made) };
  };
  const taken = chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const at = select(words.button_seat, chairs, face?.line.button_seat, "");
  const small = select(words.small_blind_seat, taken, face?.small_blind_seat, words.nobody_posts);
  const big = select(words.big_blind_seat, taken, face?.big_blind_seat, "");
  const go = button(words.keep, () => {
    const body = { button_seat: Number(at.made.value), small_blind_seat: Number(small.made.value) || null, big_blind_seat: Number(big.made.value) };
    keep({ path: `${tournament}/tables/${table}/positions`, body, title: say(words.did_button, { table, seat: body.button_seat }), mark: { kind: "positions", table } });
    sheet.close();
  }, { "data-kind": "main", disabled: taken.length < 2 });
  showSheet(words.blinds, `${say(words.table, { table })} · ${chair.player}`, at.row, small.row, big.row, go);
}

/** @param {number} table @param {Chair} chair */
function more(table, chair) {
  showSheet(chair.player, say(words.seat, { seat: chair.seat }), el("div", { class: "acts" },
    button(chair.away ? words.set_back : words.set_away, () => {
      keep({ path: `entries/${chair.entry_id}/away`, body: { away: !chair.away }, title: say(chair.away ? words.did_back : words.did_away, about(table, chair)), mark: { kind: "away", away: !chair.away, table, entries: [chair.entry_id] } });
      sheet.close();
    }),
    button(words.together, () => together(table, chair)),
    // which blinds go with it is the server's to say: it knows who has just left
    button(words.button_here, () => {
      keep({ path: `${tournament}/tables/${table}/positions`, body: { button_seat: chair.seat }, title: say(words.did_button, { table, seat: chair.seat }), mark: { kind: "positions", table } });
      sheet.close();
    }, { "data-act": "button", disabled: (faceOf(table)?.line.players ?? 0) < 2 }),
    button(words.blinds, () => marks(table, chair), { "data-act": "blinds" }),
    button(words.under_age, () => underAge(table, chair), { "data-act": "under-age" }),
    el("a", { class: "button", "data-size": "touch", href: `rulings/?table=${table}` }, words.rulings)));
}

/**
 * Where a bounty hangs on each head: who took the chips of each of these, one after another. Nothing is chosen
 * beforehand; nobody is a choice, and so is to say it later.
 * @param {number} table @param {Chair[]} gone @param {(answers: Answer[]) => void} then @param {Answer[]} [answers]
 */
function askTakers(table, gone, then, answers = []) {
  if (!page.bounty || answers.length === gone.length) return then(answers);
  const chair = gone[answers.length];
  const out = new Set(gone.map((c) => c.entry_id));
  const mates = (faceOf(table)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null && !out.has(c.entry_id));
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

/** Several out in one hand: who, and with which stacks it began. @param {number} table @param {Chair} first */
function together(table, first) {
  const chairs = faceOf(table)?.chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null) ?? [];
  const out = new Set([first.seat]);
  const go = button("", () => {
    const gone = chairs.filter((/** @type {Chair} */ c) => out.has(c.seat));
    const stacks = gone.map((/** @type {Chair} */ c) => Number(/** @type {HTMLInputElement} */ (sheet.querySelector(`#before-${c.seat}`)).value.replace(/\D/g, "")) || null);
    askTakers(table, gone, (answers) => { bust(table, gone, stacks, answers); sheet.close(); });
  }, { "data-kind": "danger", "data-act": "together-out" });
  const count = () => { go.textContent = say(words.several_out, { count: out.size }); /** @type {HTMLButtonElement} */ (go).disabled = !out.size; };
  count();
  showSheet(words.together, words.together_help,
    el("ul", { class: "rows" }, ...chairs.map((/** @type {Chair} */ c) => el("li", { class: "row" },
      el("label", { class: "tick" }, el("input", { type: "checkbox", checked: out.has(c.seat), change: (/** @type {any} */ e) => { if (e.target.checked) out.add(c.seat); else out.delete(c.seat); count(); } }), `${c.seat} · ${c.player}`),
      el("input", { id: `before-${c.seat}`, inputmode: "numeric", class: "entry", "aria-label": say(words.stack_before, { seat: c.seat }), value: c.stack_chips ?? "" })))),
    go);
}

/** @param {number} table @param {Chair} chair */
function chooseTable(table, chair) {
  askLines();
  const targets = el("div", { class: "acts" });
  /** @param {number|null} proposed where the rules would move somebody of this table */
  const draw = (proposed) => {
    const lines = targetTables(room?.tables ?? [], { from: table, proposed });
    targets.replaceChildren(...lines.map((/** @type {any} */ l) => {
      const free = l.seats - l.players;
      const name = l.table === table ? words.this_table : say(words.table, { table: l.table });
      return button(`${name} · ${free ? say(words.free, { count: free }) : words.full}${l.table === proposed ? ` · ${words.proposed}` : ""}`, () => chooseSeat(table, chair, l), { disabled: !free, "data-to": l.table, "data-kind": l.table === proposed ? "main" : undefined });
    }));
  };
  draw(null);
  showSheet(say(words.to_table, {}), chair.player, targets);
  ask(`${tournament}/proposals`).then(({ status, body }) => {
    const move = status === 200 ? body.find((/** @type {any} */ p) => p.kind === "move" && p.table === table) : null;
    if (move && targets.isConnected) draw(move.to_table);
  });
}

/** @param {number} table @param {Chair} chair @param {any} to */
function chooseSeat(table, chair, to) {
  const known = faceOf(to.table);
  // a table that was never loaded: any seat may be asked for, the house says if it is taken
  const seats = known ? freeSeats(known.chairs) : [...Array(to.seats).keys()].map((i) => i + 1);
  showSheet(words.to_seat, `${chair.player} → ${say(words.table, { table: to.table })}`, el("div", { class: "acts" }, ...seats.map((seat) => button(say(words.seat, { seat }), () => {
    keep({ path: `entries/${chair.entry_id}/move`, body: { table_number: to.table, seat_number: seat, reason: "correction" }, title: say(words.did_move, { name: chair.player, table: to.table, seat }), mark: { kind: "move", table, entries: [chair.entry_id] } });
    sheet.close();
  }))));
}

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
const servedButton = (table, chair, given, after) => button(say(words.serve, { hand: given.hands_served + 1, served: given.hands_served, owed: given.hands_owed }), () => {
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

/** @param {number} table @param {Chair} chair */
function penalty(table, chair) {
  let why = "";
  /** @type {HTMLElement[]} */
  const steps = [];
  /** @param {string} kind @param {number} rounds */
  const give = (kind, rounds) => {
    const title = stepOf(kind, rounds);
    const step = button(title, () => {
      keep({ path: `entries/${chair.entry_id}/penalties`, body: { kind, rounds, reason: why }, title: say(words.did_penalty, { kind: title, name: chair.player }), mark: { kind: "penalty", table, entries: [chair.entry_id] } });
      sheet.close();
    }, { "data-act": kind + (rounds || ""), disabled: true });
    steps.push(step);
    return step;
  };
  const again = () => { const now = chairOf(table, chair.seat); if (now) penalty(table, now); };
  const known = el("div", { class: "history" }, el("p", { class: "soft" }, online ? "…" : words.history_waits));
  // who may not disqualify is told so: that needs no reason, and is no act in red
  const disqualifies = button(words.disqualify, () => disqualify(table, chair, why), { "data-act": "disqualify", ...(page.may_disqualify ? { "data-kind": "danger", disabled: true } : {}) });
  showSheet(words.penalty, chair.player, known,
    whyField((/** @type {string} */ reason) => { why = reason; for (const step of page.may_disqualify ? [...steps, disqualifies] : steps) /** @type {HTMLButtonElement} */ (step).disabled = !why; }),
    el("div", { class: "acts", "data-part": "steps" },
      give("warning", 0), give("missed_hand", 0), ...[1, 2, 3, 4].map((n) => give("missed_rounds", n)),
      disqualifies),
    chair.penalties?.length ? el("ul", { class: "rows", "aria-label": words.penalties_given }, ...chair.penalties.map((p) => el("li", { class: "row" },
      el("div", {}, el("b", {}, stepOf(p.kind, p.rounds ?? 0)), el("p", { class: "soft" }, p.reason + (p.hands_owed ? ` · ${say(words.served_of, { served: p.hands_served, owed: p.hands_owed })}` : ""))),
      el("div", { class: "buttons" },
        p.hands_served < p.hands_owed ? servedButton(table, chair, p, again) : null,
        p.hands_served ? redealButton(table, chair, p) : null,
        button(words.take_back, () => {
          keep({ path: `penalties/${p.penalty_id}/undo`, title: say(words.undo_of, { what: say(words.did_penalty, { kind: stepOf(p.kind, p.rounds ?? 0), name: chair.player }) }), mark: { kind: "undo", table, entries: [chair.entry_id] } });
          sheet.close();
        }))))) : null);
  historyOf(chair, known, steps);
}

/** What the person brings along from all tournaments, and the step it leads to. @param {Chair} chair @param {HTMLElement} known @param {HTMLElement[]} steps */
async function historyOf(chair, known, steps) {
  const { status, body } = await ask(`entries/${chair.entry_id}/penalties`);
  if (!known.isConnected) return;
  if (status !== 200) return known.replaceChildren(el("p", { class: "soft" }, words.history_waits));
  const step = stepOf(body.next.kind, body.next.rounds);
  known.replaceChildren(el("p", {}, say(body.history.length ? words.history_some : words.history_none, { count: body.next.earlier, step })),
    body.history.length ? el("ul", { class: "rows", "aria-label": words.history }, ...body.history.slice(0, 5).map((/** @type {any} */ p) => el("li", { class: "row" },
      el("div", {}, el("b", {}, stepOf(p.kind, p.rounds)), el("p", { class: "soft" }, `${p.reason} · ${p.tournament}`))))) : "");
  for (const one of [...steps, sheet.querySelector('[data-act="disqualify"]')]) {
    if (one?.textContent === step) one.append(el("small", {}, ` · ${words.proposed}`));
  }
}

/** The chips leave play with the player. @param {number} table @param {Chair} chair @param {string} why as chosen with the steps */
function disqualify(table, chair, why) {
  if (!page.may_disqualify) return showSheet(words.disqualify, chair.player, el("p", {}, words.director_disqualifies));
  const ready = () => { /** @type {HTMLButtonElement} */ (go).disabled = !why || !Number(keys.typed()); };
  const go = button("", () => {
    const stack = Number(keys.typed());
    askTakers(table, [chair], ([answer]) => {
      keep({ path: `${tournament}/eliminations`, body: { table_number: table, busts: [{ entry_id: chair.entry_id, stack_chips_start: stack, ...(answer ?? { by_entries: [] }) }], reason: "disqualified", why }, title: say(words.did_disqualify, { name: chair.player, chips: number(stack) }), mark: { kind: "disqualify", table, entries: [chair.entry_id] } });
      sheet.close();
    });
  }, { "data-kind": "danger", "data-act": "disqualify-now" });
  const keys = numbers(chair.stack_chips === null ? "" : String(chair.stack_chips), (typed) => {
    go.textContent = say(words.disqualify_now, { chips: number(Number(typed)) });
    /** @type {HTMLButtonElement} */ (go).disabled = !why || !Number(typed);
  });
  showSheet(words.disqualify, `${chair.player} · ADTP.67D`, whyField((/** @type {string} */ reason) => { why = reason; ready(); }, why), el("p", { class: "soft" }, words.chips_leave), ...keys.parts, go);
}

/**
 * A minor: the chips leave play, nobody registers the person until a document was checked. Kept for later like every
 * act here: the house takes it whatever has become of the seat meanwhile. @param {number} table @param {Chair} chair
 */
function underAge(table, chair) {
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

/**
 * The numeric pad. The first digit begins a new number.
 * @param {string} start @param {(typed: string) => void} [changed] @param {Node|null} [last] what stands where Enter would
 */
function numbers(start, changed, last = null) {
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
  return { typed: () => typed, parts: [shown, el("div", { class: "pad" }, ...keys, button("C", () => press("clear"), { "aria-label": words.clear }), button("⌫", () => press("delete"), { "aria-label": words.delete }), ...(last ? [last] : []))] };
}

/** The numeric pad; `inOrder` goes from seat to seat. @param {number} table @param {number} seat @param {boolean} inOrder */
function countChips(table, seat, inOrder) {
  const chair = chairOf(table, seat);
  if (!chair) return sheet.close();
  const next = inOrder ? nextTaken(faceOf(table)?.chairs ?? [], seat) : null;
  const keepIt = button(next === null ? words.keep : say(words.next_seat, { seat: next }), () => {
    const stack = Number(keys.typed());
    if (stack > 0 && stack !== chair.stack_chips) keep({ path: `entries/${chair.entry_id}/chips`, body: { stack_chips: stack }, title: say(words.did_chips, { name: chair.player, chips: number(stack) }), mark: { kind: "chips", stack_chips: stack, table, entries: [chair.entry_id] } });
    if (next === null) sheet.close();
    else countChips(table, next, true);
  }, { "data-kind": "main" });
  const keys = numbers("", undefined, keepIt);
  showSheet(`${chair.player}`, `${say(words.seat, { seat })}${stackText(chair) && ` · ${stackText(chair)}`}`, ...keys.parts);
  keepIt.focus();
}

/**
 * The whole table on one sheet: a field for each seat, an empty one was not counted, all of them kept at once. What is
 * typed stays on this tablet until it is kept, also when the sheet is closed or the page loaded anew. @param {number} table
 */
function countTable(table) {
  const chairs = (faceOf(table)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const draftKey = `${remembered}/sheet/${page.operator.id}/${table}`;
  /** @type {Record<string, string>} by entry: whoever takes a seat meanwhile has a field of their own */
  let draft = {};
  try { draft = JSON.parse(sessionStorage.getItem(draftKey) ?? "{}"); } catch { /* nothing was typed */ }
  const lines = chairs.map((/** @type {Chair} */ chair, /** @type {number} */ i) => {
    const field = /** @type {HTMLInputElement} */ (el("input", { id: `count-${chair.seat}`, class: "entry figures", inputmode: "numeric", autocomplete: "off", enterkeyhint: "next",
      "aria-label": say(words.chips_of, { seat: chair.seat, name: chair.player }), value: draft[String(chair.entry_id)] ?? "", input: () => { markWrong(false); recount(); },
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
  const inPlay = el("p", { class: "soft" });
  let played = 0; // chips in play, once the house has said so
  const recount = () => {
    const typed = sheetSum(lines.map((/** @type {any} */ l) => ({ typed: l.field.value, standing: l.chair.stack_chips ?? 0 })));
    sum.textContent = number(typed);
    if (played) inPlay.textContent = say(room?.tables.length === 1 ? words.left_to_count : words.in_play, { chips: number(room?.tables.length === 1 ? played - typed : played) });
    try { sessionStorage.setItem(draftKey, JSON.stringify(Object.fromEntries(lines.filter((/** @type {any} */ l) => l.field.value).map((/** @type {any} */ l) => [l.chair.entry_id, l.field.value])))); } catch { /* lost with the page */ }
    go.toggleAttribute("disabled", !lines.some((/** @type {any} */ l) => l.field.value.trim()));
  };
  const go = button(words.keep_counts, () => {
    for (const { field, markWrong } of lines) markWrong(Number.isNaN(wholeNumber(field.value)));
    const first = lines.find((/** @type {any} */ l) => l.field.hasAttribute("aria-invalid"));
    if (first) return first.field.focus();
    const counted = lines.filter((/** @type {any} */ l) => l.field.value.trim()).map((/** @type {any} */ l) => ({ seat_number: l.chair.seat, entry_id: l.chair.entry_id, stack_chips: /** @type {number} */ (wholeNumber(l.field.value)) }));
    const chips_ = counted.reduce((/** @type {number} */ s, /** @type {any} */ c) => s + c.stack_chips, 0);
    keep({ path: `${tournament}/tables/${table}/stacks`, body: { stacks: counted }, title: say(words.did_count_table, { table, count: counted.length, chips: number(chips_) }),
      mark: { kind: "table_chips", table, entries: counted.map((/** @type {any} */ c) => c.entry_id), stacks: Object.fromEntries(counted.map((/** @type {any} */ c) => [c.entry_id, c.stack_chips])) } });
    try { sessionStorage.removeItem(draftKey); } catch { /* it is not there */ }
    sheet.close();
  }, { "data-kind": "main", "data-act": "keep-counts" });
  showSheet(words.count_table, say(words.table, { table }), el("p", { class: "soft" }, words.count_table_help), el("ul", { class: "rows" }, ...lines.map((/** @type {any} */ l) => l.row)),
    el("div", { class: "counted-sum" }, el("p", {}, `${words.on_sheet} `, sum), inPlay), go);
  recount();
  ask(`${tournament}/chips`).then(({ status, body }) => { if (status === 200 && sum.isConnected) { played = body.in_play_chips; recount(); } });
}

// ------------------------------------------------------------------------------------------ the bar and the list of commands

function paintBar() {
  const waiting = outbox.unsent();
  const refused = outbox.conflicts();
  const at = opened !== null && heard[opened] ? heard[opened].at : roomAt;
  const line = online && !untold
    ? el("span", { class: "line", "data-line": "live" }, "● " + words.live)
    : el("span", { class: "line", "data-line": "away" }, "○ " + (at ? say(words.age, { time: countdown(Date.now() - at) }) : words.no_data));
  const last = outbox.commands.find((c) => c.id === lastId);
  const text = notSaved ? words.not_saved
    : refused.length ? say(words.refused_count, { count: refused.length })
    : outbox.signIn && waiting.length ? say(words.sign_in, { count: waiting.length, name: page.operator.name })
    : outbox.signIn ? words.signed_out
    : waiting.length ? say(words.waiting, { count: waiting.length }) : words.all_sent;
  fill(part("bar"),
    line,
    last && last.state !== "refused" ? el("span", { class: "last", role: "status" }, `${say(words.saved, { what: last.title })} · ${stateWord(last)}${placeOf(last)}`) : el("span", { class: "last", role: "status" }, ""),
    last && canUndo(last) ? button(words.undo, () => undo(last), { "data-key": "undo" }) : el("span", { class: "soft no-undo" }, last ? whyNoUndo(last) : ""),
    outbox.signIn ? el("a", { class: "button", "data-size": "touch", href: page.sign_in, "data-key": "sign-in" }, text)
      : button(text, openOutbox, { "data-key": "outbox", "data-kind": refused.length || notSaved ? "danger" : undefined }));
}

/** The place of the one who went out. @param {Command} c */
function placeOf(c) {
  const [out, more] = c.outcome?.result?.eliminations ?? [];
  return out?.place && !more ? ` · ${say(out.final ? words.placed : words.placed_for_now, { place: out.place })}` : "";
}

/** @param {Command} c */
function stateWord(c) {
  if (c.by !== page.operator.id && c.state === "queued") return say(words.waits_for, { name: c.who });
  if (c.state === "queued" && c.tries > 0) return `${words.state_queued} (${words.unknown_arrival})`;
  return c.outcome ? words["kind_" + c.outcome.kind] : words["state_" + c.state];
}

function openOutbox() {
  paintOutbox();
  if (!outboxSheet.open) outboxSheet.showModal();
}

function paintOutbox() {
  const refused = outbox.conflicts();
  const others = outbox.commands.filter((c) => c.state !== "refused").slice(-40).reverse();
  outboxSheet.replaceChildren(
    el("div", { class: "sheet-head" }, el("h2", { id: "outbox-title" }, refused.length ? words.refused_list : words.sent_list), button(words.close, () => outboxSheet.close(), { "data-kind": "quiet" })),
    el("ul", { class: "rows" }, ...bySameCause(refused, (c) => String(c.mark.entries ?? c.id)).map((same) => {
      const c = same[same.length - 1];
      const rule = inForce(c.outcome?.rule);
      return el("li", { class: "row", "data-state": "refused" },
        el("div", {}, ...same.map((one) => el("b", { class: "refused-title" }, one.title)), el("p", { class: "soft" }, say(words.given_by, { name: c.who, time: timeOfDay(c.at + ahead, page.timezone, language) })), el("p", {}, `✕ ${c.outcome?.reason ?? ""}${rule ? ` (${rule})` : ""}`), c.now ? el("p", { class: "soft" }, say(words.now_here, { what: c.now })) : null),
        button(words.settle, async () => { for (const one of same) await outbox.settle(one.id); }));
    })),
    el("ul", { class: "rows" }, ...others.map((c) => el("li", { class: "row", "data-state": c.state },
      el("div", {}, el("span", {}, c.title), el("p", { class: "soft" }, `${{ queued: "↑", sending: "⇡", done: "✓", refused: "✕" }[c.state]} ${stateWord(c)}`), notCounted(c) ? el("p", {}, `✕ ${notCounted(c)}`) : null),
      canUndo(c) ? button(words.undo, () => undo(c)) : el("span", { class: "soft" }, whyNoUndo(c))))),
    outbox.commands.length ? "" : el("p", { class: "soft" }, words.nothing_sent));
}

// ------------------------------------------------------------------------------------------ rulings, also without a line

/** The questions with their answers, as the house last told them. */
const bookKey = `${remembered}/book/${language}`;
/** @type {any} */
let book = null;
try { book = JSON.parse(localStorage.getItem(bookKey) ?? "null"); } catch { /* it comes with the line */ }
async function loadBook() {
  if (!page.may_rule) return;
  try {
    const answer = await fetch(page.book, { credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout(8000) });
    if (!answer.ok) return;
    book = await answer.json();
    localStorage.setItem(bookKey, JSON.stringify(book));
  } catch { /* what was loaded before holds */ }
}
const rulings = rulingsView({
  el, button, words,
  book: () => book,
  online: () => online,
  address: (kind, table) => `rulings/${kind}/${table ? `?table=${table}` : ""}`,
  players: (table) => (table ? [table] : Object.keys(heard).map(Number)).flatMap((t) => (faceOf(t)?.chairs ?? []).filter((/** @type {Chair} */ c) => c.entry_id !== null).map((/** @type {Chair} */ c) => ({ entry_id: /** @type {number} */ (c.entry_id), name: `${table ? "" : `${t}/`}${c.seat} · ${c.player}` }))),
  log: ({ kind, title, situation, choice, decision, entry_id, table }) => keep({ path: `${tournament}/rulings`, body: { kind, situation, choice, ...(decision ? { decision } : {}), entry_id, table_number: table }, title: say(words.did_rule, { what: title }), mark: { kind: "ruling", table } }),
});

function paintRulings(/** @type {number|null} */ table) {
  rulings.open(table);
  fill(view("rulings"), el("div", { class: "floor-head" }, el("a", { class: "button", "data-size": "touch", href: table ? `#${table}` : "#", "data-key": "back" }, "‹ " + (table ? say(words.table, { table }) : words.back)), el("h2", { id: "rulings-title", tabindex: "-1" }, words.rulings)),
    ...(online ? [] : [el("p", { class: "soft" }, words.rulings_offline)]), rulings.where);
}

// ------------------------------------------------------------------------------------------ putting it together

function paint() {
  const showing = ruling ? "rulings" : opened === null ? "list" : "table";
  for (const name of ["list", "table", "rulings"]) view(name).hidden = showing !== name;
  if (showing === "list") paintList();
  else if (showing === "table") paintTable();
  paintBar();
  if (outboxSheet.open) paintOutbox();
}

let ruling = false;
function go() {
  const [words_, where] = location.hash.slice(1).split("/");
  ruling = words_ === "rulings";
  const asked = Number(ruling ? where ?? 0 : words_);
  const before = ruling ? -1 : opened;
  opened = Number.isInteger(asked) && asked > 0 ? asked : null;
  follow();
  if (ruling) paintRulings(opened);
  paint();
  if (before !== opened) /** @type {HTMLElement|null} */ (document.querySelector(ruling ? "#rulings-title" : opened === null ? "#tables-title" : "#table-title"))?.focus();
}
window.addEventListener("hashchange", go);
// Without a line the pages of the house cannot come: the tablet stays where it is and says so.
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement|null} */ (/** @type {HTMLElement} */ (event.target).closest?.("a[href]"));
  if (!link || (online && navigator.onLine) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  const question = new URL(link.href).pathname.endsWith("/rulings/");
  if (question) {
    sheet.close();
    const at = new URL(link.href).searchParams.get("table");
    location.hash = at ? `rulings/${at}` : "rulings";
    return;
  }
  ifAnswered(() => location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if ((online && navigator.onLine) || form.hasAttribute("hx-post") || form.method === "dialog") return;
  event.preventDefault();
  ifAnswered(() => form.submit());
});
/** @param {() => void} leave */
async function ifAnswered(leave) {
  const { status } = await ask("session");
  if (status) leave();
  else show({ kind: "refused", text: words.needs_server });
}

live.start();
loadBook();
outbox.load().then(() => {
  toldRefused = new Set(outbox.conflicts().map((c) => c.id));
  outbox.send();
}, () => { notSaved = true; paint(); });
go();
