// The bar at the thumb. After the set of acts changed it is deaf for a moment: no tap meant for one button falls on another.
import { grouped } from "../format.js";
import { currency, hourThere, inBlinds, language, made, say, short, shown, unit, wide } from "./draw.js";
import { standstill } from "./said.js";
import { asksForAll, isMuch, sizes, takesAll, within } from "./sizes.js";

const DEAF_MS = 350;

export class Bar {
  /** @param {BarGiven} given */
  constructor({ words, act, ask, decide, again, steady }) {
    this.words = words;
    this.act = act;
    this.ask = ask;
    this.decide = decide;
    this.again = again ?? (() => {});
    /** @type {{facing: number, kinds: ("fold"|"check"|"call")[], chosen: string}|null} what may be decided before the turn */
    this.ahead = null;
    this.steady = steady ?? (() => performance.now());
    this.where = /** @type {HTMLElement} */ (document.querySelector('[data-part="bar"]'));
    this.shownAs = "";
    this.buttons = "";
    this.deafUntil = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.wakes = undefined;
    this.busy = false;
    /** there is no line: nothing that is pressed would reach the house */
    this.off = false;
    /** what uses the time bank: it stands beside the bar @type {HTMLElement|null} */
    this.bank = null;
    /** @type {{options: ActOptions, turn: number, face: any}|null} */
    this.now = null;
    this.sheet = false;
    this.sureToFold = false;
    /** the act that is asked about once more, for it is for all one has */
    this.sureOf = "";
    this.to = 0;
    /** the own sizes of the player, where they were chosen (preferred.js) @type {((options: ActOptions, street: string) => [string, number][]|undefined)|null} */
    this.own = null;
    /** why what is typed cannot be bet; "" where it can */
    this.wrong = "";
    /** @type {typeof import("./amount.js")|null} what reads what is typed: it comes with the first touch */
    this.typing = null;
    /** what is typed while that is on its way @type {string|null} */
    this.early = null;
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => void this.readTyped(), { once: true });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {any} face @param {any} mine */
  draw(face, mine) {
    const options = asked(face, mine);
    const offered = options ? null : offers(face, mine);
    this.ahead = offered && { ...offered, chosen: standing(face, mine)?.ahead ?? "" };
    this.now = options ? { options, turn: mine.turn, face } : null;
    const as = options ? JSON.stringify([mine.turn, options]) : [...this.waiting(face, mine), JSON.stringify(this.ahead)].join("|");
    const before = this.shownAs;
    if (as === before) return;
    this.shownAs = as;
    this.sheet = false;
    this.sureToFold = false;
    this.free();
    // another sentence over the same buttons makes no tap fall on another one
    const [said, button] = options ? [] : this.waiting(face, mine);
    const buttons = options ? as : JSON.stringify([button, this.ahead]);
    const same = buttons === this.buttons;
    if (!same) this.rest();
    this.buttons = buttons;
    if (options) this.drawActs();
    else if (same && before) this.where.children[0].textContent = said ?? "";
    else this.drawWaiting(face, mine);
  }

