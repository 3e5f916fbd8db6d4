// The style guide shows what is done to a thing without its being done: what the stylesheets say of :hover, of :focus, of :focus-visible
// and of :active is said of [data-shown] there, too, so that no rule is written twice.

/** @type {[RegExp, string][]} */
const ACTS = [[/:hover/g, '[data-shown="hover"]'], [/:focus(?:-visible|-within)?(?![\w-])/g, '[data-shown="focus"]'], [/:active/g, '[data-shown="active"]']];

/** A selector for what is shown, or "" where it asks for no act. @param {string} selector */
export const shownBy = (selector) => {
  const found = ACTS.filter(([act]) => selector.match(act)).map(([act, shown]) => selector.replace(act, shown));
  return found.join(", ");
};

/** @param {CSSStyleSheet|CSSGroupingRule} group */
function repeat(group) {
  for (const rule of [...group.cssRules].reverse()) {
    if (rule instanceof CSSStyleRule) {
      const shown = shownBy(rule.selectorText);
      const at = [...group.cssRules].indexOf(rule) + 1;
      if (shown) group.insertRule(`${shown} { ${rule.style.cssText} }`, at);
    } else if ("insertRule" in rule) repeat(/** @type {CSSGroupingRule} */ (rule));
  }
}

/** Say so of all stylesheets of the page. */
export function showActs() {
  for (const sheet of document.styleSheets) repeat(sheet);
}

/** Let the first of each kind look as done to. @param {Document|Element} where @param {[string, string][]} touched */
export function touch(where, touched) {
  for (const [selector, act] of touched) {
    const one = /** @type {HTMLElement|null} */ (where.querySelector(selector));
    if (!one) continue;
    if (act === "open") one.setAttribute("open", "");
    else if (act === "checked") /** @type {HTMLInputElement} */ (one).checked = true;
    else if (act === "disabled") /** @type {HTMLInputElement} */ (one).disabled = true;
    else if (act === "invalid") one.setAttribute("aria-invalid", "true");
    else if (act === "expanded") one.setAttribute("aria-expanded", "true");
    // stands as soon as its own module has begun
    else if (act === "begun") one.dataset.begun = "";
    else one.dataset.shown = act;
    // fainter for the moment of a tap: nobody has to read it then
    if (act === "active") one.setAttribute("aria-disabled", "true");
  }
}
