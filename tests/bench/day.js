// A day in a minute: the page's timers, its steady clock and its line belong to the measurement. Every timer runs at its
// moment and in its order; every second of the clock is painted; what the page asks the house, the house answers.
(() => {
  let now = 0;
  let next = 1;
  const timers = new Map();
  const asked = new Set();
  const epoch = Date.now();
  const add = (run, ms, every, rest) => {
    timers.set(next, { run: () => run(...rest), at: now + Math.max(1, Number(ms) || 0), every: every ? Math.max(1, Number(ms) || 0) : 0 });
    next += 1;
    return next - 1;
  };
  window.setTimeout = (run, ms, ...rest) => add(run, ms, false, rest);
  window.setInterval = (run, ms, ...rest) => add(run, ms, true, rest);
  window.clearTimeout = window.clearInterval = (id) => { timers.delete(id); };
  performance.now = () => now;
  Date.now = () => epoch + now;

  const fetched = window.fetch.bind(window);
  let where = null; // asked 21,600 times a day: the house answers once, the page reads it anew each time
  window.fetch = (...args) => {
    const [to, options = {}] = args;
    if (where !== null && String(to).endsWith("/where/")) return Promise.resolve(new Response(where, { headers: { "Content-Type": "application/json" } }));
    // a limit on the answer is by the machine's clock, not by this one
    const { signal: _left, ...rest } = options;
    const answer = fetched(to, rest);
    if (String(to).endsWith("/where/")) answer.then(async (came) => { where = await came.clone().text(); }, () => {});
    const settled = answer.then(() => {}, () => {}).finally(() => asked.delete(settled));
    asked.add(settled);
    return answer;
  };

  class Line {
    constructor() {
      this.readyState = 0;
      Line.last = this;
      Line.opened += 1;
      setTimeout(() => {
        if (this.readyState !== 0) return;
        this.readyState = Line.away ? 3 : 1;
        (Line.away ? this.onclose : this.onopen)?.({});
      }, 5);
    }
    send(text) {
      const { ping } = JSON.parse(text);
      if (ping !== undefined) setTimeout(() => this.say({ now: epoch + now, pong: ping }), 3);
    }
    say(told) { if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(told) }); }
    close() {
      if (this.readyState === 3) return;
      this.readyState = 3;
      setTimeout(() => this.onclose?.({}), 1);
    }
  }
  Line.opened = 0;
  Line.away = false;
  window.WebSocket = Line;

  const told = {};
  let number = 1;
  const faces = () => (told.faces ??= JSON.parse(document.getElementById("faces")?.textContent ?? "{}"));
  const topics = () => faces().topics ?? faces().rows?.[0]?.topics ?? {};
  const known = () => faces().clock ? faces() : faces().rows?.[0] ?? {};
  const push = (name, face) => {
    const topic = topics()[name];
    number += 1;
    if (topic && face) Line.last?.say({ topic, seq: number, face, now: epoch + now });
  };

  // --- what happens in so long an evening, by the second --------------------------------------------------
  const LEVEL = 20 * 60;
  const GAME = 6 * 3600; // from the first hand to the winner
  const names = ["Ana", "Íris Nascimento de Albuquerque e Vasconcelos", "João", "Bo"];
  const clock = (second, state) => {
    const { clock: began } = known();
    if (!began) return null; // a schedule has none
    const at = second % GAME;
    const index = Math.floor(at / LEVEL) % began.items.length;
    const elapsed = (at % LEVEL) * 1000;
    return { ...began, state, index, turn: Math.floor(second / LEVEL) + 1, elapsed_ms: elapsed, anchor_ms: state === "running" ? epoch + now - elapsed : null, server_ms: epoch + now };
  };
  const counts = (at) => {
    const left = Math.max(1, 90 - Math.floor(at / 240));
    const over = at > GAME - 300;
    return {
      ...known().counts, state: over ? "finished" : "running", players_left: left, entries_total: 90, places_paid: 12, chips_in_play: 1_800_000, pool_cents: 4_500_000,
      late_registration_open: at < 7200, bubble: left === 13, in_the_money: left <= 12, final_table: left <= 9, decided: over, hand_for_hand: left === 13,
    };
  };
  const who = (k) => `${names[k % names.length]} ${k}`;
  const evening = (second) => {
    const at = second % GAME;
    const found = counts(at);
    const gone = 90 - found.players_left;
    if (second % 20 === 0) {
      push("counts", found);
      push("eliminations", { rows: Array.from({ length: Math.min(gone, 12) }, (_none, i) => ({ entry_id: gone - i, elimination_id: second * 100 + i, place: found.players_left + 1 + i, tied: 1, name: who(gone - i), amount_cents: i % 2 ? 0 : 25_000, bounties: [] })) });
    }
    if (second % 300 === 0) {
      const rows = Array.from({ length: Math.min(9, found.players_left) }, (_none, i) => ({ entry_id: i, name: who(i + second / 300), seat: i + 1, table: 1, button: i === 0, stack_chips: 200_000 - i, stack: { chips: 200_000 - i * 1000, level: 1 + Math.floor(at / LEVEL), recess: false, stands: i % 2 === 0 }, counted_ms: epoch + now - 60_000 }));
      push("standings", { ...faces().standings, rows });
      push("prizes", { ...faces().prizes, rows: Array.from({ length: 12 }, (_none, i) => ({ first: i + 1, last: i + 1, amount_cents: 900_000 / (i + 1) | 0 })) });
      push("news", { tables: Math.ceil(found.players_left / 9), moves: [{ name: who(second / 300), table: 2, seat: 3, at_ms: epoch + now }], breaks: second % 1800 ? [] : [{ table: 7, to: [1, 2, 3], at_ms: epoch + now }] });
    }
    if (second % 600 === 0) push("wall", { ...faces().wall, message: second % 1200 ? "" : `O jantar está servido até às 22h15. (${second})`, show: second % 3600 === 600 ? "seats" : "clock" });
    if (second % LEVEL === 0) push("clock", clock(second, "running"));
    // paused for two minutes of each hour
    if (second % 3600 === 1500) push("clock", clock(second, "paused"));
    if (second % 3600 === 1620) push("clock", clock(second, "running"));
    // the line is lost four times an hour, for half a minute; each try fails until it is back
    if (second % 900 === 450) { Line.away = true; Line.last?.close(); }
    if (second % 900 === 480) Line.away = false;
  };

  const later = (until) => {
    let found = null;
    for (const [id, timer] of timers) if (timer.at <= until && (found === null || timer.at < found.timer.at)) found = { id, timer };
    return found;
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** Live so many seconds; what the page did meanwhile. */
  window.live = async (seconds) => {
    for (let gone = 0; gone < seconds; gone += 1) {
      const second = Math.round(now / 1000);
      const until = (second + 1) * 1000;
      for (let due = later(until); due; due = later(until)) {
        now = Math.max(now, due.timer.at);
        if (due.timer.every) due.timer.at += due.timer.every;
        else timers.delete(due.id);
        due.timer.run();
        await null;
      }
      now = until;
      evening(second + 1);
      while (asked.size) await Promise.all(asked);
      if (second % 60 === 0) await frame();
    }
    return { timers: timers.size, lines: Line.opened, second: Math.round(now / 1000) };
  };
})();
