// What every page of the staff does: keys, dialogs that ask, fresh command ids, and parts that follow the room.

import { Board, say } from "./board.js";
import { count } from "./beside.js";
import { backInto, kept } from "./drafts.js";
import { chips, money } from "./format.js";
import { Live, socketAddress } from "./live.js";
import { freshId } from "./fresh_id.js";
import { pressed } from "./pressed.js";
import "./print.js";
import "./put_right.js";
import { stripTimes, toTheMoney } from "./strip.js";
import { isShut, show, turnedAway } from "./toast.js";
import { typedMoney } from "./typed_money.js";

/** @param {string} name */
function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(name + "="));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

// ---------------------------------------------------------------- requests

// Whoever signed in again in another tab has a new token: the cookie knows it, the page does not.
document.addEventListener("htmx:configRequest", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const token = cookie("csrftoken");
  if (token) detail.headers["X-CSRFToken"] = token;
  delete detail.parameters["csrfmiddlewaretoken"];
});

/** @param {Element|null|undefined} form the line that is emptied once it is done */
function lineOf(form) {
  const field = form instanceof HTMLFormElement && form.dataset.clear ? form.querySelector(`[name="${form.dataset.clear}"]`) : null;
  return field instanceof HTMLInputElement ? field : null;
}

/** @type {WeakMap<HTMLInputElement, string>} what of a line is on its way */
const underWay = new WeakMap();
document.addEventListener("htmx:beforeSend", (event) => {
  const line = lineOf(/** @type {CustomEvent} */ (event).detail.elt);
  if (line) underWay.set(line, line.value);
});

/** Lines that an answer has emptied, in which nothing was typed since. @type {WeakSet<HTMLInputElement>} */
const emptied = new WeakSet();
document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement) emptied.delete(target);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.requestConfig?.verb !== "post" || !detail.successful) return;
  const form = detail.elt instanceof HTMLFormElement ? detail.elt : detail.elt?.closest?.("form");
  const id = form?.querySelector('input[name="command_id"]');
  // answered: what this form does next is another deed
  if (id) id.value = freshId();
  const refused = String(detail.xhr?.getResponseHeader("HX-Trigger") ?? "").includes('"refused"');
  const line = lineOf(form);
  // what was typed while this one was on its way is the next one: it stays as it is
  const next = line !== null && line.value !== underWay.get(line);
  if (line && !next) {
    if (!refused) {
      line.value = "";
      emptied.add(line);
      document.getElementById("bust-match")?.replaceChildren();
    }
    line.focus();
    line.select();
  }
  // done with this field
  else if (!line && form?.contains(document.activeElement) && document.activeElement?.matches("input")) /** @type {HTMLElement} */ (document.activeElement).blur();
  // what was typed is taken: it is nobody's draft any more
  if (!refused && !next) for (const typed of form?.querySelectorAll("input:not([type=hidden]), select, textarea") ?? []) {
    if (typed instanceof HTMLSelectElement) for (const option of typed.options) option.defaultSelected = option.selected;
    else [typed.defaultValue, typed.defaultChecked] = [typed.type === "checkbox" || typed.type === "radio" ? typed.defaultValue : typed.value, typed.checked ?? false];
  }
  const sheet = form?.closest("dialog");
  if (sheet && !refused && sheet.id === "sheet") sheet.close();
  document.body.dispatchEvent(new CustomEvent("refresh"));
});

// The second click of a double click is no second level: it would take the first one's Undo away with its refusal.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest('form[action$="-level/"] button')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// ---------------------------------------------------------------- shown at once

/** @type {Map<HTMLFormElement, () => void>} what takes back what a form showed before its answer */
const painted = new Map();
const SHOWN = { verify: "seated", away: "away", back: "seated" };

/** The seat "7-4" on the map, when it is on the page. @param {string} at */
function chair(at) {
  const [table, seat] = at.split("-");
  return /** @type {HTMLElement|null} */ (document.querySelector(`[data-table="${table}"] .round > li:nth-child(${Number(seat) || 0})`));
}

