// What a tablet was told and the house has not answered yet. A command is on this tablet's disk before the screen says
// "saved", goes out in the order it was given, always with the same id until it is answered, and is never lost by a
// dead line or a reload. Works on plain http: no service worker, no locks, no randomUUID.

/**
 * @typedef {"queued"|"sending"|"done"|"refused"} State
 *
 * @typedef {object} Command
 * @property {string} id the Command-Id, the same for every try
 * @property {number} n the order in which it was given
 * @property {string} path below /api/
 * @property {Record<string, any>} body
 * @property {string} title what it is, in the words of the one who gave it
 * @property {Record<string, any>} mark what it means for the picture of the table until it is answered
 * @property {number} by the account that gave it: nobody else's name is put under it
 * @property {string} who its name
 * @property {number} at when it was given (this tablet's clock; only shown)
 * @property {State} state
 * @property {number} tries
 * @property {number} [answered] when the answer came (this tablet's clock)
 * @property {Outcome} [outcome]
 * @property {string} [now] how things stand where it was refused
 * @property {boolean} [left] a question that somebody put off: it is not put again by itself
 * @property {string} [undoes] the command that this one takes back, whatever comes of it; its address is known then
 *
 * @typedef {object} Outcome
 * @property {"applied"|"already_applied"|"conflict"} kind
 * @property {any} [result]
 * @property {string} [code]
 * @property {string} [reason]
 * @property {string} [rule]
 * @property {Record<string, any>} [params] the values of its sentence
 *
 * @typedef {object} Answer what came back, or that nothing did
 * @property {number} status 0: nothing came back
 * @property {any} [body]
 *
 * @typedef {object} Store
 * @property {() => Promise<Command[]>} all
 * @property {(command: Command) => Promise<void>} put resolves when it is on disk
 * @property {(id: string) => Promise<void>} drop
 * @property {(command: Command) => Promise<boolean>} mark puts what is still there; false: it is gone
 * @property {(id: string) => Promise<boolean>} take drops what was never tried; false: it was, or it is gone
 */

/**
 * What an answer means. null: the house has not decided yet, send the same again. "sign_in": it does not know us;
 * "stale_token": it wants a fresh CSRF token.
 * @param {Answer} answer
 * @returns {Outcome|null|"sign_in"|"stale_token"}
 */
export function outcome({ status, body }) {
  if (status >= 200 && status < 300 && body && typeof body === "object" && "command_id" in body) {
    return { kind: body.replayed ? "already_applied" : "applied", result: body.result };
  }
  if (status === 401) return "sign_in";
  if (status === 403 && body?.code === "csrf_failed") return "stale_token";
  // a page of a proxy or a captive portal is no answer of the house
  if (status >= 400 && status < 500 && ![408, 425, 429].includes(status) && typeof body?.code === "string") {
    return { kind: "conflict", code: body.code, reason: body.detail ?? body.code, rule: body.rule ?? "", params: body.params ?? {} };
  }
  return null;
}

/** How long to wait before the next try. @param {number} tries @param {number} chance 0..1 */
export function pause(tries, chance) {
  return Math.min(10_000, 500 * 2 ** Math.min(tries, 6)) * (0.5 + chance / 2);
}

export class Outbox {
  /**
   * @param {object} options
   * @param {Store} options.store
   * @param {(command: Command) => Promise<Answer>} options.post never throws: status 0 where nothing came back
   * @param {() => string} options.freshId
   * @param {() => void} [options.changed]
   * @param {(command: Command) => Promise<string>} [options.look] how things stand, for a refused one
   * @param {() => Promise<boolean>} [options.renew] a fresh CSRF token
   * @param {(command: Command) => {path: string, body: Record<string, any>}|null} [options.inverse] what takes back an
   *   answered command; null where nothing does
   * @param {string} [options.noInverse] why not, in the operator's words
   * @param {(command: Command) => boolean} [options.hold] what another page of this tablet sends
   * @param {(run: () => void, ms: number) => any} [options.later]
   * @param {() => number} [options.now]
   * @param {() => number} [options.chance]
   */
  constructor({ store, post, freshId, changed, look, renew, inverse, noInverse, hold, later, now, chance }) {
    this.store = store;
    this.post = post;
    this.freshId = freshId;
    this.changed = changed ?? (() => {});
    this.look = look ?? (async () => "");
    this.renew = renew ?? (async () => false);
    this.inverse = inverse ?? (() => null);
    this.noInverse = noInverse ?? "";
    this.hold = hold ?? (() => false);
    this.later = later ?? ((run, ms) => setTimeout(run, ms));
    this.now = now ?? Date.now;
    this.chance = chance ?? Math.random;
    /** @type {Command[]} in the order they were given */
    this.commands = [];
    /** @type {Command[]} tapped, on their way to the disk: shown at once, not yet said to be saved, not sent */
    this.writes = [];
    /** whose commands may go out now */
    this.operator = { id: 0, name: "" };
    this.signIn = false;
    this.busy = false;
    this.waiting = false;
    this.last = 0;
    // until the disk was read nobody knows whether something waits there
    this.loaded = false;
    /** @type {Set<string>} refused ones that are being given again */
    this.given = new Set();
    /** @type {Promise<any>} */
    this.writing = Promise.resolve();
  }

