// Brings the table. Where one of its modules does not come (a line that breaks off, a house that is busy) no seat is drawn and no turn
// heard: the page says that there is no line, and is asked for anew as soon as the house answers.
const TRIES = 3; // what fails with a line that is there fails again
const tried = history.state?.tried ?? 0;

/** @param {number} count */
const note = (count) => history.replaceState({ ...history.state, tried: count }, "");

async function anew() {
  const answers = await fetch(import.meta.url, { cache: "no-store" }).then((answer) => answer.ok, () => false);
  if (!answers) return void setTimeout(anew, 2000);
  note(tried + 1);
  location.reload();
}

import("./table.js").then(
  () => tried && note(0),
  (error) => {
    const line = document.querySelector('[data-part="line"]');
    if (line) line.textContent = JSON.parse(document.getElementById("words")?.textContent ?? "{}").line_lost;
    line?.parentElement?.removeAttribute("hidden");
    if (tried < TRIES) setTimeout(anew, 1000);
    throw error;
  },
);