/** What can be taken back is shown before the server has answered. @param {HTMLFormElement} form */
function paint(form) {
  const kind = form.dataset.paint ?? "";
  if (kind === "typed") {
    const typed = /** @type {HTMLInputElement|null} */ (form.querySelector("input:not([type=hidden])"))?.value ?? "";
    const box = show({ text: `${document.getElementById("toasts")?.dataset.sending ?? ""} ${typed} …`, kind: "sending" });
    return () => box?.remove();
  }
  const item = chair(form.dataset.at ?? "");
  const sheet = form.closest("dialog");
  if (sheet?.id === "sheet") sheet.close();
  if (!item) return () => {};
  const before = { html: item.innerHTML, state: item.dataset.state ?? "" };
  item.dataset.state = SHOWN[/** @type {keyof typeof SHOWN} */ (kind)] ?? "empty";
  item.querySelector("i")?.remove();
  if (kind === "bust") for (const part of item.querySelectorAll(".place > span, small")) part.remove();
  return () => {
    item.innerHTML = before.html;
    item.dataset.state = before.state;
    /** @type {any} */ (window).htmx.process(item);
  };
}

document.addEventListener("htmx:beforeSend", (event) => {
  const form = /** @type {CustomEvent} */ (event).detail.elt;
  if (form instanceof HTMLFormElement && form.dataset.paint) painted.set(form, paint(form));
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const back = painted.get(detail.elt);
  if (!back) return;
  painted.delete(detail.elt);
  // an answer draws the room as it is; a refusal tells why in its own sentence
  if (!detail.successful || detail.elt.dataset.paint === "typed" || String(detail.xhr?.getResponseHeader("HX-Trigger") ?? "").includes('"refused"')) back();
});

// A part that is being typed in follows the room, and what is typed in it stays, the cursor too; only a list that is open
// is not pulled away under the fingers, it is drawn again once it is left.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.requestConfig?.verb !== "get" || !/** @type {HTMLElement} */ (detail.elt).hasAttribute("data-keep")) return;
  const list = document.activeElement;
  if (!(list instanceof HTMLSelectElement) || !detail.elt.contains(list)) return;
  event.preventDefault();
  list.addEventListener("blur", () => document.body.dispatchEvent(new CustomEvent("refresh")), { once: true });
});

/** @type {import("./drafts.js").Kept|null} what was typed in the part that is being drawn again */
let typedBefore = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  typedBefore = target instanceof HTMLElement && target.hasAttribute("data-keep") ? kept(target) : null;
});
document.addEventListener("htmx:afterSwap", () => {
  const part = typedBefore && document.querySelector("[data-keep]");
  if (!typedBefore || !part) return;
  const before = typedBefore;
  typedBefore = null;
  const text = /** @type {HTMLElement} */ (part).dataset.keep;
  const meanwhile = backInto(part, before);
  // what does not add up is drawn anew without its complaint
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (part.querySelectorAll("form[data-adds-up]"))) addUp(form);
  if (meanwhile && text) show({ text, kind: "refused" });
});

// After a part was drawn again the keyboard stays where it was. A part whose form is being asked about, or waits for
// its answer, is not drawn again under it: the answer draws it.
let focused = "";
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  // whose line was sent meanwhile is nobody any more
  const line = /** @type {HTMLInputElement|null} */ (document.getElementById("bust"));
  if (detail.target?.id === "bust-match" && !line?.value) detail.shouldSwap = false;
  const busy = document.querySelector("#ask[open]") ?? detail.target?.querySelector?.("form.htmx-request, form[data-sending]");
  if (detail.requestConfig?.verb === "get" && busy && detail.target?.id !== "sheet-body") {
    detail.shouldSwap = false;
    return;
  }
  const active = document.activeElement;
  focused = active instanceof HTMLElement ? active.dataset.key ?? "" : "";
});
document.getElementById("ask")?.addEventListener("close", () => {
  document.body.dispatchEvent(new CustomEvent("refresh"));
});
document.addEventListener("htmx:afterSwap", () => {
  if (focused && document.activeElement === document.body) keyed(focused)?.focus();
});

// ---------------------------------------------------------------- dialogs