  /** What is said while nothing is to be done, and what may be pressed. @param {any} face @param {any} mine @returns {[string, string]} */
  waiting(face, mine) {
    const { words } = this;
    const stands = standstill(face, words);
    // who is not dealt in reads, too, that nothing goes on
    const with_ = (/** @type {string} */ said) => [stands, said].filter(Boolean).join(" ");
    if (mine.leaves) return [with_(words.you_leave), words.stay];
    if (mine.must_add) return [with_(words.must_add), words.add_chips];
    const own = face.seats.find((/** @type {any} */ s) => s.seat === mine.seat);
    if (mine.away) {
      const dealt = own?.in_hand && face.stage !== "waiting";
      const sits = dealt ? [words.sits_next, plays(face, mine) ? words.hand_goes : ""].filter(Boolean).join(" ")
        : `${words.you_sit_out} ${mine.kept_until_ms ? say(words.seat_kept, { time: hourThere(mine.kept_until_ms, words) }) : ""}`.trim();
      return [with_(face.event ? words.event_away : sits), words.im_back];
    }
    if (stands) return [stands, ""];
    if (this.ahead?.chosen && face.to_act === mine.seat) return [words.done_ahead, ""];
    const acting = face.seats.find((/** @type {any} */ s) => s.seat === face.to_act);
    if (acting && acting.seat !== mine.seat) {
      const may = this.ahead && !this.ahead.chosen ? ` · ${words.may_decide}` : "";
      return [own?.in_hand ? say(words.waits_for, { name: short(acting.name) }) + may : words.dealt_next, ""];
    }
    if (face.stage === "waiting") return [face.event?.still_play || face.event?.last_hands === 0 ? words.table_done : face.deals_ms ? words.next_hand : words.waits_players, ""];
    if (!own?.in_hand) return [words.dealt_next, ""];
    // in a tournament who is away is dealt in
    const goesOn = face.seats.filter((/** @type {any} */ s) => s.chips && (face.event || !s.away)).length > 1;
    if (face.stage !== "showing" || !own.chips || face.event?.last_hands === 0) return ["", ""];
    return [goesOn ? words.next_hand : face.event ? "" : words.waits_players, ""];
  }

  /** @param {any} face @param {any} mine */
  drawWaiting(face, mine) {
    const [said, button] = this.waiting(face, mine);
    const inside = /** @type {HTMLElement[]} */ ([made("p", "bar-say", [said])]);
    if (button) inside.push(this.button("act call", [button], () => this.ask(mine.must_add && !mine.leaves ? "top-up" : "come-back")));
    if (this.ahead) inside.push(made("div", "act-row ahead", this.ahead.kinds.map((kind) => this.toggle(kind, face))));
    const held = this.where.contains(document.activeElement) ? document.activeElement?.getAttribute("data-hold") : null;
    this.where.replaceChildren(...inside);
    this.where.dataset.state = "waiting";
    if (held) /** @type {HTMLElement|null} */ (this.where.querySelector(`[data-hold="${held}"]`))?.focus();
  }

  /** One act for when the turn comes: pressed while it stands, and pressed again it is taken back. @param {"fold"|"check"|"call"} kind @param {any} face */
  toggle(kind, face) {
    const { words, ahead } = this;
    if (!ahead) return made("span");
    const label = kind === "fold" ? (ahead.facing ? words.fold : words.check_fold) : kind === "check" ? words.check : words.call;
    const inside = /** @type {(Node|string)[]} */ ([this.key_(kind === "fold" ? "F" : "C"), label]);
    if (kind === "call") inside.push(made("b", "figures", [shown(ahead.facing)]), made("small", "figures", [inBlinds(ahead.facing, face, words)]));
    const found = this.button("act ahead", inside, () => this.choose(kind));
    found.setAttribute("aria-pressed", String(ahead.chosen === kind));
    found.dataset.hold = `ahead-${kind}`;
    return found;
  }

  /** @param {"fold"|"check"|"call"} kind */
  async choose(kind) {
    if (!this.ahead || this.busy || this.off) return;
    this.busy = true;
    this.where.dataset.busy = "";
    try {
      await this.decide(this.ahead.chosen === kind ? "" : kind, this.ahead.facing);
    } finally {
      this.free();
    }
  }

  drawActs() {
    const { words, now } = this;
    if (!now) return;
    this.sureOf = "";
    const { options, face } = now;
    const fold = this.button("act fold", [this.key_("F"), words.fold], () => this.fold());
    const price = Math.min(options.facing_chips, options.stack_chips);
    const call = options.may_check
      ? this.button("act call", [this.key_("C"), words.check], () => this.go("check", 0))
      : this.button("act call", [this.key_("C"), words.call, made("b", "figures", [shown(price, true)]),
        made("small", "figures", [price < options.stack_chips ? inBlinds(price, face, words) : words.all_in])], () => this.go("call", 0));
    const acts = [fold, call];
    if (options.raise_from_chips !== null) {
      acts.push(this.raise(options, face));
    } else if (options.capped) {
      const none = this.button("act raise", [words.raise, made("small", "", [words.no_more_raises])], () => undefined);
      none.disabled = true;
      acts.push(none);
    }
    const sizes = wide.matches && options.raise_from_chips !== null && !this.oneAmount() ? this.sizes() : [];
    // a wide screen has room for them: one press opens the sheet with that size
    this.where.replaceChildren(...(sizes.length > 1 ? [made("div", "sizes", sizes)] : []), made("div", "act-row", acts));
    this.where.dataset.state = "acts";
  }

