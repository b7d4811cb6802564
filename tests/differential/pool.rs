//! The parts of generated commands: names, values, times and options, most of them at a limit.

use crate::chance::Chance;
use crate::{forms, generate};
use setnx_playground::keyspace::command;

/// One word of a form, or the few that it stands for.
pub fn word(chance: &mut Chance, name: &str) -> Vec<Vec<u8>> {
    if name == "ZERO" {
        return vec![b"0".to_vec()];
    }
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return vec![in_some_case(chance, name)];
    }
    let list = match name {
        "key" => return vec![key(chance)],
        "value" => return vec![value(chance)],
        "list" => return vec![key_near(chance, &[b"l", b"m"])],
        "counted-lists" => return some_keys(chance, &[b"l", b"m"]),
        "element" => return vec![element(chance)],
        "sort-key" => return vec![key_near(chance, &[b"l", b"m", b"s", b"t", b"z", b"l"])],
        "set-key" => return vec![key_near(chance, &[b"s", b"t"])],
        "counted-sets" => return some_keys(chance, &[b"s", b"t"]),
        "set-member" => return vec![set_member(chance)],
        "hash" => return vec![key_near(chance, &[b"h", b"g"])],
        "zset" => return vec![key_near(chance, &[b"z", b"y", b"x"])],
        // Where scores differ, the lexical order of a skiplist depends on its chance.
        "lex-zset" => return vec![chance.pick(&[&b"n"[..], b"o"]).to_vec()],
        // No others, since Redis sorts those that are as far from a point as one another in no order, if it sorts a part.
        "places" => {
            return vec![
                chance
                    .pick(&[&b"p"[..], b"q", b"p", b"q", b"p", b"k"])
                    .to_vec(),
            ];
        }
        "log" => return vec![key_near(chance, &[b"u", b"v", b"w"])],
        "counted-zsets" => return some_keys(chance, &[b"z", b"y", b"x", b"p", b"s", b"t"]),
        "hash-field" | "member" => return vec![member(chance)],
        "field-value" if chance.once_in(2) => return vec![member(chance)],
        "field-value" => return vec![value(chance)],
        "score" if chance.once_in(2) => return vec![small(chance, 12)],
        "score-bound" => {
            let open = if chance.once_in(3) { "(" } else { "" };
            let score = word(chance, "score").concat();
            return vec![[open.as_bytes(), &score].concat()];
        }
        "lex-bound" => return vec![lex_bound(chance)],
        "longitude" if !chance.once_in(8) => return vec![degrees(chance, 13.0, 3.0)],
        "latitude" if !chance.once_in(8) => return vec![degrees(chance, 37.0, 2.0)],
        "radius" if chance.once_in(2) => return vec![degrees(chance, 120.0, 100.0)],
        "pattern" => return vec![pattern(chance)],
        "command-name" | "line" | "command-pattern" => return about_commands(chance, name),
        "parameter" => return vec![parameter(chance)],
        "setting" => {
            return SETTINGS[chance.below(SETTINGS.len())]
                .map(|word| word.into())
                .into();
        }
        "integer" if chance.once_in(6) => return vec![(chance.next() as i64).to_string().into()],
        "float" if chance.once_in(3) => return vec![float(chance)],
        "bit-type" if chance.once_in(3) => return vec![bit_type(chance)],
        "index" if chance.once_in(3) => return vec![small(chance, 40)],
        "offset" | "bit-offset" if chance.once_in(3) => return vec![small(chance, 300)],
        _ => {
            let list = LISTS.iter().find(|(listed, _)| *listed == name);
            list.unwrap_or_else(|| panic!("there is no pool `{name}`"))
                .1
        }
    };
    vec![chance.pick(list).to_vec()]
}

/// Every pool that is a list.
const LISTS: &[(&str, &[&[u8]])] = &[
    ("integer", INTEGERS),
    ("float", FLOATS),
    ("index", INDICES),
    ("offset", OFFSETS),
    ("bit-offset", BIT_OFFSETS),
    ("bit", BITS),
    ("unit", UNITS),
    ("bit-type", BIT_TYPES),
    ("place", PLACES),
    ("overflow", OVERFLOWS),
    ("operation", OPERATIONS),
    ("length", LENGTHS),
    ("time", TIMES),
    ("at-s", AT_S),
    ("at-ms", AT_MS),
    ("set-option", SET_OPTIONS),
    ("expire-option", EXPIRE_OPTIONS),
    ("flush-option", FLUSH_OPTIONS),
    ("database", DATABASES),
    ("cursor", CURSORS),
    ("count", COUNTS),
    ("type", TYPES),
    ("user", USERS),
    ("acl-user", ACL_USERS),
    ("acl-rule", ACL_RULES),
    ("version", VERSIONS),
    ("client-type", CLIENT_TYPES),
    ("client-name", CLIENT_NAMES),
    ("connection", CONNECTIONS),
    ("category", CATEGORIES),
    ("section", SECTIONS),
    ("replicas", REPLICAS),
    ("wait-ms", WAITS_MS),
    ("dump", DUMPS),
    ("lolwut-version", LOLWUT_VERSIONS),
    ("lolwut-size", LOLWUT_SIZES),
    ("restore-ttl", RESTORE_TTLS),
    ("field", STREAM_FIELDS),
    ("trim-how", TRIM_HOW),
    ("stream-length", STREAM_LENGTHS),
    ("stream-id", STREAM_IDS),
    ("new-id", NEW_IDS),
    ("range-start", RANGE_STARTS),
    ("range-end", RANGE_ENDS),
    ("read-id", READ_IDS),
    ("group-id", GROUP_IDS),
    ("group-start", GROUP_STARTS),
    ("stream-count", STREAM_COUNTS),
    ("no-block", NO_BLOCK),
    ("group", GROUPS),
    ("consumer", CONSUMERS),
    ("min-idle", MIN_IDLE),
    ("random-count", RANDOM_COUNTS),
    ("side", SIDES),
    ("pattern-of-keys", PATTERNS_OF_KEYS),
    ("list-timeout", LIST_TIMEOUTS),
    ("score", SCORES),
    ("aggregate", AGGREGATES),
    ("end", ENDS),
    ("longitude", COORDINATES),
    ("latitude", COORDINATES),
    ("radius", RADII),
    ("distance-unit", DISTANCE_UNITS),
    ("timeout", SOME_TIMEOUTS),
];

