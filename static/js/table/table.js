// One table in the browser: what everybody sees comes by one topic, what is one's own by another.
import { countdown } from "../format.js";
import { icon } from "../icons.js";
import { Live, ServerTime, socketAddress } from "../live.js";
import { Bar } from "./acts.js";
import { asked, plays, voided } from "./acts.js";
import { Arrivals, Stage, TWO, drawMeter, drawnCard, fitted, inBlinds, made, named, partOf, plain, saidCard, say, short, shown, stack, stakes, wins } from "./draw.js";
import { otherProved, proved, trusted } from "./proof.js";
import { banner, sentences } from "./said.js";
import { send } from "./send.js";
import { Words, keptHere, keptInTab } from "./words.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));

const HOUR_MS = 3_600_000;
/** A line that is back within it was hardly gone: nothing turns pale. */
const GONE_MS = 1000;
const opened = performance.now();

const page = given("page");
const words = given("words");
// a full cash table alone has who waits
const waits = page.waiting || page.waiting_topic ? await import("./waiting.js") : null;
const rebuys = document.querySelector(".room-rebuy") ? await import("./rebuy.js") : null;
const addOns = document.querySelector('[data-part="add-on"]') ? await import("./add_on.js") : null;
/** @type {typeof import("./stands.js")|null} what is said while the clock of the tournament stands comes then */
let stands = null;
const keeper = new ServerTime(() => performance.now());
let { table: face, mine } = given("faces");
const money = face.cash ? await import("./cash.js") : null;
/** @type {any} */
let before = null;
let online = true;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let pales;
/** @type {string} */
let proof = "";

const spoken = page.player_id && mine ? new Words({ name: `${face.table_id}/${page.player_id}/${mine.seat}`, kept: keptHere() }) : null;
/** @type {Record<number, string>} what was sent for a hand, until the house says that it has it */
const sent = {};
let wordAsked = 0;

/** @param {number} seat @returns {string} */
const nameAt = (seat) => face.seats.find((/** @type {any} */ s) => s.seat === seat)?.name ?? "";
const myName = mine ? nameAt(mine.seat) : "";

/** @returns {[string, string]} */
const nextRoots = () => [face.next_root, face.next_second_root];

/** The own word for the next hand, to go with an act; "" where there is none to give. */
function word() {
  const next = face.hand_number + 1;
  const found = face.next_second_root ? spoken?.next(mine.words, next, nextRoots()) ?? "" : "";
  if (found) sent[next] = found;
  return found;
}

/** Tell the house the end of our chain, once; give by itself the word that went with no act. */
async function speak() {
  if (!spoken || !mine) return;
  const next = face.hand_number + 1;
  if (face.next_second_root) spoken.saw(next, nextRoots());
  if (sent[mine.words.given_for]) spoken.gave(mine.words.given_for, sent[mine.words.given_for]);
  const end = mine.away ? "" : spoken.toBegin(mine.words, next, nextRoots());
  if (end) {
    spoken.begun = true;
    await send(page, "words", { end });
  } else if (face.stage !== "playing" && wordAsked !== next && word()) {
    wordAsked = next;
    await send(page, "word", { number: next, word: sent[next] });
  }
}

const stage = new Stage(words, async (seat) => {
  if (money) money.choose(seat);
  else if (await told("sit", { seat })) location.reload();
});
const bar = page.player_id && mine ? new Bar({
  words,
  act: async (act, to, turn, facing) => Boolean(await told("act", { act, to_chips: to, turn, if_facing_chips: facing, word: word() })),
  ask: (what) => (what === "top-up" ? part("top-up").click() : told(what, {})),
  decide: async (ahead, facing) => {
    await told("pre-act", { ahead, facing_chips: facing, number: face.hand_number, street: face.street });
  },
  again: () => live.again(),
}) : null;

/** @param {string} what @param {Record<string, any>} body @returns {Promise<any>} what the house gave back; null where it refused */
async function told(what, body) {
  part("alert").textContent = "";
  const { ok, detail, done } = await send(page, what, body);
  if (what === "leave" || what === "come-back") leaving = ok === (what === "leave");
  if (ok) return done ?? {};
  part("alert").textContent = detail || words.not_sent;
  notice(detail || words.not_sent);
  return null;
}

