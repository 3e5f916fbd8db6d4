// How large a raise may be, and the sizes that are offered for it. Totals on this street, as the server counts them.

/** A part of the pot as it is after a call, on top of the bet. @param {ActOptions} options @param {number} part */
export function ofPot(options, part) {
  const call = Math.min(options.facing_chips, options.stack_chips);
  return Math.round(options.bet_chips + part * (options.pot_chips + call));
}

/**
 * The sizes a raise is offered in, the smallest first; one above the stack keeps its number, and is not possible. Above the limit there is none.
 * @param {ActOptions} options
 * @param {string} street
 * @param {string} limit of the game: where it is the pot or half of it, that is the largest size
 * @param {[string, number][]} [own] those of the player between the least and the most, the smallest first
 * @returns {RaiseSize[]}
 */
export function sizes(options, street, limit = "no_limit", own) {
  const from = options.raise_from_chips ?? 0;
  const most = options.raise_to_chips ?? 0;
  /** @type {[string, number][]} */
  const wanted = own ?? (street === "preflop" && options.bet_chips > 0
    ? [["2.5", Math.round(options.bet_chips * 2.5)], ["3", options.bet_chips * 3], ["pot", ofPot(options, 1)]]
    : [["half", ofPot(options, 0.5)], ["two_thirds", ofPot(options, 2 / 3)], ["pot", ofPot(options, 1)]]);
  const found = [{ key: "least", to: from, possible: true }];
  const all = takesAll(options, limit);
  const bound = limit === "no_limit" ? Infinity : ofPot(options, limit === "half_pot" ? 0.5 : 1);
  for (const [key, to] of wanted) if (to > from && to <= bound && (to < most || all)) found.push({ key, to, possible: to < most });
  if (most > from) found.push({ key: all ? "all" : limit === "half_pot" ? "half" : "pot", to: most, possible: true });
  return found;
}

/** Whether the largest raise is all one has; else the limit ends it. @param {ActOptions} options @param {string} limit */
export const takesAll = (options, limit) => limit === "no_limit" || options.raise_to_chips === options.street_chips + options.stack_chips;

/** Within what may be raised. @param {ActOptions} options @param {number} to */
export function within(options, to) {
  const least = options.raise_from_chips ?? 0;
  const most = options.raise_to_chips ?? 0;
  return Math.min(most, Math.max(least, Math.round(to)));
}

/** So many big blinds behind, and a bet of all of them is asked about once more. */
const ASKS_FROM_BLINDS = 20;

/** Whether a stack is more than is put in by one press. @param {number} stack @param {number} bigBlind */
export const isMuch = (stack, bigBlind) => stack > ASKS_FROM_BLINDS * bigBlind;

/**
 * Whether a bet or raise puts in all one has, and that is much. A call is never asked about: its button names what it costs, and the time goes on.
 * @param {ActOptions} options @param {string} act @param {number} to @param {number} bigBlind
 */
export function asksForAll(options, act, to, bigBlind) {
  const { stack_chips: stack, street_chips: front } = options;
  return (act === "bet" || act === "raise") && to - front >= stack && isMuch(stack, bigBlind);
}
