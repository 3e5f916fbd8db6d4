// A whole page of the style guide: its own template, and no module of its own but where one draws the page. What is done to it is shown.
import { showActs, touch } from "./shown.js";

const specimen = JSON.parse(document.getElementById("specimen")?.textContent ?? "{}");
if (specimen.heard) await (await import("./tablet_specimen.js")).drawTablet(specimen);
showActs();
touch(document, specimen.touched);
document.body.dataset.specimen = "drawn";
