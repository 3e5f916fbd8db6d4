// The payouts on a wall: what is still open, and who has what already.
import { say } from "../board.js";
import { grouped, ordinal } from "../format.js";
import { equalPages } from "./paging.js";
import { Wall } from "./wall.js";

const PAGE_MS = 10_000;

class Payouts extends Wall {
  constructor() {
    super(PAGE_MS);
    /** @type {[number, number, string, number][]} */
    this.fallen = JSON.parse(document.getElementById("fallen")?.textContent ?? "[]");
    this.last = "";
  }

  /** Neighbours with equal prizes are one line; what nobody can win any more is none. */
  open() {
    const left = this.counts?.players_left || Infinity;
    const over = this.counts?.state === "finished";
    const began = this.counts?.state === "running";
    return (over ? [] : this.prizes?.rows ?? [])
      .filter((/** @type {any} */ row) => !began || row.first <= left)
      .map((/** @type {any} */ row) => ({ ...row, last: began ? Math.min(row.last, left) : row.last }));
  }

  /** @param {number} first @param {number} last */
  places(first, last) {
    const told = (/** @type {number} */ place) => say(this.words.place, { place: ordinal(place, this.language) });
    if (first === last) return told(first);
    return say(last === first + 1 ? this.words.both_places : this.words.places, { first: told(first), last: told(last) });
  }

  draw() {
    const open = this.part("list");
    const gone = this.part("gone");
    const box = this.part("gone-box");
    if (!open || !gone || !box) return;
    const rows = this.open();
    const beside = [...rows, ...this.fallen.map((row) => ({ amount_cents: row[3] }))];
    box.hidden = this.fallen.length === 0;
    const alone = rows.length === 0 && this.fallen.length ? "gone" : box.hidden ? "open" : "";
    document.body.dataset.alone = alone;
    const openPages = this.shape(open, rows.length);
    const gonePages = this.shape(gone, this.fallen.length);
    // beside each other both have lines of one height
    const heights = [open, gone].map((list) => Number(list.style.getPropertyValue("--rows")));
    // below each other they share the height by their rows, and by the heading that each has
    open.closest("main")?.style.setProperty("--shares", heights.map((rows) => `minmax(0, ${rows + 1}fr)`).join(" "));
    if (!alone && open.getBoundingClientRect().top === gone.getBoundingClientRect().top) for (const list of [open, gone]) list.style.setProperty("--rows", String(Math.max(...heights)));
    const pages = Math.max(openPages.pages, gonePages.pages);
    const cut = (/** @type {any[]} */ list, /** @type {{pages: number, each: number}} */ { pages: all, each }) => list.slice((this.turned % all) * each, (this.turned % all + 1) * each);
    const bubble = Math.min(this.counts?.players_left || Infinity, this.counts?.places_paid || Infinity);
    // while more play than are paid, that place is the first paid one, not the next one out
    const away = (this.counts?.players_left || Infinity) > bubble;
    const dealt = Boolean(this.prizes?.deal);
    if (!rows.length && dealt) open.replaceChildren(this.el("li", { class: "empty" }, this.words.divided));
    else if (rows.length || this.fallen.length) open.replaceChildren(...cut(rows, openPages).map((row) => {
      const next = !dealt && this.counts?.state === "running" && row.first <= bubble && bubble <= row.last;
      const place = dealt && row.first === 1 ? this.words.for_champion : this.places(row.first, row.last);
      return this.el("li", next ? { "data-next": "" } : row.first === 1 ? { "data-first": "" } : {}, this.line(next ? say(away ? this.words.next_paid : this.words.next_out, { place }) : place, "at"), this.el("b", {}, this.amount(row.amount_cents, beside)));
    }));
    gone.replaceChildren(...cut(this.fallen, gonePages).map((row) => {
      const mark = say(this.words.place, { place: ordinal(row[0], this.language) }) + (row[1] > 1 ? "=" : "");
      return this.el("li", row === this.fallen[0] ? { "data-new": "" } : {}, this.el("span", { class: "at" }, mark), this.line(row[2]), this.el("b", {}, this.amount(row[3], beside)));
    }));
    const left = this.counts?.players_left ?? 0;
    this.put("headline", this.counts?.pool_cents ? say(this.words.payouts_of, { pool: this.amount(this.counts.pool_cents) }) : this.part("headline")?.textContent ?? "");
    // who has registered does not play yet, and is counted in the head
    const before = ["announced", "registering"].includes(this.state());
    this.put("open-title", before ? this.words.prizes : this.words.still_open);
    this.put("open-count", left && !before ? say(left === 1 ? this.words.one_player : this.words.players, { count: grouped(left, this.language) }) : "");
    this.put("gone-title", this.counts?.state === "finished" ? this.words.results : this.words.already_out);
    this.put("gone-count", this.fallen.length ? say(this.counts?.state === "finished" ? this.words.places_paid : this.words.places_gone, { out: grouped(Math.min(this.fallen.length, this.counts?.places_paid ?? 0), this.language), count: grouped(this.counts?.places_paid ?? 0, this.language) }) : "");
    this.put("page", pages > 1 ? say(this.words.page, { page: (this.turned % pages) + 1, pages }) : "");
    const shared = this.part("shared");
    if (shared) shared.hidden = !this.fallen.some((row) => row[1] > 1);
    this.fit();
  }

  /** @param {HTMLElement} list @param {number} count */
  shape(list, count) {
    const style = getComputedStyle(list);
    // few stand in one column, the last is never half empty
    const columns = Math.min(Number(style.getPropertyValue("--most-columns")) || 1, Math.max(1, Math.ceil(count / (Number(style.getPropertyValue("--few")) || 8))));
    list.style.setProperty("--columns", String(columns));
    const rows = Number(style.getPropertyValue("--most-rows")) || 12;
    const shape = equalPages(count, columns * rows);
    // few lines stand in their height, not in a hall
    list.style.setProperty("--rows", String(Math.max(Math.ceil(shape.each / columns), Number(style.getPropertyValue("--least-rows")) || 6)));
    return shape;
  }

  paintPrizes() { this.draw(); }

  paintCounts() {
    super.paintCounts();
    this.draw();
  }

  paintEliminations() {
    super.paintEliminations();
    const key = JSON.stringify((this.eliminations?.rows ?? []).map((/** @type {any} */ row) => [row.entry_id, row.name, row.place, row.amount_cents]));
    if (key === this.last) return;
    const first = this.last === "";
    this.last = key;
    if (!first) this.fetch();
  }

  async fetch() {
    try {
      const answer = await fetch(document.body.dataset.listUrl ?? "");
      if (answer.ok) this.fallen = (await answer.json()).rows;
    } catch {
      // the list last seen stays
    }
    this.draw();
  }
}

const wall = new Payouts();
wall.begin();
// a page that was kept has the list of then
if (document.documentElement.dataset.kept) wall.fetch();
// an undo, or a prize that followed later: what has not changed is not sent again
setInterval(() => wall.fetch(), PAGE_MS * 2);
