// The form of what a player chooses for all tables of this browser, on its page or over a table. What is kept is told to the table below it, and
// the browser tells its other pages.
import { KEPT, kept, read } from "./preferred.js";

const PLAIN = "deck-plain";

/** A number of a size as it was typed; null where it is none. @param {string} text */
function size(text) {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,4}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 && Number(plain) <= 1000 ? Number(plain) : null;
}

/** @param {HTMLFormElement} form @param {string} name @returns {[HTMLInputElement, HTMLSelectElement][]} */
function rows(form, name) {
  const all = (/** @type {string} */ of) => [.../** @type {NodeListOf<any>} */ (form.querySelectorAll(`[name="${of}"]`))];
  const units = all(`${name}-of`);
  return all(name).map((input, i) => [input, units[i]]);
}

/** @param {HTMLFormElement} form */
function fill(form) {
  const now = kept();
  /** @type {RadioNodeList} */ (form.elements.namedItem("unit")).value = now.blinds ? "bb" : "";
  /** @type {HTMLInputElement} */ (form.elements.namedItem("letters")).checked = localStorage.getItem(PLAIN) !== "1";
  for (const name of /** @type {("before"|"after")[]} */ (["before", "after"])) {
    rows(form, name).forEach(([input, unit], i) => {
      const one = now[name][i];
      const point = document.documentElement.lang.startsWith("en") ? "." : ",";
      input.value = one ? String(one.n).replace(".", point) : "";
      if (one) unit.value = one.of;
    });
  }
}

/** What the form says; null where a size is no number: its field says so. @param {HTMLFormElement} form */
function written(form) {
  let good = true;
  const sizes = (/** @type {string} */ name) => rows(form, name).flatMap(([input, unit]) => {
    const n = input.value.trim() ? size(input.value) : 0;
    input.setAttribute("aria-invalid", String(n === null));
    if (n === null) good = false;
    return n ? [{ n, of: unit.value }] : [];
  });
  const found = { blinds: new FormData(form).get("unit") === "bb", before: sizes("before"), after: sizes("after") };
  return good ? found : null;
}

/** @param {ParentNode} where */
export function begin(where) {
  const form = /** @type {HTMLFormElement|null} */ (where.querySelector("form[data-preferences]"));
  if (!form || "begun" in form.dataset) return;
  form.dataset.begun = "";
  fill(form);
  const says = /** @type {HTMLElement} */ (form.querySelector('[role="status"]'));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = written(form);
    says.textContent = (found ? says.dataset.kept : says.dataset.wrong) ?? "";
    says.classList.toggle("refused", !found);
    if (!found) return /** @type {HTMLElement|null} */ (form.querySelector('[aria-invalid="true"]'))?.focus();
    const plain = !(/** @type {HTMLInputElement} */ (form.elements.namedItem("letters")).checked);
    try {
      localStorage.setItem(PLAIN, plain ? "1" : "0");
      localStorage.setItem(KEPT, JSON.stringify(read(JSON.stringify(found))));
    } catch {
      says.textContent = says.dataset.not ?? "";
      return;
    }
    dispatchEvent(new Event("preferred"));
    form.closest("dialog")?.close();
  });
}

begin(document);
