// The public page of a tournament, live. Without this module the page reads as well, it only stands still.
import { Board, say } from "./board.js";
import { chips } from "./format.js";

class PublicPage extends Board {
  /** The final table as last counted. @param {any} face */
  paintStandings(face) {
    const rows = face?.rows ?? [];
    const box = this.part("standings-box");
    if (box) box.hidden = !rows.length || this.counts?.state === "finished";
    this.part("standings")?.replaceChildren(...rows.map((/** @type {any} */ r) => this.row([r.name, r.seat ?? "–", this.stack(r.stack)])));
  }

  /** Chips as last counted; an old count says of which level it is. @param {{chips: number, level: number, recess: boolean, stands: boolean}|null|undefined} stack */
  stack(stack) {
    if (!stack) return "–";
    const amount = chips(stack.chips, this.language);
    return stack.stands ? amount : `${amount} · ${say(stack.recess ? this.words.counted_recess : this.words.counted_level, { level: stack.level })}`;
  }
}

const page = new PublicPage();
page.start({ [page.faces.topics.standings]: (/** @type {any} */ face) => page.paintStandings(face) });
