// Types of embed.js: two custom elements and what they tell. Importing embed.js defines the elements.

/** A reply as a program takes it: a whole number past 2^53 is a bigint, bytes that are no UTF-8 are a Uint8Array, and a
 *  reply that is an error is an Error with Redis' words. */
export type RedisData = number | bigint | string | boolean | null | Uint8Array | RedisData[] | Map<RedisData, RedisData> | Error;

/** What a line was answered. */
export interface RedisAnswer {
  /** As redis-cli prints it. */
  readonly text: string;
  /** Undefined where nothing was asked of the server, as by `clear`. */
  readonly data: RedisData | undefined;
  /** Whether it was refused or failed. */
  readonly error: boolean;
}

/** Detail of `redis-reply`. */
export interface RedisReply extends RedisAnswer {
  /** The connection that asked: `C1` to `C9`. */
  readonly client: string;
  /** The line as it was entered. */
  readonly line: string;
}

/** Detail of `lock-step`: the timeline stands at another move. */
export interface LockStep {
  /** How many moves are done. */
  readonly position: number;
  /** How many moves there are. */
  readonly length: number;
  /** What is played, in the notation of a link. */
  readonly schedule: string;
  /** What the last move did, in the element's language. */
  readonly text: string;
}

/** What a lock promises and a move can break. */
export type LockProperty = "two-believers" | "two-leases" | "removed-lock" | "lost-update" | "nobody-gets-in";

/** Detail of `lock-broken`: a move has broken a property. */
export interface LockBroken {
  /** How many moves are done. */
  readonly position: number;
  readonly property: LockProperty;
  /** What is broken, in the element's language. */
  readonly text: string;
}

/** What kept a box from its engine. */
export type PlaygroundErrorCode = "cors" | "crash" | "damaged" | "long" | "missing" | "network" | "policy" | "type" | "unknown";

/** Detail of `playground-error`. */
export interface PlaygroundError {
  readonly code: PlaygroundErrorCode;
  /** What went wrong, where, and what to do, for the page's author. */
  readonly message: string;
}

/** What both elements have. */
interface PlaygroundElement extends HTMLElement {
  /** Resolves when the box is live; rejects with what keeps it from that. */
  readonly ready: Promise<this>;
  /** What the box begins with, where that is not the text in the element. */
  source: string;
  /** Begins anew, as the author left it. */
  reset(): void;
}

/** `<redis-prompt>`: a prompt that has run the transcript in it. */
export interface RedisPromptElement extends PlaygroundElement {
  /** What stands in the box. */
  readonly transcript: string;
  /** Runs a line as the client in front. */
  run(line: string): Promise<RedisAnswer>;
}

/** `<lock-timeline>`: a timeline that has played the schedule in it. */
export interface LockTimelineElement extends PlaygroundElement {
  /** What is played, in the notation of a link. */
  schedule: string;
  /** How many moves are done. */
  readonly position: number;
  /** How many moves there are. */
  readonly length: number;
  /** One move on. */
  step(): Promise<void>;
  /** One move back. */
  back(): Promise<void>;
  /** To this many moves, or to the last one. */
  seek(position: number): Promise<void>;
}

/** The events of both elements, which bubble and cross shadow roots. */
export interface PlaygroundEventMap {
  "redis-reply": CustomEvent<RedisReply>;
  "lock-step": CustomEvent<LockStep>;
  "lock-broken": CustomEvent<LockBroken>;
  "playground-ready": CustomEvent<Record<string, never>>;
  "playground-error": CustomEvent<PlaygroundError>;
}

declare global {
  interface HTMLElementTagNameMap {
    "redis-prompt": RedisPromptElement;
    "lock-timeline": LockTimelineElement;
  }
  interface HTMLElementEventMap extends PlaygroundEventMap {}
  interface DocumentEventMap extends PlaygroundEventMap {}
}
