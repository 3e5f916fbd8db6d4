// What stands on another page, shown over the table.

/** @type {HTMLDialogElement|null} */
let open = null;

/** What was being written when the table was wanted: on which page it goes on, over which link. part: "void" where it is about a void hand. @type {{link: string, part: string, page: string, fields: import("../drafts.js").Kept}|null} */
let draft = null;

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

/** @param {HTMLAnchorElement} link @param {() => boolean} wanted whether nothing has cleared the table since it was asked for */
export async function show(link, wanted) {
  if (open) return;
  const part = link.dataset.part ?? "";
  // the link of a void hand is about that one, whatever is being written about another
  const written = draft?.link === link.href && (!part || draft.part === part) ? draft : null;
  const answer = await fetch(written?.page ?? link.href).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const inside = page?.querySelector("[data-part=over-table]");
  if (page && inside) await Promise.all([dressed(page), inside.querySelector("data") && import("./in_unit.js").then((m) => m.inUnit(page))]);
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
  // without it the sheet keeps nothing, and opens all the same
  const drafts = form && await import("../drafts.js").catch(() => null);
  if (open || !wanted()) return;
  if (form && drafts && written) drafts.backInto(form, written.fields);
  dialog.addEventListener("close", () => {
    const fields = form && drafts?.kept(form);
    if (fields?.drafts.size) draft = { link: link.href, part, page: form?.dataset.again ?? "", fields };
    else if (fields && written) draft = null;
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
