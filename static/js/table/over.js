// Links that open over the table: the last hand, the session so far, the rules. Without this, each opens its page; what shows them
// comes with the first.

/** @type {typeof import("./last.js")|null} */
let last = null;

/** @param {HTMLAnchorElement} link */
async function show(link) {
  last ??= await import("./last.js").catch(() => null);
  if (last) await last.show(link);
  else location.assign(link.href);
}

/** Take away what lies there: somebody has to decide. */
export const clearTheTable = () => last?.clear();

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
