//! Which words of a command line are keys, and what is done to them: COMMAND GETKEYS and COMMAND GETKEYSANDFLAGS.

use crate::catalogue::command::{Command, KeyBegin, KeyFind, KeySpec};
use crate::number;
use crate::words::is_option;

/// A key in a command line, with the flags that COMMAND has for what is done to it, separated by spaces.
pub type KeyWord<'a> = (&'a [u8], &'static str);

const READ: &str = "RO access";
const OVERWRITE: &str = "OW update";
const UPDATE: &str = "RW access update";
const TAKE: &str = "RW access delete";
const REMOVE: &str = "RM delete";
/// Redis does not say what a command does to keys that its own search found, unless the specification cannot say it.
const UNTOLD: &str = "";

/// Whether a flag stands among others, separated by spaces.
pub fn has_flag(flags: &str, flag: &str) -> bool {
    let mut flags = flags.as_bytes().split(|byte| *byte == b' ');
    flags.any(|own| own == flag.as_bytes())
}

/// Whether a line of the command can have keys.
pub fn has_keys(command: &Command) -> bool {
    command.keys().iter().any(is_of_keys)
}

/// The keys in `line`, a line of `command` that begins with its name and has a right number of words. None if they cannot
/// be determined.
pub fn keys<'a>(command: &Command, line: &'a [Vec<u8>]) -> Vec<KeyWord<'a>> {
    let mut specs = command.keys();
    specs.retain(is_of_keys);
    let is_fixed = |spec: &KeySpec| !spec.access.split(' ').any(|flag| flag == "variable_flags");
    let told = specs.iter().all(is_fixed).then(|| by_specs(&specs, line));
    told.flatten()
        .or_else(|| searched(command.name(), &specs, line))
        .unwrap_or_default()
}

fn is_of_keys(spec: &KeySpec) -> bool {
    !spec.access.split(' ').any(|flag| flag == "not_key")
}

/// The keys by the specifications; `None` if one does not fit the line, or says that it does not tell all.
fn by_specs<'a>(specs: &[KeySpec], line: &'a [Vec<u8>]) -> Option<Vec<KeyWord<'a>>> {
    let mut keys = Vec::new();
    for spec in specs {
        let first = match spec.begin {
            KeyBegin::Index(index) => usize::from(index),
            KeyBegin::Keyword(keyword, from) => {
                let from = usize::try_from(from).ok()?;
                // Something has to come behind it.
                let among = line.split_last()?.1.get(from..).unwrap_or_default();
                match among.iter().position(|word| is_option(word, keyword)) {
                    Some(at) => from + at + 1,
                    None => continue,
                }
            }
            KeyBegin::Unknown => return None,
        };
        let (first, last, step) = match spec.find {
            KeyFind::Range { last, step, limit } => {
                let end = match usize::try_from(last) {
                    Ok(further) => first + further,
                    Err(_) if limit == 0 => line.len().checked_add_signed(last.into())?,
                    Err(_) => {
                        let part = line.len().checked_sub(first)? / usize::from(limit);
                        (first + part).checked_add_signed(last.into())?
                    }
                };
                (first, end, usize::from(step).max(1))
            }
            KeyFind::Counted => {
                // It is a `long long` until it is seen not to be negative, and then an `int`.
                let count = number::parse(line.get(first)?).filter(|count| *count >= 0)? as i32;
                (first + 1, first + usize::try_from(count).ok()?, 1)
            }
            KeyFind::Unknown => return None,
        };
        let words = line.get(first..=last).filter(|words| !words.is_empty())?;
        keys.extend(
            words
                .iter()
                .step_by(step)
                .map(|key| (&key[..], spec.access)),
        );
        if spec.access.split(' ').any(|flag| flag == "incomplete") {
            return None;
        }
    }
    Some(keys)
}