/** @param {string} id */
function open(id) {
  const dialog = document.getElementById(id);
  const choice = dialog?.querySelector("#keys-on");
  if (choice instanceof HTMLInputElement) choice.checked = keysOn();
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  return dialog;
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest?.("[data-dialog]");
  if (button instanceof HTMLElement) open(button.dataset.dialog ?? "");
});

// Numbers that have to make a sum are added up before the form asks: nobody says yes to what is refused then.
document.addEventListener("input", (event) => {
  const form = /** @type {HTMLInputElement} */ (event.target).form;
  if (form?.dataset.addsUp) addUp(form);
});

/** @param {HTMLFormElement} form */
function addUp(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[type="number"]')]);
  const whole = fields.some((one) => one.value === "") || fields.reduce((sum, one) => sum + Number(one.value), 0) === Number(form.dataset.addsUp);
  fields.at(-1)?.setCustomValidity(whole ? "" : form.dataset.addsUpSays ?? "");
}

/** What was typed; money of a currency as it reads everywhere, null where it cannot be told what was meant. @param {string} typed @param {string} [currency] */
function written(typed, currency) {
  if (!currency) return typed;
  const language = document.documentElement.dataset.language ?? "pt-br";
  const cents = typedMoney(typed, language);
  return cents === null ? null : money(cents, currency, language);
}

// A form that asks first, or one of its buttons: the sentence tells in numbers what it would do.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const by = /** @type {HTMLElement|null} */ (event.submitter);
    const { asks, names, currency, yes: saidYes } = by?.dataset.asks ? by.dataset : form.dataset;
    if (!asks || form.dataset.sure) return;
    // what was typed or chosen, where the sentence leaves room for it
    const named = form.elements.namedItem(names ?? "");
    const chosen = named instanceof HTMLSelectElement ? named.selectedOptions[0]?.text.trim() : named instanceof HTMLInputElement ? (named.type === "checkbox" ? (named.checked ? named.dataset.on : named.dataset.off) : written(named.value, currency)) : "…";
    // nobody is asked about money that cannot be read: it is refused at its field
    if (chosen === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const dialog = open("ask");
    const text = dialog?.querySelector("[data-ask-text]");
    const yes = dialog?.querySelector("[data-ask-yes]");
    if (!dialog || !text || !(yes instanceof HTMLButtonElement)) return;
    const more = named instanceof HTMLSelectElement ? named.selectedOptions[0]?.dataset.more : "";
    text.textContent = asks.replace("…", chosen ?? "…");
    // what is known of that way of paying, below the question: both begin with its word
    if (more) text.append(" ", Object.assign(document.createElement("small"), { textContent: more }));
    yes.textContent = saidYes ?? "";
    // what takes away is asked in the colour of the button that was pressed
    yes.dataset.kind = by?.dataset.kind === "danger" ? "danger" : "main";
    yes.onclick = () => {
      /** @type {HTMLDialogElement} */ (dialog).close();
      form.dataset.sure = "true";
      form.requestSubmit(by);
      // a plain form asks the server first and is sent a moment later
      setTimeout(() => delete form.dataset.sure, 3000);
    };
  },
  true,
);

// A form that leads to another page is sent once the server knows who sends it: after a session that is over what was
// typed stays here. Without an answer nothing is sent: the browser's own error would stand in place of the page.
/** @type {WeakSet<HTMLFormElement>} */
const known = new WeakSet();
/** The button that sends a form, also where what is computed was drawn anew around it since. @param {HTMLFormElement} form @param {HTMLElement|null} by */
const sender = (form, by) => (!by || /** @type {HTMLButtonElement} */ (by).form === form ? by : /** @type {HTMLButtonElement[]} */ ([...form.elements]).find((one) => one.type === "submit" && one.name === /** @type {HTMLButtonElement} */ (by).name && one.value === /** @type {HTMLButtonElement} */ (by).value) ?? null);
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // as it is written: a form of the desk has a field called "method"
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.hasAttribute("hx-post") && !form.matches("[hx-trigger]")) return;
  if (known.has(form)) {
    known.delete(form);
    return;
  }
  event.preventDefault();
  const by = /** @type {HTMLElement|null} */ (event.submitter);
  // what is drawn anew meanwhile would take the form away, and with it what was said yes to
  form.dataset.sending = "true";
  const send = () => {
    const token = form.querySelector('input[name="csrfmiddlewaretoken"]');
    const fresh = cookie("csrftoken");
    if (token instanceof HTMLInputElement && fresh) token.value = fresh;
    known.add(form);
    // it was asked about before the server was: however long that took, it is not asked about again
    form.dataset.sure = "true";
    form.requestSubmit(sender(form, by));
    delete form.dataset.sure;
  };
  fetch("/director/signed-in/", { cache: "no-store" }).then(
    (answer) => {
      if (turnedAway(answer.status)) delete form.dataset.sending;
      else send();
    },
    () => {
      if (show({ text: document.getElementById("toasts")?.dataset.unsent ?? "", kind: "refused" })) delete form.dataset.sending;
      else send();
    },
  );
});
// Who comes back to the page as it was left is not sending any more; a page that was left by sending shows what is saved now,
// not what was.
let sent = false;
addEventListener("submit", (event) => {
  if (!event.defaultPrevented) sent = true;
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted && sent) return location.reload();
  for (const form of document.querySelectorAll("form[data-sending]")) if (form instanceof HTMLFormElement) delete form.dataset.sending;
});

