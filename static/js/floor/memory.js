// What this tablet keeps of the room for a reload without a line, and which tables are the operator's.

import { page } from "./page.js";
import { minesOf, repaint, state } from "./state.js";

export const remembered = `floor/${page.tournament_id}`;
export function remember() {
  try {
    localStorage.setItem(remembered, JSON.stringify({ room: state.room, roomAt: state.roomAt, heard: state.heard }));
  } catch { /* a full or closed store only means that a reload without a line shows less */ }
}
try {
  const kept = JSON.parse(localStorage.getItem(remembered) ?? "null");
  if (kept) {
    state.room = kept.room;
    state.roomAt = kept.roomAt;
    Object.assign(state.heard, kept.heard);
  }
} catch { /* as above */ }

/** @param {number} table @param {any} payload */
export function takeTable(table, payload) {
  // the line alone tells who left
  state.heard[table] = { face: { left: state.heard[table]?.face.left, ...payload }, at: Date.now() };
  remember();
  repaint();
}

// a shared tablet: each operator has tables of their own
export const mineKey = `${remembered}/mine/${page.operator.id}`;
/** The tables that somebody marked with the star. @returns {number[]} */
export function marked() {
  try { return JSON.parse(localStorage.getItem(mineKey) ?? "null") ?? []; } catch { return []; }
}

/** @returns {number[]} */
export function mine() {
  return minesOf(marked(), (state.room?.tables ?? []).map((/** @type {any} */ l) => l.table));
}
