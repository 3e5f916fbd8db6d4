// What stands on another page, shown over the table.

/** @type {HTMLDialogElement|null} */
let open = null;

/** The sheets of that page which this one has not: they come with it, and it is shown when they are there. @param {Document} page */
function dressed(page) {
  const here = new Set([...document.querySelectorAll("link[rel=stylesheet]")].map((sheet) => sheet.getAttribute("href")));
  const missing = [...page.querySelectorAll("link[rel=stylesheet]")].map((sheet) => sheet.getAttribute("href") ?? "").filter((href) => !here.has(href));
  return Promise.all(missing.map((href) => new Promise((done) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.onload = sheet.onerror = () => done(null);
    sheet.href = href;
    document.head.append(sheet);
  })));
}

/** What of a page lies over the table; null where the page did not come. @param {string} where */
async function part(where) {
  const answer = await fetch(where).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const inside = page?.querySelector("[data-part=over-table]");
  if (page && inside) await Promise.all([dressed(page), inside.querySelector("data") && import("./in_unit.js").then((m) => m.inUnit(page))]);
  return inside ?? null;
}

/** @param {HTMLAnchorElement} link @param {() => boolean} wanted whether nothing has cleared the table since it was asked for */
export async function show(link, wanted) {
  if (open) return;
  // without it the sheet keeps nothing, and opens all the same. "last": goes on where one was writing last; "own": is about its own hand, whatever is being written
  const written = link.dataset.draft === undefined ? null : await import("./written.js").catch(() => null);
  const before = link.dataset.draft === "last" ? written?.pageOfLast() : "";
  let inside = before ? await part(before) : null;
  // the house has it: nothing goes on there
  if (before && inside && !inside.querySelector("form[data-again]")) {
    written?.drop(before);
    inside = null;
  }
  inside ??= await part(link.href);
  if (open || !wanted()) return;
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
    const typing = /** @type {HTMLElement} */ (event.target).closest("input, select, textarea");
    if (!typing && event.key.toLowerCase() === link.dataset.key) dialog.close();
  });
  const form = /** @type {HTMLFormElement|null} */ (inside.querySelector("form[data-again]"));
  if (form) written?.follow(form);
  dialog.addEventListener("close", () => {
    dialog.remove();
    open = null;
    link.focus();
  });
  open = dialog;
  // nobody sees it, and presses in it, before it was filled
  if (inside.querySelector("[data-preferences]")) (await import("./preferences.js")).begin(dialog);
  if (open !== dialog) return;
  document.body.append(dialog);
  dialog.showModal();
}

/** Take it away. */
export const clear = () => {
  if (open?.open) open.close();
  else open = null;
};
