// Stacks on a wall, with their age: what was counted is a fact only until play has overtaken it.
import { say } from "../board.js";
import { bigBlinds, chips } from "../format.js";
import { Wall } from "./wall.js";

/**
 * @typedef {object} Counted
 * @property {{chips: number, level: number, recess: boolean, stands: boolean, bust_since: boolean}|null} stack
 * @property {number|null} [counted_ms]
 */

export class StackWall extends Wall {
  /** The big blind that stacks are measured by; 0 where none is known. */
  blind() {
    const now = this.keeper.show();
    return (now?.item.kind === "level" ? now.item.big_blind : now?.next?.big_blind) || 0;
  }

  /** @param {number} count */
  big(count) {
    const blind = this.blind();
    if (!blind) return "";
    return say(this.words.bb, { count: bigBlinds(count / blind, 100, this.language) });
  }

  /** How old a count is, in words. @param {Counted} row */
  age(row) {
    if (!row.stack) return this.words.never_counted;
    const minutes = row.counted_ms ? Math.floor((this.keeper.serverNow() - row.counted_ms) / 60_000) : Infinity;
    // of this level, its number would tell nothing
    if (minutes >= 100 && row.stack.bust_since) return this.words.counted_before_bust;
    const counted = minutes < 1 ? this.words.counted_now
      : minutes < 100 ? say(this.words.counted_ago, { minutes })
      : say(row.stack.recess ? this.words.counted_recess : this.words.counted_at_level, { level: row.stack.level });
    return row.stack.stands ? counted : say(this.words.check, { counted });
  }

  /** @param {number} count */
  chips(count) {
    return chips(count, this.language);
  }
}
