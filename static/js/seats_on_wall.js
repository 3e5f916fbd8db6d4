// The seating list on the wall: paged so that every name is whole, alphabetical as the server sends it.

import { say } from "./board.js";
import { element } from "./scenes.js";

const ASKED_AGAIN_MS = 9500;
// a long name on two lines in the height of one: how large
const TWO_LINES = [0.66, 0.6, 0.54, 0.48];

export class SeatsOnWall {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {[string, number, number][]} */
    this.seats = [];
    this.asked = -Infinity;
    this.page = 0;
    this.wanted = false;
    const rows = board.part("seating-rows");
    if (rows) new ResizeObserver(() => this.paint()).observe(rows);
    // measured with the letters it is read in
    document.fonts.ready.then(() => this.paint());
  }

  /** @param {boolean} wanted */
  show(wanted) {
    this.wanted = wanted;
    if (wanted) this.fetch();
    this.paint();
  }

  /** Something became another thing, if only a name: the list says so at once. */
  told() {
    this.asked = -Infinity;
    if (this.wanted) this.fetch();
  }

  turn() {
    this.page += 1;
    this.show(this.wanted);
  }

  async fetch() {
    if (performance.now() - this.asked < ASKED_AGAIN_MS) return;
    this.asked = performance.now();
    try {
      const answer = await fetch(document.body.dataset.seatsUrl ?? "");
      if (answer.ok) this.seats = (await answer.json()).rows;
      this.paint();
    } catch {
      // the list last seen stays
    }
  }

  /** @param {[string, number, number]} seat */
  row([name, table, seat]) {
    const li = document.createElement("li");
    const who = element("span", "", name);
    who.style.setProperty("--n", String(name.length));
    li.append(who, element("b", "", say(this.board.words.seat_at, { table, seat })));
    return li;
  }

  paint() {
    const where = this.board.part("seating");
    const rows = this.board.part("seating-rows");
    if (!where || !rows) return;
    const show = this.wanted && this.seats.length > 0;
    where.hidden = !show;
    document.body.dataset.show = show ? "seats" : "clock";
    if (!show) return;
    const columns = Number(getComputedStyle(rows).columnCount) || 1;
    /** How many stand at once in this size. @param {number} scale */
    const fits = (scale) => {
      rows.style.setProperty("--scale", String(scale));
      rows.replaceChildren(this.row(this.seats[0]));
      const height = /** @type {HTMLElement} */ (rows.firstElementChild).getBoundingClientRect().height;
      return Math.max(1, Math.floor(rows.clientHeight / height)) * columns;
    };
    rows.style.setProperty("--air", "1");
    const size = fits(1);
    const whole = () => [...rows.querySelectorAll("li > span")].every((who) => who.scrollWidth <= who.clientWidth);
    // few are larger, as long as every name is whole: nobody looks for a name in an empty half
    const larger = size < this.seats.length ? 1 : [1.8, 1.5, 1.25].find((scale) => {
      if (fits(scale) < this.seats.length) return false;
      rows.replaceChildren(...this.seats.map((seat) => this.row(seat)));
      return whole();
    });
    const holds = fits(larger ?? 1);
    // pages of equal length: the last is never half empty; what they leave free makes their lines higher
    const pages = Math.max(1, Math.ceil(this.seats.length / size));
    const each = Math.ceil(this.seats.length / pages);
    const page = this.page % pages;
    rows.style.setProperty("--air", Math.min(1.7, holds / columns / Math.ceil(each / columns)).toFixed(2));
    this.board.put("seating-page", pages > 1 ? say(this.board.words.page_of, { page: page + 1, pages }) : "");
    rows.replaceChildren(...this.seats.slice(page * each, page * each + each).map((seat) => this.row(seat)));
    for (const who of /** @type {NodeListOf<HTMLElement>} */ (rows.querySelectorAll("li > span"))) {
      if (who.scrollWidth <= who.clientWidth) continue;
      who.dataset.two = "";
      const line = /** @type {HTMLElement} */ (who.nextElementSibling).offsetHeight;
      for (const share of TWO_LINES) {
        who.style.setProperty("--two", String(share));
        if (who.offsetHeight <= line) break;
      }
    }
  }
}
