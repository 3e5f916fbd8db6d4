// One table in the browser: what everybody sees comes by one topic, what is one's own by another.
import { Keeper } from "../clock.js";
import { Live, socketAddress } from "../live.js";
import { Bar } from "./acts.js";
import { Stage, drawnCard, inBlinds, made, say, shown } from "./draw.js";
import { proved } from "./proof.js";
import { sentences } from "./said.js";
import { send } from "./send.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));

const page = given("page");
const words = given("words");
const keeper = new Keeper(() => performance.now());
let { table: face, mine } = given("faces");
/** @type {any} */
let before = null;
let online = true;
/** @type {string} */
let proof = "";

const stage = new Stage(words, async (seat) => {
  if (await told("sit", { seat })) location.reload();
});
const bar = page.player_id && mine ? new Bar({
  words,
  act: async (act, to, turn, facing) => {
    await told("act", { act, to_chips: to, turn, if_facing_chips: facing });
  },
  ask: (what) => told(what, {}),
}) : null;

/** @param {string} what @param {Record<string, any>} body */
async function told(what, body) {
  const { ok, detail } = await send(page, what, body);
  part("alert").textContent = "";
  if (!ok) {
    part("alert").textContent = detail || words.not_sent;
    notice(detail || words.not_sent);
  }
  return ok;
}

/** A sentence over the bar for some seconds. @param {string} text */
function notice(text) {
  document.querySelector(".room-notice")?.remove();
  const shownNow = made("p", "room-notice", [text]);
  document.body.append(shownNow);
  setTimeout(() => shownNow.remove(), 4000);
}

/** The own cards, the own stack and the time that is left. */
function drawOwn() {
  const where = part("own");
  where.hidden = !mine;
  if (!mine) return;
  const own = face.seats.find((/** @type {any} */ s) => s.seat === mine.seat);
  const cards = mine.hand_number === face.hand_number ? mine.cards.map((/** @type {any} */ o) => drawnCard(o.card, words)) : [];
  if (own?.folded) cards.forEach((/** @type {HTMLElement} */ card) => card.classList.add("dim"));
  const acts = face.to_act === mine.seat;
  const ring = made("span", "own-time");
  ring.dataset.part = "time";
  ring.setAttribute("role", "timer");
  ring.setAttribute("aria-live", "off");
  const left = made("div", "own-left", acts ? [ring, made("b", "", [words.your_turn])] : []);
  const right = made("div", "own-right", own ? [
    made("b", "figures", [shown(own.chips)]), made("span", "figures", [inBlinds(own.chips, face, words)]),
  ] : []);
  if (mine.makes && !own?.folded) right.append(made("small", "", [say(words[mine.makes.sentence] ?? mine.makes.sentence, mine.makes.params)]));
  if (proof) {
    const tick = made("small", proof === "checked" ? "proof" : "proof bad", [proof === "checked" ? "✓" : "!"]);
    tick.title = words[proof];
    tick.setAttribute("role", "img");
    tick.setAttribute("aria-label", words[proof]);
    right.append(tick);
  }
  where.replaceChildren(left, made("div", "own-cards", cards), right);
}

let checkedHand = 0;
function check() {
  if (!mine?.cards.length || mine.hand_number !== face.hand_number) {
    if (mine && !mine.cards.length) proof = "";
    return;
  }
  if (checkedHand === mine.hand_number) return;
  checkedHand = mine.hand_number;
  proof = proved({ hand: `${face.table_id}/${face.hand_number}`, root: face.root, seat: mine.seat, openings: mine.cards }) ? "checked" : "not_checked";
  if (proof === "not_checked") part("alert").textContent = words.not_checked;
}

let turnSaid = -1;
function draw() {
  check();
  stage.draw(face, mine, { canSit: Boolean(page.player_id) && !mine });
  drawOwn();
  bar?.draw(face, mine);
  part("hand").textContent = face.hand_number ? say(words.hand, { number: face.hand_number }) : "";
  part("root").textContent = face.root ?? "";
  const log = part("log");
  if (before && before.hand_number !== face.hand_number) log.replaceChildren();
  log.append(...sentences(before, face, words).map((text) => made("p", "", [text])));
  log.scrollTop = log.scrollHeight;
  if (before?.stage === "showing" && face.stage !== "showing") kit(before.hand_number);
  before = face;
  document.body.dataset.stage = face.stage;
  document.body.toggleAttribute("data-mine", Boolean(mine));
  const options = mine?.options && mine.turn === face.turn;
  document.body.toggleAttribute("data-turn", Boolean(options));
  if (options && turnSaid !== mine.turn) {
    turnSaid = mine.turn;
    part("alert").textContent = words.your_turn;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  }
  time();
}

/** @param {number} number */
function kit(number) {
  const link = /** @type {HTMLAnchorElement} */ (part("kit"));
  if (!page.player_id || !number) return;
  link.hidden = false;
  link.href = `${page.api}hands/${number}/kit`;
  link.download = `hand-${face.table_id}-${number}.json`;
}

/** The share of the time to decide that is left, once for the eye and in whole seconds for the digits. */
function time() {
  const { due_ms: due, from_ms: from } = face;
  const shows = /** @type {HTMLElement|null} */ (document.querySelector('[data-part="time"]'));
  if (!due || !from || keeper.least === -Infinity) {
    if (shows) shows.textContent = "";
    return;
  }
  const left = Math.max(0, Math.min(due - keeper.serverNow(), face.decision_seconds * 1000));
  const share = Math.min(1, left / (face.decision_seconds * 1000));
  document.body.style.setProperty("--left", String(share));
  document.body.toggleAttribute("data-hurry", left < 5000);
  if (shows) shows.textContent = String(Math.ceil(left / 1000));
}

for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const what = /** @type {HTMLElement} */ (form).dataset.ask ?? "";
    form.closest("details")?.removeAttribute("open");
    if (await told(what, {}) && what === "leave") setTimeout(() => location.reload(), 300);
  });
}

/** @type {Record<string, (payload: any) => void>} */
const follows = { [page.table_topic]: (payload) => { face = payload; draw(); } };
if (page.own_topic) {
  follows[page.own_topic] = (payload) => {
    const sat = Boolean(mine);
    mine = payload;
    if (!sat) location.reload();
    else draw();
  };
}
const live = new Live({
  url: socketAddress(location),
  topics: follows,
  onNow: (now, asked) => keeper.hear(now, asked),
  onLine: (there) => {
    online = there;
    part("line").textContent = online ? "" : words.line_lost;
  },
});
draw();
live.start();
setInterval(time, 250);
document.body.dataset.ready = "";
