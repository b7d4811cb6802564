//! Replies that are right though they are different: what hangs on the time, on chance, on the machine, or on the order
//! of a hash table. `tests/differential/normalise.rs` has the same list for replies on the wire.

use super::rows::rows;
use crate::keyspace::number;

/// The part of a reply that is compared.
enum Rule {
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
    /// Both parts are there; where both are a whole iteration, its keys in any order.
    Scan,
}

/// By command, or container and subcommand.
const RULES: &[(&str, Rule)] = &[
    ("client id", Rule::Digits),
    ("client info", Rule::Kind),
    ("client list", Rule::Kind),
    ("command", Rule::Kind),
    ("config get", Rule::Kind),
    ("expiretime", Rule::Length),
    ("hello", Rule::Digits),
    ("info", Rule::Kind),
    ("keys", Rule::Set),
    ("object freq", Rule::Digits),
    ("object idletime", Rule::Digits),
    ("pexpiretime", Rule::Length),
    ("pttl", Rule::Less(5_000)),
    ("randomkey", Rule::Kind),
    ("scan", Rule::Scan),
    ("time", Rule::Digits),
    ("ttl", Rule::Less(5)),
];

/// Subcommands with fixed replies, of a command that is named without subcommand above.
const FIXED: &[&str] = &["getkeys", "getkeysandflags"];

/// Whether a reply to `argv` that is written as `expected` may as well have been `computed`.
pub fn is_alike(argv: &[Vec<u8>], expected: &str, computed: &str) -> bool {
    let is = |at: usize, word: &str| {
        let given = argv.get(at);
        given.is_some_and(|given| given.eq_ignore_ascii_case(word.as_bytes()))
    };
    let rule = RULES.iter().find(|(name, _)| match name.split_once(' ') {
        Some((container, name)) => is(0, container) && is(1, name),
        None => is(0, name) && !FIXED.iter().any(|fixed| is(1, fixed)),
    });
    // The texts of help are this playground's own.
    let rule = match rule {
        Some((_, rule)) => rule,
        None if is(0, "help") || is(0, "?") || is(1, "help") && argv.len() == 2 => &Rule::Kind,
        None => return false,
    };
    kind(expected) != ReplyKind::Error
        && kind(expected) == kind(computed)
        && rule.allows(expected, computed)
}

impl Rule {
    fn allows(&self, expected: &str, computed: &str) -> bool {
        match self {
            Rule::Kind => true,
            Rule::Digits => without_digits(expected) == without_digits(computed),
            Rule::Less(by) => match (integer(expected), integer(computed)) {
                (Some(expected), Some(computed)) => {
                    (0..=*by).contains(&computed.saturating_sub(expected)) && expected >= 0
                }
                _ => false,
            },
            Rule::Length => {
                let is_time = |text| integer(text).is_some_and(|number| number >= 0);
                is_time(expected) && is_time(computed) && expected.len() == computed.len()
            }
            Rule::Set => is_same_set(expected, computed),
            Rule::Scan => match (rows(expected).as_deref(), rows(computed).as_deref()) {
                (Some([cursor, keys]), Some([ours, found])) => {
                    let is_whole = cursor == "\"0\"" && ours == "\"0\"";
                    kind(cursor) == ReplyKind::String
                        && (!is_whole || kind(keys) != ReplyKind::Rows || is_same_set(keys, found))
                }
                _ => false,
            },
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

/// Whether two aggregates have the same rows. A computed reply has some thousands at most, a written one may have more.
fn is_same_set(expected: &str, computed: &str) -> bool {
    match (rows(expected), rows(computed)) {
        (Some(expected), Some(computed)) => {
            expected.len() == computed.len() && sorted(expected) == sorted(computed)
        }
        _ => false,
    }
}

fn sorted(rows: Vec<String>) -> Vec<String> {
    let mut sorted: Vec<String> = Vec::new();
    for row in rows {
        sorted.insert(sorted.partition_point(|known| *known < row), row);
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyspace::words;

    fn alike(line: &str, expected: &str, computed: &str) -> bool {
        is_alike(&words::split(line.as_bytes()).unwrap(), expected, computed)
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
        ] {
            assert!(!alike(line, expected, computed), "{line}");
        }
    }
}
