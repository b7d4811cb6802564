//! Invariants of every sequence of commands: no panic, exact accounting, errors that change nothing, clones that stay
//! apart, and equality that the hash agrees with.

use proptest::prelude::*;
use setnx_playground::cli;
use setnx_playground::keyspace::value::entry_bytes;
use setnx_playground::keyspace::{ConnectionId, Entry, Protocol, Reply, Server, command, words};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// So that a sequence meets the limit often.
const BYTES_MAX: usize = 1300;

/// A command and how many milliseconds pass before it.
type Step = (i64, Vec<Vec<u8>>);

fn argument() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "k",
        "j",
        "NX",
        "XX",
        "GET",
        "KEEPTTL",
        "EX",
        "PX",
        "EXAT",
        "PXAT",
        "GT",
        "LT",
        "*",
        "1",
        "2",
        "10",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
    ];
    prop_oneof![
        6 => prop::sample::select(words.map(|word| word.as_bytes().to_vec()).to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
        1 => (0usize..200).prop_map(|length| vec![b'x'; length]),
    ]
}

fn command_line() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let names: Vec<Vec<u8>> = command::here()
        .map(|command| command.name().as_bytes().to_vec())
        .collect();
    let name = prop_oneof![20 => prop::sample::select(names), 1 => argument()];
    (name, prop::collection::vec(argument(), 0..6)).prop_map(|(name, mut arguments)| {
        arguments.insert(0, name);
        arguments
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let wait_ms = prop_oneof![4 => Just(0i64), 1 => 0i64..20];
    prop::collection::vec((wait_ms, command_line()), 0..40)
}

/// Runs steps from a time; calls `after` with the server as it was before each, and as it is.
fn run(
    steps: &[Step],
    mut after: impl FnMut(&Server, &Server, &str),
) -> (Server, ConnectionId, i64) {
    let mut server = Server::with_memory_limit(BYTES_MAX);
    let id = server.connect();
    let mut now_ms = 1_000;
    for (wait_ms, argv) in steps {
        now_ms += wait_ms;
        server.expire(now_ms);
        let before = server.clone();
        let reply = server.execute(id, now_ms, argv);
        after(&before, &server, &cli::format(&reply, Protocol::Resp2));
    }
    (server, id, now_ms)
}

fn recount(server: &Server) -> usize {
    (0..16)
        .flat_map(|database| server.entries(database, i64::MIN))
        .map(|(key, entry)| entry_bytes(key.len(), entry.value.bytes()))
        .sum()
}

/// Every key with what it holds, database by database.
fn held(server: &Server) -> Vec<(usize, &[u8], &Entry)> {
    let all = (0..16).flat_map(|database| {
        let entries = server.entries(database, i64::MIN);
        entries.map(move |(key, entry)| (database, key, entry))
    });
    all.collect()
}

/// The keys that expire, by their deadlines and names.
fn deadlines(server: &Server) -> Vec<(i64, Vec<u8>)> {
    let held = held(server).into_iter();
    let mut all: Vec<_> = held
        .filter_map(|(_, key, entry)| Some((entry.expires_at_ms?, key.to_vec())))
        .collect();
    all.sort_unstable();
    all
}

fn hash(server: &Server) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(server)
}

/// Found by chance: the entry of ACL LOG passed the limit.
#[test]
fn a_log_keeps_what_there_is_room_for() {
    let mut server = Server::with_memory_limit(BYTES_MAX);
    let id = server.connect();
    let long = "x".repeat(161);
    for line in ["SADD k k j NX", &["WATCH ", &long].concat(), "AUTH NX k"] {
        server.execute(id, 0, &words::split(line.as_bytes()).unwrap());
        assert!(server.used_bytes() <= BYTES_MAX, "{line}");
    }
}

