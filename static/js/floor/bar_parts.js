// What the bar at the foot of the tablet has, on the page of the tables and on the others: the line, what was done last, Undo, and what
// waits. The style guide draws it, too.

import { icon } from "../icons.js";
import { button, el } from "./page.js";

/**
 * @param {{live: boolean, line: string, last?: string, undo?: HTMLElement|null, noUndo?: string, out: HTMLElement}} told
 * undo: what takes the last act back; noUndo: why nothing does
 */
export const barParts = ({ live, line, last = "", undo = null, noUndo = "", out }) => [
  el("span", { class: "line", "data-line": live ? "live" : "away" }, icon(live ? "wifi" : "wifi-off"), line),
  el("span", { class: "last", role: "status" }, last),
  undo ?? el("span", { class: "soft no-undo" }, noUndo),
  out,
];

/**
 * What was refused, or is held: once for several with one cause. `ends`: what is to be done about it.
 * @param {{titles: string[], where?: string, given: string, why: string, now?: string}} told @param {(HTMLElement|null)[]} ends
 */
export const refusedRow = ({ titles, where = "", given, why, now = "" }, ends) => el("li", { class: "row", "data-state": "refused" },
  el("div", {}, ...titles.map((title) => el("b", { class: "refused-title" }, title)), where ? el("p", {}, where) : null, el("p", { class: "soft" }, given), el("p", { class: "sent-state" }, icon("x"), why), now ? el("p", { class: "soft" }, now) : null),
  ...ends);

/**
 * What was sent, or waits to be. wrong: what the house did not count of it; end: what takes it back, or why nothing does.
 * @param {{title: string, state: "queued"|"sending"|"done"|"refused", line: string, wrong?: string}} told @param {HTMLElement} end
 */
export const sentRow = ({ title, state, line, wrong = "" }, end) => el("li", { class: "row", "data-state": state },
  el("div", {}, el("span", {}, title), el("p", { class: "sent-state" }, icon({ queued: "cloud-upload", sending: "send", done: "check", refused: "x" }[state]), line), wrong ? el("p", { class: "sent-state" }, icon("x"), wrong) : null),
  end);

/** Opens what was sent and what waits. @param {string} text @param {{wrong: boolean, waits: boolean}} state @param {() => void} tap */
export const outboxButton = (text, { wrong, waits }, tap) =>
  button(text, tap, { "data-key": "outbox", icon: wrong ? "triangle-alert" : waits ? "cloud-upload" : "check", "data-kind": wrong ? "danger" : undefined });
