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
