// The change of a sale that is paid in cash: counted from what the player hands over, and sent nowhere.

import { typedMoney } from "./typed_money.js";

/**
 * What goes back, or what is still missing; null where nothing that can be read was typed.
 * @param {string} text as it was typed @param {number} due in cents @param {string} language pt-br, pt or en
 * @returns {{cents: number, missing: boolean}|null}
 */
export function changeOf(text, due, language) {
  const received = typedMoney(text, language);
  return received === null ? null : { cents: Math.abs(received - due), missing: received < due };
}
