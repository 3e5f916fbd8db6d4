// One table of the tablet's list; the style guide draws it, too.

import { say } from "../board.js";
import { icon } from "../icons.js";
import { el, tag } from "./page.js";

/** So many seats in one piece; of none there is none, for hundreds of tables are drawn at once. @param {number} seats @param {Record<string, any>} [more] */
const dots = (seats, more = {}) => (seats > 0 ? el("i", { class: "dots", "data-n": seats, ...more }) : null);

/**
 * @param {any} line @param {[string, string, string?][]} marks @param {boolean} starred
 * @param {Record<string, string>} words @param {() => void} star what a tap on the star does
 */
export const tile = (line, marks, starred, words, star) =>
  el("li", { class: "tile", "data-state": line.state },
    el("a", { class: "tile-open", href: `#${line.table}`, "data-key": `open-${line.table}` },
      el("span", { class: "tile-name" }, el("span", { class: "visually-hidden" }, say(words.table, { table: "" }).trim() + " "), String(line.table)),
      el("span", { class: "tile-dots" }, dots(line.players), dots(line.seats - line.players, { "data-free": true })),
      el("span", { class: "tile-count" }, say(words.players_of, { players: line.players, seats: line.seats })),
      marks.length ? el("span", { class: "tile-marks" }, ...marks.map(([name, text, kind]) => tag(name, text, kind))) : null),
    el("button", { type: "button", class: "star", "data-key": `star-${line.table}`, "aria-pressed": String(starred), "aria-label": say(words.add_mine, { table: line.table }), click: star }, icon("star")));
