// The clock of the room in the tablet's head, what is told beside it, and the big blind that is played.

import { paintClockIn, played } from "../tablet_clock.js";
import { paintFactsIn } from "../tablet_facts.js";
import { language, page, part, words } from "./page.js";
import { keeper } from "./recess.js";
import { state } from "./state.js";

// the page itself came from the house just now: its clock needs nobody's word until the line has had time to open
const FRESH_MS = 5000;

/** The big blind of the hands that are dealt now; 0 where the house has not told. */
export const bigBlind = () => played(keeper.show())?.big_blind ?? 0;

export function paintClock() {
  paintClockIn(part("clock"), keeper, words, language, (state.online || performance.now() < FRESH_MS) && !state.untold);
  paintFactsIn(part("facts"), keeper, state.counts ?? page.counts, page.strip_words, page.timezone, language);
}

setInterval(paintClock, 1000);
