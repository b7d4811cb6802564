//! How times, values and commands of a world are written in a label: in the notation of redis-cli's input.

use keyspace::{command, words};
use lock::Value;

/// A time in seconds, with its milliseconds only when there are some: `101`, `101.5`, `-0.5`.
pub fn seconds(ms: i64) -> String {
    let (whole, rest) = (ms.unsigned_abs() / 1000, ms.unsigned_abs() % 1000);
    let mut out = if ms < 0 { "-" } else { "" }.to_owned();
    out.push_str(&whole.to_string());
    if rest != 0 {
        let digits = (1000 + rest).to_string();
        out.push('.');
        out.push_str(digits.get(1..).unwrap_or_default().trim_end_matches('0'));
    }
    out
}

/// A command as it would be typed: `SETNX lock.foo 112`.
pub fn full_command(argv: &[Vec<u8>]) -> String {
    written(argv.iter())
}

/// The command without the lock's key, which nearly every command names: `SETNX 112`. Of a script, the number of keys goes
/// with it. Where other words could be taken for the key, it stays.
pub fn short_command(argv: &[Vec<u8>], lock_key: &[u8]) -> String {
    match argv {
        [eval, script, keys, key, rest @ ..]
            if eval == b"EVAL" && keys == b"1" && key == lock_key =>
        {
            written([eval, script].into_iter().chain(rest))
        }
        [name, key, rest @ ..] if key == lock_key && is_only_key(name, rest) => {
            written(std::iter::once(name).chain(rest))
        }
        _ => full_command(argv),
    }
}

/// Commands that may have other keys behind their first one: without it, another would seem to be the only one.
const OF_KEYS: &str =
    "DEL UNLINK EXISTS MGET MSET MSETNX WATCH COPY RENAME RENAMENX SMOVE LMOVE RPOPLPUSH";

/// Whether the first argument of a command is a key and no other is one, so that it can be left out. Of a container it is
/// the subcommand.
fn is_only_key(name: &[u8], rest: &[Vec<u8>]) -> bool {
    let is_container = command::find(name).is_some_and(|found| !found.subcommands().is_empty());
    let mut of_keys = OF_KEYS.split(' ');
    !is_container && (rest.is_empty() || of_keys.all(|known| known.as_bytes() != name))
}

/// A register's or the reply's value: `nil`, `112`, `"text"`.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Text(bytes) => quoted(bytes),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(value_text).collect();
            ["[", &all.join(" "), "]"].concat()
        }
    }
}

fn written<'a>(words: impl Iterator<Item = &'a Vec<u8>>) -> String {
    let mut out = String::new();
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        let is_plain = |byte: &u8| byte.is_ascii_graphic() && !b"\"'\\".contains(byte);
        match !word.is_empty() && word.iter().all(is_plain) {
            true => out.push_str(&String::from_utf8_lossy(word)),
            false => out.push_str(&quoted(word)),
        }
    }
    out
}

/// Bytes in double quotes, as the prompt would take them back.
fn quoted(bytes: &[u8]) -> String {
    let mut out = vec![b'"'];
    for byte in bytes {
        words::push_escaped(&mut out, *byte);
    }
    out.push(b'"');
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(words: &[&str]) -> Vec<Vec<u8>> {
        words.iter().map(|word| word.as_bytes().to_vec()).collect()
    }

    #[test]
    fn a_time_shows_its_milliseconds_only_when_there_are_some() {
        assert_eq!(seconds(101_000), "101");
        assert_eq!(seconds(101_500), "101.5");
        assert_eq!(seconds(7), "0.007");
        assert_eq!(seconds(-500), "-0.5");
        assert_eq!(seconds(-12_000), "-12");
    }

    #[test]
    fn a_command_is_written_as_it_would_be_typed() {
        let setnx = argv(&["SETNX", "lock.foo", "112"]);
        assert_eq!(full_command(&setnx), "SETNX lock.foo 112");
        assert_eq!(short_command(&setnx, b"lock.foo"), "SETNX 112");
        let shown = |line: &str, key: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            short_command(&argv(&words), key.as_bytes())
        };
        assert_eq!(shown("DEL lk", "lk"), "DEL");
        assert_eq!(shown("EVAL take 1 lk a7", "lk"), "EVAL take a7");
        assert_eq!(
            full_command(&argv(&["ECHO", "", "a \"b\"\n"])),
            r#"ECHO "" "a \"b\"\n""#
        );
    }

    #[test]
    fn a_word_that_is_not_the_only_key_stays() {
        for (line, key) in [
            ("FUNCTION LOAD REPLACE x", "LOAD"),
            ("SCRIPT LOAD x", "LOAD"),
            ("COPY tpl lk", "tpl"),
            ("DEL lk other", "lk"),
            ("EVAL take 2 lk other", "lk"),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(short_command(&argv(&words), key.as_bytes()), line);
        }
    }
}
