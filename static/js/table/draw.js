// Seats, board, pots, drawn whole from each payload.
import { bigBlinds, chips, grouped, hundredths, money, timeOfDay } from "../format.js";
import { icon } from "../icons.js";

/** @typedef {Record<string, string>} Words */

const SUITS = /** @type {Record<string, string>} */ ({ s: "spade", h: "heart", d: "diamond", c: "club" });
export const language = document.documentElement.dataset.language ?? "pt-br";

/** of a cash table, where every chip is a cent; "" elsewhere */
export const currency = document.querySelector?.("[data-currency]")?.getAttribute("data-currency") ?? "";

/** of the player's choice (preferred.js) @type {{write: any, read: any}} */
export const unit = { write: null, read: null };

/** @param {number} count */
export const plain = (count) => (currency ? money(count, currency, language) : chips(count, language));

/** Whether a figure is one of M, with no chip left out. @param {number} count */
const isOfM = (count) => !currency && count >= 1e6 && !(count % 1e4);
/** @param {number} count */
const ofM = (count) => `${new Intl.NumberFormat(language).format(count / 1e6)}\u00a0M`;

/** As the blinds beside it: in M from a million on, where no chip is left out. @param {number} count @param {boolean} [exact] so that it can be typed */
export const shown = (count, exact = false) => unit.write?.(count, exact) ?? (!exact && isOfM(count) ? ofM(count) : plain(count));

/** Both blinds, which no end of a line parts: in M from a million on. @param {number} small @param {number} big */
export function stakes(small, big) {
  const short = isOfM(big) && !(small % 1e4);
  return [small, big].map((one) => (short ? ofM(one) : plain(one))).join("\u00a0/\u00a0");
}

/** A bet on the felt, in few figures: money without sign and round cents. @param {number} count */
export const laid = (count) => (currency && !unit.write ? hundredths(count, language).replace(/\D00$/, "") : shown(count));

/** A stack: the more figures it has, the smaller it is written (--figures); what is said in M has every chip in its title. @param {number} count @param {string} [name] */
export function stack(count, name = "") {
  const written = fitted(made("b", `${name} figures`, [shown(count)]));
  if (!currency && !unit.write && count >= 1e6) written.title = grouped(count, language);
  return written;
}

/** As small as its place wants. @param {HTMLElement} written */
export function fitted(written) {
  written.style.setProperty("--figures", String(written.textContent?.length));
  return written;
}

/** @param {string} text @param {Record<string, string|number>} values */
export const say = (text, values) => text.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name] ?? ""));

/** An hour as the house has it, as on every other page; and where that is, on a device that has another. @param {number} ms @param {Words} words */
export function hourThere(ms, words) {
  const [there, here] = [words.zone, undefined].map((zone) => timeOfDay(ms, zone, language));
  return there === here ? there : `${there} (${words.hours_of})`;
}

/**
 * @param {string} tag @param {string} name @param {(Node|string)[]} inside
 * @returns {HTMLElement}
 */
export function made(tag, name = "", inside = []) {
  const found = document.createElement(tag);
  if (name) found.className = name;
  found.append(...inside);
  return found;
}

/** @param {string} card @param {Words} words */
export function saidCard(card, words) {
  return say(words.card, { rank: card[0].replace("T", "10"), suit: words[`suit_${card[1]}`] });
}

/** One open card. @param {string} card @param {Words} words */
export function drawnCard(card, words) {
  const rank = made("b", "", [card[0].replace("T", "10")]);
  const foot = made("span", "card-foot", [icon(SUITS[card[1]]), made("em", "", [words[`letter_${card[1]}`]])]);
  const found = made("span", "card", [rank, foot]);
  found.dataset.suit = card[1];
  if (card[0] === "T") found.dataset.ten = "";
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", saidCard(card, words));
  return found;
}

/** Marks a card that has just come, so that it turns once. */
export class Arrivals {
  constructor() {
    /** @type {Map<string, string[]>} what lay at each place at the last look */
    this.seen = new Map();
    this.looked = false;
  }

  /** @param {string} where @param {number} hand @param {HTMLElement[]} drawn @param {string[]} cards the same, by name */
  mark(where, hand, drawn, cards) {
    const before = this.seen.get(where) ?? [];
    const now = cards.map((card) => `${hand} ${card}`);
    drawn.forEach((card, i) => card.toggleAttribute("data-new", this.looked && !before.includes(now[i])));
    this.seen.set(where, now);
  }
}

/** own cards, where nothing has to be said of which of them count */
export const TWO = 2;

export const wide = matchMedia("(min-width: 52rem) and (min-height: 30.01rem)");