/// Whether a pool that is a list has that word.
pub fn has(name: &str, word: &str) -> bool {
    let list = LISTS.iter().find(|(listed, _)| *listed == name);
    list.is_some_and(|(_, list)| list.contains(&word.as_bytes()))
}

/// Few keys, so that commands meet.
pub fn key(chance: &mut Chance) -> Vec<u8> {
    if chance.once_in(3) {
        chance.pick(KEYS).to_vec()
    } else {
        chance.pick(&KEYS[..4]).to_vec()
    }
}

/// Mostly one of the keys that hold values of a type.
fn key_near(chance: &mut Chance, keys: &[&[u8]]) -> Vec<u8> {
    match chance.once_in(16) {
        true => key(chance),
        false => chance.pick(keys).to_vec(),
    }
}

/// A number, and mostly as many keys.
fn some_keys(chance: &mut Chance, keys: &[&[u8]]) -> Vec<Vec<u8>> {
    let number = 1 + chance.below(3);
    let mut words = vec![match chance.once_in(16) {
        true => chance.pick(COUNTS).to_vec(),
        false => number.to_string().into(),
    }];
    words.extend((0..number).map(|_| key_near(chance, keys)));
    words
}

/// Few, so that commands find them, and some that change how a value is laid out.
fn member(chance: &mut Chance) -> Vec<u8> {
    match chance.below(30) {
        0 => value(chance),
        1..5 => small(chance, 200),
        5..12 => small(chance, 6),
        12 => vec![b'x'; 63 + chance.below(3)],
        _ => vec![b"abcdef"[chance.below(6)]],
    }
}

fn lex_bound(chance: &mut Chance) -> Vec<u8> {
    match chance.below(8) {
        0 => chance.pick(LEX_BOUNDS).to_vec(),
        1 | 2 => vec![b"-+"[chance.below(2)]],
        _ => [&[b"[("[chance.below(2)]][..], &member(chance)].concat(),
    }
}

/// A number with six digits after its point, near another.
fn degrees(chance: &mut Chance, middle: f64, around: f64) -> Vec<u8> {
    let part = chance.below(1_000_000) as f64 / 1e6 * 2.0 - 1.0;
    format!("{:.6}", middle + around * part).into()
}

/// Mostly numbers, so that a set now and then is an intset.
fn set_member(chance: &mut Chance) -> Vec<u8> {
    match chance.below(40) {
        0 => value(chance),
        1 => vec![b"abc"[chance.below(3)]],
        2 => vec![b'x'; 20 + chance.below(5)],
        _ => small(chance, 12),
    }
}

/// Few, so that commands find them, and some that change how a value is laid out.
fn element(chance: &mut Chance) -> Vec<u8> {
    match chance.below(10) {
        0 => value(chance),
        1 => small(chance, 100),
        2..5 => small(chance, 5),
        _ => vec![b"abcde"[chance.below(5)]],
    }
}

pub fn value(chance: &mut Chance) -> Vec<u8> {
    match chance.below(16) {
        0 => bytes(chance, 12),
        1 => (chance.next() as i64).to_string().into(),
        2 => vec![b'x'; chance.below(1000)],
        3 => float(chance),
        // Near each other, for LCS.
        4..6 => (0..chance.below(12))
            .map(|_| b"abcd"[chance.below(4)])
            .collect(),
        _ => chance.pick(VALUES).to_vec(),
    }
}

/// A number with a point or an exponent somewhere, now and then none at all.
fn float(chance: &mut Chance) -> Vec<u8> {
    let digits = |chance: &mut Chance, count| -> String {
        (0..count)
            .map(|_| char::from(b'0' + chance.below(10) as u8))
            .collect()
    };
    let sign = ["", "", "-", "+"][chance.below(4)];
    let (whole, part) = (chance.below(8), chance.below(20));
    let mut text = format!("{sign}{}", digits(chance, whole));
    if chance.below(3) > 0 {
        text += &format!(".{}", digits(chance, part));
    }
    match chance.below(8) {
        0 => text += &format!("e{}", chance.below(40) as i64 - 20),
        1 => text += ["e308", "e-308", "E+5", "e", "e4933", "e-4950", "f", "x"][chance.below(8)],
        _ => {}
    }
    text.into()
}

