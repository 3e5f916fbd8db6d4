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

/** Opens what was sent and what waits. @param {string} text @param {{wrong: boolean, waits: boolean}} state @param {() => void} tap */
export const outboxButton = (text, { wrong, waits }, tap) =>
  button(text, tap, { "data-key": "outbox", icon: wrong ? "triangle-alert" : waits ? "cloud-upload" : "check", "data-kind": wrong ? "danger" : undefined });
