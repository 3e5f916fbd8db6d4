// What is heard at a table: the deal, one's turn, its last seconds, a pot that one wins. A switch in the menu keeps this table quiet.
import { wins } from "./draw.js";
import { keptHere } from "./words.js";

/**
 * What is new to the ear between two payloads.
 * @param {any} before
 * @param {any} face
 * @param {any} mine
 * @returns {string} one of the tones; "" for nothing
 */
export function heard(before, face, mine) {
  if (!before || !mine) return "";
  const same = before.hand_number === face.hand_number;
  if (face.result && !(same && before.result)) return wins(face.result, mine.seat) ? "win" : "";
  if (face.to_act === mine.seat && !mine.away && !mine.leaves && !(same && before.turn === face.turn && before.to_act === mine.seat)) return "your_turn";
  return !same && face.stage === "playing" && face.seats.some((/** @type {any} */ s) => s.seat === mine.seat && s.in_hand) ? "deal" : "";
}

export class Sounds {
  /** @param {HTMLElement|null} button that switches them, where the page has one @param {Record<string, string>} words @param {number} table */
  constructor(button, words, table) {
    this.words = words;
    this.kept = `table-quiet ${table}`;
    /** @type {import("../sound.js").Sound|null} what makes the tones comes with the first of them */
    this.sound = null;
    this.button = button;
    this.quiet = keptHere()?.getItem(this.kept) === "1";
    this.hurried = -1;
    this.show();
    button?.addEventListener("click", () => {
      this.quiet = !this.quiet;
      try {
        keptHere()?.setItem(this.kept, this.quiet ? "1" : "0");
      } catch { /* no room: this page has it */ }
      this.show();
      this.play("your_turn");
    });
  }

  show() {
    if (!this.button) return;
    this.button.hidden = false;
    this.button.textContent = this.quiet ? this.words.turn_sounds_on : this.words.turn_sounds_off;
  }

  /** @param {string} what */
  async play(what) {
    // before the first tap on the page a browser lets nothing sound
    if (!what || this.quiet || !navigator.userActivation?.hasBeenActive) return;
    try {
      const { Sound } = await import("../sound.js");
      this.sound ??= new Sound(0.25);
      this.sound.context = this.sound.context ?? new AudioContext();
      this.sound.play(what);
    } catch { /* no sound is no harm: everything is seen, too */ }
  }

  /** Once a turn. @param {number} turn */
  hurry(turn) {
    if (this.hurried === turn) return;
    this.hurried = turn;
    this.play("hurry");
  }
}
