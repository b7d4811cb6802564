//! Runs the transcripts of a document, and compares.

use crate::document::{self, Block, Markup};
use crate::interrupt;
use setnx_playground::text::Lang;
use setnx_playground::transcript::{Checker, Step, Verdict, read};
use std::collections::HashMap;
use std::ops::Range;

/// The time in every transcript, in Unix milliseconds, so that all runs give the same result.
const NOW_MS: i64 = 1_700_000_000_000;

/// The lines that are run before each transcript.
#[derive(Debug, Default)]
pub struct Setup {
    pub lines: String,
}

/// A reply that is not the one that is written.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Where the reply stands in the source, in bytes.
    pub at: Range<usize>,
    /// The line that was run.
    pub command: String,
    pub expected: String,
    pub computed: String,
    /// Which block of the document, and which step of the block.
    pub place: (usize, usize),
    /// It was to be corrected, and cannot be written where it stands.
    pub is_left: bool,
}

/// Something that is wrong or was not looked at, and where, in bytes.
#[derive(Clone, Debug)]
pub struct Note {
    pub at: usize,
    pub text: String,
}

/// The result of a document.
#[derive(Debug, Default)]
pub struct Checked {
    pub transcripts: usize,
    pub skipped: usize,
    /// Replies that are written.
    pub replies: usize,
    /// Of those, the ones that differ only in what is different in every run.
    pub masked: usize,
    /// Of those, the ones in the form of an older redis-cli.
    pub older: usize,
    /// Lines for which no reply is written.
    pub unwritten: usize,
    pub differences: Vec<Difference>,
    /// Replies that nothing can be said about.
    pub unchecked: Vec<Note>,
    /// Directives and setups that do not work.
    pub problems: Vec<Note>,
}

/// Checks a document. An interrupt ends it early.
pub fn check(source: &str, markup: Markup, setup: &Setup) -> Checked {
    let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    let document = document::read(source.get(start..).unwrap_or_default(), markup);
    let mut checked = Checked::default();
    let problems = document.problems.into_iter();
    checked.problems.extend(problems.map(|(at, text)| Note {
        at: at + start,
        text,
    }));
    let mut sessions: HashMap<String, Checker> = HashMap::new();
    for (number, block) in document.blocks.iter().enumerate() {
        if interrupt::is_asked() {
            break;
        }
        if block.options.is_skipped {
            checked.skipped += 1;
            continue;
        }
        let begin = |checked: &mut Checked| {
            let mut checker = Checker::new(NOW_MS);
            checked.set_up(&mut checker, &setup.lines, block.at + start);
            checker
        };
        match &block.options.session {
            None => {
                let mut checker = begin(&mut checked);
                checked.block(number, block, &mut checker, start);
            }
            Some(name) => {
                let mut checker = match sessions.remove(name) {
                    Some(checker) => checker,
                    None => begin(&mut checked),
                };
                checked.block(number, block, &mut checker, start);
                sessions.insert(name.clone(), checker);
            }
        }
    }
    checked
}

impl Checked {
    fn set_up(&mut self, checker: &mut Checker, lines: &str, at: usize) {
        let failed = checker.set_up(lines).into_iter();
        self.problems.extend(failed.map(|(line, why)| Note {
            at,
            text: format!("`{line}` of the setup failed: {why}"),
        }));
    }

    fn block(&mut self, number: usize, block: &Block, checker: &mut Checker, start: usize) {
        self.transcripts += 1;
        self.set_up(checker, &block.options.setup, block.at + start);
        let text = block.mapped.text();
        let transcript = read(text);
        if !transcript.has_prompts && block.options.session.is_none() {
            // Nothing is written, and nothing comes of it.
            self.unwritten += transcript.steps.len();
            return;
        }
        for (place, step) in transcript.steps.iter().enumerate() {
            if interrupt::is_asked() {
                return;
            }
            let verdict = checker.next(text, step);
            self.replies += usize::from(verdict != Verdict::Unwritten);
            let at = place_of(block, step);
            let at = at.start + start..at.end + start;
            match verdict {
                Verdict::Same => {}
                Verdict::Unwritten => self.unwritten += 1,
                Verdict::Older => self.older += 1,
                Verdict::Masked => self.masked += 1,
                Verdict::Unchecked(why) => self.unchecked.push(Note {
                    at: at.start,
                    text: why.get(Lang::En),
                }),
                Verdict::Differs { expected, computed } => self.differences.push(Difference {
                    at,
                    command: step.line.clone(),
                    expected,
                    computed,
                    place: (number, place),
                    is_left: false,
                }),
            }
        }
    }
}

/// Where the reply stands, or at least its line or its block.
fn place_of(block: &Block, step: &Step) -> Range<usize> {
    let reply = step
        .expected
        .clone()
        .and_then(|reply| block.mapped.source(reply));
    let place = reply.or_else(|| block.mapped.source(step.at.clone()));
    place.unwrap_or(block.at..block.at)
}
