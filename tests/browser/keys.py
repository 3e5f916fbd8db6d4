"""A page by keys alone: Tab comes to everything that can be pressed, in the order in which it is read, and each time one sees where one
is: nothing lies over it, and something is drawn round it."""

from __future__ import annotations

from playwright.sync_api import Page

# What Tab comes to, as it is read; of a group of choices one. A frame is a page of its own, the preview of a display.
# Each is given the focus as Tab gives it: the page moves to it, and the ring of the keys is drawn.
WALKED = """() => {
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
  const named = (one) => `${one.tagName.toLowerCase()}.${one.className} ${(one.innerText || one.ariaLabel || one.id || one.name || "").trim().replace(/\\s+/g, " ").slice(0, 40)}`;
  const pressable = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((one) => {
    if (one.tabIndex < 0 || one.disabled || one.type === "hidden" || !one.checkVisibility({ visibilityProperty: true })) return false;
    if (one.closest("[inert], dialog:not([open])")) return false;
    if (one.type !== "radio") return true;
    const group = [...document.querySelectorAll(`input[type="radio"][name="${CSS.escape(one.name)}"]`)].filter((other) => other.form === one.form);
    return one === (group.find((other) => other.checked) ?? group[0]);
  });
  const drawnRound = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  };
  const inSight = (one) => [...one.getClientRects()].filter((rect) => rect.width && rect.height).some((rect) =>
    [[.5, .5], [.1, .5], [.9, .5], [.5, .15], [.5, .85]].some(([x, y]) => {
      const hit = document.elementFromPoint(rect.left + rect.width * x, rect.top + rect.height * y);
      return hit && (one.contains(hit) || hit.contains(one) && hit !== document.body && hit !== document.documentElement || hit.closest("label")?.control === one);
    }));
  const wrong = [];
  for (const one of pressable) {
    if (one.tabIndex > 0) wrong.push(`is out of its order: ${named(one)}`);
    one.focus();
    if (document.activeElement !== one) { wrong.push(`takes no focus: ${named(one)}`); continue; }
    if (!one.matches(":focus-visible")) wrong.push(`is not as by keys: ${named(one)}`);
    const around = [one, one.closest("label"), one.labels?.[0], one.parentElement, one.nextElementSibling].filter(Boolean);
    if (!around.some(drawnRound)) wrong.push(`nothing shows where one is: ${named(one)}`);
    if (!inSight(one) && !(one.labels?.[0] && inSight(one.labels[0]))) wrong.push(`is hidden: ${named(one)}`);
  }
  if (pressable.length < 3) wrong.push("hardly anything can be pressed");
  pressable[1]?.focus();
  globalThis.next = pressable[2];
  return wrong;
}"""


def amiss_by_keys(page: Page) -> list[str]:
    """Walk the page by Tab; what is wrong with it. Frames are gone afterwards."""
    page.evaluate(
        "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
    )
    wrong: list[str] = []
    page.keyboard.press("Tab")
    if not page.evaluate("document.activeElement.matches('.skip')"):
        wrong.append("the first is no way to the content")
    wrong += page.evaluate(WALKED)
    page.keyboard.press("Tab")
    if not page.evaluate("document.activeElement === globalThis.next"):
        wrong.append("Tab does not go on to the next")
    return wrong
