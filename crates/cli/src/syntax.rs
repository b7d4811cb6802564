//! A command's arguments as the words that are typed for them: the tree of its record, in which a token and a
//! repetition become parts of their own.

use keyspace::arguments::{self, ArgumentKind};

/// An argument, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// Its kind.
    pub shape: Shape,
    /// It may be left out.
    pub is_optional: bool,
    /// It may come several times.
    pub is_many: bool,
}

/// The kind of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A word that stands for itself, such as `EX`.
    Token(&'static str),
    /// A value, by its name.
    Value(&'static str),
    /// A key, by its name.
    Key(&'static str),
    /// One of several.
    OneOf(Vec<Argument>),
    /// One after another.
    Block(Vec<Argument>),
}

/// How a word may begin an argument, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// Not at all.
    No,
    /// As a value: any word may.
    Value,
    /// As this word.
    Token,
}

/// The arguments of a command's record.
pub(crate) fn of(arguments: &[arguments::Argument]) -> Vec<Argument> {
    let mut out = Vec::new();
    for argument in arguments {
        let parts = parts(argument);
        if argument.is_optional {
            out.push(Argument {
                is_optional: true,
                ..Argument::required(block(parts))
            });
        } else {
            out.extend(parts);
        }
    }
    out
}

/// An argument as the words that are typed for it, its repetition last.
fn parts(argument: &arguments::Argument) -> Vec<Argument> {
    let mut parts = once(argument, true);
    if argument.is_multiple {
        parts.push(Argument {
            is_optional: true,
            is_many: true,
            ..Argument::required(block(once(argument, argument.has_multiple_token)))
        });
    }
    parts
}

fn once(argument: &arguments::Argument, with_token: bool) -> Vec<Argument> {
    let mut parts = Vec::new();
    let is_token = argument.kind == ArgumentKind::Token;
    if with_token && (is_token || !argument.token.is_empty()) {
        parts.push(Argument::required(Shape::Token(argument.token)));
    }
    match argument.kind {
        ArgumentKind::Token => {}
        ArgumentKind::Value(_) | ArgumentKind::KeyPattern(_) => {
            parts.push(Argument::required(Shape::Value(argument.name)));
        }
        ArgumentKind::Key(_) => parts.push(Argument::required(Shape::Key(argument.name))),
        ArgumentKind::Block => parts.extend(of(&argument.of)),
        ArgumentKind::OneOf => {
            let choices = argument.of.iter();
            let choices = choices.map(|choice| Argument {
                is_optional: choice.is_optional,
                ..Argument::required(block(self::parts(choice)))
            });
            parts.push(Argument::required(Shape::OneOf(choices.collect())));
        }
    }
    parts
}

fn block(mut parts: Vec<Argument>) -> Shape {
    match parts.len() {
        1 if parts.iter().all(|part| !part.is_optional) => parts.remove(0).shape,
        _ => Shape::Block(parts),
    }
}

impl Argument {
    fn required(shape: Shape) -> Argument {
        Argument {
            shape,
            is_optional: false,
            is_many: false,
        }
    }

    /// How `word` may begin this argument.
    pub(crate) fn fit(&self, word: &[u8]) -> Fit {
        match &self.shape {
            Shape::Token(token) if token.as_bytes().eq_ignore_ascii_case(word) => Fit::Token,
            Shape::Token(_) => Fit::No,
            Shape::Value(_) | Shape::Key(_) => Fit::Value,
            Shape::OneOf(choices) => best(choices.iter(), word),
            Shape::Block(parts) => best(firsts(parts).into_iter(), word),
        }
    }

    /// Appends the argument as help shows it.
    pub(crate) fn push_to(&self, out: &mut String) {
        if self.is_optional {
            out.push('[');
        }
        match &self.shape {
            Shape::Token("") => out.push_str("\"\""),
            Shape::Token(word) | Shape::Value(word) | Shape::Key(word) => out.push_str(word),
            Shape::OneOf(choices) => push_joined(&mut choices.iter(), "|", out),
            Shape::Block(parts) => push_joined(&mut parts.iter(), " ", out),
        }
        if self.is_many {
            out.push_str(" ...");
        }
        if self.is_optional {
            out.push(']');
        }
    }
}

/// Appends arguments with something between them.
pub(crate) fn push_joined(
    arguments: &mut dyn Iterator<Item = &Argument>,
    between: &str,
    out: &mut String,
) {
    for (at, argument) in arguments.enumerate() {
        if at > 0 {
            out.push_str(between);
        }
        argument.push_to(out);
    }
}

/// The arguments that may come first: all up to the first required one, inclusive.
fn firsts(parts: &[Argument]) -> Vec<&Argument> {
    let end = parts.iter().position(|part| !part.is_optional);
    let end = end.map_or(parts.len(), |at| at + 1);
    parts.iter().take(end).collect()
}

fn best<'a>(arguments: impl Iterator<Item = &'a Argument>, word: &[u8]) -> Fit {
    arguments
        .map(|argument| argument.fit(word))
        .max()
        .unwrap_or(Fit::No)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keyspace::command;

    #[test]
    fn every_syntax_is_shown_as_help_shows_it() {
        for command in command::all() {
            for command in [command].into_iter().chain(command.subcommands()) {
                let mut shown = String::new();
                push_joined(&mut of(&command.arguments()).iter(), " ", &mut shown);
                assert_eq!(shown, command.syntax(), "{}", command.full_name());
            }
        }
    }

    #[test]
    fn a_token_before_a_choice_belongs_to_all_of_it() {
        let arguments = arguments::parse("[TYPE=type(NORMAL|MASTER)]");
        let [argument] = &of(&arguments)[..] else {
            panic!("one argument");
        };
        assert_eq!(argument.fit(b"type"), Fit::Token);
        assert_eq!(argument.fit(b"master"), Fit::No);
    }
}
