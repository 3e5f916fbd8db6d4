// A page read in another language while its form is being filled in: it comes as the house writes it there, and what was typed stays. It is
// held by this page alone while the other one comes: a browser that somebody else uses next keeps no date of birth of it.

/** @typedef {HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement} Field */

const FIELDS = "main form :is(input:not([type=hidden], [type=file]), select, textarea)";
/** @param {Document} page @returns {Field[]} */
const fieldsOf = (page) => /** @type {Field[]} */ ([...page.querySelectorAll(FIELDS)]);
/** @param {Field} field @returns {field is HTMLInputElement} */
const isTick = (field) => field.matches("[type=checkbox], [type=radio]");
/** A choice that nobody made follows the language. @param {Field} field */
const isFilled = (field) => (field instanceof HTMLSelectElement ? !field.options[field.selectedIndex]?.defaultSelected : isTick(field) ? field.checked !== field.defaultChecked || field.checked : field.value !== "");

/** @param {Document} page @param {(field: Field) => string} nameOf */
function show(page, nameOf) {
  const typed = fieldsOf(document).filter(isFilled);
  const others = new Map(fieldsOf(page).map((field) => [nameOf(field), field]));
  for (const one of typed) {
    const other = others.get(nameOf(one));
    if (other && isTick(other) && isTick(one)) other.checked = one.checked;
    else if (other) other.value = one.value;
  }
  for (const name of ["lang", "data-language"]) document.documentElement.setAttribute(name, page.documentElement.getAttribute(name) ?? "");
  document.title = page.title;
  // a node that is moved keeps what was put into it
  document.body.replaceChildren(...[...page.body.childNodes].map((node) => document.adoptNode(node)));
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const asked = /** @type {HTMLButtonElement|null} */ (event.submitter);
  // a page that another module draws is not put together again
  if (asked?.name !== "language" || document.querySelectorAll('script[type="module"]').length > 1 || !fieldsOf(document).some(isFilled)) return;
  event.preventDefault();
  const body = new FormData(form, asked);
  try {
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || new URL(answer.url).pathname !== location.pathname) throw new Error(String(answer.status));
    // asked for once somebody has typed and changes the language: no page carries it before
    const { nameOf } = await import("./drafts.js");
    show(page, nameOf);
    /** @type {HTMLElement|null} */ (document.querySelector(`[name=language][value="${asked.value}"]`))?.focus();
  } catch {
    // as without a script
    const said = document.createElement("input");
    Object.assign(said, { type: "hidden", name: "language", value: asked.value });
    form.append(said);
    form.submit();
  }
});
