// A table of the style guide: seats, board and pots as a played table draws them; nothing follows it, nobody acts.
import { Stage } from "./draw.js";

const given = (/** @type {string} */ id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
new Stage(given("words"), () => {}).draw(given("face"), null, { canSit: true });