money?.listen(async (cents) => {
  if (!await told("top-up", { cents })) return part("alert").textContent ?? "";
  clearTheTable();
  return "";
});

/** What offers seats follows. */
let taken = "";
function offerSeats() {
  const now = String(face.free ?? face.seats.map((/** @type {any} */ one) => one.seat));
  if (before && taken !== now) void import("./seats.js").then(({ offer }) => offer(face, Boolean(mine)));
  taken = now;
}

/** A browser lets nothing sound before its page was touched: what makes the sounds comes then. @type {import("./sounds.js").Sounds|null} */
let sounds = null;
/** @type {typeof import("./sounds.js").heard|null} */
let heard = null;
async function listen() {
  menu = await import("./menu.js").catch(() => null);
  const found = await import("./sounds.js").catch(() => null);
  if (!found || sounds) return;
  heard = found.heard;
  sounds = new found.Sounds(document.querySelector('[data-part="sounds"]'), words, face.table_id);
}
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, listen, { once: true });

/** A sentence over the bar for some seconds. @param {string} text */
function notice(text) {
  document.querySelector(".room-notice")?.remove();
  const shownNow = made("p", "room-notice", [text]);
  document.body.append(shownNow);
  setTimeout(() => shownNow.remove(), 4000);
}

let wasAway = Boolean(mine?.away);
/** What the page said when it was opened goes with the next hand, or one's own going and coming. */
function beforeThisHand() {
  for (const said of document.querySelectorAll(".room-main > .notice")) said.remove();
}

const arrivals = new Arrivals();

let ownDrawn = "";
/** The own cards, the own stack and the time that is left. */
function drawOwn() {
  const where = part("own");
  where.hidden = !mine;
  if (!mine) return;
  drawRest();
  const own = face.seats.find((/** @type {any} */ s) => s.seat === mine.seat);
  // its key may be pressed now
  const now = JSON.stringify([{ ...mine, words: null }, own, phase, proof, face.stage, face.hand_number, face.turn, face.to_act, face.result]);
  if (now === ownDrawn) return;
  ownDrawn = now;
  const cards = mine.hand_number === face.hand_number ? mine.cards.map((/** @type {any} */ o) => drawnCard(o.card, words)) : [];
  arrivals.mark("own", face.hand_number, cards, cards.length ? mine.cards.map((/** @type {any} */ o) => o.card) : []);
  arrivals.looked = true;
  const lost = Boolean(face.result?.shown.length) && !wins(face.result, mine.seat);
  if (own?.folded || lost) cards.forEach((/** @type {HTMLElement} */ card) => card.classList.add("dim"));
  // who has left or sits out does nothing more: the house acts
  const acts = face.to_act === mine.seat && !mine.away && !mine.leaves;
  const ring = made("span", "own-time");
  ring.dataset.part = "time";
  ring.setAttribute("role", "timer");
  ring.setAttribute("aria-live", "off");
  const left = made("div", "own-left", acts ? [ring, made("b", "", [phase === "bank" ? words.extra_time : words.your_turn])] : []);
  if (own) left.append(...bank(acts));
  const right = made("div", "own-right", own ? [
    stack(own.chips), ...(own.chips ? [fitted(made("span", "figures", [inBlinds(own.chips, face, words)]))] : []),
  ] : []);
  for (const comes of [money?.comes(mine, words), mine.rests_next && !mine.away ? words.out_next : ""]) if (comes) right.append(made("small", "", [comes]));
  if (mine.makes && cards.length && !own?.folded) {
    const said = made("small", "", [named(mine.makes, words)]);
    if (cards.length > TWO) {
      // the frame is the winner's once there is one
      if (!lost) cards.forEach((/** @type {HTMLElement} */ card, /** @type {number} */ i) => card.classList.toggle("five", mine.makes.own.includes(mine.cards[i].card)));
      said.append(made("span", "visually-hidden", [" ", say(words.with_two, { two: mine.makes.own.map((/** @type {string} */ card) => saidCard(card, words)).join(", ") })]));
    }
    right.append(said);
  }
  if (proof) {
    const good = proof === "checked" || proof === "checked_alone";
    const tick = made("small", good ? "proof" : "proof bad", [icon(good ? "check" : "triangle-alert")]);
    tick.title = words[proof];
    tick.dataset.proof = proof;
    tick.setAttribute("role", "img");
    tick.setAttribute("aria-label", words[proof]);
    right.append(tick);
  }
  where.replaceChildren(left, made("div", "own-cards", cards), right);
}

