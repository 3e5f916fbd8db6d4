// A cash table says what a player may bring or add by the balance: one that changed meanwhile is written here, and what is typed stays.

import { drawnAs, pageOf } from "../pages.js";

/** @type {string|undefined} */
let known;

/**
 * @param {any} payload what is in the balance now @param {any} before what was when the page was written
 * @param {() => void} anew has the house write the whole page: it offers something else now
 */
export async function hear(payload, before, anew) {
  const was = known ?? JSON.stringify(before);
  const now = known = JSON.stringify(payload);
  if (now === was) return;
  const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-balance]")]);
  try {
    // each part says on which page it stands: over the table lies another one's
    for (const address of new Set(parts.map((part) => part.dataset.balance ?? ""))) {
      const gone = drawnAs(parts.filter((one) => one.dataset.balance === address), await pageOf(address));
      if (gone.length && address === location.pathname) anew();
    }
  } catch {
    setTimeout(() => {
      if (known !== now) return;
      known = was;
      void hear(payload, before, anew);
    }, 2000);
  }
}
