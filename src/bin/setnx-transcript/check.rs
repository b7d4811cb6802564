//! Runs the transcripts of a document, and compares.

use crate::document::{self, Block, Markup, Scope};
use crate::interrupt;
use crate::target::Target;
use setnx_playground::keyspace::KeyspaceMode;
use setnx_playground::text::{Lang, Phrase};
use setnx_playground::transcript::{Checker, Step, Verdict, read};
use std::collections::HashMap;
use std::ops::Range;

const SAID_OF_FAILING: &str = "a line that fails is corrected by hand, or its reply";

const SAID_OF_STORY: &str =
    "it is right where the blocks above go on here, as with --share or a session";
const SAID_OF_PROMPT: &str = "a line of what is written may be another command";
const SAID_OF_REMARK: &str = "a line of what is written is no reply";
const SAID_OF_ELSEWHERE: &str = "a line above it is no reply, and may tell of a change";
const SAID_OF_SCRIPT: &str = "the script or function may be loaded elsewhere";

/// The way in which documents are checked.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// The lines that are run before each transcript.
    pub setup: String,
    pub scope: Scope,
    /// Blocks without a session of their own may go on with those before them.
    pub is_shared: bool,
    /// Where a block names no mode.
    pub mode: KeyspaceMode,
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
    /// Why the computed reply is not written in its place even if that is asked.
    pub held: Option<String>,
    /// It was to be corrected, and was not.
    pub is_left: bool,
}

/// Something that is wrong or was not looked at, and where, in bytes.
#[derive(Clone, Debug)]
pub struct Note {
    pub at: usize,
    pub text: String,
}

/// A block with replies that nothing can be said about.
#[derive(Debug)]
pub struct Unchecked {
    /// The number of replies that are written in the block.
    pub replies: usize,
    /// Each that cannot be checked: the line that was run, and the reason. There is one at least.
    pub notes: Vec<(String, Note)>,
}

/// The result of a document.
#[derive(Debug, Default)]
pub struct Checked {
    pub transcripts: usize,
    pub skipped: usize,
    /// Transcripts with replies, and of those the ones whose replies could all be compared and are right.
    pub replied: usize,
    pub right: usize,
    /// Replies that are written.
    pub replies: usize,
    /// Of those, the ones that differ only in what is different in every run.
    pub masked: usize,
    /// Of those, the ones in the form of an older redis-cli.
    pub older: usize,
    /// Lines for which no reply is written.
    pub unwritten: usize,
    pub differences: Vec<Difference>,
    pub unchecked: Vec<Unchecked>,
    /// Directives and setups that do not work.
    pub problems: Vec<Note>,
}

/// Checks a document. An interrupt ends it early.
///
/// # Errors
/// Why the server cannot be used any more.
pub fn check(
    source: &str,
    markup: Markup,
    manner: &Manner,
    checker: &mut Checker<Target>,
) -> Result<Checked, String> {
    let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    let body = source.get(start..).unwrap_or_default();
    let document = document::read(body, markup, manner.scope);
    let mut checked = Checked::default();
    let problems = document.problems.into_iter();
    checked.problems.extend(problems.map(|(at, text)| Note {
        at: at + start,
        text,
    }));
    let mut run = Run {
        manner,
        blocks: &document.blocks,
        checker,
        start,
        sessions: HashMap::new(),
        live: None,
    };
    for (number, block) in document.blocks.iter().enumerate() {
        if interrupt::is_asked() {
            break;
        }
        if block.options.is_skipped {
            checked.skipped += 1;
            continue;
        }
        match &block.options.session {
            Some(name) => run.go_on(name, number, &mut checked)?,
            None if manner.is_shared => run.go_on_or_begin(number, &mut checked)?,
            None => run.begin(number, &mut checked)?,
        }
    }
    let is_free = |found: &Difference| found.held.is_none();
    if !manner.is_shared && document.blocks.len() > 1 && checked.differences.iter().any(is_free) {
        let shared = Manner {
            is_shared: true,
            ..manner.clone()
        };
        let shared = check(source, markup, &shared, checker)?.differences;
        for found in checked
            .differences
            .iter_mut()
            .filter(|found| is_free(found))
        {
            let is_right = shared.iter().all(|other| other.place != found.place);
            found.held = is_right.then(|| SAID_OF_STORY.to_owned());
        }
    }
    Ok(checked)
}

/// The name of the session of blocks that share their keys without one: no session that is named has it.
const SHARED: &str = "";

/// A run through the blocks of a document.
struct Run<'a> {
    manner: &'a Manner,
    blocks: &'a [Block],
    checker: &'a mut Checker<Target>,
    start: usize,
    /// The blocks of each session so far, in order.
    sessions: HashMap<String, Vec<usize>>,
    /// The session whose keys are there.
    live: Option<String>,
}

