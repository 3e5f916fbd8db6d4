"""How much what is written, and what parts it, stands out from what lies behind: as WCAG counts it, 21 is black on white."""

from __future__ import annotations

_COUNTED = """
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); return [...paint.getImageData(0, 0, 1, 1).data]; };
  const light = (colour) => rgba(colour).slice(0, 3).map((part) => part / 255).map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4).reduce((sum, part, i) => sum + part * [.2126, .7152, .0722][i], 0);
  const ratio = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + .05) / (low + .05); };
  const behind = (one) => { for (let box = one; box; box = box.parentElement) { const ground = getComputedStyle(box).backgroundColor; if (rgba(ground)[3]) return ground; } return "#fff"; };
"""
# contrast of words and of borders with what lies behind them, the least of each
CONTRAST = f"""([theme, words, borders]) => {{{_COUNTED}
  const all = (selector) => {{ const found = [...document.querySelectorAll(`${{theme}} ${{selector}}`)]; if (!found.length) throw new Error(selector); return found; }};
  return [
    Math.min(...words.flatMap(all).map((one) => ratio(getComputedStyle(one).color, behind(one)))),
    Math.min(...borders.flatMap(all).map((one) => ratio(getComputedStyle(one).borderBottomColor, behind(one.parentElement)))),
  ];
}}"""
# Words below such a contrast. A ground that shows through is laid over the one below it; of a gradient each colour counts, wherever
# the words stand on it, but of those of a ring, in whose middle they stand. What cannot be pressed now is paler on purpose.
PALE_WORDS = f"""(least) => {{{_COUNTED}
  const over = ([r, g, b, a], [x, y, z]) => [[r, x], [g, y], [b, z]].map(([upper, lower]) => (upper * a + lower * (255 - a)) / 255).concat(255);
  const css = ([r, g, b]) => `rgb(${{Math.round(r)}}, ${{Math.round(g)}}, ${{Math.round(b)}})`;
  const grounds = (one) => {{
    if (!one) return [[255, 255, 255, 255]];
    const {{ backgroundColor, backgroundImage }} = getComputedStyle(one);
    const own = [backgroundColor, ...(backgroundImage.includes("gradient") ? backgroundImage.split("conic")[0].match(/(?:rgba?|color|oklab|oklch)\\([^()]*\\)/g) ?? [] : [])].map(rgba).filter((colour) => colour[3]);
    const solid = own.filter((colour) => colour[3] === 255);
    const below = solid.length ? solid : grounds(one.parentElement);
    return [...below, ...own.filter((colour) => colour[3] < 255).flatMap((colour) => below.map((lower) => over(colour, lower)))];
  }};
  const found = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {{
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !one.checkVisibility({{ visibilityProperty: true, opacityProperty: true }})) continue;
    if (one.closest("script, style, noscript, option, .visually-hidden, .skip, .dot > i, :disabled, [aria-disabled=true]")) continue;
    const ink = getComputedStyle(one).color;
    for (const ground of grounds(one).map(css)) {{
      const much = ratio(ink, ground);
      if (much >= least || found.has(ink + ground)) continue;
      found.set(ink + ground, `${{one.tagName.toLowerCase()}}.${{one.className.baseVal ?? one.className}} ${{walk.currentNode.data.trim().slice(0, 30)}}: ${{much.toFixed(1)}}, ${{ink}} on ${{ground}}`);
    }}
  }}
  return [...found.values()];
}}"""
