//! Replies that are right though they are different: what depends on the time, on chance, on the machine, or on the order
//! of a hash table. COMMAND's tips say which commands have such replies. Here is what of a reply is certain all the same,
//! and the commands of which the tips say nothing. `tests/differential/normalise.rs` has the same for replies on the wire.

use super::rows::rows;
use keyspace::{KeyspaceMode, number};

/// The part of a reply that is compared.
enum Rule {
    /// All of it, although the tips say that it is another in every run: with this version's settings it is not.
    All,
    /// Its kind: a number, a string, an aggregate, a text.
    Kind,
    /// All but its digits.
    Digits,
    /// A number that may be smaller by at most this: time passes between a command and the next.
    Less(i64),
    /// The length of a number.
    Length,
    /// Its rows, in any order.
    Set,
    /// Its rows in pairs, such as fields with values, in any order.
    Pairs,
    /// Both parts are there; where both are a whole iteration, its keys in any order, or its pairs.
    Scan,
    ScanPairs,
    /// All but its integers.
    Integers,
    /// All but its integers that are milliseconds of our time.
    Times,
    /// The number of its rows, and the kinds of what is in them.
    Shape,
}

/// The smallest integer that [`Rule::Times`] takes for a time in Unix milliseconds.
const TIME_MS_MIN: i64 = 1_000_000_000_000;

/// By command, or container and subcommand.
const RULES: &[(&str, Rule)] = &[
    ("acl genpass", Rule::Kind),
    ("acl log", Rule::Kind),
    ("client id", Rule::Digits),
    ("client info", Rule::Kind),
    ("client list", Rule::Kind),
    ("command", Rule::Kind),
    ("config get", Rule::Kind),
    ("expiretime", Rule::Length),
    ("hello", Rule::Kind),
    ("hgetall", Rule::Pairs),
    ("hscan", Rule::ScanPairs),
    ("info", Rule::Kind),
    ("keys", Rule::Set),
    ("latency", Rule::Kind),
    ("lolwut", Rule::Kind),
    ("memory", Rule::Kind),
    ("object encoding", Rule::All),
    ("object freq", Rule::Digits),
    ("object idletime", Rule::Digits),
    ("object refcount", Rule::All),
    ("pexpiretime", Rule::Length),
    ("pttl", Rule::Less(5_000)),
    ("randomkey", Rule::Kind),
    ("scan", Rule::Scan),
    ("slowlog get", Rule::Kind),
    ("sscan", Rule::Scan),
    ("time", Rule::Digits),
    ("ttl", Rule::Less(5)),
    ("xadd", Rule::Digits),
    ("xautoclaim", Rule::Kind),
    ("xclaim", Rule::Kind),
    ("xinfo consumers", Rule::Integers),
    ("xinfo stream", Rule::Times),
    ("xpending", Rule::Integers),
    ("xtrim", Rule::All),
    ("zscan", Rule::ScanPairs),
];

/// Subcommands with fixed replies, of a command that is named without subcommand above.
const FIXED: &[&str] = &["getkeys", "getkeysandflags"];

/// Whether a reply to `argv` that is written as `expected` may as well have been `computed`. A time to live may be short by
/// `slack_s` seconds.
pub(crate) fn is_alike(argv: &[Vec<u8>], expected: &str, computed: &str, slack_s: i64) -> bool {
    rule_of(argv).is_some_and(|rule| {
        kind(expected) != ReplyKind::Error
            && kind(expected) == kind(computed)
            && rule.allows(expected, computed, slack_s)
    })
}

/// Whether parts of a command's replies are others in every run, and not their order alone.
pub(crate) fn is_partly_chance(argv: &[Vec<u8>]) -> bool {
    use Rule::{Digits, Integers, Kind, Shape, Times};
    let rule = rule_of(argv);
    matches!(rule, Some(Digits | Integers | Kind | Shape | Times))
}

/// The rule for the replies to a line.
fn rule_of(argv: &[Vec<u8>]) -> Option<&'static Rule> {
    let is = |at: usize, word: &str| {
        let given = argv.get(at);
        given.is_some_and(|given| given.eq_ignore_ascii_case(word.as_bytes()))
    };
    let rule = RULES.iter().find(|(name, _)| match name.split_once(' ') {
        Some((container, name)) => is(0, container) && is(1, name),
        None => is(0, name) && !FIXED.iter().any(|fixed| is(1, fixed)),
    });
    // The texts of help are this playground's own.
    match rule {
        Some((_, rule)) => Some(rule),
        None if is(0, "help") || is(0, "?") || is(1, "help") && argv.len() == 2 => {
            Some(&Rule::Kind)
        }
        None => of_tips(argv),
    }
}

