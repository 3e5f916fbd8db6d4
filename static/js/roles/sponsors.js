// Who supports the house: one picture after the other, each for twelve seconds; the tournament's time in a corner.
import { pageOf } from "../pages.js";
import { Wall } from "./wall.js";

const EACH_MS = 12_000;
const ANEW_MS = 60_000;

class Sponsors extends Wall {
  constructor() {
    super(EACH_MS);
    this.turned = Math.max(0, this.rows().findIndex((row) => row.dataset.on !== undefined));
  }

  /** @returns {HTMLElement[]} one row for each picture */
  rows() {
    return /** @type {HTMLElement[]} */ ([...document.querySelectorAll("ol[data-part='list'] > li")]);
  }

  draw() {
    const rows = this.rows();
    const at = rows.length ? this.turned % rows.length : 0;
    rows.forEach((row, i) => row.toggleAttribute("data-on", i === at));
    if (rows[at]) this.put("sponsor", rows[at].querySelector("img")?.alt ?? "");
    this.fit();
  }

  paint() {
    super.paint();
    const mini = this.part("mini");
    if (mini) mini.hidden = ["announced", "registering", "decided", "finished", "cancelled"].includes(this.state());
  }

  /** Who was added, taken away or moved since: shown without the page being loaded again. */
  async anew() {
    try {
      const page = await pageOf(location.href);
      const sent = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("ol[data-part='list'] > li")]);
      const has = this.rows();
      if (has.map(address).join("\n") === sent.map(address).join("\n")) return;
      const list = this.part("list");
      // the first one, or no one any more: another page
      if (has.length === 0 || sent.length === 0 || !list) location.reload();
      else list.replaceChildren(...sent.map((row) => document.importNode(row, true)));
      this.draw();
    } catch {
      // no line: what was there stays
    }
  }
}

/** @param {HTMLElement} row */
function address(row) {
  const image = row.querySelector("img");
  return `${image?.getAttribute("src")} ${image?.alt}`;
}

const wall = new Sponsors();
wall.begin();
setInterval(() => wall.anew(), ANEW_MS);
