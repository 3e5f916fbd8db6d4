// The number of what waits, beside the place where it is done; the style guide draws it, too.
import { chips } from "./format.js";

/** The number beside a place, in the column and below on a phone. @param {string} name @param {number} n @param {string} language */
export function count(name, n, language) {
  for (const where of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-count="${name}"]`))) {
    where.hidden = !n;
    where.textContent = n ? chips(n, language) : "";
    // the place keeps its name, whatever the number is
    if (n) where.closest("a")?.setAttribute("aria-description", where.textContent);
    else where.closest("a")?.removeAttribute("aria-description");
  }
}
