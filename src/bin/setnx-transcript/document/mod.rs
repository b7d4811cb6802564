//! A document, and the transcripts in it. The module of a markup's name finds its transcripts; all of them answer
//! [`Block`]s, with the way back into the source.

mod asciidoc;
mod block;
mod characters;
mod directive;
mod html;
mod lines;
mod mapped;
mod markdown;
mod options;
mod restructured;
mod scope;
mod tags;

use block::Found;
pub use block::{Block, Writing};
use directive::Directive;
pub use directive::no_mode;
use options::Options;
pub use scope::Scope;
use std::path::Path;

/// A markup, by the ends of file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    Markdown,
    Html,
    AsciiDoc,
    ReStructuredText,
}

const ENDINGS: &[(&str, Markup)] = &[
    ("md", Markup::Markdown),
    ("markdown", Markup::Markdown),
    ("mdown", Markup::Markdown),
    ("mdx", Markup::Markdown),
    ("html", Markup::Html),
    ("htm", Markup::Html),
    ("xhtml", Markup::Html),
    ("adoc", Markup::AsciiDoc),
    ("asciidoc", Markup::AsciiDoc),
    ("asc", Markup::AsciiDoc),
    ("rst", Markup::ReStructuredText),
    ("rest", Markup::ReStructuredText),
];

impl Markup {
    /// The markup of a file, by its name.
    pub fn of(path: &Path) -> Option<Markup> {
        let ending = path.extension()?.to_str()?;
        let known = ENDINGS.iter();
        let found = known.filter(|(known, _)| known.eq_ignore_ascii_case(ending));
        found.map(|(_, markup)| *markup).next()
    }

    /// The ends of names that are known, for a message.
    pub fn endings() -> String {
        let endings: Vec<String> = ENDINGS
            .iter()
            .map(|(ending, _)| format!(".{ending}"))
            .collect();
        endings.join(" ")
    }
}

/// The contents of a document.
#[derive(Debug, Default)]
pub struct Document {
    pub blocks: Vec<Block>,
    /// The errors in directives: the position in bytes, and a sentence.
    pub problems: Vec<(usize, String)>,
}

/// Reads a document. A byte order mark at its beginning is left alone.
pub fn read(source: &str, markup: Markup, scope: Scope) -> Document {
    let mut found = match markup {
        Markup::Markdown => markdown::read(source, scope),
        Markup::Html => html::read(source, scope),
        Markup::AsciiDoc => asciidoc::read(source, scope),
        Markup::ReStructuredText => restructured::read(source, scope),
    };
    found.sort_by_key(Found::at);
    let mut document = Document::default();
    let mut pending = Options::default();
    let mut is_left_out = false;
    for found in found {
        match found {
            Found::Block(mut block) => {
                let before = std::mem::take(&mut pending);
                block.options.under(before);
                block.options.is_skipped |= is_left_out;
                document.blocks.push(block);
            }
            Found::Directive(_, Directive::Skip) => pending.is_skipped = true,
            Found::Directive(_, Directive::SkipFile) => is_left_out = true,
            Found::Directive(_, Directive::Session(name)) => pending.session = Some(name),
            Found::Directive(_, Directive::Mode(mode)) => pending.mode = Some(mode),
            Found::Directive(_, Directive::Setup(lines)) => pending.add_setup(&lines),
            Found::Directive(at, Directive::Unknown(what)) => document.problems.push((at, what)),
        }
    }
    if is_left_out {
        document
            .blocks
            .iter_mut()
            .for_each(|block| block.options.is_skipped = true);
    }
    document
}
