// What time it is at the server's, by the page's steady clock (never the wall clock, which may be an hour off or be set back).

const DRIFT = 10_000; // one second in less than three hours

/**
 * Whatever the server says carries the moment at which it was said. A word that was long on its way only proves that it
 * is at least so late there; an answer also proves that it was no later when it was asked. Between the two lies the truth.
 */
export class ServerTime {
  /** @param {() => number} steady milliseconds that only rise, e.g. performance.now */
  constructor(steady) {
    this.steady = steady;
    // the server's clock less the steady one: at least, at most, as known at that moment
    this.least = -Infinity;
    this.most = Infinity;
    this.knownAt = 0;
  }

  /**
   * The server said that it was `now` there.
   * @param {number} now
   * @param {number} [asked] when it was asked, by the steady clock; nothing where it spoke by itself
   */
  hear(now, asked) {
    const heard = this.steady();
    const drift = (heard - this.knownAt) / DRIFT;
    const least = now - heard;
    // the server tells whole milliseconds
    const most = asked === undefined ? Infinity : now + 1 - asked;
    const [kept, atMost] = [this.least - drift, this.most + drift];
    // the two do not meet: the server was set to another time, or the steady clock stood while the device slept
    const anew = least > atMost || most < kept;
    this.least = anew ? least : Math.max(least, kept);
    this.most = anew ? most : Math.min(most, atMost);
    this.knownAt = heard;
  }

  serverNow() {
    const offset = this.most === Infinity ? this.least : (this.least + this.most) / 2;
    return this.steady() + offset;
  }
}
