// What the page brings along, its parts, and how an element is made.

import { chips } from "../format.js";
import { icon } from "../icons.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
export const page = given("page");
/** @type {Record<string, string>} */
export const words = given("words");
export const language = document.documentElement.dataset.language ?? "pt-br";
export const number = (/** @type {number} */ n) => chips(n, language);
export const floor = /** @type {HTMLElement} */ (document.getElementById("floor"));
export const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
export const outboxSheet = /** @type {HTMLDialogElement} */ (document.getElementById("outbox"));
export const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));
export const view = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-view="${name}"]`));

/** Where this tournament answers, below /api/. */
export const tournament = `tournaments/${page.tournament_id}`;

/**
 * An element. Names with "data-" or "aria-" and others are attributes; a function is what a tap does.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...(Node|string|null|false)} children
 */
export function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((c) => c !== null && c !== false).map((c) => /** @type {Node|string} */ (c)));
  return made;
}

/** A big button; `icon` in `more` names the drawing before its word. @param {string} text @param {() => void} tap @param {Record<string, any>} more */
export const button = (text, tap, { icon: name, ...more } = {}) => el("button", { type: "button", class: "button", "data-size": "touch", click: tap, ...more }, name ? icon(name) : null, text);

/** A word with its drawing, in the colour of what it says. @param {string} name @param {string} text @param {string} [kind] */
export const tag = (name, text, kind) => el("span", { class: "tag", "data-kind": kind }, icon(name), text);

/** Draw in a part of the page and leave the focus where it was. @param {HTMLElement} where @param {() => void} draw */
export function keepingFocus(where, draw) {
  const key = where.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : undefined;
  draw();
  // who still has the focus is not scrolled to again
  if (key && !where.contains(document.activeElement)) /** @type {HTMLElement|null} */ (where.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}

/** Fill a part of the page anew. @param {HTMLElement} where @param {...Node} what */
export function fill(where, ...what) {
  keepingFocus(where, () => where.replaceChildren(...what));
}

/** Fill a part that mostly stands there already: what is in its place is left alone. @param {HTMLElement} where @param {HTMLElement[]} what */
export function refill(where, what) {
  if (where.childNodes.length !== what.length || what.some((one, n) => one !== where.childNodes[n])) fill(where, ...what);
}
