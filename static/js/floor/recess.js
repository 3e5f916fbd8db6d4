// The recess on the tablet: until when, what goes on then, and what becomes of hand for hand.

import { levelLeft, say } from "../board.js";
import { Keeper } from "../clock.js";
import { countdown, timeOfDay } from "../format.js";
import { el, language, page, part, words } from "./page.js";
import { repaint, roundWaits, state } from "./state.js";

export const keeper = new Keeper(() => performance.now());
if (page.clock) {
  keeper.hear(page.clock.server_ms);
  keeper.take(page.clock);
}

/** Does nobody deal a hand of the round before the recess is over: of the room as it was last told. */
export const handWaitsForRecess = () => roundWaits(state.room?.hand_for_hand, keeper.payload, keeper.show());

/** @param {import("../clock.js").ClockPayload} payload */
export function takeClock(payload) {
  keeper.take(payload);
  // how short a stack is follows the level, too
  repaint();
}

/**
 * What is said of a recess; "" where none is.
 * @param {import("../clock.js").ClockPayload} payload @param {import("../clock.js").Shown} now @param {(ms: number) => string} hour
 * @param {any} round what the room tells of hand-for-hand @param {number} serverNow
 */
export function recessSays(payload, now, hour, round, serverNow) {
  if (now.item.kind !== "recess" || payload.state === "not_started" || payload.state === "finished") return "";
  const left = levelLeft(payload, now);
  const level = now.next?.number ?? "";
  return [
    payload.state === "running" ? say(words.recess_until, { time: hour(serverNow + now.remaining_ms) }) : say(words.recess_stands, { time: countdown(now.remaining_ms) }),
    left !== null ? say(payload.recess?.level_runs_after ? words.level_on : words.level_stands, { level, left: countdown(left) }) : level ? say(words.then_level, { level }) : "",
    !round?.on ? "" : round.done.length && round.waiting_for.length ? say(words.hand_first, { left: round.waiting_for.length }) : words.then_hand,
  ].filter(Boolean).join(" · ");
}

export function paintRecess() {
  const where = part("recess");
  const now = keeper.show();
  const says = now && keeper.payload ? recessSays(keeper.payload, now, (ms) => timeOfDay(ms, page.timezone, language), state.room?.hand_for_hand, keeper.serverNow()) : "";
  where.hidden = !says;
  if (where.dataset.says === says) return;
  where.dataset.says = says;
  where.replaceChildren(...(says ? [el("p", { class: "notice", role: "status" }, says)] : []));
}

setInterval(paintRecess, 1000);
