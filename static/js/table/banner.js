// What everybody at the table is told: that it is held or waits for other tables, that a decision began anew, that a hand is void.
import { say } from "./draw.js";

/** @param {any} face @param {Record<string, string>} words @returns {string} */
export function banner(face, words) {
  const { held, notice } = face;
  const said = [];
  const alone = held?.with_clocks ? words.held_with_clocks : words.held_alone;
  if (held) said.push(held.reason ? say(words.held, { reason: held.reason }) : alone);
  if (face.event?.still_play) said.push(say(words.others_play, { tables: face.event.still_play }));
  else if (face.event?.hand_for_hand) said.push(words.hand_for_hand);
  if (notice?.kind === "restarted") {
    const one = face.seats.find((/** @type {any} */ s) => s.seat === notice.seat);
    said.push(say(words.restarted, { name: one?.name ?? say(words.seat, { seat: notice.seat }) }));
  }
  if (notice?.kind === "voided") said.push(say(words[`voided_${notice.why}`], { number: notice.number, reason: notice.reason }));
  return said.join(" ");
}