  /** What earlier pages of this tablet left. */
  async load() {
    const found = await this.store.all();
    found.sort((a, b) => a.n - b.n);
    // "sending" when the page went away: whether it arrived is unknown, the same id tells
    for (const command of found) if (command.state === "sending") command.state = "queued";
    this.commands = found;
    this.loaded = true;
    this.last = Math.max(0, ...found.map((c) => c.n));
    this.changed();
  }

  /**
   * Keep a command; resolves when it is on disk. Rejects where this browser keeps nothing: then nothing was saved.
   * @param {{path: string, body?: Record<string, any>, title: string, mark?: Record<string, any>, undoes?: string}} given
   * @returns {Promise<Command>}
   */
  add({ path, body, title, mark, undoes }) {
    this.last = Math.max(this.last + 1, this.now());
    /** @type {Command} */
    const command = {
      id: this.freshId(), n: this.last, path, body: body ?? {}, title, mark: mark ?? {},
      by: this.operator.id, who: this.operator.name, at: this.now(), state: "queued", tries: 0,
      ...(undoes ? { undoes } : {}),
    };
    this.writes.push(command);
    this.changed();
    // one after the other, so that the order on disk is the order of the taps
    const kept = this.writing.catch(() => {}).then(async () => {
      try {
        await this.store.put(command);
      } finally {
        this.writes = this.writes.filter((c) => c !== command);
      }
      if (!this.commands.some((c) => c.id === command.id)) this.commands.push(command);
      this.changed();
      this.send();
      return command;
    });
    this.writing = kept;
    return kept;
  }

  unsent() {
    return this.commands.filter((c) => c.state === "queued" || c.state === "sending");
  }

  conflicts() {
    return this.commands.filter((c) => c.state === "refused");
  }

  /** The one whose turn it is; others' commands wait for their name. */
  next() {
    const next = this.commands.find((c) => (c.state === "queued" || c.state === "sending") && c.by === this.operator.id);
    // the order is kept: what comes behind something held is held, too
    return next && this.hold(next) ? undefined : next;
  }

