//! Computes the words that a command expects after the given ones.

use super::syntax::{Argument, Fit, Shape};

/// The role of a word in its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A word of the syntax itself.
    Token,
    /// A value.
    Value,
    /// A key.
    Key,
    /// The text of a script.
    Script,
    /// Not accepted there by the command.
    Unexpected,
}

/// A syntax, compared with words.
pub(crate) struct Expectation<'a> {
    /// The role of each word.
    pub roles: Vec<Role>,
    /// The words that may follow, in order: the first comes next if it is required.
    pub rest: Vec<&'a Argument>,
}

impl<'a> Expectation<'a> {
    /// The `arguments` that remain after `words`. Optional arguments come in any order, as Redis takes them; a choice
    /// is used up once it is made.
    pub(crate) fn after(arguments: &'a [Argument], words: &[Vec<u8>]) -> Expectation<'a> {
        let mut walk = ArgumentWalk {
            words,
            roles: Vec::new(),
        };
        let rest = walk.sequence(arguments);
        walk.roles.resize(words.len(), Role::Unexpected);
        Expectation {
            roles: walk.roles,
            rest,
        }
    }

    /// Whether some word is not accepted by the command.
    pub(crate) fn is_off_course(&self) -> bool {
        self.roles.contains(&Role::Unexpected)
    }

    /// The words that may come next: tokens, each with the arguments that follow it, and names of values.
    pub(crate) fn next(&self) -> Vec<Next<'a>> {
        let mut out = Vec::new();
        push_next(&mut self.rest.iter().copied(), &mut out);
        out
    }
}

/// A word that may come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// The word itself, and the arguments that belong to it.
    Token(&'static str, &'a [Argument]),
    /// The value of that name.
    Value(&'static str),
    /// The key of that name.
    Key(&'static str),
}

/// Adds those of `arguments` that may come first.
fn push_next<'a>(arguments: &mut dyn Iterator<Item = &'a Argument>, out: &mut Vec<Next<'a>>) {
    for argument in arguments {
        match &argument.shape {
            Shape::Token(token) => out.push(Next::Token(token, &[])),
            Shape::Value(name) => out.push(Next::Value(name)),
            Shape::Key(name) => out.push(Next::Key(name)),
            Shape::OneOf(choices) => {
                for choice in choices {
                    push_next(&mut [choice].into_iter(), out);
                }
            }
            Shape::Block(parts) => match parts.split_first() {
                Some((first, rest))
                    if matches!(first.shape, Shape::Token(_)) && !first.is_optional =>
                {
                    if let Shape::Token(token) = first.shape {
                        out.push(Next::Token(token, rest));
                    }
                }
                _ => push_next(&mut parts.iter(), out),
            },
        }
        if !argument.is_optional {
            return;
        }
    }
}

struct ArgumentWalk<'w> {
    words: &'w [Vec<u8>],
    /// One for each word that was taken.
    roles: Vec<Role>,
}