/** A word without end is in full in its title. @param {string} word */
const cut = (word) => (word.length > (wide.matches ? 20 : 14) ? `${word.slice(0, wide.matches ? 18 : 12)}…` : word);

/**
 * A short name: to ten letters (eighteen on a wide screen) as it is, else the first name, and the last one's letter where there is room.
 * @param {string} name @param {number} [whole] so many letters stay as they are
 */
export function short(name, whole = wide.matches ? 18 : 10) {
  const [first, ...rest] = name.split(" ");
  if (name.length <= whole) return name;
  if (!rest.length) return cut(name);
  return first.length > (wide.matches ? 12 : 8) ? cut(first) : `${first} ${rest[rest.length - 1][0]}.`;
}

/** A tint of its own for everybody, from the name. @param {string} name */
const tint = (name) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % 8;

/** A name at a plate: whole where it has room, else short (table.css). @param {string} full */
function plateName(full) {
  const brief = short(full, 7);
  const name = made("span", "plate-name", brief === full ? [full] : [made("span", "whole", [full]), made("span", "brief", [brief])]);
  // a reader has the whole of it
  name.querySelector(".brief")?.setAttribute("aria-hidden", "true");
  name.title = full;
  name.style.setProperty("--letters", String(brief.length));
  return name;
}

export class Stage {
  /** @param {Words} words @param {(seat: number) => void} sit */
  constructor(words, sit) {
    this.words = words;
    this.sit = sit;
    this.seats = /** @type {HTMLElement} */ (document.querySelector('[data-part="seats"]'));
    this.band = /** @type {HTMLElement} */ (document.querySelector('[data-part="board"]'));
    this.before = { seats: "", board: "" };
    this.arrivals = new Arrivals();
  }

  /** @param {any} face @param {any} mine @param {{canSit: boolean}} reader */
  draw(face, mine, reader) {
    const now = JSON.stringify([face.seats, face.button, face.small_blind, face.big_blind, face.to_act, face.phase, face.open, face.result, face.hand_number, mine?.seat, reader, face.free, face.event?.rebuying]);
    if (now !== this.before.seats) {
      this.before.seats = now;
      this.drawSeats(face, mine, reader);
    }
    const board = JSON.stringify([face.board, face.pot_chips, face.pots, face.result, face.stage, face.gathered_chips]);
    if (board !== this.before.board) {
      this.before.board = board;
      this.drawBoard(face);
    }
    this.arrivals.looked = true;
  }

  /** @param {any} face @param {any} mine @param {{canSit: boolean}} reader */
  drawSeats(face, mine, reader) {
    const around = order(face.seats_count, mine?.seat ?? null);
    const phone = !mine && around.length === 2 ? FACES : onPhone(around.length);
    const drawn = around.map((number, i) => {
      const one = face.seats.find((/** @type {any} */ s) => s.seat === number);
      const item = one ? this.player(one, face) : this.empty(number, { canSit: reader.canSit && (face.free?.includes(number) ?? true) });
      const at = onRing(mine ? i + 1 : i, face.seats_count, !mine);
      item.style.setProperty("--x", `${at.x}%`);
      item.style.setProperty("--y", `${at.y}%`);
      item.dataset.row = phone[i].row;
      item.dataset.side = phone[i].side;
      item.dataset.half = at.x > 51 ? "r" : at.x < 49 ? "l" : "m";
      item.dataset.seat = String(number);
      return item;
    });
    const own = mine && face.seats.find((/** @type {any} */ s) => s.seat === mine.seat);
    if (own) {
      const me = this.player(own, face);
      me.classList.add("mine");
      drawn.push(me);
    }
    const there = [...this.seats.children];
    // what stays may be pressed now
    drawn.forEach((item, i) => {
      if (!there[i]) this.seats.append(item);
      else if (there[i].outerHTML !== item.outerHTML) there[i].replaceWith(item);
    });
    for (const gone of there.slice(drawn.length)) gone.remove();
  }

  /** @param {number} number @param {{canSit: boolean}} reader */
  empty(number, reader) {
    const item = made("li", "seat free");
    const name = say(this.words.seat, { seat: number });
    if (!reader.canSit) {
      item.append(made("span", "plate", [made("span", "plate-name", [name])]));
      return item;
    }
    const button = made("button", "plate", [made("span", "plate-name", [name]), made("span", "plate-word", [this.words.take_seat])]);
    button.addEventListener("click", () => this.sit(number));
    item.append(button);
    return item;
  }

