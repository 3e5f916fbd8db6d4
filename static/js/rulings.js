// Rulings inside the tablet's page, so that they work without a line: questions without numbers carry their answers.

import { say } from "./board.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Tools
 * @property {(tag: string, attributes: Record<string, any>, ...children: (Node|string|null|false)[]) => HTMLElement} el
 * @property {(text: string, tap: () => void, more?: Record<string, any>) => HTMLElement} button
 * @property {Record<string, string>} words
 * @property {() => any} book the questions as they were last loaded, or null
 * @property {() => boolean} online
 * @property {(kind: string, table: number|null) => string} address a question's own page
 * @property {(table: number|null) => {entry_id: number, name: string}[]} players
 * @property {(ruling: {kind: string, title: string, situation: Record<string, any>, choice: string, decision?: string, entry_id: number|null, table: number|null}) => void} log
 */

/** The options taken, by the position of each: the name under which the answer is kept. @param {(number|null)[]} taken */
export const keyOf = (taken) => (taken.includes(null) ? null : taken.join(","));

/** The questions with these words in their title, group by group. @param {any[]} groups @param {string} typed */
export function found(groups, typed) {
  const wanted = typed.trim().toLocaleLowerCase();
  return groups.map((g) => ({ ...g, kinds: g.kinds.filter((/** @type {any} */ k) => k.title.toLocaleLowerCase().includes(wanted)) })).filter((g) => g.kinds.length);
}

/**
 * What was typed for a fact, as the rules read it; nothing where nothing was typed.
 * @param {any} field @param {string} typed
 */
export function readFact(field, typed) {
  if (field.type === "seats" || field.type === "chip_list") return (typed.match(/[0-9]+/g) ?? []).map(Number);
  if (typed === "") return undefined;
  if (field.type === "yes_no") return typed === "true";
  return field.type === "choice" || field.type === "cards" ? typed : Number(typed);
}

/** The facts that were given, by name. @param {{name: string, value: () => any}[]} facts */
export function gathered(facts) {
  return Object.fromEntries(facts.map((f) => [f.name, f.value()]).filter(([, value]) => value !== undefined));
}

