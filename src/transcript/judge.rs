//! Says whether a reply that is written is the one that was computed. It knows replies as redis-cli prints them, and
//! which commands wait for EXEC; it runs nothing.

use super::pattern;
use super::read::push_line;
use super::rows::rows;
use super::volatile::is_alike;
use crate::cli::Entry;
use crate::keyspace::{left_out, words};
use crate::text::{Phrase, Text};

const BEHIND: Text = Text {
    en: "Not checked: a line above could not be run here, and this reply may hang on it.",
    zh: "未检查：上面有一行无法在这里执行，此回复可能取决于它。",
};

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
    },
}

/// Compares the replies of one prompt, in the order of its lines.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// The commands that wait for EXEC.
    queued: Vec<Vec<Vec<u8>>>,
    /// A line was not run that Redis would have run.
    is_lost: bool,
}

impl Judge {
    /// Looks at the next line that was run, for which `expected` is [written](super::Step::expected).
    pub fn next(&mut self, entry: &Entry, expected: Option<&str>) -> Verdict {
        let argv = words::split(entry.line.as_bytes()).unwrap_or_default();
        let computed = shown(&entry.output);
        let verdict = match (expected, self.obstacle(entry, &argv, expected)) {
            (None, _) => Verdict::Unwritten,
            (Some(_), Some(why)) => Verdict::Unchecked(why),
            (Some(expected), None) => match self.compare(&argv, expected, &computed) {
                Some(verdict) => verdict,
                None if entry.is_cut() && expected.starts_with(&computed) => Verdict::Same,
                None => Verdict::Differs {
                    expected: expected.to_owned(),
                    computed,
                },
            },
        };
        self.follow(entry, argv);
        verdict
    }

    /// Why nothing can be said about a line.
    fn obstacle(
        &mut self,
        entry: &Entry,
        argv: &[Vec<u8>],
        expected: Option<&str>,
    ) -> Option<Phrase> {
        if self.is_lost {
            return Some(BEHIND.into());
        }
        if expected.is_some_and(|expected| pattern::matches(expected, &entry.output)) {
            return None;
        }
        self.is_lost = entry.is_error && left_out::of_line(argv).is_some();
        if self.is_lost {
            const LEFT_OUT: Text = Text {
                en: "Not checked, like everything behind it: {answer}.",
                zh: "此行及其后均未检查：{answer}。",
            };
            let output = entry.output.as_str();
            let answer = output.strip_prefix("(error) ERR ").unwrap_or(output);
            return Some(Phrase::new(LEFT_OUT, vec![("answer", answer.to_owned())]));
        }
        // A line that the prompt itself refuses to run.
        let refused = entry.is_error && entry.output.is_empty();
        entry.note.clone().filter(|_| refused)
    }

    fn compare(&self, argv: &[Vec<u8>], expected: &str, computed: &str) -> Option<Verdict> {
        let is_exec = matches!(argv, [name] if name.eq_ignore_ascii_case(b"exec"));
        let expected = without_duration(expected);
        let found = one(argv, expected, computed);
        if found.is_some() || !is_exec {
            return found;
        }
        let (theirs, ours) = (rows(expected)?, rows(computed)?);
        if theirs.len() != ours.len() || ours.len() != self.queued.len() {
            return None;
        }
        let rows = self.queued.iter().zip(theirs.iter().zip(&ours));
        let verdicts = rows.map(|(argv, (theirs, ours))| one(argv, theirs, ours));
        verdicts.collect::<Option<Vec<_>>>().map(|verdicts| {
            let is_masked = verdicts.contains(&Verdict::Masked);
            if is_masked {
                Verdict::Masked
            } else {
                Verdict::Older
            }
        })
    }

    /// Remembers what waits for EXEC.
    fn follow(&mut self, entry: &Entry, argv: Vec<Vec<u8>>) {
        if !entry.prompt.ends_with("(TX)> ") {
            self.queued.clear();
        } else if entry.output == "QUEUED" {
            self.queued.push(argv);
        }
    }
}

/// One reply; `None` when it differs.
fn one(argv: &[Vec<u8>], expected: &str, computed: &str) -> Option<Verdict> {
    if pattern::matches(expected, computed) {
        Some(Verdict::Same)
    } else if is_older(expected, computed) {
        Some(Verdict::Older)
    } else {
        is_alike(argv, expected, computed).then_some(Verdict::Masked)
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
fn shown(output: &str) -> String {
    let mut out = String::with_capacity(output.len());
    for line in output.split('\n') {
        push_line(&mut out, line);
    }
    out
}
