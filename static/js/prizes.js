// Prizes: how many are ticked and their sum, while one ticks; the page that asks once more says it again.

import { money } from "./format.js";

const form = /** @type {HTMLFormElement|null} */ (document.getElementById("batch"));

/** The ticks of the page. */
function ticks() {
  return /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('input[form="batch"][name="award"]')]);
}

/** Write on the button how many it pays, and how: each row has a method of its own, which it does not use.
 * @param {HTMLFormElement} form
 * @param {number} count */
function nameTheButton(form, count) {
  const button = /** @type {HTMLElement|null} */ (form.querySelector('[data-part="pay-chosen"]'));
  const method = /** @type {HTMLSelectElement|null} */ (form.querySelector('select[name="method"]'));
  if (!button || !method) return;
  const { none = "", more = "" } = button.dataset;
  const by = method.selectedOptions[0];
  const word = by?.text.trim() ?? "";
  button.textContent = count ? (by?.dataset.pays || more).replace("{n}", String(count)).replace("{method}", word) : none;
}

/** Say how many are chosen and what they come to. */
function tell() {
  const said = /** @type {HTMLElement|null} */ (form?.querySelector('[data-part="chosen"]'));
  const sum = form?.querySelector('[data-part="chosen-sum"]');
  if (!form || !said || !sum) return;
  const chosen = ticks().filter((tick) => tick.checked);
  const { none = "", one = "", more = "" } = said.dataset;
  said.textContent = chosen.length === 0 ? none : chosen.length === 1 ? one : more.replace("{n}", String(chosen.length));
  const cents = chosen.reduce((all, tick) => all + Number(tick.dataset.cents), 0);
  sum.textContent = chosen.length ? money(cents, form.dataset.currency ?? "", document.documentElement.lang) : "";
  nameTheButton(form, chosen.length);
  for (const button of form.querySelectorAll("[data-needs-chosen]")) button.toggleAttribute("disabled", chosen.length === 0);
  const all = /** @type {HTMLInputElement|null} */ (document.querySelector('[data-part="all"]'));
  if (!all) return;
  all.checked = chosen.length > 0 && chosen.length === ticks().length;
  all.indeterminate = chosen.length > 0 && !all.checked;
}

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target instanceof HTMLSelectElement && target.form === form) tell();
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset.part === "all") for (const tick of ticks()) tick.checked = target.checked;
  if (target.dataset.part === "all" || target.name === "award") tell();
});
// ticks that the browser kept when one came back to the page
window.addEventListener("pageshow", tell);
tell();
