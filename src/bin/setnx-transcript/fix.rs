//! Writes the right replies into a source. Whatever is no reply stays to the byte; what cannot be written where it stands
//! is left, with a reason.

use crate::check::{Checked, Difference, Manner, check};
use crate::document::{self, Block, Markup, Scope, Writing};
use crate::target::Target;
use setnx_playground::transcript::{Checker, Step, read};
use std::collections::HashSet;
use std::ops::Range;

/// Maximum number of passes over a source: a correction may make another one possible.
const ROUNDS_MAX: usize = 8;
/// Maximum number of corrections that are tried one by one if all together fail.
const TRIED_MAX: usize = 100;

/// Which block of a document, and which step of the block.
type Place = (usize, usize);

/// A source with replies rewritten.
pub struct Fixed {
    pub source: String,
    /// The number of differences that are gone.
    pub done: usize,
    /// The differences of the source that are gone.
    pub rewritten: Vec<Difference>,
    pub left: Vec<Difference>,
}

/// A stretch of the source, and what comes in its place.
#[derive(Clone)]
struct Edit {
    range: Range<usize>,
    text: String,
    place: Place,
}

/// Corrects a source that was checked. The result was checked again: where a correction does not read back as intended,
/// as when a reply would close its own block, it is taken back.
///
/// # Errors
/// Those of [`check`].
pub fn corrected(
    source: &str,
    markup: Markup,
    manner: &Manner,
    checker: &mut Checker<Target>,
    checked: &Checked,
) -> Result<Fixed, String> {
    let mut source = source.to_owned();
    let mut done = HashSet::new();
    let mut again = None;
    for _ in 0..ROUNDS_MAX {
        let mut round = Round {
            source: &source,
            markup,
            manner,
            checker,
            checked: again.as_ref().unwrap_or(checked),
        };
        let edits = round.edits()?;
        if edits.is_empty() {
            break;
        }
        done.extend(edits.iter().map(|edit| edit.place));
        source = applied(&source, &edits);
        again = Some(check(&source, markup, manner, checker)?);
    }
    let differences = checked.differences.iter().cloned();
    let (rewritten, mut left): (Vec<_>, Vec<_>) =
        differences.partition(|difference| done.contains(&difference.place));
    left.iter_mut()
        .for_each(|difference| difference.is_left = true);
    Ok(Fixed {
        source,
        done: done.len(),
        rewritten,
        left,
    })
}

/// A source, and what is wrong in it.
struct Round<'a> {
    source: &'a str,
    markup: Markup,
    manner: &'a Manner,
    checker: &'a mut Checker<Target>,
    checked: &'a Checked,
}

impl Round<'_> {
    /// The corrections that read back as intended.
    fn edits(&mut self) -> Result<Vec<Edit>, String> {
        let scope = self.manner.scope;
        let mut edits = edits(self.source, self.markup, scope, self.checked);
        while !edits.is_empty() {
            let before = edits.len();
            match self.still_wrong(&edits)? {
                Some(still) => edits.retain(|edit| !still.contains(&edit.place)),
                None if before > TRIED_MAX => return Ok(Vec::new()),
                None => return self.one_by_one(&edits),
            }
            if edits.len() == before {
                break;
            }
        }
        Ok(edits)
    }

    /// The differences after these corrections; `None` if the document has become another one.
    fn still_wrong(&mut self, edits: &[Edit]) -> Result<Option<HashSet<Place>>, String> {
        let source = applied(self.source, edits);
        let again = check(&source, self.markup, self.manner, self.checker)?;
        let places = |checked: &Checked| -> HashSet<Place> {
            checked
                .differences
                .iter()
                .map(|found| found.place)
                .collect()
        };
        let still = places(&again);
        let is_same = again.transcripts == self.checked.transcripts
            && again.replies <= self.checked.replies
            && still.is_subset(&places(self.checked));
        Ok(is_same.then_some(still))
    }

    fn one_by_one(&mut self, edits: &[Edit]) -> Result<Vec<Edit>, String> {
        let mut kept: Vec<Edit> = Vec::new();
        for edit in edits {
            kept.push(edit.clone());
            let still = self.still_wrong(&kept)?;
            if still.is_none_or(|still| kept.iter().any(|edit| still.contains(&edit.place))) {
                kept.pop();
            }
        }
        Ok(kept)
    }
}

fn edits(source: &str, markup: Markup, scope: Scope, checked: &Checked) -> Vec<Edit> {
    let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    let body = source.get(start..).unwrap_or_default();
    let document = document::read(body, markup, scope);
    let mut edits = Vec::new();
    let differences = checked.differences.iter();
    let mut differences = differences.filter(|found| found.held.is_none()).peekable();
    while let Some(first) = differences.next() {
        let Some(block) = document.blocks.get(first.place.0) else {
            continue;
        };
        let steps = read(block.mapped.text()).steps;
        let mut difference = Some(first);
        while let Some(found) = difference {
            if let Some(step) = steps.get(found.place.1)
                && let Some((range, text)) = edit(body, block, step, &found.computed)
            {
                edits.push(Edit {
                    range: range.start + start..range.end + start,
                    text,
                    place: found.place,
                });
            }
            difference = differences.next_if(|next| next.place.0 == first.place.0);
        }
    }
    edits.sort_by_key(|edit| edit.range.start);
    edits.dedup_by(|next, before| next.range.start < before.range.end);
    edits
}

/// The text for a reply and the bytes that it replaces; `None` if the reply is spread over elements.
fn edit(
    source: &str,
    block: &Block,
    step: &Step,
    computed: &str,
) -> Option<(Range<usize>, String)> {
    let reply = step.expected.clone()?;
    let mapped = &block.mapped;
    let range = mapped.source(reply.clone())?;
    let is_prefix = |text: &str| {
        text.chars()
            .all(|char| char.is_ascii_whitespace() || char == '>')
    };
    for gap in mapped.gaps(reply.clone()) {
        if !is_prefix(source.get(gap)?) {
            return None;
        }
    }
    let before = source.get(..range.start)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let prefix = source
        .get(line..range.start)
        .filter(|prefix| is_prefix(prefix));
    // A reply that begins within a line, in an element, goes on at the left.
    let new_line = [end_of_lines(source), prefix.unwrap_or_default()].concat();

    let comments = mapped.text().get(reply)?.lines().map(str::trim_ascii);
    let comments = comments.filter(|line| line.starts_with('#'));
    let lines: Vec<&str> = computed
        .split('\n')
        .filter(|_| !computed.is_empty())
        .collect();
    let lines: Vec<String> = lines
        .into_iter()
        .map(|line| written(line, block.writing))
        .chain(comments.map(|line| written(line, block.writing)))
        .collect();
    if lines.is_empty() && prefix.is_some() && line > 0 {
        // With its line.
        let end = before
            .get(..line)?
            .trim_end_matches('\n')
            .trim_end_matches('\r')
            .len();
        return Some((end..range.end, String::new()));
    }
    Some((range, lines.join(&new_line)))
}

fn written(line: &str, writing: Writing) -> String {
    match writing {
        Writing::Plain => line.to_owned(),
        Writing::Html => line
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;"),
    }
}

/// The line ends of a source, by its first line.
fn end_of_lines(source: &str) -> &'static str {
    match source.find('\n') {
        Some(end) if source.get(..end).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}

fn applied(source: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(source.get(at..edit.range.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(source.get(at..).unwrap_or_default());
    out
}
