//! Says whether a reply that is written is the one that was computed. It knows replies as redis-cli prints them, and
//! which commands wait for EXEC; it runs nothing.

use super::pattern::{self, split_at};
use super::read::push_line;
use super::rows::rows;
use super::say;
use super::volatile::is_alike;
use base::text::Phrase;
use cli::Entry;
use keyspace::words;

/// The result of comparing the written reply of a line with the computed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No reply is written.
    Unwritten,
    /// They are equal, except for parts that the written one leaves open.
    Same,
    /// They are the same but for the form that an older redis-cli printed, such as `"OK"` for `OK`.
    Older,
    /// They differ in what is different in every run.
    Masked,
    /// Whether they are the same cannot be said, and why.
    Unchecked(Phrase),
    /// They differ.
    Differs {
        /// The written reply.
        expected: String,
        /// The output of redis-cli.
        computed: String,
        /// Why the computed reply may not be the one that belongs there, although the written one is not it.
        doubt: Option<Phrase>,
    },
}

/// Compares the replies of one prompt, in the order of its lines. It knows only what a page's first part knows; after a
/// line that could not be run it compares nothing more. [`Checker`](super::Checker) knows what each line depends on.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    queue: Queue,
    /// A line was not run that Redis would have run.
    is_lost: bool,
}

impl Judge {
    /// Looks at the next line that was run, for which `expected` is [written](super::Step::expected).
    pub fn next(&mut self, entry: &Entry, expected: Option<&str>) -> Verdict {
        let argv = words::split(entry.line.as_bytes()).unwrap_or_default();
        let computed = shown(&entry.output);
        let refusal = refusal(entry);
        let found = expected.and_then(|expected| self.queue.compare(&argv, expected, &computed, 0));
        let found = found.filter(|verdict| is_possible(verdict, entry));
        let verdict = match (expected, found) {
            (None, _) => Verdict::Unwritten,
            (_, Some(verdict)) if !self.is_lost => verdict,
            (Some(expected), _) => match &refusal {
                _ if self.is_lost => Verdict::Unchecked(say::BEHIND.into()),
                Some(refusal) => Verdict::Unchecked(refusal.why.clone()),
                None => differing(entry, expected, computed),
            },
        };
        let is_refusal_written = verdict == Verdict::Same;
        self.is_lost |= !is_refusal_written && refusal.is_some_and(|refusal| refusal.is_lasting);
        self.queue.follow(entry, argv);
        verdict
    }
}

/// Whether a verdict can be that on an entry: nothing is masked in an error, which redis-cli prints for some commands as if
/// it were a text.
pub(super) fn is_possible(verdict: &Verdict, entry: &Entry) -> bool {
    *verdict != Verdict::Masked || !entry.is_error
}

/// The verdict on two replies that are not the same.
pub(super) fn differing(entry: &Entry, expected: &str, computed: String) -> Verdict {
    if entry.is_cut() && expected.starts_with(&computed) {
        return Verdict::Same;
    }
    Verdict::Differs {
        expected: expected.to_owned(),
        computed,
        doubt: None,
    }
}

/// A line that was not run although another server may run it.
pub(super) struct Refusal {
    /// Why, without a full stop.
    pub why: Phrase,
    /// Whether the line would have changed something.
    pub is_lasting: bool,
}

/// The beginnings of errors that say that a server does not know a command, or only with other settings.
const UNKNOWN: &[&str] = &[
    "(error) ERR unknown command",
    "(error) ERR unknown subcommand",
    "(error) ERR Unknown subcommand",
    "(error) ERR Unknown Redis command called from script",
    "(error) ERR This instance has cluster support disabled",
    "(error) ERR DEBUG command not allowed",
    "(error) ERR An LFU maxmemory policy is not selected",
    // Within a subscription: the line is another client's.
    "(error) ERR Can't execute '",
];
/// The words by which this playground's errors say that they are its own, and the beginning of its memory's limit.
const OWN: &[&str] = &["this playground", "this page", " here: "];
const FULL: &str = "(error) OOM ";

/// Whether a line was refused as unknown, or by this playground itself.
pub(super) fn refusal(entry: &Entry) -> Option<Refusal> {
    let output = entry.output.as_str();
    if !entry.is_error {
        return None;
    }
    // A line that the prompt itself refuses to run.
    if output.is_empty() {
        let why = entry.note.clone()?;
        let is_lasting = false;
        return Some(Refusal { why, is_lasting });
    }
    let is_own = OWN.iter().any(|own| split_at(output, own).is_some()) || output.starts_with(FULL);
    let is_unknown = UNKNOWN.iter().any(|unknown| output.starts_with(unknown));
    (is_own || is_unknown).then(|| {
        let answer = output.strip_prefix("(error) ").unwrap_or(output);
        let answer = answer.strip_prefix("ERR ").unwrap_or(answer);
        // The arguments stand in the line.
        let answer = split_at(answer, ", with args").map_or(answer, |(before, _)| before);
        Refusal {
            why: answer.to_owned().into(),
            is_lasting: true,
        }
    })
}

/// A queued command, with the written reply to it and the computed one.
pub(super) type ExecRow<'a> = (&'a [Vec<u8>], String, String);

/// The commands that wait for EXEC.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue(pub Vec<Vec<Vec<u8>>>);

