//! A command's arguments as a tree, read from the text that its help shows.

/// An argument, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it is.
    pub shape: Shape,
    /// It may be left out.
    pub is_optional: bool,
    /// It may come several times.
    pub is_many: bool,
}

/// What an argument is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A word that stands for itself, such as `EX`.
    Token(&'static str),
    /// A value, by its name.
    Value(&'static str),
    /// One of several.
    OneOf(Vec<Argument>),
    /// One after another.
    Block(Vec<Argument>),
}

/// How a word may begin an argument, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// Not at all.
    No,
    /// As a value: any word may.
    Value,
    /// As the very word.
    Token,
}

/// The arguments of a syntax text: `[...]` may be left out, `|` separates a choice, `...` repeats, words in capitals
/// stand for themselves.
pub fn parse(text: &'static str) -> Vec<Argument> {
    Parser { rest: text }.sequence(false)
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
    pub fn fit(&self, word: &[u8]) -> Fit {
        match &self.shape {
            Shape::Token(token) if token.as_bytes().eq_ignore_ascii_case(word) => Fit::Token,
            Shape::Token(_) => Fit::No,
            Shape::Value(_) => Fit::Value,
            Shape::OneOf(choices) => best(choices.iter(), word),
            Shape::Block(parts) => best(firsts(parts).into_iter(), word),
        }
    }

    /// Appends the argument as help shows it.
    pub fn push_to(&self, out: &mut String) {
        if self.is_optional {
            out.push('[');
        }
        match &self.shape {
            Shape::Token(word) | Shape::Value(word) => out.push_str(word),
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
pub fn push_joined(
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

/// Those that may come first: every one up to the first that may not be left out.
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

struct Parser {
    rest: &'static str,
}

impl Parser {
    /// Arguments up to the end, or up to what ends a choice within brackets. Outside brackets a choice is made of
    /// words, within them of sequences.
    fn sequence(&mut self, in_brackets: bool) -> Vec<Argument> {
        let mut out: Vec<Argument> = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.bytes().next() {
                None | Some(b']') => return out,
                Some(b'|') if in_brackets => return out,
                Some(b'|') => {
                    self.skip(1);
                    let choice = self.one();
                    match out.last_mut().map(|last| &mut last.shape) {
                        Some(Shape::OneOf(choices)) => choices.push(choice),
                        Some(_) => {
                            let first = out.pop().into_iter();
                            let choices = first.chain([choice]).collect();
                            out.push(Argument::required(Shape::OneOf(choices)));
                        }
                        None => out.push(choice),
                    }
                }
                Some(_) if self.rest.starts_with("...") => return out,
                Some(_) => out.push(self.one()),
            }
        }
    }

    fn one(&mut self) -> Argument {
        if self.rest.starts_with('[') {
            self.skip(1);
            return self.brackets();
        }
        let end = self
            .rest
            .find([' ', '|', '[', ']'])
            .unwrap_or(self.rest.len());
        let word = self.skip(end.max(1));
        let is_value = word.bytes().any(|byte| byte.is_ascii_lowercase());
        Argument::required(if is_value {
            Shape::Value(word)
        } else {
            Shape::Token(word)
        })
    }

    /// What stands within brackets, the first of which has been read.
    fn brackets(&mut self) -> Argument {
        let mut choices = vec![self.sequence(true)];
        while self.rest.starts_with('|') {
            self.skip(1);
            choices.push(self.sequence(true));
        }
        let is_many = self.rest.starts_with("...");
        if is_many {
            self.skip(3);
        }
        if self.rest.starts_with(']') {
            self.skip(1);
        }
        Argument {
            shape: choice(choices),
            is_optional: true,
            is_many,
        }
    }

    fn skip(&mut self, bytes: usize) -> &'static str {
        let (skipped, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        skipped
    }
}

/// One of several sequences. `TYPE A|B` is `TYPE` and then one of two: two tokens in a row are no choice of their own.
fn choice(mut choices: Vec<Vec<Argument>>) -> Shape {
    let is_token = |argument: Option<&Argument>| {
        argument.is_some_and(|argument| matches!(argument.shape, Shape::Token(_)))
    };
    if choices.len() < 2 {
        return block(choices.pop().unwrap_or_default());
    }
    let mut before = Vec::new();
    if let Some(first) = choices.first_mut()
        && is_token(first.first())
        && is_token(first.get(1))
    {
        before.push(first.remove(0));
    }
    let choices = choices
        .into_iter()
        .map(|parts| Argument::required(block(parts)));
    let one_of = Shape::OneOf(choices.collect());
    if before.is_empty() {
        return one_of;
    }
    before.push(Argument::required(one_of));
    Shape::Block(before)
}

fn block(mut parts: Vec<Argument>) -> Shape {
    match parts.len() {
        1 if parts.iter().all(|part| !part.is_optional) => parts.remove(0).shape,
        _ => Shape::Block(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyspace::command;

    fn shown(arguments: &[Argument]) -> String {
        let mut out = String::new();
        push_joined(&mut arguments.iter(), " ", &mut out);
        out
    }

    #[test]
    fn every_syntax_is_shown_as_it_was_read() {
        for command in command::all() {
            for command in [command].into_iter().chain(command.subcommands) {
                assert_eq!(
                    shown(&parse(command.syntax())),
                    command.syntax(),
                    "{}",
                    command.full_name()
                );
            }
        }
        for text in [
            "key value [NX|XX] [GET] [EX seconds|PX milliseconds|KEEPTTL]",
            "key value [key value ...]",
            "key bit [start [end [BYTE|BIT]]]",
            "[TYPE NORMAL|MASTER] [ID client-id [client-id ...]]",
            "ON|OFF|SKIP",
            "[protover [AUTH username password] [SETNAME clientname]]",
            "[FILTERBY MODULE module-name|ACLCAT category|PATTERN pattern]",
            "key LEFT|RIGHT LEFT|RIGHT timeout",
        ] {
            assert_eq!(shown(&parse(text)), text);
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "[", "]", "|", "...", "a|", "[a|", "[...]", "a ] b", "[[a]", "||a",
        ] {
            parse(text);
        }
    }

    #[test]
    fn a_token_before_a_choice_belongs_to_all_of_it() {
        let [argument] = &parse("[TYPE NORMAL|MASTER]")[..] else {
            panic!("one argument");
        };
        assert_eq!(argument.fit(b"type"), Fit::Token);
        assert_eq!(argument.fit(b"master"), Fit::No);
    }
}
