// What a specimen of the style guide has in the place of a house: its clock stands, what it asks goes nowhere, and it keeps nothing.

/** How late it is on the page, by the clock that only rises. */
export const steady = { ms: 1 };

/** @type {Nowhere[]} the lines that the page has opened */
export const lines = [];

/** @type {{now_ms: number, line: boolean}} */
let given = { now_ms: 0, line: true };

/** Says what time it is, and what a specimen gives it to say; where there is no line it is lost at once. */
class Nowhere {
  readyState = 1;
  constructor() {
    lines.push(this);
    setTimeout(() => (given.line ? this.onopen() : this.onclose()));
  }
  onopen() {}
  onclose() {}
  onmessage(/** @type {{data: string}} */ _message) {}
  /** @param {string} said */
  send(said) {
    const { ping } = JSON.parse(said);
    if (ping !== undefined) this.onmessage({ data: JSON.stringify({ now: given.now_ms, pong: ping }) });
  }
  close() {}
}

/** From now on the page has no house behind it. @param {{now_ms: number, line: boolean}} specimen */
export function leadNowhere(specimen) {
  given = specimen;
  performance.now = () => steady.ms;
  Storage.prototype.setItem = () => {};
  globalThis.fetch = () => new Promise(() => {});
  Object.defineProperty(navigator, "onLine", { get: () => specimen.line });
  globalThis.WebSocket = /** @type {any} */ (Nowhere);
}
