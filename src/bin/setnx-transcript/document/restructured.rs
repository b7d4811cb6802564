//! reStructuredText: code blocks, literal blocks and raw HTML, by lines and their indentation.

use super::block::{Block, Found, Writing};
use super::directive::Directive;
use super::html;
use super::lines::{Line, lines};
use super::mapped::Mapped;
use super::options::Options;
use super::scope::{Scope, only};
use std::ops::Range;

/// Finds the transcripts of a document.
pub fn read(source: &str, scope: Scope) -> Vec<Found> {
    let lines = lines(source);
    let mut reader = RstReader {
        source,
        scope,
        found: Vec::new(),
        markup: Vec::new(),
        language: String::new(),
    };
    let mut rest = lines.as_slice();
    while let [line, after @ ..] = rest {
        let taken = reader.line(*line, after);
        rest = after.get(taken..).unwrap_or_default();
    }
    let scan = html::scan(&only(source, reader.markup.into_iter()), scope);
    let blocks = scan
        .regions
        .into_iter()
        .map(|region| Found::Block(region.block));
    reader.found.extend(blocks);
    reader.found.extend(scan.directives);
    reader.found
}

struct RstReader<'a> {
    source: &'a str,
    scope: Scope,
    found: Vec<Found>,
    /// Where HTML stands.
    markup: Vec<Range<usize>>,
    /// The language that `highlight` has set for blocks without one.
    language: String,
}

impl<'a> RstReader<'a> {
    /// Reads a line; returns the number of later lines that belong to it.
    fn line(&mut self, line: Line<'a>, after: &[Line<'a>]) -> usize {
        let text = line.text.trim_ascii();
        if let Some(rest) = text
            .strip_prefix("..")
            .filter(|rest| rest.is_empty() || rest.starts_with(' '))
        {
            let body = body(line, after);
            self.marked(line, rest.trim_ascii(), body);
            body.len()
        } else if text.ends_with("::") {
            let body = body(line, after);
            if body.first().is_some_and(|first| first.is_blank()) {
                let language = std::mem::take(&mut self.language);
                self.block(&language, line.at, body);
                self.language = language;
                return body.len();
            }
            0
        } else {
            0
        }
    }

    /// A directive of the markup, or a comment.
    fn marked(&mut self, line: Line<'a>, text: &str, body: &[Line<'a>]) {
        let Some((name, argument)) = text.split_once("::") else {
            let lines = body.iter().map(|line| line.text.trim_ascii());
            let comment: Vec<&str> = std::iter::once(text).chain(lines).collect();
            let directive = Directive::read(&comment.join("\n"));
            self.found
                .extend(directive.map(|directive| Found::Directive(line.at, directive)));
            return;
        };
        let argument = argument.trim_ascii();
        match name {
            "code-block" | "code" | "sourcecode" => {
                self.block(argument, line.at, without_options(body));
            }
            "parsed-literal" => self.block("", line.at, without_options(body)),
            "highlight" => self.language = argument.to_owned(),
            "raw" if argument == "html" => {
                let body = without_options(body);
                if let (Some(first), Some(last)) = (body.first(), body.last()) {
                    self.markup.push(first.at..last.next);
                }
            }
            // The contents of other directives are read like any text.
            _ => self.lines(body),
        }
    }

    fn lines(&mut self, lines: &[Line<'a>]) {
        let mut rest = lines;
        while let [line, after @ ..] = rest {
            let taken = self.line(*line, after);
            rest = after.get(taken..).unwrap_or_default();
        }
    }

    fn block(&mut self, language: &str, at: usize, body: &[Line<'a>]) {
        let indent = body
            .iter()
            .filter(|line| !line.is_blank())
            .map(Line::indent)
            .min();
        let indent = indent.unwrap_or(0);
        let mut mapped = Mapped::default();
        for line in body {
            let start = line.at + indent.min(line.text.len());
            mapped.push(self.source, start..line.at + line.text.len());
            mapped.push_as("\n", line.at + line.text.len()..line.next);
        }
        if self.scope.has(language, mapped.text()) {
            self.found.push(Found::Block(Block {
                mapped,
                at,
                writing: Writing::Plain,
                options: Options::default(),
            }));
        }
    }
}

/// The lines that are indented below one, with the blank ones between them.
fn body<'a, 'b>(line: Line<'a>, after: &'b [Line<'a>]) -> &'b [Line<'a>] {
    let is_within = |inner: &&Line<'_>| inner.is_blank() || inner.indent() > line.indent();
    let count = after.iter().take_while(is_within).count();
    after.get(..count).unwrap_or_default()
}

/// The text after the `:name: value` lines right below a directive and the blank line after them.
fn without_options<'a, 'b>(body: &'b [Line<'a>]) -> &'b [Line<'a>] {
    let options = body.iter().take_while(|line| !line.is_blank()).count();
    let is_option = |line: &Line<'_>| line.text.trim_ascii_start().starts_with(':');
    match body.get(..options) {
        Some(lines) if lines.iter().all(is_option) => body.get(options..).unwrap_or_default(),
        _ => body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let blocks = read(source, Scope::default()).into_iter();
        let blocks = blocks.map(|found| match found {
            Found::Block(block) => block.mapped.text().trim_ascii().to_owned(),
            Found::Directive(_, directive) => format!("{directive:?}"),
        });
        blocks.collect()
    }

    #[test]
    fn the_blocks_of_restructuredtext_are_known() {
        for (source, expected) in [
            (
                ".. code-block:: redis\n\n   GET a\n    x\n\n   GET b\n\nprose",
                &["GET a\n x\n\nGET b"][..],
            ),
            (
                ".. code:: redis-cli\n   :linenos:\n\n   GET a\n",
                &["GET a"],
            ),
            (
                "So::\n\n  redis> GET a\r\n  (nil)\r\n",
                &["redis> GET a\n(nil)"],
            ),
            ("- x::\n\n    redis> GET a\n\n- y", &["redis> GET a"]),
            ("::\n\n  GET a\n", &[]),
            (".. highlight:: redis\n\n::\n\n  GET a\n", &["GET a"]),
            (".. code-block:: python\n\n   redis> GET a\n", &[]),
            (
                ".. note::\n\n   .. code-block:: cli\n\n      GET a\n",
                &["GET a"],
            ),
            (
                ".. raw:: html\n\n   <redis-prompt>GET a</redis-prompt>\n",
                &["GET a"],
            ),
            (
                ".. setnx-transcript: setup\n   SET a 1\n   SET b 1\n",
                &["Setup(\"SET a 1\\nSET b 1\")"],
            ),
            (".. a comment\n\n   redis> GET a\n", &[]),
            ("::\nredis> GET a\n", &[]),
        ] {
            assert_eq!(texts(source), expected, "{source}");
        }
    }
}
