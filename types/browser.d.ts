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
