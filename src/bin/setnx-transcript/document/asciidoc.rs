//! AsciiDoc: source, listing and literal blocks, by lines; the HTML of passthrough blocks.
//!
//! Not a parser of AsciiDoc: structure around the blocks does not matter, since their delimiters stand at the left.

use super::block::{Block, Found, Writing};
use super::directive::{self, Directive};
use super::html;
use super::lines::{Line, lines};
use super::mapped::Mapped;
use super::scope::{Scope, only};
use std::ops::Range;

/// Finds the transcripts of a document.
pub fn read(source: &str, scope: Scope) -> Vec<Found> {
    let lines = lines(source);
    let mut reader = Reader {
        source,
        scope,
        found: Vec::new(),
        markup: Vec::new(),
        attributes: None,
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

struct Reader<'a> {
    source: &'a str,
    scope: Scope,
    found: Vec<Found>,
    /// Where HTML stands.
    markup: Vec<Range<usize>>,
    /// The attributes in `[...]` before the next block.
    attributes: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// Reads a line; returns the number of later lines that belong to it.
    fn line(&mut self, line: Line<'a>, after: &[Line<'a>]) -> usize {
        let text = line.text.trim_ascii_end();
        if let Some(kind) = Delimiter::of(text) {
            let end = if kind == Delimiter::Fence {
                "```"
            } else {
                text
            };
            let body = after
                .iter()
                .take_while(|line| line.text.trim_ascii_end() != end);
            let count = body.count();
            let body = after.get(..count).unwrap_or_default();
            self.delimited(kind, text, line.at, body);
            self.attributes = None;
            return count + 1;
        }
        if let Some(comment) = text.strip_prefix("//") {
            self.comment(line.at, comment);
        } else if let Some(attributes) = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'))
        {
            // An anchor or a role may stand between the attributes and the block.
            if !attributes.starts_with(['[', '#', '.']) {
                self.attributes = Some(attributes);
            }
        } else if !line.is_blank() && !is_title(text) {
            let attributes = self.attributes.take();
            let is_source = attributes.is_some_and(|attributes| Attributes(attributes).is_source());
            if is_source || line.indent() > 0 {
                let more = after.iter().take_while(|line| !line.is_blank()).count();
                let mut body = vec![line];
                body.extend_from_slice(after.get(..more).unwrap_or_default());
                self.block(attributes, "", line.at, &body);
                return more;
            }
        } else if line.is_blank() {
            self.attributes = None;
        }
        0
    }

    fn delimited(&mut self, kind: Delimiter, text: &str, at: usize, body: &[Line<'a>]) {
        match kind {
            Delimiter::Comment => {
                let end = body.last().map_or(at, |line| line.next);
                let start = body.first().map_or(at, |line| line.at);
                let comment = self.source.get(start..end).unwrap_or_default();
                self.comment(at, comment);
            }
            Delimiter::Passthrough => {
                let first = body.first().map_or(at, |line| line.at);
                let last = body.last().map_or(at, |line| line.next);
                if first < last {
                    self.markup.push(first..last);
                }
            }
            Delimiter::Verbatim => self.block(self.attributes, "", at, body),
            Delimiter::Fence => {
                let info = text.trim_start_matches('`');
                self.block(self.attributes, info, at, body);
            }
        }
    }

    fn comment(&mut self, at: usize, comment: &str) {
        let directive = Directive::read(comment);
        self.found
            .extend(directive.map(|directive| Found::Directive(at, directive)));
    }

    fn block(&mut self, attributes: Option<&str>, info: &str, at: usize, body: &[Line<'a>]) {
        let attributes = Attributes(attributes.unwrap_or_default());
        let mut mapped = Mapped::default();
        for line in body {
            let shown = without_callouts(line.text);
            mapped.push(self.source, line.at..line.at + shown.len());
            mapped.push_as("\n", line.at + line.text.len()..line.next);
        }
        let language = if info.is_empty() {
            attributes.language()
        } else {
            info
        };
        if self.scope.has(language, mapped.text()) {
            self.found.push(Found::Block(Block {
                mapped,
                at,
                writing: Writing::Plain,
                options: directive::words(attributes.0),
            }));
        }
    }
}

/// The delimiter of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delimiter {
    Verbatim,
    Fence,
    Comment,
    Passthrough,
}

impl Delimiter {
    fn of(text: &str) -> Option<Delimiter> {
        if text.starts_with("```") && !text.trim_start_matches('`').contains('`') {
            return Some(Delimiter::Fence);
        }
        let first = text.chars().next()?;
        let is_line = text.len() >= 4 && text.chars().all(|char| char == first);
        match first {
            '-' | '.' if is_line => Some(Delimiter::Verbatim),
            '/' if is_line => Some(Delimiter::Comment),
            '+' if is_line => Some(Delimiter::Passthrough),
            _ => None,
        }
    }
}

/// The attributes in `[...]`: `source,redis,session=a`.
struct Attributes<'a>(&'a str);

