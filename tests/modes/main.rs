//! The modes of a keyspace. Valkey 9 is judged by the replies that a real server has given, which `valkey-9.txt` keeps.
//! `SETNX_VALKEY` names a `valkey-server`: then the file is compared with it, or written anew with `SETNX_BLESS=1`, and
//! `SETNX_MODES` says how many generated commands both run. For Redis 8.4 no server was found; `redis-8.4.txt` says where
//! its replies come from.

#[path = "../chance/mod.rs"]
mod chance;
#[expect(dead_code, reason = "the comparison of commands needs more of it")]
#[path = "../redis/mod.rs"]
mod redis;

use chance::Chance;
use redis::{Connection, Redis};
use setnx_playground::cli;
use setnx_playground::keyspace::{ConnectionId, KeyspaceMode, Reply, Server, words};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{ClientId, Move, Run, Setup};
use setnx_playground::text::Lang;
use std::sync::Arc;

const REDIS_8_4: &str = include_str!("redis-8.4.txt");
const VALKEY_9: &str = include_str!("valkey-9.txt");
/// How many generated commands are compared, where a real server is there.
const GENERATED: u64 = 20_000;
const NOW_MS: i64 = 1_700_000_000_000;

/// Our server with a connection.
struct Ours {
    server: Server,
    id: ConnectionId,
}

impl Ours {
    fn start(mode: KeyspaceMode) -> Ours {
        let server = Server::new().in_mode(mode);
        let mut server = server.with_script_engine(setnx_playground::lua::engine());
        let id = server.connect();
        Ours { server, id }
    }

    fn reply(&mut self, line: &str) -> Reply {
        self.server.execute(self.id, NOW_MS, &words(line))
    }

    fn ask(&mut self, line: &str) -> String {
        let reply = self.reply(line);
        let mut bytes = Vec::new();
        reply.encode(self.server.protocol(self.id), &mut bytes);
        written(&bytes)
    }
}

fn ask(theirs: &mut Connection, line: &str) -> String {
    written(&theirs.run(&[&words(line)]).remove(0))
}

fn words(line: &str) -> Vec<Vec<u8>> {
    words::split(line.as_bytes()).expect("quotes that match")
}

/// A reply as a line of a file.
fn written(reply: &[u8]) -> String {
    let text = reply.escape_ascii().to_string();
    text.replace("\\'", "'").replace("\\\"", "\"")
}

/// The commands of a file and their replies.
fn recorded(text: &str) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("> ").expect("a command");
        all.push((command, lines.next().expect("its reply")));
    }
    all
}

fn replays(mode: KeyspaceMode, text: &str) {
    let mut ours = Ours::start(mode);
    let all = recorded(text);
    assert!(all.len() > 30);
    for (line, reply) in all {
        assert_eq!(ours.ask(line), reply, "{line}");
    }
}

#[test]
fn a_keyspace_in_the_mode_of_valkey_answers_as_the_real_server_did() {
    replays(KeyspaceMode::Valkey9, VALKEY_9);
}

#[test]
fn a_keyspace_in_the_mode_of_redis_8_4_answers_as_its_documentation_says() {
    replays(KeyspaceMode::Redis84, REDIS_8_4);
}

#[test]
fn a_keyspace_in_no_mode_knows_none_of_the_commands() {
    let mut ours = Ours::start(KeyspaceMode::default());
    for line in ["SET k a IFEQ b", "SET k a IFNE b"] {
        assert_eq!(ours.ask(line), "-ERR syntax error\\r\\n", "{line}");
    }
    for line in ["DELEX k", "DELIFEQ k a", "DIGEST k"] {
        assert!(ours.ask(line).starts_with("-ERR unknown command"), "{line}");
    }
    assert_eq!(
        ours.ask("COMMAND INFO delex delifeq"),
        "*2\\r\\n$-1\\r\\n$-1\\r\\n"
    );
    assert_eq!(ours.ask("COMMAND COUNT"), ":240\\r\\n");
    assert!(!ours.ask("ACL CAT string").contains("delex"));
}

