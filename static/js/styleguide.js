// The style guide: what is done to a thing is shown, and what modules draw on the pages they draw here.
import { showActs, touch } from "./shown.js";

/** What the pages' own modules draw there, drawn by them here: each place says which of the samples it has. */
async function drawParts() {
  const [{ tile }, { tableMarks }, { button, el, words }, { barParts, outboxButton, refusedRow, sentRow }, { sheetHead }, { seatActs }, { drawn }, { count }] = await Promise.all([
    import("./floor/tile.js"), import("./floor/state.js"), import("./floor/page.js"), import("./floor/bar_parts.js"),
    import("./floor/sheet.js"), import("./floor/seat_acts.js"), import("./toast.js"), import("./beside.js"),
  ]);
  const { tiles, toasts, bars, sent, sheets, waiting, touched } = JSON.parse(document.getElementById("parts")?.textContent ?? "{}");
  const nothing = () => {};
  /** @param {string} name @param {(where: HTMLElement) => Node[]} draw */
  const at = (name, draw) => {
    for (const where of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${name}]`))) where.append(...draw(where));
  };
  at("tiles", () => tiles.map((/** @type {any} */ line) => tile(line, tableMarks(line, { tables: tiles }, words), Boolean(line.starred), words, nothing)));
  at("toast", (where) => {
    const toast = toasts[where.dataset.toast ?? 0];
    return [drawn(toast, where, toast.at_ms, nothing)];
  });
  at("bar", (where) => {
    const bar = bars[where.dataset.bar ?? 0];
    return barParts({ ...bar, undo: bar.undo && button(bar.undo, nothing, { icon: "undo-2" }), out: outboxButton(bar.out, bar, nothing) });
  });
  at("sent", () => sent.map((/** @type {any} */ one) => (one.why
    ? refusedRow(one, [button(words.settle, nothing)])
    : sentRow(one, one.undo ? button(words.undo, nothing) : el("span", { class: "soft" }, one.noUndo)))));
  at("sheet", (where) => {
    const { title, below, chair, price } = sheets[where.dataset.sheet ?? 0];
    const does = { bust: nothing, rebuy: nothing, move: nothing, penalty: nothing, chips: nothing, verify: nothing, away: nothing, more: nothing };
    return [sheetHead(title, below, nothing, where.getAttribute("aria-labelledby") ?? ""), seatActs(chair, price, words, does)];
  });
  for (const theme of document.querySelectorAll(".theme")) touch(theme, touched);
  for (const [name, n] of Object.entries(waiting)) count(name, n, document.documentElement.dataset.language ?? "pt-br");
}

showActs();
await drawParts();
document.body.dataset.ready = "";