function drawRest() {
  for (const box of document.querySelectorAll(".rest")) {
    box.setAttribute("aria-checked", String(mine.rests_next));
    box.toggleAttribute("hidden", mine.away || mine.leaves);
  }
}

const rest = () => (mine.rests_next ? told("come-back", {}) : told("sit-out", { after_hand: true }));
part("rest")?.addEventListener("click", rest);

/** What is left of the bank, and its key where it does not run by itself. @param {boolean} acts */
function bank(acts) {
  if (acts && phase === "bank") return []; // the ring counts it
  const offered = bar && acts && mine.may_use_bank && mine.turn === face.turn;
  if (!offered) return [made("small", "own-bank figures", [say(words.bank_left, { seconds: Math.floor(mine.bank_ms / 1000) })])];
  const sign = made("kbd", "", ["T"]);
  sign.setAttribute("aria-hidden", "true");
  return [bar.bankButton([sign, say(words.use_time, { seconds: Math.floor(mine.bank_ms / 1000) })], useTime)];
}

let timeAsked = -1;
async function useTime() {
  if (timeAsked === face.turn) return;
  timeAsked = face.turn;
  if (!await told("time", { turn: face.turn })) timeAsked = -1;
}

document.addEventListener("keydown", (event) => {
  const into = /** @type {HTMLElement|null} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || into?.closest("input, select, textarea, dialog")) return;
  const key = event.key.toLowerCase();
  if (key === "t" && !bar?.off && mine?.may_use_bank && mine.turn === face.turn && face.to_act === mine.seat) useTime();
  if (key === "s") void sayTime();
  if (key === "o" && mine && !mine.away && !mine.leaves) void rest();
});

/** @type {typeof import("./time_said.js")|null} */
let timeSaid = null;
async function sayTime() {
  timeSaid ??= await import("./time_said.js").catch(() => null);
  timeSaid?.ask(face, mine, now(), words);
}
part("say-time").addEventListener("click", sayTime);

let checkedHand = 0;
let openedHand = 0;
function check() {
  if (!mine?.cards.length || mine.hand_number !== face.hand_number) {
    if (mine && !mine.cards.length) proof = "";
    return;
  }
  const number = face.hand_number;
  /** @type {[string, string]} */
  const roots = [face.root, face.second_root];
  const given = { hand: `${face.table_id}/${number}`, roots, words: face.words };
  if (checkedHand !== number) {
    checkedHand = number;
    const said = spoken?.dealt(number, mine.seat, roots, face.words) ?? "out";
    if (!proved({ ...given, seat: mine.seat, openings: mine.cards })) doubt("not_checked");
    else if (said === "wrong") doubt("word_left_out");
    else proof = said === "in" ? "checked" : "checked_alone";
  }
  if (face.other_deck && openedHand !== number) {
    openedHand = number;
    if (!otherProved({ ...given, secret: face.other_deck })) doubt("other_not_checked");
  }
}

/** @param {string} what */
function doubt(what) {
  proof = what;
  part("alert").textContent = words[what];
}

/** Once for each thing that is told: it is read out. */
function tell() {
  const told = [banner({ ...stood(), looks_on: !mine, seat: mine?.seat }, words), rebuys?.waits(face, mine?.seat), money?.sessionEnds(face, keeper.serverNow(), words), money?.limitEnds(page, face, keeper.serverNow(), words), mine?.barred && words.barred].filter(Boolean).join(" ");
  const where = part("banner");
  where.hidden = !told;
  if (where.textContent?.trim() !== told) where.textContent = told;
  part("void")?.toggleAttribute("hidden", face.notice?.kind !== "voided");
}

function drawSeats() {
  stage.draw({ ...face, phase }, mine, { canSit: !mine && Boolean(document.querySelector(".bar-sit select")) });
}

/** Which part of the time to decide runs: it may change while nothing happens. */
let phase = "";
const now = () => (keeper.least === -Infinity ? null : partOf(face, keeper.serverNow()));

let phaseSaid = -1;
function sayPhase() {
  if (phase !== "bank" || phaseSaid === face.turn) return;
  phaseSaid = face.turn;
  const seconds = Math.ceil(face.more_time.bank_ms / 1000);
  if (mine && face.to_act === mine.seat) {
    // seen at the ring, which counts it
    tellTurn(say(words.your_bank, { seconds }));
  }
  part("log").append(made("p", "", [say(words.says_bank, { name: short(nameAt(face.to_act)) })]));
}

let voidSaid = "";
let voidOn = "";
function sayVoid() {
  const which = voided(face, mine) ? JSON.stringify(mine.ahead) : "";
  if (which && which !== voidSaid) {
    part("alert").textContent = words.ahead_void;
    notice(words.ahead_void);
    voidOn = face.street;
  }
  if (voidOn !== face.street) unsay(words.ahead_void);
  voidSaid = which;
}

let turnSaid = -1;
/** What was read out of the own turn: it goes with the turn. */
let turnTold = "";
/** @param {string} text */
function tellTurn(text) {
  turnIsOver();
  turnTold = text;
  part("alert").textContent = text;
}
function turnIsOver() {
  if (turnTold) unsay(turnTold);
  turnTold = "";
}
/** @param {string} text */
function unsay(text) {
  if (part("alert").textContent === text) part("alert").textContent = "";
  for (const said of document.querySelectorAll(".room-notice")) if (said.textContent === text) said.remove();
}

/** Whether it was said that between two players the button posts the big blind. */
let twoSaid = false;
/** When the table was last told, by the steady clock. */
let toldAt = 0;

/** What the player chose. @type {typeof import("./preferred.js")|null} */
let preferred = null;
/** @param {any} [event] of this page, or another one of this browser */
async function prefer(event) {
  if (event?.key && !/preferences|plain/.test(event.key)) return;
  const kept = keptHere();
  document.body.toggleAttribute("data-plain", kept?.getItem("deck-plain") === "1");
  if (!event && !kept?.getItem("table-preferences")) return;
  preferred = await import("./preferred.js").catch(() => null);
  preferred?.follow(words, bar);
  if (!event) return;
  stage.before = { seats: "", board: "" };
  ownDrawn = "";
  before = null;
  part("log").replaceChildren();
  draw();
}
for (const told of ["preferred", "storage"]) addEventListener(told, prefer);

function draw() {
  toldAt = performance.now();
  preferred?.at(face);
  check();
  phase = now()?.part ?? "";
  drawSeats();
  offerSeats();
  drawOwn();
  speak();
  tell();
  bar?.draw(stood(), mine);
  tournament();
  money?.sayEnd(face, words);
  rebuys?.draw(face, mine, keeper);
  addOns?.draw(face, mine, keeper);
  part("hand").textContent = face.hand_number ? say(words.hand, { number: face.hand_number }) : "";
  part("root").textContent = [face.root, face.second_root].filter(Boolean).join(" ");
  const log = part("log");
  if (before && before.hand_number !== face.hand_number) {
    log.replaceChildren();
    asks?.clear();
  }
  log.append(...sentences(before, face, words).map((text) => made("p", "", [text])));
  log.scrollTop = log.scrollHeight;
  if (before?.stage === "showing" && face.stage !== "showing") kit(before.hand_number);
  if (heard) sounds?.play(heard(before, face, mine));
  const options = asked(face, mine);
  if (options || (before && before.hand_number !== face.hand_number)) beforeThisHand();
  for (const one of money?.added(before, face) ?? []) {
    log.append(made("p", "", [say(words.says_adds, { name: short(one.name), chips: shown(one.chips) })]));
    if (one.seat === mine?.seat) notice(say(words.added, { chips: shown(one.chips) }));
  }
  if (face.button !== null) {
    const two = face.button === face.big_blind;
    // to who opens the page it is nothing new
    if (two && !twoSaid && before) {
      notice(words.two);
      log.append(made("p", "", [words.two]));
    }
    twoSaid = two;
  }
  before = face;
  document.body.dataset.stage = face.stage;
  document.body.toggleAttribute("data-mine", Boolean(mine));
  document.body.toggleAttribute("data-away", Boolean(mine?.away));
  if (wasAway !== Boolean(mine?.away)) {
    wasAway = !wasAway;
    beforeThisHand();
  }
  sayVoid();
  // for the page around several tables, first: until when the time runs that is counted now, before what is kept for later
  if (options) Object.assign(document.body.dataset, { due: face.due_ms && face.due_ms - (face.more_time?.bank_ms ?? 0) - (face.more_time?.reconnect_ms ?? 0), turn: mine.turn });
  else delete document.body.dataset.turn;
  if (face.to_act !== mine?.seat) turnIsOver();
  if (options && turnSaid !== mine.turn) {
    turnSaid = mine.turn;
    tellTurn(words.your_turn);
    clearTheTable();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  }
  sayPhase();
  time();
}

/** A form is on its way, and its answer is the page anew. */
let sending = false;
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  sending = true;
  setTimeout(() => { sending = false; }, 5000);
});

