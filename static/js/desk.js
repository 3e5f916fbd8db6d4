// The desk: the button that takes the money says how much, by the method that is chosen.

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

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.dataset.sum && target.form) tell(target.form);
});
/** Every form of the page. */
function tellAll() {
  for (const form of document.forms) if (form.querySelector("input[data-sum]")) tell(form);
}
// a choice that the browser kept when one came back to the page
window.addEventListener("pageshow", tellAll);
tellAll();
