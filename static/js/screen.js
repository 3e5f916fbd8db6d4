// The clock in the room: what the wall tells beside what every board tells (board.js).
import { bandSays, chipDrawn, QUIET, rungs } from "./band.js";
import { Board, countedIn, isOver, levelLeft, say } from "./board.js";
import { fit, fitted, place, watch } from "./fit.js";
import { chips, grouped, ordinal, timeOfDay } from "./format.js";
import { icon } from "./icons.js";
import { begun, keep, workOffline } from "./kept.js";
import { DISPLAY_BEAT_MS } from "./live.js";
import { follow } from "./placed.js";
import { element, finalScene, levelScene, moneyScene, winnerScene } from "./scenes.js";
import { SeatsOnWall } from "./seats_on_wall.js";
import { Sound } from "./sound.js";
import { called, champion, MISSED_MS, momentOf, Takeover } from "./takeover.js";
import { spoken, Voice } from "./voice.js";

const PAGE_MS = 10_000;
// what the room is told of its tables, so long after it happened
// a move and a break are read while people walk; whoever looks later finds the list of seats
const NEWS_MS = 90_000;
// a recess is over in so long: whoever is outside comes back
const RETURN_MS = 120_000;
// of a final table with names that need several lines: so many at a time
const FEW = 5;
// what the wall words in its own way
const OWN = new Set(["level", "blinds", "ante", "next", "feed"]);
const SUITS = ["spade", "heart", "club"];

class Screen extends Board {
  constructor() {
    super(begun());
    this.beat = DISPLAY_BEAT_MS;
    this.wall = this.payloads.wall;
    this.standings = this.payloads.standings;
    this.news = this.payloads.news;
    this.sound = new Sound();
    this.voice = new Voice();
    /** @type {import("./voice.js").Moment|null} */
    this.heard = null;
    this.list = new SeatsOnWall(this);
    /** @type {{index: number, level: boolean, money: boolean, final: boolean, decided: boolean}|null} */
    this.moment = null;
    this.deafUntil = 0;
    /** @type {number|null} the server's time when this was last looked at */
    this.seenAt = null;
    this.restBefore = 0;
    const scene = this.part("scene");
    this.takeover = new Takeover(/** @type {HTMLElement} */ (this.part("takeover")), /** @type {HTMLElement} */ (scene));
    const { topics } = this.payloads;
    this.more = {
      [topics.wall]: (/** @type {any} */ payload) => { this.wall = payload; this.paintWall(); },
      [topics.standings]: (/** @type {any} */ payload) => { this.standings = payload; this.takeover.again(); this.paint(); },
      [topics.news]: (/** @type {any} */ payload) => { this.news = payload; this.paint(); },
    };
  }

  /** @param {string} name @param {string} text */
  put(name, text) {
    if (name === "time" && text.includes(":")) this.putTime(text);
    else if (!OWN.has(name)) this.set(name, text);
  }

  /** @param {string} name @param {string} text */
  set(name, text) {
    const where = this.part(name);
    if (!where || where.textContent === text) return;
    where.textContent = text;
    if (where.classList.contains("fit")) fit(where);
    if (name === "message") where.dataset.long = text.length > 140 ? "very" : String(text.length > 90);
  }

  /** Each figure in a place of its own: the seconds may be smaller or in another colour. @param {string} text */
  putTime(text) {
    const where = this.part("time");
    if (!where) return;
    const figures = text.split(":");
    if (where.dataset.figures !== String(figures.length) || !where.firstElementChild) {
      where.dataset.figures = String(figures.length);
      const made = figures.flatMap((_figure, i) => (i ? [element("span", "colon", ":"), element("span", "figure")] : [element("span", "figure")]));
      const seconds = element("span", "seconds");
      seconds.append(...made.splice(-2));
      where.replaceChildren(...made, seconds);
    }
    where.querySelectorAll(".figure").forEach((place, i) => { if (place.textContent !== figures[i]) place.textContent = figures[i]; });
  }

