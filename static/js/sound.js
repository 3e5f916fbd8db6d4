// A beep for the room. Browsers let nothing sound before somebody has touched the page: hence the button.

export class Sound {
  constructor() {
    /** @type {AudioContext|null} */
    this.context = null;
  }

  unlock() {
    this.context = this.context ?? new AudioContext();
    this.context.resume();
    this.beep(1);
  }

  /** @param {number} times */
  beep(times) {
    const context = this.context;
    if (!context || context.state === "closed") return;
    for (let i = 0; i < times; i += 1) {
      const from = context.currentTime + i * 0.35;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(0.4, from + 0.02);
      volume.gain.linearRampToValueAtTime(0, from + 0.25);
      tone.connect(volume).connect(context.destination);
      tone.start(from);
      tone.stop(from + 0.3);
    }
  }
}
