// The line of the tournament over the table: level, what is left of it, who is left, how far it is to the money. The page has it as it was written;
// this comes when something of it changes, or the clock does.
import { shown as clockShown } from "../clock.js";
import { countdown } from "../format.js";
import { plain, say, stakes } from "./draw.js";

/**
 * What stands in each part. @param {import("../clock.js").ClockPayload|null} clock null: not heard yet @param {any} face @param {number} now the server's moment
 * @param {Record<string, string>} words @param {number} paid places that are paid, 0 while entries are open
 * @returns {Record<string, string>} without what nobody knows yet
 */
export function parts(clock, face, now, words, paid) {
  const { players_left: left, entries_total: total, average_chips: average, late_entries: open } = face.event;
  /** @type {Record<string, string>} */
  const told = { players: say(words.event_players, { left: plain(left), total: plain(total) }) };
  let big = face.big_blind_chips;
  if (clock) {
    const here = clockShown(clock, now);
    const level = here.item.kind === "recess" ? words.recess : say(words.level, { level: here.item.number ?? "" });
    const { next } = here;
    // in a recess by the blinds of the last hand, as the stacks on the plates beside it are
    big = here.item.big_blind || big;
    told.level = clock.state === "paused" || clock.state === "frozen" ? `${words.paused} · ${level}` : level;
    told["level-left"] = countdown(here.remaining_ms);
    told.next = !next ? "" : [
      `→ ${stakes(next.small_blind ?? 0, next.big_blind ?? 0)}`,
      next.ante ? `· ${say(next.ante_kind === "big_blind" ? words.for_all : words.each, { amount: plain(next.ante) })}` : "",
    ].filter(Boolean).join(" ");
  }
  told.average = average ? say(words.event_average, { stack: say(words.bb, { count: plain(Math.floor(average / big)) }) }) : "";
  if (!open) told.money = !paid ? "" : paid >= total ? words.event_all_paid : left > paid ? say(words.event_money, { away: plain(left - paid) }) : words.event_paid;
  return told;
}

let entered = false;
/**
 * Whether entries closed while the page was open: what it offers to who is out is written anew then, once. A moment later than by the clock, for
 * the house to agree. @param {import("../clock.js").ClockPayload|null} clock @param {any} face @param {number} now
 */
export function closes(clock, face, now) {
  if (!clock) return false;
  const was = entered;
  entered = face.event.late_entries && clockShown(clock, now - 1000).late_registration_in_ms !== null;
  return was && !entered;
}

let paid = -1;
/** Entries have closed since: how many places are paid is fixed now. @param {any} page */
async function askPlaces(page) {
  paid = 0;
  // many tables hear it at once: they do not all ask at once
  await new Promise((done) => { setTimeout(() => done(null), Math.random() * 4000); });
  const answer = await fetch(page.event).catch(() => null);
  const written = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  paid = Number(written?.querySelector("[data-paid]")?.getAttribute("data-paid") ?? 0);
}

/** @param {{clock: any, face: any, now: number, words: Record<string, string>, page: any}} given */
export function draw({ clock, face, now, words, page }) {
  if (paid < 0) paid = page.paid;
  if (!face.event.late_entries && page.entries_open) {
    page.entries_open = false;
    void askPlaces(page);
  }
  for (const [name, text] of Object.entries(parts(now === -Infinity ? null : clock, face, now, words, paid))) {
    for (const where of document.querySelectorAll(`[data-part="${name}"]`)) if (where.textContent !== text) where.textContent = text;
  }
}