/// The rule by COMMAND's tips. In a page they come with [the part of help](base::part::Part::Help).
fn of_tips(argv: &[Vec<u8>]) -> Option<&'static Rule> {
    let mut tips = KeyspaceMode::default().of_line(argv)?.tips().split(' ');
    tips.find_map(|tip| match tip {
        "nondeterministic_output" => Some(&Rule::Shape),
        "nondeterministic_output_order" => Some(&Rule::Set),
        _ => None,
    })
}

/// Whether a command answers with something that it chose by chance, or by the time.
pub(crate) fn is_chance(argv: &[Vec<u8>]) -> bool {
    matches!(of_tips(argv), Some(Rule::Shape))
}

impl Rule {
    fn allows(&self, expected: &str, computed: &str, slack_s: i64) -> bool {
        match self {
            Rule::All => false,
            Rule::Kind => true,
            Rule::Digits => without_digits(expected) == without_digits(computed),
            Rule::Less(by) => match (integer(expected), integer(computed)) {
                (Some(expected), Some(computed)) => {
                    // The margin is five seconds in the unit of the reply.
                    let slack = slack_s * by / 5;
                    (-slack..=*by).contains(&computed.saturating_sub(expected)) && expected >= 0
                }
                _ => false,
            },
            Rule::Length => {
                let is_time = |text| integer(text).is_some_and(|number| number >= 0);
                is_time(expected) && is_time(computed) && expected.len() == computed.len()
            }
            Rule::Set => is_same_set(expected, computed, 1),
            Rule::Pairs => is_same_set(expected, computed, 2),
            Rule::Scan => is_same_scan(expected, computed, 1),
            Rule::ScanPairs => is_same_scan(expected, computed, 2),
            Rule::Integers => without_integers(expected, 0) == without_integers(computed, 0),
            Rule::Times => {
                without_integers(expected, TIME_MS_MIN) == without_integers(computed, TIME_MS_MIN)
            }
            Rule::Shape => is_same_shape(expected, computed),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplyKind {
    Error,
    Integer,
    String,
    Rows,
    Nil,
    Text,
}

fn kind(reply: &str) -> ReplyKind {
    let reply = reply.trim_ascii_start();
    match reply.as_bytes() {
        [b'"', ..] => ReplyKind::String,
        [b'0'..=b'9', ..] if rows(reply).is_some() => ReplyKind::Rows,
        _ if reply.starts_with("(integer) ") => ReplyKind::Integer,
        _ if reply.starts_with("(error) ") => ReplyKind::Error,
        _ if reply.starts_with("(empty ") => ReplyKind::Rows,
        b"(nil)" => ReplyKind::Nil,
        _ => ReplyKind::Text,
    }
}

fn integer(reply: &str) -> Option<i64> {
    number::parse(reply.strip_prefix("(integer) ")?.as_bytes())
}

/// Each run of digits as one.
fn without_digits(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if !char.is_ascii_digit() {
            out.push(char);
        } else if !out.ends_with('0') {
            out.push('0');
        }
    }
    out
}

/// With a mark for each integer of at least `min`.
fn without_integers(text: &str, min: i64) -> String {
    const MARK: &str = "(integer)";
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let found = line.rsplit_once(' ');
        let found = found.filter(|(before, _)| before.ends_with(MARK));
        let (before, number) = found.unwrap_or((line, ""));
        let is_taken = number::parse(number.as_bytes()).is_some_and(|number| number >= min);
        out.push_str(if is_taken { before } else { line });
        out.push('\n');
    }
    out
}

/// Whether two replies have as many rows, and in them replies of the same kinds.
fn is_same_shape(expected: &str, computed: &str) -> bool {
    if kind(expected) != kind(computed) {
        return false;
    }
    match (rows(expected), rows(computed)) {
        (Some(expected), Some(computed)) => {
            let mut pairs = expected.iter().zip(&computed);
            expected.len() == computed.len() && pairs.all(|(one, other)| is_same_shape(one, other))
        }
        (None, None) => true,
        _ => false,
    }
}

/// Whether two replies of SCAN and its kin have cursors, and where both are a whole iteration the same in it.
fn is_same_scan(expected: &str, computed: &str, row_len: usize) -> bool {
    match (rows(expected).as_deref(), rows(computed).as_deref()) {
        (Some([cursor, keys]), Some([ours, found])) => {
            let is_whole = cursor == "\"0\"" && ours == "\"0\"";
            let is_text = kind(keys) != ReplyKind::Rows;
            kind(cursor) == ReplyKind::String
                && (!is_whole || is_text || keys == found || is_same_set(keys, found, row_len))
        }
        _ => false,
    }
}

/// Whether two aggregates have the same rows, of which `row_len` stay together. A computed reply has some thousands at
/// most, a written one may have more.
fn is_same_set(expected: &str, computed: &str, row_len: usize) -> bool {
    match (rows(expected), rows(computed)) {
        (Some(expected), Some(computed)) => {
            expected.len() == computed.len()
                && sorted(expected, row_len) == sorted(computed, row_len)
        }
        _ => false,
    }
}

fn sorted(rows: Vec<String>, row_len: usize) -> Vec<Vec<String>> {
    let mut sorted: Vec<Vec<String>> = Vec::new();
    for row in rows.chunks(row_len) {
        let at = sorted.partition_point(|known| known.as_slice() < row);
        sorted.insert(at, row.to_vec());
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use keyspace::words;

    fn alike(line: &str, expected: &str, computed: &str) -> bool {
        is_alike(
            &words::split(line.as_bytes()).unwrap(),
            expected,
            computed,
            0,
        )
    }

    #[test]
    fn what_changes_from_run_to_run_is_masked() {
        for (line, expected, computed) in [
            ("TTL a", "(integer) 9", "(integer) 10"),
            ("pttl a", "(integer) 9981", "(integer) 10000"),
            (
                "EXPIRETIME a",
                "(integer) 1600000000",
                "(integer) 1700000010",
            ),
            ("TIME", "1) \"16\"\n2) \"5\"", "1) \"17\"\n2) \"0\""),
            ("KEYS *", "1) \"b\"\n2) \"a\"", "1) \"a\"\n2) \"b\""),
            ("RANDOMKEY", "\"a\"", "\"b\""),
            (
                "SCAN 0",
                "1) \"0\"\n2) 1) \"b\"\n   2) \"a\"",
                "1) \"0\"\n2) 1) \"a\"\n   2) \"b\"",
            ),
            ("SCAN 0", "1) \"17\"\n2) 1) \"b\"", "1) \"9\"\n2) 1) \"a\""),
            ("CLIENT ID", "(integer) 7", "(integer) 1"),
            ("client list", "id=7 addr=x", "id=1 addr=y"),
            ("INFO server", "redis_version:7.0.15", "redis_version:7"),
            ("OBJECT IDLETIME a", "(integer) 10", "(integer) 0"),
            ("COMMAND COUNT", "(integer) 241", "(integer) 98"),
            ("CLIENT HELP", "1) a", "1) b\n2) c"),
            ("help SET", "\n  SET key", "  SET key"),
            (
                "HGETALL h",
                "1) \"b\"\n2) \"1\"\n3) \"a\"\n4) \"2\"",
                "1) \"a\"\n2) \"2\"\n3) \"b\"\n4) \"1\"",
            ),
            (
                "XPENDING s g - + 10",
                "1) 1) \"1-0\"\n   2) \"c\"\n   3) (integer) 196415\n   4) (integer) 1",
                "1) 1) \"1-0\"\n   2) \"c\"\n   3) (integer) 0\n   4) (integer) 1",
            ),
            (
                "XINFO STREAM s FULL",
                "1) \"seen-time\"\n2) (integer) 1638125133422",
                "1) \"seen-time\"\n2) (integer) 1700000000000",
            ),
        ] {
            assert!(alike(line, expected, computed), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_not_masked() {
        for (line, expected, computed) in [
            ("TTL a", "(integer) 11", "(integer) 10"),
            ("TTL a", "(integer) 4", "(integer) 10"),
            ("TTL a", "(integer) -1", "(integer) 3"),
            ("TTL a", "(integer) 0", "(integer) -2"),
            ("EXPIRETIME a", "(integer) 10", "(integer) 1700000010"),
            ("EXPIRETIME a", "(integer) -1", "(integer) -2"),
            ("KEYS *", "1) \"a\"", "1) \"a\"\n2) \"b\""),
            ("RANDOMKEY", "(nil)", "\"b\""),
            ("RANDOMKEY", "\"a\"", "(error) ERR x"),
            ("INFO", "(error) ERR x", "(error) ERR y"),
            ("SCAN 0", "1) \"0\"\n2) 1) \"b\"", "1) \"0\"\n2) 1) \"a\""),
            ("TIME", "1) \"16\"", "1) \"17\"\n2) \"0\""),
            ("COMMAND GETKEYS GET a", "1) \"b\"", "1) \"a\""),
            ("GET a", "\"1\"", "\"2\""),
            ("OBJECT ENCODING a", "\"int\"", "\"raw\""),
            (
                "HGETALL h",
                "1) \"b\"\n2) \"2\"\n3) \"a\"\n4) \"1\"",
                "1) \"a\"\n2) \"2\"\n3) \"b\"\n4) \"1\"",
            ),
            (
                "XINFO STREAM s",
                "1) \"length\"\n2) (integer) 2",
                "1) \"length\"\n2) (integer) 3",
            ),
        ] {
            assert!(!alike(line, expected, computed), "{line}");
        }
    }
}
