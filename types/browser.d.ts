// Types of what browser code is given. They stand here and not beside the code since each byte there is loaded by every phone.

/** What a line to the house is opened with. */
interface LiveOptions {
  url: string;
  /** topic name → what to do with its payload */
  topics: Record<string, (payload: any, seq: number) => void>;
  onLine?: (online: boolean) => void;
  /** the server's moment, before the payload it came with; asked: when it was asked for, by the steady clock */
  onNow?: (now: number, asked?: number) => void;
  /** a topic that is not told to this listener */
  onRefused?: (topic: string, sentence: string) => void;
  /** so often is asked whether the line still lives, in milliseconds */
  beat?: number;
  open?: (url: string) => WebSocket;
  later?: (run: () => void, ms: number) => any;
  every?: (run: () => void, ms: number) => any;
  /** milliseconds that only rise */
  steady?: () => number;
  /** 0..1, spreads the return of many screens */
  chance?: () => number;
}

/** What the player to act may do. */
interface ActOptions {
  facing_chips: number;
  may_check: boolean;
  call_to_chips: number | null;
  raise_from_chips: number | null;
  raise_to_chips: number | null;
  bet_chips: number;
  street_chips: number;
  stack_chips: number;
  pot_chips: number;
  /** the round has had all its raises */
  capped?: boolean;
}

/** A size in which a raise is offered: all that is put in on this street. */
interface RaiseSize {
  key: string;
  to: number;
  possible: boolean;
}

/** What the bar of acts is given. */
interface BarGiven {
  words: Record<string, string>;
  /** whether it was taken */
  act: (act: string, to: number, turn: number, facing: number) => Promise<boolean>;
  /** come back, or add chips */
  ask: (what: string) => void;
  /** before the turn; "" takes it back */
  decide: (ahead: string, facing: number) => Promise<void>;
  /** try the line that is lost once more */
  again?: () => void;
  steady?: () => number;
}

/** How far the house is with a player's words, as the own payload has it. */
interface WordsTold {
  end: string;
  from_number: number;
  given_for: number;
}

/** What a player's words are given. */
interface WordsGiven {
  /** of the table and its player: another one's chain is another */
  name: string;
  /** where it outlives a reload; every tab of the browser has the same chain. Null: only this page has it */
  kept: Pick<Storage, "getItem" | "setItem"> | null;
  random?: (size: number) => Uint8Array;
  links?: number;
}

/** One line of the structure. */
interface ClockItem {
  kind: "level" | "recess";
  /** level number, from 1 */
  number?: number;
  small_blind?: number;
  big_blind?: number;
  ante?: number;
  ante_kind?: "none" | "ante" | "big_blind";
  /** its own game, "" where the tournament's is played */
  game?: string;
  seconds: number;
  /** chips that leave play */
  colour_up?: number[];
  /** with the end of this item */
  late_registration_ends?: boolean;
  add_on?: boolean;
}

/** The clock as the house tells it. */
interface ClockTold {
  state: "not_started" | "running" | "paused" | "frozen" | "hand_for_hand" | "decided" | "finished";
  /** when this payload was made: the present only in the page it came with */
  server_ms: number;
  /** when the item began, as if it had never been stopped (running only) */
  anchor_ms: number | null;
  /** into the item (when it is not running) */
  elapsed_ms: number;
  index: number;
  /** what is played */
  game?: string;
  /** when late registration ends by time, whatever the clock does */
  late_registration_ends_ms?: number | null;
  /** when the time of a timed tournament is up; null of others and while the clock stands */
  time_ends_ms?: number | null;
  /** whether it is */
  time_is_up?: boolean;
  /** since when it stands by somebody's word, where that is known */
  stood_ms?: number | null;
  added_seconds?: number;
  /** rises whenever a level begins or the clock is moved */
  turn: number;
  items: ClockItem[];
  /** one that is given within the level, which stands meanwhile */
  recess?: RecessGiven | null;
}

interface RecessGiven {
  seconds: number;
  /** null while it stands, too */
  ends_ms: number | null;
  /** of it, when it began to run or stood still */
  left_ms: number;
  level_runs_after: boolean;
}

/** What a clock shows at an instant. */
interface ClockShown {
  index: number;
  /** the level or recess; a recess that is given, with its level as what follows */
  item: ClockItem;
  remaining_ms: number;
  /** the next level, past any recess */
  next: ClockItem | null;
  /** what comes right after this item */
  following: ClockItem | null;
  /** until the next recess begins */
  recess_in_ms: number | null;
  /** until late registration closes; null when closed or never open */
  late_registration_in_ms: number | null;
  /** the level with which it closes; null where its time does */
  late_registration_level: number | null;
  /** past the end of the structure */
  over: boolean;
  /** length of the recess that is given and runs now */
  recess_seconds: number | null;
}