  /** @param {any} one @param {any} face */
  player(one, face) {
    const { words } = this;
    const won = wins(face.result, one.seat);
    const showed = (face.result?.shown ?? face.open)?.find((/** @type {any} */ s) => s.seat === one.seat);
    const item = made("li", "seat");
    const lost = hasLost(face.result, one);
    const state = won ? "won" : lost ? "fold" : face.to_act === one.seat ? "act" : one.away ? "away" : one.folded || (face.hand_number && face.stage !== "waiting" && !one.in_hand) ? "fold" : "in";
    item.dataset.state = state;
    item.toggleAttribute("data-out", one.folded || !one.in_hand);
    item.toggleAttribute("data-line", one.line_lost && !one.all_in && !one.away && !won);
    const marks = [[face.button, "D", words.button], [face.small_blind, "SB", words.small_blind], [face.big_blind, "BB", words.big_blind]]
      .filter(([seat]) => seat === one.seat);
    const word = won ? `+${shown(won)}` : lost ? (face.event && !face.event.rebuying?.includes(one.seat) ? words.out : words.no_chips) : one.all_in ? words.all_in : one.away ? words.away : one.line_lost ? words.reconnects : state === "act" && face.phase === "bank" ? words.extra_time : one.folded ? words.folded : one.rehearsal ? words.rehearsal : "";
    const avatar = made("span", "avatar", [initials(one.name)]);
    avatar.dataset.tint = String(tint(one.name));
    avatar.setAttribute("aria-hidden", "true");
    const texts = made("span", "plate-text", [plateName(one.name)]);
    // who is all in has nothing behind: the word says it
    if (one.chips || !one.all_in || won) texts.append(stack(one.chips, "plate-stack"));
    if (!word) texts.append(fitted(made("small", "plate-bb figures", [inBlinds(one.chips, face, words)])));
    else {
      const told = made("span", one.all_in && !won && !lost ? "plate-word boxed" : "plate-word", [word]);
      told.style.setProperty("--letters", String(word.length));
      texts.append(told);
    }
    const plate = made("span", "plate", [avatar, texts]);
    if (state === "act") plate.append(made("i", "plate-time"));
    item.append(plate);
    for (const [, sign, said] of marks) {
      const disc = made("span", sign === "D" ? "disc dealer" : "disc", [String(sign)]);
      disc.setAttribute("role", "img");
      disc.setAttribute("aria-label", String(said));
      item.append(disc);
    }
    if (showed) {
      const cards = showed.hole.map((/** @type {string} */ card) => this.showedCard(card, showed, face.result, won));
      this.arrivals.mark(`seat ${one.seat}`, face.hand_number, cards, showed.hole);
      const row = made("span", "showed", cards);
      if (showed.hole.length > TWO) row.dataset.four = "";
      item.append(row);
    } else if (one.in_hand && !one.folded && face.stage === "playing") item.append(hidden(face.hole_cards));
    if (one.bet_chips) {
      const bet = fitted(made("span", one.seat === priced(face) ? "bet hot figures" : "bet figures", [laid(one.bet_chips)]));
      this.arrivals.mark(`bet ${one.seat}`, face.hand_number, [bet], [`${face.street} ${one.bet_chips}`]);
      item.append(bet);
    }
    return item;
  }

  /** @param {string} card @param {any} showed @param {any} result @param {number} won */
  showedCard(card, showed, result, won) {
    const drawn = drawnCard(card, this.words);
    // an all-in lies open before anybody has won; where several have, each has his five below the board
    if (won && winners(result).length === 1 && showed.five.includes(card)) drawn.classList.add("five");
    if (!won && showed.five) drawn.classList.add("dim");
    return drawn;
  }

