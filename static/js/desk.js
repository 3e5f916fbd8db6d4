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

// Another form of the page (the document that was seen) leads to the same player's page drawn anew, and on a slow line the
// way to pay is chosen meanwhile: what was chosen for this player goes along, for the minute that the way may take.
const KEPT = "desk-method";
const MINUTE = 60_000;
const player = new URLSearchParams(location.search).get("player");
let leaves = false;
function keep() {
  const chosen = /** @type {HTMLInputElement|null} */ (document.querySelector("input[data-sum]:checked"));
  if (player && chosen) sessionStorage.setItem(KEPT, JSON.stringify({ player, method: chosen.value, at: Date.now() }));
}
function chooseAgain() {
  const text = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  const kept = text && JSON.parse(text);
  if (!kept || kept.player !== player || Date.now() - kept.at > MINUTE) return;
  const again = document.querySelector(`input[data-sum][value="${CSS.escape(kept.method)}"]:not(:disabled)`);
  if (again instanceof HTMLInputElement) again.checked = true;
}

document.addEventListener("submit", ({ target }) => {
  if (!(target instanceof HTMLFormElement) || target.querySelector("input[data-sum]")) return;
  leaves = true;
  keep();
});
document.addEventListener("change", (event) => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.dataset.sum || !target.form) return;
  tell(target.form);
  if (leaves) keep();
});
/** Every form of the page. */
function tellAll() {
  for (const form of document.forms) if (form.querySelector("input[data-sum]")) tell(form);
}
// a choice that the browser kept when one came back to the page
window.addEventListener("pageshow", tellAll);
chooseAgain();
tellAll();
