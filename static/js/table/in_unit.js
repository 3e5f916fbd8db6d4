// Amounts of hands that lie in a page as text, written as the player chose for all tables of this browser. Nothing more is fetched where nothing was chosen.

/** @returns {Promise<typeof import("./preferred.js")|null>} */
export async function chosen() {
  let kept = null;
  try {
    kept = localStorage.getItem("table-preferences");
  } catch { /* then nothing is kept */ }
  return kept ? import("./preferred.js").catch(() => null) : null;
}

/** @param {ParentNode} where */
export async function inUnit(where) {
  const preferred = await chosen();
  if (!preferred?.kept().blinds) return;
  for (const one of /** @type {NodeListOf<HTMLDataElement>} */ (where.querySelectorAll("[data-big] data[value]"))) {
    const big = Number(/** @type {HTMLElement} */ (one.closest("[data-big]")).dataset.big);
    const words = /** @type {HTMLElement|null} */ (one.closest("[data-bb]"));
    one.textContent = preferred.written(Number(one.value), big, words?.dataset.bb ?? "");
  }
}

void inUnit(document);
