//! A document, and the transcripts in it. The module of a markup's name finds its transcripts; all of them answer
//! [`Block`]s, with the way back into the source.

mod asciidoc;
mod characters;
mod directive;
mod html;
mod lines;
mod mapped;
mod markdown;
mod restructured;
mod tags;

use directive::Directive;
pub use directive::no_mode;
use mapped::Mapped;
use setnx_playground::keyspace::{KeyspaceMode, command};
use setnx_playground::transcript::is_transcript;
use std::ops::Range;
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

/// Languages of a block whose transcripts are ours.
const LANGUAGES: &[&str] = &["redis", "redis-cli", "valkey", "valkey-cli", "cli"];
/// Languages that say nothing: what is in the block decides.
const PLAIN: &[&str] = &["", "text", "txt", "plain", "plaintext", "none", "console"];
/// Languages of a shell, which says nothing either.
const SHELL: &[&str] = &[
    "bash",
    "sh",
    "shell",
    "shell-session",
    "shellsession",
    "terminal",
    "zsh",
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

/// The notation of a reply in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// As it is.
    Plain,
    /// With `&`, `<` and `>` as entities.
    Html,
}

/// The author's instructions for a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Blocks of a file with the same name share a keyspace and a connection.
    pub session: Option<String>,
    /// Lines that are run before.
    pub setup: String,
    /// The mode of the keyspace.
    pub mode: Option<KeyspaceMode>,
    /// The block is left alone.
    pub is_skipped: bool,
}

/// A transcript in a document.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its text.
    pub mapped: Mapped,
    /// Where it begins in the source, in bytes.
    pub at: usize,
    pub writing: Writing,
    pub options: Options,
}

/// The contents of a document.
#[derive(Debug, Default)]
pub struct Document {
    pub blocks: Vec<Block>,
    /// The errors in directives: the position in bytes, and a sentence.
    pub problems: Vec<(usize, String)>,
}

/// Something that a reader of a markup has found.
enum Found {
    Block(Block),
    /// It belongs to the next block.
    Directive(usize, Directive),
}

impl Found {
    fn at(&self) -> usize {
        match self {
            Found::Block(block) => block.at,
            Found::Directive(at, _) => *at,
        }
    }
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

impl Options {
    /// Takes what `outer` says where this says nothing; its setup comes first.
    fn under(&mut self, outer: Options) {
        self.is_skipped |= outer.is_skipped;
        self.session = self.session.take().or(outer.session);
        self.mode = self.mode.or(outer.mode);
        let own = std::mem::replace(&mut self.setup, outer.setup);
        self.add_setup(&own);
    }

    fn add_setup(&mut self, lines: &str) {
        if !self.setup.is_empty() && !lines.is_empty() {
            self.setup.push('\n');
        }
        self.setup.push_str(lines);
    }
}

/// The beginnings of a shell's lines that run redis-cli once.
const SHELL_PROMPTS: &[&str] = &["$ redis-cli ", "$ valkey-cli "];

/// Which blocks are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// Also the ones in a shell's language, and the ones whose prompt is a bare `> `.
    pub is_loose: bool,
}

impl Scope {
    /// Whether a block in this language is a transcript.
    fn has(self, language: &str, text: &str) -> bool {
        let is_one_of = |known: &[&str]| {
            known
                .iter()
                .any(|known| known.eq_ignore_ascii_case(language))
        };
        let is_plain = is_one_of(PLAIN) || self.is_loose && is_one_of(SHELL);
        let is_transcript = is_transcript(text) || self.is_loose && is_bare(text);
        is_one_of(LANGUAGES) || is_plain && is_transcript
    }
}

/// Whether a text begins with `> ` before a command, since quoted prose begins with that, too; or with a shell's one-liner.
fn is_bare(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.is_some_and(|line| SHELL_PROMPTS.iter().any(|prompt| line.starts_with(prompt))) {
        return true;
    }
    let line = first.and_then(|line| line.strip_prefix("> "));
    let name = line.and_then(|line| line.split_ascii_whitespace().next());
    name.is_some_and(|name| {
        let is_known = command::find(name.as_bytes()).is_some();
        let is_loud = name.len() > 1 && !name.contains(|char: char| char.is_ascii_lowercase());
        is_known || is_loud
    })
}

/// `source` with spaces in the place of all but these parts, and of all but line ends: a reader of one markup sees what
/// another one leaves to it, at the same places.
fn only(source: &str, parts: impl Iterator<Item = Range<usize>>) -> String {
    let blank = |byte: u8| {
        if matches!(byte, b'\n' | b'\r') {
            byte
        } else {
            b' '
        }
    };
    let mut bytes: Vec<u8> = source.bytes().map(blank).collect();
    for part in parts {
        let (to, from) = (bytes.get_mut(part.clone()), source.as_bytes().get(part));
        if let (Some(to), Some(from)) = (to, from) {
            to.copy_from_slice(from);
        }
    }
    // The parts end between characters, and the rest is ASCII.
    String::from_utf8(bytes).unwrap_or_default()
}
