// One table on a wall beside it: who sits where, with what.
import { say } from "../board.js";
import { grouped } from "../format.js";
import { StackWall } from "./stacks.js";

class Table extends StackWall {
  draw() {
    const list = this.part("list");
    const { seats: table } = this.payloads;
    if (!list || !table) return;
    const broken = table.state === "broken";
    const gone = this.part("broken");
    if (gone) gone.hidden = !broken;
    this.put("broken", broken ? say(this.words.table_broken, { table: table.table }) : "");
    for (const part of [list, this.part("sum")?.parentElement]) if (part) part.hidden = broken;
    list.replaceChildren(...table.seats.map((/** @type {any} */ seat) => this.seat(seat, table)));
    const sitting = table.seats.filter((/** @type {any} */ seat) => seat.name);
    const counted = sitting.filter((/** @type {any} */ seat) => seat.stack);
    const all = sitting.length > 0 && counted.length === sitting.length;
    this.put("sum", all ? say(this.words.chips, { count: this.chips(counted.reduce((/** @type {number} */ sum, /** @type {any} */ seat) => sum + seat.stack.chips, 0)) }) : "");
    this.put("sitting", say(sitting.length === 1 ? this.words.one_player : this.words.players, { count: grouped(sitting.length, this.language) }));
    // the oldest count is the age of the sum
    const oldest = [...counted].sort((a, b) => Number(a.stack.stands) - Number(b.stack.stands) || (a.counted_ms ?? 0) - (b.counted_ms ?? 0))[0];
    this.put("age", all && oldest ? this.age(oldest) : "");
    this.fit();
  }

  /** @param {any} seat @param {any} table */
  seat(seat, table) {
    const li = this.el("li", { "data-seat": String(seat.seat), ...(seat.name ? {} : { "data-free": "" }), ...(seat.stack && !seat.stack.stands ? { "data-old": "" } : {}) },
      this.el("i", {}, String(seat.seat)),
      this.line(seat.name || this.words.free));
    li.style.setProperty("--side", String(seat.side));
    li.style.setProperty("--row", String(seat.row));
    // the disc lies on the felt before the seat, never on its card
    li.dataset.edge = seat.side < 34 ? "left" : seat.side > 66 ? "right" : seat.row < 50 ? "top" : "bottom";
    if (seat.stack) li.append(this.figure([this.chips(seat.stack.chips), this.big(seat.stack.chips)].filter(Boolean).join(" · "), "stack"));
    const disc = seat.seat === table.button ? "button" : seat.seat === table.small_blind ? "small_blind" : seat.seat === table.big_blind ? "big_blind" : "";
    if (disc && seat.name) li.append(this.el("em", { "data-disc": disc }, this.words[disc]));
    return li;
  }
}

const wall = new Table(10_000);
wall.begin({ [wall.payloads.topics.seats]: (/** @type {any} */ payload) => { wall.payloads.seats = payload; wall.draw(); } });
