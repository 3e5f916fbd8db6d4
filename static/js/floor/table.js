// A table: the ring of its seats, and what concerns all of them.

import { say } from "../board.js";
import { place, seatState } from "../seats.js";
import { faceOf, handDone, handWaits, stackText, verifyTable } from "./commands.js";
import { countChips, countTable } from "./counts.js";
import { button, el, fill, view, words } from "./page.js";
import { openSeat } from "./seat.js";
import { state } from "./state.js";

/** @typedef {import("../seats.js").Chair} Chair */

export function paintTable() {
  const where = view("table");
  const table = state.opened;
  if (table === null) return;
  const head = el("div", { class: "floor-head" }, el("a", { class: "button", "data-size": "touch", href: "#", "data-key": "back" }, "‹ " + words.back), el("h2", { id: "table-title", tabindex: "-1", "data-key": "title" }, say(words.table, { table })));
  const face = faceOf(table);
  if (!face) return fill(where, head, el("p", { class: "notice" }, words.need_line));
  const { line, chairs } = face;
  const taken = chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const round = state.room?.hand_for_hand;
  const ring = el("ul", { class: "ring", "data-seats": line.seats });
  for (const chair of chairs) {
    const { x, y, narrow, tall } = place(chair.seat, line.seats);
    const seat = seatState(chair, words);
    const posts = [];
    if (line.button_seat === chair.seat) posts.push([words.button, words.button_seat]);
    if (face.small_blind_seat === chair.seat) posts.push([words.small_blind, words.small_blind_seat]);
    if (face.big_blind_seat === chair.seat) posts.push([words.big_blind, words.big_blind_seat]);
    const item = el("li", { class: "chair", "data-state": seat.state },
      chair.entry_id === null
        ? el("div", { class: "chair-body" }, el("span", { class: "chair-number" }, say(words.seat, { seat: chair.seat })), el("span", {}, words.empty))
        : el("button", { type: "button", class: "chair-body", "data-key": `seat-${chair.seat}`, click: () => openSeat(table, chair.seat) },
          el("span", { class: "chair-number" }, say(words.seat, { seat: chair.seat })),
          el("b", {}, chair.player),
          el("span", { class: "figures" }, stackText(chair)),
          seat.text ? el("span", { class: "chair-state" }, `${seat.mark} ${seat.text}`) : null));
    item.style.setProperty("--x", String(x));
    item.style.setProperty("--y", String(y));
    item.style.setProperty("--narrow", String(narrow));
    item.style.setProperty("--tall", String(tall));
    ring.append(item);
    if (posts.length) {
      const disc = el("li", { class: "disc" }, ...posts.map(([short, long]) => el("abbr", { title: `${long}, ${say(words.seat, { seat: chair.seat })}` }, short)));
      disc.style.setProperty("--x", String(x));
      disc.style.setProperty("--y", String(y));
      disc.style.setProperty("--narrow", String(narrow));
      disc.style.setProperty("--tall", String(tall));
      ring.append(disc);
    }
  }
  const centre = el("li", { class: "table-middle" },
    el("span", {}, say(words.players_of, { players: line.players, seats: line.seats })),
    line.state === "halted" ? el("b", {}, "❚❚ " + words.halted) : null,
    round?.on ? el("b", {}, round.done.includes(table) ? "✓ " + words.hand_is_done : handWaits(table, round.round) ? "↑ " + words.pending_hand : "… " + words.hand_plays) : null);
  ring.append(centre, el("li", { class: "dealer" }, words.dealer));
  const loose = taken.filter((/** @type {Chair} */ c) => !c.verified);
  const acts = el("div", { class: "buttons" },
    // the room's face knows the round first: a table's own face is not sent when another table ends it
    round?.on && !round.done.includes(table) && !handWaits(table, round.round) ? button(words.hand_done, () => handDone(table, round.round), { "data-kind": "main", "data-key": "hand" }) : null,
    loose.length ? button(say(loose.length === 1 ? words.verify_table_one : words.verify_table, { count: loose.length }), () => verifyTable(table, loose), { "data-key": "verify" }) : null,
    taken.length ? button(words.count_table, () => countTable(table), { "data-key": "count-table" }) : null,
    taken.length ? button(words.count_all, () => countChips(table, taken[0].seat, true), { "data-key": "count" }) : null,
    el("a", { class: "button", "data-size": "touch", href: `rulings/?table=${table}`, "data-key": "rulings" }, words.rulings));
  fill(where, head, ring, acts);
}
