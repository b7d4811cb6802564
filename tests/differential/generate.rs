//! Commands to compare: mostly near what makes sense, often on its edge, sometimes far from it. A seed gives the same
//! commands again.

use crate::chance::Chance;
use crate::redis::words;
use crate::{forms, normalise, pool, scenes};
use setnx_playground::keyspace::{Command, KeyspaceMode};
use std::sync::LazyLock;

/// A command on one of two connections.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub connection: usize,
    /// The time that must pass on the server's clock before the command is sent.
    pub wait_ms: i64,
    pub argv: Vec<Vec<u8>>,
}

/// The state of a generated sequence.
pub struct Sequence<'a> {
    pub chance: &'a mut Chance,
    pub steps: Vec<Step>,
    /// The connection that mostly speaks.
    pub connection: usize,
    /// Whether each connection stands between MULTI and EXEC, judged by the sent commands.
    pub in_transaction: [bool; 2],
    /// Whether each connection may have no replies, for which a wait could not be told from its end.
    may_be_silent: [bool; 2],
    forms: Vec<(&'static str, &'static str)>,
}

/// This number of commands or a few more, in short runs on either connection; none of those that are `left_out`.
pub fn steps(chance: &mut Chance, count: usize, left_out: &[&str]) -> Vec<Step> {
    let known = |(name, _): &&(&str, &str)| {
        KeyspaceMode::default()
            .by_full_name(name.as_bytes())
            .is_some_and(Command::is_here)
    };
    let only = std::env::var("SETNX_DIFFERENTIAL_ONLY").unwrap_or_default();
    let mut sequence = Sequence {
        chance,
        steps: Vec::with_capacity(count),
        connection: 0,
        in_transaction: [false; 2],
        may_be_silent: [false; 2],
        forms: forms::FORMS
            .iter()
            .filter(known)
            .filter(|(name, _)| is_asked_for(name))
            .filter(|(name, _)| !left_out.contains(name))
            .filter(|(name, _)| {
                only.is_empty() || only.split(' ').any(|only| name.starts_with(only))
            })
            .copied()
            .collect(),
    };
    while sequence.steps.len() < count {
        if sequence.chance.once_in(20) {
            sequence.connection = 1 - sequence.connection;
        }
        if sequence.chance.once_in(40) {
            scenes::play(&mut sequence);
        } else {
            let wait_ms = match sequence.chance.once_in(80) {
                true => 1 + sequence.chance.below(4) as i64,
                false => 0,
            };
            let argv = sequence.argv();
            sequence.push(wait_ms, argv);
        }
    }
    sequence.steps
}

/// Whether a run is to have that command: one of those whose names begin as `SETNX_DIFFERENTIAL_NAMES` says, such as
/// `z,geo`, or any.
fn is_asked_for(name: &str) -> bool {
    static NAMES: LazyLock<Option<String>> =
        LazyLock::new(|| std::env::var("SETNX_DIFFERENTIAL_NAMES").ok());
    let Some(names) = &*NAMES else {
        return true;
    };
    let always = [
        "multi",
        "exec",
        "del",
        "object|encoding",
        "hello",
        "type",
        "copy",
        "rename",
    ];
    names.split(',').any(|start| name.starts_with(start)) || always.contains(&name)
}

impl Sequence<'_> {
    pub fn push(&mut self, wait_ms: i64, argv: Vec<Vec<u8>>) {
        if !is_here(&argv) {
            return;
        }
        let connection = self.connection;
        let first = argv[0].to_ascii_lowercase();
        // Which members a server has taken by chance only its reply tells.
        if first == b"spop" && self.may_be_silent[connection] {
            return;
        }
        match &*first {
            b"multi" => self.in_transaction[connection] = true,
            b"client" if normalise::asks_for_silence(&argv) => {
                let is_on = argv
                    .get(2)
                    .is_some_and(|mode| mode.eq_ignore_ascii_case(b"on"));
                self.may_be_silent[connection] = !is_on;
            }
            b"exec" | b"discard" | b"reset" | b"quit" => self.in_transaction[connection] = false,
            _ => {}
        }
        self.steps.push(Step {
            connection,
            wait_ms,
            argv,
        });
    }

    /// A line of plain words.
    pub fn push_line(&mut self, wait_ms: i64, line: &str) {
        self.push(wait_ms, words(line));
    }

    /// Any line.
    pub fn argv(&mut self) -> Vec<Vec<u8>> {
        let chance = &mut *self.chance;
        // A transaction is to end before everything is in it.
        if self.in_transaction[self.connection] && chance.once_in(4) {
            return words(["EXEC", "EXEC", "EXEC", "DISCARD"][chance.below(4)]);
        }
        if chance.once_in(60) {
            return unknown(chance);
        }
        loop {
            let (name, form) = self.forms[chance.below(self.forms.len())];
            if !chance.once_in(rarity(name)) {
                continue;
            }
            let mut argv = line(chance, name, form);
            if chance.once_in(25) && name != "config|set" {
                distort(chance, &mut argv);
            }
            let waits = self.may_be_silent[self.connection] && timeout(&argv).is_some();
            if !waits && is_allowed(&argv, self.in_transaction[self.connection]) {
                return argv;
            }
        }
    }
}

