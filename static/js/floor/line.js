// The line to the house: what it tells of the tables, who is signed in, and what happens when it goes.

import { Live, socketAddress } from "../live.js";
import { onceLetGo } from "../pressed.js";
import { ask, takeToken } from "./ask.js";
import { paintBar } from "./bar.js";
import { outbox } from "./commands.js";
import { reviewAsked } from "./deal.js";
import { marked, mine, remember, takeTable } from "./memory.js";
import { page, part, sheet, tournament } from "./page.js";
import { keeper, takeClock } from "./recess.js";
import { ownAlone, placesMoved, repaint, roomFrom, state, toFollow } from "./state.js";

/** The bar alone, once what is pressed in it was let go: its age turns each second, and Undo must not be drawn anew under a finger. */
const drawBar = () => onceLetGo(part("bar"), paintBar);

/** @param {any} payload */
function takeRoom(payload) {
  state.room = roomFrom(state.room, payload);
  state.untold = false;
  state.roomAt = Date.now();
  remember();
  // the list of a large room is asked for where it is shown
  if (state.room.large) askLines();
  follow();
  repaint();
  reviewAsked();
  for (const id of ["proposals", "penalties"]) document.getElementById(id)?.dispatchEvent(new Event("renew"));
}

let over = false;

/** Once it does not run any more the page is the one that says so; what waits to be sent goes out first. @param {any} payload */
function takeCounts(payload) {
  if (placesMoved(state.counts ?? page.counts, payload)) {
    state.placesAt = Date.now();
    drawBar();
  }
  state.counts = payload;
  leaveOnceOver();
}

/** What was told last is asked, also after a wait: who plays on meanwhile (an undo) stays, and no old figures come back. */
function leaveOnceOver() {
  const stands = state.counts?.state;
  if (over || !stands || stands === "running") return;
  if (outbox.unsent().length) return void setTimeout(leaveOnceOver, 2000);
  over = true;
  setTimeout(() => location.reload(), Math.random() * 2000);
}

/** The tables of a large room, not more often than somebody reads them: seldom while only one's own are looked at, which never stay as they were. */
export async function askLines() {
  if (!state.room?.large) return;
  const typed = /** @type {HTMLInputElement} */ (part("find")).value.trim();
  const own = !typed && ownAlone(state.onlyMine, marked(), state.room.tables.length);
  const seldom = state.room.tables.length && (state.opened !== null || own) && !sheet.open;
  if (performance.now() - state.askedLines < (seldom ? SELDOM_MS : OFTEN_MS)) return;
  state.askedLines = performance.now();
  const { status, body } = await ask(`${tournament}/tables`);
  if (status !== 200) return;
  state.room.tables = body;
  remember();
  repaint();
}

const [OFTEN_MS, SELDOM_MS] = [8_000, 60_000];

/** A socket may stay open though the device has no network: both are asked. @param {boolean} open */
function lineIs(open) {
  state.online = open && navigator.onLine;
  state.heardAt = performance.now();
  if (state.online) outbox.send();
  repaint();
}

export const live = new Live({
  url: socketAddress(location),
  topics: { [page.topics.tables]: takeRoom, [page.topics.counts]: takeCounts, [page.topics.clock]: takeClock },
  onNow: (now, asked) => keeper.hear(now, asked),
  onLine: lineIs,
  onRefused: (topic) => {
    if (topic !== page.topics.tables) return;
    state.untold = true;
    repaint();
    askWho();
  },
});

let reopened = -Infinity;

/** Is the operator of this page still signed in? When they are back, the line is opened anew under their name. */
async function askWho() {
  const { status, body } = await ask("session");
  if (status === 0) return;
  const here = status === 200 && body?.user_id === page.operator.id;
  const back = here && (outbox.signIn || state.untold);
  outbox.signIn = !here;
  if (back && performance.now() - reopened > 4000) {
    reopened = performance.now();
    takeToken(body.csrf_token);
    document.querySelectorAll('input[name="csrfmiddlewaretoken"]').forEach((field) => { /** @type {HTMLInputElement} */ (field).value = body.csrf_token; });
    state.untold = false;
    live.socket?.close();
    outbox.send();
  }
  drawBar();
}

// Signed out: the bar says so. A dialog over the table would be in the way of what is kept meanwhile.
document.addEventListener("htmx:responseError", (event) => {
  if (/** @type {CustomEvent} */ (event).detail?.xhr?.status !== 401) return;
  event.stopImmediatePropagation();
  outbox.signIn = true;
  drawBar();
}, true);
// What the page asks for by itself and does not get: the bar says since when there is no line.
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (/** @type {CustomEvent} */ (event).detail?.requestConfig?.verb === "get") event.stopImmediatePropagation();
  }, true);
}

const hear = live.hear.bind(live);
live.hear = (/** @type {string} */ data) => { state.heardAt = performance.now(); hear(data); };

/** Tables that this tablet keeps at hand, also for when the line goes. */
export function follow() {
  /** @type {Record<string, (payload: any, seq: number) => void>} */
  const topics = { [page.topics.tables]: takeRoom, [page.topics.counts]: takeCounts, [page.topics.clock]: takeClock };
  for (const table of toFollow(mine(), state.opened)) topics[page.topics.table + table] = (payload) => takeTable(table, payload);
  live.follow(topics);
}

setInterval(() => {
  // a line that died without saying so
  if (live.socket?.readyState === 1) {
    if (performance.now() - state.heardAt > 14_000) live.drop();
    else live.socket.send(JSON.stringify({ ping: 1 }));
  }
  if (outbox.signIn || state.untold) askWho();
  else if (state.room?.large) askLines();
  drawBar();
}, 5000);
setInterval(() => { if (!state.online) drawBar(); }, 1000);
// a tablet that slept may have a line that died meanwhile
document.addEventListener("visibilitychange", () => { if (!document.hidden) live.wake(); });
// the browser knows of a network that went long before an answer is missed
window.addEventListener("offline", () => live.drop());
window.addEventListener("online", () => { lineIs(live.socket?.readyState === 1); outbox.send(); });
