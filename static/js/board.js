// What the clock screen and the public page have in common: parts of the page, filled from the payloads.

import { entriesTaken, Keeper, lateThroughRecess, milestone } from "./clock.js";
import { blindsDash, chips, countdown, dayAndTime, grouped, lengthSaid, money, moneyShort, ordinal, timeOfDay, unbroken } from "./format.js";
import { icon } from "./icons.js";
import { Live, socketAddress } from "./live.js";

/**
 * @typedef {import("./clock.js").ClockPayload} ClockPayload
 * @typedef {import("./clock.js").Item} Item
 * @typedef {Record<string, string>} Words sentences in the page's language, with %(name)s places
 */

/** @param {string} text @param {Record<string, string|number>} values */
export function say(text, values) {
  return text.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name] ?? ""));
}

/** @param {string} id @returns {any} */
function given(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "{}");
}

/**
 * Does the level run on by itself, so that what comes after it has an hour? Not where hand for hand follows the recess.
 * @param {import("./clock.js").ClockPayload|null} payload
 */
export const hoursKnown = (payload) => payload?.state === "running" && payload.recess?.level_runs_after !== false;

/**
 * What is left of the level within which a recess is given; null where none is.
 * @param {import("./clock.js").ClockPayload|null} payload @param {import("./clock.js").Shown} now
 */
export const levelLeft = (payload, now) => (payload && now.recess_seconds != null ? Math.max(0, payload.items[now.index].seconds * 1000 - payload.elapsed_ms) : null);

/** Whether nobody plays any more. @param {string|undefined} state */
export const isOver = (state) => state === "finished" || state === "cancelled";

/** Whether its first hand is still to come. @param {string} state */
const isBefore = (state) => state === "announced" || state === "registering";

/** Of when a count is that play has overtaken, as the filter counted_in writes it. @param {{level: number, recess: boolean, bust_since: boolean}} stack @param {Record<string, string>} words */
export const countedIn = (stack, words) => (stack.bust_since ? words.counted_before_bust : say(stack.recess ? words.counted_recess : words.counted_level, { level: stack.level }));

export class Board {
  /** @param {{payloads: any, away: number|null}} [begun] what it begins with, where that is not what stands in the page */
  constructor(begun) {
    this.words = /** @type {Words} */ (given("words"));
    this.payloads = begun?.payloads ?? given("faces");
    this.language = document.documentElement.dataset.language ?? "pt-br";
    this.keeper = new Keeper(() => performance.now());
    /** @type {number|null} */
    this.offlineSince = typeof begun?.away === "number" ? performance.now() - begun.away : null;
    /** @type {Live|null} */
    this.live = null;
    /** @type {number|undefined} so often a display asks whether its line lives */
    this.beat = undefined;
    this.page = 0;
    /** @type {{index: number, remaining: number, recess: number|null}|null} */
    this.before = null;
    this.stateBefore = "";
    /** what a page does when another level or a break begins */
    this.onLevel = () => {};
  }

  /** @param {string} name */
  part(name) {
    return /** @type {HTMLElement|null} */ (document.querySelector(`[data-part="${name}"]`));
  }

  /** @param {string} name @param {string} text */
  put(name, text) {
    const where = this.part(name);
    if (where && where.textContent !== text) where.textContent = text;
  }

