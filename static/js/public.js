// The public page of a tournament, live. Without this module the page reads as well, it only stands still.
import { Board } from "./board.js";
import { chips } from "./format.js";

class PublicPage extends Board {
  /** The final table as last counted. @param {any} face */
  paintStandings(face) {
    const rows = face?.rows ?? [];
    const box = this.part("standings-box");
    if (box) box.hidden = !rows.length || this.counts?.state === "finished";
    this.part("standings")?.replaceChildren(...rows.map((/** @type {any} */ r) => this.row([r.name, r.seat ?? "–", r.stack_chips === null ? "–" : chips(r.stack_chips, this.language)])));
  }
}

const page = new PublicPage();
page.start({ [page.faces.topics.standings]: (/** @type {any} */ face) => page.paintStandings(face) });