let coming = false;
/** Whether the player asked to go: the house may tell only that he has gone. */
let leaving = false;

/** The page as the house writes it now, unless it comes already. */
function anew() {
  if (sending || coming) return;
  coming = true;
  // never many times in one second, whatever is heard
  setTimeout(() => location.reload(), Math.max(0, 1000 - performance.now()));
}

/** Whether the next hand should have been dealt. */
function overdue() {
  return Boolean(face.event && face.stage === "waiting" && face.deals_ms && keeper.least !== -Infinity && keeper.serverNow() > face.deals_ms + 2000);
}

/** Whether it waits for the clock of the tournament; who looks on late sees nothing for a while though it runs. */
const late = () => overdue() && Boolean(stands?.stops(keeper.serverNow(), words));

/** The table, with why nothing is dealt. */
const stood = () => {
  const stops = late();
  return { ...face, late: stops, why: stops ? stands?.why(keeper.serverNow(), words) : "" };
};

/** @type {any} the clock of the tournament */
let clock = null;
/** @type {typeof import("./event.js")|null} what draws the line of the tournament comes when it is no more as the page was written */
let line = null;
const counted = () => face.event && [face.event.players_left, face.event.entries_total, face.event.late_entries].join();
const written = counted();
async function drawLine() {
  line ??= await import("./event.js").catch(() => null);
  line?.draw({ clock, face, now: keeper.serverNow(), words, page });
}
/** @param {any} payload */
function hearClock(payload) {
  clock = payload;
  addOns?.hear(payload);
  stands?.hear(payload);
  if (line || JSON.stringify([payload.turn, payload.state, payload.index, payload.anchor_ms, payload.elapsed_ms]) !== page.clock) void drawLine();
}

