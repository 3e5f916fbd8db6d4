// The time that is left, said when it is asked for (S, or the button), and of the own decision once more at ten and at five seconds.
import { language, short } from "./draw.js";

const AGAIN = [10, 5];

/** @typedef {import("./draw.js").Words} Words */
/** @typedef {{part: string, left: number}|null} Runs what runs now, as `partOf` has it */

/** @param {number} ms */
const seconds = (ms) => new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "long" }).format(Math.ceil(ms / 1000));

/** What is said of it. @param {any} face @param {any} mine @param {Runs} runs @param {Words} words */
export function sentence(face, mine, runs, words) {
  if (!runs || face.held || face.to_act === null) return words.no_time;
  const left = seconds(runs.left);
  if (!mine || face.to_act !== mine.seat) return `${short(face.seats.find((/** @type {any} */ one) => one.seat === face.to_act)?.name ?? "")}: ${left}`;
  if (runs.part === "bank") return `${words.extra_time}: ${left}`;
  const bank = face.more_time.bank_ms;
  return [`${words.your_turn}: ${left}`, ...(bank ? [`${words.extra_time}: ${seconds(bank)}`] : [])].join(". ");
}

/** The decision of which it was asked, and what is said of it by itself still. */
let turn = -1;
let part = "";
/** @type {number[]} */
let again = [];

/** @param {Runs} runs */
function begin(runs) {
  part = runs?.part ?? "";
  again = AGAIN.filter((at) => runs && runs.left > at * 1000);
}

/** @param {any} face @param {any} mine @param {Runs} runs @param {Words} words */
export function ask(face, mine, runs, words) {
  turn = runs && mine && face.to_act === mine.seat ? face.turn : -1;
  begin(runs);
  // a new element: what is said twice alike is read twice
  const said = document.createElement("span");
  said.append(sentence(face, mine, runs, words));
  document.querySelector('[data-part="time-said"]')?.replaceChildren(said);
}

/** As the time runs. @param {any} face @param {any} mine @param {Runs} runs @param {Words} words */
export function follow(face, mine, runs, words) {
  if (!runs || face.turn !== turn) return;
  if (runs.part !== part) begin(runs);
  if (again.some((at) => runs.left <= at * 1000)) ask(face, mine, runs, words);
}