fn small(chance: &mut Chance, end: usize) -> Vec<u8> {
    let number = chance.below(end) as i64;
    let sign = if chance.once_in(3) { -1 } else { 1 };
    (sign * number).to_string().into()
}

fn bit_type(chance: &mut Chance) -> Vec<u8> {
    let sign = ["i", "u"][chance.below(2)];
    format!("{sign}{}", chance.below(67)).into()
}

pub fn pattern(chance: &mut Chance) -> Vec<u8> {
    match chance.below(6) {
        0 => b"*".to_vec(),
        1 => key(chance),
        2 => chance.pick(PATTERNS).to_vec(),
        _ => (0..chance.below(9))
            .map(|_| PATTERN_BYTES[chance.below(PATTERN_BYTES.len())])
            .collect(),
    }
}

/// The name of a command that is here, a pattern for one, or a whole line.
fn about_commands(chance: &mut Chance, kind: &str) -> Vec<Vec<u8>> {
    let (name, form) = forms::FORMS[chance.below(forms::FORMS.len())];
    let container = name.split('|').next().unwrap_or_default();
    if command::find(container.as_bytes()).is_none() {
        return vec![b"get".to_vec()];
    }
    match kind {
        "command-name" if chance.once_in(8) => vec![chance.pick(UNKNOWN).to_vec()],
        "command-name" => vec![in_some_case(chance, name)],
        "command-pattern" => {
            let pattern = [
                name, "*", "get*", "*bit*", "[a-f]*", "client|*", "??", "", "*|*",
            ];
            vec![pattern[chance.below(pattern.len())].into()]
        }
        _ if chance.once_in(8) => vec![chance.pick(UNKNOWN).to_vec(), value(chance)],
        _ => generate::line(chance, name, form),
    }
}

/// A parameter that is here, or a pattern. Others are left out, and would answer otherwise.
fn parameter(chance: &mut Chance) -> Vec<u8> {
    let list = if chance.once_in(2) {
        CONFIGURED
    } else {
        PARAMETERS
    };
    let name = list[chance.below(list.len())];
    in_some_case(chance, name)
}

pub fn in_some_case(chance: &mut Chance, name: &str) -> Vec<u8> {
    match chance.below(4) {
        0 => name.to_lowercase().into(),
        1 => {
            let bytes = name.bytes().map(|byte| match chance.once_in(2) {
                true => byte.to_ascii_uppercase(),
                false => byte.to_ascii_lowercase(),
            });
            bytes.collect()
        }
        _ => name.to_uppercase().into(),
    }
}

const RANDOM_COUNTS: &[&[u8]] = &[
    b"1",
    b"2",
    b"5",
    b"-1",
    b"-3",
    b"-10",
    b"0",
    b"100",
    b"1000",
    b"x",
    b"",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"9223372036854775808",
];

const SCORES: &[&[u8]] = &[
    b"0",
    b"0",
    b"1",
    b"1",
    b"2",
    b"3",
    b"1.5",
    b"-1.5",
    b"0.1",
    b"3.14159265358979",
    b"-0",
    b"0.0",
    b"inf",
    b"-inf",
    b"+inf",
    b"Infinity",
    b"1e17",
    b"123456789012345678",
    b"1e18",
    b"-1e19",
    b"4611686018427387904",
    b"9007199254740993",
    b"1e300",
    b"-1e300",
    b"1.7976931348623157e308",
    b"1e309",
    b"5e-324",
    b"1e-400",
    b"1e-5",
    b"0.0001",
    b"0x10",
    b"0x1p-3",
    b"nan",
    b"",
    b" 1",
    b"1 ",
    b"x",
    b"1\0",
    b"1e",
    b"--1",
    b"(1",
    b"0.30000000000000004",
    b"1e22",
    b"123456.789e-3",
];

const LEX_BOUNDS: &[&[u8]] = &[
    b"", b"a", b"-a", b"+a", b"[", b"(", b"-\0x", b"+\0", b"[\0", b"(\xff",
];

const AGGREGATES: &[&[u8]] = &[b"SUM", b"MIN", b"MAX", b"sum", b"Min", b"maX", b"", b"AVG"];

const ENDS: &[&[u8]] = &[b"MIN", b"MAX", b"min", b"Max", b"MIN", b"MAX", b"", b"LEFT"];

/// Where no place can be, where Redis' limit is, and texts that are no number.
const COORDINATES: &[&[u8]] = &[
    b"0",
    b"-0",
    b"180",
    b"-180",
    b"180.1",
    b"85.05112878",
    b"-85.05112878",
    b"85.06",
    b"90",
    b"-90",
    b"1e300",
    b"inf",
    b"nan",
    b"x",
    b"",
    b"179.999999",
    b"-85",
    b"66.5",
    b"81",
    b" 1",
];

const RADII: &[&[u8]] = &[
    b"0", b"1", b"100", b"200.5", b"1000", b"10000", b"50000", b"1e10", b"0.0001", b"-1", b"x",
    b"", b"inf", b"nan",
];

const DISTANCE_UNITS: &[&[u8]] = &[
    b"m", b"km", b"KM", b"km", b"ft", b"MI", b"M", b"Km", b"FT", b"", b"cm", b"km\0",
];

/// Of commands that never wait, since they stand in a transaction.
const SOME_TIMEOUTS: &[&[u8]] = &[
    b"0", b"0.001", b"1", b"-1", b"x", b"", b"1e3", b"-0.0001", b"nan", b"inf",
];

