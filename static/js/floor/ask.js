// A question to the house: with a limit of time, and with its clock and its CSRF token kept.

import { floor } from "./page.js";

/** What goes along with every question: the token, and how far the clock of the house is ahead of this tablet's. */
export const session = { csrf: floor.dataset.csrf ?? "", ahead: 0 };

// A tablet whose clock is an hour off must not say that somebody acted an hour ago: the house's clock is the room's.
try { session.ahead = Number(localStorage.getItem("floor/ahead") ?? 0) || 0; } catch { /* asked again with the first answer */ }

/** The token of whoever is signed in now. @param {string} token */
export function takeToken(token) {
  session.csrf = token;
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
}

/** @param {string} path @param {RequestInit} more @returns {Promise<import("../outbox.js").Answer>} */
export async function ask(path, more = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 8000);
  try {
    const answer = await fetch(`/api/${path}`, { credentials: "same-origin", redirect: "error", cache: "no-store", signal: stop.signal, ...more });
    setRight(answer.headers.get("Date"));
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return { status: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string|null} date as the house writes it, to the second */
function setRight(date) {
  const off = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(off) || Math.abs(off - session.ahead) < 5000) return;
  session.ahead = Math.abs(off) < 5000 ? 0 : off;
  try { localStorage.setItem("floor/ahead", String(session.ahead)); } catch { /* asked again next time */ }
}
