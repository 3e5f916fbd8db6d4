// @ts-check
/** Draw the dots of a text so that none stands at an end of a line, as the filter of the same name does. @param {string} text @returns {(string|HTMLElement)[]} */
export function dots(text) {
  return text.split(" · ").flatMap((part, at) => (at ? [dot(), ` ${part}`] : [part]));
}

function dot() {
  const drawn = document.createElement("span");
  drawn.className = "dot";
  const sign = document.createElement("i");
  sign.textContent = "·";
  drawn.append(" ", sign);
  return drawn;
}
