// A question over the table, before what costs the hand.
import { made } from "./draw.js";

/** @type {HTMLDialogElement|null} */
let open = null;

/** @param {string} question @param {{yes: string, no: string}} answers @returns {Promise<boolean>} whether it was answered with yes */
export function sure(question, { yes, no }) {
  clear();
  const dialog = /** @type {HTMLDialogElement} */ (made("dialog", "", [made("p", "", [question])]));
  const choices = made("p", "buttons", [no, yes].map((said) => {
    const button = /** @type {HTMLButtonElement} */ (made("button", "button", [said]));
    button.type = "button";
    if (said === no) button.dataset.kind = "main";
    button.addEventListener("click", () => dialog.close(said === yes ? "yes" : ""));
    return button;
  }));
  dialog.setAttribute("aria-label", question);
  dialog.append(choices);
  document.body.append(dialog);
  open = dialog;
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (open === dialog) open = null;
      answered(dialog.returnValue === "yes");
    });
  });
}

/** Take it away: that is a no. */
export const clear = () => open?.close();
