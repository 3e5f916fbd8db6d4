// The bar of the outbox on the tablet's other pages: what waits goes out from here too, and nobody is led to a page that
// cannot come.

import { say } from "./board.js";
import { Keeper } from "./clock.js";
import { barParts } from "./floor/bar_parts.js";
import { icon } from "./icons.js";
import { Live, socketAddress } from "./live.js";
import { Outbox, asksForDeal, diskStore, stillAsked } from "./outbox.js";
import { onceLetGo } from "./pressed.js";
import { freshId } from "./fresh_id.js";
import { paintClockIn } from "./tablet_clock.js";
import { paintFactsIn } from "./tablet_facts.js";
import { show } from "./toast.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
const page = given("page");
/** @type {Record<string, string>} */
const words = given("words");
const bar = /** @type {HTMLElement} */ (document.querySelector('[data-part="bar"]'));
let csrf = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
let online = navigator.onLine;

/** @param {string} path @param {RequestInit} more @returns {Promise<import("./outbox.js").Answer>} */
async function ask(path, more = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 8000);
  try {
    const answer = await fetch(`/api/${path}`, { credentials: "same-origin", redirect: "error", cache: "no-store", signal: stop.signal, ...more });
    online = true;
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    online = false;
    return { status: 0 };
  } finally {
    clearTimeout(timer);
    paint();
  }
}

const outbox = new Outbox({
  store: diskStore(indexedDB),
  freshId,
  post: (command) => ask(command.path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf, "Command-Id": command.id },
    body: JSON.stringify(command.body),
  }),
  renew: async () => {
    const { status, body } = await ask("session");
    if (status !== 200 || body.user_id !== page.operator.id) {
      outbox.signIn = status === 200 || status === 401;
      return false;
    }
    csrf = body.csrf_token;
    return true;
  },
  // what takes back an act of the tables is known on their page: it waits for it
  hold: (command) => command.undoes !== undefined,
  changed: () => paint(),
});
outbox.operator = page.operator;

const paint = () => onceLetGo(bar, draw);

function draw() {
  const waiting = outbox.unsent().length;
  const refused = outbox.conflicts().length;
  const held = outbox.conflicts().filter(asksForDeal).length;
  const look = document.createElement("a");
  look.className = "button";
  look.dataset.size = "touch";
  look.href = outbox.signIn ? page.sign_in : page.tablet;
  if (refused) look.dataset.kind = "danger";
  look.textContent = refused > held ? say(words.refused_count, { count: refused - held }) : held ? say(words.held_count, { count: held }) : outbox.signIn ? words.signed_out : waiting ? say(words.waiting, { count: waiting }) : words.all_sent;
  look.prepend(icon(refused ? "triangle-alert" : waiting ? "cloud-upload" : "check"));
  bar.replaceChildren(...barParts({ live: online, line: online ? words.live : words.no_line, out: look }));
}

/** @param {Event} event @param {() => void} leave */
async function unless(event, leave) {
  if (online && navigator.onLine) return;
  event.preventDefault();
  const { status } = await ask("session");
  if (status) leave();
  else show({ kind: "refused", text: words.needs_server });
}
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement|null} */ (/** @type {HTMLElement} */ (event.target).closest?.("a[href]"));
  if (link && !link.getAttribute("href")?.startsWith("#")) unless(event, () => location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const by = /** @type {SubmitEvent} */ (event).submitter;
  unless(event, () => (by ? by.click() : form.submit()));
});
for (const name of ["online", "offline"]) window.addEventListener(name, () => { online = navigator.onLine; if (online) outbox.send(); paint(); });

/** The clock of the room goes on in the head of these pages, too. @param {HTMLElement} where */
function keepClock(where) {
  const keeper = new Keeper(() => performance.now());
  let open = true;
  const language = document.documentElement.dataset.language ?? "pt-br";
  const facts = /** @type {HTMLElement} */ (document.querySelector('[data-part="facts"]'));
  let counts = page.counts;
  const tick = () => {
    paintClockIn(where, keeper, words, language, open && online);
    paintFactsIn(facts, keeper, counts, page.strip_words, page.timezone, language);
  };
  keeper.hear(page.clock.server_ms);
  keeper.take(page.clock);
  const live = new Live({
    url: socketAddress(location),
    topics: {
      [page.topics.clock]: (payload) => { keeper.take(payload); tick(); },
      [page.topics.counts]: (payload) => { counts = payload; tick(); },
    },
    onNow: (now, asked) => keeper.hear(now, asked),
    onLine: (now) => { open = now; tick(); },
  });
  live.start();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) live.wake(); });
  window.addEventListener("offline", () => live.drop());
  setInterval(tick, 1000);
  tick();
}
const clock = /** @type {HTMLElement|null} */ (document.querySelector('[data-part="clock"]'));
if (clock && page.clock) keepClock(clock);

paint();
outbox.load().then(() => { outbox.send(); outbox.review((c) => stillAsked(c, ask, 0)); }, () => {});