// the sheet of a seat: what was fetched is shown
document.addEventListener("htmx:afterSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.target?.id === "sheet-body") open("sheet");
});

// ---------------------------------------------------------------- keys

const OFF = "shuffle-keys-off";

/** @param {string} key @returns {HTMLElement|null} */
function keyed(key) {
  return document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
}

function keysOn() {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

// A scanner types a code faster than anybody's fingers and ends with Enter. Wherever the focus is, the desk searches for
// it: neither do its letters press keys, nor does its Enter press a button.
const who = /** @type {HTMLInputElement|null} */ (document.getElementById("who"));
const FAST = 45; // milliseconds between two signs
let scanned = "";
let scannedAt = -Infinity;
if (who) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const fast = event.timeStamp - scannedAt < FAST;
    scannedAt = event.timeStamp;
    if (event.key === "Enter") {
      const code = scanned;
      scanned = "";
      if (!fast || code.length < 4 || document.activeElement === who) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      who.value = code;
      who.form?.requestSubmit();
    } else if (event.key.length === 1) scanned = (fast ? scanned : "") + event.key;
  }, true);
}

document.addEventListener("keydown", (event) => {
  const active = document.activeElement;
  // the key that leads to the line, pressed in it: it is no part of any line
  if (active instanceof HTMLInputElement && active.id === "bust" && event.key.toLowerCase() === "b" && !event.ctrlKey && !event.metaKey && (active.selectionEnd ?? 0) - (active.selectionStart ?? 0) === active.value.length) {
    event.preventDefault();
    return;
  }
  // nothing is typed into a choice: at the desk the ways to pay have keys, one after the other
  const typing = active instanceof HTMLElement && active.matches("input:not([type=radio]), select, textarea, [contenteditable]");
  if (active instanceof HTMLInputElement && event.key === "Escape") active.blur();
  // the line that a bust has just left empty has nothing of its own to take back
  const free = !typing || (active instanceof HTMLInputElement && event.ctrlKey && !active.value && emptied.has(active));
  if (!free || event.altKey || event.metaKey || document.querySelector("dialog[open]") || !keysOn()) return;
  if (event.ctrlKey) {
    if (event.key.toLowerCase() !== "z") return;
    const undo = [...document.querySelectorAll("[data-toast-undo]")].pop();
    if (undo instanceof HTMLElement) {
      event.preventDefault();
      undo.click();
    }
    return;
  }
  if (event.key === " " && active instanceof HTMLElement && active.matches("button, a, summary, input")) return;
  const key = event.key === " " ? "Space" : event.key === "=" ? "+" : event.key.length === 1 ? event.key.toLowerCase() : "";
  // a number is a table's: 7, 4, Enter is a bust
  const bust = /^[1-9]$/.test(key) ? document.querySelector("input#bust") : null;
  if (bust instanceof HTMLInputElement) {
    bust.focus();
    bust.select(); // the digit itself is typed there by the browser
    return;
  }
  const found = key ? keyed(key) : null;
  if (!found) return;
  event.preventDefault();
  if (who && key !== "/") {
    // it may be the first sign of a scanner: a key of its own is alone for a moment
    const typed = scanned;
    setTimeout(() => { if (scanned === typed && typed.length === 1) found.click(); }, FAST + 15);
    return;
  }
  if (found instanceof HTMLInputElement) {
    found.focus();
    found.select();
  } else found.click();
});