  /** What is small stands in a place of its own, where there is one. @param {HTMLElement} where @param {string} large @param {string} small */
  two(where, large, small) {
    const name = where.dataset.part ?? "";
    if (!this.part(`${name}-small`)) {
      super.two(where, large, small);
      return;
    }
    this.set(name, large);
    this.set(`${name}-small`, small);
  }

  paint() {
    super.paint();
    const now = this.keeper.show();
    const payload = this.keeper.payload;
    if (!now || !payload) return;
    const state = this.state();
    const { dataset } = document.body;
    const recess = now.item.kind === "recess";
    const played = recess && now.next ? now.next : now.item;
    dataset.last = String(state !== "recess" && payload.state === "running" && !recess && now.remaining_ms <= 60_000);
    // in a recess nothing is played: level and blinds are those to come, and are called so (web/screens/clock_said.py)
    const ahead = played !== now.item && levelLeft(payload, now) === null;
    const level = say(this.words.level, { number: played.number ?? "" });
    dataset.recess = String(recess);
    this.set("level", ahead ? say(this.words.next, { what: level }) : level);
    this.set("level-label", ahead ? this.words.next_level_label : this.words.level_label);
    this.set("next-label", ahead ? this.words.after_label : this.words.up_next);
    const waits = ["announced", "registering"].includes(state);
    // before the start the band says what is counted down, and no level is
    const beside = this.part("beside-level");
    if (beside) beside.hidden = waits;
    this.set("recess-label", waits ? this.words.first_break_label : this.words.break_label);
    this.set("number", String(played.number ?? ""));
    this.set("minutes", played.seconds % 60 ? say(this.words.minutes_seconds, { minutes: String(Math.floor(played.seconds / 60)), seconds: String(played.seconds % 60) }) : played.seconds === 60 ? this.words.minute : say(this.words.minutes, { count: String(played.seconds / 60) }));
    this.set("blinds", this.blinds(played));
    this.set("ante-label", played.ante_kind === "big_blind" ? this.words.big_blind_ante_label : this.words.ante_label);
    // first how large it is set: a number that comes after words is measured as a number
    this.part("ante")?.toggleAttribute("data-none", !played.ante);
    this.set("ante", played.ante ? chips(played.ante, this.language) : this.words.no_ante);
    const next = recess ? payload.items.slice(payload.items.indexOf(played) + 1)[0] : now.following;
    this.set("next", !next ? "–" : next.kind === "recess" ? this.breakOf(next.seconds) : this.blinds(next));
    this.set("next-ante", next ? this.nextAnte(next) : "");
    const recessRow = this.part("recess-row");
    // the band tells when play resumes, and no other break is asked for meanwhile
    if (recessRow && recess) recessRow.hidden = true;
    if (recessRow && state === "cancelled") recessRow.hidden = true;
    const late = this.part("late-row");
    const paid = this.part("paid-row");
    if (paid) paid.hidden = !this.counts?.places_paid || !late?.hidden;
    this.paintNextPrize();
    this.set("chips-small", this.news?.tables && this.counts?.state === "running" ? say(this.news.tables === 1 ? this.words.one_table : this.words.tables, { count: grouped(this.news.tables, this.language) }) : "");
    this.paintBand(state, now, payload);
    this.paintNews();
    this.paintStacks();
    this.paintOver(state);
    this.watchFor(now);
  }

  /** Below what comes next, in few words: its ante, or what the break sells and which chips it takes. @param {import("./clock.js").Item} item */
  nextAnte(item) {
    if (item.kind !== "recess") return this.ante(item);
    const leaves = item.colour_up?.length ? say(this.words.colour_up_short, { chips: new Intl.ListFormat(this.language).format(item.colour_up.map((one) => chips(one, this.language))) }) : "";
    return [this.sells(item) ? this.words.add_on_then : "", leaves].filter(Boolean).join(" · ");
  }

