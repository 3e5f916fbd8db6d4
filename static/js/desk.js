// The desk: the button that takes the money says how much, by the method that is chosen, and beside cash stands its change.

import { changeOf } from "./change.js";
import { money } from "./format.js";

/** @param {HTMLFormElement} form */
function tell(form) {
  const said = form.querySelector('[data-part="sum"]');
  const chosen = /** @type {HTMLInputElement|null} */ (form.querySelector("input[data-sum]:checked"));
  if (said) said.textContent = chosen?.dataset.sum ?? "";
  // nothing is taken before a way to pay is chosen: a balance that does not reach is none
  for (const takes of form.querySelectorAll("button:not([formnovalidate])")) {
    if (takes instanceof HTMLButtonElement) takes.disabled = !chosen;
  }
}

// Another form of the page (the document that was seen, what is owed) leads to the same player's page drawn anew, and on a slow
// line the way to pay is chosen meanwhile: what was chosen for this player goes along, for the minute that the way may take.
const KEPT = "desk-methods";
const MINUTE = 60_000;
const player = new URLSearchParams(location.search).get("player");
/** @type {HTMLFormElement|null} */
let left = null;
/** What a form is paid for: the step that is next, which has the keys, a rebuy that is owed, or what its button sells. @param {HTMLFormElement} form */
const paysFor = (form) => form.dataset.debt ?? (form.querySelector("label[data-key]") ? "next" : form.action);
/** Every form of the page in which a way to pay is chosen. @returns {HTMLFormElement[]} */
const paying = () => [...document.forms].filter((form) => form.querySelector("input[data-sum]"));
/** The fields for what stands on the document. @returns {NodeListOf<HTMLInputElement|HTMLSelectElement>} */
const readHere = () => document.querySelectorAll("[data-read]");
function keep() {
  if (!player) return;
  /** @type {Record<string, string>} */
  const methods = {};
  for (const form of paying()) {
    const chosen = /** @type {HTMLInputElement|null} */ (form.querySelector("input[data-sum]:checked"));
    // what is paid by now is not paid so again
    if (chosen && form !== left) methods[paysFor(form)] = chosen.value;
  }
  // what was read from the document, where another form was sent
  const read = Object.fromEntries([...readHere()].filter((field) => field.form !== left).map((field) => [field.name, field.value]));
  sessionStorage.setItem(KEPT, JSON.stringify({ player, methods, read, at: Date.now() }));
}
function chooseAgain() {
  const text = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  const kept = text && JSON.parse(text);
  if (!kept || kept.player !== player || Date.now() - kept.at > MINUTE) return;
  for (const form of paying()) {
    const method = kept.methods[paysFor(form)];
    const again = method && form.querySelector(`input[data-sum][value="${CSS.escape(method)}"]:not(:disabled)`);
    if (again instanceof HTMLInputElement) again.checked = true;
  }
  for (const field of readHere()) field.value = kept.read?.[field.name] ?? field.value;
}

document.addEventListener("submit", ({ target }) => {
  if (!(target instanceof HTMLFormElement)) return;
  left = target;
  keep();
});
document.addEventListener("change", (event) => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.dataset.sum || !target.form) return;
  tell(target.form);
  if (left) keep();
});
function tellAll() {
  for (const form of paying()) tell(form);
  for (const beside of document.querySelectorAll(".change-due")) tellChange(/** @type {HTMLElement} */ (beside));
}

/** What goes back of the cash that was typed, or what is missing. @param {HTMLElement} beside */
function tellChange(beside) {
  const language = document.documentElement.dataset.language ?? "pt-br";
  const said = beside.querySelector("output");
  const change = changeOf(beside.querySelector("input")?.value ?? "", Number(beside.dataset.due), language);
  if (!said) return;
  const words = (change?.missing ? said.dataset.missing : said.dataset.change) ?? "";
  said.value = change ? words.replace("…", money(change.cents, beside.dataset.currency ?? "BRL", language)) : "";
  said.toggleAttribute("data-short", Boolean(change?.missing));
}
/** @param {Event} event @returns {HTMLElement|null} */
const changeAt = ({ target }) => (target instanceof HTMLInputElement ? target.closest(".change-due") : null);
document.addEventListener("input", (event) => {
  const beside = changeAt(event);
  if (beside) tellChange(beside);
});
// Enter leads on to the button, and does not press it: the change is read before the money is taken
document.addEventListener("keydown", (event) => {
  const beside = event.key === "Enter" ? changeAt(event) : null;
  if (!beside) return;
  event.preventDefault();
  /** @type {HTMLButtonElement|null|undefined} */ (beside.closest("form")?.querySelector("button:not([formnovalidate])"))?.focus();
});

// a choice that the browser kept when one came back to the page
window.addEventListener("pageshow", tellAll);
chooseAgain();
tellAll();