// the page that a key led to: the cursor is where it was meant to be
if (location.hash === "#bust") document.getElementById("bust")?.focus();

document.addEventListener("change", (event) => {
  const choice = event.target;
  if (!(choice instanceof HTMLInputElement) || choice.id !== "keys-on") return;
  try {
    if (choice.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  } catch {
    // a browser that keeps nothing: keys stay on
  }
});

// ---------------------------------------------------------------- live

/** @type {Set<string>} */
const waiting = new Set();

/** @param {string} name */
function changed(name) {
  if (waiting.has(name)) return;
  waiting.add(name);
  // several facts of one deed are one look
  setTimeout(() => {
    waiting.delete(name);
    document.body.dispatchEvent(new CustomEvent("live-" + name));
  }, 120);
}

// What a page has on it depends on whether the tournament registers, plays or is over, and whether entries are open: with
// the next part of its life the page is drawn again where it stands, unless something is being typed or asked.
class Follower extends Board {
  asking = false;

  paint() {
    super.paint();
    const strip = document.getElementById("strip");
    const now = this.keeper.show();
    if (!strip || !now) return;
    const state = this.state();
    strip.dataset.state = state;
    const badge = this.part("state-too");
    if (badge) {
      badge.dataset.state = state;
      this.putState(badge, this.stateWord(state, now));
    }
    const { recess, late, soon } = stripTimes(this.keeper, this.counts, this.words, this.payloads.timezone, this.language);
    this.fact("recess", ...recess);
    this.fact("late", ...late);
    strip.querySelector('[data-fact="late"]')?.toggleAttribute("data-soon", soon);
    const c = this.counts;
    if (c) {
      const far = toTheMoney(c, this.words, this.language);
      this.fact("paid", c.places_paid ? chips(c.places_paid, this.language) : "", far);
      this.put("bubble-far", far);
      strip.querySelector('[data-fact="average"]')?.toggleAttribute("hidden", !c.average_chips);
    }
    const spent = this.part("strip-spent");
    const whole = now.item.seconds * 1000;
    if (spent instanceof HTMLProgressElement) [spent.max, spent.value] = [whole, Math.max(0, whole - now.remaining_ms)];
  }

  /** One fact of the strip; without a word it is not there. @param {string} name @param {string} large @param {string} small */
  fact(name, large, small) {
    const where = this.part(`strip-${name}`);
    if (!where) return;
    where.parentElement?.toggleAttribute("hidden", !large);
    if (large) this.two(where, large, small);
  }

  paintCounts() {
    super.paintCounts();
    count("entries", this.counts?.entries_total ?? 0, this.language);
    this.anew();
  }

  anew() {
    const head = /** @type {HTMLElement|null} */ (document.querySelector("[data-room-state]"));
    const now = `${this.counts?.state} ${Boolean(this.counts?.late_registration_open)}`;
    if (!head || !this.counts?.state || this.asking || isShut() || head.dataset.roomState === now) return;
    this.asking = true;
    const again = () => { this.asking = false; setTimeout(() => this.anew(), 2000); };
    if (this.busy()) return again();
    fetch(location.href, { cache: "no-store" }).then(async (answer) => {
      // who is signed out is told when acting: nobody is interrupted while typing
      if (answer.status === 403) turnedAway(403);
      const fresh = answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
      const content = fresh?.getElementById("content");
      if (!content || this.busy()) return again();
      const at = document.activeElement?.id;
      for (const id of ["places", "strip", "content"]) {
        const part = fresh?.getElementById(id);
        document.getElementById(id)?.replaceWith(part ?? "");
        if (part) /** @type {any} */ (window).htmx.process(part);
      }
      if (at) document.getElementById(at)?.focus();
      // the page may know more than the socket has told yet
      const shown = /** @type {HTMLElement|null} */ (document.querySelector("[data-room-state]"));
      if (shown) shown.dataset.roomState = now;
      counts();
      this.asking = false;
      // and what was told meanwhile
      this.paintCounts();
    }).catch(again);
  }

  /** Something is being pressed, typed, chosen, asked or answered. */
  busy() {
    if (pressed(document.body) || document.querySelector("dialog[open], form.htmx-request")) return true;
    const over = ["finished", "cancelled"].includes(this.counts?.state);
    return [...document.querySelectorAll("#content :is(input:not([type=hidden], [data-every]), textarea, select)")].some((field) => {
      // a line begun for a bust is of no use once nobody plays
      if (over && field.id === "bust") return false;
      if (field instanceof HTMLSelectElement) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
      // the value of a box is no text of anybody
      if (field.matches("[type=checkbox], [type=radio]")) return /** @type {HTMLInputElement} */ (field).checked !== /** @type {HTMLInputElement} */ (field).defaultChecked;
      return /** @type {HTMLInputElement} */ (field).value !== /** @type {HTMLInputElement} */ (field).defaultValue;
    });
  }
}

const given = document.getElementById("faces");
if (given) {
  const { topics } = JSON.parse(given.textContent ?? "{}");
  new Follower().start();
  /** @type {Record<string, (payload: any, seq: number) => void>} */
  const followed = {};
  for (const name of ["tables", "entries", "clock", "prizes"]) if (topics[name]) followed[topics[name]] = () => changed(name);
  new Live({ url: socketAddress(location), topics: followed }).start();
}

// ---------------------------------------------------------------- the frame

// What waits for somebody is counted by the page that lists it, elsewhere by the server: when the page comes, and a moment
// after the room changed.
let counting = false;
function counts() {
  const language = document.documentElement.dataset.language ?? "pt-br";
  const listed = /** @type {HTMLElement|null} */ (document.querySelector("[data-needs]"));
  const column = /** @type {HTMLElement|null} */ (document.querySelector("[data-waiting]"));
  if (listed) count("now", Number(listed.dataset.needs), language);
  if (!column || counting || isShut()) return;
  counting = true;
  fetch(`${column.dataset.waiting ?? ""}${listed ? "?listed" : ""}`, { cache: "no-store" }).then(async (answer) => {
    if (answer.status === 403) turnedAway(403);
    if (!answer.ok || answer.redirected) return;
    for (const [name, n] of Object.entries(await answer.json())) count(name, Number(n), language);
  }).catch(() => {}).finally(() => { counting = false; });
}
counts();
document.addEventListener("htmx:afterSwap", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.target?.id === "now") counts();
});
/** @type {any} */
let later = 0;
for (const name of ["tables", "entries"]) {
  document.body.addEventListener("live-" + name, () => {
    clearTimeout(later);
    later = setTimeout(counts, 3000);
  });
}

