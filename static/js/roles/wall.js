// What every display beside the clock has in common: the clock in its head, lists in pages, lines that fit.
import { Board } from "../board.js";
import { dots } from "../dots.js";
import { begun, keep, workOffline } from "../kept.js";
import { DISPLAY_BEAT_MS } from "../live.js";
import { follow } from "../placed.js";

const LINES = 6;
// what is read first stands on two lines before it is much smaller than its neighbours
const PAIRED = 0.85;
// the clock is amber or red in these
const STANDING = new Set(["paused", "frozen", "hand_for_hand"]);

export class Wall extends Board {
  /** @param {number} pageMs how long a page stands */
  constructor(pageMs) {
    super(begun());
    this.beat = DISPLAY_BEAT_MS;
    this.pageMs = pageMs;
    this.turned = 0;
    this.least = 0;
  }

  /** @param {Record<string, (payload: any) => void>} more other topics of the page */
  begin(more = {}) {
    const { topics } = this.payloads;
    if (topics) {
      this.message(this.payloads.wall);
      this.start({ [topics.wall]: (payload) => this.message(payload), ...more });
    }
    this.draw();
    setInterval(() => { this.turned += 1; this.draw(); }, this.pageMs);
    // another size of the screen, or a message below, is another room for the list
    const list = this.part("list");
    if (list) new ResizeObserver(() => this.draw()).observe(list);
    document.fonts.ready.then(() => this.draw());
    follow();
    keep(() => this.known());
    workOffline();
  }

  /** What it would begin with, were it opened now. */
  known() {
    const { keeper, counts, prizes, eliminations, payloads } = this;
    return { now: keeper.serverNow(), away: this.away(), payloads: { ...payloads, clock: keeper.payload, counts, prizes, eliminations } };
  }

  /** What this display shows, drawn anew. */
  draw() {}

  /** @param {any} payload */
  message(payload) {
    this.payloads.wall = payload;
    const row = this.part("message");
    if (row) row.hidden = !payload?.message;
    this.put("message-text", payload?.message ?? "");
    this.fit();
  }

  paint() {
    super.paint();
    this.fit();
    const label = /** @type {HTMLElement|null} */ (document.querySelector(".mini .label"));
    if (label) dots(label);
  }

  /** A clock that stands says so where no word of the state does: colour is no word. @param {import("../clock.js").Shown} now @param {number} serverNow */
  levelLine(now, serverNow) {
    const line = super.levelLine(now, serverNow);
    const state = this.state();
    // no line begins with the dot
    if (now.item.kind === "recess") return line.replaceAll(" · ", "\u00a0· ");
    if (!STANDING.has(state)) return line;
    if (!this.part("state")) return `${this.words[`state_${state}`]}\u00a0· ${line}`;
    return state === "hand_for_hand" && this.keeper.payload?.state !== "running" ? `${line} · ${this.words.clock_stopped}` : line;
  }

  /**
   * @param {string} tag
   * @param {Record<string, string>} [marks] attributes
   * @param {(string|Node)[]} inside
   */
  el(tag, marks = {}, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(marks)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  /** A line that is never cut. @param {string} text @param {string} [kind] */
  line(text, kind = "") {
    return this.el("span", { class: `line ${kind}`.trim() }, text);
  }

  /** A figure that is never cut and never broken. @param {string} text @param {string} [kind] */
  figure(text, kind = "") {
    return this.el("span", { class: `line ${kind}`.trim(), "data-one": "" }, text);
  }

  /**
   * Every line in the size in which it is whole: smaller down to what can be read across the room, then on two lines, then
   * on three. All are measured before any is changed.
   * @param {HTMLElement|null} [root]
   */
  fit(root = document.body) {
    if (!root) return;
    const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".line")]).filter((line) => line.dataset.fitted !== this.keyOf(line));
    if (all.length === 0) return;
    for (const line of all) {
      line.style.removeProperty("--fit");
      delete line.dataset.lines;
    }
    const least = this.smallest();
    const measured = all.map((line) => ({ line, wide: line.scrollWidth, room: line.clientWidth, size: parseFloat(getComputedStyle(line).fontSize) }));
    for (const { line, wide, room, size } of measured) {
      line.dataset.fitted = this.keyOf(line);
      if (wide <= room || room === 0) continue;
      const share = room / (wide + 1);
      if (line.dataset.pair !== undefined && share < PAIRED && this.paired(line, share)) continue;
      if (size * share >= least || line.dataset.one !== undefined) line.style.setProperty("--fit", share.toFixed(4));
      else {
        this.wrap(line, least / size);
        // two lines that would be smaller than the one are no gain
        if (Number(line.style.getPropertyValue("--fit")) > share) continue;
        delete line.dataset.lines;
        line.style.setProperty("--fit", share.toFixed(4));
      }
    }
    for (const line of all) dots(line);
  }

  /**
   * On two lines, where they are larger than the one would be and its cell has room for them.
   * @param {HTMLElement} line
   * @param {number} share of its size that one line would have
   * @returns {boolean}
   */
  paired(line, share) {
    const row = line.closest("li");
    const cell = row && [...row.children].find((one) => one.contains(line));
    if (!row || !cell) return false;
    line.dataset.lines = "2";
    for (const size of [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) {
      if (size <= share) break;
      line.style.setProperty("--fit", String(size));
      const high = (cell === line ? [line] : [...cell.children]).reduce((sum, one) => sum + /** @type {HTMLElement} */ (one).offsetHeight, 0);
      if (line.scrollWidth <= line.clientWidth + 1 && line.offsetHeight <= 2.3 * parseFloat(getComputedStyle(line).fontSize) && high <= 0.8 * row.clientHeight) return true;
    }
    delete line.dataset.lines;
    line.style.removeProperty("--fit");
    return false;
  }

  /**
   * On as many lines as its row takes, in a size that can still be read as long as that is possible: no name is cut.
   * @param {HTMLElement} line
   * @param {number} share of its size that can still be read
   */
  wrap(line, share) {
    const row = line.parentElement;
    const edges = row ? getComputedStyle(row) : null;
    // a row that may grow has room for what stands below the name, whatever its lines
    const beside = row?.querySelector(edges && edges.maxHeight !== "none" ? ":scope > :is(small, .stack)" : ":scope > small");
    for (let lines = 2; lines <= LINES; lines += 1) {
      line.dataset.lines = String(lines);
      const room = (row?.clientHeight ?? 0) - (beside instanceof HTMLElement ? beside.offsetHeight : 0) - parseFloat(edges?.paddingTop || "0") - parseFloat(edges?.paddingBottom || "0");
      line.style.setProperty("--fit", (Math.min(1, share) * 0.85 ** (lines - 2)).toFixed(4));
      if (line.scrollHeight <= room + 1 && line.scrollWidth <= line.clientWidth + 1) return;
    }
  }

  /** @param {HTMLElement} line */
  keyOf(line) {
    return `${innerWidth}/${innerHeight}/${line.clientWidth}/${line.textContent}`;
  }

  /** The smallest size that is read across the room, in pixels: 2.4 % of the short side. */
  smallest() {
    const probe = this.el("i", { class: "probe" });
    document.body.append(probe);
    const size = parseFloat(getComputedStyle(probe).fontSize);
    probe.remove();
    return size;
  }
}
