import assert from "node:assert/strict";
import test from "node:test";

import { shownBy } from "../../static/js/shown.js";

test("what is said of an act is said of what is shown under it", () => {
  assert.equal(shownBy(".button:hover"), '.button[data-shown="hover"]');
  assert.equal(shownBy(":is(.button, .link):active"), ':is(.button, .link)[data-shown="active"]');
  assert.equal(shownBy(":focus-visible"), '[data-shown="focus"]');
  assert.equal(shownBy("a:hover, a:active"), 'a[data-shown="hover"], a:active, a:hover, a[data-shown="active"]');
  assert.equal(shownBy(".with-unit:focus-within, .cell:focus"), '.with-unit[data-shown="focus"], .cell[data-shown="focus"]');
  assert.equal(shownBy(".button"), "");
});