// the light changes where one stands: what was typed stays
document.addEventListener("click", (event) => {
  const choice = /** @type {HTMLElement} */ (event.target).closest?.(".theme-switch a");
  if (!(choice instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.documentElement.dataset.theme = choice.dataset.choice;
  fetch(choice.href, { cache: "no-store", redirect: "manual", keepalive: true }).catch(() => location.assign(choice.href));
  // the other choice stands in its place
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".theme-switch a"))) if (one.offsetParent) one.focus();
});

// the figures of the strip that a phone keeps behind a press
document.addEventListener("click", (event) => {
  const more = /** @type {HTMLElement} */ (event.target).closest?.(".strip-more");
  if (more) more.setAttribute("aria-expanded", String(more.getAttribute("aria-expanded") !== "true"));
  // what lies over the page goes with a press beside it
  const open = document.querySelector(".switcher[open]");
  if (open && !open.contains(/** @type {Node} */ (event.target))) open.removeAttribute("open");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  document.querySelector(".switcher[open]")?.removeAttribute("open");
  if (location.hash === "#places") history.back();
});

// a rehearsal plays on by itself while the box is ticked and the page is seen
setInterval(() => {
  const box = document.querySelector("[data-every]");
  if (box instanceof HTMLInputElement && box.checked && !document.hidden) box.form?.requestSubmit();
}, 12_000);
