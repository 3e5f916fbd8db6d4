// The letter of the suit on each card: a switch in the menu, kept by this browser for all tables (table.js reads it when it begins).
const KEPT = "deck-plain";

/** @param {HTMLElement} button @param {Record<string, string>} words */
export function letters(button, words) {
  const room = document.body;
  const show = () => {
    button.textContent = room.hasAttribute("data-plain") ? words.letters_on : words.letters_off;
  };
  button.addEventListener("click", () => {
    localStorage.setItem(KEPT, room.toggleAttribute("data-plain") ? "1" : "0");
    show();
  });
  button.hidden = false;
  show();
}
