// No part is drawn anew by htmx while something in it is pressed: it is asked for again once that was let go.
import { typedAgain, typedSince } from "./drafts.js";
import { onceLetGo, pressed } from "./pressed.js";

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const { target, requestConfig: { elt, verb, path } } = detail;
  // a form that says where its answer goes computes while one types; all others are acts, which are sent once
  if (verb !== "get" && !elt.hasAttribute("hx-target")) return;
  const part = [target, elt].find(pressed);
  if (!part) return;
  detail.shouldSwap = false;
  onceLetGo(part, () => { /** @type {any} */ (window).htmx.ajax(verb, path, { source: elt }).catch(() => {}); });
});

// What is typed while a form's answer is on its way, a template's fields for one, is typed in what the answer draws, too.
/** @type {WeakMap<Element, FormData>} what each form said when it last asked */
const asked = new WeakMap();
/** @type {Map<string, Map<string, string>>} by the part that is drawn anew */
const since = new Map();
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = /** @type {CustomEvent} */ (event).detail;
  if (elt instanceof HTMLFormElement) asked.set(elt, new FormData(elt));
});
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  const said = asked.get(target.closest("form"));
  if (said) since.set(target.id, typedSince(target, said));
});
document.addEventListener("htmx:oobAfterSwap", () => {
  for (const [id, typed] of since) {
    const part = document.getElementById(id);
    if (part) typedAgain(part, typed);
  }
  since.clear();
});
