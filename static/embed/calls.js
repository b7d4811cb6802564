// Commands of a page's script on their way to the engine. Fetched with the first.

/** The engine's script, its memory, and the room in it where commands are written. */
let engine;
let memory;
let room = new Uint8Array(0);
/** More bytes do not wait, so no more are written. */
const BYTES_MAX = 1 << 22;
const encoder = new TextEncoder();

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

/** The engine has had its time in this task, and this turn goes on: what it still sends is run at once, since to let it wait
 *  would take longer. */
let isCrowded = false;
/** That has been so once in this task. */
let wasCrowded = false;

/** Sends a command, and returns what became of it. */
export function one(island, number, words) {
  const length = write([words]);
  if (length > BYTES_MAX) return engine.Sent.Refused;
  const now = Date.now();
  const sent = island.call(number, length, now, !isCrowded);
  if (sent !== engine.Sent.Crowded) {
    wasCrowded = isCrowded;
    return sent;
  }
  if (wasCrowded) return island.queue(number, length);
  isCrowded = wasCrowded = true;
  queueMicrotask(() => (isCrowded = false));
  return island.call(number, length, now, false);
}

/** Sends several commands, whose replies are told later, and returns what became of them. */
export function several(island, number, commands) {
  const length = write(commands);
  return length > BYTES_MAX ? engine.Sent.Refused : island.queue(number, length);
}

/** Writes commands into the room, as the engine reads them: a 1 between commands, a 0 between words, and a word that has one
 *  of the bytes 0 to 2 as a 2 and hexadecimal digits. One pass over the characters: a string for each command would cost more
 *  than it takes to run. Their length in bytes, Infinity
 *  where they are too long. */
function write(commands) {
  let at = 0;
  for (const words of commands) {
    if (!words.length) throw new TypeError("A command has at least a name.");
    for (const word of words) {
      const text = typeof word === "number" || typeof word === "bigint" ? `${word}` : word;
      const isText = typeof text === "string";
      if (!isText && !(text instanceof Uint8Array)) throw new TypeError(`A word of a command is a string, a number, a bigint or a Uint8Array, and not ${String(word)}.`);
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
