// Another page of the house, or this one as it is now, read in the background.

/** An error where it does not come. @param {string} address @returns {Promise<Document>} */
export async function pageOf(address) {
  const answer = await fetch(address, { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Put the parts as that page has them, by their ids; those that it has no more. @template {Element} T @param {T[]} parts @param {Document} page */
export function drawnAs(parts, page) {
  return parts.filter((part) => {
    const now = page.getElementById(part.id);
    if (now) part.replaceWith(document.importNode(now, true));
    return !now;
  });
}
