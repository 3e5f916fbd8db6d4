// How good the line is: what a question takes to the house and back, as bars and in milliseconds.
import { made, say } from "./draw.js";

const GOOD_MS = 150;
const FAIR_MS = 400;

/** @param {number|null} took milliseconds; null: there is no line @returns {number} bars, 0 to 3 */
export const bars = (took) => (took === null ? 0 : took < GOOD_MS ? 3 : took < FAIR_MS ? 2 : 1);

/** @param {HTMLElement} where @param {number|null} took @param {Record<string, string>} words */
export function drawMeter(where, took, words) {
  const said = took === null ? words.no_line : say(words.line_takes, { ms: Math.round(took) });
  if (!where.firstChild) where.append(made("i"), made("i"), made("i"));
  where.hidden = false;
  where.dataset.bars = String(bars(took));
  where.setAttribute("aria-label", said);
  where.title = said;
}
