// The pages of a player's pay-ins and withdrawals: what the house says of one stands here at once. What is typed stays.
import { Live, lineOfPage, socketAddress } from "./live.js";
import { drawnAs, pageOf } from "./pages.js";

const where = /** @type {HTMLElement} */ (document.querySelector("[data-bank]"));
let drawn = JSON.stringify(JSON.parse(document.getElementById("bank-standing")?.textContent ?? "null"));

/** Draw the parts of the page as the house has them now. */
async function redraw() {
  const page = await pageOf(where.dataset.page ?? "");
  drawnAs([...document.querySelectorAll("[data-bank-part]")], page);
  // a form comes when there is something to withdraw; one that is filled in stays
  const [form, now] = [document, page].map((one) => /** @type {HTMLElement|null} */ (one.querySelector("[data-bank-form]")));
  if (form && now && !now.hidden) form.hidden = false;
  // what the page said when it was opened is of what was before
  for (const said of document.querySelectorAll("main > .notice")) said.remove();
}

/** @param {any} payload how it all stands now */
function hear(payload) {
  const now = JSON.stringify(payload);
  if (now === drawn) return;
  const before = drawn;
  drawn = now;
  redraw().catch(() => setTimeout(() => { if (drawn === now) { drawn = before; hear(payload); } }, 2000));
}

const topic = where.dataset.bank ?? "";
const line = lineOfPage();
if (line) line.follow({ ...line.topics, [topic]: hear });
else new Live({ url: socketAddress(location), topics: { [topic]: hear } }).start();