proptest! {
    #[test]
    fn any_bytes_at_any_time_get_a_reply(
        calls in prop::collection::vec((any::<i64>(), prop::collection::vec(any::<Vec<u8>>(), 0..5)), 0..20),
        line: Vec<u8>,
    ) {
        let mut server = Server::new();
        let id = server.connect();
        for (now_ms, argv) in calls {
            cli::format(&server.execute(id, now_ms, &argv), Protocol::Resp2);
        }
        let _ = words::split(&line);
    }

    #[test]
    fn commands_at_any_time_get_a_reply(calls in prop::collection::vec((any::<i64>(), command_line()), 0..40)) {
        let mut server = Server::new();
        let id = server.connect();
        for (now_ms, argv) in calls {
            cli::format(&server.execute(id, now_ms, &argv), Protocol::Resp2);
        }
    }

    #[test]
    fn what_is_counted_is_what_is_there_and_never_passes_the_limit(steps in steps()) {
        run(&steps, |_, server, _| {
            assert_eq!(server.key_bytes(), recount(server));
            assert!(server.key_bytes() <= server.used_bytes());
            assert!(server.used_bytes() <= BYTES_MAX);
        });
    }

    #[test]
    fn an_error_changes_no_key(steps in steps()) {
        run(&steps, |before, server, reply| {
            assert!(!reply.starts_with("(error)") || held(before) == held(server), "{reply}");
        });
    }

    /// Set, put off, brought forward and taken away in any order: the keys go when they are due, the earliest first.
    #[test]
    fn keys_go_at_their_deadlines_in_the_order_of_those(steps in prop::collection::vec((0..6u8, 0..8u8, 1..60i64), 0..60)) {
        let mut server = Server::new();
        let id = server.connect();
        let mut now_ms = 1_000;
        for (kind, key, ms) in steps {
            let line = match kind {
                0 => format!("SET {key} v PX {ms}"),
                1 | 2 => format!("PEXPIRE {key} {ms}"),
                3 => format!("PERSIST {key}"),
                4 => format!("DEL {key}"),
                _ => {
                    now_ms += ms / 2;
                    format!("RENAME {key} {}", ms % 8)
                }
            };
            let mut all = deadlines(&server);
            while !server.sweep(now_ms, 1) {
                let left = deadlines(&server);
                prop_assert!(left == all || left == all[1..], "{:?} of {:?}", left, all);
                all = left;
            }
            server.execute(id, now_ms, &words::split(line.as_bytes()).unwrap());
            let all = deadlines(&server);
            prop_assert!(all.first().is_none_or(|(at_ms, _)| *at_ms >= now_ms), "{:?} at {}", all, now_ms);
            prop_assert_eq!(server.next_deadline_ms(), all.first().map(|(at_ms, _)| *at_ms));
        }
    }

    #[test]
    fn a_clone_does_the_same_and_leaves_the_original_alone(first in steps(), second in steps()) {
        let (server, id, now_ms) = run(&first, |_, _, _| {});
        let (mut one, mut other) = (server.clone(), server.clone());
        prop_assert!(one == server && hash(&one) == hash(&server));
        let before = format!("{:?}", server.entries(0, 0).collect::<Vec<_>>());
        for (wait_ms, argv) in &second {
            let replies = [&mut one, &mut other].map(|copy| copy.execute(id, now_ms + wait_ms, argv));
            prop_assert_eq!(&replies[0], &replies[1]);
            prop_assert!(one == other && hash(&one) == hash(&other));
        }
        prop_assert_eq!(before, format!("{:?}", server.entries(0, 0).collect::<Vec<_>>()));
    }

    #[test]
    fn what_holds_the_same_is_equal_and_hashes_alike_however_it_came_about(mut steps in steps()) {
        // These advance the deterministic generator, or set parameters, which SET cannot.
        let beyond = [&b"randomkey"[..], b"srandmember", b"spop", b"hrandfield", b"zrandmember", b"lolwut", b"pfselftest", b"config", b"client"];
        let is_beyond = |word: &Vec<u8>| beyond.iter().any(|other| word.eq_ignore_ascii_case(other));
        steps.retain(|(_, argv)| !argv.iter().any(is_beyond));
        let (mut server, id, now_ms) = run(&steps, |before, server, _| {
            assert!(before != server || hash(before) == hash(server));
        });
        server.expire(now_ms);
        // SET does not restore the state of a connection, such as an open transaction.
        server.disconnect(id);
        let asking = server.connect();
        keep_strings(&mut server, asking, now_ms);
        let rebuilt = rebuild(&server, now_ms);
        // The history of a value is part of it only where OBJECT shows it.
        let is_told_alike = layouts(&rebuilt) == layouts(&server);
        prop_assert_eq!(is_told_alike, rebuilt == server);
        prop_assert!(!is_told_alike || hash(&rebuilt) == hash(&server));
    }
}

/// Deletes what SET cannot make.
fn keep_strings(server: &mut Server, id: ConnectionId, now_ms: i64) {
    for database in 0..16 {
        let others: Vec<Vec<u8>> = server
            .entries(database, now_ms)
            .filter(|(_, entry)| entry.value.string().is_err())
            .map(|(key, _)| key.to_vec())
            .collect();
        server.execute(
            id,
            now_ms,
            &[b"SELECT".to_vec(), database.to_string().into()],
        );
        for key in others {
            server.execute(id, now_ms, &[b"DEL".to_vec(), key]);
        }
    }
    server.execute(id, now_ms, &[b"SELECT".to_vec(), b"0".to_vec()]);
}

/// The facts of OBJECT about every key.
fn layouts(server: &Server) -> Vec<(usize, Vec<u8>, [Reply; 2])> {
    let mut asked = server.clone();
    let id = asked.connect();
    let mut told = Vec::new();
    for database in 0..16 {
        asked.execute(id, 0, &[b"SELECT".to_vec(), database.to_string().into()]);
        for (key, _) in server.entries(database, 0) {
            let replies = ["ENCODING", "REFCOUNT"]
                .map(|what| asked.execute(id, 0, &[b"OBJECT".to_vec(), what.into(), key.to_vec()]));
            told.push((database, key.to_vec(), replies));
        }
    }
    told.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    told
}

/// A server that was given, by SET alone, what another holds.
fn rebuild(server: &Server, now_ms: i64) -> Server {
    let mut rebuilt = Server::with_memory_limit(server.bytes_max());
    let new_id = rebuilt.connect();
    let select = |rebuilt: &mut Server, database: usize| {
        let argv = [b"SELECT".to_vec(), database.to_string().into()];
        rebuilt.execute(new_id, now_ms, &argv);
    };
    for database in 0..16 {
        select(&mut rebuilt, database);
        for (key, entry) in server.entries(database, now_ms) {
            let mut argv = vec![
                b"SET".to_vec(),
                key.to_vec(),
                entry.value.string().unwrap().to_vec(),
            ];
            if let Some(deadline_ms) = entry.expires_at_ms {
                argv.extend([b"PXAT".to_vec(), deadline_ms.to_string().into()]);
            }
            rebuilt.execute(new_id, now_ms, &argv);
        }
    }
    select(&mut rebuilt, 0);
    rebuilt
}
