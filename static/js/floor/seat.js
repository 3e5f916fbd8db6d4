// The sheet of a seat: what can be done with who sits there.

import { say } from "../board.js";
import { timeOfDay } from "../format.js";
import { onceLetGo } from "../pressed.js";
import { freeSeats, seatState, targetTables } from "../seats.js";
import { ask, session } from "./ask.js";
import { about, bust, chairOf, outbox, payloadOf, keep, stackText } from "./commands.js";
import { countChips } from "./counts.js";
import { askLines } from "./line.js";
import { button, el, language, page, sheet, tournament, words } from "./page.js";
import { penalty, servedButton, underAge } from "./penalties.js";
import { seatActs } from "./seat_acts.js";
import { sheetIsOf, showSheet, shownAt } from "./sheet.js";
import { state } from "./state.js";
import { askTakers, together } from "./takers.js";
import { inAHurry } from "./taps.js";

/** @typedef {import("../seats.js").Chair} Chair */

/** @param {number} table @param {number} seat */
export function openSeat(table, seat) {
  const chair = chairOf(table, seat);
  if (!chair) return sheet.close();
  const done = () => sheet.close();
  const title = `${chair.player}`;
  const stack = stackText(chair) && ` · ${stackText(chair)}`;
  const state = seatState(chair, words);
  const serving = chair.penalties?.find((p) => p.hands_served < p.hands_owed);
  showSheet(title, `${say(words.at_seat, { table, seat })}${stack}${state.text ? ` · ${state.text.replaceAll(" ", "\u00a0")}` : ""}`,
    serving ? el("div", { class: "acts" }, servedButton(table, chair, serving, () => openSeat(table, seat))) : null,
    seatActs(chair, page.rebuy, words, {
      bust: () => askTakers(table, [chair], (answers) => { bust(table, [chair], [null], answers); done(); }),
      rebuy: () => rebuy(table, chair),
      move: () => chooseTable(table, chair),
      penalty: () => penalty(table, chair),
      chips: () => countChips(table, seat, false),
      verify: () => {
        keep({ path: `${tournament}/tables/${table}/seats/${seat}/verify`, title: say(words.did_verify, about(table, chair)), mark: { kind: "verify", table, entries: [chair.entry_id] } });
        done();
      },
      away: () => {
        keep({ path: `entries/${chair.entry_id}/away`, body: { away: !chair.away }, title: say(chair.away ? words.did_back : words.did_away, about(table, chair)), mark: { kind: "away", away: !chair.away, table, entries: [chair.entry_id] } });
        done();
      },
      more: () => more(table, chair),
    }));
}

/** One is announced at once; asked about is who announced one from this tablet a moment ago, and who taps in a hurry: no row of such taps sells. @param {number} table @param {Chair} chair */
function rebuy(table, chair) {
  const announce = () => {
    keep({ path: `entries/${chair.entry_id}/announced-rebuys`, title: say(words.did_rebuy, { ...about(table, chair), price: page.rebuy }), mark: { kind: "rebuy", table, entries: [chair.entry_id] } });
    sheet.close();
  };
  const before = outbox.commands.findLast((c) => c.mark.kind === "rebuy" && c.mark.entries?.includes(chair.entry_id) && c.state !== "refused" && !c.mark.undone);
  if (!before && !inAHurry(shownAt())) return announce();
  showSheet(chair.player, before ? say(words.rebuy_already, { time: timeOfDay(before.at + session.ahead, page.timezone, language) }) : say(words.at_seat, { table, seat: chair.seat }),
    el("div", { class: "acts" }, button(say(before ? words.rebuy_again : words.rebuys, { price: page.rebuy }), () => { if (!inAHurry(shownAt())) announce(); }, { "data-act": "rebuy-again", icon: "repeat" })));
}

