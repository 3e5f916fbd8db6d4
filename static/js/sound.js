// Tones for the room, made here: no files. Browsers let nothing sound before somebody has touched the page: hence the button.

/** @typedef {[frequency: number, from: number, seconds: number]} Tone */

/** @type {Record<string, Tone[]>} what the room hears of it, and a player at a table in the browser */
export const TONES = {
  level: [[660, 0, 0.25], [880, 0.3, 0.25]],
  minute: [[880, 0, 0.25]],
  recess: [[880, 0, 0.2], [880, 0.3, 0.2], [880, 0.6, 0.2]],
  hand_for_hand: [[330, 0, 0.6]],
  bubble: [[440, 0, 0.2], [660, 0.22, 0.2], [880, 0.44, 0.5]],
  deal: [[520, 0, 0.09]],
  your_turn: [[660, 0, 0.12], [880, 0.14, 0.16]],
  hurry: [[880, 0, 0.1], [880, 0.2, 0.1]],
  win: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.22]],
  winner: [[440, 0, 0.2], [660, 0.22, 0.2], [880, 0.44, 0.5]],
};

export class Sound {
  /** @param {number} [volume] 0 to 1 */
  constructor(volume = 0.6) {
    this.volume = volume;
    /** @type {AudioContext|null} */
    this.context = null;
  }

  unlock() {
    this.context = this.context ?? new AudioContext();
    this.context.resume();
    this.play("minute");
  }

  /** @param {string} what one of TONES; anything else is silence */
  play(what) {
    const context = this.context;
    if (!context || context.state === "closed") return;
    for (const [frequency, from, seconds] of TONES[what] ?? []) {
      const begins = context.currentTime + from;
      const tone = context.createOscillator();
      const loud = context.createGain();
      tone.frequency.value = frequency;
      loud.gain.setValueAtTime(0, begins);
      loud.gain.linearRampToValueAtTime(this.volume, begins + 0.02);
      loud.gain.setValueAtTime(this.volume, begins + seconds - 0.05);
      loud.gain.linearRampToValueAtTime(0, begins + seconds);
      tone.connect(loud).connect(context.destination);
      tone.start(begins);
      tone.stop(begins + seconds + 0.05);
    }
  }
}
