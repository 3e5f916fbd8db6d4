// The list of tables.

import { say } from "../board.js";
import { askLines, follow } from "./line.js";
import { marked, mine, mineKey } from "./memory.js";
import { button, el, fill, part, refill, words } from "./page.js";
import { handWaitsForRecess } from "./recess.js";
import { MANY, ownAlone, repaint, shownOf, state, tableMarks } from "./state.js";
import { tile } from "./tile.js";

const find = /** @type {HTMLInputElement} */ (part("find"));
find.addEventListener("input", () => { askLines(); repaint(); });
find.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !state.room) return;
  const found = shownOf(state.room.tables, { ours: [], onlyMine: false, typed: find.value });
  const meant = found.find((l) => String(l.table) === find.value.trim()) ?? (found.length === 1 ? found[0] : null);
  if (meant) location.hash = String(meant.table);
});

/** @param {number} table */
function toggleMine(table) {
  const now = marked();
  const next = now.includes(table) ? now.filter((t) => t !== table) : [...now, table].sort((a, b) => a - b);
  localStorage.setItem(mineKey, JSON.stringify(next));
  follow();
  repaint();
}

export function paintList() {
  if (!state.room) return;
  const stars = marked();
  const onlyMine = ownAlone(state.onlyMine, stars, state.room.tables.length);
  // who asks for the own tables and has no star is told how to set one
  const ours = stars.length ? mine() : [];
  fill(part("which"), ...[true, false].map((yes) => button(yes ? words.mine : words.all, () => { state.onlyMine = yes; askLines(); repaint(); }, { "aria-pressed": String(onlyMine === yes), "data-key": `which-${yes}` })));
  const round = state.room.hand_for_hand;
  const where = part("round");
  where.hidden = !round?.on;
  if (round?.on) where.replaceChildren(el("p", { class: "notice", role: "status" }, round.served ? words.hand_served : say(words.round, { round: round.number, done: round.done.length, all: round.done.length + round.waiting_for.length })));
  const many = state.room.large || state.room.tables.length > MANY;
  find.hidden = !many;
  const typed = many ? find.value : "";
  const lines = shownOf(state.room.tables, { ours, onlyMine, typed });
  part("tables").toggleAttribute("data-many", lines.length > MANY);
  if (!lines.length) {
    // all of them, and none: they were asked for and are on their way
    const none = !state.room.tables.length && !onlyMine ? "" : typed ? say(words.no_table, { looked_for: typed }) : words.no_mine;
    return fill(part("tables"), el("li", { class: "soft" }, none));
  }
  const drawn = new Map();
  const waits = handWaitsForRecess() || Boolean(round?.served);
  const list = lines.map((/** @type {any} */ line) => {
    const marks = tableMarks(line, state.room, words, waits);
    const starred = stars.includes(line.table);
    const shows = JSON.stringify([line.table, line.state, line.players, line.seats, marks, starred]);
    const made = tiles.get(shows) ?? tile(line, marks, starred, words, () => toggleMine(line.table));
    drawn.set(shows, made);
    return made;
  });
  tiles = drawn;
  refill(part("tables"), list);
}

/** @type {Map<string, HTMLElement>} the tiles that were drawn last, by all that they show */
let tiles = new Map();
