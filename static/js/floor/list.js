// The list of tables.

import { say } from "../board.js";
import { outLast } from "./hand.js";
import { askLines, follow } from "./line.js";
import { marked, mine, mineKey } from "./memory.js";
import { button, el, fill, keepingFocus, part, refill, words } from "./page.js";
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

/** The switch, drawn once: a tap changes what is pressed, and the focus stays where it is. */
const which = [true, false].map((yes) => button(yes ? words.mine : words.all, () => { state.onlyMine = yes; askLines(); repaint(); }, { "data-key": `which-${yes}` }));

/** The tile of a table. It stays where it stands, and what it shows is changed in it: a new one would have all that follow it laid out anew. @param {any} line @param {[string, string, string?][]} marks @param {boolean} starred */
function tileOf(line, marks, starred) {
  const shows = JSON.stringify([line.state, line.players, line.seats, marks]);
  const stands = tiles.get(line.table);
  const fresh = stands?.shows === shows ? null : tile(line, marks, starred, words, () => toggleMine(line.table));
  if (!stands && fresh) tiles.set(line.table, { made: fresh, shows });
  if (!stands) return /** @type {HTMLElement} */ (fresh);
  const { made } = stands;
  if (fresh) {
    keepingFocus(made, () => made.replaceChildren(...fresh.children));
    made.dataset.state = line.state;
    stands.shows = shows;
  } else made.querySelector(".star")?.setAttribute("aria-pressed", String(starred));
  return made;
}

export function paintList() {
  if (!state.room) return;
  near.disconnect();
  below = [];
  const stars = marked();
  const onlyMine = ownAlone(state.onlyMine, stars, state.room.tables.length);
  // who asks for the own tables and has no star is told how to set one
  const ours = stars.length ? mine() : [];
  refill(part("which"), which);
  which.forEach((one, n) => one.setAttribute("aria-pressed", String(onlyMine === (n === 0))));
  const round = state.room.hand_for_hand;
  const where = part("round");
  where.hidden = !round?.on;
  if (round?.on) where.replaceChildren(el("p", { class: "notice", role: "status" }, round.served ? words.hand_served : say(words.round, { round: round.number, done: round.done.length, all: round.done.length + round.waiting_for.length })), ...outLast(round));
  const many = state.room.large || state.room.tables.length > MANY;
  find.hidden = !many;
  const typed = many ? find.value : "";
  const lines = shownOf(state.room.tables, { ours, onlyMine, typed });
  part("tables").toggleAttribute("data-many", lines.length > MANY);
  if (!lines.length) {
    // all of them, and none: they were asked for and are on their way
    const none = !state.room.tables.length && !onlyMine ? "" : typed ? say(words.no_table, { table: typed }) : words.no_mine;
    return fill(part("tables"), el("li", { class: "soft" }, none));
  }
  const waits = handWaitsForRecess() || Boolean(round?.served);
  const drawn = (/** @type {any} */ line) => tileOf(line, tableMarks(line, state.room, words, waits), stars.includes(line.table));
  const here = part("tables");
  // a screenful answers the tap, and what was scrolled to stays; the others come as they are scrolled near
  const count = Math.max(SCREENFUL, here.querySelectorAll(":scope > .tile:has(.star)").length);
  refill(here, lines.slice(0, count).map(drawn));
  below = lines.slice(count);
  drawBelow = () => here.append(...below.splice(0, SCREENFUL).map(drawn));
  if (below.length) near.observe(/** @type {Element} */ (here.lastElementChild));
}

/** So many tiles a tablet shows at once (static/css/staff.css lays out those below only where they come into sight). */
const SCREENFUL = 36;

/** The tables that are not drawn yet, in their order. @type {any[]} */
let below = [];
let drawBelow = () => {};

/** Draws as many again each time the last tile comes near: a tablet of hundreds of tables answers a tap as one of a few. */
const near = new IntersectionObserver((seen) => {
  if (!below.length || !seen.some((one) => one.isIntersecting)) return;
  near.disconnect();
  drawBelow();
  if (below.length) near.observe(/** @type {Element} */ (part("tables").lastElementChild));
}, { rootMargin: "600px" });

/** @type {Map<number, {made: HTMLElement, shows: string}>} the tiles that were drawn, by their tables, with what each shows besides its star */
const tiles = new Map();
