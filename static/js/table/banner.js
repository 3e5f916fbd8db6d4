// What everybody at the table is told.
import { money } from "../format.js";
import { language, say } from "./draw.js";

/**
 * Why no hand is dealt though it is time: the house holds the table, or the tournament's clock stands; "" while play goes on.
 * @param {any} face late: whether the next hand should have been dealt
 * @param {Record<string, string>} words @returns {string}
 */
export function standstill(face, words) {
  if (face.held) return words.stands_still;
  return face.late && !face.event?.still_play && face.event?.last_hands !== 0 ? words.waits_clock : "";
}

/**
 * @param {any} face looks_on: for who has no bar that says why it waits; seat: where the reader sits
 * @param {Record<string, string>} words @returns {string}
 */
export function banner(face, words) {
  const { held, notice } = face;
  const said = [];
  const alone = held?.lines
    ? say(words.held_lines, held.lines)
    : held?.with_clocks
      ? words.held_with_clocks
      : words.held_alone;
  if (held) said.push(held.reason ? say(words.held, { reason: held.reason }) : alone);
  else if (face.looks_on) said.push(standstill(face, words));
  const last = face.event?.last_hands ?? null;
  if (last !== null) said.push(say(last ? words.last_hands : words.last_played, face.event));
  else if (face.event?.still_play) said.push(say(face.event.redraw ? words.others_redraw : words.others_play, { tables: face.event.still_play }));
  else if (face.event?.hand_for_hand) said.push(words.hand_for_hand);
  if (notice?.kind === "restarted") {
    const one = face.seats.find((/** @type {any} */ s) => s.seat === notice.seat);
    said.push(say(words.restarted, { name: one?.name ?? say(words.seat, { seat: notice.seat }) }));
  }
  if (notice?.kind === "bounties") said.push(...notice.won.map((/** @type {any} */ one) => say(words.bounty_won, { ...one, amount: money(one.amount_cents, notice.currency, language) })));
  if (notice?.kind === "redrawn") said.push(notice.final ? words.redrawn_final : words.redrawn, face.seat ? say(words.sits_now, { seat: face.seat }) : "");
  if (notice?.kind === "voided") said.push(say(words[`voided_${notice.why}`], { number: notice.number, reason: notice.reason }));
  return said.filter(Boolean).join(" ");
}
