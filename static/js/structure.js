// The table of a structure while one types: Enter goes to the next row, Alt with an arrow moves one, and the server
// computes what follows (hours, rises, what is wrong). Without this script the same buttons post the form.
import { onceLetGo } from "./pressed.js";

const home = document.getElementById("structure-form");
let dirty = Boolean(document.querySelector(".save-bar[data-open]"));
let asked = 0;
/** How often something was typed, and how many pastes wait for their answer. */
let typings = 0;
let pastes = 0;
let turn = Promise.resolve();
/** @type {ReturnType<typeof setTimeout>|undefined} */
let waiting;

const form = () => /** @type {HTMLFormElement} */ (document.getElementById("structure-form"));
const rows = () => /** @type {HTMLElement|null} */ (form().querySelector('[data-live="rows"]'));
/** @param {EventTarget|null} target @param {string} what @returns {HTMLElement|null} */
const near = (target, what) => (target instanceof Element ? target.closest(what) : null);

/** What the form would send, with what a button adds. @param {Record<string, string>} more */
function filled(more) {
  const data = new FormData(form());
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  return data;
}

/** Ask the server what follows from what is typed; the last question counts. @param {Record<string, string>} [more] */
async function ask(more = {}) {
  const mine = ++asked;
  const got = await fetch(form().dataset.check ?? "", { method: "POST", body: filled({ act: "check", ...more }), headers: { "HX-Request": "true" } });
  if (mine !== asked || !got.ok) return null;
  const found = new DOMParser().parseFromString(await got.text(), "text/html").getElementById("structure-form");
  await /** @type {Promise<void>} */ (new Promise((go) => onceLetGo(form(), go)));
  return mine === asked ? found : null;
}

/** Put what the server computed beside what is typed; no field is touched. @param {HTMLElement} found */
function paint(found) {
  for (const part of form().querySelectorAll("[data-live]")) {
    const name = /** @type {HTMLElement} */ (part).dataset.live;
    const other = found.querySelector(`[data-live="${name}"]`);
    if (name === "rows" && other) paintRows(/** @type {HTMLElement} */ (part), other);
    else if (name === "late" && other) paintLate(part, other);
    else if (other) part.replaceWith(other);
  }
  ready();
}

/** The levels that late registration can close with; what is chosen stays, and so does the focus. @param {Element} here @param {Element} found */
function paintLate(here, found) {
  const mine = here.querySelector("select");
  const other = found.querySelector("select");
  if (!mine || !other) return;
  const chosen = mine.value;
  mine.replaceChildren(...[...other.children].map((one) => one.cloneNode(true)));
  mine.value = chosen;
}

/** @param {HTMLElement} here @param {Element} found */
function paintRows(here, found) {
  const held = document.activeElement?.classList.contains("late-handle");
  for (const extra of here.querySelectorAll(".row-wrong, .late-line")) extra.remove();
  for (const other of found.children) {
    const token = /** @type {HTMLElement} */ (other).dataset.row;
    const row = token && here.querySelector(`[data-row="${token}"]`);
    if (!row) continue;
    row.toggleAttribute("data-wrong", other.hasAttribute("data-wrong"));
    for (const cell of other.querySelectorAll("[data-computed]")) {
      const mine = row.querySelector(`[data-computed="${/** @type {HTMLElement} */ (cell).dataset.computed}"]`);
      if (mine) mine.textContent = cell.textContent;
    }
    for (const field of row.querySelectorAll("input.cell")) {
      const twin = other.querySelector(`[name="${/** @type {HTMLInputElement} */ (field).name}"]`);
      for (const name of ["aria-invalid", "aria-describedby"]) {
        const value = twin?.getAttribute(name);
        if (value) field.setAttribute(name, value);
        else field.removeAttribute(name);
      }
    }
    for (let next = other.nextElementSibling; next && !(/** @type {HTMLElement} */ (next).dataset.row); next = next.nextElementSibling) {
      const last = here.querySelectorAll(`[data-row="${token}"], [data-wrong-of="${token}"]`);
      last[last.length - 1].after(next.cloneNode(true));
    }
  }
  if (!held) return;
  ready();
  handle()?.focus();
}

function typed() {
  dirty = true;
  typings += 1;
  clearTimeout(waiting);
  if (pastes) return; // the paste asks again, with what was typed
  waiting = setTimeout(async () => {
    const found = await ask().catch(() => null);
    if (found) paint(found);
  }, 250);
}

/** What a drawn form needs: the columns that were asked for, whether it can be saved. */
function ready() {
  const save = /** @type {HTMLButtonElement|null} */ (form().querySelector('.save-bar [value="save"]'));
  if (save) save.disabled = save.hasAttribute("data-wrong");
  for (const button of form().querySelectorAll("[data-line]")) /** @type {HTMLElement} */ (button).hidden = false;
  const grip = handle();
  if (grip) grip.dataset.ready = "true";
}

