// How long one has been at the table and with what result, told every full hour until it was read. Rule: PT-H.67
import { made } from "./draw.js";

const HOUR_MS = 3_600_000;

/** Which hour is told now: the last full one that was not read yet; 0 for none. @param {number} ms since sitting down @param {number} read */
export function hourToTell(ms, read) {
  const full = Math.floor(ms / HOUR_MS);
  return full > read ? full : 0;
}

export class Hours {
  /** @param {HTMLElement} where @param {string} address of the session's page @param {{since: number, now: () => number|null}} given now: the house's time, null while it is not known */
  constructor(where, address, { since, now }) {
    this.where = where;
    this.address = address;
    this.since = since;
    this.now = now;
    this.name = `table-hours-${address}-${since}`;
    this.telling = 0;
  }

  begin() {
    void this.look();
    setInterval(() => void this.look(), 30_000);
  }

  async look() {
    const now = this.now();
    const hour = now === null ? 0 : hourToTell(now - this.since, Number(localStorage.getItem(this.name) ?? 0));
    if (!hour || hour === this.telling) return;
    const answer = await fetch(this.address).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const told = /** @type {HTMLElement|null} */ (page.querySelector('[data-part="session-hours"]'));
    if (!told) return;
    this.telling = hour;
    const read = made("button", "button", [told.dataset.read ?? ""]);
    read.addEventListener("click", () => {
      localStorage.setItem(this.name, String(hour));
      this.where.hidden = true;
    });
    this.where.replaceChildren(told.textContent ?? "", " ", read);
    this.where.hidden = false;
  }
}
