// All tournaments of the day, each with its clock.
import { Board, isOver, say } from "../board.js";
import { entriesTaken, Keeper } from "../clock.js";
import { countdown, grouped, moneyShort, timeOfDay } from "../format.js";
import { icon } from "../icons.js";
import { HouseWall } from "./house.js";
import { equalPages } from "./paging.js";

const CELLS = ["name", "about", "time", "level", "blinds", "ante", "players", "average", "state", "entries", "pool", "poolword"];
const FIGURES = new Set(["time", "blinds", "players", "pool"]);

class Today extends HouseWall {
  constructor() {
    super(12_000);
    this.rows = this.payloads.rows.map((/** @type {any} */ row) => this.tournament(row));
  }

  /** One tournament: what is known of it, its clock and its line. @param {any} known */
  tournament(known) {
    const keeper = new Keeper(() => performance.now());
    keeper.hear(this.payloads.server_ms);
    keeper.take(known.clock);
    this.keepers.push(keeper);
    const cells = Object.fromEntries(CELLS.map((name) => [name, FIGURES.has(name) ? this.figure("", `t-${name}`) : this.line("", `t-${name}`)]));
    for (const name of ["name", "state"]) cells[name].dataset.pair = "";
    const mark = this.el("span", { class: "mark" });
    const cell = (/** @type {string} */ name, /** @type {Node[]} */ ...inside) => this.el("div", { class: name }, ...inside);
    const line = this.el("li", {},
      cell("c-name", cells.name, cells.about), cell("c-clock", cells.time, cells.level), cell("c-blinds", cells.blinds, cells.ante),
      cell("c-players", cells.players, cells.average), cell("c-state", this.el("div", { class: "now" }, mark, cells.state), cells.entries), cell("c-pool", cells.pool, cells.poolword));
    return { ...known, keeper, cells, mark, line };
  }

  topics() {
    return Object.fromEntries(this.rows.flatMap((/** @type {any} */ row) => [
      [row.topics.clock, (/** @type {any} */ payload) => { row.keeper.take(payload); this.tell(row); this.fit(); }],
      [row.topics.counts, (/** @type {any} */ payload) => { row.counts = payload; this.tell(row); this.fit(); }],
    ]));
  }

  known() {
    const rows = this.rows.map((/** @type {any} */ { keeper, cells: _cells, mark: _mark, line: _line, ...row }) => ({ ...row, clock: keeper.payload }));
    return { ...super.known(), payloads: { ...this.payloads, rows } };
  }

  draw() {
    const list = this.part("list");
    if (!list || this.rows.length === 0) return;
    const most = Number(getComputedStyle(list).getPropertyValue("--most-rows")) || 6;
    const { pages, each } = equalPages(this.rows.length, most);
    const page = this.turned % pages;
    list.style.setProperty("--rows", String(Math.max(each, 4)));
    const here = this.rows.slice(page * each, (page + 1) * each);
    for (const row of here) this.tell(row);
    list.replaceChildren(...here.map((/** @type {any} */ row) => row.line));
    this.put("page", pages > 1 ? say(this.words.page, { page: page + 1, pages }) : "");
    this.fit();
  }

  second() {
    super.second();
    for (const row of this.rows) if (row.line.isConnected) this.tell(row);
    this.fit();
  }

  /** @param {any} row */
  tell(row) {
    const { counts } = row;
    const put = (/** @type {string} */ name, /** @type {string} */ text) => { if (row.cells[name].textContent !== text) row.cells[name].textContent = text; };
    const state = Board.prototype.state.call(/** @type {any} */ (row));
    const now = row.keeper.show();
    const money = (/** @type {number} */ cents) => moneyShort(cents, row.currency, this.language);
    const at = (/** @type {number} */ ms) => timeOfDay(ms, this.payloads.timezone, this.language);
    const serverNow = this.hours.serverNow();
    const before = state === "announced" || state === "registering";
    const over = isOver(state);
    const played = now ? (now.item.kind === "level" ? now.item : now.next ?? now.item) : null;
    put("name", row.name);
    put("about", [money(row.price_cents), row.game].filter(Boolean).join(" · "));
    const full = before ? row.starts_when_full : 0;
    const rest = before ? Math.max(0, row.starts_ms - serverNow) : now?.remaining_ms ?? 0;
    // far off, or late: the hour that was announced
    const byHour = before && (rest === 0 || rest > 12 * 3_600_000);
    put("time", over || full ? "–" : byHour ? at(row.starts_ms) : countdown(rest));
    put("level", full ? this.words.when_full : over || byHour ? "" : before ? this.words.to_start : now?.item.kind === "recess" ? this.words.recess : say(this.words.level_small, { number: now?.item.number ?? 0 }));
    put("blinds", over || !played ? "–" : this.blinds(played));
    put("ante", over || !played ? "" : this.ante(played));
    put("players", before || over ? grouped(counts.entries_total, this.language) : `${grouped(counts.players_left, this.language)} / ${grouped(counts.entries_total, this.language)}`);
    const blind = played?.big_blind || 0;
    put("average", before || over || !blind || !counts.average_chips ? this.words.entries_word : say(this.words.average_bb, { bb: say(this.words.bb, { count: grouped(Math.floor(counts.average_chips / blind), this.language) }) }));
    put("state", this.words["state_" + state] ?? state);
    if (row.mark.dataset.drawn !== state) {
      row.mark.dataset.drawn = state;
      row.line.dataset.state = state;
      row.mark.replaceChildren(icon(this.words["icon_" + state] ?? "circle"));
    }
    const late = now?.late_registration_in_ms ?? null;
    put("entries", over ? "" : full ? say(this.words.starts_full, { seats: full }) : before ? say(rest > 0 ? this.words.starts_at : this.words.not_begun, { time: at(row.starts_ms) })
      : state === "recess" && now ? say(this.words.back_at, { time: at(serverNow + now.remaining_ms) })
      : !entriesTaken(counts, now) ? this.words.late_shut
      // the state beside it says that late registration closes
      : late === null ? this.words.late_open : say(state === "late_registration_closing" ? this.words.in_time : this.words.late_until, { time: countdown(late) }));
    // as on every page: before the first entry what is guaranteed, then what the places share
    const promised = row.guarantee_cents && !counts.entries_total;
    put("pool", promised || counts.pool_cents ? money(promised ? row.guarantee_cents : counts.pool_cents) : "–");
    put("poolword", promised ? this.words.guaranteed_word : counts.pool_cents ? (counts.late_registration_open || before ? this.words.pool_now : this.words.pool_final) : "");
  }

  /** Another tournament was announced, or one is over since yesterday. @param {Document} page */
  take(page) {
    const payloads = JSON.parse(page.getElementById("faces")?.textContent ?? "{}");
    const key = (/** @type {any[]} */ rows) => JSON.stringify(rows.map((row) => [row.tournament_id, row.name, row.starts_ms, row.starts_when_full, row.price_cents]));
    if (payloads.rows && key(payloads.rows) !== key(this.payloads.rows)) location.reload();
  }
}

const wall = new Today();
wall.beginHouse(wall.topics());
