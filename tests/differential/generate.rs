//! Commands to compare: mostly near what makes sense, often on its edge, sometimes far from it. A seed gives the same
//! commands again.

use setnx_playground::keyspace::command;

/// A command on one of two connections.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub connection: usize,
    pub argv: Vec<Vec<u8>>,
}

const KEYS: &[&[u8]] = &[
    b"k",
    b"a",
    b"b",
    b"aa",
    b"ab",
    b"-",
    b"]",
    b"^a",
    b"\\",
    b"[",
    b"*",
    b"",
    b"lock.foo",
    b"K",
    b"two words",
    b"\0",
    b"k\0",
    b"\xff",
    b"\xc3\xa9",
    b"\r\n",
];

const VALUES: &[&[u8]] = &[
    b"",
    b"0",
    b"1",
    b"-1",
    b"10",
    b"99",
    b"Hello",
    b"v",
    b" 1",
    b"1 ",
    b"01",
    b"+1",
    b"-0",
    b"1.0",
    b"1e3",
    b"0x10",
    b"-",
    b"9223372036854775806",
    b"9223372036854775807",
    b"9223372036854775808",
    b"-9223372036854775807",
    b"-9223372036854775808",
    b"-9223372036854775809",
    b"18446744073709551615",
    b"18446744073709551616",
    b"123456789012345678901234567890",
    b"\0",
    b"1\0",
    b"a\r\nb",
    b"\xff\xfe\x00\x01",
    b"\"quoted\"",
    b"12345678901234567890123456789012345678901234567890",
];

/// Milliseconds or seconds: short ones, that a run outlives, and those around every limit.
const TIMES: &[&[u8]] = &[
    b"1",
    b"1",
    b"2",
    b"3",
    b"5",
    b"8",
    b"20",
    b"50",
    b"100",
    b"499",
    b"500",
    b"501",
    b"1499",
    b"1500",
    b"2500",
    b"10",
    b"100000",
    b"0",
    b"-1",
    b"-100",
    b"4102444800",
    b"4102444800000",
    b"4102444800499",
    b"9223372036854775",
    b"9223372036854774",
    b"9223372036854776",
    b"-9223372036854775",
    b"-9223372036854776",
    b"9221577836854775",
    b"9221580000000000000",
    b"9223372036854775807",
    b"9223372036854775806",
    b"9223372036854775307",
    b"-9223372036854775808",
    b"9223372036854775808",
    b"nan",
    b"",
    b" 1",
    b"01",
    b"1.5",
    b"1\0",
];

const INDICES: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"1",
    b"2",
    b"15",
    b"16",
    b"-1",
    b"",
    b"x",
    b"01",
    b"+1",
    b"2147483647",
    b"2147483648",
    b"-2147483649",
    b"99999999999999999999",
    b"1\0",
];

const SET_OPTIONS: &[&[u8]] = &[
    b"NX", b"XX", b"GET", b"KEEPTTL", b"EX", b"PX", b"EXAT", b"PXAT", b"nx", b"Xx", b"get",
    b"keepTTL", b"pX", b"PERSIST", b"GT", b"NX\0x", b"",
];

const EXPIRE_OPTIONS: &[&[u8]] = &[
    b"NX",
    b"XX",
    b"GT",
    b"LT",
    b"nx",
    b"Gt",
    b"lT",
    b"EX",
    b"",
    b"\r\nNX",
    b"NX\r\n",
    b"NX\0\r",
    b"unknown option",
];

/// Names that no server knows, some of them close to ones that it does.
const UNKNOWN: &[&[u8]] = &[
    b"foo", b"SETNXX", b"GE", b"", b" GET", b"GET ", b"set\0", b"\xff\xfe", b"a\r\nb", b"'quoted'",
    b"a-name-that-is-longer-than-one-hundred-and-twenty-eight-bytes-a-name-that-is-longer-than-one-hundred-and-twenty-eight-bytes-a-name",
];

const PATTERN_BYTES: &[u8] = b"**??[[]]^^-\\\\aabbkK]\x00\xff\x80\x7f";

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

/// So many commands, in short runs on either connection.
pub fn steps(chance: &mut Chance, count: usize) -> Vec<Step> {
    let names: Vec<&str> = command::all().map(|command| command.name).collect();
    let mut connection = 0;
    (0..count)
        .map(|_| {
            if chance.once_in(20) {
                connection = 1 - connection;
            }
            Step {
                connection,
                argv: argv(chance, &names),
            }
        })
        .collect()
}

fn argv(chance: &mut Chance, names: &[&str]) -> Vec<Vec<u8>> {
    if chance.once_in(40) {
        return unknown(chance);
    }
    let name = names[chance.below(names.len())];
    // What empties the keyspace comes less often than what fills it.
    let name = if name.starts_with("flush") && !chance.once_in(8) {
        "set"
    } else {
        name
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
            argv.extend([key(chance), chance.pick(TIMES)]);
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
    match chance.below(5) {
        0 => b"*".to_vec(),
        1 => key(chance),
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