  /** The next place that is paid, and what it is worth; null where nothing is paid yet. */
  nextPrize() {
    const counts = this.counts;
    if (counts?.state !== "running" || !counts.places_paid) return null;
    // after a deal one part is still played for: the champion's
    const place = this.prizes?.deal ? 1 : Math.max(1, Math.min(counts.players_left, counts.places_paid));
    const row = (this.prizes?.rows ?? []).find((/** @type {any} */ r) => r.first <= place && place <= r.last);
    return row ? { place, row } : null;
  }

  /** Who has won, once that is certain. */
  champion() {
    return champion(this.counts, this.standings, this.eliminations);
  }

  /** What the winner gets, as published; null where no row tells it. */
  firstPrize() {
    return (this.prizes?.rows ?? []).find((/** @type {any} */ row) => row.first === 1) ?? null;
  }

  paintNextPrize() {
    const next = this.nextPrize();
    const row = this.part("nextpay-row");
    if (row) row.hidden = !next;
    if (!next) return;
    this.set("nextpay-label", this.prizes?.deal ? this.words.for_champion : this.words.next_prize_label);
    this.set("nextpay", this.amount(next.row.amount_cents));
    const place = say(this.words.place, { place: ordinal(next.place, this.language) });
    if (this.prizes?.deal) this.set("nextpay-small", "");
    else this.set("nextpay-small", this.counts.players_left > this.counts.places_paid ? say(this.words.from_place, { place }) : place);
  }

  /** @param {string} state @param {import("./clock.js").Shown} now @param {import("./clock.js").ClockPayload} payload */
  paintBand(state, now, payload) {
    const line = this.part("line");
    const race = this.part("race");
    if (!line || !race) return;
    const quiet = QUIET.has(state);
    document.body.dataset.quiet = String(quiet);
    const leaving = state === "recess" ? now.item.colour_up ?? [] : [];
    const key = JSON.stringify(quiet ? [now.index, payload.turn, payload.items.length] : leaving);
    if (quiet && line.dataset.shown !== key) {
      line.dataset.shown = key;
      line.replaceChildren(...rungs(payload.items, now.index, this.words));
    }
    if (quiet) line.style.setProperty("--spent", (1 - now.remaining_ms / (now.item.seconds * 1000)).toFixed(3));
    if (leaving.length && race.dataset.shown !== key) {
      race.dataset.shown = key;
      race.replaceChildren(element("span", "word", this.words.chips_leave), ...leaving.map((/** @type {number} */ c) => chipDrawn(c, this.language)));
    }
    document.body.dataset.colourUp = String(leaving.length > 0);
    line.hidden = !quiet;
    race.hidden = leaving.length === 0;
    const next = this.nextPrize();
    const { says, rest } = quiet ? { says: "", rest: "" } : bandSays(state, {
      now, payload, serverNow: this.keeper.serverNow(), counts: this.counts ?? {}, news: this.news, champion: this.champion()?.name ?? "", words: this.words,
      zone: this.payloads.timezone, language: this.language, amount: (cents) => this.amount(cents), nextPrize: next ? next.row.amount_cents : null, dealt: Boolean(this.prizes?.deal),
    });
    this.set("says", says || (this.waits(state) && document.body.dataset.layout !== "lower" ? "" : this.starts(state)));
    this.set("rest", rest);
    const figure = this.part("rest");
    if (figure) figure.hidden = rest === "";
  }

  /** When it begins, while it has not; of one that is not held why. @param {string} state */
  starts(state) {
    if (state === "cancelled") return this.counts?.cancel_reason ?? "";
    if (state !== "registering" && state !== "announced") return "";
    return this.startsLine(this.keeper.serverNow());
  }

  /** What stands in the place of the time while nothing is counted down to the first hand. @param {string} state */
  waits(state) {
    return this.part("time")?.hidden ? this.starts(state) : "";
  }

