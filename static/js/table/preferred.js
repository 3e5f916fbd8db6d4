// What a player chose for all tables of this browser (preferences.js): amounts in big blinds, own sizes of bets. Comes only where something was chosen.
import { grouped } from "../format.js";
import { language, say, unit } from "./draw.js";
import { ofPot } from "./sizes.js";

export const KEPT = "table-preferences";

/** @typedef {{n: number, of: "bb"|"bet"|"pot"}} OwnSize so many big blinds, so many times the bet, so much of the pot in per cent */
/** @typedef {{blinds: boolean, before: OwnSize[], after: OwnSize[]}} Preferences before, after: the flop; none: those of the house */

/** What was kept; what nobody here wrote counts for nothing. @param {string|null} text @returns {Preferences} */
export function read(text) {
  let kept;
  try {
    kept = JSON.parse(text ?? "null");
  } catch { /* not ours */ }
  const sizes = (/** @type {any} */ some) => (Array.isArray(some) ? some : [])
    .filter((one) => Number.isFinite(one?.n) && one.n > 0 && one.n <= 1000 && ["bb", "bet", "pot"].includes(one.of)).slice(0, 3);
  return { blinds: kept?.blinds === true, before: sizes(kept?.before), after: sizes(kept?.after) };
}

/** @returns {Preferences} */
export function kept() {
  try {
    return read(localStorage.getItem(KEPT));
  } catch {
    return read(null);
  }
}

const MOST_DIGITS = 12;

/**
 * An amount in big blinds: two decimals, one from ten on, none from a thousand on. exact: as many as it takes for the same amount to be read from it, and
 * thousands not apart: what stands between them is a decimal point to others.
 * @param {number} count @param {number} big @param {boolean} exact @param {string} language
 */
export function inBig(count, big, exact, language) {
  let digits = [10, 1000].filter((less) => Math.abs(count) < less * big).length;
  if (exact) {
    digits = 0;
    while (digits < MOST_DIGITS && Math.round(rounded(count / big, digits) * big) !== count) digits += 1;
  }
  const [whole, part = ""] = rounded(Math.abs(count) / big, digits).toFixed(digits).split(".");
  const point = language === "en" ? "." : ",";
  const decimals = part.replace(/0+$/, "");
  return (count < 0 ? "\u2212" : "") + (exact ? whole : grouped(Number(whole), language)) + (decimals && point + decimals);
}

/** @param {number} value @param {number} digits */
const rounded = (value, digits) => Number(value.toFixed(digits));

/**
 * Big blinds that were typed, as chips (cents, where every chip is one); null where it cannot be told what was meant.
 * @param {string} text @param {number} big @param {string} language @returns {number|null}
 */
export function typedBig(text, big, language) {
  const plain = text.trim().replace(/\s*BB$/i, "").replace(/[\u00a0\u202f]/g, " ");
  const [, whole, sign, part = ""] = /^(\d{1,3}(?: \d{3})+|\d{1,13})(?:([.,])(\d{1,12}))?$/.exec(plain) ?? [];
  // what may stand between thousands, before three figures
  if (!whole || (part.length === 3 && sign !== (language === "en" ? "." : ","))) return null;
  const chips = Math.round(Number(`${whole.replace(/ /g, "")}.${part || 0}`) * big);
  return Number.isSafeInteger(chips) ? chips : null;
}

/**
 * The own sizes, as totals on this street, the smallest first, each with its name.
 * @param {OwnSize[]} some @param {ActOptions} options @param {number} big @param {Record<string, string>} words
 * @returns {[string, number][]}
 */
export function ownSizes(some, options, big, words) {
  const written = (/** @type {number} */ n) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(n);
  const found = some.map(({ n, of }) => /** @type {[string, number]} */ (
    of === "bb" ? [say(words.bb, { count: written(n) }), Math.round(n * big)]
      : of === "bet" ? [`${written(n)}×`, Math.round(n * options.bet_chips)]
        : [`${written(n)}${language === "en" ? "" : "\u00a0"}% ${words.pot.toLowerCase()}`, ofPot(options, n / 100)]));
  return found.filter(([, to], i) => found.findIndex((one) => one[1] === to) === i).sort((a, b) => a[1] - b[1]);
}

let big = 1;
let chosen = read(null);

/** An amount in big blinds, with its sign. @param {number} count @param {number} big @param {string} bb @param {boolean} [exact] */
export const written = (count, big, bb, exact = false) => say(bb, { count: inBig(count, big, exact, language) });

/** Have amounts written and sizes offered as they were chosen. @param {Record<string, string>} words @param {import("./acts.js").Bar|null} bar */
export function follow(words, bar) {
  chosen = kept();
  unit.write = chosen.blinds ? (/** @type {number} */ count, /** @type {boolean} */ exact) => written(count, big, words.bb, exact) : null;
  unit.read = chosen.blinds ? (/** @type {string} */ text) => typedBig(text, big, language) : null;
  if (bar) {
    bar.own = (options, street) => {
      const least = options.raise_from_chips ?? 0;
      const some = ownSizes(street === "preflop" ? chosen.before : chosen.after, options, big, words).filter(([, to]) => to > least);
      return some.length ? some : undefined; // facing a large raise those of the house are better than none
    };
    bar.shownAs = "";
  }
}

/** What a big blind is from now on. @param {any} face */
export function at(face) {
  big = face.big_blind_chips;
}
