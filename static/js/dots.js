// A dot parts what stands on one line. Where the text goes on below, the end of the line does: the dot keeps its place and is not seen.

/**
 * Call it when the lines of a text stand: a dot that ends one of them is away.
 * @param {HTMLElement} where
 */
export function dots(where) {
  if (!(where.textContent ?? "").includes("·")) return;
  const one = where.offsetHeight < 1.5 * parseFloat(getComputedStyle(where).lineHeight);
  if (!one) mark(where);
  const all = /** @type {NodeListOf<HTMLElement>} */ (where.querySelectorAll("bdi[data-dot]"));
  // measured as they stand by themselves, and all before one is changed: one that is away may take its width with it
  for (const dot of all) dot.removeAttribute("data-ends");
  const ends = [...all].map((dot) => {
    const rest = document.createRange();
    rest.setStartAfter(dot);
    rest.setEnd(where, where.childNodes.length);
    const next = [...rest.getClientRects()].find((box) => box.width > 1);
    const here = dot.getBoundingClientRect();
    return Boolean(next && next.top > here.top + here.height / 2);
  });
  all.forEach((dot, n) => dot.toggleAttribute("data-ends", ends[n]));
}

/** Each dot in an element of its own, which no sheet gives another look; what the text says stays. @param {HTMLElement} where */
function mark(where) {
  const texts = [];
  const walker = document.createTreeWalker(where, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.includes("·")) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    if (text.parentElement?.dataset.dot !== undefined) continue;
    text.replaceWith(...(text.nodeValue ?? "").split("·").flatMap((part, i) => (i ? [alone(), part] : [part])));
  }
}

function alone() {
  const made = document.createElement("bdi");
  made.dataset.dot = "";
  made.textContent = "·";
  return made;
}