  /** The last one out with the prize, who moves, which table broke: as many as have room, in turn. */
  paintNews() {
    const where = this.part("news");
    if (!where) return;
    const lines = this.newsLines();
    // a long name needs the place of two
    where.dataset.long = String(lines.some(({ text }) => text.length > 44));
    const room = Number(getComputedStyle(where).getPropertyValue("--columns")) || 3;
    const from = lines.length > room ? (this.page * room) % lines.length : 0;
    const shown = lines.slice(from, from + room);
    if (shown.length < room) shown.push(...lines.slice(0, Math.min(lines.length, room) - shown.length));
    const key = JSON.stringify(shown);
    if (where.dataset.shown === key) return;
    where.dataset.shown = key;
    place(where, shown.map(({ sign, label, text }) => {
      const li = document.createElement("li");
      const head = fitted(label, "span");
      head.classList.add("label");
      li.append(icon(sign), head, fitted(text));
      return li;
    }));
  }

  newsLines() {
    /** @type {{sign: string, label: string, text: string}[]} */
    const lines = [];
    if (this.counts?.state !== "running") return lines;
    const now = this.keeper.show();
    if (now?.item.kind === "recess" && this.sells(now.item)) lines.push({ sign: "coins", label: this.words.add_on_at_desk, text: this.words.add_on_now });
    // who has come back plays; and while entries come every place moves
    const out = (this.eliminations?.rows ?? []).filter((/** @type {any} */ row) => !row.plays_again);
    const last = out[0];
    // who went out in one hand at several tables shares the place, and the prize
    const names = last?.place ? out.filter((/** @type {any} */ row) => row.place === last.place).map((/** @type {any} */ row) => row.name).join(", ") : last?.name;
    if (last && last.place !== 1) {
      const place = last.place && !this.counts.late_registration_open ? say(this.words.out_in, { place: say(this.words.place, { place: ordinal(last.place, this.language) }) }) : this.words.out_now;
      const won = last.amount_cents ? say(this.words.with_prize, { amount: this.amount(last.amount_cents) }) : "";
      const taken = (last.bounties ?? []).map((/** @type {any} */ b) => `${b.name} ${this.amount(b.amount_cents)}`).join(", ");
      const bounty = taken ? say(this.words.bounty_to, { who: taken }) : "";
      lines.push({ sign: "circle-x", label: [place, won, bounty].filter(Boolean).join(" · "), text: names });
    }
    const since = this.keeper.serverNow() - NEWS_MS;
    const { moves = [], breaks = [] } = this.news ?? {};
    for (const broken of breaks.filter((/** @type {any} */ b) => b.at_ms > since)) lines.push({ sign: this.words.sign_breaks, label: say(this.words.table_breaks, { table: broken.table }), text: `→ ${broken.to.join(", ")}` });
    for (const moved of moves.filter((/** @type {any} */ m) => m.at_ms > since)) lines.push({ sign: this.words.sign_moved, label: this.words.moves_table, text: `${moved.name} → ${say(this.words.seat_at, moved)}` });
    return lines;
  }

  /** After the end: who stands where; while one player holds all chips: who; before the first hand: when. @param {string} state */
  paintOver(state) {
    const over = isOver(state);
    const holds = state === "decided";
    for (const name of ["bets", "stats"]) {
      const section = this.part(name);
      if (section) section.hidden = over || (holds && name === "bets");
    }
    const where = this.part("holds");
    if (where) {
      const waits = holds ? "" : this.waits(state);
      where.hidden = !holds && !waits;
      const key = holds ? this.champion()?.name ?? "" : waits;
      if (holds && !key) where.hidden = true;
      if (!where.hidden && where.dataset.shown !== key) {
        where.dataset.shown = key;
        if (holds) place(where, [icon("trophy"), fitted(key)]);
        else {
          const said = element("b", "waits", key.replaceAll(" · ", "\n").replace(/: (?=\d+\D+\d+$)/, ":\n"));
          said.dataset.long = String(key.length > 90);
          where.replaceChildren(said);
        }
      }
    }
  }

