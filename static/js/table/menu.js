// The menu lies over the table: the turn, a tap beside it and Escape close it. Comes with the first touch, as it opens by one.
const menu = /** @type {HTMLDetailsElement} */ (document.querySelector(".room-menu"));

export function shut() {
  if (menu.open && menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  menu.open = false;
}

document.addEventListener("pointerdown", (event) => {
  if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});
// before the bar hears it: one key closes one thing
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open || document.querySelector("dialog[open]")) return;
  event.stopPropagation();
  shut();
}, { capture: true });
