// A whole page of the style guide: its own template, and no module of its own. What is done to it is shown.
import { showActs, touch } from "./shown.js";

showActs();
touch(document, JSON.parse(document.getElementById("specimen")?.textContent ?? "{}").touched);
document.body.dataset.specimen = "drawn";