  paintPrizes() {
    const where = this.part("pays");
    if (!where) return;
    const rows = this.prizes?.rows ?? [];
    const next = this.nextPrize();
    const top = rows.slice(0, 7);
    const shown = next && !top.includes(next.row) ? [next.row, ...top] : rows.slice(0, 8);
    const key = JSON.stringify([shown, next?.place]);
    if (where.dataset.shown === key) return;
    where.dataset.shown = key;
    let signs = 0;
    where.replaceChildren(...shown.map((/** @type {any} */ row) => {
      const li = document.createElement("li");
      const here = next?.row === row;
      const amount = this.amount(row.amount_cents, shown);
      const at = here ? say(this.words.place, { place: ordinal(next?.place ?? 0, this.language) }) : say(this.words.place, { place: row.first === row.last ? ordinal(row.first, this.language) : `${row.first}–${ordinal(row.last, this.language)}` });
      const dealt = this.prizes?.deal && row.first === 1;
      const told = dealt ? this.words.champion : here && row.first > 7 ? say(this.words.next_short, { place: at }) : at;
      // its colour says that it is the next one, where there is no room for the word
      const said = !dealt && told.length + amount.length > 22 ? at : told;
      signs = Math.max(signs, said.length + amount.length);
      li.append(element("span", "", said), element("b", "", amount));
      if (here) li.dataset.next = "";
      return li;
    }));
    where.style.setProperty("--signs", String(signs));
  }

  paintEliminations() {
    super.paintEliminations();
    const over = this.counts?.state === "finished";
    const podium = this.part("podium");
    const others = this.part("others");
    const rows = over ? this.eliminations?.rows ?? [] : [];
    if (podium) podium.replaceChildren(...rows.slice(0, 3).map((/** @type {any} */ row, /** @type {number} */ i) => this.step(row, i)));
    if (others) {
      others.hidden = rows.length < 4;
      others.replaceChildren(...rows.slice(3, 9).map((/** @type {any} */ row) => {
        const li = document.createElement("li");
        li.toggleAttribute("data-long", row.name.length > 32);
        li.append(element("span", "label", say(this.words.place, { place: ordinal(row.place, this.language) })), element("span", "name", row.name), element("b", "", row.amount_cents ? this.amount(row.amount_cents) : ""));
        return li;
      }));
    }
    const played = this.part("played");
    if (played) played.hidden = !over;
    if (over) this.set("played", say(this.words.played_for, { entries: grouped(this.counts.entries_total, this.language), pool: this.amount(this.counts.pool_cents) }));
    this.takeover.again();
    this.paint();
  }

  /** One step of the podium. @param {any} row @param {number} at */
  step(row, at) {
    const li = document.createElement("li");
    const who = element("div", "who");
    if (at === 0) who.append(icon("trophy"));
    const name = element("b", "name", row.name);
    // two lines at most: the longer one is a half and a word
    name.style.setProperty("--n", String(row.name.length > 16 ? Math.ceil(row.name.length / 2) + 3 : row.name.length));
    const cell = element("span", "cell");
    cell.append(name);
    who.append(cell, element("span", "prize", row.amount_cents ? this.amount(row.amount_cents) : ""));
    const block = element("div", "block");
    block.append(element("b", "", String(row.place)), icon(SUITS[at]));
    li.append(who, block);
    return li;
  }

