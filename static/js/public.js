// The public page of a tournament, live. Without this module the page reads as well, it only stands still.
import { Board, countedIn, dots, say } from "./board.js";
import { chips, grouped, ordinal, timeOfDay, unbroken } from "./format.js";
import { pageOf } from "./pages.js";

const SVG = "http://www.w3.org/2000/svg";
/** What the page is for, by the state of the tournament: another page is the server's. @type {Record<string, string>} */
const PHASES = { running: "live", finished: "over", cancelled: "cancelled" };

// of the last ones out; the page of results has them all
const OUTS = 8;

/** @param {string} name @param {...(string|Node)} inside */
function element(name, ...inside) {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}

class PublicPage extends Board {
  paint() {
    super.paint();
    const now = this.keeper.show();
    if (now && this.keeper.payload?.state !== "not_started") this.paintLevel(now.index);
  }

  /** Which level of those that are listed is played; what was played before stands there no more. @param {number} index */
  paintLevel(index) {
    if (this.level === index) return;
    const first = this.level === null;
    this.level = index;
    const rows = /** @type {HTMLElement[]} */ ([...(this.part("levels")?.querySelectorAll("[data-at]") ?? [])]);
    for (const row of rows) {
      const at = Number(row.dataset.at);
      row.hidden = at < index;
      if (at === index) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    // few are left of those the page was made with: the next ones are the server's
    if (!first && rows.filter((row) => !row.hidden).length < 3) setTimeout(() => this.askPage(), Math.random() * 2000);
  }
  /** @type {number|null} */
  level = null;

  paintCounts() {
    super.paintCounts();
    const c = this.counts;
    if (!c) return;
    // told again with the same figures: somebody is called otherwise, or this page was away. What is the server's alone is asked for
    const told = JSON.stringify(c);
    if (told === this.told) setTimeout(() => this.askPage(), Math.random() * 2000);
    this.told = told;
    this.turnPage(c.state);
    this.paintEntry(c);
    const left = this.part("left");
    if (left) this.two(left, chips(c.players_left, this.language), say(this.words.of_entries, { total: chips(c.entries_total, this.language) }));
    this.paintMoney();
    this.paintMoving();
  }

  /** Before, live and over are three pages; the room does not ask for the next one all at once. @param {string} state */
  turnPage(state) {
    const { phase, opens } = /** @type {HTMLElement|null} */ (document.querySelector("[data-phase]"))?.dataset ?? {};
    const opened = opens === "announced" && state === "registering";
    if (this.turning || !phase || (!opened && (PHASES[state] ?? "before") === phase)) return;
    this.turning = setTimeout(() => location.reload(), Math.random() * 2000);
  }
  /** @type {any} */
  turning = null;

  /**
   * How many are in; and once a seat or the line may have become another thing, the button as the house words it now.
   * @param {any} c
   */
  paintEntry(c) {
    const room = Number(/** @type {HTMLElement|null} */ (document.querySelector("[data-phase]"))?.dataset.capacity ?? 0);
    const row = this.part("taken-row");
    const total = room ? Math.min(c.entries_total, room) : c.entries_total;
    if (row) {
      row.hidden = !c.entries_total;
      const { one, says } = row.dataset;
      this.put("taken", (total === 1 && one !== undefined ? one : says ?? "").replace("{}", chips(total, this.language)));
    }
    const key = JSON.stringify([room > 0 && c.entries_total >= room, room > 0 && c.players_left >= room, c.waiting > 0, c.final_table, c.final_table_reached]);
    if (this.seats !== null && this.seats !== key) setTimeout(() => this.askPage(), Math.random() * 2000);
    this.seats = key;
  }
  /** @type {string|null} */
  seats = null;
  told = "";
  final = false;

  /** What no topic tells: the button of the entry, and until the final table the biggest stacks. */
  async askPage() {
    const made = await pageOf(location.pathname).catch(() => null);
    if (!made) return;
    const [old, now] = [this.part("register"), made.querySelector('[data-part="register"]')];
    if (old && now) old.textContent = now.textContent;
    for (const name of ["levels", "podium", "deal"]) {
      const [was, is] = [this.part(name), made.querySelector(`[data-part="${name}"]`)];
      if (was && is) was.replaceChildren(...[...is.children].map((row) => document.importNode(row, true)));
    }
    const [stacks, stacksNow] = [this.part("standings"), made.querySelector('[data-part="standings"]')];
    if (stacks && stacksNow && !this.final) stacks.replaceChildren(...[...stacksNow.children].map((row) => document.importNode(row, true)));
  }

  paintPrizes() {
    super.paintPrizes();
    this.paintMoney();
    const by = this.part("by-entries");
    if (!by) return;
    // the hour of the places and prizes that stand there; fixed ones change no more
    by.hidden = Boolean(this.prizes?.fixed);
    if (this.prizes !== this.payloads.prizes) by.textContent = by.dataset.says?.replace("{}", timeOfDay(this.keeper.serverNow(), this.payloads.timezone, this.language)) ?? "";
  }

  /** How far it is to the money, and what the winner gets. */
  paintMoney() {
    const c = this.counts;
    const where = this.part("to-money");
    const paid = say(this.words.paid, { paid: chips(c?.places_paid ?? 0, this.language) }) + (this.prizes?.fixed ? "" : `, ${unbroken(this.words.for_now)}`);
    const away = chips(Math.max(0, (c?.players_left ?? 0) - (c?.places_paid ?? 0)), this.language);
    if (c && where) this.two(where, c.in_the_money ? this.words.state_in_the_money : away, paid);
    // after a deal no place has a prize of its own: what is left of the rows begins below it
    const deal = this.prizes?.deal;
    const first = this.prizes?.rows?.[0];
    const prize = this.part("first-prize");
    this.put("first-word", deal ? this.words.the_deal : this.words.prize_of_first);
    if (!prize) return;
    if (deal) this.two(prize, this.amount(deal.shares.reduce((/** @type {number} */ sum, /** @type {any} */ s) => sum + s.amount_cents, 0)), this.words.divided);
    else this.put("first-prize", first ? this.amount(first.amount_cents) : "–");
  }

  paintEliminations() {
    const rows = (this.eliminations?.rows ?? []).slice(0, OUTS);
    const list = this.part("eliminations");
    if (list && rows.length) list.replaceChildren(...rows.map((/** @type {any} */ r) => this.out(r, rows)));
    this.paintMoving();
  }

  /** A place moves down as long as entries come. */
  paintMoving() {
    const moving = this.part("moving");
    if (moving) moving.hidden = !this.eliminations?.rows.length || !this.counts?.late_registration_open;
  }

  /** One who is out: the place, by whom and where. @param {any} r @param {any[]} rows */
  out(r, rows) {
    const where = [
      r.by?.length ? say(this.words.by, { names: r.by.join(", ") }) : "",
      r.table ? unbroken(say(this.words.table, { table: r.table })) : "",
      r.plays_again ? unbroken(this.words.plays_again) : "",
    ];
    const prize = element("span", r.amount_cents ? this.amount(r.amount_cents, rows) : "");
    prize.className = "figures";
    return element(
      "li",
      element("b", r.place ? say(this.words.place, { place: ordinal(r.place, this.language) }) : "–"),
      element("p", r.name, element("small", ...dots(where.filter(Boolean).join(" · ")))),
      prize,
    );
  }

  /** The final table as last counted. @param {any} payload */
  paintStandings(payload) {
    const rows = payload?.rows ?? [];
    const box = this.part("standings-box");
    // before the final table is formed the page says what it knew when it was made
    this.final = rows.length > 0;
    if (!box || !rows.length) return;
    box.hidden = false;
    const most = rows[0].stack?.chips || 1;
    this.part("standings")?.replaceChildren(...rows.map((/** @type {any} */ r) => this.stack(r, most)));
  }

  /** Chips as last counted, with the level of the count. @param {any} r @param {number} most */
  stack(r, most) {
    const bar = document.createElementNS(SVG, "svg");
    for (const [name, value] of [["class", "measure"], ["viewBox", "0 0 100 1"], ["preserveAspectRatio", "none"], ["aria-hidden", "true"]]) bar.setAttribute(name, value);
    const filled = bar.appendChild(document.createElementNS(SVG, "rect"));
    filled.setAttribute("width", String(Math.floor(((r.stack?.chips ?? 0) * 100) / most)));
    filled.setAttribute("height", "1");
    const counted = r.stack ? countedIn(r.stack, this.words) : "";
    const figures = element("p", r.stack ? chips(r.stack.chips, this.language) : "–", element("small", counted));
    figures.className = "figures";
    return element("li", element("p", element("b", r.name), element("small", r.seat ? say(this.words.seat_number, { seat: grouped(r.seat, this.language) }) : "")), bar, figures);
  }
}

const page = new PublicPage();
page.start({ [page.payloads.topics.standings]: (/** @type {any} */ payload) => page.paintStandings(payload) });
page.paintStandings(page.payloads.standings);
