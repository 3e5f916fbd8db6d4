// The band of the clock: what is going on, in one sentence and one figure; or the levels to come.

import { lateThroughRecess } from "./clock.js";
import { levelLeft, say } from "./board.js";
import { chips, countdown, grouped, timeOfDay } from "./format.js";

/**
 * @typedef {object} Sentence
 * @property {string} says
 * @property {string} rest
 *
 * @typedef {object} Room what the band is made of
 * @property {import("./clock.js").Shown} now
 * @property {import("./clock.js").ClockPayload} payload
 * @property {number} serverNow
 * @property {any} counts
 * @property {any} news
 * @property {string} champion who holds all chips; "" while nobody is known to
 * @property {Record<string, string>} words
 * @property {string} zone
 * @property {string} language
 * @property {(cents: number) => string} amount
 * @property {number|null} nextPrize in cents
 * @property {boolean} dealt whether a deal holds: who goes out has the own share, and the next prize is the champion's
 */

/** States without a sentence of their own: the levels to come stand there. */
export const QUIET = new Set(["running"]);

/**
 * @param {string} state
 * @param {Room} room
 * @returns {Sentence}
 */
export function bandSays(state, room) {
  const { now, payload, serverNow, counts, news, champion, words, zone, language } = room;
  const hour = (/** @type {number} */ ms) => timeOfDay(ms, zone, language);
  const many = (/** @type {number} */ count) => grouped(count ?? 0, language);
  const since = payload.stood_ms ?? null;
  if (state === "late_registration_closing") {
    const ends = payload.late_registration_ends_ms ?? null;
    return {
      says: ends === null ? say(lateThroughRecess(payload) ? words.band_late_recess : words.band_late_level, { level: now.late_registration_level ?? "" }) : say(words.band_late_time, { time: hour(ends) }),
      rest: say(words.in_time, { time: countdown(now.late_registration_in_ms ?? 0) }),
    };
  }
  if (state === "paused" || state === "frozen") {
    const stood = state === "frozen" ? words.band_frozen : words.band_paused;
    // a recess that stands is one still: nobody is called back
    const plain = now.item?.kind === "recess" ? say(words.recess_stands, { time: countdown(now.remaining_ms) }) : stood;
    return since === null
      ? { says: plain, rest: "" }
      : { says: say(words.band_since, { what: plain, time: hour(since) }), rest: say(words.band_stood, { time: countdown(Math.max(0, Math.floor((serverNow - since) / 1000) * 1000)) }) };
  }
  if (state === "recess") {
    const time = hour(serverNow + now.remaining_ms);
    const left = levelLeft(payload, now);
    const level = now.next?.number ?? "";
    const back = !now.next ? "" : left === null ? say(words.band_recess, { time, level }) : say(payload?.recess?.level_runs_after ? words.band_recess_given : words.band_recess_stands, { time, level, left: countdown(left) });
    // where the chips that leave play stand instead of the sentence, the hour stays
    if (!counts?.hand_for_hand || news?.hand?.served) return { says: back, rest: now.item?.colour_up?.length ? say(words.band_back, { time }) : "" };
    const hand = news?.hand;
    // of a hand that some tables have done the others still play theirs
    const played = hand?.ready ? say(words.band_hand_first, { left: many(hand.tables - hand.ready) }) : words.then_hand;
    return { says: [back, played].filter(Boolean).join(" · "), rest: hand?.ready ? `${many(hand.ready)} / ${many(hand.tables)}` : "" };
  }
  if (state === "hand_for_hand") {
    const hand = news?.hand;
    // what it was for has come about: no further hand is played together
    if (hand?.served) return { says: `${words.bubble_burst} · ${say(words.money_kick, { paid: many(counts.players_left) })}`, rest: "" };
    // red is no word
    const stopped = (/** @type {string} */ what) => payload.state === "running" ? what : `${what} · ${words.clock_stopped}`;
    if (!hand || !hand.tables) return { says: stopped(say(words.hand_round, { round: counts.hand_for_hand_round || 1 })), rest: "" };
    return {
      says: stopped(say(words.band_hand, { round: hand.round || 1, ready: many(hand.ready), playing: many(hand.tables - hand.ready) })),
      rest: `${many(hand.ready)} / ${many(hand.tables)}`,
    };
  }
  if (state === "bubble") return { says: words.band_bubble, rest: `${many(counts.players_left)} → ${many(counts.places_paid)}` };
  const prize = room.nextPrize;
  if (room.dealt && (state === "in_the_money" || state === "final_table")) {
    return { says: prize === null ? words.band_deal : say(words.band_deal_more, { amount: room.amount(prize) }), rest: say(words.band_left, { count: many(counts.players_left) }) };
  }
  if (state === "in_the_money") return { says: prize === null ? words.in_money : say(words.band_money, { amount: room.amount(prize) }), rest: say(words.band_left, { count: many(counts.players_left) }) };
  // a final table may be larger than the places paid: until then nobody who goes out wins what the last of these does
  if (state === "final_table" && prize !== null && counts.players_left > counts.places_paid) return { says: say(words.band_to_money, { away: many(counts.players_left - counts.places_paid) }), rest: say(words.band_left, { count: many(counts.players_left) }) };
  if (state === "final_table") return { says: prize === null ? "" : say(words.band_final, { amount: room.amount(prize) }), rest: say(words.band_left, { count: many(counts.players_left) }) };
  if (state === "decided") return { says: champion ? say(words.holds_all, { name: champion }) : "", rest: "" };
  return { says: state === "cancelled" ? words.band_cancelled : "", rest: "" };
}

const AHEAD = 8;
// of these the last ones give way where the screen is not wide
const NEAR = 5;

/**
 * The level that was, the one that is, and those to come.
 * @param {import("./clock.js").Item[]} items
 * @param {number} index
 * @param {Record<string, string>} words
 * @returns {HTMLLIElement[]}
 */
export function rungs(items, index, words) {
  const from = index > 0 && items[index - 1].kind === "level" ? index - 1 : index;
  return items.slice(from, from + AHEAD + 1).map((item, i) => {
    const li = document.createElement("li");
    const at = from + i;
    li.textContent = item.kind === "recess" ? words.recess : at === index ? say(words.level, { number: item.number ?? "" }) : String(item.number ?? "");
    if (at < index) li.dataset.done = "";
    if (at === index) li.dataset.now = "";
    else if (item.kind === "recess") li.dataset.rest = "";
    if (at > from + NEAR - 1) li.dataset.far = "";
    return li;
  });
}

const SVG = "http://www.w3.org/2000/svg";

/** A chip with its value; which colour it has is the house's own. @param {number} value @param {string} language */
export function chipDrawn(value, language) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "chip");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", chips(value, language));
  const part = (/** @type {string} */ name, /** @type {Record<string, string>} */ values) => {
    const drawn = document.createElementNS(SVG, name);
    for (const [key, to] of Object.entries(values)) drawn.setAttribute(key, to);
    svg.append(drawn);
    return drawn;
  };
  part("circle", { cx: "50", cy: "50", r: "47", class: "chip-body" });
  for (let turn = 0; turn < 360; turn += 60) part("path", { d: "M50 4v13", transform: `rotate(${turn} 50 50)`, class: "chip-edge" });
  part("circle", { cx: "50", cy: "50", r: "33", class: "chip-ring" });
  const said = value >= 1000 && value % 1000 === 0 ? `${value / 1000}K` : String(value);
  const text = part("text", { x: "50", y: "60", "text-anchor": "middle", "font-size": said.length > 3 ? "22" : "27" });
  text.textContent = said;
  return svg;
}
