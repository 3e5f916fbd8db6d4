// A receipt on a roll of paper 80 mm wide: the page is as long as the receipt, so that the printer cuts behind it.

/** In a style sheet a pixel is the 96th part of an inch. */
const MM = 25.4 / 96;

addEventListener("beforeprint", () => {
  const receipt = document.querySelector('.receipt[data-size="roll"]');
  if (!receipt) return;
  // as it will lie on the paper: between its margins, without a frame
  const sheet = new CSSStyleSheet();
  sheet.insertRule('.receipt[data-size="roll"] { width: 72mm !important; max-width: none !important; padding: 0 !important; border: 0 !important; }');
  document.adoptedStyleSheets = [sheet];
  // its margins, and a line more: paper breaks a line that the screen does not
  const long = Math.ceil(receipt.getBoundingClientRect().height * MM) + 17;
  sheet.insertRule(`@page roll { size: 80mm ${long}mm; margin: 4mm; }`);
});
