// The element of a prompt.

import { answersOf } from "./answers.js";
import { Box } from "./box.js";
import { calls, fetchCalls, loaded } from "./engine.js";
import { ADVICE } from "./failure.js";

/** What was asked of an island: the last line of a text, or the replies to commands. */
class Asked {
  #replies;
  #resolve;
  #isWhole;

  constructor(resolve) {
    this.#resolve = resolve;
  }

  take(reply) {
    (this.#replies ??= []).push(reply);
  }

  /** The replies, unless some are missing. */
  get whole() {
    if (!this.#isWhole) throw new Error("The prompt was stopped, or began anew, before this command had a reply.");
    return this.#replies;
  }

  end(isWhole) {
    this.#isWhole = isWhole;
    this.#resolve(this);
  }
}

/** A `redis>` prompt, which has run the transcript in it. */
export class RedisPrompt extends Box {
  get takesLines() {
    return true;
  }

  /** Who types is helped. */
  get ahead() {
    return this.hasAttribute("readonly") || this.getAttribute("autorun") === "off" ? [] : ["help"];
  }

  #numbers = 0;
  /** What was asked of the island and has not been answered whole, by its number. */
  #asked = new Map();

  /** Runs a line, as the client in front: its reply as text, as data, and whether it is an error. */
  async run(line) {
    const { last } = await this.#ask((island, number) => void island.run(number, `${line}`));
    const { text = "", data, error = false, cut = false } = last ?? {};
    return { text, data, error, cut };
  }

  /** Sends one command, as the client in front, which is not logged: its reply as data. */
  async call(...words) {
    let reply = this.#send((island, number) => calls.one(island, number, words));
    if (reply instanceof Promise) reply = await reply;
    if (reply instanceof Asked) [reply] = reply.whole;
    if (reply instanceof Error) throw reply;
    return reply;
  }

  /** Sends several commands at once, which are not logged: their replies as data. */
  async pipeline(commands) {
    return commands.length ? (await this.#send((island, number) => calls.several(island, number, commands))).whole : [];
  }

  /** Lines and commands that come meanwhile wait behind it. */
  #send(work) {
    if (calls) return this.#ask(work);
    let failure;
    this.pause(fetchCalls().then((error) => (failure = error)));
    return this.#ask((island, number) => {
      if (failure) throw failure;
      return work(island, number);
    });
  }

  /** Asks the island by `work`, which returns what became of that: the reply if it is there at once, or else a promise of all
   *  answers. */
  #ask(work) {
    return this.withIsland((island) => {
      const number = this.#numbers++;
      const sent = work(island, number);
      if (sent === loaded.Sent.Replied) return loaded.taken();
      if (sent === loaded.Sent.Refused) throw new RangeError("What waits to be run may have up to 4 MiB.");
      return new Promise((resolve) => this.#asked.set(number, new Asked(resolve)));
    });
  }

  #hear(all) {
    for (const { asked: number, replies, whole, ...line } of answersOf(all)) {
      const asked = this.#asked.get(number);
      if (replies) {
        replies.forEach((reply) => asked?.take(reply));
      } else if (whole === undefined) {
        if (asked) asked.last = line;
        this.emit("redis-reply", line);
      } else {
        this.#asked.delete(number);
        asked?.end(whole);
      }
    }
  }

  /** The island has gone, and with it what was asked of it. */
  left() {
    for (const asked of this.#asked.values()) asked.end(false);
    this.#asked.clear();
  }

  /** What stands in the box, as text. */
  get transcript() {
    return this.island?.transcript() ?? this.source;
  }

  restart(island) {
    island.reset();
  }

  tell(event, fields) {
    if (event === "answers") return this.#hear(fields);
    import(ADVICE).then(({ told }) => told[event](this, fields), () => {});
  }
}