  /** Send what waits, one after the other, until nothing is left or nothing comes back. */
  async send() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let command = this.next(); command; command = this.next()) {
        if (command.undoes && !command.path && !(await this.aim(command))) continue;
        command.state = "sending";
        command.tries += 1;
        this.changed();
        // on disk before it leaves: nobody takes back what may have arrived, after a reload or in another tab
        if (command.tries === 1 && !(await this.store.mark(command).catch(() => true))) {
          this.commands = this.commands.filter((c) => c !== command);
          this.changed();
          continue;
        }
        const answer = await this.post(command).catch(() => ({ status: 0 }));
        const came = outcome(answer);
        if (came === null || came === "sign_in" || came === "stale_token") {
          command.state = "queued";
          this.signIn = came === "sign_in";
          this.changed();
          if (came === "stale_token" && (await this.renew())) continue;
          this.tryLater(pause(command.tries, this.chance()));
          return;
        }
        this.signIn = false;
        command.outcome = came;
        command.answered = this.now();
        command.state = came.kind === "conflict" ? "refused" : "done";
        if (command.state === "refused") command.now = await this.look(command).catch(() => "");
        await this.store.mark(command).catch(() => {});
        this.changed();
        // in here: what is tapped while the disk forgets finds somebody who sends it
        if (!this.next()) await this.prune();
      }
    } finally {
      this.busy = false;
    }
  }

  /**
   * What takes back a command that had not been answered gets its address once that is. False: there is nothing to
   * send, because what it would take back was refused, or because nothing takes it back.
   * @param {Command} command
   */
  async aim(command) {
    const before = this.commands.find((c) => c.id === command.undoes);
    const way = before?.state === "done" ? this.inverse(before) : null;
    if (way) Object.assign(command, way);
    else if (before?.state === "refused") {
      // it never happened: that is what was wanted
      Object.assign(command, { state: "done", answered: this.now(), outcome: { kind: "already_applied" } });
      this.commands = this.commands.filter((c) => c !== before);
      await this.store.drop(before.id).catch(() => {});
    } else Object.assign(command, { state: "refused", outcome: { kind: "conflict", code: "no_undo", reason: this.noInverse, rule: "" } });
    await this.store.mark(command).catch(() => {});
    this.changed();
    return way !== null;
  }

  /** @param {number} ms */
  tryLater(ms) {
    if (this.waiting) return;
    this.waiting = true;
    this.later(() => { this.waiting = false; this.send(); }, ms);
  }

  /** Take back what has not gone out yet. False: it is on its way or answered. @param {string} id */
  async withdraw(id) {
    const command = this.commands.find((c) => c.id === id);
    // once tried, nobody knows whether it arrived
    if (!command || command.state !== "queued" || command.tries > 0) return false;
    if (!(await this.store.take(id))) {
      await this.refresh();
      return !this.commands.some((c) => c.id === id);
    }
    this.commands = this.commands.filter((c) => c !== command);
    this.changed();
    return true;
  }

  /** What another tab of this tablet kept, sent or took back. */
  async refresh() {
    const before = new Set(this.commands.map((c) => c.id));
    const found = new Map((await this.store.all()).map((c) => [c.id, c]));
    // what came or went here while the disk was read is as it is here
    this.commands = this.commands.filter((c) => found.has(c.id) || !before.has(c.id) || c.state === "sending");
    for (const command of this.commands) {
      const there = found.get(command.id);
      found.delete(command.id);
      if (!there || command.state !== "queued") continue;
      command.tries = Math.max(command.tries, there.tries);
      if (there.state === "done" || there.state === "refused") Object.assign(command, { state: there.state, outcome: there.outcome, now: there.now, answered: there.answered });
    }
    for (const other of found.values()) if (!before.has(other.id)) this.commands.push(other.state === "sending" ? { ...other, state: "queued" } : other);
    this.commands.sort((a, b) => a.n - b.n);
    this.last = Math.max(this.last, ...this.commands.map((c) => c.n));
    this.changed();
    await this.send();
  }

  /** A human has dealt with a refused one. @param {string} id */
  async settle(id) {
    const command = this.commands.find((c) => c.id === id && c.state === "refused");
    if (!command) return;
    this.commands = this.commands.filter((c) => c !== command);
    await this.store.drop(id);
    this.changed();
  }

  /** A human puts the answer off: it stays among the refused ones, a reload later too. @param {string} id */
  async leave(id) {
    const command = this.commands.find((c) => c.id === id && c.state === "refused");
    if (!command) return;
    command.left = true;
    await this.store.mark(command);
  }

  /** Questions that do not stand any more go. @param {(command: Command) => Promise<boolean|null>} stands null: nobody knows */
  async review(stands) {
    for (const command of this.conflicts().filter(asksForDeal)) if ((await stands(command)) === false) await this.settle(command.id);
  }

  /**
   * A human has answered what a refused one was asked: it is given again with the answer, under a new id, and on disk
   * before the old one goes. A second tap of the same answer gives nothing again.
   * @param {string} id @param {Record<string, any>} answer
   * @returns {Promise<Command|null>}
   */
  async again(id, answer) {
    const command = this.commands.find((c) => c.id === id && c.state === "refused");
    if (!command || this.given.has(id)) return null;
    this.given.add(id);
    try {
      const { path, body, title, mark } = command;
      const kept = await this.add({ path, body: { ...body, ...answer }, title, mark });
      await this.settle(id);
      return kept;
    } finally {
      this.given.delete(id);
    }
  }

  /** Answered ones are kept for a while, refused ones until a human has seen them. */
  async prune(keep = 30) {
    const done = this.commands.filter((c) => c.state === "done");
    for (const old of done.slice(0, Math.max(0, done.length - keep))) {
      this.commands = this.commands.filter((c) => c !== old);
      await this.store.drop(old.id).catch(() => {});
    }
  }
}

/** Whether it is no refusal: the house asks something about a deal, and waits for the answer. @param {Command} c */
export const asksForDeal = (c) => ["deal_would_fall", "deal_holds"].includes(c.outcome?.code ?? "");

/**
 * Whether such a question still stands: its tournament runs, and all whom it puts out sit there. null: the house does not say.
 * @param {Command} command @param {(path: string) => Promise<Answer>} ask @param {number} here the tournament of those that do not name theirs
 * @returns {Promise<boolean|null>}
 */
export async function stillAsked({ mark }, ask, here) {
  const at = `tournaments/${mark.event?.id ?? here}`;
  const told = await ask(at);
  if (told.status === 200 && told.body.state !== "running") return false;
  const seating = await ask(`${at}/seating?limit=${SEATING}`);
  if (seating.status !== 200) return null;
  const sit = new Set(seating.body.map((/** @type {any} */ line) => line.entry_id));
  // of a room that is larger than a page not everybody is told
  return seating.body.length >= SEATING || (mark.entries ?? []).every((/** @type {number} */ id) => sit.has(id));
}
const SEATING = 1000;

