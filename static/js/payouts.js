// The payouts while one types: the server computes amounts, percentages and previews; no field under the fingers changes.

import { onceLetGo } from "./pressed.js";

const form = () => /** @type {HTMLFormElement} */ (document.getElementById("payout-form"));
let asked = 0;

/** Ask what follows from what is typed, and put it beside it. */
async function follow() {
  const mine = ++asked;
  const before = new Map([...form().querySelectorAll("tbody input")].map((field) => [field, /** @type {HTMLInputElement} */ (field).value]));
  const data = new FormData(form());
  data.set("act", "check");
  const got = await fetch(form().dataset.check ?? "", { method: "POST", body: data, headers: { "HX-Request": "true" } });
  if (mine !== asked || !got.ok) return;
  const found = new DOMParser().parseFromString(await got.text(), "text/html").getElementById("payout-form");
  if (found) onceLetGo(form(), () => { if (mine === asked) paint(found, before); });
}

/** @param {HTMLElement} found @param {Map<Element, string>} before what the fields held when it was asked */
function paint(found, before) {
  for (const part of form().querySelectorAll("[data-live]")) {
    const other = found.querySelector(`[data-live="${/** @type {HTMLElement} */ (part).dataset.live}"]`);
    if (other) part.replaceWith(other);
  }
  const body = form().querySelector("tbody");
  const other = found.querySelector("tbody");
  if (!body || !other) return;
  for (const extra of body.querySelectorAll(".row-wrong")) extra.remove();
  const mine = [...body.querySelectorAll("tr[data-line]")];
  const theirs = [...other.querySelectorAll("tr[data-line]")];
  // a table that is computed has as many places as it has
  if (mine.length !== theirs.length || !body.querySelector('[name="percent"]')) return body.replaceWith(other);
  for (const [n, row] of mine.entries()) {
    row.toggleAttribute("data-bubble", theirs[n].hasAttribute("data-bubble"));
    row.toggleAttribute("data-wrong", theirs[n].hasAttribute("data-wrong"));
    const fields = [...row.querySelectorAll("input")];
    const twins = [...theirs[n].querySelectorAll("input")];
    for (const [m, field] of fields.entries()) {
      // what was typed since stays; the amount beside it tells by itself that it is another one
      if (!twins[m] || field.value !== before.get(field) || field.value === twins[m].value) continue;
      field.value = twins[m].value;
      if (field === document.activeElement) field.select();
    }
    for (const cell of theirs[n].querySelectorAll("[data-computed]")) {
      const place = row.querySelector(`[data-computed="${/** @type {HTMLElement} */ (cell).dataset.computed}"]`);
      if (place) place.textContent = cell.textContent;
    }
    const wrong = theirs[n].nextElementSibling;
    if (wrong?.classList.contains("row-wrong")) row.after(wrong.cloneNode(true));
  }
}

document.addEventListener("change", (event) => {
  const field = event.target instanceof Element ? event.target.closest("#payout-form :is(input, select)") : null;
  if (!field) return;
  if (field instanceof HTMLSelectElement && "redraw" in field.dataset) {
    // another kind of table has other fields
    /** @type {HTMLButtonElement|null} */ (form().querySelector('[value="check"]'))?.click();
    return;
  }
  follow().catch(() => {});
});
