// A button that copies the text of a field, also on plain http, where a browser gives pages no clipboard. Where nothing
// may be copied the text is marked, and the page says how to take it.

/** @param {HTMLInputElement|HTMLTextAreaElement} field */
export async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!(button instanceof HTMLElement)) return;
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const copied = await copy(field);
  const said = button.parentElement?.querySelector("[role=status]");
  if (said) said.textContent = (copied ? button.dataset.said : button.dataset.select) ?? "";
});
