//! OBJECT: how a key's value lies in a server's memory, and when it was used.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::storage::database::Entry;
use crate::storage::value::Value;

/// The count of a shared number: Redis does not count its holders.
const COUNTLESS: i64 = i32::MAX as i64;
const NO_FREQUENCY: Error = Error::fixed(
    "ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.",
);

pub const HANDLERS: Handlers = &[
    ("object|encoding", Now(encoding)),
    ("object|freq", Now(freq)),
    ("object|idletime", Now(idletime)),
    ("object|refcount", Now(refcount)),
    ("object|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const HELP: &str = "\
OBJECT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
ENCODING <key>
    Return the kind of internal representation used in order to store the value
    associated with a <key>.
FREQ <key>
    Return the access frequency index of the <key>. The returned integer is
    proportional to the logarithm of the recent access frequency of the key.
IDLETIME <key>
    Return the idle time of the <key>, that is the approximated number of
    seconds elapsed since the last access to the key.
REFCOUNT <key>
    Return the number of references of the value associated with the specified
    <key>.
HELP
    Prints this help.";

/// The entry of a key. It is counted whether it is there, and no one is told.
fn looked_up<'a>(call: &'a mut Call<'_>, key: &[u8]) -> Option<&'a Entry> {
    call.count_lookup(key);
    call.peek(key)
}

fn encoding(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let entry = looked_up(call, key);
    Ok(entry.map_or(Reply::Nil, |entry| Reply::bulk(entry.value.encoding())))
}

fn freq(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    match looked_up(call, key) {
        Some(_) => Err(NO_FREQUENCY),
        None => Ok(Reply::Nil),
    }
}

fn idletime(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let now_ms = call.now_ms();
    let entry = looked_up(call, key);
    Ok(entry.map_or(Reply::Nil, |entry| {
        Reply::Int(i64::from(entry.used.seconds_until(now_ms)))
    }))
}

fn refcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let entry = looked_up(call, key);
    Ok(entry.map_or(Reply::Nil, |entry| {
        let is_shared = matches!(&entry.value, Value::String(bytes, form) if form.is_shared(bytes));
        Reply::Int(if is_shared { COUNTLESS } else { 1 })
    }))
}

#[cfg(test)]
mod tests {
    use crate::{ConnectionId, Reply, Server, words};

    fn run(server: &mut Server, id: ConnectionId, now_ms: i64, line: &str) -> Reply {
        server.execute(id, now_ms, &words::split(line.as_bytes()).unwrap())
    }

    /// For how long a key of "hello" has not been used when a line runs ten seconds after it was set.
    fn idle_after(line: &str) -> Reply {
        let mut server = Server::new();
        let id = server.connect();
        run(&mut server, id, 1_000, "SET k hello");
        run(&mut server, id, 11_000, line);
        run(&mut server, id, 11_000, "OBJECT IDLETIME k")
    }

    #[test]
    fn a_look_from_outside_is_no_use() {
        for line in [
            "PING",
            "EXISTS k",
            "TYPE k",
            "TTL k",
            "PTTL k",
            "EXPIRETIME k",
            "PEXPIRETIME k",
            "OBJECT ENCODING k",
            "OBJECT REFCOUNT k",
            "KEYS *",
            "SCAN 0",
            "RANDOMKEY",
            "WATCH k",
            "SWAPDB 4 5",
        ] {
            assert_eq!(idle_after(line), Reply::Int(10), "{line}");
        }
    }

    #[test]
    fn a_read_or_a_try_to_write_is_a_use() {
        for line in [
            "GET k",
            "TOUCH k",
            "STRLEN k",
            "GETRANGE k 0 1",
            "MGET j k",
            "GETBIT k 1",
            "LCS k j",
            "COPY k j",
            "COPY k k DB 1",
            "SETNX k x",
            "MSETNX k x",
            "RENAME k k",
            "EXPIRE k 100",
            "PERSIST k",
            "INCR k",
            "SETRANGE k 0 H",
            "APPEND k x",
            "BITOP NOT j k",
            // These meet a value of another type.
            "LPUSH k x",
            "RPUSH k x",
            "LPUSHX k x",
            "LPOP k",
            "LTRIM k 0 1",
            "SREM k x",
            "HSET k a b",
            "HDEL k a",
            "ZADD k 1 a",
            "ZINCRBY k 1 a",
            "ZREM k a",
            "ZMPOP 1 k MIN",
            "GEOADD k 1 1 a",
            "XTRIM k MAXLEN 1",
        ] {
            assert_eq!(idle_after(line), Reply::Int(0), "{line}");
        }
    }

    #[test]
    fn a_key_that_moves_keeps_the_layout_and_a_copy_has_its_own_number() {
        let mut server = Server::new();
        let id = server.connect();
        let mut ask = |line: &str| run(&mut server, id, 0, line);
        ask("SET k 1");
        ask("APPEND k 2");
        ask("RENAME k j");
        assert_eq!(ask("OBJECT ENCODING j"), Reply::bulk("raw"));
        ask("SET n 12");
        ask("COPY n m");
        assert_eq!(ask("OBJECT REFCOUNT n"), Reply::Int(i64::from(i32::MAX)));
        assert_eq!(ask("OBJECT REFCOUNT m"), Reply::Int(1));
        assert_eq!(ask("OBJECT ENCODING m"), Reply::bulk("int"));
    }
}