impl Run<'_> {
    /// Runs a block with no keys but those of the setup.
    fn begin(&mut self, number: usize, checked: &mut Checked) -> Result<(), String> {
        self.restart(number, checked)?;
        self.block(number, checked)
    }

    /// Runs a block with the keys of those of its session.
    fn go_on(&mut self, name: &str, number: usize, checked: &mut Checked) -> Result<(), String> {
        if self.live.as_deref() != Some(name) {
            let before = self.sessions.get(name).cloned().unwrap_or_default();
            let first = before.first().copied();
            let mut unseen = Checked::default();
            match first {
                None => self.restart(number, checked)?,
                Some(first) => self.restart(first, &mut unseen)?,
            }
            for number in before {
                self.block(number, &mut unseen)?;
            }
        }
        self.block(number, checked)?;
        self.live = Some(name.to_owned());
        self.sessions
            .entry(name.to_owned())
            .or_default()
            .push(number);
        Ok(())
    }

    /// Runs a block with the keys of those before it, or with none if its replies are right then or at least fewer are
    /// not: a page shows one story, or several.
    fn go_on_or_begin(&mut self, number: usize, checked: &mut Checked) -> Result<(), String> {
        let mut going_on = Checked::default();
        self.go_on(SHARED, number, &mut going_on)?;
        if self.sessions.get(SHARED).map_or(0, Vec::len) > 1 && going_on.missed() > 0 {
            let mut begun = Checked::default();
            self.begin(number, &mut begun)?;
            if begun.missed() < going_on.missed() {
                self.sessions.insert(SHARED.to_owned(), vec![number]);
                self.live = Some(SHARED.to_owned());
                going_on = begun;
            }
        }
        checked.add(going_on);
        Ok(())
    }

    fn restart(&mut self, number: usize, checked: &mut Checked) -> Result<(), String> {
        self.live = None;
        let block = self.blocks.get(number);
        let mode = block.and_then(|block| block.options.mode);
        self.checker.restart(mode.unwrap_or(self.manner.mode))?;
        let at = block.map_or(0, |block| block.at);
        let setup = &self.manner.setup;
        checked.set_up(self.checker, setup, at + self.start)
    }

    fn block(&mut self, number: usize, checked: &mut Checked) -> Result<(), String> {
        let Some(block) = self.blocks.get(number) else {
            return Ok(());
        };
        let is_shared = self.manner.is_shared || block.options.session.is_some();
        checked.block(number, block, self.checker, self.start, is_shared)
    }
}

impl Checked {
    /// The number of replies that are not known to be right.
    fn missed(&self) -> usize {
        self.differences.len() + self.unchecked_replies()
    }

    /// The number of replies that nothing can be said about.
    pub fn unchecked_replies(&self) -> usize {
        self.unchecked.iter().map(|block| block.notes.len()).sum()
    }

    fn add(&mut self, other: Checked) {
        self.transcripts += other.transcripts;
        self.skipped += other.skipped;
        self.replied += other.replied;
        self.right += other.right;
        self.replies += other.replies;
        self.masked += other.masked;
        self.older += other.older;
        self.unwritten += other.unwritten;
        self.differences.extend(other.differences);
        self.unchecked.extend(other.unchecked);
        self.problems.extend(other.problems);
    }

    fn set_up(
        &mut self,
        checker: &mut Checker<Target>,
        lines: &str,
        at: usize,
    ) -> Result<(), String> {
        let failed = checker.set_up(lines)?.into_iter();
        self.problems.extend(failed.map(|(line, why)| Note {
            at,
            text: format!("`{line}` of the setup failed: {why}"),
        }));
        Ok(())
    }

