//! Instructions of an author within a document: `setnx-transcript: ...` in a comment before a block, or words after a
//! block's language.

use super::options::Options;
use setnx_playground::keyspace::KeyspaceMode;

/// The beginning of a comment for this program.
pub const MARK: &str = "setnx-transcript:";

/// A comment that is for us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    /// Leave the next block alone.
    Skip,
    /// Leave the file alone.
    SkipFile,
    /// The next block's session.
    Session(String),
    /// The next block's mode.
    Mode(KeyspaceMode),
    /// Lines to run before the next block.
    Setup(String),
    /// The reason why it is invalid.
    Unknown(String),
}

impl Directive {
    /// Reads what stands in a comment; `None` when it is not for us.
    pub fn read(comment: &str) -> Option<Directive> {
        let text = comment.trim_ascii().strip_prefix(MARK)?.trim_ascii();
        let (word, rest) = match text.find(|char: char| char.is_ascii_whitespace()) {
            Some(end) => text.split_at(end),
            None => (text, ""),
        };
        let rest = rest.trim_ascii();
        Some(match (word, rest) {
            ("skip", "") => Directive::Skip,
            ("skip-file", "") => Directive::SkipFile,
            ("session", name) if is_name(name) => Directive::Session(name.to_owned()),
            ("session", _) => Directive::Unknown("`session` needs a name of one word".to_owned()),
            ("mode", name) => match KeyspaceMode::named(name) {
                Some(mode) => Directive::Mode(mode),
                None => Directive::Unknown(no_mode(name)),
            },
            ("setup", "") => Directive::Unknown("`setup` needs the lines to run".to_owned()),
            ("setup", lines) => Directive::Setup(lines.to_owned()),
            (word, _) => Directive::Unknown(format!(
                "`{word}` is no directive; there are: skip, skip-file, session NAME, mode NAME, setup LINES"
            )),
        })
    }
}

/// What is said of a name that no mode has.
pub fn no_mode(name: &str) -> String {
    let known = KeyspaceMode::ALL.map(KeyspaceMode::name).join(", ");
    format!("there is no mode `{name}`; there are: {known}")
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|char: char| char.is_ascii_whitespace())
}

/// Reads the words after a block's language: `skip` (or `ignore`), `session=NAME`, `mode=NAME`, `setup="LINE"`, with
/// spaces or commas between them. Other words have no effect.
pub fn words(text: &str) -> Options {
    let mut options = Options::default();
    for word in split(text) {
        match word.split_once('=') {
            None if matches!(&*word, "skip" | "ignore") => options.is_skipped = true,
            Some(("session", name)) if !name.is_empty() => options.session = Some(name.to_owned()),
            Some(("mode", name)) => options.mode = KeyspaceMode::named(name),
            Some(("setup", line)) => options.add_setup(&line.replace("\\n", "\n")),
            _ => {}
        }
    }
    options
}

/// Words between spaces, commas and braces; quotes hold one together and are removed.
fn split(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for char in text.chars() {
        match (quote, char) {
            (Some(open), _) if open == char => quote = None,
            (None, '"' | '\'') => quote = Some(char),
            (None, ' ' | '\t' | ',' | '{' | '}') => words.push(String::new()),
            _ => words.last_mut().map_or((), |word| word.push(char)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_a_directive_or_says_why_not() {
        for (comment, expected) in [
            (" setnx-transcript: skip ", Some(Directive::Skip)),
            ("setnx-transcript:skip-file", Some(Directive::SkipFile)),
            (
                "setnx-transcript: session a",
                Some(Directive::Session("a".into())),
            ),
            (
                "setnx-transcript: setup SET a 1\nSET b 2\n",
                Some(Directive::Setup("SET a 1\nSET b 2".into())),
            ),
            ("setnx: skip", None),
            ("see setnx-transcript: skip", None),
        ] {
            assert_eq!(Directive::read(comment), expected, "{comment}");
        }
        for comment in [
            "skip it",
            "session",
            "session a b",
            "mode redis-9",
            "setup",
            "what",
            "",
        ] {
            let comment = format!("setnx-transcript: {comment}");
            let directive = Directive::read(&comment);
            assert!(
                matches!(directive, Some(Directive::Unknown(_))),
                "{comment}"
            );
        }
    }

    #[test]
    fn words_behind_a_language_are_options() {
        let options =
            words("title=\"a b\" session=x mode=valkey-9 setup='SET a \"1 2\"\\nSET b 1'");
        assert_eq!(options.session.as_deref(), Some("x"));
        assert_eq!(options.setup, "SET a \"1 2\"\nSET b 1");
        assert_eq!(options.mode, Some(KeyspaceMode::Valkey9));
        assert!(!options.is_skipped);
        assert!(words("editable,ignore").is_skipped && words("{skip}").is_skipped);
        assert_eq!(
            words("\"skip"),
            Options {
                is_skipped: true,
                ..Options::default()
            }
        );
    }
}
