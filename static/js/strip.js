// What is told beside the clock of the room, in the strip of the staff's pages and on the floor's tablet: the server writes it alike
// (strip_lines of web/board.py).

import { hoursKnown, say } from "./board.js";
import { lateThroughRecess } from "./clock.js";
import { chips, countdown, lengthSaid, timeOfDay } from "./format.js";

const SOON_MS = 15 * 60_000; // what runs out is told in amber (web/board.py)

/**
 * The next recess, and until when late registration is open: each large and small, "" where there is nothing to tell. soon: it is
 * about to end.
 * @param {import("./clock.js").Keeper} keeper @param {any} counts @param {Record<string, string>} words
 * @param {string} timezone @param {string} language
 * @returns {Record<"recess"|"late", [string, string]> & { soon: boolean }}
 */
export function stripTimes(keeper, counts, words, timezone, language) {
  const [now, payload] = [keeper.show(), keeper.payload];
  const runs = hoursKnown(payload);
  /** @param {number} ms */
  const at = (ms) => timeOfDay(keeper.serverNow() + ms, timezone, language);
  /** @param {number} ms */
  const inTime = (ms) => say(words.in_time, { time: countdown(ms) });
  const ms = now?.recess_in_ms ?? null;
  /** @type {[string, string]} */
  const recess = ms === null ? ["", ""] : payload?.state === "not_started" ? [lengthSaid(ms), words.after_start] : runs ? [at(ms), inTime(ms)] : [inTime(ms), ""];
  const left = counts?.late_registration_open ? now?.late_registration_in_ms ?? null : null;
  if (left === null) return { recess, late: ["", ""], soon: false };
  const level = now?.late_registration_level ?? null;
  const soon = left < SOON_MS;
  const until = say(words.until, { time: at(left) });
  if (level === null) return { recess, late: [until, inTime(left)], soon };
  return { recess, late: [runs ? until : inTime(left), say(lateThroughRecess(payload) ? words.end_of_recess : words.end_of_level, { level })], soon };
}

/** How many more go out before everybody left is paid. @param {any} c the counts @param {Record<string, string>} words @param {string} language */
export function toTheMoney(c, words, language) {
  if (c.in_the_money) return words.in_the_money;
  if (c.bubble) return words.the_bubble;
  const away = c.players_left - c.places_paid;
  return away > 0 && c.state === "running" ? say(words.bubble_away, { count: chips(away, language) }) : "";
}
