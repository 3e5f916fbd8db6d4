// What the head of the tablet's pages tells beside the clock: the next recess, late registration, players, places paid, the average.

import { say } from "./board.js";
import { chips, timeOfDay } from "./format.js";
import { stripTimes, toTheMoney } from "./strip.js";

/**
 * Write each fact where it has changed; without a word it is not there.
 * @param {HTMLElement} where
 * @param {import("./clock.js").Keeper} keeper
 * @param {any} counts
 * @param {Record<string, string>} words
 * @param {string} timezone @param {string} language
 */
export function paintFactsIn(where, keeper, counts, words, timezone, language) {
  const [now, payload] = [keeper.show(), keeper.payload];
  if (!now || !payload || !counts) return;
  const n = (/** @type {number} */ count) => chips(count, language);
  const blind = payload.items.slice(now.index).find((item) => item.kind === "level")?.big_blind;
  const ends = payload.time_ends_ms ?? null;
  const { soon, ...times } = stripTimes(keeper, counts, words, timezone, language);
  /** @type {Record<string, [string, string]>} */
  const facts = {
    ...times,
    ends: [payload.time_is_up ? words.last_hands : ends === null ? "" : timeOfDay(ends, timezone, language), ""],
    players: [`${n(counts.players_left)} / ${n(counts.entries_total)}`, counts.re_entries ? say(counts.re_entries === 1 ? words.entries_one : words.entries, { unique: n(counts.entries_unique), re: n(counts.re_entries) }) : ""],
    paid: counts.places_paid ? [n(counts.places_paid), toTheMoney(counts, words, language)] : ["", ""],
    average: counts.average_chips ? [n(counts.average_chips), blind ? say(words.big_blinds, { count: n(Math.floor(counts.average_chips / blind)) }) : ""] : ["", ""],
  };
  for (const [name, [large, small]] of Object.entries(facts)) {
    const row = /** @type {HTMLElement} */ (where.querySelector(`[data-fact="${name}"]`));
    row.hidden = !large;
    if (name === "late") row.toggleAttribute("data-soon", soon);
    const says = `${large}|${small}`;
    if (row.dataset.says === says) continue;
    row.dataset.says = says;
    const more = document.createElement("small");
    more.textContent = small;
    /** @type {HTMLElement} */ (row.querySelector("dd")).replaceChildren(large, ...(small ? [more] : []));
  }
}