/// Patterns of BY and GET, which lead to keys that are strings or hashes here and there.
const PATTERNS_OF_KEYS: &[&[u8]] = &[
    b"*",
    b"*",
    b"#",
    b"w_*",
    b"w_*",
    b"w_*",
    b"w_*",
    b"w_*",
    b"h*->a",
    b"h*->1",
    b"*->a",
    b"w_*->f",
    b"h->a",
    b"nosort",
    b"",
    b"*->",
    b"w_*->f->a",
    b"*b",
    b"k*",
    b"#\0",
    b"a\0*",
    b"*\0b",
    b"w_*\0->f",
];

const SIDES: &[&[u8]] = &[
    b"LEFT", b"RIGHT", b"LEFT", b"RIGHT", b"left", b"Right", b"LEFT", b"RIGHT", b"", b"HEAD",
    b"left\0",
];

/// Seconds: short ones, since they are waited for, and some that no command takes.
const LIST_TIMEOUTS: &[&[u8]] = &[
    b"0.001", b"0.001", b".001", b"1e-3", b"0.0012", b"1e-4000", b"-1", b"-0.01", b"x", b"",
    b"nan", b" 0.001", b"0.001x",
];

/// Whether a command would wait for longer than a test should.
pub fn is_long_wait(seconds: &[u8]) -> bool {
    let text = String::from_utf8_lossy(seconds).to_lowercase();
    let is_short = |seconds: f64| (f64::MIN_POSITIVE..0.02).contains(&seconds) || seconds < -0.001;
    text.contains('x') && text.parse::<f64>().is_err() && text != "x" && text != "0.001x"
        || text
            .parse::<f64>()
            .is_ok_and(|seconds| !is_short(seconds) && text != "1e-4000")
}

pub const KEYS: &[&[u8]] = &[
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
    b"h",
    b"z",
    b"u",
    b"l",
    b"s",
];

pub const VALUES: &[&[u8]] = &[
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
pub const TIMES: &[&[u8]] = &[
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

/// The year 2100, and its neighbours; few, so that a deadline is set twice to the same.
const AT_S: &[&[u8]] = &[
    b"4102444800",
    b"4102444800",
    b"4102444801",
    b"4102444801",
    b"1",
    b"0",
    b"-1",
    b"9223372036854775",
    b"9223372036854776",
    b"-9223372036854776",
    b"9223372036854775807",
    b"x",
    b"",
];
pub const AT_MS: &[&[u8]] = &[
    b"4102444800000",
    b"4102444800499",
    b"4102444800500",
    b"4102444801000",
    b"4102444800000",
    b"1",
    b"0",
    b"-1",
    b"9223372036854775807",
    b"9223372036854775808",
    b"1.5",
];

pub const DATABASES: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"1",
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
    b"-2147483648",
    b"-2147483649",
    b"9223372036854775807",
    b"99999999999999999999",
    b"1\0",
];

const INTEGERS: &[&[u8]] = &[
    b"1",
    b"1",
    b"-1",
    b"0",
    b"2",
    b"10",
    b"255",
    b"256",
    b"-128",
    b"-129",
    b"127",
    b"128",
    b"65536",
    b"4294967296",
    b"9223372036854775806",
    b"9223372036854775807",
    b"9223372036854775808",
    b"-9223372036854775807",
    b"-9223372036854775808",
    b"-9223372036854775809",
    b"18446744073709551615",
    b"",
    b" 1",
    b"1 ",
    b"01",
    b"+1",
    b"-0",
    b"1.0",
    b"1e3",
    b"x",
    b"1\0",
];

/// Arguments and values of INCRBYFLOAT; a long double has 64 bits of mantissa, and 17 digits after the point are kept.
/// The largest are in `floats`: LCS of texts with thousands of digits would take the reference long.
const FLOATS: &[&[u8]] = &[
    b"0", b"-0", b"0.0", b"-0.0", b"1", b"-1", b"0.1", b"0.2", b"-0.1", b"0.5", b"1.5", b"3.0", b"10.50", b"5.0e3", b"2.0e2",
    b"1e1", b"1e-1", b"1e17", b"1e18", b"1e19", b"1e20", b"1e30", b"1e100", b"1e308", b"1e309",
    b"1e4933", b"1e-4950", b"1e-5000", b"1e-17", b"1e-18", b"5e-18", b"4.9e-18", b"1e-19",
    b"0.12345678901234567", b"0.123456789012345678", b"0.00000000000000001", b"3.14159265358979323846264338327950288",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"18446744073709551615",
    b"18446744073709551616", b"36893488147419103233", b"99999999999999999999", b"123456789.123456789",
    b"9007199254740993", b"0.30000000000000004", b"1.7976931348623157e308", b"4.9406564584124654e-324",
    b"inf", b"-inf", b"+inf", b"INF", b"Infinity", b"infin", b"nan", b"-nan", b"NaN", b"nan(1)", b"0x10", b"0x1p4", b"0x.8", b"-0x1.8p1",
    b"0x", b"0xg", b"0x1p", b"1p4", b".5", b"5.", b".", b"-.5", b"+.5", b"1e", b"1e+", b"1e-", b"e5", b"--1", b"+-1", b"1.2.3", b"1,5",
    b"", b" 1", b"1 ", b"\t1", b"1\0", b"01", b"00.5", b"1_000", b"1e0001", b"1E5", b"1d5", b"x",
    b"0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    b"100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
];

/// Places in a string, from its start or from its end.
const INDICES: &[&[u8]] = &[
    b"0",
    b"0",
    b"1",
    b"2",
    b"3",
    b"5",
    b"-1",
    b"-1",
    b"-2",
    b"-3",
    b"-5",
    b"100",
    b"-100",
    b"7",
    b"8",
    b"9",
    b"15",
    b"63",
    b"536870911",
    b"4294967295",
    b"4294967296",
    b"-4294967297",
    b"2147483648",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"9223372036854775808",
    b"",
    b"x",
    b"1.0",
    b"01",
    b" 1",
];

/// Where SETRANGE writes: near the start, or past 512 MB. Between them the reference would fill its memory.
const OFFSETS: &[&[u8]] = &[
    b"0",
    b"0",
    b"1",
    b"2",
    b"5",
    b"10",
    b"100",
    b"1000",
    b"-1",
    b"536870912",
    b"536870913",
    b"4294967296",
    b"9223372036854775807",
    b"9223372036854775800",
    b"9223372036854775808",
    b"-9223372036854775808",
    b"",
    b"x",
    b"1.0",
];

/// Offsets in bits.
const BIT_OFFSETS: &[&[u8]] = &[
    b"0",
    b"1",
    b"2",
    b"6",
    b"7",
    b"8",
    b"9",
    b"15",
    b"16",
    b"17",
    b"63",
    b"64",
    b"100",
    b"1000",
    b"8191",
    b"-1",
    b"4294967296",
    b"4294967297",
    b"9223372036854775807",
    b"9223372036854775808",
    b"-9223372036854775808",
    b"",
    b"x",
    b"1.0",
    b"#1",
    b"01",
];

const BITS: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"1",
    b"1",
    b"1",
    b"1",
    b"2",
    b"-1",
    b"",
    b"x",
    b"01",
    b"9223372036854775808",
    b"255",
];

