// The sheet on which a table is counted: its sum while it is typed, and Enter goes from seat to seat.

import { sheetLacks, sheetSum } from "./seats.js";
import { chips } from "./format.js";

const language = document.documentElement.dataset.language ?? "pt-br";

/** @param {HTMLFormElement} form */
function counting(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[data-standing]")]);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`[data-part="${name}"]`));
  const show = () => {
    const lines = fields.map((f) => ({ typed: f.value, standing: Number(f.dataset.standing) }));
    const sum = sheetSum(lines);
    const left = Number(form.dataset.inPlay) - Number(form.dataset.others) - sum;
    part("sum").textContent = chips(sum, language);
    part("missing").textContent = chips(sheetLacks(lines), language);
    part("left").textContent = chips(Math.abs(left), language);
    const word = part("word");
    word.textContent = (left < 0 ? word.dataset.over : word.dataset.left) ?? "";
    part("rest").toggleAttribute("data-amber", left < 0);
  };
  form.addEventListener("input", show);
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  show();
}

document.querySelectorAll("form[data-counting]").forEach((form) => counting(/** @type {HTMLFormElement} */ (form)));