/** To who is out the way back in is offered only for as long as entries are taken. */
async function followEntries() {
  line ??= await import("./event.js").catch(() => null);
  if (line?.closes(clock, face, keeper.serverNow())) anew();
}

/** The blinds of the level; who is out is told by the page as the house writes it. */
function tournament() {
  if (!face.event) return;
  if (face.event.timed) void import("./cash.js").then(({ sayEnd }) => sayEnd(face, words));
  part("blinds").textContent = stakes(face.small_blind_chips, face.big_blind_chips);
  part("ante").textContent = face.ante ? say(face.ante.kind === "each" ? words.each : words.for_all, { amount: plain(face.ante.chips) }) : "";
  if (line || counted() !== written) void drawLine();
  // somebody else may have come to the seat that I left
  const out = mine && nameAt(mine.seat) !== myName;
  if (out) location.reload();
}

/** A table that was closed is written anew, for who sat there, too. */
function closedMeanwhile() {
  if (face.stage === "closed" && page.open) anew();
}

/** @param {number} number */
function kit(number) {
  const link = /** @type {HTMLAnchorElement} */ (part("kit"));
  if (!page.player_id || !number) return;
  link.hidden = false;
  link.href = `${page.api}hands/${number}/kit`;
  link.download = `hand-${face.table_id}-${number}.json`;
}

/** The share of what runs now that is left. */
function time() {
  // the menu may lie over the ring
  const shows = document.querySelectorAll('[data-part="time"], [data-part="menu-time"]');
  const runs = now();
  if ((runs?.part ?? "") !== phase) {
    phase = runs?.part ?? "";
    drawSeats();
    drawOwn();
    sayPhase();
    return time();
  }
  document.body.dataset.time = phase;
  timeSaid?.follow(face, mine, runs, words);
  if (!runs) {
    for (const one of shows) one.textContent = "";
    return;
  }
  document.body.style.setProperty("--left", String(runs.of ? runs.left / runs.of : 0));
  document.body.toggleAttribute("data-hurry", runs.hurry);
  if (runs.hurry && runs.left > 0 && !face.held && mine && face.to_act === mine.seat) sounds?.hurry(face.turn);
  // without a line it is counted on, and what the house does meanwhile is not known
  for (const one of shows) {
    one.textContent = `${online ? "" : "≈"}${Math.ceil(runs.left / 1000)}`;
    one.toggleAttribute("data-about", !online);
  }
}