// ---------------------------------------------------------------- the end of late registration

const handle = () => /** @type {HTMLElement|null} */ (form().querySelector(".late-handle"));
const late = () => /** @type {HTMLSelectElement|null} */ (form().querySelector("#f-late"));

/** The levels of the table in their order. */
const levelRows = () => [...(rows()?.querySelectorAll("tr[data-row]:not([data-recess])") ?? [])];

/** Late registration closes with this level. @param {number} number */
function closeWith(number) {
  const list = late();
  const line = handle()?.closest("tr");
  if (!list || !line || number < 1 || number > levelRows().length) return;
  if (![...list.options].some((one) => one.value === String(number))) return;
  list.value = String(number);
  levelRows()[number - 1].after(line);
}

document.addEventListener("pointerdown", (event) => {
  const grip = near(event.target, ".late-handle");
  if (!grip || event.button) return;
  event.preventDefault();
  grip.focus();
  const before = late()?.value;
  /** @param {PointerEvent} at */
  const follow = (at) => {
    const all = levelRows();
    // the last level whose middle is above the pointer
    const above = all.filter((row) => { const box = row.getBoundingClientRect(); return box.top + box.height / 2 < at.clientY; });
    closeWith(Math.max(1, above.length));
  };
  const leave = () => {
    document.removeEventListener("pointermove", follow);
    document.removeEventListener("pointerup", leave);
    document.removeEventListener("pointercancel", leave);
    if (late()?.value !== before) typed();
  };
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", leave);
  document.addEventListener("pointercancel", leave);
});

document.addEventListener("keydown", (event) => {
  if (!near(event.target, ".late-handle") || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  event.preventDefault();
  const before = late()?.value;
  closeWith(Number(before) + (event.key === "ArrowUp" ? -1 : 1));
  handle()?.focus();
  if (late()?.value !== before) typed();
});

// ---------------------------------------------------------------- rows

/** A new row below this one, or at the end. @param {"level"|"recess"} kind @param {Element|null} below */
function add(kind, below) {
  const blank = /** @type {HTMLTemplateElement|null} */ (document.getElementById(`blank-${kind}`));
  const table = rows();
  if (!blank || !table) return;
  let n = 0;
  while (table.querySelector(`[data-row="n${n}"]`)) n += 1;
  const box = document.createElement("tbody");
  box.innerHTML = blank.innerHTML.replaceAll(".blank", `.n${n}`).replaceAll('"blank"', `"n${n}"`).replace(/([-:])blank\b/g, `$1n${n}`);
  const row = box.firstElementChild;
  if (!row) return;
  const levels = [...table.querySelectorAll("tr[data-row]:not([data-recess])")];
  const before = below ? levels.filter((one) => one === below || one.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING).pop() : levels.pop();
  const minutes = /** @type {HTMLInputElement|null} */ (before?.querySelector('[data-cell="minutes"]'));
  const own = /** @type {HTMLInputElement|null} */ (row.querySelector('[data-cell="minutes"]'));
  if (kind === "level" && minutes && own) own.value = minutes.value;
  if (below) below.after(row);
  else table.append(row);
  /** @type {HTMLElement|null} */ (row.querySelector("input.cell"))?.focus();
  typed();
}

/** The rows that may be moved, in their order. */
const movable = () => [...(rows()?.querySelectorAll("tr[data-row]:not([data-played]):not([aria-current])") ?? [])];

/** @param {Element} row @param {number} by */
function move(row, by) {
  const all = movable();
  const to = all[all.indexOf(row) + by];
  if (!all.includes(row) || !to) return;
  const focus = /** @type {HTMLElement|null} */ (document.activeElement);
  if (by < 0) to.before(row);
  else to.after(row);
  focus?.focus();
  row.scrollIntoView({ block: "nearest" });
  typed();
}

/** @param {string} token */
const rowOf = (token) => rows()?.querySelector(`[data-row="${CSS.escape(token)}"]`) ?? null;

/** @param {string} act @returns {boolean} whether the act was done here */
function done(act) {
  const [what, token, field, value] = act.split(":");
  const row = token ? rowOf(token) : null;
  if (what === "add_level" || what === "add_recess") add(what === "add_level" ? "level" : "recess", row);
  else if (!row) return false;
  else if (what === "up" || what === "down") move(row, what === "up" ? -1 : 1);
  else if (what === "remove") {
    const next = /** @type {HTMLElement|null} */ (row.nextElementSibling ?? row.previousElementSibling);
    row.remove();
    /** @type {HTMLElement|null} */ (next?.querySelector("input.cell"))?.focus();
    typed();
  } else if (what === "use") {
    const cell = /** @type {HTMLInputElement|null} */ (row.querySelector(`[name="${field}.${token}"]`));
    if (!cell) return false;
    cell.value = value ?? "";
    cell.focus();
    typed();
  } else return false;
  return true;
}

document.addEventListener("click", (event) => {
  const button = near(event.target, '#structure-form [name="act"]');
  const line = near(event.target, "[data-line]");
  if (line) return show(Number(line.dataset.line));
  if (!(button instanceof HTMLButtonElement) || !rows()) return;
  if (!done(button.value)) return;
  event.preventDefault();
  /** @type {any} */ (button.closest("[popover]"))?.hidePopover?.();
});

/** The marked line of the text. @param {number} number */
function show(number) {
  const text = /** @type {HTMLTextAreaElement|null} */ (document.getElementById("f-structure"));
  if (!text) return;
  const lines = text.value.split("\n");
  const at = lines.slice(0, number - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(at, at + (lines[number - 1]?.length ?? 0));
}

document.addEventListener("keydown", (event) => {
  const cell = near(event.target, "#structure-form input.cell");
  const row = cell?.closest("tr");
  if (!(cell instanceof HTMLInputElement) || !row) return;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    move(row, event.key === "ArrowUp" ? -1 : 1);
  } else if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    const column = cell.name.split(".")[0];
    const cells = [...(rows()?.querySelectorAll(`input.cell[name^="${column}."]`) ?? [])];
    const next = /** @type {HTMLInputElement|undefined} */ (cells[cells.indexOf(cell) + 1]);
    if (next) {
      next.focus();
      next.select();
    } else {
      add("level", null);
      /** @type {HTMLElement|undefined} */ ([...(rows()?.querySelectorAll(`input.cell[name^="${column}."]`) ?? [])].pop())?.focus();
    }
  }
});

