// A table: the ring of its seats, and what concerns all of them.

import { say } from "../board.js";
import { timeOfDay } from "../format.js";
import { icon } from "../icons.js";
import { handToTakeBack, isAlsoToVerify, seatState, shortOf } from "../seats.js";
import { session } from "./ask.js";
import { bigBlind } from "./clock.js";
import { payloadOf, handNotDone, handWaits, justTold, stackText, verifyTable } from "./commands.js";
import { countChips, countTable } from "./counts.js";
import { askHand, outLast } from "./hand.js";
import { button, el, fill, language, page, tag, view, words } from "./page.js";
import { handWaitsForRecess } from "./recess.js";
import { openSeat } from "./seat.js";
import { leftLately, state } from "./state.js";

/** @typedef {import("../seats.js").Chair} Chair */
/** @typedef {import("./state.js").Left} Left */

/** Where somebody sits who left this table, to be tapped. @param {Left} one */
const wentTo = (one) => one.to_table === null ? el("span", {}, one.waits ? words.waits_in_line : words.is_out)
  : el("a", { href: `#${one.to_table}/${one.to_seat}` }, say(words.at_seat, { table: one.to_table, seat: one.to_seat ?? "" }));

/** The sign of the house for it (web/signs.py), with a word. @param {string} name @param {string} text */
const sign = (name, text) => tag(words[`sign_${name}`], text, words[`kind_${name}`] || undefined);

/** @param {number} table @param {any} round */
function handButton(table, round) {
  const told = round.done.includes(table) || handWaits(table, round.round) || justTold(table);
  return button(told ? words.hand_is_done : words.hand_done, () => { if (!told) askHand(table, round); }, { "data-kind": told ? undefined : "main", "data-key": "hand", "data-fixed": true, "aria-disabled": told ? "true" : undefined, icon: "check" });
}

/** @param {string} title @param {Left[]} left @returns {HTMLElement[]} */
const leftList = (title, left) => left.length ? [el("h3", {}, title), el("ul", { class: "rows", "data-part": "left" }, ...left.map((one) =>
  el("li", { class: "row" }, el("span", {}, `${say(words.seat, { seat: one.seat })} · `, el("b", {}, one.player)), wentTo(one))))] : [];

export function paintTable() {
  const where = view("table");
  const table = state.opened;
  if (table === null) return;
  const head = el("div", { class: "floor-head" }, el("a", { class: "button", "data-size": "touch", href: "#", "data-key": "back" }, icon("chevron-left"), words.back), el("h2", { id: "table-title", tabindex: "-1", "data-key": "title" }, say(words.table, { table })));
  const payload = payloadOf(table);
  if (!payload) return fill(where, head, el("p", { class: "notice" }, words.need_line));
  const { line, chairs } = payload;
  // nobody sits there, and no button lies there any more
  if (line.state === "broken") {
    const went = payload.left ?? [];
    return fill(where, head, el("p", { class: "notice", role: "status", "data-key": "broken" }, say(words.table_broken, { table })),
      ...leftList(words.went_to, went));
  }
  const taken = chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const round = state.room?.hand_for_hand;
  const big = bigBlind();
  const ring = el("ul", { class: "ring around", "data-seats": line.seats });
  for (const chair of chairs) {
    const seat = seatState(chair, words);
    /** @type {[string, string][]} */
    const posts = [];
    if (line.button_seat === chair.seat) posts.push([words.button, words.button_seat]);
    // a button may lie before an empty seat, a blind is posted by somebody
    if (payload.small_blind_seat === chair.seat && chair.entry_id !== null) posts.push([words.small_blind, words.small_blind_seat]);
    if (payload.big_blind_seat === chair.seat && chair.entry_id !== null) posts.push([words.big_blind, words.big_blind_seat]);
    const marks = () => posts.map(([short, long]) => el("abbr", { title: `${long}, ${say(words.seat, { seat: chair.seat })}` }, short));
    const numbered = el("span", { class: "chair-number" }, el("span", { class: "visually-hidden" }, say(words.seat, { seat: "" }).trim() + " "), el("i", {}, String(chair.seat)), seat.text && seat.state !== "empty" ? sign(seat.state, seat.text) : shortOf(chair, big) === null ? null : sign("short", say(words.big_blinds, { count: shortOf(chair, big) ?? "" })), posts.length ? el("span", { class: "chair-posts" }, ...marks()) : null);
    ring.append(el("li", { class: "chair", "data-seat": chair.seat, "data-state": seat.state, "data-found": chair.seat === state.found ? "true" : undefined },
      chair.entry_id === null
        ? el("div", { class: "chair-body" }, numbered, el("span", {}, words.empty))
        : el("button", { type: "button", class: "chair-body", title: chair.player, "data-key": `seat-${chair.seat}`, click: () => openSeat(table, chair.seat) },
          numbered, el("b", {}, chair.player), el("span", { class: "chair-stack figures" }, stackText(chair), isAlsoToVerify(chair, seat.state) ? sign("unverified", words.unverified) : null))));
    if (posts.length) ring.append(el("li", { class: "disc", "data-seat": chair.seat, "data-sign": line.button_seat === chair.seat ? "button" : undefined }, ...marks()));
  }
  const centre = el("li", { class: "table-middle" },
    el("b", {}, say(words.table, { table })),
    el("span", {}, say(words.players_of, { players: line.players, seats: line.seats })),
    // nobody tells the house of each hand: the button lies where it was noted last
    payload.positions_at && line.button_seat && !page.played_online ? el("span", { class: "noted" }, say(words.button_as_of, { time: timeOfDay(Date.parse(payload.positions_at), page.timezone, language) })) : null,
    line.state === "halted" ? sign("halted", words.halted) : null,
    round?.on ? (round.served ? tag("star", words.hand_served, "good") : round.done.includes(table) ? sign("hand_done", words.hand_is_done) : handWaits(table, round.round) ? sign("pending", words.pending_hand) : handWaitsForRecess() ? tag("pause", words.then_hand) : sign("hand_plays", words.hand_plays)) : null);
  ring.append(centre, el("li", { class: "dealer" }, words.dealer));
  const loose = taken.filter((/** @type {Chair} */ c) => !c.verified);
  const again = handToTakeBack(table, round);
  const acts = el("div", { class: "buttons" },
    // its place is kept: nothing else comes under the finger. The room's payload knows the round first: a table's own payload is
    // not sent when another table ends it
    round?.on && !round.served ? handButton(table, round) : null,
    loose.length ? button(say(loose.length === 1 ? words.verify_table_one : words.verify_table, { count: loose.length }), () => verifyTable(table, loose), { "data-key": "verify", icon: "badge-check" }) : null,
    taken.length ? button(words.count_table, () => countTable(table), { "data-key": "count-table", icon: "list-checks" }) : null,
    taken.length ? button(words.count_all, () => countChips(table, taken[0].seat, true), { "data-key": "count", icon: "coins" }) : null,
    el("a", { class: "button", "data-size": "touch", href: `rulings/?table=${table}`, "data-key": "rulings" }, icon("gavel"), words.rulings),
    // whoever opens the tablet can take it back: it stands last, so that nothing moves
    again !== null && !handWaits(table, again) ? button(words.hand_not_done, () => handNotDone(table, { round: again, number: round.number - (round.round - again) }), { "data-key": "hand-not-done", "data-kind": "quiet", icon: "undo-2" }) : null);
  // last: what is pressed stays where it is
  fill(where, head, ring, acts, ...outLast(round), ...leftList(words.left_lately, leftLately(payload.left ?? [], { now: Date.now() + session.ahead, chairs })));
}
