// No part is drawn anew by htmx while something in it is pressed: it is asked for again once that was let go.
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