  /** Opens the sheet; where the limit leaves one amount it raises to that. @param {ActOptions} options @param {any} face */
  raise(options, face) {
    const { words } = this;
    const [from, most] = [options.raise_from_chips ?? 0, options.raise_to_chips ?? 0];
    const all = from === most && takesAll(options, face.limit);
    const one = this.oneAmount();
    const range = face.limit === "no_limit" ? say(words.least, { chips: shown(from, true) }) : say(words.from_to, { least: shown(from, true), most: shown(most, true) });
    const label = all ? words.all_in : one ? (options.bet_chips ? words.raise_to : words.bet_chips) : options.bet_chips ? words.raise_more : words.bet_more;
    const below = one ? [made("b", "figures", [shown(most, true)]), made("small", "figures", [inBlinds(most, face, words)])]
      : [made("small", "figures", [all ? shown(most, true) : range])];
    return this.button("act raise", [this.key_("R"), label, ...below], () => this.raiseOrOpen());
  }

  /** Whether the limit of the game leaves one amount to raise to. */
  oneAmount() {
    const options = this.now?.options;
    return Boolean(options && options.raise_from_chips === options.raise_to_chips && this.now?.face.limit !== "no_limit");
  }

  raiseOrOpen() {
    const options = this.now?.options;
    if (options && this.oneAmount()) this.go(options.bet_chips ? "raise" : "bet", options.raise_to_chips ?? 0);
    else this.open();
  }

  /** @param {string} sign */
  key_(sign) {
    const found = made("kbd", "", [sign]);
    found.setAttribute("aria-hidden", "true");
    return found;
  }

  /** @param {string} name @param {(Node|string)[]} inside @param {() => void} press */
  button(name, inside, press) {
    const found = /** @type {HTMLButtonElement} */ (made("button", name, inside));
    found.type = "button";
    if (this.off || this.steady() < this.deafUntil) found.setAttribute("aria-disabled", "true");
    found.addEventListener("click", () => {
      if (this.off) this.again();
      else if (this.listens()) press();
    });
    return found;
  }

  /** What uses the time bank: without a line as pale and deaf as the bar's own. @param {(Node|string)[]} inside @param {() => void} press */
  bankButton(inside, press) {
    const found = /** @type {HTMLButtonElement} */ (made("button", "button own-bank", inside));
    found.type = "button";
    found.addEventListener("click", () => (this.off ? this.again() : press()));
    this.bank = found;
    if (this.off) found.setAttribute("aria-disabled", "true");
    return found;
  }

  /** Deaf from now on, for a moment: what is drawn within it says so, and then no more. */
  rest() {
    this.deafUntil = this.steady() + DEAF_MS;
    clearTimeout(this.wakes);
    this.wakes = setTimeout(() => this.wake(), DEAF_MS);
  }

  wake() {
    for (const button of this.where.querySelectorAll("[aria-disabled]")) if (!this.off) button.removeAttribute("aria-disabled");
  }

  /** Pale and deaf while there is no line; what is pressed then tries it again. @param {boolean} there */
  line(there) {
    this.off = !there;
    if (this.off) this.where.dataset.off = "";
    else delete this.where.dataset.off;
    if (there && this.steady() >= this.deafUntil) this.wake();
    if (this.off) for (const button of [...this.where.querySelectorAll("button"), ...(this.bank ? [this.bank] : [])]) button.setAttribute("aria-disabled", "true");
    else this.bank?.removeAttribute("aria-disabled");
  }

  listens() {
    return !this.busy && !this.off && this.steady() >= this.deafUntil;
  }

