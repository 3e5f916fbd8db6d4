// The clock in the room.
import { Board, say } from "./board.js";
import { chips, grouped, money, moneyShort } from "./format.js";
import { follow } from "./placed.js";
import { Sound } from "./sound.js";

const PAGE_MS = 10_000;

class Screen extends Board {
  constructor() {
    super();
    this.wall = this.payloads.wall;
    this.standings = this.payloads.standings;
    /** @type {[string, number, number][]} */
    this.seats = [];
    this.seatsAsked = -Infinity;
    this.seatsPage = 0;
    const { topics } = this.payloads;
    this.more = {
      [topics.wall]: (/** @type {any} */ payload) => { this.wall = payload; this.paintWall(); },
      [topics.standings]: (/** @type {any} */ payload) => { this.standings = payload; this.paint(); },
    };
  }

  /** Read across a room: without cents where there are none, in a list everywhere or nowhere. @param {number} cents @param {any[]} [beside] */
  amount(cents, beside = []) {
    const odd = beside.some((row) => row.amount_cents % 100 !== 0);
    return (odd ? money : moneyShort)(cents, this.payloads.currency, this.language);
  }

  /** The style sheet makes smaller what is long. @param {HTMLElement|null} where @param {string} text */
  measure(where, text) {
    where?.style.setProperty("--n", String(text.length));
  }

  /** The digits of the time stand in one row, or upright in two. @param {string} name @param {string} text */
  put(name, text) {
    const where = this.part(name);
    if (!where || where.textContent === text) return;
    if (name === "time" && text.includes(":")) {
      const colon = text.lastIndexOf(":");
      if (where.children.length !== 3) where.replaceChildren(...["", "colon", ""].map((kind) => Object.assign(document.createElement("span"), { className: kind })));
      [text.slice(0, colon), ":", text.slice(colon + 1)].forEach((digits, i) => { where.children[i].textContent = digits; });
      return;
    }
    super.put(name, text);
    if (["blinds", "next", "mode", "chips", "paid"].includes(name)) this.measure(where, text);
    if (name === "message") where.dataset.long = text.length > 140 ? "very" : String(text.length > 90);
  }

  /** @param {HTMLElement} where @param {string} large @param {string} small */
  two(where, large, small) {
    super.two(where, large, small);
    this.measure(where, where.dataset.part === "recess" ? large + small.slice(0, Math.ceil(small.length * 0.7)) : large);
  }

  /** What the room must know now, beside the clock: one line. */
  paint() {
    super.paint();
    /** @type {any} */
    const counts = this.counts ?? {};
    const state = this.state();
    const line = state === "hand_for_hand" ? say(this.words.hand_round, { round: counts.hand_for_hand_round || 1 })
      : state === "bubble" ? this.words.on_bubble
      : state === "in_the_money" ? this.words.in_money
      : state === "paused" || state === "frozen" ? this.words.stands : "";
    if (state === "decided") {
      const [last] = this.standings?.rows ?? [];
      this.put("level", last ? say(this.words.holds_all, { name: last.name }) : this.words.state_decided);
    }
    const mode = this.part("mode");
    if (mode) mode.hidden = line === "";
    this.put("mode", line);
    this.paintStacks();
    const now = this.keeper.show();
    const recess = this.part("recess")?.closest("div");
    if (recess) recess.hidden = now?.recess_in_ms == null;
    const played = now && this.counts?.state === "running" ? 1 - now.remaining_ms / (now.item.seconds * 1000) : 0;
    this.part("spent")?.style.setProperty("--spent", played.toFixed(4));
  }

  paintEliminations() {
    super.paintEliminations();
    const over = this.counts?.state === "finished";
    const others = this.part("others");
    const rows = over ? (this.eliminations?.rows ?? []).slice(3, 9) : [];
    if (others) {
      others.hidden = rows.length === 0;
      others.replaceChildren(...rows.map((/** @type {any} */ r) => this.pair(`${say(this.words.place, { place: r.place })} ${r.name}`, r.amount_cents ? this.amount(r.amount_cents) : "")));
    }
    if (over) this.put("feed", say(this.words.played_for, { entries: grouped(this.counts.entries_total, this.language), pool: this.amount(this.counts.pool_cents) }));
    const names = (this.eliminations?.rows ?? []).slice(0, 3).map((/** @type {any} */ r) => r.name);
    this.measure(this.part("podium"), names.reduce((/** @type {string} */ a, /** @type {string} */ b) => (a.length > b.length ? a : b), ""));
  }

