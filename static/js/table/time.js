// Which part of the time to decide runs: the decision's own, that to reconnect, or the bank. They follow one another to one end.

const HURRY_MS = 5000;

/**
 * @param {any} face what everybody sees
 * @param {number} now the server's moment
 * @returns {{part: "decision"|"reconnect"|"bank", left: number, of: number, hurry: boolean}|null} in milliseconds; hurry: the whole time is nearly over.
 *   Null while nobody decides
 */
export function partOf(face, now) {
  const { due_ms: due, from_ms: from, more_time: more, held } = face;
  if (!due || !from || !more) return null;
  const left = Math.max(0, due - Math.max(from, held?.at_ms ?? now));
  const hurry = left < HURRY_MS;
  if (more.bank_ms && left <= more.bank_ms) return { part: "bank", left, of: more.bank_ms, hurry };
  const before = left - more.bank_ms;
  if (more.reconnect_ms && before <= more.reconnect_ms) return { part: "reconnect", left: before, of: more.reconnect_ms, hurry };
  return { part: "decision", left: before - more.reconnect_ms, of: face.decision_seconds * 1000, hurry };
}
