// Commands of a page's script on their way to the engine. Fetched with the first.

/** The engine's script, its memory, and the room in it where commands are written and short replies are read. */
let engine;
let memory;
let room = new Uint8Array(0);
/** More bytes do not wait, so no more are written. */
const BYTES_MAX = 1 << 22;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Works with this instance of the engine from now on. */
export function enter(module, exports) {
  engine = module;
  memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
  look(1 << 12);
}

/** Looks at a room of that many bytes. Where the memory has grown, the old room has length 0. */
function look(bytes) {
  const address = engine.room(bytes);
  room = new Uint8Array(memory.buffer, address, bytes);
}

/** Makes the room larger than that many bytes, unless they are too many. */
const extend = (bytes) => {
  if (bytes <= BYTES_MAX) look((bytes + 1) * 2);
  return bytes <= BYTES_MAX;
};

/** Sends commands: the reply, if it is that of a single one and there at once; true if it is told later, and false where
 *  too much waits. */
export function send(island, number, commands, isOne) {
  const length = write(commands);
  if (length > BYTES_MAX) return false;
  const answer = island.call(number, length, isOne, Date.now());
  if (Number.isInteger(answer)) return answer;
  if (answer >= 0) return text(answer - 0.5);
  if (answer === -0.5) return null;
  if (answer === -1.5) return engine.taken();
  return answer === -2.5;
}

/** Single commands that go to the engine together. Each has its reply when that comes. */
export class Batch {
  commands = [];
  #resolves = [];
  #done = 0;
  #length = 0;
  #stopped;

  /** `stopped` makes the error of a command that was not run. */
  constructor(stopped) {
    this.#stopped = stopped;
  }

  /** Whether there is enough for the engine to begin with. */
  get isFull() {
    return this.#length > BYTES_MAX / 8;
  }

  add(words) {
    check(words);
    this.commands.push(words);
    for (const word of words) this.#length += word.length ?? 8;
    return new Promise((resolve) => this.#resolves.push(resolve));
  }

  take(reply) {
    this.#resolves[this.#done++](reply);
  }

  end() {
    this.fail(this.#stopped());
  }

  /** Ends those without a reply. */
  fail(error) {
    for (const resolve of this.#resolves.slice(this.#done)) resolve(Promise.reject(error));
  }
}

/** The first characters in the room. A decoder takes longer to begin than 16 characters need. */
function text(length) {
  if (length > room.length) look(Math.max(length, 1 << 12));
  if (length > 16) return decoder.decode(room.subarray(0, length));
  const r = room;
  return String.fromCharCode(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14], r[15]).slice(0, length);
}

const WORDS = new Set(["string", "number", "bigint"]);
function check(words) {
  if (!words.length) throw new TypeError("A command has at least a name.");
  for (const word of words) {
    if (WORDS.has(typeof word) || word instanceof Uint8Array) continue;
    throw new TypeError(`A word of a command is a string, a number, a bigint or a Uint8Array, and not ${String(word)}.`);
  }
}

/** Writes commands into the room, as the engine reads them: a 1 between commands, a 0 between words, and a word that has one
 *  of the bytes 0 to 2 as a 2 and hexadecimal digits. One pass over the characters: a string for each command would cost more
 *  than it takes to run. Their length in bytes, Infinity
 *  where they are too long. */
function write(commands) {
  let at = 0;
  for (const words of commands) {
    check(words);
    for (const word of words) {
      const text = word instanceof Uint8Array ? word : `${word}`;
      const isText = typeof text === "string";
      const from = at;
      if (at + text.length >= room.length && !extend(at + text.length)) return Infinity;
      let plain = 0;
      for (; plain < text.length; plain++) {
        const code = isText ? text.charCodeAt(plain) : text[plain];
        if (code < 3 || code > 127) break;
        room[at++] = code;
      }
      if (plain < text.length) {
        at = from;
        const bytes = isText ? encoder.encode(text) : text;
        const written = bytes.some((byte) => byte < 3) ? encoder.encode(`\x02${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`) : bytes;
        if (at + written.length >= room.length && !extend(at + written.length)) return Infinity;
        room.set(written, at);
        at += written.length;
      }
      room[at++] = 0;
    }
    room[at - 1] = 1;
  }
  return Math.max(0, at - 1);
}
