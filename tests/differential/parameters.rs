//! CONFIG answers about every parameter as a real server does, but for what this one cannot change.

use crate::frame::Frame;
use crate::redis::{Redis, words};
use setnx_playground::keyspace::{ConnectionId, Protocol, Server};

/// Facts of the machine or of how the server was started.
const OF_THE_MACHINE: &[&str] = &[
    "bind",
    "dir",
    "logfile",
    "pidfile",
    "port",
    "save",
    "unixsocket",
    "maxclients",
    "appendonly",
];

/// Values that some kind of parameter takes and others refuse.
const VALUES: &[&str] = &[
    "yes",
    "NO",
    "0",
    "1",
    "-1",
    "7",
    "007",
    "512",
    "5000000000",
    "9223372036854775807",
    "99999999999999999999",
    "1kb",
    "2MB",
    "1gb",
    "50%",
    "101%",
    "-5%",
    "x",
    "KEA",
    "everysec",
    "NOEVICTION",
    "allkeys-lru",
];

#[test]
fn each_parameter_is_read_and_set_by_its_own_rules() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut server = Server::new();
    let id = server.connect();
    let names = Frame::of(&theirs.ask("CONFIG GET *")).expect("a list");
    let names: Vec<String> = names
        .items()
        .iter()
        .step_by(2)
        .map(|name| String::from_utf8(name.text().to_vec()).expect("a plain name"))
        .collect();
    assert!(names.len() > 180, "{} parameters", names.len());
    let (mut compared, mut differ) = (0, Vec::new());
    for name in &names {
        let get = format!("CONFIG GET {name}");
        if OF_THE_MACHINE.contains(&name.as_str()) {
            assert!(ask(&mut server, id, &get).starts_with(b"*2"), "{name}");
            continue;
        }
        let default = theirs.ask(&get);
        for value in VALUES {
            let set = format!("CONFIG SET {name} {value}");
            let ours = ask(&mut server, id, &set);
            if is_own(&ours) {
                continue;
            }
            compared += 1;
            for (line, ours, theirs) in [
                (&set, ours, theirs.ask(&set)),
                (&get, ask(&mut server, id, &get), theirs.ask(&get)),
            ] {
                if ours != theirs {
                    let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
                    differ.push(format!("{line}: {} / {}", shown(&theirs), shown(&ours)));
                }
            }
        }
        let frame = Frame::of(&default).expect("a pair");
        let value = String::from_utf8_lossy(frame.items()[1].text()).into_owned();
        if value.is_empty() || value.contains(' ') {
            continue;
        }
        let set = format!("CONFIG SET {name} {value}");
        for line in [&set, &get] {
            let (ours, theirs) = (ask(&mut server, id, line), theirs.ask(line));
            if ours != theirs && !is_own(&ours) {
                let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
                differ.push(format!("{line}: {} / {}", shown(&theirs), shown(&ours)));
            }
        }
    }
    assert!(differ.is_empty(), "\n{}", differ.join("\n"));
    assert!(compared > 3000, "{compared} values were compared");
}

#[test]
fn both_names_of_a_parameter_are_set_side_by_side_and_one_name_only_once() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut server = Server::new();
    let id = server.connect();
    // A name at a time: several are told in the order of a table, which each server makes by a seed of its own.
    for line in [
        "CONFIG SET hash-max-listpack-entries 5 hash-max-ziplist-entries 6",
        "CONFIG GET hash-max-listpack-entries",
        "CONFIG GET hash-max-ziplist-entries",
        "CONFIG SET HASH-max-ziplist-entries 7 hash-max-listpack-entries 8",
        "CONFIG GET hash-max-listpack-entries",
        "CONFIG GET hash-max-ziplist-entries",
        "CONFIG SET list-max-ziplist-size 3 list-max-listpack-size 4",
        "CONFIG GET list-max-listpack-size",
        "CONFIG GET list-max-ziplist-size",
        "CONFIG SET slave-read-only no replica-read-only yes",
        "CONFIG GET replica-read-only",
        "CONFIG GET slave-read-only",
        "CONFIG SET busy-reply-threshold 7000 lua-time-limit 6000",
        "CONFIG SET lua-time-limit 5000 busy-reply-threshold x",
        "CONFIG GET busy-reply-threshold",
        "CONFIG GET lua-time-limit",
        "CONFIG SET hash-max-listpack-entries 5 hash-max-listpack-entries 6",
        "CONFIG SET hash-max-listpack-entries 5 HASH-max-listpack-entries 6",
        "CONFIG SET hash-max-ziplist-entries 5 hash-max-listpack-entries 6 Hash-Max-Ziplist-Entries 7",
        "CONFIG SET hash-max-ziplist-entries x hash-max-ziplist-entries 7 nosuch 1",
        "CONFIG GET hash-max-listpack-entries",
        "CONFIG GET hash-max-ziplist-entries",
    ] {
        let (ours, theirs) = (ask(&mut server, id, line), theirs.ask(line));
        assert_eq!(
            ours.escape_ascii().to_string(),
            theirs.escape_ascii().to_string(),
            "{line}"
        );
    }
}

fn ask(server: &mut Server, id: ConnectionId, line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    server
        .execute(id, 0, &words(line))
        .encode(Protocol::Resp2, &mut bytes);
    bytes
}

/// Whether the reply is a refusal of this server's own.
fn is_own(reply: &[u8]) -> bool {
    let text = String::from_utf8_lossy(reply);
    text.contains("this playground")
}
