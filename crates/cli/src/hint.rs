//! The grey hint after a line: the words that its command still expects.

use super::expect::Expectation;
use super::syntax::{self, push_joined};
use super::typed::{self, Subject, TypedLine};
use keyspace::KeyspaceMode;

/// The syntax that remains after `text`, as help shows it, with a space before it if one is missing. `None` if nothing
/// remains, for an unknown command, within an open quote, and after a word that the command does not accept.
pub(crate) fn hint(mode: KeyspaceMode, text: &str) -> Option<String> {
    let last = typed::lines(text).pop()?;
    let typed = TypedLine::read(mode, text.get(last)?);
    if typed.is_broken() {
        return None;
    }
    let mut rest = String::new();
    if !typed.is_between() {
        rest.push(' ');
    }
    let spaces = rest.len();
    let count = typed.words.len();
    match typed.subject(count) {
        Subject::Help if count == typed.before + 1 => rest.push_str("[@group|command]"),
        Subject::Container(command) => {
            for (at, subcommand) in command.subcommands().iter().enumerate() {
                if at > 0 {
                    rest.push('|');
                }
                rest.push_str(&subcommand.name().to_ascii_uppercase());
            }
        }
        Subject::Command(command, name_words) => {
            let arguments = syntax::of(&command.arguments());
            let words = typed.arguments(name_words, count);
            let expectation = Expectation::after(&arguments, words);
            if expectation.is_off_course() {
                return None;
            }
            push_joined(&mut expectation.rest.into_iter(), " ", &mut rest);
        }
        _ => {}
    }
    (rest.len() > spaces).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(line: &str) -> Option<String> {
        super::hint(KeyspaceMode::default(), line)
    }

    #[test]
    fn what_is_still_to_come_follows_what_is_there() {
        for (line, expected) in [
            ("GET", Some(" key")),
            ("get ", Some("key")),
            ("GET a", None),
            ("2 GET ", Some("key")),
            ("2 ", None),
            ("DEL a", Some(" [key ...]")),
            ("DEL a \"b c", None),
            ("NOPE ", None),
            ("GE", None),
            ("help ", Some("[@group|command]")),
            ("help GET", None),
            ("PING\nGET ", Some("key")),
            ("", None),
        ] {
            assert_eq!(hint(line).as_deref(), expected, "{line}");
        }
        assert!(hint("SET k v ").unwrap().starts_with("[NX|XX]"));
        let rest = hint("SET k v NX ").unwrap();
        assert!(!rest.contains("NX") && rest.contains("EX seconds"));
        let rest = hint("SET k v EX").unwrap();
        assert!(
            rest.starts_with(" seconds") && !rest.contains("PX"),
            "{rest}"
        );
    }
}
