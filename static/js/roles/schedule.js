// What the house announced for the days to come, in pages.
import { say } from "../board.js";
import { equalPages } from "./paging.js";
import { HouseWall } from "./house.js";

class Schedule extends HouseWall {
  constructor() {
    super(12_000);
    this.rows = /** @type {HTMLElement[]} */ ([...(this.part("list")?.children ?? [])]);
  }

  draw() {
    const list = this.part("list");
    if (!list) return;
    const most = Number(getComputedStyle(list).getPropertyValue("--most-rows")) || 8;
    const { pages, each } = equalPages(this.rows.length, most);
    const page = this.turned % pages;
    // few are larger; one alone is a poster, nothing announced stands in the middle
    const alone = this.rows[0]?.dataset.alone !== undefined;
    list.style.setProperty("--rows", String(each > 1 || alone ? each : 3));
    list.style.setProperty("--first", each > 1 || alone ? "auto" : "2");
    list.replaceChildren(...this.rows.slice(page * each, (page + 1) * each));
    this.put("page", pages > 1 ? say(this.words.page, { page: page + 1, pages }) : "");
    this.fit();
  }

  /** @param {Document} page */
  take(page) {
    const list = page.querySelector('[data-part="list"]');
    if (!list) return;
    this.rows = /** @type {HTMLElement[]} */ ([...list.children].map((row) => document.importNode(row, true)));
    this.draw();
  }
}

new Schedule().beginHouse({});
