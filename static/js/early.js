// Runs before anything can be pressed.

// A form that asks first waits for the modules that ask, else a quick tap would be a payment that nobody was asked about.
{
  let ready = false;
  let waiting = false;
  document.addEventListener("DOMContentLoaded", () => { ready = true; });
  document.addEventListener(
    "submit",
    (event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      const by = /** @type {HTMLElement|null} */ (event.submitter);
      if (ready || !(by?.dataset.asks ?? form.dataset.asks)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (waiting) return;
      waiting = true;
      document.addEventListener("DOMContentLoaded", () => form.requestSubmit(by), { once: true });
    },
    true,
  );
}
