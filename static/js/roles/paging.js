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

// signs of a name on a tab of the list: at least, and at most
const FEWEST = 3;
const MOST = 10;

/** @param {string} name */
const signsOf = (name) => [...name.trim().normalize("NFC")];

/**
 * How many signs tell two names apart that stand one behind the other; none where one is missing.
 * @param {string|undefined} one
 * @param {string|undefined} other
 */
function apart(one, other) {
  if (one === undefined || other === undefined) return 0;
  const [a, b] = [one, other].map((name) => signsOf(name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()));
  const differs = a.findIndex((sign, i) => sign !== b[i]);
  const at = differs < 0 ? a.length : differs;
  // a space is not seen: the sign behind it is
  return a[at] === " " || b[at] === " " ? at + 2 : at + 1;
}

/**
 * From which name to which each page goes, by their first signs: as many as tell the end of one from the beginning of the next.
 * @param {string[][]} pages the names of each
 * @returns {[string, string][]}
 */
export function rangesOf(pages) {
  /** @param {string|undefined} name @param {string|undefined} beside */
  const short = (name, beside) => signsOf(name ?? "").slice(0, Math.max(FEWEST, Math.min(MOST, apart(name, beside)))).join("").trim();
  return pages.map((names, i) => [short(names[0], pages[i - 1]?.at(-1)), short(names.at(-1), pages[i + 1]?.[0])]);
}