  fold() {
    if (this.now?.options.may_check && !this.sureToFold) {
      this.sureToFold = true;
      this.rest();
      const { words } = this;
      // under the thumb that pressed lies what costs nothing
      this.where.replaceChildren(made("p", "bar-say", [words.free_check]), made("div", "act-row free", [
        this.button("act call", [words.check], () => this.go("check", 0)),
        this.button("act fold", [words.fold], () => this.go("fold", 0)),
      ]));
      return;
    }
    this.go("fold", 0);
  }

  /** @param {string} act @param {number} to */
  async go(act, to) {
    if (!this.now || this.busy || this.off) return;
    if (this.sureOf !== act + to && asksForAll(this.now.options, act, to, this.now.face.big_blind_chips)) {
      this.askForAll(act, to);
      return;
    }
    this.busy = true;
    this.where.dataset.busy = "";
    const asked = this.shownAs;
    // what was taken is drawn soon: until then a second tap would be told that the table has moved on
    if (!await this.act(act, to, this.now.turn, this.now.options.facing_chips) && asked === this.shownAs) this.free();
  }

  free() {
    delete this.where.dataset.busy;
    this.busy = false;
  }

  /** @param {string} act @param {number} to */
  askForAll(act, to) {
    if (!this.now) return;
    const { words, now: { face } } = this;
    this.sureOf = act + to;
    this.rest();
    // the amount that was pressed: what a raise comes to, with what lies in front already
    const sure = this.button("act raise", [words.all_in, made("b", "figures", [shown(to, true)]), made("small", "figures", [inBlinds(to, face, words)])], () => this.go(act, to));
    sure.dataset.confirm = "";
    this.where.replaceChildren(made("p", "bar-say", [words.all_of_it]), made("div", "act-row two", [
      this.button("act fold", [words.back], () => (this.sheet ? this.drawSheet() : this.drawActs())), sure,
    ]));
    this.where.dataset.state = "asks";
  }

  /** @param {number} [to] */
  open(to = 0) {
    if (!this.now) return;
    this.sheet = true;
    this.rest();
    this.to = within(this.now.options, to);
    this.wrong = "";
    this.drawSheet();
  }

  close() {
    this.sheet = false;
    this.rest();
    this.drawActs();
  }

  /** @param {number} to */
  set(to) {
    if (!this.now) return;
    this.to = within(this.now.options, to);
    this.wrong = "";
    this.drawSheet();
  }

  /** @param {ActOptions} options @param {any} face */
  offered(options, face) {
    return sizes(options, face.street, face.limit, this.own?.(options, face.street));
  }

  /** The sizes that are offered, each with its key. */
  sizes() {
    const { words, now } = this;
    if (!now) return [];
    const { options, face } = now;
    // what exceeds the stack is left out, and the others keep their keys: no key that was a part of the pot is all there is
    const labels = /** @type {Record<string, string>} */ ({ least: words.smallest, half: words.half_pot, two_thirds: words.two_thirds_pot, pot: words.whole_pot, all: words.all_in, "2.5": `${new Intl.NumberFormat(document.documentElement.lang).format(2.5)}×`, 3: "3×" });
    return this.offered(options, face).flatMap((size, i) => {
      if (!size.possible) return [];
      const button = this.button(size.key === "all" ? "size all" : "size", [this.key_(String(i + 1)), labels[size.key] ?? size.key, made("small", "figures", [shown(size.to, true)])], () => this.size(size.to));
      if (this.sheet) button.setAttribute("aria-pressed", String(!this.wrong && size.to === this.to));
      return button;
    });
  }

  /** Who chooses all there is is asked at once. @param {number} to */
  size(to) {
    if (this.sheet) this.set(to);
    else this.open(to);
    const { now } = this;
    if (now && asksForAll(now.options, "raise", this.to, now.face.big_blind_chips)) this.bet();
  }

  /** The amount that is bet by it stands on it. */
  confirm() {
    const { words, now, wrong } = this;
    const { options, face } = /** @type {{options: ActOptions, face: any}} */ (now);
    const left = options.stack_chips - (this.to - options.street_chips);
    const amount = wrong ? [] : [made("b", "figures", [shown(this.to, true)]),
      made("small", "figures", [left ? `${inBlinds(this.to, face, words)} · ${say(words.leaves_you, { chips: shown(left) })}` : words.all_in])];
    const found = this.button("act raise", [this.key_("Enter"), options.bet_chips ? words.raise_to : words.bet_chips, ...amount], () => this.bet());
    found.dataset.confirm = "";
    found.disabled = Boolean(wrong);
    return found;
  }