const UNITS: &[&[u8]] = &[
    b"BYTE", b"BIT", b"BIT", b"bit", b"Byte", b"", b"BITS", b"bit\0",
];

const BIT_TYPES: &[&[u8]] = &[
    b"u1",
    b"i1",
    b"u4",
    b"i5",
    b"u8",
    b"u8",
    b"i8",
    b"i8",
    b"u16",
    b"i16",
    b"u32",
    b"i32",
    b"u63",
    b"i63",
    b"i64",
    b"u64",
    b"i65",
    b"u0",
    b"i0",
    b"",
    b"8",
    b"u",
    b"i",
    b"U8",
    b"I8",
    b"u-1",
    b"u08",
    b"i 8",
    b"x8",
    b"u8\0",
    b"i99999999999999999999",
];

/// Where BITFIELD reads and writes.
const PLACES: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"1",
    b"3",
    b"7",
    b"8",
    b"13",
    b"64",
    b"100",
    b"#0",
    b"#1",
    b"#1",
    b"#2",
    b"#10",
    b"#100",
    b"#",
    b"#-1",
    b"-1",
    b"4294967296",
    b"#4294967296",
    b"#9223372036854775807",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"",
    b"x",
    b"#x",
    b"01",
    b"#01",
];

const OVERFLOWS: &[&[u8]] = &[
    b"WRAP", b"SAT", b"FAIL", b"SAT", b"FAIL", b"wrap", b"Sat", b"", b"NONE",
];

const OPERATIONS: &[&[u8]] = &[
    b"AND", b"OR", b"XOR", b"NOT", b"NOT", b"and", b"Or", b"xOr", b"not", b"NAND", b"", b"AND\0",
];

const LENGTHS: &[&[u8]] = &[
    b"0",
    b"1",
    b"2",
    b"3",
    b"4",
    b"10",
    b"-1",
    b"9223372036854775807",
    b"9223372036854775808",
    b"",
    b"x",
];

const FLUSH_OPTIONS: &[&[u8]] = &[b"ASYNC", b"sync", b"SYNC", b"", b"now", b"async\0"];

/// Mostly the start of an iteration: no other cursor means the same on both sides.
const CURSORS: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"",
    b"x",
    b"-1",
    b"00",
    b" 0",
    b"0 ",
    b"+0",
    b"0x",
    b"1",
    b"5",
    b"18446744073709551615",
    b"18446744073709551616",
    b"9223372036854775808",
    b"0\0",
];

const COUNTS: &[&[u8]] = &[
    b"1",
    b"2",
    b"3",
    b"10",
    b"100",
    b"10000",
    b"0",
    b"-1",
    b"",
    b"x",
    b"2147483647",
    b"2147483648",
    b"9223372036854775807",
    b"9223372036854775808",
];

const TYPES: &[&[u8]] = &[
    b"string",
    b"string",
    b"STRING",
    b"String",
    b"list",
    b"hash",
    b"set",
    b"zset",
    b"stream",
    b"",
    b"strin",
    b"string\0",
];

const USERS: &[&[u8]] = &[
    b"default", b"default", b"default", b"Default", b"nobody", b"",
];

const VERSIONS: &[&[u8]] = &[
    b"2",
    b"3",
    b"3",
    b"3",
    b"2",
    b"1",
    b"4",
    b"0",
    b"-1",
    b"",
    b"x",
    b"03",
    b"9223372036854775808",
];

