// What is typed and not sent yet, while the part of the page it stands in is drawn again.

/** @typedef {{text: string, checked: boolean}} Draft */
/** @typedef {{drafts: Map<string, Draft>, focused: string, from: number|null, to: number|null}} Kept */

const FIELDS = "input:not([type=hidden]), select, textarea";
// of a form these change by themselves and name nothing
const OWN = new Set(["command_id", "csrfmiddlewaretoken", "next"]);

/** @typedef {HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement} Field */

/** What a field is, whatever drawing it stands in: its form with what that says unseen (the table, the round), its name.
 * @param {Field} field */
export function nameOf(field) {
  const form = field.form;
  const unseen = [...(form?.querySelectorAll("input[type=hidden]") ?? [])]
    .map((one) => /** @type {HTMLInputElement} */ (one))
    .filter((one) => !OWN.has(one.name))
    .map((one) => `${one.name}=${one.value}`);
  const box = field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
  return [form?.getAttribute("action") ?? "", ...unseen, field.name, box ? field.value : ""].join("&");
}

/** @param {Field} field */
function typed(field) {
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  if (field.matches("[type=checkbox], [type=radio]")) return /** @type {HTMLInputElement} */ (field).checked !== /** @type {HTMLInputElement} */ (field).defaultChecked;
  return field.value !== field.defaultValue;
}

/** @param {Element} part @returns {Field[]} */
const fieldsOf = (part) => /** @type {Field[]} */ ([...part.querySelectorAll(FIELDS)]);

/** What is typed in a part, and where the cursor is. @param {Element} part @returns {Kept} */
export function kept(part) {
  const fields = fieldsOf(part);
  const active = fields.find((field) => field === document.activeElement);
  const line = active instanceof HTMLSelectElement || active?.matches("[type=checkbox], [type=radio]") ? null : active;
  return {
    drafts: new Map(fields.filter(typed).map((field) => [nameOf(field), { text: field.value, checked: /** @type {any} */ (field).checked ?? false }])),
    focused: active ? nameOf(active) : "",
    from: /** @type {any} */ (line)?.selectionStart ?? null,
    to: /** @type {any} */ (line)?.selectionEnd ?? null,
  };
}

/** What was typed in a part since its form last asked: the answer knows nothing of it. @param {Element} part @param {FormData} asked @returns {Map<string, string>} */
export function typedSince(part, asked) {
  const lines = fieldsOf(part).filter((field) => field.name && !field.matches("[type=checkbox], [type=radio], [type=file]"));
  // rows of one name have no place of their own
  return new Map(lines.filter((field) => asked.getAll(field.name).length === 1 && field.value !== asked.get(field.name)).map((field) => [field.name, field.value]));
}

/** Into the part as it is drawn now. @param {Element} part @param {Map<string, string>} since */
export function typedAgain(part, since) {
  for (const field of fieldsOf(part)) field.value = since.get(field.name) ?? field.value;
}

/** Into the part as it is drawn now; how many drafts have no place any more. @param {Element} part @param {Kept} before */
export function backInto(part, before) {
  let gone = before.drafts.size;
  for (const field of fieldsOf(part)) {
    const name = nameOf(field);
    const draft = before.drafts.get(name);
    if (draft) {
      gone -= 1;
      if (field.matches("[type=checkbox], [type=radio]")) /** @type {HTMLInputElement} */ (field).checked = draft.checked;
      else field.value = draft.text;
    }
    if (name === before.focused) {
      field.focus({ preventScroll: true });
      if (before.from !== null && field instanceof HTMLInputElement && field.type === "text") field.setSelectionRange(before.from, before.to);
    }
  }
  return gone;
}