// Links that open over the table; what shows them comes with the first.
/** @type {typeof import("./last.js")|null} */
let last = null;
/** @type {typeof import("./sure.js")|null} */
let asks = null;
/** @type {typeof import("./menu.js")|null} */
let menu = null;
/** How often the table was cleared: what was asked for before that and comes after it would lie over a decision. */
let cleared = 0;
function clearTheTable() {
  cleared += 1;
  last?.clear();
  asks?.clear();
  menu?.shut();
}
/** @returns {() => boolean} whether nothing has cleared the table from now on */
function untilCleared() {
  const before = cleared;
  return () => before === cleared;
}
/** @param {HTMLAnchorElement} link */
async function over(link) {
  const wanted = untilCleared();
  last ??= await import("./last.js").catch(() => null);
  if (last) await last.show(link, wanted);
  else if (wanted()) location.assign(link.href);
}
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[data-over]")]);
for (const link of links) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void over(link);
  });
}
document.addEventListener("keydown", (event) => {
  const typing = /** @type {HTMLElement} */ (event.target).closest?.("input:not([type=range]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const link = links.find((one) => one.dataset.key === event.key.toLowerCase());
  if (link) void over(link);
});
// a complaint that was sent, and may be with the house
if (keptInTab()?.getItem("complaint-sent")?.startsWith(location.pathname)) import("./written.js").then(({ settle }) => settle(), () => undefined);
/** How long one is there is told from the first full hour on; what tells it comes then. */
let hours = !page.since_ms;
function countHours() {
  if (hours || keeper.least === -Infinity || keeper.serverNow() - page.since_ms < HOUR_MS) return;
  hours = true;
  import("./hours.js").then(({ Hours }) => new Hours(part("hours"), page.session, {
    since: page.since_ms,
    now: () => keeper.serverNow(),
  }).begin()).catch(() => { hours = false; });
}
for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const what = /** @type {HTMLElement} */ (form).dataset.ask ?? "";
    form.closest("details")?.removeAttribute("open");
    if (/** @type {SubmitEvent} */ (event).submitter?.matches(".rest")) return rest();
    if (what === "sit-out" && plays(face, mine)) {
      const [wanted, hand] = [untilCleared(), face.hand_number];
      asks ??= await import("./sure.js").catch(() => null);
      if (!asks) return notice(words.not_sent);
      // the question is about this hand, and lies over no decision that began meanwhile
      if (!wanted() || hand !== face.hand_number) return;
      if (!await asks.sure(`${words.hand_goes} ${words.sit_out_sure}`, { yes: words.sit_out, no: words.back })) return;
    }
    const leaves = what === "leave";
    if (leaves) leaving = sending = true; // the session's page comes, not this one anew
    const done = await told(what, {});
    if (done?.at_once && leaves) location.assign(page.session);
    else if (leaves) sending = false;
  });
}

