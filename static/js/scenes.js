// What stands in a takeover (takeover.js): built from what the screen knows, drawn again when more is known.

import { say } from "./board.js";
import { bigBlinds, chips, countdown, grouped, ordinal } from "./format.js";
import { fitted } from "./fit.js";
import { icon } from "./icons.js";
import { wonInAll } from "./takeover.js";

/** @param {string} tag @param {string} [kind] its class @param {string} [text] @returns {HTMLElement} */
export function element(tag, kind = "", text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  return made;
}

/** @param {string} text */
function huge(text) {
  const cell = fitted(text, "p");
  cell.classList.add("wide");
  cell.firstElementChild?.classList.add("huge");
  return cell;
}

/** @param {[label: string, text: string][]} told those without a text are left out */
function tiles(told) {
  const made = element("div", "tiles");
  for (const [label, text] of told) {
    if (!text) continue;
    const tile = element("div", "tile");
    tile.append(element("span", "label", label), element("b", "", text));
    made.append(tile);
  }
  return made;
}

/** @param {string} name of an icon @param {string} [kind] its class */
function drawing(name, kind = "") {
  const drawn = icon(name);
  drawn.setAttribute("class", `icon ${kind}`);
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (drawn));
}

/** @param {string} suit what stands at both sides behind the words */
function ground(suit) {
  return ["ground", "ground other"].map((kind) => drawing(suit, kind));
}

/** @param {any} board @returns {HTMLElement[]} */
export function levelScene(board) {
  const { words, language, counts } = board;
  const now = board.keeper.show();
  const items = board.keeper.payload.items;
  const before = items.slice(0, now.index).reverse().find((/** @type {any} */ item) => item.kind === "level");
  const from = element("p", "from");
  if (now.item.ante) from.append(element("span", "", now.item.ante_kind === "big_blind" ? words.big_blind_ante_label : words.ante_label), element("b", "", chips(now.item.ante, language)));
  const was = element("p", "from was");
  if (before) was.append(element("span", "", words.before), element("s", "", [board.blinds(before), before.ante ? chips(before.ante, language) : ""].filter(Boolean).join(" · ")));
  const average = counts.average_chips;
  return [
    ...ground("spade"),
    element("p", "kick", say(words.level_up, { number: now.item.number })),
    huge(board.blinds(now.item)),
    from,
    was,
    tiles([
      [words.average_stack, average ? `${chips(average, language)} · ${say(words.bb_short, { count: grouped(Math.floor(average / now.item.big_blind), language) })}` : ""],
      [words.recess, now.recess_in_ms === null ? "" : say(words.in_time, { time: countdown(now.recess_in_ms) })],
      [words.up_next, now.next ? board.blinds(now.next) : ""],
    ]),
  ];
}

/** @param {any} board @returns {HTMLElement[]} */
export function moneyScene(board) {
  const { words, language, counts } = board;
  // where it was a deal that paid all who are left, what is told of a place is the champion's part
  const next = board.prizes?.deal ? null : board.nextPrize();
  const first = board.prizes?.deal ? null : board.firstPrize();
  const out = (board.eliminations?.rows ?? []).find((/** @type {any} */ row) => row.place === counts.places_paid + 1);
  return [
    ...ground("diamond"),
    element("p", "kick", say(words.money_kick, { paid: grouped(counts.places_paid, language) })),
    huge(words.bubble_burst),
    element("p", "sub", next ? say(words.band_money, { amount: board.amount(next.row.amount_cents) }) : words.in_money),
    tiles([
      [say(words.on_the_bubble, { place: say(words.place, { place: ordinal(counts.places_paid + 1, language) }) }), out ? out.name : ""],
      [words.first_place, first ? board.amount(first.amount_cents) : ""],
      [words.prize_pool, board.amount(counts.pool_cents)],
    ]),
  ];
}

/** @param {any} board @returns {HTMLElement[]} */
export function finalScene(board) {
  const { words, language } = board;
  const list = element("ol", "nine");
  const now = board.keeper.show();
  const blind = now?.item.big_blind ?? now?.next?.big_blind ?? 0;
  const rows = [...(board.standings?.rows ?? [])].sort((/** @type {any} */ a, /** @type {any} */ b) => (a.seat ?? 0) - (b.seat ?? 0));
  for (const row of rows) {
    const li = element("li");
    const stack = row.stack?.chips ?? row.stack_chips;
    li.append(element("i", "", String(row.seat ?? "")), fitted(row.name), element("small", "", stack ? `${chips(stack, language)}${blind ? ` · ${say(words.bb_short, { count: bigBlinds(stack / blind, 100, language) })}` : ""}` : ""));
    list.append(li);
  }
  const first = board.firstPrize();
  return [element("p", "kick", first ? say(words.final_kick, { amount: board.amount(first.amount_cents) }) : words.state_final_table), huge(words.state_final_table), list];
}

/** @param {any} board @returns {HTMLElement[]} */
export function winnerScene(board) {
  const { words } = board;
  const won = board.champion();
  const cents = won?.amount_cents || wonInAll(board.prizes, won?.entry_id, board.eliminations?.rows ?? []);
  const cup = drawing("trophy", "cup");
  const fall = element("div", "fall");
  for (let i = 0; i < 14; i += 1) {
    const drawn = icon(["spade", "heart", "diamond", "club"][i % 4]);
    drawn.setAttribute("class", `icon falls f${i % 7}`);
    fall.append(drawn);
  }
  const entries = board.counts?.entries_total ?? 0;
  const of = [document.querySelector("h1")?.textContent?.trim() ?? "", say(entries === 1 ? words.entries_one_in_all : words.entries_in_all, { count: grouped(entries, board.language) })].filter(Boolean).join(" · ");
  return [fall, cup, element("p", "kick", words.won), huge(won?.name ?? ""), element("p", "prize", cents ? board.amount(cents) : ""), element("p", "sub", of)];
}
