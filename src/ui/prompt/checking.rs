//! Replies that an author has written below the lines of a transcript, compared with the replies that came here.

use crate::cli::Heard;
use crate::transcript::{Judge, Verdict, read};

/// A transcript that is being run, and where it is wrong.
#[derive(Default)]
pub struct Checking {
    /// Lines that were not run yet, the next one last, with what is written below them.
    steps: Vec<(String, Option<String>)>,
    judge: Judge,
    /// Whether written replies that are wrong are shown, too.
    is_asked: bool,
    /// The replies to show, by the number of the entry in the log.
    shown: Vec<(u64, Written)>,
}

/// A written reply that is shown below another one that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The reply, as its author wrote it.
    pub text: String,
    /// Whether it is wrong. It is not where the line, or one before it, could not be run here.
    pub is_wrong: bool,
}

impl Checking {
    /// A transcript that is about to be run. A written reply that is no error is always shown where an error came, and so
    /// is one that cannot be compared, since this playground leaves out the command; one that is wrong, if `is_asked`.
    pub fn of(text: &str, is_asked: bool) -> Checking {
        let steps = read(text).steps.into_iter().rev();
        Checking {
            is_asked,
            steps: steps
                .map(|step| {
                    let expected = step.expected(text);
                    (step.line, expected)
                })
                .collect(),
            ..Checking::default()
        }
    }

    /// Looks at a line that was run. Lines that leave nothing in the log were passed over.
    pub fn hear(&mut self, heard: &Heard) {
        while let Some((line, expected)) = self.steps.pop() {
            if line != heard.entry.line {
                continue;
            }
            let verdict = self.judge.next(&heard.entry, expected.as_deref());
            let (text, is_wrong) = match (verdict, expected) {
                (Verdict::Differs { expected, .. }, _) if self.is_asked => (expected, true),
                (Verdict::Unchecked(_), Some(text)) if text != heard.entry.output => (text, false),
                (Verdict::Differs { expected, .. }, _)
                    if heard.entry.is_error && !expected.starts_with("(error)") =>
                {
                    (expected, false)
                }
                _ => return,
            };
            let written = Written { text, is_wrong };
            self.shown.push((heard.entry.number, written));
            return;
        }
    }

    /// The written reply to show below an entry.
    pub fn written(&self, number: u64) -> Option<&Written> {
        let found = self.shown.iter().find(|(shown, _)| *shown == number);
        found.map(|(_, written)| written)
    }
}