  /** At the final table the stacks by size. One that play has overtaken says of which level it is. */
  paintStacks() {
    const box = this.part("stacks-box");
    const where = this.part("stacks");
    if (!box || !where) return;
    const rows = this.counts?.final_table && !this.counts?.decided && this.counts?.state === "running" ? this.standings?.rows ?? [] : [];
    box.hidden = rows.length === 0;
    document.body.dataset.stacks = String(rows.length > 0);
    if (rows.length <= FEW) delete where.dataset.few;
    const few = where.dataset.few !== undefined;
    const from = few ? (this.page % Math.ceil(rows.length / FEW)) * FEW : 0;
    const here = few ? rows.slice(from, from + FEW) : rows;
    const key = JSON.stringify([here, rows.length]);
    if (where.dataset.shown === key) return;
    where.dataset.shown = key;
    place(where, here.map((/** @type {any} */ row) => {
      const counted = row.stack ?? (row.stack_chips === null ? null : { chips: row.stack_chips, stands: true });
      const li = document.createElement("li");
      li.append(fitted(row.name, "span"));
      if (counted && !counted.stands) {
        li.dataset.old = "";
        // of a bust within the same level its number would tell nothing
        li.append(element("small", "", row.counted_ms ? say(this.words.at_time, { time: timeOfDay(row.counted_ms, this.payloads.timezone, this.language) }) : countedIn(counted, this.words)));
      }
      li.append(element("b", "", counted ? chips(counted.chips, this.language) : "–"));
      return li;
    }));
    if (few) where.append(element("li", "more", say(this.words.and_more, { count: rows.length - here.length })));
    else if (rows.length > FEW && where.querySelector("[data-small]")) {
      // nobody reads across a room what is smaller: so many at a time, in turn
      where.dataset.few = "";
      this.paintStacks();
    }
  }

  /** The place of the stacks became another: perhaps all of them have room there. */
  roomForStacks() {
    const where = this.part("stacks");
    if (!where) return;
    delete where.dataset.few;
    where.dataset.shown = "";
    this.paintStacks();
  }

  paintCounts() {
    super.paintCounts();
    if (!this.counts) return;
    this.paintPrizes();
    this.list.told();
    // they come in any order
    if (this.counts.state === "finished") this.paintEliminations();
  }

  paintWall() {
    const message = this.wall?.message ?? "";
    const row = this.part("message-row");
    const news = this.part("news");
    if (row) row.hidden = !message;
    if (news) news.hidden = Boolean(message);
    this.set("message", message);
    document.body.dataset.message = String(Boolean(message));
    this.list.show(document.body.dataset.always === "seats" || this.wall?.show === "seats");
  }

  /** What of this moment is taken over for, and heard. @param {import("./clock.js").Shown} now */
  watchFor(now) {
    /** @type {any} */
    const counts = this.counts ?? {};
    const moment = momentOf(now, this.keeper.payload?.state ?? "", counts, this.champion() !== null);
    const kind = called(this.moment, moment);
    this.moment = moment;
    const at = this.keeper.serverNow();
    // opened late on a slow machine, or the device slept: what happened meanwhile is no news
    if (this.seenAt !== null && at - this.seenAt > MISSED_MS) this.deafUntil = Math.max(this.deafUntil, performance.now() + 3000);
    this.seenAt = at;
    // the level it tells of is over
    if (this.takeover.kind === "level" && now.item.kind !== "level") this.takeover.end();
    // a screen that was away tells nothing of what it missed
    if (this.offlineSince !== null && performance.now() - this.offlineSince > MISSED_MS) this.deafUntil = Infinity;
    else if (this.deafUntil === Infinity) this.deafUntil = performance.now() + 3000;
    if (kind && performance.now() > this.deafUntil) {
      const scenes = { level: levelScene, bubble: moneyScene, final: finalScene, winner: winnerScene };
      this.takeover.show(kind, () => scenes[kind](this));
      this.hear(kind);
    }
    this.speak(now);
    const rest = now.item.kind === "recess" && this.keeper.payload?.state === "running" ? now.remaining_ms : 0;
    if (this.restBefore > RETURN_MS && rest > 0 && rest <= RETURN_MS) this.hear("recess");
    this.restBefore = rest;
    if (this.takeover.kind === null) return;
    this.set("strip-level", this.part("number")?.textContent ?? "");
    const ante = this.part("ante");
    this.set("strip-blinds-label", ante?.textContent && !ante.hasAttribute("data-none") ? `${this.words.blinds_label} · ${this.part("ante-label")?.textContent}` : this.words.blinds_label);
    this.set("strip-blinds", [this.part("blinds"), this.part("ante")].filter((one) => !one?.hasAttribute("data-none")).map((one) => one?.textContent).filter(Boolean).join(" · "));
    this.set("strip-players", this.part("players")?.textContent ?? "");
    this.set("strip-time", moment.decided ? "" : this.part("time")?.textContent ?? "");
  }

