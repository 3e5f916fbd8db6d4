// The tournament clock, computed from an anchor. No ticks come from the server; nothing here reads the device's clock.
import { ServerTime } from "./live.js";

/**
 * @typedef {ClockItem} Item
 * @typedef {ClockTold} ClockPayload
 * @typedef {ClockShown} Shown
 */

/**
 * What the clock shows at an instant. Its twin is rules/clock_shown.py; tests/clock_cases.json drives both.
 * @param {ClockPayload} payload
 * @param {number} serverNow milliseconds, on the server's clock
 * @returns {Shown}
 */
export function shown(payload, serverNow) {
  let running = payload.state === "running" && payload.anchor_ms !== null;
  let elapsed = running ? Math.max(0, serverNow - /** @type {number} */ (payload.anchor_ms)) : payload.elapsed_ms;
  const given = payload.recess ?? null;
  let rest = 0;
  if (given) {
    rest = given.ends_ms === null ? given.left_ms : Math.min(given.ends_ms - serverNow, given.left_ms);
    if (rest <= 0 && given.level_runs_after) [running, elapsed] = [true, elapsed - rest];
    rest = Math.max(0, rest);
  }
  let index = Math.min(payload.index, payload.items.length - 1);
  // A screen that lost its line goes on through the structure by itself.
  while (running && index + 1 < payload.items.length && elapsed >= payload.items[index].seconds * 1000) {
    elapsed -= payload.items[index].seconds * 1000;
    index += 1;
  }
  const item = payload.items[index];
  const remaining = Math.max(0, item.seconds * 1000 - elapsed);
  let ahead = rest + remaining;
  let recess = null;
  let late = null;
  let lateLevel = null;
  let next = null;
  let level = 0;
  for (let i = 0; i <= index; i += 1) level = payload.items[i].number ?? level;
  if (item.late_registration_ends) [late, lateLevel] = [ahead, level];
  for (let i = index + 1; i < payload.items.length; i += 1) {
    const later = payload.items[i];
    if (later.kind === "recess" && recess === null) recess = ahead;
    if (later.kind === "level" && next === null) next = later;
    ahead += later.seconds * 1000;
    level = later.number ?? level;
    if (later.late_registration_ends && late === null) [late, lateLevel] = [ahead, level];
  }
  const endsAt = payload.late_registration_ends_ms ?? null;
  if (endsAt !== null) [late, lateLevel] = [endsAt > serverNow ? endsAt - serverNow : null, null];
  const recessSeconds = given && rest ? given.seconds : null;
  return {
    index,
    item: recessSeconds === null ? item : { kind: "recess", seconds: recessSeconds },
    remaining_ms: rest || remaining,
    next: rest ? item : next,
    following: rest ? item : payload.items[index + 1] ?? null,
    recess_in_ms: recess,
    late_registration_in_ms: late,
    late_registration_level: lateLevel,
    over: index === payload.items.length - 1 && remaining === 0 && !rest,
    recess_seconds: recessSeconds,
  };
}

/**
 * Whether late registration ends with the recess after its last level, and not with that level.
 * @param {ClockPayload|null} payload
 */
export function lateThroughRecess(payload) {
  return payload?.items.find((item) => item.late_registration_ends)?.kind === "recess";
}

/**
 * Whether the desk takes an entry into a tournament that runs: not once late registration is over, also where nobody has closed
 * the entries; but for who stands in line behind others, where the rule set has that (ADTP.8B).
 * @param {any} counts
 * @param {Shown|null} now
 */
export function entriesTaken(counts, now) {
  return Boolean(counts.late_registration_open && (!now || now.late_registration_in_ms !== null || counts.line_enters));
}

const ANOTHER_CLOCK_MS = 2000; // what is shown may stand still for so long, but no longer

/** Knows what the clock is and what time it is at the server's, and never lets what is shown jump back within one level. */
export class Keeper extends ServerTime {
  /** @param {() => number} steady milliseconds that only rise, e.g. performance.now */
  constructor(steady) {
    super(steady);
    /** @type {ClockPayload|null} */
    this.payload = null;
    /** @type {{key: string, remaining: number}} */
    this.last = { key: "", remaining: Infinity };
  }

  /**
   * What the clock is; the time is told apart from it.
   * @param {ClockPayload} payload
   */
  take(payload) {
    this.payload = payload;
  }

  /** @returns {Shown|null} */
  show() {
    if (!this.payload || this.least === -Infinity) return null;
    const now = shown(this.payload, this.serverNow());
    const key = `${this.payload.turn}/${now.index}/${this.payload.anchor_ms}/${this.payload.state}/${now.recess_seconds}`;
    const back = key === this.last.key ? now.remaining_ms - this.last.remaining : 0;
    if (back > 0 && back < ANOTHER_CLOCK_MS) now.remaining_ms = this.last.remaining;
    this.last = { key, remaining: now.remaining_ms };
    return now;
  }
}

/**
 * The milestone just passed, for the polite region: "5:00", "1:00", "level" or "".
 * @param {number} beforeMs
 * @param {number} nowMs
 * @param {boolean} sameLevel
 */
export function milestone(beforeMs, nowMs, sameLevel) {
  if (!sameLevel) return "level";
  for (const mark of [300_000, 60_000]) if (beforeMs > mark && nowMs <= mark) return mark === 300_000 ? "5:00" : "1:00";
  return "";
}
