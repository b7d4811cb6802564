//! The things on which the lines of a transcript depend: the keys that they wrote, and the lines that could not be run as they were for
//! its author. A reply that differs is wrong only if nothing of this explains it.

use super::judge::{Queue, is_exec};
use super::rows::rows;
use super::say;
use base::text::{Phrase, Text};
use keyspace::{KeyspaceMode, called, keys};
use std::collections::{BTreeMap, BTreeSet};

/// Commands whose replies tell of other clients or servers.
const OF_OTHERS: &[&str] = &[
    "client kill",
    "client unblock",
    "cluster",
    "failover",
    "monitor",
    "psubscribe",
    "psync",
    "publish",
    "pubsub",
    "replicaof",
    "role",
    "slaveof",
    "spublish",
    "ssubscribe",
    "subscribe",
    "sync",
    "wait",
    "waitaof",
];
/// Containers whose replies tell of what the server was told by others of their subcommands, which may be elsewhere; and
/// those subcommands.
const OF_SETTINGS: &[&str] = &["acl", "function", "latency", "module", "script", "slowlog"];
const SETTINGS: &[&str] = &[
    "acl deluser",
    "acl setuser",
    "function delete",
    "function flush",
    "function load",
    "function restore",
    "latency reset",
    "script flush",
    "script load",
    "slowlog reset",
];
/// Commands whose replies tell of all keys.
const OF_ALL_KEYS: &[&str] = &["dbsize", "info", "keys", "randomkey", "scan"];
/// Commands that drop all keys.
const FLUSHES: &[&str] = &["flushall", "flushdb"];
/// Commands that set a deadline. Those of an absolute time make EXPIRETIME's reply certain.
const DEADLINES: &[&str] = &[
    "expire",
    "expireat",
    "getex",
    "pexpire",
    "pexpireat",
    "psetex",
    "restore",
    "set",
    "setex",
];
const ABSOLUTE: &[&str] = &["expireat", "pexpireat"];
const ABSOLUTE_OPTIONS: &[&str] = &["exat", "pxat", "absttl"];

/// The way in which a line ended.
pub(crate) enum Ending {
    /// It was run.
    Ran,
    /// It was run, and chose what it did by chance.
    Chose,
    /// It was not run, or not understood: what it would have done is missing.
    Refused,
    /// It answered with an error where another reply is written.
    Failed,
    /// It answered with something else than what is written, and rests on a key that nothing has written.
    Differed,
}

/// The keys of a transcript.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// The keys that some line has written or dropped, or shown not to exist.
    known: BTreeSet<Vec<u8>>,
    /// Whether all keys were dropped, so that each is known.
    is_all_known: bool,
    /// Those whose values may be others here, with the line that is to blame.
    spoiled: BTreeMap<Vec<u8>, Blame>,
    /// A line without keys that could not be run.
    unsettled: Option<Blame>,
    /// The containers of [`OF_SETTINGS`] that some line has asked to change something.
    told: BTreeSet<Vec<u8>>,
    /// Those whose deadline is an absolute time.
    absolute: BTreeSet<Vec<u8>>,
    /// Keys are watched, so that another client can end the transaction.
    is_watching: bool,
    /// Some command that waits for EXEC could not be queued.
    is_transaction_lost: bool,
}

#[derive(Clone, Debug)]
struct Blame {
    line: String,
    why: Text,
}

impl Blame {
    fn phrase(&self, key: Option<&[u8]>) -> Phrase {
        match key {
            None => say::may_depend(self.line.as_str(), self.why),
            Some(key) => say::depends(shown(key), self.line.as_str(), self.why),
        }
    }
}

/// A key in a line, and what the line does to it.
struct Touched {
    key: Vec<u8>,
    is_read: bool,
    is_written: bool,
    /// Its old value is gone afterwards.
    is_replaced: bool,
}

impl Ledger {
    /// Why a reply to `argv` that differs from the written one need not be wrong.
    pub(crate) fn excuse(
        &self,
        argv: &[Vec<u8>],
        expected: &str,
        computed: &str,
    ) -> Option<Phrase> {
        if is_exec(argv) && self.is_transaction_lost {
            return Some(say::TRANSACTION.into());
        }
        if is_exec(argv) && self.is_watching && expected == NIL {
            return Some(say::OTHERS.into());
        }
        let (touched, _) = touched(argv);
        let read = || touched.iter().filter(|touched| touched.is_read);
        if let Some((key, blame)) = read().find_map(|read| self.spoiled.get_key_value(&read.key)) {
            return Some(blame.phrase(Some(key)));
        }
        if is_one_of(argv, OF_ALL_KEYS) {
            if let Some((key, blame)) = self.spoiled.first_key_value() {
                return Some(blame.phrase(Some(key)));
            }
            if !self.is_all_known && is_absence(computed) {
                return Some(say::EMPTY.into());
            }
        }
        if let Some(blame) = &self.unsettled
            && (touched.is_empty() || is_error(computed))
        {
            return Some(blame.phrase(None));
        }
        if is_one_of(argv, OF_OTHERS) {
            return Some(say::OTHERS.into());
        }
        if is_one_of(argv, OF_SETTINGS) && !is_error(computed) && !self.told.contains(&name(argv)) {
            return Some(say::UNTOLD.into());
        }
        if is_error(expected) || !is_absence(computed) {
            return None;
        }
        let unwritten = read().find(|read| !self.is_known(&read.key))?;
        Some(unwritten_phrase(&unwritten.key))
    }