/** @param {Tools} tools */
export function rulingsView({ el, button, words, book, online, address, players, log }) {
  let typed = "";
  /** @type {number|null} */
  let table = null;
  /** @type {string|null} */
  let asked = null;
  /** @type {(number|null)[]} */
  let taken = [];
  /** @type {number|null} */
  let about = null;
  const where = el("div", { class: "rulings" });

  const kinds = () => (book()?.groups ?? []).flatMap((/** @type {any} */ g) => g.kinds);

  /** @param {any} kind */
  function pick(kind) {
    if (!kind.simple && online()) return el("a", { class: "button", "data-size": "touch", href: address(kind.name, table) }, kind.title);
    return button(kind.simple ? kind.title : `${kind.title} · ${words.ruling_kept}`, () => { asked = kind.name; taken = kind.fields.map(() => null); about = null; paint(); }, { "data-kind-name": kind.name });
  }

  /** @param {any} kind @param {string} mark */
  function tile(kind, mark) {
    const made = pick(kind);
    made.prepend(icon(mark));
    return made;
  }

  function list() {
    const groups = el("div", { class: "cards", "data-part": "questions" });
    const draw = () => groups.replaceChildren(...found(book().groups, typed).map((g) => el("section", { class: "card" }, el("h3", {}, g.title), el("div", { class: "acts small" }, ...g.kinds.map(pick)))));
    const search = /** @type {HTMLInputElement} */ (el("input", { id: "ruling-search", type: "search", autocomplete: "off", value: typed, input: () => { typed = search.value; draw(); } }));
    draw();
    const last = book().last.map((/** @type {string} */ name) => kinds().find((/** @type {any} */ k) => k.name === name)).filter(Boolean);
    const often = Object.entries(book().often ?? {}).map(([name, mark]) => ({ kind: kinds().find((/** @type {any} */ k) => k.name === name), mark: String(mark) })).filter((one) => one.kind);
    return [el("div", { class: "field" }, el("label", { for: "ruling-search" }, words.search), search),
      often.length ? el("section", {}, el("h3", {}, words.asked_most), el("div", { class: "often" }, ...often.map((one) => tile(one.kind, one.mark)))) : null,
      last.length ? el("section", { class: "card" }, el("h3", {}, words.asked_last), el("div", { class: "acts small" }, ...last.map(pick))) : null, groups];
  }

  /** @param {any} kind */
  function question(kind) {
    const answer = kind.answers[keyOf(taken) ?? ""];
    /** @param {string} choice */
    const keepIt = (choice) => {
      /** @type {Record<string, any>} */
      const situation = {};
      kind.fields.forEach((/** @type {any} */ f, /** @type {number} */ i) => { situation[f.name] = f.options[/** @type {number} */ (taken[i])].value; });
      log({ kind: kind.name, title: kind.title, situation, choice, entry_id: about, table });
      asked = null;
      paint();
    };
    const missing = kind.person && about === null;
    return [
      button(words.all_questions, () => { asked = null; paint(); }, { "data-part": "questions-back", icon: "chevron-left" }),
      el("h3", {}, kind.title),
      kind.person ? el("div", { class: "why" }, el("p", {}, words.which_player), el("div", { class: "acts small" }, ...players(table).map((p) => button(p.name, () => { about = p.entry_id; paint(); }, { "aria-pressed": String(about === p.entry_id), "data-entry": p.entry_id })))) : null,
      ...kind.fields.map((/** @type {any} */ field, /** @type {number} */ i) => el("div", { class: "why", role: "group", "aria-label": field.title }, el("p", {}, field.title),
        el("div", { class: "acts small" }, ...field.options.map((/** @type {any} */ option, /** @type {number} */ n) => button(option.title, () => { taken[i] = n; paint(); }, { "aria-pressed": String(taken[i] === n), "data-option": `${field.name}-${n}` }))))),
      !answer ? null : answer.refused ? el("p", { class: "notice", role: "alert" }, answer.refused) : el("section", { class: "card ruling", "aria-live": "polite" },
        el("p", { class: "ruling-says" }, answer.sentence), el("p", { class: "soft rule" }, answer.rules),
        ...answer.also.map((/** @type {any} */ note) => el("p", {}, note.sentence)),
        answer.choices.length ? el("p", {}, words.decided) : null,
        el("div", { class: "buttons" }, ...answer.choices.map((/** @type {any} */ c) => button(c.sentence, () => keepIt(c.value), { "data-choice": c.value, disabled: missing })),
          answer.decided ? null : button(words.log, () => keepIt(""), { "data-choice": "", disabled: missing }))),
    ];
  }

  /** A fact to be typed, and how it is read. @param {any} field @param {string} id @returns {{node: HTMLElement, value: () => any}} */
  function typedFact(field, id) {
    const label = el("label", { for: id }, field.title);
    const needed = field.required ? { required: true } : {};
    if (field.type === "rows") return typedRows(field, id);
    if (field.type === "yes_no" || field.type === "choice") {
      const options = field.type === "yes_no" ? [{ value: "true", title: words.yes }, { value: "false", title: words.no }] : field.options;
      const select = /** @type {HTMLSelectElement} */ (el("select", { id, name: id, ...needed }, el("option", { value: "" }, "–"), ...options.map((/** @type {any} */ o) => el("option", { value: o.value }, o.title))));
      return { node: el("div", { class: "field" }, label, select), value: () => readFact(field, select.value) };
    }
    const several = field.type === "seats" || field.type === "chip_list";
    const input = /** @type {HTMLInputElement} */ (field.type === "cards"
      ? el("input", { id, name: id, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 60, placeholder: "As Kd 10h", ...needed })
      : several
      ? el("input", { id, name: id, inputmode: "numeric", pattern: "[0-9 ,;]*", autocomplete: "off", placeholder: words.ruling_numbers, ...needed })
      : el("input", { id, name: id, type: "number", inputmode: "numeric", min: field.minimum ?? 0, max: field.maximum ?? "", step: 1, ...needed }));
    return { node: el("div", { class: "field" }, label, input), value: () => readFact(field, input.value) };
  }

  /** @param {any} field @param {string} id */
  function typedRows(field, id) {
    /** @type {{name: string, value: () => any}[][]} */
    const rows = [];
    const place = el("div", {});
    const add = () => {
      const nth = rows.length;
      const facts = field.fields.map((/** @type {any} */ f) => ({ name: f.name, ...typedFact(f, `${id}-${nth}-${f.name}`) }));
      rows.push(facts);
      place.append(el("div", { class: "card" }, ...facts.map((/** @type {any} */ f) => f.node)));
      more.hidden = rows.length >= (field.max_rows ?? 10);
    };
    const more = button(words.ruling_row, add, { "data-add": field.name });
    if (field.required) add();
    return { node: el("div", { class: "why", role: "group", "aria-label": field.title }, el("p", {}, field.title), place, more), value: () => rows.map((facts) => gathered(facts)) };
  }

  /** What happened and what was decided, without the rules' answer. @param {any} kind */
  function unanswered(kind) {
    const facts = kind.fields.map((/** @type {any} */ f) => ({ name: f.name, ...typedFact(f, `fact-${f.name}`) }));
    const decided = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "fact-decided", required: true, maxlength: 500, rows: 3 }));
    return [
      button(words.all_questions, () => { asked = null; paint(); }, { "data-part": "questions-back", icon: "chevron-left" }),
      el("h3", {}, kind.title),
      el("p", { class: "notice" }, words.ruling_without_line),
      kind.rules ? el("p", { class: "soft rule" }, kind.rules) : null,
      el("form", { class: "stack", submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        log({ kind: kind.name, title: kind.title, situation: gathered(facts), choice: "", decision: decided.value.trim(), entry_id: about, table });
        asked = null;
        paint();
      } },
      ...facts.map((/** @type {any} */ f) => f.node),
      el("div", { class: "field" }, el("label", { for: "fact-decided" }, words.ruling_decided), decided),
      el("div", { class: "buttons" }, el("button", { class: "button", "data-kind": "main", "data-size": "touch" }, words.ruling_keep))),
    ];
  }

  function paint() {
    const kind = kinds().find((/** @type {any} */ k) => k.name === asked);
    where.replaceChildren(...(book() ? (kind ? (kind.simple ? question(kind) : unanswered(kind)) : list()) : [el("p", { class: "notice" }, words.rulings_wait)]).filter((/** @type {any} */ w) => w !== null));
  }

  return {
    where,
    /** @param {number|null} at the table that is asked about */
    open(at) {
      table = at;
      asked = null;
      paint();
    },
    said: (/** @type {string} */ title) => say(words.did_rule, { what: title }),
  };
}
