// What a display keeps for the time without a house, what it never touches, and what it begins with when it is reloaded then.
import assert from "node:assert/strict";
import test from "node:test";
import { isAway, kindOf, marked, outdated, worthKeeping } from "../../static/js/away.js";
import { present } from "../../static/js/kept.js";

const HOME = "https://room.example";
const kind = (path, { mode = "navigate", method = "GET", home = HOME } = {}) => kindOf({ method, mode, url: home + path }, HOME);

test("the pages of displays are kept, each role", () => {
  for (const path of ["/screens/", "/screens/7/clock/", "/screens/7/clock/?layout=poster", "/screens/7/seating/", "/screens/7/payouts/", "/screens/7/final-table/", "/screens/7/table/12/", "/screens/venue/3/today/", "/screens/venue/3/schedule/"]) {
    assert.equal(kind(path), "page", path);
    // a page that another reads is never answered from what was kept
    assert.equal(kind(path, { mode: "cors" }), "anew", path);
  }
});

test("so are their lists and the files they are made of", () => {
  for (const path of ["/screens/7/seats/", "/screens/7/paid/"]) assert.equal(kind(path, { mode: "cors" }), "list", path);
  for (const path of ["/static/css/wall.css", "/static/js/roles/seats.js", "/static/fonts/inter.woff2", "/static/img/icons.svg", "/screens/theme/3-abc.css", "/venues/3/logo/abc/", "/venues/3/sponsors/abc/"]) assert.equal(kind(path, { mode: "no-cors" }), "file", path);
});

test("no page of staff or players ever is, nor what only the house may say", () => {
  for (const path of ["/", "/director/", "/director/7/screens/", "/floor/7/", "/desk/7/", "/me/", "/play/7/", "/t/7/", "/sign-in/", "/director/venues/3/logo/", "/screens/where/", "/screens/worker.js", "/screens/7/anything/", "/static/js/screen.js", "/screens/7/seats/", "/api/tournaments/7/"]) assert.equal(kind(path), "", path);
  for (const path of ["/screens/where/", "/screens/worker.js", "/api/tournaments/7/", "/me/", "/director/7/", "/static/other/x"]) assert.equal(kind(path, { mode: "cors" }), "", path);
  assert.equal(kind("/screens/", { method: "POST" }), "");
  assert.equal(kind("/screens/", { home: "https://elsewhere.example" }), "");
});

test("only what the house itself answered is kept", () => {
  const good = { ok: true, type: "basic", redirected: false };
  assert.equal(worthKeeping(good), true);
  for (const wrong of [{ ok: false }, { type: "opaqueredirect" }, { type: "opaque" }, { redirected: true }]) assert.equal(worthKeeping({ ...good, ...wrong }), false);
  assert.deepEqual([200, 404, 500, 502, 503, 504].filter(isAway), [502, 503, 504]);
});

test("a kept page says of when it is; a new release drops what was before and nobody else's", () => {
  assert.equal(marked('<!DOCTYPE html>\n<html\n lang="pt-br">', 1234.5), '<!DOCTYPE html>\n<html data-kept="1234"\n lang="pt-br">');
  assert.deepEqual(outdated(["display-a", "display-b", "floor-a"], "b"), ["display-a"]);
});

const PAGE = { clock: { turn: 1, server_ms: 1_000_000 }, counts: { players_left: 30 }, topics: { clock: "c" } };
const HEARD = { at: 5_000, now: 1_060_000, away: 0, shows: "", payloads: { clock: { turn: 2, server_ms: 900_000 }, counts: { players_left: 12 } } };

test("with a house the page is what it says", () => {
  assert.deepEqual(present(PAGE, null, HEARD, 9_000), { payloads: PAGE, away: null });
});

test("without one it begins with what was heard last, and the clock ran on", () => {
  const { payloads, away } = present(PAGE, 4_000, { ...HEARD, away: 2_000 }, 65_000);
  assert.deepEqual(payloads, { ...PAGE, counts: { players_left: 12 }, server_ms: 1_120_000, clock: { turn: 2, server_ms: 1_120_000 } });
  assert.equal(away, 62_000);
});

test("where nothing was heard since the page came, the page is what is known", () => {
  for (const heard of [null, { ...HEARD, now: 999_999 }]) {
    const { payloads, away } = present(PAGE, 4_000, heard, 64_000);
    assert.deepEqual(payloads, { ...PAGE, server_ms: 1_060_000, clock: { turn: 1, server_ms: 1_060_000 } });
    assert.equal(away, 60_000);
  }
});

test("a device that lost its hour does not run the clock back", () => {
  assert.equal(present(PAGE, 4_000, HEARD, 10).payloads.clock.server_ms, 1_060_000);
});
