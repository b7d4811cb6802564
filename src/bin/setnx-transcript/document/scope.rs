//! Which blocks of a document are transcripts, by their language and their first line.

use setnx_playground::keyspace::command;
use setnx_playground::transcript::is_transcript;
use std::ops::Range;

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
    pub fn has(self, language: &str, text: &str) -> bool {
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
pub fn only(source: &str, parts: impl Iterator<Item = Range<usize>>) -> String {
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
