// The final table on a wall: by stack, with what is still played for.
import { say } from "../board.js";
import { grouped, ordinal, unbroken } from "../format.js";
import { StackWall } from "./stacks.js";

/** So many rows of one age are told of once. */
const ONCE = 3;

class Final extends StackWall {
  draw() {
    const list = this.part("list");
    if (!list || !this.payloads.standings) return;
    /** @type {any[]} */
    const rows = this.counts?.state === "running" && this.counts?.final_table ? this.payloads.standings.rows : [];
    const most = Math.max(1, ...rows.map((row) => row.stack?.chips ?? 0));
    // how old all of them are is said once, at the foot: the names have its line
    const ages = new Set(rows.map((row) => this.age(row)));
    const once = rows.length >= ONCE && ages.size === 1 && rows.every((row) => row.stack) ? [...ages][0] : "";
    list.toggleAttribute("data-once", once !== "");
    const drawn = rows.length ? rows.map((row) => this.player(row, most, once)) : this.instead();
    list.style.setProperty("--rows", String(Math.max(drawn.length, 6)));
    list.style.setProperty("--half", String(Math.max(Math.ceil(drawn.length / 2), 3)));
    list.replaceChildren(...drawn);
    this.pays(rows.length > 0 || this.counts?.state === "finished");
    const all = rows.length > 0 && rows.every((row) => row.stack);
    // what play has overtaken adds up to the chips in play and tells nothing of now
    const stands = rows.filter((row) => row.stack?.stands).length;
    const sum = rows.reduce((total, row) => total + (row.stack?.chips ?? 0), 0);
    const chips = this.counts?.chips_in_play ?? 0;
    const told = stands < rows.length ? unbroken(say(this.words.counts_hold, { n: stands, m: rows.length })) : say(sum === chips ? this.words.chips_counted : this.words.chips_check, { counted: this.chips(sum), chips: this.chips(chips) });
    // a colon may end a line, a dot may not
    this.put("sum", all ? [once, told].filter(Boolean).join(": ") : "");
    this.fit();
  }

  /** @param {any} row @param {number} most @param {string} once how old every count is, which no row says then */
  player(row, most, once) {
    const old = row.stack !== null && !row.stack.stands;
    const li = this.el("li", { ...(old ? { "data-old": "" } : {}), ...(row.stack ? {} : { "data-uncounted": "" }) },
      this.el("i", row.button ? { "data-button": "" } : {}, row.seat ? String(row.seat) : "–"),
      this.line(row.name),
      this.el("b", {}, row.stack ? this.chips(row.stack.chips) : "–"),
      // beside a long name its column is narrow: smaller, never into the next cell
      ...(once ? [] : [this.el("small", { class: "line", "data-one": "" }, this.age(row))]),
      this.el("small", { class: "bb" }, row.stack ? this.big(row.stack.chips) : ""));
    li.style.setProperty("--part", String(row.stack ? row.stack.chips / most : 0));
    return li;
  }

  /** Before it began: how far it is. After it: who won. */
  instead() {
    if (this.counts?.state === "finished") return (this.eliminations?.rows ?? []).slice(0, 9).map((/** @type {any} */ row) => this.el("li", { "data-place": String(row.place) },
      this.el("i", {}, say(this.words.place, { place: ordinal(row.place, this.language) })), this.line(row.name), this.el("b", {}, row.amount_cents ? this.amount(row.amount_cents) : "")));
    return [this.el("li", { class: "empty" }, say(this.words.no_final, { count: grouped(this.counts?.players_left ?? 0, this.language) }))];
  }

  /** The next prize first, then from the winner down. @param {boolean} shown */
  pays(shown) {
    const where = this.part("pays");
    if (!where) return;
    const rows = this.prizes?.rows ?? [];
    // after a deal nobody who goes out gets more than the own share
    const dealt = Boolean(this.prizes?.deal);
    const next = dealt ? 0 : Math.min(this.counts?.players_left ?? 1, this.counts?.places_paid ?? 1);
    const running = this.counts?.state === "running";
    // while more play than are paid, that place is the first paid one, not the next one out
    const away = (this.counts?.players_left ?? 0) > (this.counts?.places_paid ?? 0);
    const of = (/** @type {number} */ place) => rows.find((/** @type {any} */ row) => row.first <= place && place <= row.last);
    /** @type {number[]} */
    const places = [];
    for (let place = 1; place < 9 && of(place); place += 1) if (!running || place !== next) places.push(place);
    where.hidden = !shown || rows.length === 0 || !running;
    if (where.hidden) return;
    const cell = (/** @type {number} */ place, /** @type {boolean} */ isNext) => {
      const said = dealt && place === 1 ? this.words.for_champion : say(this.words.place, { place: ordinal(place, this.language) });
      return this.el("li", isNext ? { "data-next": "" } : {}, this.line(isNext ? say(away ? this.words.next_paid : this.words.next_out, { place: said }) : said, "label"), this.figure(this.amount(of(place).amount_cents, rows)));
    };
    where.replaceChildren(...(of(next) ? [cell(next, true)] : []), ...places.slice(0, 8).map((place) => cell(place, false)));
  }

  paintCounts() {
    super.paintCounts();
    this.draw();
  }

  paintPrizes() { this.draw(); }

  paintEliminations() {
    super.paintEliminations();
    this.draw();
  }
}

const wall = new Final(10_000);
wall.begin({ [wall.payloads.topics.standings]: (/** @type {any} */ payload) => { wall.payloads.standings = payload; wall.draw(); } });
