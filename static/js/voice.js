// What the room is told aloud: sentences made of two moments and the words of the wall, and the browser's voice.

import { say } from "./board.js";

/**
 * @typedef {{index: number, kind: string, runs: boolean, number: number, small: number, big: number, ante: string, until: string,
 *   hand: boolean, bubble: boolean, money: boolean, over: boolean, message: string}} Moment
 */

/**
 * What is said when one moment has become another; "" where nothing is to be said. A page just opened says nothing.
 * @param {Moment|null} before
 * @param {Moment} now
 * @param {Record<string, string>} words
 * @returns {string}
 */
export function spoken(before, now, words) {
  if (!before) return "";
  /** @type {string[]} */
  const said = [];
  if (!now.over) {
    if (now.money && !before.money) said.push(`${words.bubble_burst}.`, `${words.state_in_the_money}.`);
    else if (now.hand && !before.hand) said.push(`${words.state_hand_for_hand}.`);
    else if (now.bubble && !before.bubble) said.push(`${words.band_bubble}.`);
    // a clock that is put back or stands calls no level
    // a recess that is given begins and ends within a level
    if (now.runs && (now.index > before.index || (now.index === before.index && now.kind !== before.kind))) said.push(...ofThePlan(before, now, words));
  }
  if (now.message && now.message !== before.message) said.push(now.message);
  return said.join(" ");
}

/** @param {Moment} before @param {Moment} now @param {Record<string, string>} words */
function ofThePlan(before, now, words) {
  if (now.kind === "recess") return [say(words.voice_recess, { time: now.until })];
  const level = say(words.voice_level, { number: now.number, small: now.small, big: now.big });
  return [before.kind === "recess" ? words.voice_back : "", level, now.ante ? `${now.ante}.` : ""].filter(Boolean);
}

/** The browser's voice; where it has none, silence. */
export class Voice {
  /** @param {any} [synthesis] @param {any} [Utterance] */
  constructor(synthesis = globalThis.speechSynthesis, Utterance = globalThis.SpeechSynthesisUtterance) {
    this.synthesis = synthesis;
    this.Utterance = Utterance;
  }

  /** @param {string} text @param {string} language @param {number} volume 0 to 1 */
  say(text, language, volume) {
    if (!text || !this.synthesis || !this.Utterance) return;
    const sentence = new this.Utterance(text);
    sentence.lang = { "pt-br": "pt-BR", pt: "pt-PT" }[language] ?? language;
    sentence.volume = volume;
    this.synthesis.speak(sentence);
  }
}
