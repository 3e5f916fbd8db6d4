// How numbers read, the same in the browser as on the server (rules/money.py, rules/chips.py).

const NBSP = "\u00a0";
const MINUS = "\u2212";

/** @type {Record<string, {group: string, point: string}>} */
const SEPARATORS = {
  "pt-br": { group: ".", point: "," },
  pt: { group: NBSP, point: "," },
  en: { group: ",", point: "." },
};

/** @param {string} language */
function separators(language) {
  return SEPARATORS[language.toLowerCase()] ?? SEPARATORS["en"];
}

/**
 * @param {number} whole a whole number
 * @param {string} language pt-br, pt or en
 */
export function grouped(whole, language) {
  const digits = Math.abs(Math.trunc(whole)).toString();
  const { group } = separators(language);
  const text = digits.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  return whole < 0 ? MINUS + text : text;
}

/** A few words that stay on one line (web/templatetags/shuffle.py). @param {string} text */
export const unbroken = (text) => text.replaceAll(" ", NBSP);

/** A place before its sign: in English the sign follows the number (web/templatetags/houses.py). @param {number} place @param {string} language */
export function ordinal(place, language) {
  const told = grouped(place, language);
  if (!language.startsWith("en")) return told;
  const last = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
  return told + (["th", "st", "nd", "rd"][last] ?? "th");
}

/**
 * Chips: grouped, K and M only above seven digits.
 * @param {number} count
 * @param {string} language
 */
export function chips(count, language) {
  if (Math.abs(count) < 10_000_000) return grouped(count, language);
  const { point } = separators(language);
  const hundredths = Math.floor(Math.abs(count) / 10_000);
  const tail = String(hundredths % 100).padStart(2, "0").replace(/0+$/, "");
  return (count < 0 ? MINUS : "") + grouped(Math.floor(hundredths / 100), language) + (tail ? point + tail : "") + NBSP + "M";
}

/** The dash between two blinds: wider where a space groups the figures (web/templatetags/shuffle.py). @param {string} language */
export const blindsDash = (language) => (separators(language).group === NBSP ? "\u2002–\u2002" : " – ");

/**
 * How many big blinds an amount is: one decimal below `whole` of them, none from there on. @param {number} blinds @param {number} whole @param {string} language
 */
export function bigBlinds(blinds, whole, language) {
  const tenths = Math.round(blinds * 10) / 10;
  return tenths < whole ? new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(tenths) : grouped(Math.round(blinds), language);
}

/** An amount without its currency, which stands elsewhere. @param {number} cents not below zero @param {string} language */
export const hundredths = (cents, language) => grouped(Math.floor(cents / 100), language) + separators(language).point + String(cents % 100).padStart(2, "0");

/**
 * @param {number} cents
 * @param {string} currency BRL, EUR, or XTS: the money of practice
 * @param {string} language
 */
export function money(cents, currency, language) {
  const number = hundredths(Math.abs(cents), language);
  const symbol = currency === "EUR" ? "€" : currency === "XTS" ? "T$" : "R$";
  const sign = cents < 0 ? MINUS : "";
  if (language.toLowerCase() === "pt") return sign + number + NBSP + symbol;
  return sign + symbol + (language.toLowerCase() === "pt-br" ? NBSP : "") + number;
}

/**
 * An amount that stands by itself: without cents where there are none.
 * @param {number} cents
 * @param {string} currency
 * @param {string} language
 */
export function moneyShort(cents, currency, language) {
  const { point } = separators(language);
  return money(cents, currency, language).replace(point + "00", "");
}

/**
 * What a countdown shows: 12:05, 1:02:05. A running second is shown until it is over.
 * @param {number} ms
 */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/**
 * How long something takes, which no hour of the day looks like: 12 min, 2 h 10 min.
 * @param {number} ms
 */
export function lengthSaid(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  /** @type {[number, string][]} */
  const parts = [[Math.floor(seconds / 3600), "h"], [Math.floor(seconds / 60) % 60, "min"], [seconds % 60, "s"]];
  return parts.filter(([count]) => count).map(([count, unit]) => `${count}${NBSP}${unit}`).join(NBSP);
}

/**
 * Time of day at the venue.
 * @param {number} epochMs
 * @param {string|undefined} timezone that of the device where none is told
 * @param {string} language
 */
export function timeOfDay(epochMs, timezone, language) {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: timezone })
    .format(new Date(epochMs));
}

/**
 * A day with its weekday, as the server writes it (web/templatetags/houses.py): sáb., 28 de nov.
 * @param {number} epochMs
 * @param {string} timezone
 * @param {string} language
 */
export function weekday(epochMs, timezone, language) {
  const portuguese = language.startsWith("pt");
  // Portugal's short Saturday is the whole word: both countries get Brazil's
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat(portuguese ? "pt-BR" : "en", { ...options, timeZone: timezone }).format(new Date(epochMs));
  const [name, day, month] = [part({ weekday: "short" }), part({ day: "numeric" }), part({ month: "short" })];
  return portuguese ? `${name}, ${day} de ${month}` : `${name} ${day} ${month}`;
}

/**
 * Time of day, with the day where it is another one: 20:00 or sáb., 28 de nov., 20:00.
 * @param {number} epochMs
 * @param {number} nowMs
 * @param {string} timezone
 * @param {string} language
 */
export function dayAndTime(epochMs, nowMs, timezone, language) {
  const time = timeOfDay(epochMs, timezone, language);
  const day = (/** @type {number} */ ms) => new Intl.DateTimeFormat("en", { day: "numeric", month: "numeric", year: "numeric", timeZone: timezone }).format(new Date(ms));
  return day(epochMs) === day(nowMs) ? time : `${weekday(epochMs, timezone, language)}, ${time}`;
}
