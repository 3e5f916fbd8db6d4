// What can be done with who sits in a seat, as the sheet of the seat offers it; the style guide draws it, too.

import { say } from "../board.js";
import { button, el } from "./page.js";

/** @typedef {"bust"|"rebuy"|"move"|"penalty"|"chips"|"verify"|"away"|"more"} SeatAct */

/**
 * @param {{away?: boolean, verified?: boolean}} chair @param {string} price of a rebuy; "" where none is sold
 * @param {Record<string, string>} words @param {Record<SeatAct, () => void>} does what a tap on each does
 */
export const seatActs = (chair, price, words, does) =>
  el("div", { class: "acts seat-acts" },
    button(words.bust, does.bust, { "data-kind": "danger", "data-act": "bust", icon: "log-out" }),
    price && button(say(words.rebuys, { price }), does.rebuy, { "data-act": "rebuys", icon: "repeat" }),
    button(words.move, does.move, { "data-act": "move", icon: "arrow-left-right" }),
    button(words.penalty, does.penalty, { "data-act": "penalty", icon: "flag" }),
    button(words.chips, does.chips, { "data-act": "chips", icon: "coins" }),
    chair.verified ? null : button(words.verify, does.verify, { "data-act": "verify", icon: "badge-check" }),
    button(chair.away ? words.back_again : words.away_now, does.away, { "data-act": "away", icon: "moon" }),
    button(words.more, does.more, { "data-act": "more", icon: "ellipsis" }));