    /// Why the computed reply to `argv` may not be the one that belongs in the place of a written one that differs.
    pub(crate) fn doubt(&self, argv: &[Vec<u8>], computed: &str) -> Option<Phrase> {
        if is_error(computed) {
            return None;
        }
        let touched = touched(argv).0;
        let unwritten = touched
            .iter()
            .find(|touched| touched.is_read && !self.is_known(&touched.key))?;
        Some(unwritten_phrase(&unwritten.key))
    }

    /// Whether a reply is the same in every run, although those of its command usually are not: a deadline at an absolute
    /// time, and an entry's ID that the line has chosen.
    pub(crate) fn is_certain(&self, argv: &[Vec<u8>]) -> bool {
        is_one_of(argv, &["expiretime", "pexpiretime"]) && self.is_absolute(argv)
            || is_one_of(argv, &["xadd"]) && !argv.iter().any(|word| word == b"*")
    }

    /// Whether a reply tells how long it is from now to a moment that the author has chosen.
    pub(crate) fn is_distance(&self, argv: &[Vec<u8>]) -> bool {
        is_one_of(argv, &["ttl", "pttl"]) && self.is_absolute(argv)
    }

    fn is_absolute(&self, argv: &[Vec<u8>]) -> bool {
        argv.get(1).is_some_and(|key| self.absolute.contains(key))
    }

    /// Notes that a line was run, in the order of the lines. `queue` waits for EXEC.
    pub(crate) fn note(
        &mut self,
        argv: &[Vec<u8>],
        ending: &Ending,
        queue: &Queue,
        is_queued: bool,
    ) {
        if is_exec(argv) {
            let ending = match std::mem::take(&mut self.is_transaction_lost) {
                true => &Ending::Refused,
                false => ending,
            };
            for argv in &queue.0 {
                self.note_one(argv, ending);
            }
            self.is_watching = false;
        } else if is_queued {
            let is_lost = matches!(ending, Ending::Refused | Ending::Failed);
            self.is_transaction_lost |= is_lost;
            if is_lost {
                self.note_one(argv, ending);
            }
        } else {
            self.is_transaction_lost = false;
            self.note_one(argv, ending);
        }
    }

    fn note_one(&mut self, argv: &[Vec<u8>], ending: &Ending) {
        if is_one_of(argv, &["watch"]) {
            self.is_watching = true;
        } else if is_one_of(argv, &["discard", "reset", "unwatch"]) {
            self.is_watching = false;
        }
        let why = match ending {
            Ending::Ran => None,
            Ending::Chose => Some(say::LINE_CHOSEN),
            Ending::Refused => Some(say::LINE_REFUSED),
            Ending::Failed => Some(say::LINE_FAILED),
            Ending::Differed => Some(say::LINE_DIFFERED),
        };
        let (touched, is_known) = touched(argv);
        let read = touched
            .iter()
            .filter(|touched| touched.is_read && !touched.is_replaced);
        let inherited = read
            .filter_map(|touched| self.spoiled.get(&touched.key))
            .next()
            .cloned();
        let own = |why| Blame {
            line: line_of(argv),
            why,
        };
        let blame = why.map(|why| inherited.clone().unwrap_or_else(|| own(why)));
        if let Some(blame) = blame {
            if matches!(ending, Ending::Refused | Ending::Failed)
                && (touched.is_empty() || !is_known)
            {
                self.unsettled.get_or_insert_with(|| blame.clone());
            }
            for touched in touched.into_iter().filter(|touched| touched.is_written) {
                self.spoiled
                    .entry(touched.key)
                    .or_insert_with(|| blame.clone());
            }
            return;
        }
        if is_one_of(argv, FLUSHES) {
            self.spoiled.clear();
            self.is_all_known = true;
        }
        if is_one_of(argv, DEADLINES) {
            self.note_deadline(argv);
        }
        for touched in touched.into_iter().filter(|touched| touched.is_written) {
            match &inherited {
                Some(blame) => {
                    self.spoiled.insert(touched.key.clone(), blame.clone());
                }
                None if touched.is_replaced => {
                    self.spoiled.remove(&touched.key);
                }
                None => {}
            }
            self.known.insert(touched.key);
        }
    }

