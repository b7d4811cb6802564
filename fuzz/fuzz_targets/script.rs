//! Any bytes as a script, and scripts of pieces that mean something: whatever runs in slices answers as at once, a clone goes
//! on where it was taken, and the limits of the keyspace hold.

#![no_main]

use libfuzzer_sys::fuzz_target;
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Reply, Server};
use setnx_playground::lua;
use setnx_playground_fuzz::{BYTES_MAX, Bytes, check};

/// Units of one script, some 20 ms.
const UNITS_MAX: u64 = 2_000_000;
const NOW_MS: i64 = 1_700_000_000_000;

const PIECES: &[&str] = &[
    "local a, b, t = 1, 'x', {1, 2, a = 3} ",
    "return ",
    "a = ",
    "t[#t + 1] = ",
    "function f(...) return ... end ",
    "local function g(x) ",
    "for i = 1, 9 do ",
    "for k, v in pairs(t) do ",
    "while a do ",
    "repeat ",
    "if a then ",
    "else ",
    "until a ",
    "end ",
    "(",
    ")",
    ", ",
    "{",
    "}",
    "[[",
    "]]",
    "a",
    "b",
    "t",
    "..",
    " + ",
    " % ",
    " ^ ",
    " == ",
    " < ",
    " and ",
    " not ",
    "#",
    "-",
    "1e308",
    "0/0",
    "nil",
    "true",
    "'%d%5.3f%q'",
    "'(.-)%1*[^%a]'",
    "'[1,{\"a\":null}]'",
    "string.format",
    "string.rep",
    "string.gsub",
    "string.find",
    "string.gmatch",
    "string.byte",
    "table.concat",
    "table.insert",
    "table.remove",
    "table.sort",
    "unpack",
    "select",
    "pcall",
    "xpcall",
    "error",
    "setmetatable",
    "getmetatable",
    "rawset",
    "next",
    "tostring",
    "tonumber",
    "loadstring",
    "load",
    "coroutine.wrap",
    "coroutine.yield",
    "coroutine.resume",
    "cjson.encode",
    "cjson.decode",
    "cjson.encode_sparse_array",
    "cmsgpack.pack",
    "cmsgpack.unpack",
    "struct.pack",
    "struct.unpack",
    "bit.lshift",
    "bit.tohex",
    "math.random",
    "math.floor",
    "redis.call",
    "redis.pcall",
    "redis.setresp",
    "redis.error_reply",
    "redis.sha1hex",
    "'set', 'k', ",
    "'get', 'k'",
    "'hgetall', 'h'",
    "__index = ",
    "__mode = 'k', ",
    "__call = ",
    "#!lua flags=no-writes\n",
    "\n",
    "collectgarbage() ",
];

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let mut server =
        Server::with_memory_limit(BYTES_MAX).with_script_engine(lua::engine());
    let id = server.connect();
    let first = bytes.byte();
    let mut source = Vec::new();
    while !bytes.is_empty() {
        match (first & 3, bytes.byte()) {
            (0, _) => source.extend_from_slice(bytes.take(usize::MAX)),
            (_, byte) if byte < 200 => {
                let at = usize::from(byte) % PIECES.len();
                source.extend_from_slice(PIECES[at].as_bytes());
            }
            (_, byte) => source.extend_from_slice(bytes.take(usize::from(byte - 199))),
        }
    }
    let line = [b"EVAL".to_vec(), source, b"1".to_vec(), b"k".to_vec()];
    let mut other = server.clone();
    let slice = 500 + u64::from(first) * 100;
    let Some(reply) = run(&mut server, id, &line, slice, first & 8 != 0) else {
        return;
    };
    check(&server);
    // What a script may see of the memory differs between machines, and so between slices.
    let sees_memory = line.iter().any(|word| {
        let has = |text: &[u8]| word.windows(text.len()).any(|window| window == text);
        has(b"count") || has(b"gcinfo") || has(b"tostring") || has(b"__mode") || has(b"collect")
    });
    if let Some(at_once) = run(&mut other, id, &line, UNITS_MAX, false)
        && !sees_memory
    {
        assert_eq!(reply, at_once);
        assert!(server == other);
    }
});

/// The reply, unless the script takes too long. It may go on in a clone.
fn run(
    server: &mut Server,
    id: ConnectionId,
    line: &[Vec<u8>],
    slice: u64,
    clones: bool,
) -> Option<Reply> {
    if let Begun::Done(reply) = server.begin(id, NOW_MS, line) {
        return Some(reply);
    }
    let mut units = 0;
    while units < UNITS_MAX {
        units += slice;
        if let Advance::Done(reply) = server.advance(slice) {
            return Some(reply);
        }
        if clones {
            *server = server.clone();
        }
    }
    None
}