#[test]
fn rules_of_access_know_the_commands_of_the_mode() {
    let mut ours = Ours::start(KeyspaceMode::Redis84);
    assert!(ours.ask("ACL CAT string").contains("delex"));
    assert_eq!(
        ours.ask("ACL SETUSER u on nopass ~* +set -delex"),
        "+OK\\r\\n"
    );
    assert_eq!(ours.ask("ACL DRYRUN u SET k a IFEQ b"), "+OK\\r\\n");
    assert!(ours.ask("ACL DRYRUN u DELEX k").contains("no permissions"));
    assert!(ours.ask("ACL SETUSER u +delifeq").starts_with("-ERR"));
}

#[test]
fn every_example_gives_the_reply_that_it_shows() {
    for mode in KeyspaceMode::ALL {
        for command in mode.own() {
            let mut ours = Ours::start(mode);
            for example in command.examples {
                let reply = ours.reply(example.line);
                let printed = cli::format(&reply, ours.server.protocol(ours.id));
                assert_eq!(printed, example.reply, "{}", example.line);
            }
            assert_eq!(command.examples.is_empty(), !command.is_here());
        }
    }
}

#[test]
fn hints_and_suggestions_know_the_mode() {
    let hint = |mode, line| cli::hint(mode, line).unwrap_or_default();
    assert!(hint(KeyspaceMode::Redis84, "SET k v ").contains("IFNE ifne-value"));
    assert!(hint(KeyspaceMode::Valkey9, "SET k v ").contains("IFEQ comparison-value"));
    assert!(!hint(KeyspaceMode::Redis7, "SET k v ").contains("IFEQ"));
    assert_eq!(hint(KeyspaceMode::Valkey9, "DELIFEQ k"), " value");
    let note = |mode, line| {
        let mut server = Server::new().in_mode(mode);
        let mut session = cli::Session::new(&mut server);
        session.submit(&mut server, NOW_MS, line);
        let entry = session.log().entries().next_back().cloned();
        let entry = entry.expect("the line is in the log");
        let note = entry.note.as_ref().map(|note| note.get(Lang::En));
        (entry.output.clone(), note.unwrap_or_default())
    };
    let (output, said) = note(KeyspaceMode::Redis7, "DELEX k");
    assert!(
        output.starts_with("(error) ERR unknown command"),
        "{output}"
    );
    assert!(said.contains("redis-8.4"), "{said}");
    assert_eq!(note(KeyspaceMode::Redis84, "DELEX k").1, "");
    assert!(
        note(KeyspaceMode::Redis84, "help delex")
            .0
            .contains("since: 8.4.0")
    );
    assert!(note(KeyspaceMode::Redis84, "DELEXX k").1.contains("DELEX"));
}

#[test]
fn a_program_decides_the_mode_of_its_run() {
    let program = |release: &str| {
        let text = [
            "acquire:\n  SETNX lock.foo <token>\n  enter until sent + lease\nwork:\nrelease:\n  ",
            release,
        ];
        Program::parse(&text.concat())
    };
    for (release, mode) in [
        ("DEL lock.foo", KeyspaceMode::Redis7),
        ("SET lock.foo <token> XX", KeyspaceMode::Redis7),
        ("DELEX lock.foo", KeyspaceMode::Redis84),
        ("SET lock.foo <token> IFEQ <token>", KeyspaceMode::Redis84),
        ("SET lock.foo <token> ifne <token>", KeyspaceMode::Redis84),
        ("DELIFEQ lock.foo <token>", KeyspaceMode::Valkey9),
        (
            "SET lock.foo <token> IFEQ <token>\n  DELIFEQ lock.foo <token>",
            KeyspaceMode::Valkey9,
        ),
    ] {
        let parsed = program(release);
        let found = parsed.unwrap_or_else(|error| panic!("{}", error.get(Lang::En)));
        assert_eq!(found.mode(), mode, "{release}");
    }
    assert!(program("DELIFEQ lock.foo <token>\n  SET lock.foo 1 IFNE 2").is_err());
    let own = program("DELIFEQ lock.foo <token>").expect("it parses");
    let mut setup = Setup::new(Algorithm::Own, 1);
    setup.own = Some(Arc::new(own));
    let mut run = Run::new(setup.world());
    let step = Move::Step(ClientId(1));
    while run.push(step.clone()).is_ok() && run.len() < 9 {}
    let replies = run.outcomes().filter_map(|outcome| outcome.reply.clone());
    assert_eq!(replies.last(), Some(Reply::Int(1)));
}

