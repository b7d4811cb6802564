//! The output of `help`: redis-cli's layout with this project's summaries, in either language.

use super::near_miss;
use super::words as say;
use base::text::{Lang, Phrase};
use keyspace::{Command, KeyspaceMode};

/// The output of `help` with these words, and a note if there is no output.
///
/// Without words: how to use help. `@group`: every command of a group. Otherwise the command of that name and its
/// subcommands, in any case. A command that is left out is shown only by its own full name.
pub fn help(mode: KeyspaceMode, words: &[Vec<u8>], lang: Lang) -> (String, Option<Phrase>) {
    let Some(first) = words.first() else {
        return (say::help(groups(mode)).get(lang), None);
    };
    let mut text = String::new();
    if let Some(group) = first.strip_prefix(b"@") {
        each(
            mode,
            &|command, _| command.is_here() && is_of(command, group),
            &mut |command, name| push_block(&mut text, command, name, lang, false),
        );
        let note = text.is_empty().then(|| say::no_such_group(groups(mode)));
        return (text, note);
    }
    let asked = words.join(&b' ').to_ascii_uppercase();
    each(
        mode,
        &|command, name| {
            let rest = name.as_bytes().strip_prefix(asked.as_slice());
            rest.is_some_and(|rest| rest.is_empty() || command.is_here() && rest.starts_with(b" "))
        },
        &mut |command, name| push_block(&mut text, command, name, lang, true),
    );
    let note = text
        .is_empty()
        .then(|| near_miss::no_such_command(mode, words));
    (text, note)
}

fn is_of(command: &Command, group: &[u8]) -> bool {
    let name = command.group().name();
    name.as_bytes().eq_ignore_ascii_case(group)
}

/// Calls `act` for the selected commands and subcommands with the name that help shows, in order of name.
fn each(
    mode: KeyspaceMode,
    is_wanted: &dyn Fn(&'static Command, &str) -> bool,
    act: &mut dyn FnMut(&'static Command, &str),
) {
    let mut found: Vec<(String, &'static Command)> = Vec::new();
    for command in mode
        .all()
        .flat_map(|command| [command].into_iter().chain(command.subcommands()))
    {
        let name = shown_name(command);
        if is_wanted(command, &name) {
            let at = found.partition_point(|(other, _)| *other < name);
            found.insert(at, (name, command));
        }
    }
    for (name, command) in found {
        act(command, &name);
    }
}

/// `OBJECT ENCODING`: the name as help and completion show it.
pub fn shown_name(command: &Command) -> String {
    let mut name = command.full_name().replace('|', " ");
    name.make_ascii_uppercase();
    name
}

/// The groups that `help @...` knows, those of commands that are here, each after an `@`.
pub fn groups(mode: KeyspaceMode) -> String {
    let mut groups = String::new();
    for group in group_names(mode) {
        if !groups.is_empty() {
            groups.push(' ');
        }
        groups.extend(["@", group]);
    }
    groups
}

/// Their names, in the order of the table.
pub fn group_names(mode: KeyspaceMode) -> Vec<&'static str> {
    let mut names = Vec::new();
    for command in mode.here() {
        let name = command.group().name();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn push_block(text: &mut String, command: &Command, name: &str, lang: Lang, has_group: bool) {
    let summary = command.summary().get(lang);
    text.extend(["\n  ", name]);
    let syntax = command.syntax();
    if !syntax.is_empty() {
        text.extend([" ", &syntax]);
    }
    text.push('\n');
    for (label, value) in [
        (say::SUMMARY, summary),
        (say::SINCE, command.since()),
        (
            say::GROUP,
            if has_group {
                command.group().name()
            } else {
                ""
            },
        ),
    ] {
        if !value.is_empty() {
            text.extend(["  ", label.get(lang), value, "\n"]);
        }
    }
    if !command.is_here() {
        text.extend(["  ", say::LEFT_OUT.get(lang), "\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keyspace::command;

    fn help(words: &[Vec<u8>], lang: Lang) -> (String, Option<Phrase>) {
        super::help(KeyspaceMode::default(), words, lang)
    }

    fn words(line: &str) -> Vec<Vec<u8>> {
        line.split_whitespace().map(|word| word.into()).collect()
    }

    #[test]
    fn a_command_has_its_block_in_either_language() {
        let (text, note) = help(&words("setnx"), Lang::En);
        let summary = command::find(b"setnx").unwrap().summary();
        let expected = [
            "\n  SETNX key value\n  summary: ",
            summary.en,
            "\n  since: 1.0.0\n  group: string\n",
        ];
        assert_eq!((text, note), (expected.concat(), None));
        let (text, _) = help(&words("SETNX"), Lang::ZhHans);
        assert!(text.contains(summary.zh), "{text}");
    }

    #[test]
    fn a_group_lists_its_commands_by_name() {
        let (text, _) = help(&words("@STRING x"), Lang::En);
        let at = |name: &str| text.find(&["\n  ", name, " "].concat()).unwrap();
        assert!(at("APPEND") < at("GET") && at("GET") < at("SETNX"));
        assert!(!text.contains("group:") && !text.contains("PING"));
    }

    #[test]
    fn what_is_not_there_is_said_to_be_so() {
        let (text, note) = help(&words("@strings"), Lang::En);
        assert!(text.is_empty() && note.unwrap().get(Lang::En).contains("@string "));
        let (text, note) = help(&words("setxn"), Lang::En);
        assert!(text.is_empty() && note.unwrap().get(Lang::En).contains("SETNX"));
        assert!(help(&words("get x"), Lang::En).0.is_empty());
        assert!(help(&[], Lang::ZhHans).0.contains("@string"));
    }

    #[test]
    fn a_command_that_is_left_out_is_shown_only_by_its_full_name() {
        let shown = |line: &str| help(&words(line), Lang::En).0;
        let rewrite = shown("config rewrite");
        assert!(
            rewrite.starts_with("\n  CONFIG REWRITE\n  summary: "),
            "{rewrite}"
        );
        assert!(rewrite.ends_with(&["  ", say::LEFT_OUT.en, "\n"].concat()));
        assert!(!shown("config").contains("REWRITE") && shown("config").contains("CONFIG GET"));
        assert!(!shown("config get").contains(say::LEFT_OUT.en));
        assert!(!shown("cluster").contains("CLUSTER INFO"));
        let (text, note) = help(&words("@cluster"), Lang::En);
        assert!(text.is_empty() && !note.unwrap().get(Lang::En).contains("@cluster"));
    }
}