  /** What of this moment is said aloud, once; a display that was away, or has just begun, says nothing of what was. @param {import("./clock.js").Shown} now */
  speak(now) {
    const state = this.state();
    const { item } = now;
    const moment = {
      index: now.index,
      kind: item.kind,
      runs: this.keeper.payload?.state === "running",
      number: item.number ?? 0,
      small: item.small_blind ?? 0,
      big: item.big_blind ?? 0,
      ante: item.kind === "recess" ? "" : this.ante(item),
      until: timeOfDay(this.keeper.serverNow() + now.remaining_ms, this.payloads.timezone, this.language),
      hand: state === "hand_for_hand",
      bubble: Boolean(this.counts?.bubble),
      money: Boolean(this.counts?.in_the_money),
      over: this.counts?.state !== "running" || Boolean(this.counts?.decided),
      message: this.wall?.message ?? "",
    };
    const said = spoken(this.heard, moment, this.words);
    this.heard = moment;
    const { voice, sound } = document.body.dataset;
    if (voice === "true" && sound === "true" && performance.now() > this.deafUntil) this.voice.say(said, this.language, this.loudness());
  }

  loudness() {
    return Number(document.body.dataset.volume ?? 60) / 100;
  }

  /** As loud as the staff's page says. @param {string} what */
  hear(what) {
    this.sound.volume = this.loudness();
    this.sound.play(what);
  }

  /** What it would begin with, were it opened now. */
  known() {
    const { keeper, counts, prizes, eliminations, wall, standings, news } = this;
    return { now: keeper.serverNow(), away: this.away(), payloads: { clock: keeper.payload, counts, prizes, eliminations, wall, standings, news } };
  }

  turn() {
    this.page += 1;
    this.paint();
    this.list.turn();
  }
}

const board = new Screen();
board.start(board.more);
board.paintWall();
watch(document.querySelectorAll(".cell, .named, .stats dd"));
const stacks = board.part("stacks-box");
if (stacks) new ResizeObserver(() => board.roomForStacks()).observe(stacks);
// News and seats are paged, never scrolled: everybody can read a page to its end.
setInterval(() => board.turn(), PAGE_MS);

// Nothing burns in: the whole page moves by two pixels each minute, along a square.
const SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2]];
let corner = 0;
setInterval(() => {
  corner = (corner + 1) % SQUARE.length;
  const [x, y] = SQUARE[corner];
  document.body.style.translate = `${x}px ${y}px`;
}, 60_000);

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
for (const touch of ["pointerdown", "pointermove", "keydown"]) document.addEventListener(touch, attend);

const button = /** @type {HTMLButtonElement|null} */ (board.part("sound"));
if (button) {
  const on = () => {
    if (button.hidden) return;
    board.sound.unlock();
    button.hidden = true;
  };
  // a remote control has keys and no mouse: any of them will do
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, on, { once: true });
  button.addEventListener("click", on);
  button.hidden = false; // written hidden: a tap before this would turn nothing on
  const region = board.part("milestone");
  // what is said politely to a reader is heard in the room; a level, a bubble and a winner sound with their takeover
  if (region) new MutationObserver(() => {
    const { mark } = region.dataset;
    board.hear(mark === "1:00" ? "minute" : mark === "hand_for_hand" ? mark : "");
  }).observe(region, { childList: true, characterData: true, subtree: true });
}

follow();
keep(() => board.known());
workOffline();