/// Once in how many times a command is taken that was chosen: what ends a keyspace, a connection or a transaction has to
/// come less often than what makes something of it, and what has few forms need not come often.
fn rarity(name: &str) -> usize {
    match name {
        "set" | "setrange" | "bitfield" | "getex" | "incrbyfloat" | "lcs" | "scan" => 1,
        "flushall" | "flushdb" | "swapdb" => 30,
        "quit" | "reset" | "client|reply" => 40,
        "command" | "command|docs" | "command|list" | "command|info" | "info" => 40,
        "pfselftest" => 1_000_000,
        "hset" | "zadd" | "geoadd" | "pfadd" | "zrange" | "geosearch" => 1,
        "multi" | "watch" | "hello" | "select" | "move" => 4,
        "exec" | "discard" | "unwatch" => 12,
        "wait" | "debug" | "auth" | "echo" | "ping" | "dbsize" | "randomkey" | "time" => 8,
        _ if name.contains('|') && !name.starts_with("object") => 10,
        _ => 2,
    }
}

/// The form that a line has, by name; `None` for a command that has none.
pub fn name(argv: &[Vec<u8>]) -> Option<String> {
    let word = |at: usize| {
        let word = argv
            .get(at)
            .map(|word| String::from_utf8_lossy(word).to_lowercase());
        word.unwrap_or_default()
    };
    let (one, both) = (word(0), format!("{}|{}", word(0), word(1)));
    let has_form = |name: &String| forms::FORMS.iter().any(|(form, _)| form == name);
    [both, one].into_iter().find(has_form)
}

/// Whether the engine has the command, or no server has it.
fn is_here(argv: &[Vec<u8>]) -> bool {
    let Some(name) = name(argv) else {
        return true;
    };
    KeyspaceMode::default()
        .by_full_name(name.as_bytes())
        .is_some_and(Command::is_here)
}

/// No run makes as many connections.
const CONNECTIONS_MAX: u64 = 10_000_000;

/// Commands that cannot be compared are not sent.
fn is_allowed(argv: &[Vec<u8>], in_transaction: bool) -> bool {
    let is = |at: usize, word: &str| {
        let word = word.as_bytes();
        argv.get(at)
            .is_some_and(|given: &Vec<u8>| given.eq_ignore_ascii_case(word))
    };
    // EXEC's own reply would break off in its midst, and no client could read on.
    let breaks_off = in_transaction && is(0, "client") && is(1, "reply");
    // A number of replicas to wait for is waited for.
    let waits = is(0, "wait") && argv.get(1).is_some_and(|number| !pool::is_no_wait(number));
    // The parts of EXEC's reply before HELLO are in the other protocol: here one reply is in one.
    let changes_protocol = in_transaction && is(0, "hello");
    // Each side counts its own connections: a number may be one's name on one side alone.
    let names_one =
        is(0, "client") && is(1, "list") && argv.iter().skip(3).any(|word| is_given_out(word));
    // So is a list.
    let waits = waits || timeout(argv).is_some_and(|timeout| pool::is_long_wait(timeout));
    // What it takes by chance is taken there as well, but not in the midst of a transaction.
    let pops_some = in_transaction && is(0, "spop") && !is(2, "10000");
    // Within a transaction the error that another command left in C's `errno` cannot be cleared, and SORT takes it for its
    // own.
    let is_alpha = argv.iter().any(|word| word.eq_ignore_ascii_case(b"alpha"));
    let sorts = in_transaction && (is(0, "sort") || is(0, "sort_ro")) && !is_alpha;
    // Outside of a transaction these wait.
    let may_wait = ["bzpopmin", "bzpopmax", "bzmpop"];
    let waits = waits || !in_transaction && may_wait.iter().any(|name| is(0, name));
    // So many elements with repetitions as no server can send.
    let chooses = ["hrandfield", "zrandmember", "srandmember"];
    let count = argv.get(2).map(|count| String::from_utf8_lossy(count));
    let count = count.and_then(|count| count.parse::<i64>().ok());
    let is_endless = chooses.iter().any(|name| is(0, name))
        && count.is_some_and(|count| (i64::MIN + 1..-10_000).contains(&count));
    !is_endless && !breaks_off && !waits && !pops_some && !sorts && !changes_protocol && !names_one
}

/// How long a command waits for a list.
fn timeout(argv: &[Vec<u8>]) -> Option<&Vec<u8>> {
    match &*argv.first()?.to_ascii_lowercase() {
        b"blpop" | b"brpop" => argv.last(),
        b"brpoplpush" => argv.get(3),
        b"blmove" => argv.get(5),
        b"blmpop" => argv.get(1),
        _ => None,
    }
}

/// Whether a word may be the number that a server gave one of its connections.
fn is_given_out(word: &[u8]) -> bool {
    let number = std::str::from_utf8(word).ok();
    let number = number.and_then(|word| word.parse::<u64>().ok());
    number.is_some_and(|number| (1..CONNECTIONS_MAX).contains(&number))
}

/// A command, or `container|subcommand`, with arguments after its form.
pub fn line(chance: &mut Chance, name: &str, form: &str) -> Vec<Vec<u8>> {
    let mut argv = Vec::new();
    argv.extend(name.split('|').map(|word| pool::in_some_case(chance, word)));
    forms::push(chance, form, &mut argv);
    argv
}

fn unknown(chance: &mut Chance) -> Vec<Vec<u8>> {
    let mut argv = vec![chance.pick(pool::UNKNOWN).to_vec()];
    for _ in 0..chance.below(8) {
        argv.push(if chance.once_in(6) {
            vec![b'x'; 100 + chance.below(60)]
        } else {
            pool::value(chance)
        });
    }
    argv
}

/// Takes an argument away, adds one, or puts an odd one in the place of another. The name stays.
fn distort(chance: &mut Chance, argv: &mut Vec<Vec<u8>>) {
    let at = 1 + chance.below(argv.len());
    match chance.below(3) {
        0 => argv.insert(at, pool::bytes(chance, 5)),
        1 if at < argv.len() => drop(argv.remove(at)),
        2 if at < argv.len() => argv[at] = pool::bytes(chance, 40),
        _ => argv.push(pool::value(chance)),
    }
}
