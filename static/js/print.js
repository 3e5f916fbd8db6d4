// The button that prints a page.

addEventListener("click", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest?.("[data-print]")) window.print();
});