  /** @param {any} face */
  drawBoard(face) {
    const { words } = this;
    // one hand is marked on the board; where several won, each is named with its pot and its five cards
    const winning = winners(face.result);
    const five = new Set(winning.length === 1 ? winning[0].five : []);
    const inside = [];
    const pot = face.result ? face.result.pots.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.chips, 0) : face.pot_chips;
    if (pot && face.stage !== "waiting") {
      inside.push(made("p", "pot", [words.pot, " ", made("b", "figures", [shown(pot)]), " ", made("span", "soft figures", [inBlinds(pot, face, words)])]));
    }
    const cards = face.board.map((/** @type {string} */ card) => {
      const drawn = drawnCard(card, words);
      if (five.size) drawn.classList.add(five.has(card) ? "five" : "dim");
      return drawn;
    });
    this.arrivals.mark("board", face.hand_number, cards, face.board);
    if (face.stage !== "waiting") for (let n = cards.length; n < 5; n += 1) cards.push(made("span", "card slot"));
    inside.push(made("p", "board", cards));
    if (face.pots.length) {
      inside.push(made("p", "pots figures", face.pots.map((/** @type {any} */ pot, /** @type {number} */ i) => made("span", "", [
        say(i ? words.side_pot : words.main_pot, { chips: shown(pot.chips) })]))));
    }
    for (const one of [...face.seats].sort((a, b) => wins(face.result, b.seat) - wins(face.result, a.seat))) {
      const won = wins(face.result, one.seat);
      if (!won) break;
      const told = winning.find((/** @type {any} */ s) => s.seat === one.seat);
      const pots = wonPots(face.result, one.seat, words);
      if (told && pots) {
        inside.push(made("p", "made apart", [
          made("span", "", [say(words.says_wins_pots, { name: short(one.name), chips: shown(won), pots })]), " ",
          made("span", "made-hand", [named(told, words)]), " ",
          made("span", "five-of", told.five.map((/** @type {string} */ card) => drawnCard(card, words))),
        ]));
        continue;
      }
      const two = told ? ownOfFive(told) : [];
      const said = [say(words.says_wins, { name: short(one.name), chips: shown(won) }), told ? named(told, words) : ""];
      inside.push(made("p", "made", [said.filter(Boolean).join(" "), ...(two.length ? [made("span", "two", two.map((card) => drawnCard(card, words)))] : [])]));
    }
    this.band.replaceChildren(...inside);
    this.band.dataset.drawn = "";
  }
}

/** Beside an amount: the same in the other unit, whole from a thousand big blinds on. @param {number} count @param {any} face @param {Words} words */
export function inBlinds(count, face, words) {
  if (unit.write) return plain(count);
  return say(words.bb, { count: bigBlinds(count / face.big_blind_chips, 1000, language) });
}

/** What cards make, and the kicker that decided. @param {any} made @param {Words} words */
export function named({ sentence, params: told }, words) {
  // several ranks stand on one line
  const params = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, String(value).replaceAll("-", "-\u2060")]));
  const hand = say(words[sentence], /high/i.test(sentence) ? params : { first: words[params.first], second: words[params.second] });
  return params.kicker ? say(words.with_kicker, { hand, ...params }) : hand;
}

/** Which two of the own cards count, where more than two are dealt; none elsewhere. @param {any} showed @returns {string[]} */
export const ownOfFive = (showed) => (showed.hole.length > TWO ? showed.hole.filter((/** @type {string} */ card) => showed.five.includes(card)) : []);

/** What a seat won altogether. @param {any} result @param {number} seat */
export function wins(result, seat) {
  let sum = 0;
  for (const pot of result?.pots ?? []) for (const [who, share] of pot.shares) if (who === seat) sum += share;
  return sum;
}

/** Whether somebody lost everything in the hand that is over, and has bought nothing since. @param {any} result @param {any} one */
export const hasLost = (result, one) => Boolean(result?.busts?.includes(one.seat)) && !one.chips;

/** Which pots a seat won something of, where several players did, and among how many each was divided; "" else. @param {any} result @param {number} seat @param {Words} words */
export function wonPots(result, seat, words) {
  const pots = result?.pots ?? [];
  if (new Set(pots.flatMap((/** @type {any} */ pot) => pot.shares.map((/** @type {number[]} */ [who]) => who))).size < 2) return "";
  return pots.flatMap((/** @type {any} */ pot, /** @type {number} */ i) => {
    if (!pot.shares.some((/** @type {number[]} */ [who]) => who === seat)) return [];
    const name = pots.length === 1 ? words.pot_alone : !i ? words.pot_main : pots.length === 2 ? words.pot_side : say(words.pot_side_of, { number: i });
    return [pot.shares.length > 1 ? say(words.pot_divided, { pot: name, count: pot.shares.length }) : name];
  }).join(", ");
}

/** The hands that won something, as they were shown; first that which won most. @param {any} result */
const winners = (result) => (result?.shown ?? []).filter((/** @type {any} */ s) => wins(result, s.seat) > 0)
  .sort((/** @type {any} */ a, /** @type {any} */ b) => wins(result, b.seat) - wins(result, a.seat));

/** Whose bet is the one to match: it is marked. @param {any} face */
function priced(face) {
  const most = Math.max(0, ...face.seats.map((/** @type {any} */ s) => s.bet_chips));
  return most ? face.seats.find((/** @type {any} */ s) => s.bet_chips === most)?.seat : null;
}

/** @param {string} name */
function initials(name) {
  const parts = name.split(/\s+/).filter(Boolean);
  return ((parts[0]?.[0] ?? "") + (parts.length > 1 ? parts[parts.length - 1][0] : parts[0]?.[1] ?? "")).toUpperCase();
}

