// Seats that come free or are taken while the page is open: every choice of one follows.

/** @param {any} face @param {boolean} sits who looks sits there, and may change seats */
export function offer(face, sits) {
  const taken = new Set(face.seats.map((/** @type {any} */ s) => s.seat));
  const here = Array.from({ length: face.seats_count }, (_one, i) => i + 1).filter((n) => !taken.has(n));
  // who looks on sees the seats late, and sits down at those that are free now
  /** @type {string[]} */
  const free = (face.free ?? here).map(String);
  for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("select[name=seat]"))) {
    const kept = choice.value;
    for (const one of [...choice.options]) if (!("stays" in one.dataset)) one.remove();
    choice.append(...free.map((n) => new Option(n)));
    if ([...choice.options].some((one) => one.value === kept)) choice.value = kept;
    const full = document.querySelector('[data-part="full"]');
    full?.toggleAttribute("hidden", free.length > 0);
    if (sits || full) choice.form?.toggleAttribute("hidden", !free.length);
  }
}