/** @type {Record<string, (payload: any) => void>} */
const follows = { [page.table_topic]: (payload) => { if (payload.late_seconds && payload.turn < face.turn) return; if (page.left?.until_ms > keeper.serverNow()) payload.seats = payload.seats.filter((/** @type {any} */ one) => one.seat !== page.left.seat || one.in_hand); if (payload.late_seconds !== face.late_seconds) anew(); face = payload; draw(); closedMeanwhile(); if (waits?.outdated(page.waiting, face) || money?.began(page, face) || addOns?.bought(face, mine)) anew(); } };
if (page.clock_topic) follows[page.clock_topic] = hearClock;
/** @type {typeof import("../calls.js")|null} another table waits for the player */
let called = null;
if (page.calls && top === self) {
  follows[page.calls] = async (payload) => {
    if (called || payload.tables.some((/** @type {any} */ one) => one.table_id !== face.table_id)) (called ??= await import("../calls.js")).hear(payload, keeper);
  };
}
if (page.balance_topic) follows[page.balance_topic] = async (payload) => (await import("./balance.js")).hear(payload, page.balance, anew);
if (page.waiting_topic) follows[page.waiting_topic] = (payload) => { if (waits?.changed(page.waiting, payload)) anew(); };
if (page.own_topic) {
  follows[page.own_topic] = (payload) => {
    if (!payload.seat) {
      if (leaving || mine?.leaves) location.assign(page.session);
      else if (mine) anew();
      return;
    }
    // the words and the ring are of the seat in which the page was opened
    const stays = mine && mine.seat === payload.seat && mine.moves_to === payload.moves_to;
    const ended = money?.ended(mine, payload, words);
    if (ended) notice(ended);
    mine = payload;
    if (!stays) anew();
    else draw();
  };
}
const live = new Live({
  url: socketAddress(location),
  topics: follows,
  onNow: (now, asked) => {
    keeper.hear(now, asked);
    if (asked !== undefined) drawMeter(part("meter"), performance.now() - asked, words);
  },
  // who looks on where that is late from now on; who stood up is told so by the own topic
  onRefused: (topic) => { if (!mine && topic === page.table_topic && topic in live.seen) anew(); },
  onLine: (there) => {
    part("line").textContent = there ? "" : words.line_lost;
    part("line").parentElement?.toggleAttribute("hidden", there);
    if (there || online) clearTimeout(pales);
    if (there) bar?.line(true);
    else if (!navigator.onLine) bar?.line(false);
    else if (online) pales = setTimeout(() => bar?.line(false), GONE_MS);
    online = there;
    if (online) return;
    drawMeter(part("meter"), null, words);
    // a page that never had a line counts from the hour at which it was written
    if (keeper.least === -Infinity) keeper.hear(page.now_ms + performance.now() - opened);
    time();
  },
});
await prefer();
draw();
trusted().then((whole) => { if (!whole) doubt("not_checked"); });
live.start();
addEventListener("offline", () => live.drop());
addEventListener("online", () => live.again());
document.addEventListener("visibilitychange", () => { if (!document.hidden) live.wake(); });
let wasLate = "";
const waitsForOthers = () => Boolean(face.event.still_play) || face.event.last_hands === 0;
/** What says that the clock of the tournament stands, from the first hand that is not dealt in time. */
async function follow() {
  stands ??= await import("./stands.js").catch(() => null);
  if (clock) stands?.hear(clock);
}
/** Nobody tells that a hand was put away while the clock stands. */
function putAway() {
  if (!face.event || face.stage !== "showing" || face.held || keeper.least === -Infinity || performance.now() - toldAt < 8000) return;
  const told = face;
  const seats = face.seats.map((/** @type {any} */ one) => ({ ...one, folded: false, all_in: false, in_hand: false }));
  face = { ...face, stage: "waiting", seats, result: null, board: [], pots: [], pot_chips: 0, button: null, small_blind: null, big_blind: null, deals_ms: keeper.serverNow() };
  draw();
  // who looks on late is told the end of the own last hand once more: the log and the sounds had it
  before = told;
}
setInterval(() => {
  time();
  putAway();
  rebuys?.draw(face, mine, keeper);
  addOns?.draw(face, mine, keeper);
  const offer = document.querySelector('[data-part="offer-left"]');
  if (offer && keeper.least !== -Infinity && waits?.count(offer, page.waiting, face.held?.at_ms ?? keeper.serverNow())) draw(); // no seat is to be had either
  countHours();
  // the result of the tournament, for who may not know it yet
  if (page.known_ms && keeper.least !== -Infinity && keeper.serverNow() > page.known_ms) anew();
  if (page.again && keeper.least !== -Infinity) void followEntries();
  if (money) tell();
  if (line) void drawLine();
  else if (page.ends_ms && keeper.least !== -Infinity) for (const where of document.querySelectorAll('[data-part="level-left"]')) where.textContent = countdown(page.ends_ms - keeper.serverNow());
  if (!stands && overdue()) void follow();
  stands?.draw(late() && !waitsForOthers(), keeper.serverNow(), words);
  const is = stood();
  const said = is.late ? is.why || words.waits_clock : "";
  if (said === wasLate) return;
  wasLate = said;
  tell();
  bar?.draw(is, mine);
}, 250);
document.body.dataset.ready = "";
