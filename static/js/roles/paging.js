// Lists on a wall are paged, never scrolled: without a page, so that it can be tested.

/**
 * Pages of one length: the last is never half empty.
 * @param {number} count how many there are
 * @param {number} most how many stand at once
 * @returns {{pages: number, each: number}}
 */
export function equalPages(count, most) {
  const pages = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return { pages, each: Math.max(1, Math.ceil(count / pages)) };
}

/**
 * Columns and rows for so many lines, in the shape of the room that takes most of them: few are larger, and no half is empty.
 * @param {number} count
 * @param {{columns: number, rows: number}} most
 * @returns {{columns: number, rows: number}}
 */
export function gridFor(count, most) {
  const columns = Math.min(most.columns, Math.max(1, Math.round(Math.sqrt((count * most.columns) / most.rows))));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
}

/**
 * The order in which a reader of this language looks for a name.
 * @template T
 * @param {T[]} rows
 * @param {(row: T) => string} name
 * @param {string} language
 * @returns {T[]}
 */
export function sortedFor(rows, name, language) {
  const order = new Intl.Collator(language, { sensitivity: "base", numeric: true });
  return [...rows].sort((a, b) => order.compare(name(a), name(b)));
}

/** The sign under which a name is looked for: É stands under E. @param {string} name */
export function letterOf(name) {
  const first = [...name.trim().normalize("NFD")][0] ?? "";
  return first.toUpperCase();
}

/** From which name to which a page goes, each by its first three signs. @param {string[]} names */
export function rangeOf(names) {
  if (names.length === 0) return ["", ""];
  return [names[0], names[names.length - 1]].map((name) => [...name.trim().normalize("NFC")].slice(0, 3).join("").trim());
}
