// Commands of a page's script on their way to the engine, and their replies on the way back. Fetched with the first.

/** Room for commands, which the engine copies. */
let room = new Uint8Array(1 << 12);
const encoder = new TextEncoder();

/** Commands as the engine reads them: a 1 between commands, a 0 between words, and a word that has one of the bytes 0 to 2
 *  as a 2 and hexadecimal digits. One pass over the characters: a string for each command would cost more than it takes
 *  to run. Valid until the next call. */
export function packed(commands) {
  let at = 0;
  const fit = (bytes) => {
    if (at + bytes < room.length) return;
    const larger = new Uint8Array((at + bytes) * 2);
    larger.set(room);
    room = larger;
  };
  for (const words of commands) {
    if (!words.length) throw new TypeError("A command has at least a name.");
    for (const word of words) {
      const text = typeof word === "number" || typeof word === "bigint" ? `${word}` : word;
      const isText = typeof text === "string";
      if (!isText && !(text instanceof Uint8Array)) throw new TypeError(`A word of a command is a string, a number, a bigint or a Uint8Array, and not ${String(word)}.`);
      const from = at;
      fit(text.length + 1);
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
        fit(written.length + 1);
        room.set(written, at);
        at += written.length;
      }
      room[at++] = 0;
    }
    room[at - 1] = 1;
  }
  return room.subarray(0, Math.max(0, at - 1));
}

/** Tells of replies as the engine packs them: three numbers for each, that of the call, its kind, and the reply's number,
 *  the length of its text or its place among the others. */
export function unpack([parts, text, others], reply, end) {
  for (let at = 0, from = 0; at < parts.length; at += 3) {
    const [number, kind, value] = [parts[at], parts[at + 1], parts[at + 2]];
    if (kind === 0) reply(number, value);
    else if (kind === 1) reply(number, text.slice(from, (from += value)));
    else if (kind === 2) reply(number, others[value]);
    else end(number, value === 1);
  }
}

/** The replies to what was asked, unless some are missing. */
export function replies({ replies, isWhole }) {
  if (!isWhole) throw new Error("The prompt was stopped, or began anew, before this command had a reply.");
  return replies;
}

/** The only reply to what was asked. */
export const only = (asked) => replies(asked)[0];
