// The clock of the room in the head of the tablet's pages: time, blinds and ante.

import { say } from "./board.js";
import { blindsDash, chips, countdown } from "./format.js";
import { icon } from "./icons.js";

/** @typedef {import("./clock.js").Item} Item */

/** What is played: the level, or in a recess the one that follows. @param {import("./clock.js").Shown|null} now */
export const played = (now) => (now?.item.kind === "recess" ? now.next : now?.item) ?? null;

/** A part of the line that gives way where there is little room. @param {string} text */
function roomy(text) {
  const part = document.createElement("span");
  part.className = "roomy";
  part.textContent = text;
  return part;
}

/**
 * Write it where it has changed; away while nothing is played.
 * @param {HTMLElement} where
 * @param {import("./clock.js").Keeper} keeper
 * @param {Record<string, string>} words
 * @param {string} language
 * @param {boolean} confirmed the house tells of it now: without a line the tablet only counts on
 */
export function paintClockIn(where, keeper, words, language, confirmed) {
  const [now, payload] = [keeper.show(), keeper.payload];
  const level = played(now);
  where.hidden = !now || !payload || !level || payload.state === "finished";
  if (where.hidden || !now || !payload || !level) return;
  where.toggleAttribute("data-stands", payload.state !== "running");
  where.toggleAttribute("data-unconfirmed", !confirmed);
  const paused = payload.state === "paused" || payload.state === "frozen";
  const says = `${countdown(now.remaining_ms)} ${now.index} ${confirmed} ${payload.state}`;
  if (where.dataset.says === says) return;
  where.dataset.says = says;
  const [time, line] = [document.createElement("b"), document.createElement("small")];
  time.textContent = countdown(now.remaining_ms);
  // in words, too: a colour alone tells nobody why the time does not move
  if (paused) {
    const word = document.createElement("strong");
    word.append(icon("pause"), words.clock_paused);
    line.append(word, " · ");
  }
  if (!confirmed) line.append(`${words.unconfirmed} · `);
  if (now.item.kind === "level") line.append(roomy(`${say(words.level, { number: level.number ?? "" })} · `));
  line.append(`${chips(level.small_blind ?? 0, language)}${blindsDash(language)}${chips(level.big_blind ?? 0, language)}`);
  if (level.ante) line.append(roomy(` · ${say(level.ante_kind === "big_blind" ? words.big_blind_ante : words.ante, { amount: chips(level.ante, language) })}`));
  where.replaceChildren(time, line);
}
