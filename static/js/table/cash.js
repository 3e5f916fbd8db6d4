// What a cash table has besides: how much one brings, chips that are added, and who waits for a seat.
import { typedMoney } from "../typed_money.js";
import { language, plain, say } from "./draw.js";

/** For money one says how much first: the form below has it. @param {number} seat */
export function choose(seat) {
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector(".bar-sit"));
  if (!form) return;
  /** @type {HTMLSelectElement} */ (form.elements.namedItem("seat")).value = String(seat);
  /** @type {HTMLInputElement} */ (form.elements.namedItem("amount"))?.focus();
}

/** Chips are added, or what was wished in the hand is taken back: the house keeps a wish until the hand is over. A refusal stands in the form. @param {(cents: number) => Promise<string>} add what was said against it, "" for nothing */
export function listen(add) {
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!("adds" in form.dataset)) return;
    const ends = Boolean(form.elements.namedItem("what"));
    const cents = ends ? 0 : typedMoney(/** @type {HTMLInputElement} */ (form.elements.namedItem("amount")).value, language);
    if (cents === null || (!ends && !cents)) return;
    event.preventDefault();
    document.querySelector(".room-menu")?.removeAttribute("open");
    const no = await add(cents);
    if (!no) return;
    let said = form.querySelector("[role=alert]");
    if (!said) {
      said = document.createElement("p");
      said.setAttribute("role", "alert");
      form.append(said);
    }
    said.textContent = no;
  });
}

/** What comes to the own stack, or has come by itself before. @param {any} mine @param {Record<string, string>} words */
export function comes(mine, words) {
  if (mine.adds_cents) return say(words.adds_after, { chips: plain(mine.adds_cents) });
  return mine.kept_cents ? say(words.kept_to, { chips: plain(mine.kept_cents) }) : "";
}

/** Why chips do not come any more that were to come. @param {any} before @param {any} mine @param {Record<string, string>} words */
export function ended(before, mine, words) {
  if (mine.kept_ended && !before?.kept_ended) return words.kept_ended;
  return mine.adds_ended && !before?.adds_ended ? words.adds_ended : "";
}

/**
 * Who has added chips since: nobody's stack grows otherwise while no hand is played. @param {any} before @param {any} face
 * @returns {{seat: number, name: string, chips: number}[]}
 */
export function added(before, face) {
  if (!before || before.stage === "playing" || face.stage === "playing") return [];
  return face.seats.flatMap((/** @type {any} */ one) => {
    const was = before.seats.find((/** @type {any} */ s) => s.seat === one.seat && s.name === one.name);
    return was && one.chips > was.chips ? [{ seat: one.seat, name: one.name, chips: one.chips - was.chips }] : [];
  });
}

const WARN_MS = 300_000;

/** Whether the session has begun since the page was written. @param {any} page @param {any} face */
export const began = (page, face) => Boolean(face.cash.session?.ends_ms && page.session_begins);

/**
 * The warning before a session ends, in its last five minutes, and that the hand is the last one. @param {any} face
 * @param {number} now @param {Record<string, string>} words @returns {string}
 */
export function sessionEnds(face, now, words) {
  const ends = face.cash.session?.ends_ms;
  const at = face.held ? face.held.at_ms : now;
  if (!ends || face.stage === "closed" || at === -Infinity || at < ends - WARN_MS) return "";
  return at >= ends ? words.last_hand : say(words.session_ends, { time: endOf(face.cash.session) });
}

/** The reminder in the last ten minutes before the time ends that the player set for himself, and that this hand is the last one. It stands while the table is held, and ends later by as long. @param {any} page @param {any} face @param {number} now @param {Record<string, string>} words */
export function limitEnds({ limit }, face, now, words) {
  if (!limit || now === -Infinity) return "";
  if (limit.held_ms && !face.held) limit.ends_ms += now - limit.held_ms;
  limit.held_ms = face.held?.at_ms;
  const at = limit.held_ms ?? now;
  if (at < limit.ends_ms - 2 * WARN_MS) return "";
  return at < limit.ends_ms ? say(words.limit_ends, { time: endOf(limit) }) : words.limit_over;
}

/** The hour at which a session ends, as the head of the page says it. @param {{ends_ms: number, timezone: string}} session */
const endOf = ({ ends_ms: ends, timezone: timeZone }) => new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(ends);

/** The end in the head of the page, of a session or a timed tournament: it comes later by as long as the house holds the table, and while a tournament's clock stands nobody knows it. @param {any} face @param {Record<string, string>} words */
export function sayEnd(face, words) {
  const where = document.querySelector('[data-part="until"]');
  const ends = face.cash?.session ?? face.event?.ends;
  if (where) where.textContent = ends ? say(words.until, { time: endOf(ends) }) : "";
}
