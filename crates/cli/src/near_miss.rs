//! A word that is no command, and the nearest command; and quotes that are none.

use super::help::shown_name;
use super::words as say;
use base::text::Phrase;
use keyspace::nearest::nearest;
use keyspace::{Command, KeyspaceMode, command};

/// The nearest command to an unknown one; `None` when the command is known, or none is near. For a line that was copied
/// with the name of redis-cli, what to leave out of it. It is in the part of help.
pub fn suggestion(mode: KeyspaceMode, argv: &[Vec<u8>]) -> Option<Phrase> {
    if argv.len() > 1 && argv.first().is_some_and(|name| *name == b"redis-cli") {
        return Some(say::ALREADY_HERE.into());
    }
    let note = note_on_name(mode, argv);
    note.or_else(|| meant(mode, argv).map(say::did_you_mean))
}

/// A note that help does not know these words, with the nearest command.
pub fn no_such_command(mode: KeyspaceMode, words: &[Vec<u8>]) -> Phrase {
    suggestion(mode, words).unwrap_or_else(|| say::NO_SUCH_COMMAND.into())
}

/// Quotes and dashes that a text processor puts in the place of straight ones.
const TYPOGRAPHIC: [char; 8] = [
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{2013}', '\u{2014}',
];

/// The first typographic quote or dash that begins a word of a line: Redis takes it for a part of the word.
pub fn typographic(line: &str) -> Option<char> {
    let mut first = line
        .split_ascii_whitespace()
        .filter_map(|word| word.chars().next());
    first.find(|first| TYPOGRAPHIC.contains(first))
}

/// A note on a name that no command of the mode has: a space in it ends no word, or another mode has the command.
fn note_on_name(mode: KeyspaceMode, argv: &[Vec<u8>]) -> Option<Phrase> {
    let name = argv.first()?;
    if mode.find(name).is_some() {
        return None;
    }
    if has_no_break_space(name) {
        return Some(say::NO_BREAK_SPACE.into());
    }
    let mut others = KeyspaceMode::ALL.into_iter();
    let other = others.find(|other| other.find(name).is_some())?;
    Some(say::of_another_mode(other.name()))
}

/// A note on a line that an error answered: the line of its script that the error names, or a space that ends no word. Within
/// quotes such a space may be meant. It is in the part of help.
pub fn note_on_error(line: &str, output: &str) -> Option<Phrase> {
    let of_script = super::lua::line_of_error(line, output);
    of_script.or_else(|| {
        let is_slip = has_no_break_space(line.as_bytes()) && !line.contains(['"', '\'']);
        is_slip.then(|| say::NO_BREAK_SPACE.into())
    })
}

/// Web pages and word processors put it where a space was typed.
fn has_no_break_space(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair == "\u{a0}".as_bytes())
}

fn meant(mode: KeyspaceMode, argv: &[Vec<u8>]) -> Option<String> {
    let (name, rest) = argv.split_first()?;
    match mode.find(name) {
        // A module's command, such as `BF.ADD`: no slip makes one of Redis' own into that.
        None if name.contains(&b'.') => None,
        None => {
            let own = say::OWN.iter().map(|(name, _)| *name);
            let mut known = command::here()
                .chain(mode.own())
                .map(Command::name)
                .chain(own);
            let near = nearest(std::str::from_utf8(name).ok()?, &mut known)?;
            Some(near.to_ascii_uppercase())
        }
        Some(container) if container.is_here() && !container.subcommands().is_empty() => {
            let word = rest.first()?;
            if container.subcommand(word).is_some() {
                return None;
            }
            let here = container.subcommands().iter().filter(|word| word.is_here());
            let mut known = here.map(Command::name);
            let near = nearest(std::str::from_utf8(word).ok()?, &mut known)?;
            container.subcommand(near.as_bytes()).map(shown_name)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typographic_quote_is_found_where_a_straight_one_was_meant() {
        assert_eq!(typographic("ECHO “hello world”"), Some('“'));
        assert_eq!(typographic("LCS a b —LEN"), Some('—'));
        assert_eq!(typographic("ECHO \"it’s “quoted”\""), Some('“'));
        assert_eq!(typographic("ECHO \"it’s fine\""), None);
    }

    #[test]
    fn a_no_break_space_is_told_where_a_space_was_meant() {
        let note = Some(say::NO_BREAK_SPACE.into());
        let argv = ["GET\u{a0}mykey".into()];
        assert_eq!(suggestion(KeyspaceMode::default(), &argv), note);
        assert_eq!(note_on_error("SET k\u{a0}v", "ERR"), note);
        assert_eq!(note_on_error("INCR \"k\u{a0}v\"", "ERR"), None);
        assert_eq!(note_on_error("SET k", "ERR"), None);
    }

    #[test]
    fn a_slip_is_told_from_a_command_and_from_a_stranger() {
        let near = |line: &str| {
            let argv: Vec<Vec<u8>> = line.split(' ').map(|word| word.into()).collect();
            meant(KeyspaceMode::default(), &argv)
        };
        assert_eq!(near("setxn k v").as_deref(), Some("SETNX"));
        assert_eq!(near("helpp").as_deref(), Some("HELP"));
        assert_eq!(near("get"), None);
        assert_eq!(near("migrate"), None);
        assert_eq!(near("cluster inf"), None);
        assert_eq!(near("xyzzy"), None);
        for of_module in [
            "bf.add", "cf.add", "ts.add", "xs.add", "ft.info", "json.get",
        ] {
            assert_eq!(near(of_module), None, "{of_module}");
        }
        let copied = [b"redis-cli".to_vec(), b"PING".to_vec()];
        assert_eq!(
            suggestion(KeyspaceMode::default(), &copied),
            Some(say::ALREADY_HERE.into())
        );
        assert_eq!(suggestion(KeyspaceMode::default(), &copied[..1]), None);
        assert_eq!(near("object encodng").as_deref(), Some("OBJECT ENCODING"));
    }
}
