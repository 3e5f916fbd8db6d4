// What may be decided before the turn, and whether what was decided still stands: for its price, and never over a street.
import { asksForAll } from "./sizes.js";

/** @typedef {{ahead: "fold"|"check"|"call", hand_number: number, street: string, facing_chips: number}} Ahead */

/** What a call costs now: while one waits, and when the turn has come. @param {any} face @param {any} mine @returns {number|null} */
function price(face, mine) {
  if (face.to_act === mine.seat) return mine.turn === face.turn ? mine.options?.facing_chips ?? null : null;
  return face.seats.find((/** @type {any} */ s) => s.seat === mine.seat)?.facing_chips ?? null;
}

/**
 * What was decided ahead, while it stands.
 * @param {any} face @param {any} mine @returns {Ahead|null}
 */
export function standing(face, mine) {
  const ahead = /** @type {Ahead|null} */ (mine?.ahead ?? null);
  if (!ahead || ahead.hand_number !== face.hand_number || ahead.street !== face.street) return null;
  const now = price(face, mine);
  return now !== null && (ahead.ahead === "fold" || ahead.facing_chips === now) ? ahead : null;
}

/** Whether something is still to be decided with the own cards. @param {any} face @param {any} mine */
export function plays(face, mine) {
  const own = face.seats.find((/** @type {any} */ s) => s.seat === mine?.seat);
  return Boolean(face.stage === "playing" && own?.in_hand && !own.folded && !own.all_in);
}

/** What one is to decide now; nothing for who is away: coming back is first, and gives the time anew. @param {any} face @param {any} mine */
export function asked(face, mine) {
  return mine?.options && mine.turn === face.turn && !mine.away && !mine.leaves && !standing(face, mine) ? mine.options : null;
}

/**
 * What may be decided now; nothing while it is one's turn, but to take back what stands. A call for all one has, and much, waits for the turn.
 * @param {any} face @param {any} mine @returns {{facing: number, kinds: ("fold"|"check"|"call")[]}|null}
 */
export function offers(face, mine) {
  if (!mine || mine.away || mine.leaves || face.held) return null;
  const facing = price(face, mine);
  if (facing === null) return null;
  const stands = standing(face, mine);
  if (face.to_act === mine.seat) return stands ? { facing, kinds: [stands.ahead] } : null;
  if (!facing) return { facing, kinds: ["fold", "check"] };
  const stack = face.seats.find((/** @type {any} */ s) => s.seat === mine.seat)?.chips ?? 0;
  const all = asksForAll(/** @type {any} */ ({ stack_chips: stack, facing_chips: facing, street_chips: 0 }), "call", 0, face.big_blind_chips);
  return { facing, kinds: all ? ["fold"] : ["fold", "call"] };
}

/** Whether what was decided has just become void because its price changed. @param {any} face @param {any} mine */
export function voided(face, mine) {
  const ahead = mine?.ahead;
  return Boolean(ahead && ahead.hand_number === face.hand_number && ahead.street === face.street && price(face, mine) !== null && !standing(face, mine));
}
