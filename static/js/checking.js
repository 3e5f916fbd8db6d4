// "Check this draw yourself": the published record is fetched and every draw in it computed again, in this browser.
import { committed, differs, readable, trusted } from "./draw.js";
import { icon } from "./icons.js";

/** @param {string} id @returns {any} */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
/** @param {string} text @param {Record<string, string|number>} values */
const say = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name] ?? ""));

const words = given("words");
const button = /** @type {HTMLButtonElement} */ (document.getElementById("check"));
const answer = /** @type {HTMLElement} */ (document.getElementById("checked"));
const title = /** @type {HTMLElement} */ (document.getElementById("check-title"));
const SIGNS = { good: "badge-check", bad: "triangle-alert", "": "shield" };

/** @param {"good"|"bad"|""} kind @param {string[]} lines */
function tell(kind, lines) {
  answer.dataset.kind = kind;
  answer.replaceChildren(...lines.map((line) => {
    const p = document.createElement("p");
    p.textContent = line;
    return p;
  }));
  answer.firstElementChild?.prepend(icon(SIGNS[kind]), " ");
}

/** A sign, a word and a colour beside the draw. @param {number} number @param {boolean} same */
function mark(number, same) {
  const cell = document.querySelector(`[data-draw="${number}"]`);
  if (!cell) return;
  const tag = document.createElement("span");
  tag.className = "same";
  tag.dataset.kind = same ? "good" : "bad";
  tag.append(icon(same ? "check" : "x"), ` ${same ? words.same : words.other}`);
  cell.replaceChildren(tag);
}

/** @param {any} record */
async function check(record) {
  if (!readable(record)) return tell("bad", [words.unreadable]);
  if ((await trusted()) === false) return tell("bad", [words.untrusted]);
  /** @type {string[]} */
  const found = [];
  const secret = committed(record);
  if (secret === false) found.push(words.not_committed);
  for (const [i, draw] of record.draws.entries()) {
    const what = differs(record, draw, i + 1);
    if (what) found.push(say(words[what], { number: draw.number }));
    mark(Number(draw.number), !what);
    if (i % 20 === 19) {
      tell("", [say(words.progress, { done: i + 1, all: record.draws.length })]);
      await new Promise((go) => setTimeout(go));
    }
  }
  title.textContent = found.length ? words.title_bad : words.title_good;
  if (found.length) return tell("bad", [say(words.differences, { count: found.length }), ...found.slice(0, 50)]);
  return tell("good", [say(words.agree, { count: record.draws.length }), secret ? words.secret_right : words.secret_later]);
}

button.hidden = false;
button.addEventListener("click", async () => {
  button.disabled = true;
  tell("", [words.fetching]);
  try {
    const got = await fetch(button.dataset.record ?? "", { cache: "no-store" });
    if (!got.ok) throw new Error(String(got.status));
    await check(await got.json());
  } catch {
    tell("bad", [words.no_record]);
  }
  button.disabled = false;
  // on a phone the answer stands a screen above the button
  const { top, bottom } = answer.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) answer.scrollIntoView({ block: "center" });
});
