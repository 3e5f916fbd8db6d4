// A button that copies the text of a field, also on plain http, where a browser gives pages no clipboard.

/** @param {HTMLInputElement|HTMLTextAreaElement} field */
export async function copy(field) {
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
  if (copied && said) said.textContent = button.dataset.said ?? "";
});
