// A text on a wall is as large as it may be and as narrow as its place: nothing is ever cut. The style sheet computes the
// size from the count of signs (--n); where letters are wider than most, the count is raised until the text is inside.

import { dots } from "./dots.js";

/** How small a text may be on this screen. */
function least() {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.cssText = "position:absolute;font-size:var(--min)";
  const size = parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return size;
}

/** @type {number} */
let smallest = 0;

/**
 * Give an element of class "fit" the size in which it fits; what would be too small to read takes two lines.
 * @param {HTMLElement} where
 */
export function fit(where) {
  size(where);
  dots(where);
}

/** @param {HTMLElement} where */
function size(where) {
  delete where.dataset.two;
  delete where.dataset.small;
  const signs = Math.max(1, [...(where.textContent ?? "").trim()].length);
  where.style.setProperty("--n", String(signs));
  // on several lines no word is parted
  where.style.setProperty("--word", String(Math.max(...(where.textContent ?? "").split(/\s+/).map((word) => [...word].length))));
  if (!where.clientWidth) return;
  if (where.scrollWidth > where.clientWidth) where.style.setProperty("--n", (signs * 1.02 * where.scrollWidth / where.clientWidth).toFixed(2));
  smallest = smallest || least();
  if (parseFloat(getComputedStyle(where).fontSize) >= smallest - 0.1) return;
  where.dataset.two = "";
  const row = where.closest("li");
  // more lines than its row has room for are smaller: what is whole and small is better than what lies on its neighbour
  if (!row) return;
  for (const share of SMALLER) {
    where.style.setProperty("--two", String(share));
    if (share < 1) where.dataset.small = "";
    if (where.offsetHeight <= row.clientHeight && where.scrollWidth <= where.clientWidth + 1) return;
  }
}

const SMALLER = [1, 0.85, 0.72, 0.61, 0.52];

/** @type {WeakMap<Element, number>} */
const widths = new WeakMap();

// a place that became wider or narrower, or is seen for the first time
const places = new ResizeObserver((changed) => {
  smallest = 0;
  for (const { target, contentRect } of changed) {
    if (widths.get(target) === contentRect.width) continue;
    widths.set(target, contentRect.width);
    for (const text of target.querySelectorAll(".fit")) fit(/** @type {HTMLElement} */ (text));
  }
});

/** From now on every text in these places fits, whatever becomes of the screen. @param {Iterable<Element>} found */
export function watch(found) {
  for (const place of found) places.observe(place);
}

/** Put these there, every text in its size before anybody sees it. @param {Element} where @param {Element[]} parts */
export function place(where, parts) {
  where.replaceChildren(...parts);
  for (const text of where.querySelectorAll(".fit")) fit(/** @type {HTMLElement} */ (text));
}

/** A text of its own in a place of its own. @param {string} text @param {string} [tag] */
export function fitted(text, tag = "b") {
  const cell = document.createElement("span");
  cell.className = "cell";
  const said = document.createElement(tag);
  said.className = "fit";
  said.textContent = text;
  cell.append(said);
  places.observe(cell);
  return cell;
}