  paintStacks() {
    const where = this.part("stacks");
    if (!where) return;
    const rows = this.counts?.final_table && this.counts?.state === "running" ? this.standings?.rows ?? [] : [];
    const key = JSON.stringify([rows, this.prizes, this.counts?.players_left]);
    if (where.dataset.shown === key) return;
    where.dataset.shown = key;
    where.hidden = rows.length === 0;
    const payouts = this.part("payouts-box");
    if (payouts) payouts.hidden = rows.length > 0;
    where.replaceChildren(...rows.map((/** @type {any} */ r) => this.stack(r)));
    this.paintPays(rows.length > 0);
  }

  /** At the final table the stacks stand where the payouts were: the next prize and the first are always told. @param {boolean} shown */
  paintPays(shown) {
    const where = this.part("pays");
    if (!where) return;
    const prizes = this.prizes?.rows ?? [];
    where.hidden = !shown || prizes.length === 0;
    if (where.hidden) return;
    const next = Math.min(this.counts?.players_left ?? 1, this.counts?.places_paid ?? 1);
    const told = [[next, say(this.words.next_prize, { place: say(this.words.place, { place: next }) })], [1, this.prizes?.deal ? this.words.on_top : this.words.first_prize]];
    where.replaceChildren(...told.slice(next > 1 ? 0 : 1).flatMap(([place, word]) => {
      const row = prizes.find((/** @type {any} */ r) => r.first <= place && place <= r.last);
      return row ? [this.pair(String(word), this.amount(row.amount_cents))] : [];
    }));
  }

  /** A stack as last counted; one that play has overtaken says of which level it is. @param {any} row */
  stack(row) {
    const counted = row.stack ?? (row.stack_chips === null ? null : { chips: row.stack_chips, stands: true });
    if (!counted) return this.pair(row.name, "–");
    const li = this.pair(row.name, chips(counted.chips, this.language));
    if (!counted.stands) {
      li.dataset.old = "true";
      const age = document.createElement("small");
      age.textContent = say(counted.recess ? this.words.counted_recess : this.words.counted_level, { level: counted.level });
      li.lastElementChild?.before(age);
    }
    return li;
  }

  paintCounts() {
    super.paintCounts();
    // they come in any order
    if (this.counts?.state === "finished") this.paintEliminations();
  }

  /** @param {string} left @param {string} right */
  pair(left, right) {
    const li = document.createElement("li");
    for (const text of [left, right]) {
      const span = document.createElement("span");
      span.textContent = text;
      this.measure(span, text);
      li.append(span);
    }
    return li;
  }

  /** As many as fit whole beside the clock. @param {any[]} rows */
  prizesOnAPage(rows) {
    const box = this.part("payouts-box");
    const body = this.part("payouts");
    if (!box || !body || rows.length === 0) return 9;
    body.replaceChildren(this.prize(rows[0]));
    // every page in the size in which the longest line fits
    this.measure(body.closest("table"), rows.map((r) => this.prize(r).textContent ?? "").reduce((a, b) => (a.length > b.length ? a : b)));
    const height = /** @type {HTMLElement} */ (body.firstElementChild).getBoundingClientRect().height;
    return Math.max(1, Math.floor(box.clientHeight / height) || 1);
  }

  paintWall() {
    const message = this.part("message");
    if (message) message.hidden = !this.wall?.message;
    this.put("message", this.wall?.message ?? "");
    document.body.dataset.message = String(Boolean(this.wall?.message));
    const wanted = document.body.dataset.always === "seats" || this.wall?.show === "seats";
    if (wanted) this.fetchSeats();
    this.paintSeats(wanted);
  }

