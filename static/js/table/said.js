// What everybody at the table is told, and one sentence for each thing that happens, for the log that is read out.
import { money } from "../format.js";
import { language, named, ownOfFive, saidCard, say, short, shown, wins, wonPots } from "./draw.js";

/** @typedef {Record<string, string>} Words */

/**
 * What is new between two payloads, in sentences.
 * @param {any} before the payload before, null for the first
 * @param {any} face
 * @param {Words} words
 * @returns {string[]}
 */
export function sentences(before, face, words) {
  const name = (/** @type {number} */ seat) => short(face.seats.find((/** @type {any} */ s) => s.seat === seat)?.name ?? "") || say(words.seat, { seat });
  const said = [];
  const same = before && before.hand_number === face.hand_number;
  if (face.hand_number && !same && face.stage !== "waiting") said.push(say(words.says_dealt, { number: face.hand_number }));
  const known = new Set(same ? before.acts.map((/** @type {any} */ a) => a.turn) : []);
  const board = same ? before.board.length : 0;
  let opened = board;
  const streets = { flop: 3, turn: 4, river: 5 };
  const open = (/** @type {number} */ upTo) => {
    for (const [street, count] of Object.entries(streets)) {
      if (count <= opened || count > upTo) continue;
      const cards = face.board.slice(count === 3 ? 0 : count - 1, count).map((/** @type {string} */ c) => saidCard(c, words));
      said.push(say(words[`says_${street}`], { cards: cards.join(", ") }));
      opened = count;
    }
  };
  let bet = 0;
  let street = "preflop";
  for (const act of face.acts) {
    if (act.street !== street) {
      street = act.street;
      bet = 0;
    }
    const first = bet === 0 && street !== "preflop";
    if (act.to_chips > bet) bet = act.to_chips;
    if (known.has(act.turn)) continue;
    open(streets[/** @type {"flop"|"turn"|"river"} */ (act.street)] ?? 0);
    if (act.manner === "timeout") said.push(say(words.says_time, { name: name(act.seat) }));
    const raises = act.act === "bet" || act.act === "raise";
    const key = act.all_in ? "says_all_in" : raises ? (first ? "says_bets" : "says_raises") : { fold: "says_folds", check: "says_checks", call: "says_calls" }[/** @type {"fold"|"check"|"call"} */ (act.act)];
    said.push(say(words[key], { name: name(act.seat), chips: shown(act.to_chips) }));
  }
  // an all-in: the cards lie open before the rest of the board
  if (face.open?.length && !(same && before.open?.length)) {
    for (const one of face.open) said.push(say(words.says_turned_up, { name: name(one.seat), cards: one.hole.map((/** @type {string} */ c) => saidCard(c, words)).join(", ") }));
  }
  open(face.board.length);
  for (const one of before ? face.seats : []) {
    const was = before.seats.find((/** @type {any} */ s) => s.seat === one.seat && s.name === one.name);
    if (was && was.line_lost !== one.line_lost) said.push(say(one.line_lost ? words.says_line_lost : words.says_line_back, { name: short(one.name) }));
  }
  if (face.result && !(same && before.result)) said.push(...ended(face, words, name));
  return said;
}

/** @param {any} face @param {Words} words @param {(seat: number) => string} name */
function ended(face, words, name) {
  const said = [];
  for (const one of face.result.shown) {
    const hand = named(one, words);
    const cards = (/** @type {string[]} */ some) => some.map((card) => saidCard(card, words)).join(", ");
    const two = ownOfFive(one);
    said.push(say(two.length ? words.says_shows_two : words.says_shows, { name: name(one.seat), cards: cards(one.hole), hand, two: cards(two) }));
  }
  for (const [seat] of face.result.stacks) {
    const chips = wins(face.result, seat);
    const pots = wonPots(face.result, seat, words);
    const hand = face.result.shown.find((/** @type {any} */ s) => s.seat === seat);
    if (chips && pots && hand) said.push(say(words.says_wins_with, { name: name(seat), chips: shown(chips), pots, cards: hand.five.map((/** @type {string} */ card) => saidCard(card, words)).join(", ") }));
    else if (chips) said.push(say(words.says_wins, { name: name(seat), chips: shown(chips) }));
  }
  for (const seat of face.result.busts ?? []) said.push(say(words.says_lost, { name: name(seat) }));
  return said;
}

/**
 * Why no hand is dealt though it is time: the house holds the table, or the tournament's clock stands; "" while play goes on.
 * @param {any} face late: whether the next hand should have been dealt; why: until when it is not, where that is known
 * @param {Record<string, string>} words @returns {string}
 */
export function standstill(face, words) {
  if (face.held) return words.stands_still;
  return face.late && !face.event?.still_play && face.event?.last_hands !== 0 ? face.why || words.waits_clock : "";
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
  if (last !== null) said.push(say(last ? words.last_hands : face.event.still_play ? words.last_played : words.last_played_here, face.event));
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
