// What is wrong with a form: the bar below leads to the first field of it, and a complaint about what was sent goes as soon as something
// else is typed there. Whether that is right now the page's own check says, or the next sending.

/** @param {Element} field */
function goTo(field) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  field.scrollIntoView({ block: "center" });
  /** @type {HTMLElement} */ (field).focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-to-wrong]") : null;
  // the page names the field, or it is the first that is marked
  const named = link instanceof HTMLElement && link.dataset.toWrong ? document.getElementById(link.dataset.toWrong) : null;
  const field = named ?? link?.closest("form")?.querySelector('[aria-invalid="true"]');
  if (!field) return;
  event.preventDefault();
  goTo(field);
});

/** The sentence that the server wrote at a field (web/templatetags/fields.py). @param {Element} field */
const complaintOf = (field) => document.getElementById((field.getAttribute("aria-describedby") ?? "").split(" ").find((id) => id.startsWith("wrong-")) ?? "");

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!(field instanceof Element) || field.getAttribute("aria-invalid") !== "true") return;
  const complaint = complaintOf(field);
  // a row of a table has its own, which the page's check redraws
  if (!complaint?.matches("span.wrong")) return;
  complaint.remove();
  field.removeAttribute("aria-invalid");
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== complaint.id).join(" ");
  if (others) field.setAttribute("aria-describedby", others);
  else field.removeAttribute("aria-describedby");
  const list = document.getElementById("put-right");
  list?.querySelector(`a[href="#${CSS.escape(field.id)}"]`)?.closest("li")?.remove();
  if (list && !list.querySelector("li")) list.remove();
  else if (list) count(list);
});

/** @param {HTMLElement} list */
function count(list) {
  const left = list.querySelectorAll("li").length;
  const title = list.querySelector("strong");
  // "2 fields to put right." with their number in place of the two
  const words = left === 1 ? list.dataset.one : list.dataset.many?.replace("2", String(left));
  if (title && words) title.textContent = words;
}