  /** @param {boolean} wanted */
  paintSeats(wanted) {
    const where = this.part("seating");
    const rows = this.part("seating-rows");
    if (!where || !rows) return;
    const show = wanted && this.seats.length > 0;
    where.hidden = !show;
    document.body.dataset.show = show ? "seats" : "clock";
    if (!show) return;
    // as many as fit whole: nobody may be hidden below the edge
    const row = (/** @type {[string, number, number]} */ [name, table, seat]) => this.pair(name, say(this.words.seat_at, { table, seat }));
    const columns = Number(getComputedStyle(rows).columnCount) || 1;
    /** How many stand at once in this size. @param {number} scale */
    const fit = (scale) => {
      rows.style.setProperty("--scale", String(scale));
      rows.replaceChildren(row(this.seats[0]));
      const height = /** @type {HTMLElement} */ (rows.firstElementChild).getBoundingClientRect().height;
      return Math.max(1, Math.floor(rows.clientHeight / height)) * columns;
    };
    let size = fit(1);
    // few are larger, as long as every name is whole: nobody looks for a name in an empty half
    for (const scale of [1.8, 1.5, 1.25]) {
      if (size < this.seats.length || fit(scale) < this.seats.length) continue;
      rows.replaceChildren(...this.seats.map(row));
      if ([...rows.children].every((li) => /** @type {HTMLElement} */ (li.firstElementChild).scrollWidth <= /** @type {HTMLElement} */ (li.firstElementChild).clientWidth)) {
        size = this.seats.length;
        break;
      }
      fit(1);
    }
    if (size < this.seats.length) size = fit(1);
    const pages = Math.max(1, Math.ceil(this.seats.length / size));
    const page = this.seatsPage % pages;
    this.put("seating-page", pages > 1 ? say(this.words.page_of, { page: page + 1, pages }) : "");
    rows.replaceChildren(...this.seats.slice(page * size, page * size + size).map(row));
  }

  async fetchSeats() {
    if (performance.now() - this.seatsAsked < PAGE_MS - 500) return;
    this.seatsAsked = performance.now();
    try {
      const answer = await fetch(document.body.dataset.seatsUrl ?? "");
      if (answer.ok) this.seats = (await answer.json()).rows;
      this.paintSeats(document.body.dataset.always === "seats" || this.wall?.show === "seats");
    } catch {
      // the list last seen stays
    }
  }

  turn() {
    this.page += 1;
    this.seatsPage += 1;
    this.paintPrizes();
    this.paintWall();
  }
}

const board = new Screen();
board.start(board.more);
board.paintWall();
// Payouts and seats are paged, never scrolled: everybody can read a page to its end.
setInterval(() => board.turn(), PAGE_MS);
// What else stands there changes the room that a list has, as the size of the screen does.
const room = new ResizeObserver((changed) => {
  for (const { target } of changed) if (target === board.part("seating-rows")) board.paintWall(); else board.paintPrizes();
});
for (const name of ["payouts-box", "seating-rows"]) {
  const list = board.part(name);
  if (list) room.observe(list);
}

// What is for whoever stands before the screen is there for a minute, and again when somebody touches it.
const ASIDE_MS = 60_000;
/** @type {any} */
let aside = 0;
function attend() {
  document.body.dataset.attended = "true";
  clearTimeout(aside);
  aside = setTimeout(() => { document.body.dataset.attended = "false"; }, ASIDE_MS);
}
attend();

const button = /** @type {HTMLButtonElement|null} */ (board.part("sound"));
if (button) {
  const sound = new Sound();
  const on = () => {
    if (button.disabled) return;
    sound.unlock();
    button.textContent = `♪ ${board.words.sound_on}`;
    button.disabled = true;
  };
  // a remote control has keys and no mouse: any of them will do
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, on, { once: true });
  button.addEventListener("click", on);
  const region = board.part("milestone");
  // what is said politely to a reader is beeped to the room
  if (region) new MutationObserver(() => sound.beep(region.dataset.mark === "level" ? 3 : 1)).observe(region, { childList: true, characterData: true, subtree: true });
}
for (const touch of ["pointerdown", "pointermove", "keydown"]) document.addEventListener(touch, attend);

follow();
