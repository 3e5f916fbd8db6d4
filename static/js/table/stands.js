// The tournament stands, in a recess or because its clock is paused: that, and what comes then, where the board lies while hands are played.
import { shown } from "../clock.js";
import { countdown } from "../format.js";
import { hourThere, made, say, stakes } from "./draw.js";

/** @type {import("../clock.js").ClockPayload|null} */
let clock = null;
let before = "";

/** @param {import("../clock.js").ClockPayload} payload */
export function hear(payload) {
  clock = payload;
}

/**
 * What is told at an instant: the state, the time that is left, and the level that comes; null while hands are dealt.
 * @param {import("../clock.js").ClockPayload} payload @param {number} now @param {Record<string, string>} words
 */
export function told(payload, now, words) {
  const here = shown(payload, now);
  const recess = here.item.kind === "recess";
  const stops = payload.state === "paused" || payload.state === "frozen";
  if (!recess && !stops) return null;
  const at = recess && !stops ? hourThere(now + here.remaining_ms, words) : "";
  const level = recess ? here.next : here.item;
  return {
    state: stops ? words.paused : words.recess,
    left: recess ? countdown(here.remaining_ms) : "",
    at,
    ends: at && say(words.goes_on, { time: at }),
    level: level?.number ? `${say(words.level, { level: level.number })} · ${stakes(level.small_blind ?? 0, level.big_blind ?? 0)}` : "",
  };
}

/** Whether the tournament stands, as far as the page has heard. @param {number} now @param {Record<string, string>} words */
export const stops = (now, words) => clock !== null && told(clock, now, words) !== null;

/** When the next hand comes; "" where nobody knows. @param {number} now @param {Record<string, string>} words */
export function why(now, words) {
  const panel = clock && told(clock, now, words);
  return panel?.ends ? say(words.waits_break, { time: panel.at }) : "";
}

/** @param {boolean} stands @param {number} now @param {Record<string, string>} words */
export function draw(stands, now, words) {
  const band = document.querySelector('[data-part="board"]');
  const panel = stands && clock ? told(clock, now, words) : null;
  const said = JSON.stringify(panel);
  const there = document.querySelector(".stands");
  if (said === before && Boolean(there) === Boolean(panel)) return;
  before = said;
  if (!panel) return there?.remove();
  const left = made("b", "figures", [panel.left]);
  left.setAttribute("role", "timer");
  left.setAttribute("aria-live", "off");
  const drawn = made("div", "stands", [made("p", "state", [panel.state])]);
  if (panel.left) drawn.append(left);
  for (const line of [panel.ends, panel.level]) if (line) drawn.append(made("p", "figures", [line]));
  if (there) there.replaceWith(drawn);
  else band?.append(drawn);
}
