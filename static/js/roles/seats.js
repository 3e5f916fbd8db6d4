// The seating list on a wall: where do I sit?
import { say } from "../board.js";
import { equalPages, gridFor, letterOf, rangesOf, sortedFor } from "./paging.js";
import { Wall } from "./wall.js";

const PAGE_MS = 12_000;
// nobody looks for a seat any more
const OVER = ["decided", "finished", "cancelled"];

class Seating extends Wall {
  constructor() {
    super(PAGE_MS);
    /** @type {[string, number, number][]|null} */
    this.rows = null;
  }

  draw() {
    const list = this.part("list");
    if (!list) return;
    const over = OVER.includes(this.state());
    const mini = this.part("mini");
    if (mini) mini.hidden = over;
    if (over) {
      list.replaceChildren(this.el("li", { class: "empty" }, this.ended()));
      const index = this.part("index");
      if (index) index.hidden = true;
      return;
    }
    if (!this.rows) return;
    const style = getComputedStyle(list);
    const most = { columns: Number(style.getPropertyValue("--most-columns")) || 4, rows: Number(style.getPropertyValue("--most-rows")) || 15 };
    const { pages, each } = equalPages(this.rows.length, most.columns * most.rows);
    const page = this.turned % pages;
    const here = this.rows.slice(page * each, (page + 1) * each);
    const shape = gridFor(each, most);
    list.style.setProperty("--columns", String(shape.columns));
    list.style.setProperty("--rows", String(shape.rows));
    let letter = "";
    if (here.length) list.replaceChildren(...here.map(([name, table, seat]) => {
      const mark = letterOf(name) === letter ? "" : letterOf(name);
      letter = letterOf(name);
      return this.el("li", {}, this.el("i", { "aria-hidden": "true" }, mark), this.line(name), this.el("b", {}, say(this.words.seat_at, { table, seat })));
    }));
    this.put("page", pages > 1 ? say(this.words.page, { page: page + 1, pages }) : "");
    this.index(page, pages, each);
    this.fit();
  }

  /** What stands in the place of the seats: that it is over, and who won. */
  ended() {
    const state = this.state();
    const first = state === "finished" ? (this.eliminations?.rows ?? []).find((/** @type {any} */ row) => row.place === 1) : null;
    return first ? say(this.words.won, { name: first.name }) : this.words[`state_${state}`];
  }

  paintEliminations() {
    super.paintEliminations();
    this.draw();
  }

  /** @param {number} page @param {number} pages @param {number} each */
  index(page, pages, each) {
    const ranges = rangesOf(Array.from({ length: pages }, (_none, i) => (this.rows ?? []).slice(i * each, (i + 1) * each).map(([name]) => name)));
    const range = this.part("range");
    if (range) range.hidden = pages < 2;
    this.put("range", ranges[page].join(" – "));
    const index = this.part("index");
    if (!index) return;
    // more pages than stand side by side are told by their number
    index.hidden = pages < 2 || pages > 12;
    index.replaceChildren(...ranges.map((ends, i) => this.el("li", i === page ? { "data-on": "true" } : {}, this.line(ends.join("–")))));
  }

  async fetch() {
    try {
      const answer = await fetch(document.body.dataset.listUrl ?? "");
      if (answer.ok) this.rows = sortedFor((await answer.json()).rows, ([name]) => name, this.language);
    } catch {
      // the list last seen stays
    }
    this.draw();
  }

  paintCounts() {
    super.paintCounts();
    // somebody came, went or is called otherwise: the list says so at once, not with the next page
    this.fetch();
  }
}

const wall = new Seating();
wall.begin();
// who moved is told with the next page; what has not changed is not sent again
setInterval(() => wall.fetch(), PAGE_MS);