const CLIENT_TYPES: &[&[u8]] = &[
    b"normal", b"NORMAL", b"pubsub", b"PUBSUB", b"MASTER", b"replica", b"REPLICA", b"slave", b"x",
    b"",
];

const CLIENT_NAMES: &[&[u8]] = &[
    b"worker-1",
    b"worker-2",
    b"C1",
    b"",
    b"two words",
    b"tab\there",
    b"\x7f",
    b"\xff",
    b"~!",
    b"a\nb",
    b"\0",
];

const CONNECTIONS: &[&[u8]] = &[
    b"<this id>",
    b"<this id>",
    b"<other id>",
    b"0",
    b"-1",
    b"",
    b"x",
    b"99999999",
];

const CATEGORIES: &[&[u8]] = &[
    b"string",
    b"STRING",
    b"keyspace",
    b"fast",
    b"slow",
    b"dangerous",
    b"connection",
    b"transaction",
    b"bitmap",
    b"admin",
    b"read",
    b"write",
    b"blocking",
    b"x",
    b"",
];

const ACL_USERS: &[&[u8]] = &[b"amy", b"amy", b"bob", b"a b", b"nosuch", b""];

/// None with which anybody could authenticate: a test of its own does.
const ACL_RULES: &[&[u8]] = &[
    b"on",
    b"off",
    b"resetpass",
    b"~k*",
    b"%R~*",
    b"%W~a",
    b"allkeys",
    b"resetkeys",
    b"&n*",
    b"allchannels",
    b"resetchannels",
    b"+@all",
    b"-@all",
    b"+@read",
    b"-@string",
    b"+@Bitmap",
    b"+get",
    b"-set",
    b"+client|id",
    b"+select|1",
    b"(+get ~k)",
    b"clearselectors",
    b"reset",
    b"+nosuch",
    b"~a b",
    b"#x",
    b"",
];

const SECTIONS: &[&[u8]] = &[
    b"server",
    b"clients",
    b"memory",
    b"stats",
    b"keyspace",
    b"Keyspace",
    b"replication",
    b"cluster",
    b"all",
    b"default",
    b"everything",
    b"x",
    b"",
    b"errorstats",
    b"persistence",
    b"cpu",
    b"modules",
    b"module_list",
    b"commandstats",
    b"latencystats",
];

const REPLICAS: &[&[u8]] = &[b"0", b"0", b"0", b"-1", b"x", b"", b"9223372036854775808"];

/// Whether WAIT answers at once to that number of replicas: there are none to wait for.
pub fn is_no_wait(number: &[u8]) -> bool {
    let number = String::from_utf8_lossy(number);
    number.parse::<i64>().is_ok_and(|number| number <= 0) || number.parse::<i64>().is_err()
}

/// None that would be waited for: with no replica to wait for, WAIT 0 answers at once.
const WAITS_MS: &[&[u8]] = &[
    b"0",
    b"1",
    b"100",
    b"-1",
    b"x",
    b"",
    b"9223372036854775808",
    b"1.5",
];

/// Some of the parameters.
pub const CONFIGURED: &[&str] = &[
    "hash-max-ziplist-entries",
    "list-max-listpack-size",
    "slowlog-max-len",
    "lua-time-limit",
    "appendonly",
    "cluster-enabled",
    "databases",
    "enable-debug-command",
    "maxmemory",
    "maxmemory-policy",
    "notify-keyspace-events",
    "proto-max-bulk-len",
    "requirepass",
    "save",
    "timeout",
];

/// Patterns for them, and texts that match none.
const PARAMETERS: &[&str] = &["*", "max*", "*m*-*", "?a*", "????", "save", "no such", ""];

/// Parameters that CONFIG SET accepts on both sides or refuses on both.
const SETTINGS: &[[&str; 2]] = &[
    ["hash-max-listpack-entries", "4"],
    ["hash-max-ziplist-value", "5"],
    ["list-max-listpack-size", "3"],
    ["set-max-intset-entries", "3"],
    ["zset-max-listpack-entries", "4"],
    ["zset-max-ziplist-value", "5"],
    ["stream-node-max-entries", "3"],
    ["hll-sparse-max-bytes", "40"],
    ["slowlog-max-len", "-1"],
    ["appendfsync", "x"],
    ["maxmemory", "100mb"],
    ["MaxMemory", "1Gb"],
    ["maxmemory", "300000000"],
    ["maxmemory", "lots"],
    ["maxmemory", "1.5gb"],
    ["maxmemory", "-1"],
    ["maxmemory", "100 mb"],
    ["databases", "16"],
    ["databases", "x"],
    ["cluster-enabled", "no"],
    ["appendonly", "no"],
    ["timeout", "0"],
    ["maxmemory-policy", "noeviction"],
    ["MAXMEMORY-POLICY", "NoEviction"],
    ["notify-keyspace-events", ""],
    ["proto-max-bulk-len", "536870912"],
    ["requirepass", ""],
    ["no such", "1"],
    ["", "1"],
    ["a\r\nb", "1"],
];

pub const SET_OPTIONS: &[&[u8]] = &[
    b"NX", b"XX", b"GET", b"KEEPTTL", b"EX", b"PX", b"EXAT", b"PXAT", b"nx", b"Xx", b"get",
    b"keepTTL", b"pX", b"PERSIST", b"GT", b"NX\0x", b"",
];