  bet() {
    if (this.now && !this.wrong) this.go(this.now.options.bet_chips ? "raise" : "bet", this.to);
  }

  drawSheet() {
    const { words, now } = this;
    if (!now) return;
    this.sureOf = "";
    const held = this.where.contains(document.activeElement) ? document.activeElement?.getAttribute("data-hold") : null;
    const rows = [
      made("div", "stepper", [this.step(-1), this.field(), this.step(1)]),
      this.slider(),
      made("div", "sizes", this.sizes()),
      made("div", "act-row two", [this.button("act fold", [this.key_("Esc"), words.back], () => this.close()), this.confirm()]),
    ];
    this.where.replaceChildren(...rows);
    this.where.dataset.state = "sheet";
    if (held) /** @type {HTMLElement|null} */ (this.where.querySelector(`[data-hold="${held}"]`))?.focus();
  }

  /** @param {number} way by one big blind, up or down */
  by(way) {
    this.set(this.to + way * (this.now?.face.big_blind_chips ?? 0));
  }

  /** @param {number} way */
  step(way) {
    const found = this.button("size step", [way < 0 ? "−" : "+"], () => this.by(way));
    found.setAttribute("aria-label", way < 0 ? this.words.less : this.words.more);
    found.dataset.hold = way < 0 ? "less" : "more";
    return found;
  }

  async readTyped() {
    this.typing ??= await import("./amount.js").catch(() => null);
    if (this.typing) this.where.querySelectorAll(".amount").forEach((field) => this.typing?.writable(/** @type {HTMLInputElement} */ (field), this));
  }

  /** Who opened it by key goes on typing, also while what reads it is on its way. */
  async typeOn() {
    this.early = "";
    await this.readTyped();
    this.typing?.enter(this, this.early);
    this.early = null;
  }

  /** It takes the focus from its key alone, and is written in as soon as what is written can be read. */
  field() {
    const found = /** @type {HTMLInputElement} */ (made("input", "amount figures"));
    found.type = "text";
    found.inputMode = currency || unit.write ? "decimal" : "numeric";
    found.autocomplete = "off";
    found.readOnly = true;
    found.value = this.written();
    found.dataset.hold = "amount";
    found.setAttribute("aria-label", unit.write ? say(this.words.bb, { count: this.words.raise_to }) : this.words.amount);
    if (this.typing) this.typing.writable(found, this);
    else void this.readTyped();
    return found;
  }

  written() {
    return currency || unit.write ? shown(this.to, true) : grouped(this.to, language);
  }