impl<'a> Attributes<'a> {
    fn positional(&self) -> impl Iterator<Item = &'a str> {
        self.0.split(',').map(str::trim_ascii)
    }

    fn is_source(&self) -> bool {
        let first = self.positional().next().unwrap_or_default();
        let style = first.split(['%', '#', '.']).next().unwrap_or_default();
        matches!(style, "source" | "listing" | "literal")
            || first.is_empty() && self.positional().nth(1).is_some()
    }

    fn language(&self) -> &'a str {
        let named = self
            .positional()
            .find_map(|word| word.strip_prefix("language="));
        let second = self.positional().nth(1).filter(|word| !word.contains('='));
        let word = named.or(second).filter(|_| self.is_source());
        word.unwrap_or_default().trim_matches('"')
    }
}

/// `.Title`
fn is_title(text: &str) -> bool {
    text.starts_with('.') && !text.starts_with("..") && !text.starts_with(". ")
}

/// A line without the marks at its end that lead to explanations below: `<1>`.
fn without_callouts(line: &str) -> &str {
    let mut line = line;
    while let Some((before, mark)) = line.trim_ascii_end().rsplit_once(" <")
        && let Some(number) = mark.strip_suffix('>')
        && (number == "." || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    {
        line = before;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let blocks = read(source, Scope::default()).into_iter();
        let blocks = blocks.map(|found| match found {
            Found::Block(block) => block.mapped.text().to_owned(),
            Found::Directive(_, directive) => format!("{directive:?}"),
        });
        blocks.collect()
    }

    #[test]
    fn the_blocks_of_asciidoc_are_known() {
        for (source, expected) in [
            ("[source,redis]\n----\nGET a\n----\n", &["GET a\n"][..]),
            (
                "[,redis-cli]\n----\nGET a <1>\n(nil) <.> <2>\n----\n",
                &["GET a\n(nil)\n"],
            ),
            (
                "[source%linenums,redis]\n.Title\n[[x]]\n----\nGET a\n----\n",
                &["GET a\n"],
            ),
            (
                "[source,language=cli]\nGET a\nGET b\n\nprose",
                &["GET a\nGET b\n"],
            ),
            ("----\nredis> GET a\r\n----\n", &["redis> GET a\n"]),
            ("....\nredis> GET a\n", &["redis> GET a\n"]),
            ("```redis\nGET a\n```\n", &["GET a\n"]),
            (
                "prose\n\n redis> GET a\n (nil)\n\nprose",
                &[" redis> GET a\n (nil)\n"],
            ),
            ("----\nGET a\n----\n", &[]),
            ("[source,js]\n----\nredis> GET a\n----\n", &[]),
            ("[source,redis]\n\n----\nGET a\n----\n", &[]),
            ("////\n----\nredis> GET a\n----\n////\n", &[]),
            (
                "++++\n<redis-prompt>GET a</redis-prompt>\n++++\n",
                &["GET a"],
            ),
            ("<redis-prompt>GET a</redis-prompt>\n", &[]),
            ("// setnx-transcript: skip\n", &["Skip"]),
            (
                "////\nsetnx-transcript: setup SET a 1\nSET b 1\n////\n",
                &["Setup(\"SET a 1\\nSET b 1\")"],
            ),
        ] {
            assert_eq!(texts(source), expected, "{source}");
        }
    }
}