/** Button and blinds as they lie, where they are not those that follow from the button. @param {number} table @param {Chair} chair */
function marks(table, chair) {
  const payload = payloadOf(table);
  const chairs = payload?.chairs ?? [];
  const select = (/** @type {string} */ label, /** @type {Chair[]} */ from, /** @type {number|null|undefined} */ now, /** @type {string} */ none) => {
    const made = el("select", { class: "entry", "aria-label": label }, ...(none ? [el("option", { value: "" }, none)] : []),
      ...from.map((c) => el("option", { value: String(c.seat), selected: c.seat === now }, c.player ? `${c.seat} · ${c.player}` : String(c.seat))));
    return { made: /** @type {HTMLSelectElement} */ (made), row: el("label", { class: "row" }, label, made) };
  };
  const taken = chairs.filter((/** @type {Chair} */ c) => c.entry_id !== null);
  const at = select(words.button_seat, chairs, payload?.line.button_seat, "");
  const small = select(words.small_blind_seat, taken, payload?.small_blind_seat, words.nobody_posts);
  const big = select(words.big_blind_seat, taken, payload?.big_blind_seat, "");
  const go = button(words.keep, () => {
    const body = { button_seat: Number(at.made.value), small_blind_seat: Number(small.made.value) || null, big_blind_seat: Number(big.made.value) };
    keep({ path: `${tournament}/tables/${table}/positions`, body, title: say(words.did_button, { table, seat: body.button_seat }), mark: { kind: "positions", table } });
    sheet.close();
  }, { "data-kind": "main", disabled: taken.length < 2 });
  showSheet(words.blinds, `${say(words.table, { table })} · ${chair.player}`, at.row, small.row, big.row, go);
}

/** @param {number} table @param {Chair} chair */
function more(table, chair) {
  showSheet(chair.player, say(words.seat, { seat: chair.seat }), el("div", { class: "acts" },
    button(words.together, () => together(table, chair)),
    // which blinds go with it is the server's to say: it knows who has just left
    button(words.button_here, () => {
      keep({ path: `${tournament}/tables/${table}/positions`, body: { button_seat: chair.seat }, title: say(words.did_button, { table, seat: chair.seat }), mark: { kind: "positions", table } });
      sheet.close();
    }, { "data-act": "button", disabled: (payloadOf(table)?.line.players ?? 0) < 2 }),
    button(words.blinds, () => marks(table, chair), { "data-act": "blinds" }),
    button(words.under_age, () => underAge(table, chair), { "data-act": "under-age" }),
    el("a", { class: "button", "data-size": "touch", href: `rulings/?table=${table}` }, words.rulings)));
}

/** @param {number} table @param {Chair} chair */
function chooseTable(table, chair) {
  askLines();
  const targets = el("div", { class: "acts" });
  /** @param {number|null} proposed where the rules would move somebody of this table */
  const draw = (proposed) => {
    const lines = targetTables(state.room?.tables ?? [], { from: table, proposed });
    targets.replaceChildren(...lines.map((/** @type {any} */ l) => {
      const free = l.seats - l.players;
      const name = l.table === table ? words.this_table : say(words.table, { table: l.table });
      return button(`${name} · ${free ? say(words.free, { count: free }) : words.full}${l.table === proposed ? ` · ${words.proposed}` : ""}`, () => chooseSeat(table, chair, l), { disabled: !free, "data-to": l.table, "data-kind": l.table === proposed ? "main" : undefined });
    }));
  };
  draw(null);
  showSheet(say(words.to_table, {}), chair.player, targets);
  ask(`${tournament}/proposals`).then(({ status, body }) => {
    const move = status === 200 ? body.find((/** @type {any} */ p) => p.kind === "move" && p.table === table) : null;
    if (move && targets.isConnected) onceLetGo(targets, () => draw(move.to_table));
  });
}

/** @param {number} table @param {Chair} chair @param {any} to */
function chooseSeat(table, chair, to) {
  const known = payloadOf(to.table);
  // a table that was never loaded: any seat may be asked for, the house says if it is taken
  const seats = known ? freeSeats(known.chairs) : [...Array(to.seats).keys()].map((i) => i + 1);
  showSheet(words.to_seat, `${chair.player} → ${say(words.table, { table: to.table })}`, el("div", { class: "acts" }, ...seats.map((seat) => button(say(words.seat, { seat }), () => {
    keep({ path: `entries/${chair.entry_id}/move`, body: { table_number: to.table, seat_number: seat, reason: "correction" }, title: say(words.did_move, { name: chair.player, table: to.table, seat }), mark: { kind: "move", table, entries: [chair.entry_id] } });
    sheet.close();
  }))));
  sheetIsOf([table, to.table]);
}