impl Queue {
    /// The verdict if the two replies to `argv` are the same; `None` if they differ. A time to live that passes by a
    /// running clock may be short by `slack_s` seconds.
    pub(crate) fn compare(
        &self,
        argv: &[Vec<u8>],
        expected: &str,
        computed: &str,
        slack_s: i64,
    ) -> Option<Verdict> {
        let (expected, computed) = (without_duration(expected), without_duration(computed));
        let found = one(argv, expected, computed, slack_s);
        if found.is_some() {
            return found;
        }
        let rows = self.rows(argv, expected, computed)?.into_iter();
        let verdicts = rows.map(|(argv, theirs, ours)| one(argv, &theirs, &ours, slack_s));
        verdicts.collect::<Option<Vec<_>>>().map(|verdicts| {
            let is_masked = verdicts.contains(&Verdict::Masked);
            if is_masked {
                Verdict::Masked
            } else {
                Verdict::Older
            }
        })
    }

    /// The replies that EXEC gives in one, each with its command. `None` for other commands, and where the numbers of
    /// replies differ.
    pub(crate) fn rows(
        &self,
        argv: &[Vec<u8>],
        expected: &str,
        computed: &str,
    ) -> Option<Vec<ExecRow<'_>>> {
        if !is_exec(argv) {
            return None;
        }
        let (theirs, ours) = (rows(expected)?, rows(computed)?);
        if theirs.len() != ours.len() || ours.len() != self.0.len() {
            return None;
        }
        let rows = self.0.iter().zip(theirs.into_iter().zip(ours));
        Some(
            rows.map(|(argv, (theirs, ours))| (argv.as_slice(), theirs, ours))
                .collect(),
        )
    }

    /// Remembers what waits for EXEC.
    pub(crate) fn follow(&mut self, entry: &Entry, argv: Vec<Vec<u8>>) {
        if !is_within_transaction(entry) {
            self.0.clear();
        } else if entry.output == "QUEUED" {
            self.0.push(argv);
        }
    }
}

/// Whether a line was entered between MULTI and EXEC.
pub(super) fn is_within_transaction(entry: &Entry) -> bool {
    entry.prompt.ends_with("(TX)> ")
}

pub(super) fn is_exec(argv: &[Vec<u8>]) -> bool {
    matches!(argv, [name] if name.eq_ignore_ascii_case(b"exec"))
}

/// One reply; `None` when it differs.
fn one(argv: &[Vec<u8>], expected: &str, computed: &str, slack_s: i64) -> Option<Verdict> {
    if pattern::matches(expected, computed) {
        Some(Verdict::Same)
    } else if is_older(expected, computed) {
        Some(Verdict::Older)
    } else {
        is_alike(argv, expected, computed, slack_s).then_some(Verdict::Masked)
    }
}

/// A status in quotes, or an older name of what is empty.
fn is_older(expected: &str, computed: &str) -> bool {
    let quoted = expected
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    quoted == Some(computed)
        || computed == "(empty array)"
            && matches!(
                expected,
                "(empty list or set)" | "(empty list)" | "(empty set)"
            )
}

/// Without the line in which redis-cli says how long a slow command took.
fn without_duration(reply: &str) -> &str {
    match reply.rsplit_once('\n') {
        Some((before, last)) if is_duration(last) => before,
        _ => reply,
    }
}

fn is_duration(line: &str) -> bool {
    let seconds = line
        .strip_prefix('(')
        .and_then(|line| line.strip_suffix("s)"));
    seconds.is_some_and(|seconds| {
        seconds.contains('.')
            && seconds
                .bytes()
                .all(|byte| byte == b'.' || byte.is_ascii_digit())
    })
}

/// A reply in the form in which a written one is read.
pub(super) fn shown(output: &str) -> String {
    let mut out = String::with_capacity(output.len());
    for line in output.split('\n') {
        push_line(&mut out, line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Engine, read};

    #[test]
    fn what_this_playground_or_its_settings_refuse_is_told_from_what_redis_refuses() {
        let mut engine = Engine::new(0);
        engine.run("SET a 1").unwrap();
        let mut is_refusal = |line: &str| refusal(&engine.run(line).unwrap().unwrap()).is_some();
        for line in [
            "REPLICAOF other 6379",
            "WAIT 1 0",
            "CONFIG SET maxmemory-policy allkeys-lru",
            "CONFIG SET maxmemory 100gb",
            "DEBUG SLEEP 0",
            "OBJECT FREQ a",
            "BF.ADD a b",
            "CLIENT NOSUCH",
            "connect other 6379",
        ] {
            assert!(is_refusal(line), "{line}");
        }
        for line in [
            "GET",
            "SET a 1",
            "INCR a b",
            "GET 'a",
            "HSET a b c",
            "SELECT 99",
        ] {
            assert!(!is_refusal(line), "{line}");
        }
    }

    #[test]
    fn in_a_page_nothing_is_compared_after_a_command_that_could_not_be_run() {
        let text =
            "redis> SET a 1\nOK\nredis> MODULE.ADD a b\n(integer) 1\nredis> PING\nNO\nredis> PING";
        let (mut judge, mut engine) = (Judge::default(), Engine::new(0));
        let steps = read(text).steps;
        let verdicts = steps.iter().map(|step| {
            let entry = engine.run(&step.line).unwrap().unwrap();
            judge.next(&entry, step.expected(text).as_deref())
        });
        let unchecked = |phrase: Phrase| Verdict::Unchecked(phrase);
        let answer = "unknown command 'MODULE.ADD'".to_owned();
        assert_eq!(
            verdicts.collect::<Vec<_>>(),
            [
                Verdict::Same,
                unchecked(answer.into()),
                unchecked(say::BEHIND.into()),
                Verdict::Unwritten,
            ]
        );
    }
}
