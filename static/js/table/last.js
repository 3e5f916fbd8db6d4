// What stands on another page, over the table: the last hand, the session so far. Without this, its link opens that page.

/** @type {HTMLDialogElement|null} */
let open = null;

/** @param {HTMLAnchorElement} link */
async function show(link) {
  if (open) return;
  const answer = await fetch(link.href).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const inside = page?.querySelector("[data-part=over-table]");
  if (open) return;
  if (!inside) {
    location.assign(link.href);
    return;
  }
  const dialog = document.createElement("dialog");
  dialog.className = "last-hand";
  dialog.setAttribute("aria-label", link.getAttribute("aria-label") ?? link.textContent?.trim() ?? "");
  const away = document.createElement("button");
  away.type = "button";
  away.className = "button";
  away.dataset.kind = "main";
  away.textContent = link.dataset.close ?? "";
  away.addEventListener("click", () => dialog.close());
  dialog.append(inside, away);
  // the keys of the table are for the table: none acts through what lies over it
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key.toLowerCase() === link.dataset.key) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    open = null;
    link.focus();
  });
  document.body.append(dialog);
  open = dialog;
  dialog.showModal();
}

/** Take it away: somebody has to decide. */
export const clearTheTable = () => open?.close();

/** Every link of the page that is marked so; with its key, where it names one. */
export function overTheTable() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[data-over]")]);
  for (const link of links) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void show(link);
    });
  }
  document.addEventListener("keydown", (event) => {
    const typing = /** @type {HTMLElement} */ (event.target).closest?.("input:not([type=range]), textarea, select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const link = links.find((one) => one.dataset.key === event.key.toLowerCase());
    if (link) void show(link);
  });
}