    fn note_deadline(&mut self, argv: &[Vec<u8>]) {
        let Some(key) = argv.get(1) else {
            return;
        };
        let mut options = argv.iter().skip(2);
        let is_option = |word: &Vec<u8>| {
            let mut known = ABSOLUTE_OPTIONS.iter();
            known.any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
        };
        if is_one_of(argv, ABSOLUTE) || options.any(is_option) {
            self.absolute.insert(key.clone());
        } else if !is_one_of(argv, &["getex"]) || argv.len() > 2 {
            self.absolute.remove(key);
        }
    }

    /// Notes that the reply to a line is right, and so what it tells of its keys.
    pub(crate) fn confirm(&mut self, argv: &[Vec<u8>]) {
        if is_one_of(argv, SETTINGS) {
            self.told.insert(name(argv));
        }
        let touched = touched(argv).0.into_iter();
        self.known.extend(touched.map(|touched| touched.key));
    }

    fn is_known(&self, key: &[u8]) -> bool {
        self.is_all_known || self.known.contains(key)
    }
}

fn unwritten_phrase(key: &[u8]) -> Phrase {
    say::unwritten(shown(key))
}

fn name(argv: &[Vec<u8>]) -> Vec<u8> {
    argv.first()
        .map(|name| name.to_ascii_lowercase())
        .unwrap_or_default()
}

fn shown(key: &[u8]) -> String {
    ["`", &String::from_utf8_lossy(key), "`"].concat()
}

/// The line of some words, as far as it names it.
fn line_of(argv: &[Vec<u8>]) -> String {
    String::from_utf8_lossy(&argv.join(&b' ')).into_owned()
}

/// The keys of a line, and whether they are known: of a command without a record, each word may be one.
fn touched(argv: &[Vec<u8>]) -> (Vec<Touched>, bool) {
    if calls_nothing(argv) {
        return (Vec::new(), true);
    }
    let mut modes = KeyspaceMode::ALL.into_iter();
    let command = modes.find_map(|mode| mode.of_line(argv));
    let known = command.and_then(|command| {
        let known = keys::keys(command, argv);
        let is_found = !known.is_empty() || !keys::has_keys(command);
        is_found.then_some(known)
    });
    match known {
        Some(known) => {
            let touched = known.into_iter().map(|(key, access)| {
                let has = |word: &str| access.split(' ').any(|known| known == word);
                let is_dropped = has("RM") && !has("access");
                Touched {
                    key: key.to_vec(),
                    is_read: !has("OW"),
                    is_written: !has("RO"),
                    is_replaced: has("OW") || is_dropped,
                }
            });
            (touched.collect(), true)
        }
        None => {
            let words = argv.iter().skip(1).map(|word| Touched {
                key: word.clone(),
                is_read: true,
                is_written: true,
                is_replaced: false,
            });
            (words.collect(), false)
        }
    }
}

/// Whether a line runs a script whose text calls no command, and so neither reads nor writes a key.
fn calls_nothing(argv: &[Vec<u8>]) -> bool {
    let script = argv.get(1).map(Vec::as_slice).unwrap_or_default();
    is_one_of(argv, &["eval", "eval_ro"]) && called(script).is_some_and(|names| names.is_empty())
}

/// Whether a line begins with one of these commands, or containers with subcommands.
fn is_one_of(argv: &[Vec<u8>], known: &[&str]) -> bool {
    let is = |at: usize, word: &str| {
        let given = argv.get(at);
        given.is_some_and(|given| given.eq_ignore_ascii_case(word.as_bytes()))
    };
    known.iter().any(|known| match known.split_once(' ') {
        Some((container, word)) => is(0, container) && is(1, word),
        None => is(0, known),
    })
}

pub(crate) fn is_error(reply: &str) -> bool {
    reply.starts_with("(error) ")
}

const NIL: &str = "(nil)";
/// Parts of errors that say that a key, or something in it, is not there.
const ABSENT: &[&str] = &[
    " no such key",
    "requires the key to exist",
    "could not decode requested zset member",
    "(error) NOGROUP ",
];

/// Whether a reply is that of a command whose keys are not there.
fn is_absence(reply: &str) -> bool {
    if is_error(reply) {
        return ABSENT.iter().any(|absent| reply.contains(absent));
    }
    match rows(reply) {
        Some(rows) => rows.iter().all(|row| is_absence(row)),
        None => matches!(
            reply,
            NIL | "(empty array)"
                | "(integer) 0"
                | "(integer) -1"
                | "(integer) -2"
                | "\"\""
                | "\"0\""
                | "none"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::touched;

    #[test]
    fn a_script_that_calls_nothing_touches_no_key() {
        let keys = |script: &str| {
            let argv = ["EVAL", script, "0", "a"].map(|word| word.as_bytes().to_vec());
            let (keys, is_known) = touched(&argv);
            is_known.then_some(keys.len())
        };
        assert_eq!(keys("return ARGV[1]"), Some(0));
        assert_eq!(keys("return redis.call('GET', 'k')"), None);
    }
}
