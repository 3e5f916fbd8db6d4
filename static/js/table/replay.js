// A hand that is over, step by step, at the table as it stood then. The steps lie in the page as text; this moves through them.
import { chosen, inUnit } from "./in_unit.js";
import { Stage, drawnCard, inBlinds, made, ownOfFive, stack, wins } from "./draw.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));

const faces = given("faces");
const words = given("words");
const page = given("page");
const lines = /** @type {HTMLElement[]} */ ([...part("steps").children]);
const starts = lines.flatMap((line, step) => ("street" in line.dataset ? [step] : []));
const stage = new Stage(words, () => undefined);
let at = 0;
const preferred = await chosen();
// what is said at the table is read from the lines
await inUnit(document);
preferred?.follow(words, null);

/** @param {number} step */
function go(step) {
  at = Math.max(0, Math.min(faces.length - 1, step));
  const face = faces[at];
  preferred?.at(face);
  stage.draw(face, { seat: page.seat }, { canSit: false });
  const own = face.seats.find((/** @type {any} */ one) => one.seat === page.seat);
  const cards = page.cards.map((/** @type {string} */ card) => drawnCard(card, words));
  if (own.folded) cards.forEach((/** @type {HTMLElement} */ card) => card.classList.add("dim"));
  const showed = face.result?.shown.find((/** @type {any} */ one) => one.seat === page.seat);
  const won = wins(face.result, page.seat) > 0;
  if (showed && !won) cards.forEach((/** @type {HTMLElement} */ card) => card.classList.add("dim"));
  const two = showed && won ? ownOfFive(showed) : [];
  cards.forEach((/** @type {HTMLElement} */ card, /** @type {number} */ i) => card.classList.toggle("five", two.includes(page.cards[i])));
  part("own").replaceChildren(
    made("div", "own-left"),
    made("div", "own-cards", cards),
    made("div", "own-right", [stack(own.chips), ...(own.chips ? [made("span", "figures", [inBlinds(own.chips, face, words)])] : [])]),
  );
  const said = [...lines[at].querySelectorAll("p")].map((line) => line.textContent?.trim() ?? "");
  if (part("said").textContent !== said.join(" ")) part("said").textContent = said.join(" ");
  part("count").textContent = `${at + 1} / ${faces.length}`;
  lines.forEach((line, step) => (step === at ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
}

const STEP_MS = 1200;
/** @type {ReturnType<typeof setInterval>|undefined} */
let plays;

/** By itself from step to step, from the start again where it is over; a move by hand ends it. @param {boolean} on */
function play(on) {
  clearInterval(plays);
  const last = faces.length - 1;
  part("play").setAttribute("aria-pressed", String(on));
  if (!on) return;
  if (at === last) go(0);
  plays = setInterval(() => {
    go(at + 1);
    if (at === last) play(false);
  }, STEP_MS);
}

/** @param {number} step */
function goByHand(step) {
  play(false);
  go(step);
}

/** @type {Record<string, () => number>} */
const moves = {
  back: () => at - 1,
  on: () => at + 1,
  "street-back": () => starts.filter((step) => step < at).pop() ?? 0,
  "street-on": () => starts.find((step) => step > at) ?? faces.length - 1,
};
/** @type {Record<string, () => number>} */
const keys = {
  ArrowLeft: moves.back, ArrowRight: moves.on, ArrowUp: moves["street-back"], ArrowDown: moves["street-on"], Home: () => 0, End: () => faces.length - 1,
};

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-go]"))) {
  button.addEventListener("click", () => goByHand(moves[button.dataset.go ?? "on"]()));
}
lines.forEach((line, step) => {
  line.dataset.go = String(step);
  line.addEventListener("click", () => goByHand(step));
});
const playOrPause = () => play(part("play").getAttribute("aria-pressed") === "false");
part("play").addEventListener("click", playOrPause);
document.addEventListener("keydown", (event) => {
  // further down the keys scroll, as on every page
  if (part("replay").getBoundingClientRect().bottom <= 0) return;
  const move = keys[event.key];
  const on = /** @type {HTMLElement} */ (event.target);
  const typing = on.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === " " && !typing && !on.closest?.("button, a, summary") && !event.repeat) {
    event.preventDefault();
    playOrPause();
  }
  if (!move || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  goByHand(move());
});

go(0);
document.body.toggleAttribute("data-ready", true);