/// What the commands of a generated sequence are made of.
const KEYS: [&str; 3] = ["k", "j", "l"];
const VALUES: [&str; 6] = ["a", "b", "12", "\"\"", "IFEQ", "\"\\x00\\xff\""];
const OPTIONS: [&str; 12] = [
    "IFEQ",
    "ifeq",
    "NX",
    "XX",
    "GET",
    "get",
    "EX 100",
    "PX 100000",
    "KEEPTTL",
    "EX 0",
    "IFNE",
    "EX",
];

fn generated(chance: &mut Chance, is_queued: &mut bool) -> String {
    let (key, value) = (chance.pick(&KEYS), chance.pick(&VALUES));
    let other = chance.pick(&VALUES);
    match chance.below(20) {
        0 => format!("GET {key}"),
        1 => format!("TTL {key}"),
        2 => format!("DEL {key}"),
        3 => format!("RPUSH {key} {value}"),
        4 => format!("INCR {key}"),
        5 => format!("EXPIRE {key} 100"),
        6 => format!(
            "EVAL \"return redis.pcall('SET', KEYS[1], ARGV[1], 'IFEQ', ARGV[2], 'GET')\" 1 {key} {value} {other}"
        ),
        7 => format!("EVAL \"return redis.pcall('DELIFEQ', KEYS[1], ARGV[1])\" 1 {key} {value}"),
        8 => {
            let choices = match *is_queued {
                true => ["EXEC", "DISCARD", "EXEC"],
                false => ["MULTI", "WATCH k", "UNWATCH"],
            };
            let line = chance.pick(&choices);
            *is_queued = line == "MULTI";
            line.to_owned()
        }
        9..=12 => format!("DELIFEQ {key} {value}"),
        _ => {
            let mut line = format!("SET {key} {value}");
            for _ in 0..chance.below(4) {
                let option = chance.pick(&OPTIONS);
                line.extend([" ", option]);
                if option.eq_ignore_ascii_case("IFEQ") && !chance.once_in(9) {
                    line.extend([" ", chance.pick(&VALUES)]);
                }
            }
            line
        }
    }
}

#[test]
fn a_real_valkey_answers_alike_where_one_is_there() {
    let Ok(program) = std::env::var("SETNX_VALKEY") else {
        return;
    };
    let valkey = Redis::start_program(&program, &[]);
    let mut theirs = valkey.connect();
    let mut text: String = VALKEY_9
        .lines()
        .take_while(|line| line.starts_with('#'))
        .flat_map(|line| [line, "\n"])
        .collect();
    for (line, _) in recorded(VALKEY_9) {
        text.extend(["> ", line, "\n", &ask(&mut theirs, line), "\n"]);
    }
    if std::env::var_os("SETNX_BLESS").is_some() {
        std::fs::write("tests/modes/valkey-9.txt", &text).expect("the file can be written");
    } else {
        assert_eq!(text, VALKEY_9);
    }
    theirs.ask("FLUSHALL");
    let count = std::env::var("SETNX_MODES").map(|count| count.replace('_', ""));
    let count = count.map_or(GENERATED, |count| count.parse().expect("a number"));
    let mut chance = Chance(chance::seed("SETNX_MODES_SEED"));
    let (mut ours, mut is_queued) = (Ours::start(KeyspaceMode::Valkey9), false);
    for _ in 0..count {
        let line = generated(&mut chance, &mut is_queued);
        let (expected, got) = (ask(&mut theirs, &line), ours.ask(&line));
        assert_eq!(got, expected, "{line}");
    }
    println!("{count} commands compared");
}
