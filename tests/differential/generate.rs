//! Commands to compare: mostly near what makes sense, often on its edge, sometimes far from it. A seed gives the same
//! commands again.

use crate::pool::*;
use setnx_playground::keyspace::command::{self, Group};

/// A command on one of two connections.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub connection: usize,
    /// How far the server's clock has to go on before the command is sent.
    pub wait_ms: i64,
    pub argv: Vec<Vec<u8>>,
}

/// A source of chance that a seed repeats (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick(&mut self, list: &[&[u8]]) -> Vec<u8> {
        list[self.below(list.len())].to_vec()
    }

    fn bytes(&mut self, length_max: usize) -> Vec<u8> {
        (0..self.below(length_max + 1))
            .map(|_| self.next() as u8)
            .collect()
    }
}

/// So many commands or a few more, in short runs on either connection.
pub fn steps(chance: &mut Chance, count: usize) -> Vec<Step> {
    // TIME on the same connection would be queued.
    let names: Vec<&str> = command::all()
        .filter(|command| command.group != Group::Transactions)
        .map(|command| command.name)
        .collect();
    let mut steps = Vec::with_capacity(count);
    let mut connection = 0;
    while steps.len() < count {
        if chance.once_in(20) {
            connection = 1 - connection;
        }
        let mut push = |wait_ms, argv| {
            steps.push(Step {
                connection,
                wait_ms,
                argv,
            });
        };
        match chance.below(200) {
            0 => names_and_patterns(chance, &mut push),
            1..4 => around_a_deadline(chance, &mut push),
            4..6 => one_deadline_after_another(chance, &mut push),
            6..9 => push(1 + chance.below(4) as i64, argv(chance, &names)),
            _ => push(0, argv(chance, &names)),
        }
    }
    steps
}

/// Keys with odd names, and patterns that may match them.
fn names_and_patterns(chance: &mut Chance, push: &mut impl FnMut(i64, Vec<Vec<u8>>)) {
    for _ in 0..6 {
        let name = (0..chance.below(4))
            .map(|_| PATTERN_BYTES[chance.below(PATTERN_BYTES.len())])
            .collect();
        push(0, vec![b"SET".to_vec(), name, b"1".to_vec()]);
    }
    for _ in 0..6 {
        push(0, vec![b"KEYS".to_vec(), pattern(chance)]);
    }
}

/// A key that expires in a few milliseconds, and looks at it just before, at and after its end.
fn around_a_deadline(chance: &mut Chance, push: &mut impl FnMut(i64, Vec<Vec<u8>>)) {
    let lease_ms = 1 + chance.below(3);
    push(0, words(&format!("SET k 1 PX {lease_ms}")));
    let mut wait_ms = lease_ms as i64 - 1 + chance.below(2) as i64;
    for _ in 0..3 {
        let looks: &[&[u8]] = &[
            b"GET k",
            b"PTTL k",
            b"SETNX k 2",
            b"DBSIZE",
            b"KEYS k",
            b"INCR k",
            b"EXISTS k",
            b"TTL k",
            b"SET k 3 XX KEEPTTL",
            b"PERSIST k",
            b"APPEND k 4",
            b"GETSET k 5",
        ];
        let look = chance.pick(looks);
        push(wait_ms, words(&String::from_utf8_lossy(&look)));
        wait_ms = 1;
    }
}

/// Deadlines that are later, earlier or the same, on conditions.
fn one_deadline_after_another(chance: &mut Chance, push: &mut impl FnMut(i64, Vec<Vec<u8>>)) {
    push(0, words("SET k 1"));
    for _ in 0..4 {
        let mut argv = words("PEXPIREAT k");
        argv.push(chance.pick(&FAR_TIMES_MS));
        argv.push(chance.pick(&[b"NX", b"XX", b"GT", b"LT"]));
        push(0, argv);
    }
    push(0, words("TTL k"));
}

fn words(line: &str) -> Vec<Vec<u8>> {
    line.split(' ').map(|word| word.into()).collect()
}

fn argv(chance: &mut Chance, names: &[&str]) -> Vec<Vec<u8>> {
    if chance.once_in(40) {
        return unknown(chance);
    }
    let name = names[chance.below(names.len())];
    // SET has the most options, and what empties the keyspace has to come less often than what fills it.
    let is_flush = name.starts_with("flush");
    let name = match is_flush && !chance.once_in(8) || chance.once_in(8) {
        true => "set",
        false => name,
    };
    let mut argv = vec![in_some_case(chance, name)];
    push_arguments(chance, name, &mut argv);
    if chance.once_in(25) {
        distort(chance, &mut argv);
    }
    argv
}

