// The amount of a raise that is typed, and how it is read. Comes with the first touch.
import { typedMoney } from "../typed_money.js";
import { currency, language, made, say, shown, unit } from "./draw.js";

/** Chips that were typed, thousands apart or not; null where it is no whole number. @param {string} text @returns {number|null} */
export function typed(text) {
  const plain = text.trim().replace(/[\u00a0\u202f]/g, " ");
  return /^(?:\d{1,13}|[1-9]\d{0,2}(?:(?:\.\d{3}){1,3}|(?:,\d{3}){1,3}|(?: \d{3}){1,3}))$/.test(plain) ? Number(plain.replace(/\D/g, "")) : null;
}

/**
 * What is typed takes the place of what stood there. Every key is followed by all that names the amount; Enter bets it, Escape goes
 * back, the arrows up and down step, and R, the key of the button, is not written.
 * @param {HTMLInputElement} field @param {import("./acts.js").Bar} bar
 */
export function writable(field, bar) {
  if (!field.readOnly) return;
  field.readOnly = false;
  field.maxLength = 40;
  field.setAttribute("aria-describedby", "amount-wrong");
  let entered = false;
  field.addEventListener("focus", () => {
    entered = true;
    field.select();
  });
  // the tap that enters it puts the cursor somewhere into the number; a later one is meant for its place
  field.addEventListener("click", () => {
    if (entered && field.selectionStart === field.selectionEnd) field.select();
    entered = false;
  });
  field.addEventListener("input", () => follow(field, bar));
  // nothing else is drawn anew when the field is left: the tap that leaves it is meant for a button
  field.addEventListener("change", () => {
    if (!bar.wrong) field.value = bar.written();
  });
  field.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key.toLowerCase() === "r") event.preventDefault();
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way) {
      event.preventDefault();
      if (!bar.busy) bar.by(way);
    }
    if (event.repeat || !bar.listens()) return;
    if (event.key === "Enter") bar.bet();
    if (event.key === "Escape") bar.close();
  });
}

/** Who opened the sheet by its key goes on typing. @param {import("./acts.js").Bar} bar @param {string|null} early what was typed before this came */
export function enter(bar, early) {
  const field = /** @type {HTMLInputElement|null} */ (bar.where.querySelector(".amount"));
  field?.focus();
  if (!field || !early) return;
  field.value = early;
  follow(field, bar);
}

/** What is typed counts as it stands there: nothing is put in its place. @param {HTMLInputElement} field @param {import("./acts.js").Bar} bar */
function follow(field, bar) {
  if (!bar.now) return;
  const { words, where, now: { options } } = bar;
  const [least, most] = [options.raise_from_chips ?? 0, options.raise_to_chips ?? 0];
  const text = field.value.trim();
  const to = unit.read ? unit.read(text) : currency ? typedMoney(text, language) : typed(text);
  bar.wrong = !text || (unit.read && to === null) ? say(words.from_to, { least: shown(least, true), most: shown(most, true) })
    : to === null ? say(words.unreadable, { text })
    : to < least ? say(words.too_small, { chips: shown(least, true) })
    : to > most ? say(words.too_large, { chips: shown(most, true) }) : "";
  if (to !== null && !bar.wrong) bar.to = to;
  field.setAttribute("aria-invalid", String(Boolean(bar.wrong)));
  const said = made("p", "bar-say wrong", [bar.wrong]);
  said.id = "amount-wrong";
  said.setAttribute("role", "status");
  where.querySelector(".slider, .wrong")?.replaceWith(bar.wrong ? said : bar.slider());
  where.querySelector(".sizes")?.replaceChildren(...bar.sizes());
  where.querySelector("[data-confirm]")?.replaceWith(bar.confirm());
}
