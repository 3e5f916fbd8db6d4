// What is being written about hands of this table stays in this tab alone until the house has it: over the own turn, later hands and a reload.
import { backInto, kept } from "../drafts.js";
import { keptInTab } from "./words.js";

/** @typedef {{page: string, drafts: [string, import("../drafts.js").Draft][]}} Written page: on which it is written, and goes on */

/** One tab may have several tables beside each other, and several players after each other. */
const KEY = `complaints ${JSON.parse(document.getElementById("page")?.textContent ?? "{}").player_id} ${location.pathname}`;
/** The page of what was sent, until it is known whether the house has it: read in table.js, too. */
const SENT = "complaint-sent";

/** Where the browser keeps nothing for us: as long as this page is open. */
let here = "[]";

/** @returns {Written[]} the one that was written in last, last */
function all() {
  try {
    return JSON.parse(keptInTab()?.getItem(KEY) ?? here);
  } catch {
    return [];
  }
}

/** @param {string} page @param {Written["drafts"]} drafts none: it is dropped */
function keep(page, drafts) {
  const others = all().filter((one) => one.page !== page);
  const now = drafts.length ? [...others, { page, drafts }] : others;
  here = JSON.stringify(now);
  try {
    if (now.length) keptInTab()?.setItem(KEY, here);
    else keptInTab()?.removeItem(KEY);
  } catch { /* no room: this page has it */ }
}

/** On which page one was writing last; "" where nothing is being written. */
export const pageOfLast = () => all().at(-1)?.page ?? "";

/** @param {string} page */
export const drop = (page) => keep(page, []);

/** What was written before goes into its form, and what is written from now on is kept. @param {HTMLFormElement} form */
export function follow(form) {
  const page = form.dataset.again ?? "";
  const before = all().find((one) => one.page === page);
  if (before) backInto(form, { drafts: new Map(before.drafts), focused: "", from: null, to: null });
  form.addEventListener("input", () => keep(page, [...kept(form).drafts]));
  form.addEventListener("submit", () => keptInTab()?.setItem(SENT, page));
}

/** Drop what was sent where the house has it: its form is not offered any more. A refusal, or a line that was lost, drops nothing. */
export async function settle() {
  const page = keptInTab()?.getItem(SENT) ?? "";
  const answer = await fetch(page).catch(() => null);
  const inside = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-part=over-table]");
  if (!inside) return;
  keptInTab()?.removeItem(SENT);
  if (!inside.querySelector("form[data-again]")) drop(page);
}