pub const EXPIRE_OPTIONS: &[&[u8]] = &[
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

/// Names that no server knows, some of them close to ones that it does. None is a known one with a NUL behind it:
/// Redis compares names up to a NUL, but hashes all of their bytes with a seed of chance, so it finds one such name
/// in some hundreds of starts.
pub const UNKNOWN: &[&[u8]] = &[
    b"foo", b"SETNXX", b"GE", b"", b" GET", b"GET ", b"\0set", b"\xff\xfe", b"a\r\nb", b"'quoted'",
    b"a-name-that-is-longer-than-one-hundred-and-twenty-eight-bytes-a-name-that-is-longer-than-one-hundred-and-twenty-eight-bytes-a-name",
];

pub const PATTERNS: &[&[u8]] = &[
    b"**",
    b"?",
    b"??",
    b"",
    b"[",
    b"[^",
    b"[]",
    b"[^]",
    b"[a",
    b"[a-",
    b"[a-]",
    b"[b-a]",
    b"[-a]",
    b"[^-]",
    b"[\\]]",
    b"[a-\\]",
    b"[\x01-\xff]",
    b"[\x80-\x7f]",
    b"\\",
    b"\\\\",
    b"\\*",
    b"*\\",
    b"*[^",
    b"a*b",
    b"*a*b*",
    b"[ab][ab]",
];

pub const PATTERN_BYTES: &[u8] = b"**??[[]]^^-\\\\aabbkK]\x00\xff\x80\x7f";

/// At most this number of any bytes.
pub fn bytes(chance: &mut Chance, length_max: usize) -> Vec<u8> {
    let length = chance.below(length_max + 1);
    (0..length).map(|_| chance.next() as u8).collect()
}

const STREAM_FIELDS: &[&[u8]] = &[
    b"f",
    b"f",
    b"f",
    b"g",
    b"field",
    b"",
    b"1",
    b"-1",
    b"4096",
    b"123456789012",
];

const TRIM_HOW: &[&[u8]] = &[b"~", b"~", b"=", b"==", b"x"];

const STREAM_LENGTHS: &[&[u8]] = &[
    b"0",
    b"1",
    b"1",
    b"2",
    b"2",
    b"3",
    b"3",
    b"4",
    b"5",
    b"6",
    b"7",
    b"8",
    b"9",
    b"10",
    b"20",
    b"30",
    b"100",
    b"1000",
    b"-1",
    b"x",
    b"9223372036854775807",
    b"9223372036854775808",
    b"",
];

const STREAM_IDS: &[&[u8]] = &[
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"+",
    b"-",
    b"$",
    b">",
];

const NEW_IDS: &[&[u8]] = &[
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"1-*",
    b"2-*",
    b"5-*",
    b"9-*",
    b"0-*",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0-0",
    b"0-1",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"+",
    b"-",
    b"$",
    b"**",
];

const RANGE_STARTS: &[&[u8]] = &[
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"-",
    b"(1-1",
    b"(1-2",
    b"(2",
    b"(3",
    b"(5-5",
    b"(0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"+",
    b"(",
    b"(-",
    b"(18446744073709551615-18446744073709551615",
    b"(0-0",
];

const RANGE_ENDS: &[&[u8]] = &[
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"+",
    b"(1-1",
    b"(1-2",
    b"(2",
    b"(3",
    b"(5-5",
    b"(0",
    b"(0-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"-",
    b"(",
    b"(+",
    b"(18446744073709551615-18446744073709551615",
];

const READ_IDS: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"$",
    b"$",
    b"$",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"+",
    b">",
    b"-",
];

const GROUP_IDS: &[&[u8]] = &[
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b">",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"$",
    b"-",
    b"+",
];

const GROUP_STARTS: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"$",
    b"$",
    b"$",
    b"$",
    b"$",
    b"$",
    b"$",
    b"$",
    b"$",
    b"$",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"0",
    b"1",
    b"1-1",
    b"1-2",
    b"2",
    b"2-0",
    b"3-1",
    b"3-2",
    b"5",
    b"5-5",
    b"7",
    b"9",
    b"9-1",
    b"10-0",
    b"18446744073709551615-18446744073709551615",
    b"18446744073709551615",
    b"1-",
    b"-1",
    b"1-*",
    b"abc",
    b"",
    b"1-1-1",
    b" 1",
    b"+2",
    b"007-03",
    b"1-18446744073709551615",
    b"18446744073709551616",
    b"1.5",
    b"-",
    b"+",
    b">",
];

const STREAM_COUNTS: &[&[u8]] = &[
    b"0",
    b"1",
    b"1",
    b"1",
    b"1",
    b"1",
    b"2",
    b"2",
    b"2",
    b"2",
    b"3",
    b"3",
    b"10",
    b"10",
    b"-1",
    b"-2",
    b"x",
    b"9223372036854775807",
    b"576460752303423488",
    b"9223372036854775808",
    b"",
];

const NO_BLOCK: &[&[u8]] = &[b"-1", b"x", b"", b"1.5", b"9223372036854775808"];

const GROUPS: &[&[u8]] = &[
    b"g", b"g", b"g", b"g", b"g", b"g", b"g", b"g2", b"a", b"", b"missing",
];

const CONSUMERS: &[&[u8]] = &[b"c", b"c", b"c2", b"a", b"", b"C"];

