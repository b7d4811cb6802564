//! Which words of a command line are keys, and what is done to them: COMMAND GETKEYS and COMMAND GETKEYSANDFLAGS.

use crate::keyspace::catalogue::command::Command;
use crate::keyspace::server::args::is_option;

/// A key in a command line, with the flags that COMMAND has for what is done to it, separated by spaces.
pub type KeyWord<'a> = (&'a [u8], &'static str);

/// The keys in `line`, a line of `command` that begins with its name. `None` if they cannot be determined.
pub fn keys<'a>(command: &Command, line: &'a [Vec<u8>]) -> Option<Vec<KeyWord<'a>>> {
    let mut keys = Vec::new();
    for spec in command.keys() {
        let first = usize::from(spec.first);
        let last = match usize::try_from(spec.last) {
            Ok(further) => first + further,
            Err(_) => line.len().checked_add_signed(spec.last.into())?,
        };
        let words = line.get(first..=last).filter(|words| !words.is_empty())?;
        let access = access(command.name(), line).unwrap_or(spec.access);
        let step = usize::from(spec.step).max(1);
        keys.extend(words.iter().step_by(step).map(|key| (&key[..], access)));
    }
    Some(keys)
}

/// The operations of a command on its key, if they depend on its options.
fn access(name: &str, line: &[Vec<u8>]) -> Option<&'static str> {
    match name {
        "set" => {
            let options = line.get(3..).unwrap_or_default();
            let gets = options.iter().any(|option| is_option(option, "GET"));
            Some(if gets {
                "RW access update"
            } else {
                "OW update"
            })
        }
        "bitfield" => {
            let operations = line.get(2..).unwrap_or_default();
            let reads = only_reads(operations);
            Some(if reads {
                "RO access"
            } else {
                "RW access update"
            })
        }
        _ => None,
    }
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
