// The player's phone, live: the clock counts, and whatever changes about this player is drawn anew by the server.
import { Board, isOver, say } from "./board.js";
import { chips, unbroken } from "./format.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

/** The same value whatever the order of its names. @param {any} value @returns {string} */
const key = (value) => JSON.stringify(value, (_name, part) => (part && typeof part === "object" && !Array.isArray(part)
  ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));

const page = given("page");
let shown = key(given("mine-face"));
let busy = false;

/** A new seat fills the screen, a first one stands above the page; both shake the phone and beep, once for each. */
let told = "";
function alarm() {
  const moved = document.getElementById("moved");
  if (!moved) return;
  // a first seat is no dialog: nothing is to be carried, and the page below stays in reach
  if (moved instanceof HTMLDialogElement) {
    // open in the page for readers without this module; here it holds the focus
    moved.close();
    moved.showModal();
    moved.addEventListener("cancel", (event) => event.preventDefault());
  }
  if (told === moved.dataset.move) return;
  told = moved.dataset.move ?? "";
  // before the first tap on the page a browser allows neither
  if (!navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.([400, 200, 400, 200, 800]);
  try {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.frequency.value = 880;
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.6);
  } catch { /* no sound is no harm: the screen is full and the phone shakes */ }
}

/** The way to the own table, where it is played in the browser. @returns {HTMLAnchorElement|null} */
const table = () => document.querySelector("a[data-table]");

async function redraw() {
  const answer = await fetch(page.mine, { credentials: "same-origin", cache: "no-store" });
  // signed out meanwhile: the page says so and shows the way back in
  if (answer.status === 401) return location.reload();
  if (!answer.ok) throw new Error(String(answer.status));
  const where = /** @type {HTMLElement} */ (document.getElementById("mine"));
  const now = await answer.text();
  // what is pressed is drawn anew once it was let go, or held for long
  for (let n = 0; n < 100 && where.querySelector(":active"); n += 1) await new Promise((go) => { setTimeout(go, 100); });
  const seated = table();
  where.innerHTML = now;
  const later = where.querySelector("[data-later]");
  document.getElementById("later")?.replaceChildren(...later ? [later] : []);
  // it has begun, or a place in the line is a seat: who waited with this page open is at the table when the first hand is dealt; who came back from there stays
  const begun = table();
  if (begun && !seated) return location.assign(begun.href);
  // what the page said when it was opened is of what was before
  for (const said of document.querySelectorAll("main > .notice")) said.remove();
  shown = key(given("mine-face"));
  alarm();
}

/**
 * Who is out places one lower with every late entry, and elsewhere when an elimination was undone. Nobody is told of
 * that one by one: the counts, which everybody hears, are enough.
 * @param {any} counts
 */
function placed(counts) {
  if (isOver(counts.state) !== isOver(board.payloads.counts.state)) anew();
  distance(counts);
  sure(counts);
  waits(counts);
  const place = /** @type {HTMLElement|null} */ (document.querySelector("[data-place]"));
  if (!place) return;
  const { place: was, entries, undone } = place.dataset;
  const closed = !counts.late_registration_open;
  if (Number(undone) !== counts.undone || closed !== ("closed" in place.dataset)) {
    place.dataset.undone = counts.undone;
    place.toggleAttribute("data-closed", closed);
    // many phones hear it at once: they do not all ask at once
    setTimeout(() => redraw().catch(() => {}), Math.random() * 5000);
    return;
  }
  const shows = place.querySelector("b");
  if (shows) shows.textContent = String(Number(was) + counts.entries_total - Number(entries));
}

/** What is over, and prizes that a deal replaced, are another page than the one that is open: its figures would stay. Not all phones ask at once. */
function anew() {
  if (!asked) asked = setTimeout(() => location.reload(), Math.random() * 3000);
}
/** @type {any} */
let asked = 0;

/** How far it is to the money, for now as long as entries are taken: web/player/views.py says the same. @param {any} counts */
function distance(counts) {
  const card = /** @type {HTMLElement|null} */ (document.querySelector("[data-distance]"));
  if (!card) return;
  const { entries_total: total, players_left: left, places_paid: paid } = counts;
  card.hidden = !paid || left <= paid || !total;
  const away = card.querySelector("[data-away]");
  if (away) away.textContent = chips(left - paid, board.language);
  card.querySelector("[data-gone]")?.setAttribute("width", String(Math.floor((total - left) * 100 / total)));
  card.querySelector("[data-money]")?.setAttribute("x", String(Math.floor((total - paid) * 100 / total)));
  const places = card.querySelector("[data-places]");
  if (places) places.textContent = say(board.words.paid, { paid: chips(paid, board.language) }) + (board.prizes?.fixed ? "" : `, ${unbroken(board.words.for_now)}`);
}

