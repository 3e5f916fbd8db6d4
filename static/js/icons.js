/** One symbol of static/img/icons.svg, in the colour of the words beside it; the page says where the sheet lies, or has the drawing itself. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Draw the icon of that name. Nobody hears of it: the word beside it says it.
 * @param {string} name one of the sheet
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "icon");
  drawn.setAttribute("width", "24");
  drawn.setAttribute("height", "24");
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${document.documentElement.dataset.icons ?? ""}#${name}`);
  drawn.append(use);
  return drawn;
}