/** Refused ones of one cause together. @param {Command[]} refused @param {(command: Command) => string} apart what keeps them apart all the same */
export function bySameCause(refused, apart) {
  /** @type {Map<string, Command[]>} */
  const groups = new Map();
  for (const c of refused) {
    const cause = `${apart(c)}|${c.outcome?.code}|${c.outcome?.reason}`;
    groups.set(cause, [...(groups.get(cause) ?? []), c]);
  }
  return [...groups.values()];
}

// after these nobody sits there any more
const LEAVES = new Set(["bust", "disqualify", "under_age", "move"]);

/**
 * The picture of a table with what this tablet knows and the house has not said yet. Seats get `pending`: words of the
 * commands that wait for an answer. Never hides a seat: a bust may still be refused, and then it is as it was.
 * @param {any} payload as of the topic staff/tournament/<id>/table/<n>
 * @param {Command[]} commands
 * @param {(command: Command) => boolean} [unseen] answered, but this payload is older than the answer
 */
export function withPending(payload, commands, unseen = () => false) {
  const takenBack = new Set(commands.flatMap((c) => (c.undoes ? [c.undoes] : [])));
  const waiting = commands.filter((c) => !takenBack.has(c.id) && (c.state === "queued" || c.state === "sending" || (c.state === "done" && unseen(c))));
  return {
    ...payload,
    chairs: payload.chairs.map((/** @type {any} */ chair) => {
      const about = waiting.filter((c) => chair.entry_id !== null && (c.mark.entries ?? []).includes(chair.entry_id));
      if (!about.length) return { ...chair, pending: [] };
      const shown = { ...chair, pending: about.filter((c) => c.state !== "done" || LEAVES.has(c.mark.kind)).map((c) => c.mark.kind) };
      for (const { mark } of about) {
        if (mark.kind === "verify" || mark.kind === "verify_table") shown.verified = true;
        if (mark.kind === "chips") shown.stack_chips = mark.stack_chips;
        if (mark.kind === "table_chips") shown.stack_chips = mark.stacks[chair.entry_id];
        if (mark.kind === "away") shown.away = mark.away;
        if (mark.kind === "serve") {
          shown.penalties = shown.penalties.map((/** @type {any} */ p) => (p.penalty_id === mark.penalty_id ? { ...p, hands_served: Math.max(p.hands_served, mark.served) } : p));
          shown.hands_owed = shown.penalties.reduce((/** @type {number} */ sum, /** @type {any} */ p) => sum + Math.max(0, p.hands_owed - p.hands_served), 0);
        }
      }
      return shown;
    }),
  };
}

/**
 * IndexedDB as the outbox needs it. Written with strict durability: "saved" is said after the disk has it.
 * @param {IDBFactory} factory
 * @param {string} [name]
 * @returns {Store}
 */
export function diskStore(factory, name = "shuffle-outbox") {
  /** @type {Promise<IDBDatabase>|null} */
  let opened = null;
  const open = () => (opened ??= new Promise((good, bad) => {
    const asked = factory.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("commands", { keyPath: "id" });
    asked.onsuccess = () => {
      asked.result.onclose = () => { opened = null; };
      good(asked.result);
    };
    asked.onerror = () => { opened = null; bad(asked.error); };
  }));
  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} act */
  const run = async (mode, act) => {
    const base = await open();
    return new Promise((good, bad) => {
      const change = base.transaction("commands", mode, { durability: "strict" });
      const asked = act(change.objectStore("commands"));
      change.oncomplete = () => good(asked.result);
      change.onabort = change.onerror = () => bad(change.error ?? asked.error);
    });
  };
  /**
   * Read and then change, so that no other tab comes between.
   * @param {string} id @param {(there: Command|undefined, store: IDBObjectStore) => boolean} decide
   */
  const look = async (id, decide) => {
    let decided = false;
    await run("readwrite", (s) => {
      const asked = s.get(id);
      asked.onsuccess = () => { decided = decide(asked.result, s); };
      return asked;
    });
    return decided;
  };
  // a plain copy: what is written is what it was when it was handed over
  const copy = (/** @type {Command} */ command) => JSON.parse(JSON.stringify(command));
  return {
    all: () => run("readonly", (s) => s.getAll()),
    put: (command) => run("readwrite", (s) => s.put(copy(command))),
    drop: (id) => run("readwrite", (s) => s.delete(id)),
    mark: (command) => {
      const written = copy(command);
      return look(command.id, (there, s) => { if (there) s.put(written); return there !== undefined; });
    },
    take: (id) => look(id, (there, s) => { if (there?.tries === 0) s.delete(id); return there?.tries === 0; }),
  };
}
