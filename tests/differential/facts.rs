//! The command table agrees with a real server and redis-cli about every command.

use crate::normalise::{Ids, Seen, are_equal};
use crate::redis::{Redis, words};
use setnx_playground::keyspace::{Command, Protocol, Server, command};

/// Categories of access control, and an invalid one.
const CATEGORIES: &str = "keyspace read write set sortedset list hash string bitmap hyperloglog geo stream pubsub admin \
                          fast slow blocking dangerous connection transaction scripting STRING nosuch";

/// Arguments of a command that is asked for its keys: too few, too many, numbers of keys, and options that determine
/// where the keys are, or the operation on them. Two spaces stand for an empty word between them.
const GETKEYS_ARGUMENTS: &[&str] = &[
    "",
    "a",
    "a b",
    "a b c",
    "a b c d",
    "a b c d e",
    "a b Get",
    "a b px get",
    "a get u8 0",
    "a get u8 0 get",
    "a overflow get get u8 0",
    "a overflow wrap get",
    "a get u8 0 set u8 0 1",
    "a get u8 set u8 0 1",
    "2 a b",
    "2 a b left count 3",
    "0 a",
    "0 2 a b left",
    "0 0 a left",
    "a 2 b c",
    "a 2 b c weights 1 2",
    "a 0",
    "a 3 b",
    "a -1 b",
    "a 02 b c",
    "a +2x b c",
    "a x b c",
    "a 4294967298 b c",
    "a 99999999999999999999 b c",
    "streams a",
    "streams a b",
    "count 1 streams a b 0 0",
    "count streams streams a 0",
    "group g c count 1 noack streams a b 0 0",
    "group streams streams streams a b",
    "streams a b c streams x",
    "streams a b c d streams x",
    "group streams x y streams a 0 streams z",
    "a by store store x get y store z",
    "a limit store 1 store x asc",
    "a store get y store z",
    "a store",
    "a store b",
    "a 1 2 3 m store b storedist c",
    "a 1 2 3 storedist b",
    "a b 3 m storedist c store d",
    "h 1 a 0 10",
    "h 1 a 0 10 copy",
    "h 1 a 0 10 keys b",
    "h 1  0 10 keys a b",
    "h 1  0 10 replace auth keys keys a",
    "h 1  0 10 auth2 keys keys keys a",
    "h 1  0 10 keys",
    "h 1 a 0 10 copy keys",
];

/// Every command and every subcommand.
fn table() -> impl Iterator<Item = &'static Command> {
    command::all().flat_map(|command| [command].into_iter().chain(command.subcommands()))
}

#[test]
fn command_tells_what_it_tells_at_a_real_server() {
    let redis = Redis::start();
    let mut connection = redis.connect();
    let mut server = Server::new();
    let id = server.connect();
    let named = table().flat_map(|command| {
        let name = command.full_name();
        ["INFO", "DOCS"].map(|what| format!("COMMAND {what} {name}"))
    });
    let listed = CATEGORIES
        .split_whitespace()
        .map(|category| format!("COMMAND LIST FILTERBY ACLCAT {category}"));
    let lines = [
        "COMMAND",
        "COMMAND COUNT",
        "COMMAND INFO",
        "COMMAND DOCS",
        "COMMAND LIST",
        "COMMAND HELP",
        "COMMAND INFO GeT nosuch config|nosuch get|x | get|",
        "COMMAND DOCS GeT nosuch get get|x",
        "COMMAND LIST FILTERBY PATTERN S[^A-D]*",
        "COMMAND LIST FILTERBY MODULE x",
    ];
    let asked = table().flat_map(|command| {
        let name = command.full_name().replace('|', " ");
        let with_keys = move |arguments: &str| {
            let asked = ["GETKEYS", "GETKEYSANDFLAGS"];
            asked.map(|what| format!("COMMAND {what} {name} {arguments}"))
        };
        GETKEYS_ARGUMENTS
            .iter()
            .flat_map(move |arguments| with_keys(arguments))
    });
    let lines = lines.iter().map(|line| line.to_string());
    // One at a time first, so that a difference is reported for one command.
    let lines: Vec<String> = named.chain(listed).chain(asked).chain(lines).collect();
    for (hello, protocol) in [("HELLO 2", Protocol::Resp2), ("HELLO 3", Protocol::Resp3)] {
        connection.ask(hello);
        for line in &lines {
            let argv = words(line);
            let theirs = connection.ask(line);
            let mut ours = Vec::new();
            server.execute(id, 0, &argv).encode(protocol, &mut ours);
            let seen = Seen {
                argv: &argv,
                queued: &[],
                reply: &theirs,
            };
            assert!(
                are_equal(&seen, &ours, &Ids::default(), &server),
                "{hello}, {line}\nredis-server  {}\nours          {}",
                theirs.escape_ascii(),
                ours.escape_ascii()
            );
        }
    }
}

#[test]
fn help_shows_the_arguments_that_redis_cli_shows() {
    let redis = Redis::start();
    for command in table() {
        let name = command.full_name().to_uppercase().replace('|', " ");
        let ours = format!("{name} {}", command.syntax());
        assert_eq!(ours.trim_end(), help(&redis, &name));
    }
}

/// The first line of redis-cli's own help: the name and its arguments.
fn help(redis: &Redis, name: &str) -> String {
    let output = std::process::Command::new("redis-cli")
        .arg("-s")
        .arg(redis.socket())
        .arg("help")
        .args(name.split(' '))
        .output()
        .expect("redis-cli runs");
    let text = String::from_utf8_lossy(&output.stdout).replace('\x1b', "");
    let plain = ["[0m", "[1m", "[90m", "[33m"]
        .iter()
        .fold(text, |text, colour| text.replace(colour, ""));
    let line = plain.lines().find(|line| !line.trim().is_empty());
    line.expect("a line of help").trim().to_owned()
}