/// The keys as the command's own search in Redis finds them, where the specifications do not.
fn searched<'a>(name: &str, specs: &[KeySpec], line: &'a [Vec<u8>]) -> Option<Vec<KeyWord<'a>>> {
    let first: KeyWord<'_> = (line.get(1)?, UNTOLD);
    Some(match name {
        "set" => {
            let gets = line.iter().skip(3).any(|option| is_option(option, "GET"));
            vec![(first.0, if gets { UPDATE } else { OVERWRITE })]
        }
        "delex" => vec![(first.0, if line.len() > 2 { TAKE } else { REMOVE })],
        "bitfield" => {
            let reads = only_reads(line.get(2..)?);
            vec![(first.0, if reads { READ } else { UPDATE })]
        }
        "sort" => {
            let mut keys = vec![(first.0, READ)];
            keys.extend(stored(line.get(2..)?).map(|key| (key, OVERWRITE)));
            keys
        }
        "sort_ro" => vec![(first.0, READ)],
        "migrate" => migrated(line)?.iter().map(|key| (&key[..], TAKE)).collect(),
        "xread" | "xreadgroup" => streams(line.get(1..)?)
            .iter()
            .map(|key| (&key[..], UNTOLD))
            .collect(),
        _ => {
            let counted = specs.iter().find(|spec| spec.find == KeyFind::Counted)?;
            let KeyBegin::Index(at) = counted.begin else {
                return None;
            };
            let (count, rest) = line.get(usize::from(at)..)?.split_first()?;
            let keys = rest.get(..usize::try_from(leading_number(count)).ok()?)?;
            if keys.is_empty() {
                return None;
            }
            // The key for the result comes last.
            let result = (specs.len() > 1).then_some(first);
            let keys = keys.iter().map(|key| (&key[..], UNTOLD));
            keys.chain(result).collect()
        }
    })
}

/// The key behind the last STORE of SORT.
fn stored(mut options: &[Vec<u8>]) -> Option<&[u8]> {
    let mut stored = None;
    while let Some((name, rest)) = options.split_first() {
        let is = |option| is_option(name, option);
        if is("STORE") {
            stored = rest.first().map(Vec::as_slice).or(stored);
        }
        let values = match () {
            () if is("LIMIT") => 2,
            () if is("GET") || is("BY") => 1,
            () => 0,
        };
        options = rest.get(values..).unwrap_or_default();
    }
    stored
}

/// The keys of MIGRATE: one, or, behind KEYS, all; then the one must be empty.
fn migrated(line: &[Vec<u8>]) -> Option<&[Vec<u8>]> {
    let mut options = line.get(6..).unwrap_or_default();
    while let Some((name, rest)) = options.split_first() {
        let values = match () {
            () if is_option(name, "KEYS") && !rest.is_empty() => {
                return line.get(3)?.is_empty().then_some(rest);
            }
            () if is_option(name, "AUTH") => 1,
            () if is_option(name, "AUTH2") => 2,
            () => 0,
        };
        options = rest.get(values..).unwrap_or_default();
    }
    line.get(3..4)
}

/// The keys of XREAD and XREADGROUP, by the words behind the name: half of those behind STREAMS.
fn streams(mut words: &[Vec<u8>]) -> &[Vec<u8>] {
    while let Some((name, rest)) = words.split_first() {
        let values = match () {
            () if is_option(name, "STREAMS") && rest.len().is_multiple_of(2) => {
                return rest.get(..rest.len() / 2).unwrap_or_default();
            }
            () if is_option(name, "BLOCK") || is_option(name, "COUNT") => 1,
            () if is_option(name, "GROUP") => 2,
            () if is_option(name, "NOACK") => 0,
            () => break,
        };
        words = rest.get(values..).unwrap_or_default();
    }
    &[]
}

/// The number that a text begins with, as C's `atoi` reads it: 0 if there is none. It is the lower half of a `long`, which
/// ends at its own bounds: 0 for a negative number that is too far.
fn leading_number(text: &[u8]) -> i32 {
    let text = text.trim_ascii_start();
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let number = digits.fold(0_i64, |number, digit| {
        let digit = i64::from(digit - b'0');
        let digit = if is_negative { -digit } else { digit };
        number.saturating_mul(10).saturating_add(digit)
    });
    number as i32
}

/// Whether BITFIELD is asked for nothing but GET. Anything odd counts as a write, as in Redis.
fn only_reads(mut operations: &[Vec<u8>]) -> bool {
    while let Some((name, rest)) = operations.split_first() {
        let words = match () {
            () if is_option(name, "GET") => 2,
            () if is_option(name, "OVERFLOW") => 1,
            () => return false,
        };
        match rest.get(words..) {
            Some(rest) => operations = rest,
            None => return false,
        }
    }
    true
}