  /** @param {Record<string, (payload: any) => void>} more other topics of the same page */
  start(more = {}) {
    const { clock, counts, prizes, eliminations, topics } = this.payloads;
    this.counts = counts;
    this.prizes = prizes;
    this.eliminations = eliminations;
    if (clock) {
      this.keeper.hear(clock.server_ms);
      this.keeper.take(clock);
    }
    const live = new Live({
      url: socketAddress(location),
      topics: {
        [topics.clock]: (payload) => { this.keeper.take(payload); this.paint(); },
        [topics.counts]: (payload) => { this.counts = payload; this.paintCounts(); },
        [topics.prizes]: (payload) => { this.prizes = payload; this.paintPrizes(); },
        [topics.eliminations]: (payload) => { this.eliminations = payload; this.paintEliminations(); },
        ...more,
      },
      onNow: (now, asked) => { this.keeper.hear(now, asked); if (asked !== undefined) this.paint(); },
      // who is out hears from then on what everybody hears
      onRefused: (topic) => {
        const use = live.topics[topic], open = topic.replace(/^present\//, "");
        if (use && open !== topic) live.follow({ ...Object.fromEntries(Object.entries(live.topics).filter(([name]) => name !== topic)), [open]: use });
      },
      onLine: (online) => this.onLine(online),
      beat: this.beat,
    });
    this.live = live;
    live.start();
    // a device that slept: its steady clock may have stood, its line may be dead
    document.addEventListener("visibilitychange", () => { if (!document.hidden) live.wake(); });
    this.paintCounts();
    this.paintPrizes();
    this.paintEliminations();
    const tick = () => {
      this.paint();
      // just past the next whole second of the countdown, so that no second is shown late
      const rest = this.keeper.show()?.remaining_ms ?? 1000;
      setTimeout(tick, this.keeper.payload?.state === "running" ? (rest % 1000) + 15 : 500);
    };
    tick();
  }

  /** @param {Item} item */
  blinds(item) {
    if (item.kind === "recess") return this.words.recess;
    const [small, big] = [item.small_blind ?? 0, item.big_blind ?? 0];
    // both in M where one is: 5 M – 10 M
    const alike = small < 1e7 && big >= 1e7 && small % 1e4 === 0;
    const said = alike ? `${new Intl.NumberFormat(this.language).format(small / 1e6)}\u00a0M` : chips(small, this.language);
    return `${said}${blindsDash(this.language)}${chips(big, this.language)}`;
  }

  /** Whether the add-on is sold in a break: not once entries were closed before it. @param {Item} item */
  sells(item) {
    return Boolean(item.add_on) && this.counts?.late_registration_open !== false;
  }

  /** @param {Item} item */
  ante(item) {
    if (item.kind === "recess") {
      const leaves = item.colour_up?.length ? say(this.words.colour_up, { chips: new Intl.ListFormat(this.language).format(item.colour_up.map((c) => chips(c, this.language))) }) : "";
      return [this.sells(item) ? this.words.add_on_now : "", leaves].filter(Boolean).join(" · ");
    }
    if (!item.ante) return "";
    const amount = chips(item.ante, this.language);
    return say(item.ante_kind === "big_blind" ? this.words.big_blind_ante : this.words.ante, { amount });
  }

  /** @returns {string} the word for what is going on now */
  state() {
    /** @type {any} */
    const counts = this.counts ?? {};
    const clock = this.keeper.payload;
    if (["finished", "cancelled", "registering", "announced", "draft"].includes(counts.state)) return counts.state;
    if (counts.decided) return "decided";
    const now = this.keeper.show();
    // also in hand-for-hand: nobody plays until it is over
    if (now?.item.kind === "recess" && clock) return clock.state === "frozen" || clock.state === "paused" ? clock.state : "recess";
    if (counts.hand_for_hand) return "hand_for_hand";
    if (clock && (clock.state === "frozen" || clock.state === "paused")) return clock.state;
    if (now && now.late_registration_in_ms !== null && counts.late_registration_open && now.late_registration_in_ms < 15 * 60_000) return "late_registration_closing";
    if (counts.bubble) return "bubble";
    if (counts.final_table_reached) return "final_table";
    if (counts.in_the_money) return "in_the_money";
    return "running";
  }

  /** Until when it is recess, or how much of it is left while it stands; and that hand for hand goes on then. @param {import("./clock.js").Shown} now @param {number} serverNow */
  recessLine(now, serverNow) {
    const { recess, recess_until: until, recess_stands: stands, then_hand: hand } = this.words;
    const state = this.keeper.payload?.state ?? "";
    const line = state === "running" ? say(until, { time: timeOfDay(serverNow + now.remaining_ms, this.payloads.timezone, this.language) })
      : state === "paused" || state === "frozen" ? say(stands, { time: countdown(now.remaining_ms) }) : recess;
    return this.counts?.hand_for_hand ? `${line} · ${hand}` : line;
  }

  /** What is counted down. @param {import("./clock.js").Shown} now @param {number} serverNow */
  levelLine(now, serverNow) {
    return now.item.kind === "recess" ? this.recessLine(now, serverNow) : say(this.words.level, { number: now.item.number ?? 0 });
  }

  /** The break that comes and how long it is: no hour of the day. @param {number} seconds */
  breakOf(seconds) {
    return `${this.words.recess} · ${seconds % 60 ? countdown(seconds * 1000) : `${seconds / 60}\u00a0min`}`;
  }

  /** A recess in which chips leave play says so. @param {string} state @param {import("./clock.js").Shown | null} now */
  stateWord(state, now) {
    return state === "recess" && now?.item.colour_up?.length ? "colour_up" : state;
  }

  /**
   * The word of the state with its icon; drawn anew only when it is another than the server drew: a phone that opens the
   * page loads no sheet of icons for it.
   * @param {HTMLElement} badge
   * @param {string} state
   */
  putState(badge, state) {
    const said = this.words["state_" + state] ?? state;
    if ((badge.dataset.drawn ?? (badge.querySelector("svg") ? badge.dataset.state : "")) === state) return;
    badge.dataset.drawn = state;
    badge.replaceChildren(icon(this.words["icon_" + state] ?? "circle"), ` ${said}`);
  }

  paint() {
    const now = this.keeper.show();
    const state = this.state();
    const badge = this.part("state");
    const room = document.body.classList.contains("room");
    if (badge) {
      // not every wall has room for when a tournament ends
      const last = room && this.keeper.payload?.time_is_up && ["running", "bubble", "in_the_money", "final_table"].includes(state);
      this.putState(badge, last ? "last_hands" : this.stateWord(state, now));
      badge.dataset.state = state;
    }
    if (room) document.body.dataset.state = state;
    this.paintOffline();
    if (!now) return;
    const serverNow = this.keeper.serverNow();
    this.put("wall", timeOfDay(serverNow, this.payloads.timezone, this.language));
    this.putLeft(now.remaining_ms);
    this.put("level", this.levelLine(now, serverNow));
    const upcoming = now.item.kind === "recess" && now.next ? now.next : now.item;
    // in a recess nothing is played: the blinds are those of the level that follows
    const blinds = this.part("blinds");
    if (blinds) blinds.dataset.next = String(upcoming !== now.item);
    const left = levelLeft(this.keeper.payload, now);
    this.put("blinds", upcoming === now.item ? this.blinds(upcoming) : left === null ? say(this.words.next, { what: this.blinds(upcoming) }) : say(this.keeper.payload?.recess?.level_runs_after ? this.words.goes_on : this.words.level_stands, { number: upcoming.number ?? "", what: this.blinds(upcoming) }));
    const live = this.part("clock");
    if (live) live.dataset.before = String(isBefore(state));
    // what a hyphen joins stays on one line, as the server writes it (whole_words)
    this.put("game", (upcoming.game || (this.keeper.payload?.game ?? "")).replaceAll("-", "-\u2060"));
    this.put("ante", now.item.kind === "recess" ? this.ante(now.item) || this.ante(upcoming) : this.ante(upcoming));
    const next = now.item.kind === "recess" ? null : now.following;
    this.put("next", left !== null ? say(this.words.level_left, { time: countdown(left) }) : next ? say(this.words.next, { what: next.kind === "recess" ? this.breakOf(next.seconds) : [this.blinds(next), this.ante(next)].filter(Boolean).join(" · ") }) : "");
    const recess = this.part("recess");
    // while the clock stands nobody knows at what time the recess will be; on the wall the label says "in"
    const runs = hoursKnown(this.keeper.payload);
    // before the first hand it is counted from the start, whenever that is
    if (recess && this.keeper.payload?.state === "not_started" && now.recess_in_ms !== null) this.two(recess, lengthSaid(now.recess_in_ms), this.words.after_start);
    else if (recess) this.two(recess, now.recess_in_ms === null ? "–" : this.words.in_time && recess.dataset.bare === undefined ? unbroken(say(this.words.in_time, { time: countdown(now.recess_in_ms) })) : countdown(now.recess_in_ms), now.recess_in_ms === null || !runs ? "" : say(this.words.at_time, { time: timeOfDay(serverNow + now.recess_in_ms, this.payloads.timezone, this.language) }));
    const recessRow = this.part("recess-row");
    if (recessRow) recessRow.hidden = now.recess_in_ms === null;
    const lateRow = this.part("late-row");
    const open = now.late_registration_in_ms !== null && Boolean(this.counts?.late_registration_open);
    if (lateRow) {
      lateRow.hidden = !open;
      lateRow.dataset.soon = String(open && (now.late_registration_in_ms ?? 0) < 15 * 60_000);
    }
    this.paintEnds();
    const late = this.part("late");
    const endsAt = this.keeper.payload?.late_registration_ends_ms ?? null;
    // of a display before the first hand both are counted from the start, beside what is left until it
    const counted = room && this.keeper.payload?.state === "not_started";
    const closes = counted ? this.words.after_start : endsAt === null ? say(lateThroughRecess(this.keeper.payload) ? this.words.closes_after : this.words.closes_with, { level: now.late_registration_level ?? "" }) : say(this.words.at_time, { time: timeOfDay(endsAt, this.payloads.timezone, this.language) });
    // who may come back reads the same time above the price
    for (const left of document.querySelectorAll("[data-late-left]")) if (open) left.textContent = countdown(now.late_registration_in_ms ?? 0);
    if (late && open) this.two(late, (counted ? lengthSaid : countdown)(now.late_registration_in_ms ?? 0), closes);
    this.paintOffer();
    if (this.before) {
      const mark = milestone(this.before.remaining, now.remaining_ms, this.before.index === now.index && this.before.recess === now.recess_seconds);
      const region = mark ? this.part("milestone") : null;
      if (region) region.dataset.mark = mark;
      if (mark === "level") this.onLevel();
      if (mark === "level") this.put("milestone", `${this.levelLine(now, serverNow)}: ${this.blinds(upcoming)} ${this.ante(upcoming)}`);
      else if (mark) this.put("milestone", say(this.words.remaining, { time: mark }));
    }
    if (state === "hand_for_hand" && this.stateBefore && this.stateBefore !== state) {
      const region = this.part("milestone");
      if (region) region.dataset.mark = "hand_for_hand";
      this.put("milestone", this.words.state_hand_for_hand);
    }
    this.stateBefore = state;
    this.before = { index: now.index, remaining: now.remaining_ms, recess: now.recess_seconds };
    if (isBefore(state)) this.paintStart(serverNow);
    this.paintAverage();
  }

  /** When the time of a timed tournament is up, or that it is. */
  paintEnds() {
    const payload = this.keeper.payload;
    const at = payload?.time_ends_ms ?? null;
    const says = payload?.time_is_up ? this.words.last_hands : at === null ? "" : timeOfDay(at, this.payloads.timezone, this.language);
    const row = this.part("ends-row");
    if (row) row.hidden = !says;
    this.put("ends", says);
  }

  /**
   * When it begins; past the hour that was announced: that it has not begun. Beside a countdown its words: it is no level that is
   * counted down, and no time of day.
   * @param {number} serverNow
   */
  startsLine(serverNow) {
    const { starts_ms: starts, starts_when_full: full } = this.payloads;
    if (full) return say(this.words.starts_when_full, { seats: full, taken: this.counts?.entries_total ?? 0 });
    if (!starts) return "";
    const { until_start: counted, starts: ahead, not_begun: late } = this.words;
    const line = this.startsIn(serverNow) ? counted : starts > serverNow ? ahead : late;
    return say(line, { time: dayAndTime(starts, serverNow, this.payloads.timezone, this.language) });
  }

  /** What is counted down to the first hand, from half a day before it; 0: nothing is. @param {number} serverNow */
  startsIn(serverNow) {
    const { starts_ms: starts, starts_when_full: full } = this.payloads;
    const rest = full ? 0 : starts - serverNow;
    return rest > 0 && rest < 12 * 3_600_000 ? rest : 0;
  }

  /** Before the first hand there is no level to speak of: when it begins, and how long that is; web/before_start.py tells the same. @param {number} serverNow */
  paintStart(serverNow) {
    const { starts_ms: starts, starts_when_full: full } = this.payloads;
    if (!starts && !full) return;
    const first = this.keeper.show()?.item;
    const blinds = this.part("blinds");
    if (first && blinds) {
      blinds.dataset.next = "true";
      this.put("blinds", say(this.words.first_level, { what: this.blinds(first) }));
      this.put("next", "");
    }
    const rest = this.startsIn(serverNow);
    this.put("level", this.startsLine(serverNow));
    const time = this.part("time");
    if (time) time.hidden = !rest;
    if (rest) this.putLeft(rest);
  }

  /** What is counted down; of how many figures its hours are decides how large it may be. @param {number} ms */
  putLeft(ms) {
    const said = countdown(ms);
    const hours = said.split(":").length > 2 ? said.indexOf(":") : 0;
    this.put("time", said);
    const time = this.part("time");
    time?.setAttribute("data-long", String(hours > 0));
    time?.setAttribute("data-hours", String(hours));
  }

  paintAverage() {
    const counts = this.counts;
    const average = counts?.average_chips;
    if (!average) return;
    const now = this.keeper.show();
    const blind = now ? (now.item.kind === "level" ? now.item.big_blind : now.next?.big_blind) : 0;
    const where = this.part("average");
    const bigs = blind ? Math.floor(average / blind) : 0;
    if (where) this.two(where, chips(average, this.language), blind ? say(bigs === 1 ? this.words.big_blinds_one : this.words.big_blinds, { count: grouped(bigs, this.language) }) : "");
  }

  /** @param {HTMLElement} where @param {string} large @param {string} small */
  two(where, large, small) {
    const key = `${large}|${small}`;
    if (where.dataset.shown === key) return;
    where.dataset.shown = key;
    where.textContent = large;
    if (small) {
      const more = document.createElement("small");
      more.append(...dots(small));
      where.append(more);
    }
  }

  /** Whether an entry is offered: only what the desk takes, also where nobody has closed the entries yet. */
  paintOffer() {
    const c = this.counts;
    if (!c) return;
    const open = entriesTaken(c, this.keeper.show());
    const register = this.part("register");
    if (register) register.hidden = c.state !== "registering" && !(c.state === "running" && open);
    const shut = this.part("entries-closed");
    if (shut) shut.hidden = c.state !== "running" || open;
    // nobody pays an entry any more
    const terms = this.part("entry-terms");
    if (terms) terms.hidden = c.state === "running" && !open;
  }

  /** Whether the places share less than what is guaranteed, as funds come off it. @param {any} c @returns {boolean} */
  sharesLess(c) {
    return Boolean(c.guarantee_funds_cents) && c.pool_cents < c.guarantee_cents;
  }

  /** What is guaranteed beside the pool, and that it counts the funds where the places share less; "" where nothing is. @param {any} c */
  guaranteed(c) {
    if (!c.guarantee_cents) return "";
    const words = this.sharesLess(c) ? this.words.guaranteed_with_funds : this.words.guaranteed;
    return say(words, { amount: this.amount(c.guarantee_cents) });
  }

  paintCounts() {
    const c = this.counts;
    if (!c) return;
    const players = this.part("players");
    const counted = this.part("counted");
    // before the first entry there is nothing to count
    if (counted) counted.hidden = !c.entries_total;
    document.body.dataset.counted = String(Boolean(c.entries_total));
    // of a wall that waits for the start, and on the phone, "5 / 5" would be read as full
    const before = isBefore(c.state) && (document.body.classList.contains("room") || (players && "entered" in players.dataset));
    if (players) this.two(players, before ? chips(c.entries_total, this.language) : `${chips(c.players_left, this.language)} / ${chips(c.entries_total, this.language)}`, c.re_entries ? say(c.re_entries === 1 ? this.words.entries_one : this.words.entries, { unique: grouped(c.entries_unique, this.language), re: grouped(c.re_entries, this.language) }) : "");
    this.put("chips", chips(c.chips_in_play, this.language));
    // what to do next on the public page: register while that is possible
    this.paintOffer();
    const pool = this.part("pool");
    // before the first entry there is one figure to tell: what is guaranteed
    if (pool && !c.entries_total && c.guarantee_cents) this.two(pool, say(this.words.guaranteed, { amount: this.amount(c.guarantee_cents) }), "");
    // the strip, and a wall, has one short line for it: what the house adds, else what it promised. Where the places share less than
    // that because of the funds, a second figure would be read as a sum: the page of the money says it in whole
    else if (pool && (pool.closest("[data-fact]") || document.body.classList.contains("room"))) {
      const promised = this.guaranteed(c);
      const added = c.overlay_cents ? say(this.words.overlay, { amount: this.amount(c.overlay_cents) }) : "";
      this.two(pool, this.amount(c.pool_cents), added || (this.sharesLess(c) ? "" : promised));
      pool.title = [promised, added].filter(Boolean).join(" · ");
    } else if (pool) this.two(pool, this.amount(c.pool_cents), c.guarantee_cents ? this.guaranteed(c) + (c.overlay_cents ? ` · ${say(this.words.overlay, { amount: this.amount(c.overlay_cents) })}` : "") : "");
    this.put("paid", c.places_paid ? chips(c.places_paid, this.language) : "–");
    const podium = this.part("podium");
    const over = isOver(c.state);
    if (podium) {
      podium.hidden = c.state !== "finished";
      // the room waits for the result: nothing is counted down any more
      const decided = Boolean(c.decided) && (document.body.classList.contains("room") || this.part("clock")?.classList.contains("phone-clock") === true);
      for (const name of ["time", "level", "blinds", "ante", "next", "clock"]) {
        const p = this.part(name);
        if (p) p.hidden = over || (decided && name !== "level");
      }
    }
    this.paint();
  }

  paintPrizes() {
    // with the end of entries what was a forecast is what will be paid
    const title = this.part("payouts-title");
    if (title?.dataset.fixed && this.prizes?.fixed) title.textContent = title.dataset.fixed;
    const rows = this.prizes?.rows ?? [];
    const body = this.part("payouts");
    // where there is no prize yet the page says when there will be
    if (!body || (!rows.length && body.querySelector("[colspan]"))) return;
    const head = body.closest("table")?.tHead;
    if (head) head.hidden = !rows.length;
    const size = this.prizesOnAPage(rows);
    const pages = Math.max(1, Math.ceil(rows.length / size));
    const shown = rows.slice((this.page % pages) * size, (this.page % pages) * size + size);
    body.replaceChildren(...shown.map((/** @type {any} */ row) => this.prize(row)));
  }

  /** The line is there, or gone: since when nobody has answered. @param {boolean} online */
  onLine(online) {
    this.offlineSince = online ? null : this.offlineSince ?? performance.now() - (this.live?.quiet() ?? 0);
  }

  /** For how long the line has been gone, or is silent. */
  away() {
    return this.offlineSince === null ? this.live?.quiet() ?? 0 : performance.now() - this.offlineSince;
  }

  paintOffline() {
    const offline = this.part("offline");
    if (!offline) return;
    // A blink of the line is nobody's business.
    const away = this.away();
    offline.hidden = away < 2000;
    if (!offline.hidden) offline.textContent = say(this.words.offline, { time: countdown(away - (away % 1000)).padStart(5, "0") });
  }

  /** Money as the server writes it: without cents where there are none, in a list everywhere or nowhere. @param {number} cents @param {any[]} [beside] rows it stands among */
  amount(cents, beside = []) {
    const odd = beside.some((row) => row.amount_cents % 100 !== 0);
    return (odd ? money : moneyShort)(cents, this.payloads.currency ?? this.counts?.currency, this.language);
  }

  /** One line of the payouts. @param {any} row */
  prize(row) {
    const place = row.first === row.last ? say(this.words.place, { place: ordinal(row.first, this.language) }) : `${grouped(row.first, this.language)}–${grouped(row.last, this.language)}`;
    return this.row([place, this.amount(row.amount_cents, this.prizes?.rows)]);
  }

  /** @param {any[]} _rows @returns {number} how many lines of payouts stand at once */
  prizesOnAPage(_rows) {
    return 400;
  }

  paintEliminations() {
    const rows = this.eliminations?.rows ?? [];
    const body = this.part("eliminations");
    if (body && rows.length) body.replaceChildren(...rows.map((/** @type {any} */ r) => this.row([r.place ? say(this.words.place, { place: ordinal(r.place, this.language) }) : "–", r.name, r.amount_cents ? this.amount(r.amount_cents, rows) : ""])));
    const last = rows[0];
    const taken = (last?.bounties ?? []).map((/** @type {any} */ b) => `${b.name} ${this.amount(b.amount_cents)}`);
    this.put("feed", last && last.place > 1 ? say(taken.length ? this.words.out_by : this.words.out, { name: last.name, place: say(this.words.place, { place: ordinal(last.place, this.language) }), who: taken.join(", ") }) : "");
    const podium = this.part("podium");
    if (podium && this.counts?.state === "finished") {
      const best = rows.slice(0, 3);
      podium.replaceChildren(...best.map((/** @type {any} */ r) => {
        const li = document.createElement("li");
        for (const text of [say(this.words.place, { place: ordinal(r.place, this.language) }), r.name, r.amount_cents ? this.amount(r.amount_cents, best) : ""]) {
          const span = document.createElement("span");
          span.textContent = text;
          li.append(span);
        }
        return li;
      }));
    }
  }

  /** @param {(string|number)[]} cells */
  row(cells) {
    const tr = document.createElement("tr");
    cells.forEach((text, i) => {
      const td = document.createElement("td");
      td.textContent = String(text);
      if (i === cells.length - 1) td.className = "number";
      tr.append(td);
    });
    return tr;
  }
}

/** Draw the dots of a text so that none stands at an end of a line, as the filter of the same name does. @param {string} text @returns {(string|HTMLElement)[]} */
export function dots(text) {
  return text.split(" · ").flatMap((part, at) => (at ? [dot(), ` ${part}`] : [part]));
}

function dot() {
  const drawn = document.createElement("span");
  drawn.className = "dot";
  const sign = document.createElement("i");
  sign.textContent = "·";
  drawn.append(" ", sign);
  return drawn;
}
