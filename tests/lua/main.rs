//! A real redis-server 7.0.15 is the judge of scripts: expressions and scripts that were written by hand, and generated
//! ones. `SETNX_SCRIPTS` says how many to generate, `SETNX_SCRIPTS_SEED` which.

#[path = "../chance/mod.rs"]
mod chance;
mod far;
mod generate;
#[expect(dead_code, reason = "the comparison of commands needs more of it")]
#[path = "../redis/mod.rs"]
mod redis;

use chance::Chance;
use redis::{Connection, Redis};
use setnx_playground::keyspace::{ConnectionId, Server};

const SHOW: &str = include_str!("show.lua");
const EXPRESSIONS: &str = include_str!("expressions.txt");
const SCRIPTS: &str = include_str!("scripts.txt");
/// How many scripts an ordinary run generates.
const GENERATED: u64 = 5_000;
/// The server's time, at which ours stands.
const NOW_MS: i64 = 1_700_000_000_000;
/// Ends of a script by our own limits.
const ENDED: [&[u8]; 2] = [
    b"-ERR not enough memory",
    b"-ERR Script ended by the playground",
];
/// Shows the settings of `cjson`, which stay from one script to the next.
const SETTINGS: &str = "local convert, ratio, safe = cjson.encode_sparse_array() \
    return {tostring(convert), ratio, safe, cjson.encode_max_depth(), cjson.decode_max_depth(), \
    cjson.encode_number_precision(), tostring(cjson.encode_keep_buffer()), \
    tostring(cjson.encode_invalid_numbers()), tostring(cjson.decode_invalid_numbers())}";
/// Scripts between which both servers forget what they have compiled.
const BATCH: u64 = 500;

/// Our server with a connection.
struct Ours {
    server: Server,
    id: ConnectionId,
}

impl Ours {
    fn start() -> Ours {
        let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
        let id = server.connect();
        Ours { server, id }
    }

    fn run(&mut self, argv: &[Vec<u8>]) -> Vec<u8> {
        let reply = self.server.execute(self.id, NOW_MS, argv);
        let mut bytes = Vec::new();
        reply.encode(self.server.protocol(self.id), &mut bytes);
        bytes
    }
}

/// EVAL of a script without keys.
fn eval(script: &str) -> Vec<Vec<u8>> {
    [b"EVAL", script.as_bytes(), b"0"]
        .map(<[u8]>::to_vec)
        .into()
}

/// A script that shows the values of an expression.
fn showing(expression: &str) -> String {
    format!("{SHOW}return all({expression})")
}

/// A reply without the addresses of objects, which no two servers share.
fn without_addresses(reply: &[u8]) -> String {
    let text = reply.escape_ascii().to_string().replace(": 0X", ": 0x");
    let mut parts = text.split(": 0x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(": 0x");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    // `reverse` turns an address around.
    while let Some((before, behind)) = out.split_once("x0 :") {
        let before = before.trim_end_matches(|c: char| c.is_ascii_hexdigit());
        out = format!("{before}x0  {behind}");
    }
    match text.contains(": 0x") || text.contains("x0 :") {
        // The length of a string depends on the address.
        true => out
            .trim_start_matches(|c: char| c == '$' || c.is_ascii_digit())
            .to_owned(),
        false => out,
    }
}

/// What differs, said.
fn difference(theirs: &mut Connection, ours: &mut Ours, argv: &[Vec<u8>]) -> Option<String> {
    let expected = theirs.run(&[argv]).remove(0);
    let got = ours.run(argv);
    told(argv, &expected, &got)
}

fn told(argv: &[Vec<u8>], expected: &[u8], got: &[u8]) -> Option<String> {
    let (expected, got) = (without_addresses(expected), without_addresses(got));
    let script = String::from_utf8_lossy(&argv[1]);
    let script = script.strip_prefix(SHOW).unwrap_or(&script);
    (expected != got).then(|| format!("{script}\nredis-server  {expected}\nours          {got}\n"))
}

fn fail_if_any(differences: Vec<String>, all: usize) {
    println!("{all} compared, {} differ", differences.len());
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn expressions_have_the_values_that_a_real_server_gives_them() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut ours = Ours::start();
    let lines = EXPRESSIONS.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let differences = lines.iter().filter_map(|line| {
        let argv = eval(&showing(line));
        difference(&mut theirs, &mut ours, &argv)
    });
    fail_if_any(differences.collect(), lines.len());
}

#[test]
fn positions_and_sizes_beyond_32_bits_have_the_answers_of_a_real_server() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut ours = Ours::start();
    let mut differences = far::differences(|argv| theirs.run(&[argv]).remove(0));
    differences.extend(far::differences(|argv| ours.run(argv)));
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn scripts_answer_as_on_a_real_server() {
    let redis = Redis::start();
    let mut theirs = redis.connect();
    let mut ours = Ours::start();
    let (_, scripts) = SCRIPTS.split_once("\n> ").expect("a first script");
    let scripts: Vec<&str> = scripts.split("\n> ").collect();
    let differences = scripts.iter().filter_map(|script| {
        let (given, script) = script
            .split_once('\n')
            .expect("a script below its arguments");
        let mut argv: Vec<Vec<u8>> = vec![b"EVAL".to_vec(), script.into()];
        argv.extend(given.split(' ').map(Vec::from));
        difference(&mut theirs, &mut ours, &argv)
    });
    fail_if_any(differences.collect(), scripts.len());
}

#[test]
fn generated_scripts_answer_as_on_a_real_server() {
    let count = std::env::var("SETNX_SCRIPTS").ok();
    let count = count.map_or(GENERATED, |count| {
        count.replace('_', "").parse().expect("a number")
    });
    let mut chance = Chance(chance::seed("SETNX_SCRIPTS_SEED"));
    let (mut redis, mut crashed) = (Redis::start(), 0);
    let mut theirs = redis.connect();
    let mut ours = Ours::start();
    let mut differences = Vec::new();
    let (mut compared, mut failed, mut refused) = (0, 0, 0);
    let mut is_fresh = false;
    while compared < count {
        if compared % BATCH == 0 || !is_fresh {
            // Compiled scripts stay in the real server.
            let hello = chance.pick(&["HELLO 2", "HELLO 3"]);
            for line in ["SCRIPT FLUSH", "FLUSHALL", hello] {
                theirs.ask(line);
                ours.run(&redis::words(line));
            }
            is_fresh = true;
        }
        compared += 1;
        let argv = generate::call_of_script(&mut chance, SHOW);
        let got = ours.run(&argv);
        if ENDED.iter().any(|end| got.starts_with(end)) {
            // The real server would go on, often for ever.
            refused += 1;
            is_fresh = false;
            continue;
        }
        theirs.send(&argv);
        match theirs.receive() {
            Some(expected) => {
                failed += u64::from(expected.starts_with(b"-"));
                differences.extend(told(&argv, &expected, &got));
                if let Some(settings) = difference(&mut theirs, &mut ours, &eval(SETTINGS)) {
                    let script = String::from_utf8_lossy(&argv[1]);
                    differences.push(format!("{script}\nhas left {settings}"));
                    is_fresh = false;
                }
            }
            // Of an error that is a table without `err`, a real server reads the text at the null pointer.
            None => {
                crashed += 1;
                redis = Redis::start();
                theirs = redis.connect();
                ours = Ours::start();
            }
        }
        assert!(differences.len() < 30, "\n{}", differences.join("\n"));
    }
    println!(
        "{failed} of them are errors, {crashed} ended the real server, {refused} met our limits"
    );
    fail_if_any(differences, compared as usize);
}