/**
 * Who plays on knows the worst that can still happen, once nobody can enter any more: the place, and in the money its
 * prize; after a deal the own share, with the champion's part for who is alone.
 * @param {any} counts
 */
function sure(counts) {
  if (counts.late_registration_open || !document.querySelector("[data-playing]")) return;
  const left = document.querySelector("[data-left]");
  if (!left) {
    // entries closed a moment ago: the server draws the line for all phones, not all at once
    if (!closing) closing = setTimeout(() => redraw().catch(() => { closing = 0; }), Math.random() * 5000);
    return;
  }
  left.textContent = chips(counts.players_left, board.language);
  // no place is better than the first
  const worst = left.closest("p");
  if (worst) worst.hidden = counts.players_left === 1;
  const prize = /** @type {HTMLElement|null} */ (document.querySelector("[data-sure]"));
  const rows = counts.in_the_money ? board.prizes?.rows ?? [] : [];
  // who goes out in a hand played together shares with those it has cost already
  const place = counts.players_left + (counts.out_in_hand ?? 0);
  const row = rows.find((/** @type {any} */ r) => r.first <= place && place <= r.last);
  if (!prize) return;
  const { share, reserve } = prize.dataset;
  const cents = !share ? row?.amount_cents : counts.in_the_money ? Number(share) + (counts.players_left === 1 ? Number(reserve) : 0) : 0;
  prize.hidden = !cents;
  const amount = prize.querySelector("b");
  if (cents && amount) amount.textContent = board.amount(cents);
}
/** @type {any} */
let closing = 0;

/**
 * Who stands in line moves up when somebody before them sits down or leaves; who has registered and not paid may find that all
 * seats are sold, or late registration over, before the money is sent. Nobody is told of that one by one: when the
 * counts have changed, the number is asked for again.
 * @param {any} counts
 */
function waits(counts) {
  const line = /** @type {HTMLElement|null} */ (document.querySelector("[data-line]"));
  const now = `${counts.waiting}/${counts.players_left}/${counts.entries_total}/${counts.late_registration_open}`;
  if (!line || line.dataset.line === now) return;
  line.dataset.line = now;
  setTimeout(() => redraw().catch(() => {}), Math.random() * 2000);
}

/** @param {any} payload what the house says of this player now */
async function changed(payload) {
  if (key(payload) === shown || busy) return;
  busy = true;
  try {
    await redraw();
  } catch {
    setTimeout(() => { busy = false; changed(payload); }, 2000);
    return;
  }
  busy = false;
  // it may have changed again meanwhile
  if (latest && key(latest) !== shown) changed(latest);
}
/** @type {any} */
let latest = null;

/** Another level or a break has begun: what may be bought then is another thing. What is being typed is waited for; not all phones ask at once. */
function sold() {
  if (!document.querySelector("#mine [data-sells], #later [data-later]") || selling) return;
  const ask = () => {
    if (document.querySelector("#mine form :focus")) { selling = setTimeout(ask, 2000); return; }
    selling = 0;
    redraw().catch(() => { selling = setTimeout(ask, 2000); });
  };
  selling = setTimeout(ask, 500 + Math.random() * 4000);
}
/** @type {any} */
let selling = 0;

/** What a deal has made of the prizes, those of further places, too. @param {any} prizes */
const dealt = (prizes) => key([prizes?.deal ?? null, prizes?.extra ?? null]);

const board = new Board();
board.onLevel = sold;
board.start({
  [board.payloads.topics.counts]: (counts) => { board.counts = counts; board.paintCounts(); placed(counts); },
  [board.payloads.topics.prizes]: (prizes) => {
    board.prizes = prizes;
    board.paintPrizes();
    if (dealt(prizes) !== dealt(board.payloads.prizes)) anew();
  },
  ...(page.topic ? { [page.topic]: (/** @type {any} */ payload) => { latest = payload; changed(payload); } } : {}),
});
alarm();
