// The clock of the room in the tablet's head, and the big blind that is played.

import { paintClockIn, played } from "../tablet_clock.js";
import { language, part, words } from "./page.js";
import { keeper } from "./recess.js";
import { state } from "./state.js";

// the page itself came from the house just now: its clock needs nobody's word until the line has had time to open
const FRESH_MS = 5000;

/** The big blind of the hands that are dealt now; 0 where the house has not told. */
export const bigBlind = () => played(keeper.show())?.big_blind ?? 0;

export const paintClock = () => paintClockIn(part("clock"), keeper, words, language, (state.online || performance.now() < FRESH_MS) && !state.untold);

setInterval(paintClock, 1000);
