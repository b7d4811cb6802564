//! What an author has written below the lines of a transcript, against what came of them here.

use crate::cli::Heard;
use crate::transcript::{Judge, Verdict, read};

/// A transcript that is being run, and where it is wrong.
#[derive(Default)]
pub struct Checking {
    /// Lines that were not run yet, the next one last, with what is written below them.
    steps: Vec<(String, Option<String>)>,
    judge: Judge,
    /// What is written where something else came, by the number of the entry in the log.
    wrong: Vec<(u64, String)>,
}

impl Checking {
    /// A transcript that is about to be run.
    pub fn of(text: &str) -> Checking {
        let steps = read(text).steps.into_iter().rev();
        Checking {
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
            if let Verdict::Differs { expected, .. } = verdict {
                self.wrong.push((heard.entry.number, expected));
            }
            return;
        }
    }

    /// What is written for an entry that is another.
    pub fn written(&self, number: u64) -> Option<&str> {
        let found = self.wrong.iter().find(|(wrong, _)| *wrong == number);
        found.map(|(_, written)| written.as_str())
    }
}