fn push_arguments(chance: &mut Chance, name: &str, argv: &mut Vec<Vec<u8>>) {
    match name {
        "set" => {
            argv.extend([key(chance), value(chance)]);
            while chance.below(5) < 2 {
                let option = chance.pick(SET_OPTIONS);
                let takes_time = option.to_ascii_uppercase();
                argv.push(option);
                if [&b"EX"[..], b"PX", b"EXAT", b"PXAT"].contains(&&*takes_time)
                    && !chance.once_in(20)
                {
                    argv.push(chance.pick(TIMES));
                }
            }
        }
        "setnx" | "getset" | "append" => argv.extend([key(chance), value(chance)]),
        "expire" | "pexpire" | "expireat" | "pexpireat" => {
            argv.push(key(chance));
            argv.push(match name {
                // Few enough that a deadline is set twice to the same.
                "expireat" if chance.once_in(2) => chance.pick(&FAR_TIMES_S),
                "pexpireat" if chance.once_in(2) => chance.pick(&FAR_TIMES_MS),
                _ => chance.pick(TIMES),
            });
            while chance.below(5) < 2 {
                argv.push(chance.pick(EXPIRE_OPTIONS));
            }
        }
        "del" | "exists" => {
            argv.push(key(chance));
            while chance.once_in(2) {
                argv.push(key(chance));
            }
        }
        "keys" => argv.push(pattern(chance)),
        "select" => argv.push(chance.pick(INDICES)),
        "echo" => argv.push(value(chance)),
        "ping" => argv.extend(chance.once_in(2).then(|| value(chance))),
        "flushdb" | "flushall" => {
            if chance.once_in(2) {
                argv.push(chance.pick(&[b"ASYNC", b"sync", b"SYNC", b"", b"now", b"async\0"]));
            }
        }
        "time" | "dbsize" => {}
        // Every other command so far takes one key.
        _ => argv.push(key(chance)),
    }
}

fn unknown(chance: &mut Chance) -> Vec<Vec<u8>> {
    let mut argv = vec![chance.pick(UNKNOWN)];
    for _ in 0..chance.below(8) {
        argv.push(if chance.once_in(6) {
            vec![b'x'; 100 + chance.below(60)]
        } else {
            value(chance)
        });
    }
    argv
}

/// Takes an argument away, adds one, or puts an odd one in the place of another. The name stays.
fn distort(chance: &mut Chance, argv: &mut Vec<Vec<u8>>) {
    let at = 1 + chance.below(argv.len());
    match chance.below(3) {
        0 => argv.insert(at, chance.bytes(5)),
        1 if at < argv.len() => drop(argv.remove(at)),
        2 if at < argv.len() => argv[at] = chance.bytes(40),
        _ => argv.push(value(chance)),
    }
}

fn key(chance: &mut Chance) -> Vec<u8> {
    // Few keys, so that commands meet.
    if chance.once_in(3) {
        chance.pick(KEYS)
    } else {
        chance.pick(&KEYS[..4])
    }
}

fn value(chance: &mut Chance) -> Vec<u8> {
    match chance.below(12) {
        0 => chance.bytes(12),
        1 => (chance.next() as i64).to_string().into(),
        2 => vec![b'x'; chance.below(2000)],
        _ => chance.pick(VALUES),
    }
}

fn pattern(chance: &mut Chance) -> Vec<u8> {
    match chance.below(6) {
        0 => b"*".to_vec(),
        1 => key(chance),
        2 => chance.pick(PATTERNS),
        _ => (0..chance.below(9))
            .map(|_| PATTERN_BYTES[chance.below(PATTERN_BYTES.len())])
            .collect(),
    }
}

fn in_some_case(chance: &mut Chance, name: &str) -> Vec<u8> {
    match chance.below(4) {
        0 => name.into(),
        1 => name
            .bytes()
            .map(|byte| {
                if chance.once_in(2) {
                    byte.to_ascii_uppercase()
                } else {
                    byte
                }
            })
            .collect(),
        _ => name.to_uppercase().into(),
    }
}
