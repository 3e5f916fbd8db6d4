// One act to the house: the same id for every try, so that a lost answer makes no second act.
import { freshId } from "../fresh_id.js";

const WAITS_MS = [0, 400, 1200];

/**
 * @param {{api: string, csrf: string, player_id: number}} page
 * @param {string} what the end of the address
 * @param {Record<string, any>} body
 * @returns {Promise<{ok: boolean, detail: string, done?: any}>} done: what the house gives back; detail: why not, in the reader's language; "" where nothing came back
 */
export async function send(page, what, body) {
  const id = freshId();
  for (const wait of WAITS_MS) {
    if (wait) await new Promise((done) => { setTimeout(() => done(null), wait); });
    try {
      const answer = await fetch(page.api + what, {
        method: "POST",
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", "X-CSRFToken": page.csrf, "Command-Id": id },
        body: JSON.stringify({ player_id: page.player_id, ...body }),
      });
      if (answer.ok) return { ok: true, detail: "", done: await answer.json() };
      if (answer.status < 500) return { ok: false, detail: (await answer.json()).detail ?? "" };
    } catch { /* nothing came back: again, with the same id */ }
  }
  return { ok: false, detail: "" };
}