document.addEventListener("input", (event) => {
  if (!near(event.target, "#structure-form")) return;
  const column = /** @type {HTMLElement} */ (event.target).dataset.column;
  if (column) form().querySelector(".structure-table")?.toggleAttribute(`data-${column}`, /** @type {HTMLInputElement} */ (event.target).checked);
  else typed();
});

/** Whether it is lines, not one value: 200,400,0,0,20 is a line, 12,5 and 1,000,000 are numbers. @param {string} text */
const lined = (text) => /[\t\n;/]/.test(text) || (/,.*,/.test(text) && !/^\d{1,3}(,\d{3})+$/.test(text));

/** The lines in place of as many rows; asked again where something was typed meanwhile. @param {string} text @param {string} token */
async function paste(text, token) {
  let found = null;
  for (let before = -1; before !== typings; ) {
    before = typings;
    found = await ask({ pasted: text, paste_at: token }).catch(() => null);
  }
  if (!found) {
    const said = document.createElement("p");
    said.className = "wrong";
    said.textContent = form().dataset.notPasted ?? "";
    document.getElementById("text-wrong")?.replaceChildren(said);
    return;
  }
  const at = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : "";
  form().querySelector(".pane-split")?.replaceWith(found.querySelector(".pane-split") ?? "");
  for (const name of ["sums", "bar"]) form().querySelector(`[data-live="${name}"]`)?.replaceWith(found.querySelector(`[data-live="${name}"]`) ?? "");
  ready();
  const field = /** @type {HTMLInputElement|null} */ (at && form().querySelector(`input.cell[name="${CSS.escape(at)}"]`));
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

// Lines of a spreadsheet take the place of as many rows; one value goes where it is pasted.
document.addEventListener("paste", (event) => {
  const cell = near(event.target, "#structure-form input.cell");
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const token = cell?.closest("tr")?.dataset.row;
  if (!token || !lined(text.trim())) return;
  event.preventDefault();
  dirty = true;
  clearTimeout(waiting);
  pastes += 1;
  turn = turn.then(() => paste(text, token)).finally(() => { pastes -= 1; });
});

// The acts of a row open beside their button, above it where there is no room below.
document.addEventListener("toggle", (event) => {
  const menu = /** @type {HTMLElement} */ (event.target);
  if (!menu.id?.startsWith("acts-") || /** @type {ToggleEvent} */ (event).newState !== "open") return;
  const button = document.querySelector(`[popovertarget="${menu.id}"]`)?.getBoundingClientRect();
  if (!button) return;
  const { offsetHeight: high, offsetWidth: wide } = menu;
  const below = button.bottom + 4;
  menu.style.top = `${below + high < innerHeight ? below : Math.max(4, button.top - high - 4)}px`;
  menu.style.left = `${Math.max(4, button.right - wide)}px`;
}, true);

// ---------------------------------------------------------------- leaving

home?.addEventListener("submit", () => {
  dirty = false;
});
document.addEventListener("click", (event) => {
  if (near(event.target, "[data-discard]")) dirty = false;
});
// back to the page as it was before it was saved: what is saved now stands there, not what was
window.addEventListener("pageshow", (event) => {
  if (event.persisted && !dirty) location.reload();
});
window.addEventListener("beforeunload", (event) => {
  if (dirty) event.preventDefault();
});
if (home) ready();