/** The backs of so many cards. @param {number} count */
function hidden(count) {
  const found = made("span", "peek", Array.from({ length: count }, () => made("i")));
  if (count > TWO) found.dataset.four = "";
  found.setAttribute("aria-hidden", "true");
  return found;
}

const GOOD_MS = 150;
const FAIR_MS = 400;

/** @param {number|null} took milliseconds to the house and back; null: no line @returns {number} bars, 0 to 3 */
export const bars = (took) => (took === null ? 0 : took < GOOD_MS ? 3 : took < FAIR_MS ? 2 : 1);

/** @param {HTMLElement} where @param {number|null} took @param {Record<string, string>} words */
export function drawMeter(where, took, words) {
  const said = took === null ? words.no_line : say(words.line_takes, { ms: Math.round(took) });
  if (!where.firstChild) where.append(made("i"), made("i"), made("i"));
  where.hidden = false;
  where.dataset.bars = String(bars(took));
  where.setAttribute("aria-label", said);
  where.title = said;
}

/** @typedef {{row: "A"|"B"|"C"|"D", side: "l"|"m"|"r"}} Place where a seat is drawn on a phone */

/** two at whom one looks @type {Place[]} */
const FACES = [{ row: "D", side: "m" }, { row: "A", side: "m" }];

/**
 * The places of so many opponents on a phone, clockwise from the left of whoever looks.
 * @param {number} count
 * @returns {Place[]}
 */
export function onPhone(count) {
  const above = count === 9 ? 3 : count % 2 ? 1 : 2;
  const pairs = /** @type {("B"|"C"|"D")[]} */ (["B", "C", "D"].slice(0, Math.max(0, (count - above) / 2)));
  /** @type {Place[]} */
  const left = [...pairs].reverse().map((row) => ({ row, side: "l" }));
  /** @type {Place[]} */
  const right = pairs.map((row) => ({ row, side: "r" }));
  /** @type {Place[]} */
  const top = above === 1 ? [{ row: "A", side: "m" }] : above === 2 ? [{ row: "A", side: "l" }, { row: "A", side: "r" }]
    : [{ row: "A", side: "l" }, { row: "A", side: "m" }, { row: "A", side: "r" }];
  return count ? [...left, ...top, ...right] : [];
}

const POWER = 2 / 2.6;

/**
 * The point of the ring for the k-th of n, clockwise from the bottom, in per cent.
 * @param {number} k
 * @param {number} n
 * @param {boolean} onlooker nobody is at the bottom
 */
export function onRing(k, n, onlooker) {
  const t = Math.PI / 2 + (2 * Math.PI * (onlooker && n > 2 ? k + 0.5 : k)) / n;
  const bend = (/** @type {number} */ v) => Math.sign(v) * Math.abs(v) ** POWER;
  const [cy, b] = onlooker ? [49, 38] : [47, 36];
  return { x: 50 + 39 * bend(Math.cos(t)), y: cy + b * bend(Math.sin(t)) };
}

/**
 * The seats in the order of the places: clockwise from the left of who looks. Without a seat of one's own all of them, seat 1
 * first at the bottom left, as everywhere in the house.
 * @param {number} count
 * @param {number|null} mine
 */
export function order(count, mine) {
  const from = mine ?? 0;
  const length = mine ? count - 1 : count;
  return Array.from({ length }, (_one, i) => ((from + i) % count) + 1);
}

// Which part of the time to decide runs: the decision's, that to reconnect, or the bank's.

const HURRY_MS = 5000;

/**
 * @param {any} face what everybody sees
 * @param {number} now the server's moment
 * @returns {{part: "decision"|"reconnect"|"bank", left: number, of: number, hurry: boolean}|null} in milliseconds; hurry: the whole time is nearly over.
 *   Null while nobody decides
 */
export function partOf(face, now) {
  const { due_ms: due, from_ms: from, more_time: more, held } = face;
  if (!due || !from || !more) return null;
  const left = Math.max(0, due - Math.max(from, held?.at_ms ?? now));
  const hurry = left < HURRY_MS;
  if (more.bank_ms && left <= more.bank_ms) return { part: "bank", left, of: more.bank_ms, hurry };
  const before = left - more.bank_ms;
  if (more.reconnect_ms && before <= more.reconnect_ms) return { part: "reconnect", left: before, of: more.reconnect_ms, hurry };
  return { part: "decision", left: before - more.reconnect_ms, of: face.decision_seconds * 1000, hurry };
}
