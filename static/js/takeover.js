// A takeover of the whole screen for some seconds: level, bubble, final table, winner. Never two at once; what is less is
// dropped, not queued. A strip above keeps level, blinds, ante, players and the time.

import { place } from "./fit.js";

/** How long each stays, and what gives way to what. */
export const KINDS = /** @type {const} */ ({
  level: { rank: 0, ms: 7200 },
  bubble: { rank: 1, ms: 12_000 },
  final: { rank: 2, ms: 15_000 },
  winner: { rank: 3, ms: 6000 },
});

/** A screen that was away for longer shows nothing of what it missed. */
export const MISSED_MS = 10_000;

/** @typedef {keyof typeof KINDS} Kind */

/**
 * Who has won, as soon as the page knows it for certain; null until then. Counts, stacks and places come one by one: what the
 * stacks told while several played says only who led.
 * @param {any} counts @param {any} standings @param {any} eliminations
 * @returns {{entry_id: number, name: string, amount_cents?: number}|null}
 */
export function champion(counts, standings, eliminations) {
  if (!counts?.decided && counts?.state !== "finished") return null;
  const first = (eliminations?.rows ?? []).find((/** @type {any} */ row) => row.place === 1);
  const rows = standings?.rows ?? [];
  return first ?? (rows.length === 1 ? rows[0] : null);
}

/**
 * What a takeover is called for by. A level that began longer ago than a screen may miss is no news: whoever opens a display
 * in its middle, or sets the clock or the structure to another place, sees none.
 * @param {import("./clock.js").Shown} now
 * @param {string} clock its state
 * @param {any} counts
 * @param {boolean} won whether it is known who has (`champion`)
 */
export function momentOf(now, clock, counts, won) {
  return {
    index: now.index,
    level: clock === "running" && now.item.kind === "level" && now.item.seconds * 1000 - now.remaining_ms < MISSED_MS,
    money: Boolean(counts.in_the_money),
    final: Boolean(counts.final_table_reached),
    decided: won,
  };
}

/**
 * What of two moments calls for a takeover: the highest, or none.
 * @param {{index: number, level: boolean, money: boolean, final: boolean, decided: boolean}|null} before
 * @param {{index: number, level: boolean, money: boolean, final: boolean, decided: boolean}} now
 * @returns {Kind|null}
 */
export function called(before, now) {
  if (!before) return null;
  if (now.decided) return before.decided ? null : "winner";
  if (now.final && !before.final) return "final";
  if (now.money && !before.money) return "bubble";
  if (now.level && now.index > before.index) return "level";
  return null;
}

/**
 * What the winner has won in all: the first prize as published; after a deal what is left of it, with what was kept for the
 * champion, once all others have theirs.
 * @param {any} prizes
 * @param {number|undefined} entryId the one player left
 * @param {any[]} out who is out, with what they got
 * @returns {number|null} cents; null where nothing tells it
 */
export function wonInAll(prizes, entryId, out) {
  if (!prizes?.deal) return (prizes?.rows ?? []).find((/** @type {any} */ row) => row.first === 1)?.amount_cents ?? null;
  const { shares, reserve_cents: reserve } = prizes.deal;
  if (!shares.some((/** @type {any} */ share) => share.entry_id === entryId)) return null;
  let left = reserve;
  for (const share of shares) {
    const got = out.find((row) => row.entry_id === share.entry_id)?.amount_cents;
    // of equal stacks who goes out gets the smaller part: what it was is known once it was given
    if (share.entry_id !== entryId && !got) return null;
    left += share.amount_cents - (share.entry_id === entryId ? 0 : got);
  }
  return left;
}

export class Takeover {
  /**
   * @param {HTMLElement} where the whole
   * @param {HTMLElement} scene what is below its strip
   * @param {(run: () => void, ms: number) => any} [later]
   */
  constructor(where, scene, later) {
    this.where = where;
    this.scene = scene;
    this.later = later ?? ((run, ms) => setTimeout(run, ms));
    /** @type {Kind|null} */
    this.kind = null;
    /** @type {any} */
    this.timer = null;
    /** @type {(() => HTMLElement[])|null} */
    this.draw = null;
  }

  /**
   * Show it, unless something greater is on.
   * @param {Kind} kind
   * @param {() => HTMLElement[]} draw what stands in it; drawn again when more is known
   */
  show(kind, draw) {
    if (this.kind !== null && KINDS[this.kind].rank > KINDS[kind].rank) return;
    this.kind = kind;
    this.draw = draw;
    this.where.dataset.kind = kind;
    this.where.dataset.leaving = "false";
    this.where.hidden = false;
    this.where.dataset.stands = "false";
    place(this.scene, draw());
    clearTimeout(this.timer);
    this.timer = this.later(() => {
      this.where.dataset.leaving = "true";
      this.timer = this.later(() => this.end(), 400);
    }, KINDS[kind].ms);
  }

  /** More is known of it than when it began: it stands, and nothing moves again. */
  again() {
    if (!this.draw) return;
    this.where.dataset.stands = "true";
    place(this.scene, this.draw());
  }

  end() {
    clearTimeout(this.timer);
    this.kind = null;
    this.draw = null;
    this.where.hidden = true;
    this.scene.replaceChildren();
  }
}