  slider() {
    const found = /** @type {HTMLInputElement} */ (made("input", "slider"));
    const { options, face } = /** @type {{options: ActOptions, face: any}} */ (this.now);
    found.type = "range";
    found.min = String(options.raise_from_chips ?? 0);
    found.max = String(options.raise_to_chips ?? 0);
    found.step = "1";
    found.value = String(this.to);
    found.dataset.hold = "slider";
    found.setAttribute("aria-label", this.words.amount);
    found.addEventListener("change", () => {
      const most = options.raise_to_chips ?? 0;
      const asked = Number(found.value);
      // by whole small blinds, but for the ends
      const step = face.small_blind_chips;
      this.set(asked >= most ? most : Math.round(asked / step) * step);
    });
    return found;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const into = /** @type {HTMLElement|null} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || into?.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    // an amount that cannot be read yet is no size, and not bet
    if (this.sheet && this.early !== null && key !== "escape" && (this.early || /^\d$/.test(key))) {
      // the field may have the focus before this key is written: it is written once
      event.preventDefault();
      if (/^[\d.,]$/.test(key)) this.early += key;
      return;
    }
    if (this.ahead && this.listens()) {
      const kind = this.ahead.kinds.find((one) => (one === "fold" ? "f" : "c") === key);
      if (kind) this.choose(kind);
      return;
    }
    if (!this.now || !this.listens()) return;
    const size = this.offered(this.now.options, this.now.face)[Number(key) - 1];
    if (this.sheet) {
      const sized = key === "a" ? { to: this.now.options.raise_to_chips ?? 0, possible: true } : size;
      if (sized?.possible) this.size(sized.to);
      else if (key === "escape") this.close();
      else if (key === "r" || (key === "enter" && !into?.closest("button, a"))) this.bet();
      return;
    }
    if (key === "escape" && this.sureOf) this.drawActs();
    else if (key === "f") this.fold();
    else if (key === "c") this.go(this.now.options.may_check ? "check" : "call", 0);
    else if (key === "r" && this.now.options.raise_from_chips !== null) {
      // the field has the focus before this key is written, where what reads it is here already
      event.preventDefault();
      this.raiseOrOpen();
      if (this.sheet) void this.typeOn();
    }
    else if (key === "a" && this.now.options.raise_to_chips !== null && !this.oneAmount()) this.size(this.now.options.raise_to_chips);
    else if (size?.possible && wide.matches && !this.sureOf && !this.oneAmount()) this.size(size.to);
  }
}

// What may be decided before the turn, and whether what was decided still stands: for its price, and never over a street.

/** @typedef {{ahead: "fold"|"check"|"call", hand_number: number, street: string, facing_chips: number}} Ahead */

/** What a call costs now: while one waits, and when the turn has come. @param {any} face @param {any} mine @returns {number|null} */
function price(face, mine) {
  if (face.to_act === mine.seat) return mine.turn === face.turn ? mine.options?.facing_chips ?? null : null;
  return face.seats.find((/** @type {any} */ s) => s.seat === mine.seat)?.facing_chips ?? null;
}

/**
 * What was decided ahead, while it stands.
 * @param {any} face @param {any} mine @returns {Ahead|null}
 */
export function standing(face, mine) {
  const ahead = /** @type {Ahead|null} */ (mine?.ahead ?? null);
  if (!ahead || ahead.hand_number !== face.hand_number || ahead.street !== face.street) return null;
  const now = price(face, mine);
  return now !== null && (ahead.ahead === "fold" || ahead.facing_chips === now) ? ahead : null;
}

/** Whether something is still to be decided with the own cards. @param {any} face @param {any} mine */
export function plays(face, mine) {
  const own = face.seats.find((/** @type {any} */ s) => s.seat === mine?.seat);
  return Boolean(face.stage === "playing" && own?.in_hand && !own.folded && !own.all_in);
}

/** What one is to decide now; nothing for who is away: coming back is first, and gives the time anew. @param {any} face @param {any} mine */
export function asked(face, mine) {
  return mine?.options && mine.turn === face.turn && !mine.away && !mine.leaves && !standing(face, mine) ? mine.options : null;
}

/**
 * What may be decided now; nothing while it is one's turn, but to take back what stands. A call for all one has, and much, waits for the turn.
 * @param {any} face @param {any} mine @returns {{facing: number, kinds: ("fold"|"check"|"call")[]}|null}
 */
export function offers(face, mine) {
  if (!mine || mine.away || mine.leaves || face.held) return null;
  const facing = price(face, mine);
  if (facing === null) return null;
  const stands = standing(face, mine);
  if (face.to_act === mine.seat) return stands ? { facing, kinds: [stands.ahead] } : null;
  if (!facing) return { facing, kinds: ["fold", "check"] };
  const stack = face.seats.find((/** @type {any} */ s) => s.seat === mine.seat)?.chips ?? 0;
  return { facing, kinds: facing >= stack && isMuch(stack, face.big_blind_chips) ? ["fold"] : ["fold", "call"] };
}

/** Whether what was decided has just become void because its price rose (one that fell was paid). @param {any} face @param {any} mine */
export function voided(face, mine) {
  const ahead = mine?.ahead;
  return Boolean(ahead && ahead.hand_number === face.hand_number && ahead.street === face.street && ahead.ahead !== "fold" && (price(face, mine) ?? 0) > ahead.facing_chips);
}
