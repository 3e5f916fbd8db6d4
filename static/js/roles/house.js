// A display that shows the whole house: the hour, and the page asked anew from time to time.
import { Keeper } from "../clock.js";
import { timeOfDay } from "../format.js";
import { Live, socketAddress } from "../live.js";
import { pageOf } from "../pages.js";
import { Wall } from "./wall.js";

const ANEW_MS = 60_000;

export class HouseWall extends Wall {
  /** @param {number} pageMs */
  constructor(pageMs) {
    super(pageMs);
    this.hours = new Keeper(() => performance.now());
    this.hours.hear(this.payloads.server_ms);
    /** @type {Keeper[]} all that must know what time it is there */
    this.keepers = [this.hours];
  }

  /** @param {Record<string, (payload: any) => void>} topics */
  beginHouse(topics) {
    const live = new Live({
      url: socketAddress(location),
      topics,
      beat: this.beat,
      onLine: (online) => this.onLine(online),
      onNow: (now, asked) => { for (const keeper of this.keepers) keeper.hear(now, asked); },
    });
    this.live = live;
    live.start();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { live.ask(); this.anew(); } });
    this.begin();
    const tick = () => {
      this.second();
      setTimeout(tick, 1000 - (this.hours.serverNow() % 1000) + 15);
    };
    tick();
    setInterval(() => this.anew(), ANEW_MS);
  }

  known() {
    return { now: this.hours.serverNow(), away: this.away(), payloads: this.payloads };
  }

  /** Once a second. */
  second() {
    this.put("wall", timeOfDay(this.hours.serverNow(), this.payloads.timezone, this.language));
    this.paintOffline();
  }

  async anew() {
    try {
      this.take(await pageOf(location.href));
    } catch {
      // what was seen last stays
    }
  }

  /** The page as it is now. @param {Document} _page */
  take(_page) {}
}