const MIN_IDLE: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"0",
    b"1",
    b"1",
    b"2",
    b"1000",
    b"-1",
    b"x",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"",
];

/// Values of each type as a real server has dumped them, then such as no server has.
const DUMPS: &[&[u8]] = &[
    b"\x12\x01\x02\x0f\x0f\x00\x00\x00\x03\x00\x81a\x02\x01\x01\xdf\xfb\x02\xff\x0a\x00\xaf7@;\x85\xfeU9",
    b"\x0b\x14\x04\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\xe0\x93\x04\x00\x0a\x00t/3HHlj9",
    b"\x02\x02\x01a\x01b\x0a\x00\xfed!%\xeb\x03=\x0d",
    b"\x02\x00\x0a\x00:\xce9\x00\x9b\x899\xe8",
    b"\x00\xc0\x0a\x0a\x00n\x9fWE\x0e\xaec\xbb",
    b"\x00\xc2\x90\xee\xfe\xff\x0a\x00(u\xde{\x13\xeb(\x00",
    b"\x00\x0f123456789012345\x0a\x00\xaa#\xd0\x80\xcc8h6",
    b"\x00\x05hello\x0a\x00cr\xdfve4 \x0a",
    b"\x00\xc3\x09<\x01xx\xe0/\x00\x01xx\x0a\x00\x13jK\xd6\x1c\xb5\x07\xae",
    b"\x00\x00\x0a\x00]\x9b\x5c@\x0f\x7f\xa2\xda",
    b"\x00\xc3\x0b\x1f\x03abca\xe0\x10\x02\x01cd\x0a\x00\x99m\xac\xc4\xfa\xbe\xdc\xd8",
    b"\x13\x01\x10\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x1c\x1c\x00\x00\x00\x0a\x00\x01\x01\x00\x01\x01\x01\x81f\x02\x00\x01\x02\x01\x00\x01\x00\x01\x01\x01\x04\x01\xff\x01\x01\x01\x01\x01\x00\x00\x01\x00\x0a\x00\x1d\xd8\xb5\xe5\x5c\x0a\xa7\x01",
    b"\x13\x01\x10\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\xc3=@I\x12I\x00\x00\x00\x1e\x00\x03\x01\x01\x01\x02\x01\x81f\x02\x81g\x02\x00 \x09\x00\x00 \x01\x06\x01\x01\x81x\x02\x05\x01@\x1a@\x12`\x0c\x00\x02 \x01\x00\x00 \x12\xa0\x0c\x00\x03 \x0c\x00\x04`\x0c\x01\x01\xff\x03\x04\x01\x01\x01\x02\x01\x04\x01\x01g\x03\x01\x81\xff\xff\xff\xff\xff\xff\xff\xff\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\xd9i\xdc\x02\xa2\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x01\xd9i\xdc\x02\xa2\x01\x00\x00\x01\x01\x01c\xd9i\xdc\x02\xa2\x01\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x01\x0a\x00\x93\xcfD\x07O\xa7\xac{",
    b"\x13\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x01g\x00\x00\x81\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x0a\x00\xa0\x1a\x95=\xfb\x9c\xdd\xde",
    b"\x10\x12\x12\x00\x00\x00\x04\x00\x81f\x02\x81v\x02\x81g\x02\x01\x01\xff\x0a\x00#\xc1\xa5\xe3]\xfa\xe8\x1c",
    b"\x11\x1d\x1d\x00\x00\x00\x06\x00\x81c\x02\x84-inf\x05\x81a\x02\x01\x01\x81b\x02\x832.5\x04\xff\x0a\x009\x923\x9b\xe1\x1f2=",
    b"\x00\xc0\x0a\x0a\x00n\x9fWE\x0e\xaecx",
    b"\x13\x01\x10\x00\x00",
    b"",
    b"hello world, this",
    b"\x00\xc3\x01\x02\x00\x0a\x00\xce%U\xf1W\xa6\xacP",
    b"\x07\x00\x0a\x00\xf2\x07\x8a\x0c\xd0\x0c\xef\x01",
    b"\x14\x00\x0a\x00\xc0\x09+\x9b\xd6\x00\x13\x00",
    b"\x00\x05abc\x0a\x00\xf7\xe1F\xe6\xd2W^\xfd",
    b"\x00\x03abc\x0b\x00\xb0s\x8dN\xbc\xedKk",
    b"\x00\x03abc\x01\x00\xed\xe8\xd1\x0e\xb3\x92\xe9\xb1",
    b"\x13\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0a\x00\xe9>\xc1\x8as\x05k|",
    b"\x13\x01\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03abc\x0a\x00ja\x13r\x98\xd6,\xa7",
];

const RESTORE_TTLS: &[&[u8]] = &[
    b"0",
    b"0",
    b"0",
    b"0",
    b"1",
    b"1000",
    b"1700000000000",
    b"4102444800000",
    b"-1",
    b"x",
    b"",
    b"9223372036854775807",
];

const LOLWUT_VERSIONS: &[&[u8]] = &[
    b"5",
    b"5",
    b"5",
    b"6",
    b"6",
    b"6",
    b"7",
    b"0",
    b"-1",
    b"4294967301",
    b"50",
    b"x",
    b"",
];

const LOLWUT_SIZES: &[&[u8]] = &[b"1", b"2", b"3", b"5", b"10", b"40", b"0", b"-7", b"x", b""];
