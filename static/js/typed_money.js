// Money that somebody typed, before it is sent.

const SYMBOLS = /^(?:[RT]\$|€|BRL|EUR)|(?:[RT]\$|€|BRL|EUR)$/;

/**
 * Money that was typed, in cents, as the house reads it everywhere (rules/money.py); null where it cannot be told what was meant.
 * @param {string} text @param {string} language pt-br, pt or en @returns {number|null}
 */
export function typedMoney(text, language) {
  const plain = text.trim().replace(SYMBOLS, "").trim().replace(/[\u00a0\u202f]/g, " ");
  const point = language === "en" ? "." : ",";
  for (const [group, minor] of [[" ", "[.,]"], ["\\.", ","], [",", "\\."], ["", "[.,]"]]) {
    const whole = group ? `[1-9]\\d{0,2}(?:${group}\\d{3})+` : "\\d{1,11}";
    const [, units, cents] = new RegExp(`^(${whole})(?:${minor}(\\d{1,2}))?$`).exec(plain) ?? [];
    if (!units) continue;
    const digits = units.replace(/\D/g, "");
    // three decimals in this language
    if (cents === undefined && units.split(point).length === 2) return null;
    return digits.length > 11 ? null : Number(digits) * 100 + Number((cents ?? "").padEnd(2, "0"));
  }
  return null;
}
