// The clock of the room in the tablet's head: time, blinds and ante, and the big blind that is played.

import { say } from "../board.js";
import { chips, countdown } from "../format.js";
import { el, language, part, words } from "./page.js";
import { keeper } from "./recess.js";

/** @typedef {import("../clock.js").Item} Item */

/** What is played: the level, or in a recess the one that follows. @param {import("../clock.js").Shown|null} now */
const played = (now) => (now?.item.kind === "recess" ? now.next : now?.item) ?? null;

/** The big blind of the hands that are dealt now; 0 where the house has not told. */
export const bigBlind = () => played(keeper.show())?.big_blind ?? 0;

/** The blinds of a level, with its number and its ante where there is room. @param {Item} level @param {boolean} named */
const levelSays = (level, named) => [
  named ? el("span", { class: "roomy" }, `${say(words.level, { number: level.number ?? "" })} · `) : "",
  `${chips(level.small_blind ?? 0, language)} – ${chips(level.big_blind ?? 0, language)}`,
  level.ante ? el("span", { class: "roomy" }, ` · ${say(level.ante_kind === "big_blind" ? words.big_blind_ante : words.ante, { amount: chips(level.ante, language) })}`) : "",
];

export function paintClock() {
  const where = part("clock");
  const [now, payload] = [keeper.show(), keeper.payload];
  const level = played(now);
  where.hidden = !now || !payload || !level || payload.state === "finished";
  if (where.hidden || !now || !payload || !level) return;
  where.toggleAttribute("data-stands", payload.state !== "running");
  const says = `${countdown(now.remaining_ms)} ${now.index}`;
  if (where.dataset.says === says) return;
  where.dataset.says = says;
  where.replaceChildren(el("b", {}, countdown(now.remaining_ms)), el("small", {}, ...levelSays(level, now.item.kind === "level")));
}

setInterval(paintClock, 1000);
