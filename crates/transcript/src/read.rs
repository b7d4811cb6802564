//! A text, read into steps: a line to run, and where the reply to it is written. `cli::paste` says what of a text is a
//! line; here is what stands between the lines.

use cli::{Gathered, Manner, Paste};
use std::ops::Range;

/// The lines of a text to run, in order.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The lines, with their replies.
    pub steps: Vec<Step>,
    /// Whether the text carries prompts. Without, it is commands alone, and no reply is written anywhere.
    pub has_prompts: bool,
}

/// A line of a transcript, and the reply that is written below it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line to run.
    pub line: String,
    /// Where the line stands in the text, in bytes: with its prompt and the lines that it goes on with, without what it
    /// is indented by and without the last line end.
    pub at: Range<usize>,
    /// The number of bytes of white space before the prompt.
    pub indent: usize,
    /// Where the reply stands: from its first line that says something to its last one, without the first one's
    /// indentation and without the last line end. `None` where none is written, or one that cannot be compared.
    pub expected: Option<Range<usize>>,
}

/// Reads a text. Without prompts every line is a command. Takes time in proportion to the text.
pub fn read(text: &str) -> Transcript {
    let mut paste = Paste::new(text, Manner::Shown);
    let mut gathered = Gathered::default();
    let mut steps: Vec<Step> = Vec::new();
    while let Some(line) = paste.next(&mut gathered) {
        steps.push(step(text, line, paste.place()));
    }
    if let Some(line) = gathered.line() {
        steps.push(step(text, line.to_owned(), paste.place()));
    }
    if paste.has_prompts() {
        let mut ends = text.len();
        for step in steps.iter_mut().rev() {
            step.expected = reply(text, step, ends, &paste);
            ends = step.at.start - step.indent;
        }
    }
    Transcript {
        steps,
        has_prompts: paste.has_prompts(),
    }
}

impl Step {
    /// The reply that `text` has for this step, as redis-cli would have printed it: without the indentation, comments,
    /// and what cannot be seen at the ends of lines.
    pub fn expected(&self, text: &str) -> Option<String> {
        let written = text.get(self.expected.clone()?)?;
        let mut out = String::with_capacity(written.len());
        for (at, line) in written.split('\n').enumerate() {
            let indent = if at == 0 { 0 } else { self.indent };
            push_line(&mut out, without_indent(line, indent));
        }
        Some(out)
    }
}

/// Appends a line, but for a comment, and for white space at its end.
pub(crate) fn push_line(out: &mut String, line: &str) {
    if is_comment(line) {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(line.trim_ascii_end());
}

fn step(text: &str, line: String, place: Range<usize>) -> Step {
    let whole = text.get(place.clone()).unwrap_or_default();
    let begun = whole.trim_ascii_start();
    let indent = whole.len() - begun.len();
    let end = begun.trim_end_matches(['\n', '\r']);
    Step {
        line,
        at: place.start + indent..place.start + indent + end.len(),
        indent,
        expected: None,
    }
}

/// Where the reply to `step` stands in `text`, which is another step's from `ends` on.
fn reply(text: &str, step: &Step, ends: usize, paste: &Paste) -> Option<Range<usize>> {
    let asked = text.get(step.at.clone())?;
    if asked.starts_with("$ ") && asked.split(' ').any(|word| word == "--raw") {
        return None;
    }
    let mut at = step.at.end;
    let mut found: Option<Range<usize>> = None;
    for line in text.get(at..ends)?.split_inclusive('\n') {
        let shown = without_indent(line, step.indent);
        let start = at + line.len() - shown.len();
        at += line.len();
        let shown = shown.trim_ascii_end();
        if paste.is_prompt(shown) || shown.trim_ascii_start().starts_with("$ ") {
            break;
        }
        if !shown.is_empty() && !is_comment(shown) {
            let first = found.map_or(start, |found| found.start);
            found = Some(first..start + shown.len());
        }
    }
    found
}

/// A line without the white space that it has in common with its prompt.
fn without_indent(line: &str, indent: usize) -> &str {
    let spaces = line.bytes().take(indent);
    let spaces = spaces.take_while(|byte| matches!(byte, b' ' | b'\t'));
    line.get(spaces.count()..).unwrap_or_default()
}

fn is_comment(line: &str) -> bool {
    line.trim_ascii_start().starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step as its line and the reply that is written for it, and both as they stand in the text.
    fn steps(text: &str) -> Vec<(String, Option<String>)> {
        let steps = read(text).steps.into_iter();
        steps
            .map(|step| {
                let expected = step.expected(text);
                (step.line, expected)
            })
            .collect()
    }

    fn own(line: &str, expected: &str) -> (String, Option<String>) {
        let expected = (expected != "-").then(|| expected.to_owned());
        (line.to_owned(), expected)
    }

    #[test]
    fn a_reply_is_what_stands_between_two_prompts() {
        for (text, expected) in [
            ("", &[][..]),
            ("SET a b\nGET a", &[("SET a b", "-"), ("GET a", "-")]),
            ("GET 'a\nb", &[("GET 'a\nb", "-")]),
            ("redis> GET a\n\"b\"", &[("GET a", "\"b\"")]),
            ("redis> PING", &[("PING", "-")]),
            (
                "redis> GET a\r\n\"b\" \r\n\r\n# why\r\nredis> PING\r\nPONG\r\n",
                &[("GET a", "\"b\""), ("PING", "PONG")],
            ),
            (
                "redis> GET a\n# it is\n\n(nil)\n# not there\nredis>\nlost\nredis> PING\n",
                &[("GET a", "(nil)"), ("PING", "-")],
            ),
            (
                "  redis> KEYS *\n   1) \"a\"\n  # so\n  10) \"b\"\n  redis> ",
                &[("KEYS *", " 1) \"a\"\n10) \"b\"")],
            ),
            (
                "redis> SET a \"b\n... c\"\nOK\nredis> GET a\n\"b\\nc\"",
                &[("SET a \"b\nc\"", "OK"), ("GET a", "\"b\\nc\"")],
            ),
            (
                "$ redis-cli GET a\n(nil)\n$ sleep 1\nslept\n$ redis-cli --raw GET a\nx",
                &[("GET a", "(nil)"), ("GET a", "-")],
            ),
            (
                "> GET a\n(nil)\n> PING",
                &[("GET a", "(nil)"), ("PING", "-")],
            ),
            ("prose\nredis> PING\nPONG", &[("PING", "PONG")]),
            (
                "GET a\n(nil)\n\nredis> PING\nPONG",
                &[("GET a", "(nil)"), ("PING", "PONG")],
            ),
        ] {
            let expected: Vec<_> = expected
                .iter()
                .map(|(line, reply)| own(line, reply))
                .collect();
            assert_eq!(steps(text), expected, "{text}");
        }
    }

    #[test]
    fn a_step_knows_where_it_stands() {
        let text = "# x\n\tredis> GET a\n\t(nil)  \n\n\tredis(TX)> PING\r\n\tPONG\r\n";
        let found: Vec<(&str, &str)> = read(text)
            .steps
            .iter()
            .map(|step| {
                (
                    &text[step.at.clone()],
                    &text[step.expected.clone().unwrap()],
                )
            })
            .collect();
        assert_eq!(
            found,
            [("redis> GET a", "(nil)"), ("redis(TX)> PING", "PONG")]
        );
    }
}