    fn block(
        &mut self,
        number: usize,
        block: &Block,
        checker: &mut Checker<Target>,
        start: usize,
        is_shared: bool,
    ) -> Result<(), String> {
        self.transcripts += 1;
        self.set_up(checker, &block.options.setup, block.at + start)?;
        let text = block.mapped.text();
        let transcript = read(text);
        if !transcript.has_prompts && !is_shared {
            // Nothing is written, and nothing comes of it.
            self.unwritten += transcript.steps.len();
            return Ok(());
        }
        let (mut replies, mut notes) = (0, Vec::new());
        let differences = self.differences.len();
        // Behind a remark or a command that was not run, the author's keys may be others: "here the server is restarted".
        let mut is_elsewhere = false;
        for (place, step) in transcript.steps.iter().enumerate() {
            if interrupt::is_asked() {
                break;
            }
            let verdict = checker.next(text, step)?;
            replies += usize::from(verdict != Verdict::Unwritten);
            let at = place_of(block, step);
            let at = at.start + start..at.end + start;
            match verdict {
                Verdict::Same => {}
                Verdict::Unwritten => self.unwritten += 1,
                Verdict::Older => self.older += 1,
                Verdict::Masked => self.masked += 1,
                Verdict::Unchecked(why) => {
                    let written = step.expected(text).unwrap_or_default();
                    is_elsewhere |= remark(&written, "").is_some();
                    let (at, text) = (at.start, said(&why));
                    notes.push((step.line.clone(), Note { at, text }));
                }
                Verdict::Differs {
                    expected,
                    computed,
                    doubt,
                } => {
                    let remark = remark(&expected, &computed);
                    let held = unsure(&expected, &computed).or(remark);
                    let held = held.or(is_elsewhere.then_some(SAID_OF_ELSEWHERE));
                    let held = held.map(str::to_owned);
                    is_elsewhere |= remark.is_some();
                    self.differences.push(Difference {
                        at,
                        command: step.line.clone(),
                        held: held.or(doubt.as_ref().map(said)),
                        expected,
                        computed,
                        place: (number, place),
                        is_left: false,
                    });
                }
            }
        }
        self.replies += replies;
        let is_right = notes.is_empty() && self.differences.len() == differences;
        self.replied += usize::from(replies > 0);
        self.right += usize::from(replies > 0 && is_right);
        if !notes.is_empty() {
            self.unchecked.push(Unchecked { replies, notes });
        }
        Ok(())
    }
}

fn said(phrase: &Phrase) -> String {
    let text = phrase.get(Lang::En);
    // A note of the prompt is a sentence.
    let text = text.strip_prefix("Not run: ").unwrap_or(&text);
    text.strip_suffix('.').unwrap_or(text).to_owned()
}

/// Why a computed reply may not be the one that belongs in the place of the written one, by the two texts alone.
fn unsure(expected: &str, computed: &str) -> Option<&'static str> {
    if fails(expected, computed) {
        return Some(SAID_OF_FAILING);
    }
    let is_missing = |error: &str| computed.starts_with(error);
    let is_script = is_missing("(error) NOSCRIPT") || is_missing("(error) ERR Function not found");
    is_script.then_some(SAID_OF_SCRIPT)
}

/// What a line of a written reply is, where that is no reply.
fn remark(expected: &str, computed: &str) -> Option<&'static str> {
    let is_text = computed.trim_ascii().lines().any(is_prose);
    // What the reply itself has is no prompt and no remark.
    let mut added = expected
        .lines()
        .map(str::trim_ascii)
        .filter(|line| !computed.lines().any(|own| own.trim_ascii() == *line));
    added.find_map(|line| match line {
        _ if is_bare_prompt(line) => Some(SAID_OF_PROMPT),
        _ if is_remark(line) || !is_text && is_prose(line) => Some(SAID_OF_REMARK),
        _ => None,
    })
}

/// Whether a line looks like a command behind the prompt of a plain client, which a transcript with prompts of another form
/// takes for text.
fn is_bare_prompt(line: &str) -> bool {
    let command = line.strip_prefix("> ");
    command.is_some_and(|command| command.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Whether a line is a remark in brackets. redis-cli prints a kind in brackets and, behind a reply, the seconds that it took.
fn is_remark(line: &str) -> bool {
    const PRINTED: [&str; 7] = [
        "integer", "nil", "error", "true", "false", "double", "verbatim",
    ];
    let inner = line
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.map(str::trim_ascii).unwrap_or_default();
    let is_printed =
        PRINTED.iter().any(|kind| inner.starts_with(kind)) || inner.starts_with("empty ");
    inner.contains(' ') && !is_printed
}

/// Whether redis-cli begins no line of a reply so, but for those of a text such as INFO's: a sentence, a rule, `[Ctrl+C]`.
fn is_prose(line: &str) -> bool {
    let mut characters = line.trim_ascii().chars();
    let is_left_open = line
        .trim_ascii()
        .chars()
        .all(|one| matches!(one, '.' | '…'));
    match characters.next() {
        _ if is_left_open => false,
        Some('"' | '(' | '0'..='9') => false,
        Some('-') => !characters.next().is_some_and(|next| next.is_ascii_digit()),
        Some(first) => !first.is_ascii_alphabetic() || line.trim_ascii().contains(' '),
        None => false,
    }
}

/// Whether an error came in the place of a reply that is none.
fn fails(expected: &str, computed: &str) -> bool {
    let is_error = |reply: &str| reply.starts_with("(error) ");
    is_error(computed) && !is_error(expected)
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