impl<'w> ArgumentWalk<'w> {
    fn word(&self) -> Option<&'w Vec<u8>> {
        self.words.get(self.roles.len())
    }

    /// Matches words with arguments in order; returns the arguments that remain when the words are used up.
    fn sequence<'a>(&mut self, mut arguments: &'a [Argument]) -> Vec<&'a Argument> {
        while let Some((first, others)) = arguments.split_first() {
            if self.word().is_none() {
                return arguments.iter().collect();
            }
            let mut rest;
            if first.is_optional {
                let options = arguments
                    .iter()
                    .take_while(|other| other.is_optional)
                    .count();
                let (options, others) = arguments.split_at_checked(options).unwrap_or_default();
                arguments = others;
                rest = self.options(options);
            } else {
                arguments = others;
                rest = self.one(first);
            }
            if !rest.is_empty() {
                rest.extend(arguments);
                return rest;
            }
        }
        Vec::new()
    }

    /// Matches words with optional arguments, in any order.
    fn options<'a>(&mut self, options: &'a [Argument]) -> Vec<&'a Argument> {
        let mut left: Vec<&Argument> = options.iter().collect();
        while let Some(word) = self.word() {
            let fits = |fit: Fit| left.iter().position(|option| option.fit(word) == fit);
            let Some(at) = fits(Fit::Token).or_else(|| fits(Fit::Value)) else {
                return Vec::new();
            };
            let Some(option) = left.get(at).copied() else {
                return Vec::new();
            };
            if !option.is_many {
                left.remove(at);
            }
            let mut rest = self.one(option);
            if !rest.is_empty() {
                rest.extend(left);
                return rest;
            }
        }
        left
    }

    /// Matches at least one word with an argument.
    fn one<'a>(&mut self, argument: &'a Argument) -> Vec<&'a Argument> {
        let Some(word) = self.word() else {
            return vec![argument];
        };
        match &argument.shape {
            Shape::Block(parts) => self.sequence(parts),
            Shape::OneOf(choices) => {
                let fits = |fit: Fit| choices.iter().find(|choice| choice.fit(word) == fit);
                match fits(Fit::Token).or_else(|| fits(Fit::Value)) {
                    Some(choice) => self.one(choice),
                    None => self.take(Role::Unexpected),
                }
            }
            Shape::Token(_) if argument.fit(word) == Fit::Token => self.take(Role::Token),
            Shape::Token(_) => self.take(Role::Unexpected),
            Shape::Value("script" | "function-code") => self.take(Role::Script),
            Shape::Value(_) => self.take(Role::Value),
            Shape::Key(_) => self.take(Role::Key),
        }
    }

    fn take<'a>(&mut self, role: Role) -> Vec<&'a Argument> {
        self.roles.push(role);
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{of, push_joined};
    use keyspace::arguments::parse;

    const SET: &str = "key value [when(NX|XX)] [GET] [until(EX=seconds|PX=milliseconds|KEEPTTL)]";
    const LIST: &str = "[TYPE=type(NORMAL|MASTER)] [ID=ids{client-id...}]";
    const BITPOS: &str = "key bit [index{start [end_index{end [unit(BYTE|BIT)]}]}]";
    const HELLO: &str = "[arguments{protover [AUTH=who{username password}] [SETNAME=clientname]}]";

    fn left(syntax: &'static str, words: &str) -> String {
        let arguments = of(&parse(syntax));
        let words: Vec<Vec<u8>> = words.split_whitespace().map(|word| word.into()).collect();
        let expectation = Expectation::after(&arguments, &words);
        let mut out = String::new();
        if expectation.is_off_course() {
            out.push('!');
        }
        push_joined(&mut expectation.rest.into_iter(), " ", &mut out);
        out
    }

    #[test]
    fn what_was_given_and_what_it_excludes_is_gone() {
        for (syntax, words, expected) in [
            (
                SET,
                "",
                "key value [NX|XX] [GET] [EX seconds|PX milliseconds|KEEPTTL]",
            ),
            (
                SET,
                "k",
                "value [NX|XX] [GET] [EX seconds|PX milliseconds|KEEPTTL]",
            ),
            (
                SET,
                "k v",
                "[NX|XX] [GET] [EX seconds|PX milliseconds|KEEPTTL]",
            ),
            (SET, "k v nx", "[GET] [EX seconds|PX milliseconds|KEEPTTL]"),
            (SET, "k v EX", "seconds [NX|XX] [GET]"),
            (SET, "k v EX 10", "[NX|XX] [GET]"),
            (SET, "k v GET KEEPTTL XX", ""),
            (SET, "k v NX XX", "!"),
            (SET, "k v what", "!"),
            ("key...", "a b", "[key ...]"),
            ("pair{key value}...", "a b c", "value [key value ...]"),
            (BITPOS, "k 1", "[start [end [BYTE|BIT]]]"),
            (BITPOS, "k 1 0", "[end [BYTE|BIT]]"),
            (BITPOS, "k 1 0 5", "[BYTE|BIT]"),
            (HELLO, "3 SETNAME", "clientname [AUTH username password]"),
            ("[username] password", "x", "password"),
            (LIST, "TYPE", "NORMAL|MASTER [ID client-id [client-id ...]]"),
            ("on(ON|OFF)", "", "ON|OFF"),
            ("on(ON|OFF)", "on", ""),
            ("", "x", "!"),
        ] {
            assert_eq!(left(syntax, words), expected, "{syntax}: {words}");
        }
    }

    #[test]
    fn what_comes_next_is_told_from_what_comes_later() {
        let arguments = of(&parse(SET));
        let next = |words: &[&str]| {
            let words: Vec<Vec<u8>> = words.iter().map(|word| (*word).into()).collect();
            let next = Expectation::after(&arguments, &words).next();
            let names = next.iter().map(|next| match next {
                Next::Token(name, _) | Next::Value(name) | Next::Key(name) => *name,
            });
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(next(&[]), "key");
        assert_eq!(next(&["k", "v"]), "NX XX GET EX PX KEEPTTL");
        assert_eq!(next(&["k", "v", "PX"]), "milliseconds");
        assert_eq!(next(&["k", "v", "PX", "1", "GET"]), "NX XX");
    }
}
