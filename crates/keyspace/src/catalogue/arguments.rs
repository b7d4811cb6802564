//! A command's arguments as a tree, read from the short notation in its record. Help's text and the `arguments` of
//! COMMAND DOCS both come of it. Not a check of what was typed: each handler reads its own arguments.
//!
//! ```text
//! value              an argument, by its name; its type is a string
//! offset:integer     the same, of another type. `key` and `pattern` are of the types of these names
//! newkey:key1        a key, of the second key specification of the command
//! pattern:pattern1   a pattern for keys of the second key specification
//! GET                a word that stands for itself, in capitals
//! EX=seconds:integer a value behind such a word
//! unit(BYTE|BIT)     one of several
//! pair{key value}    one after another
//! [...]              it may be left out
//! key...             it may come several times; `GET...=name`: each time with its word before it
//! change'CH'         such a word that goes by another name
//! 'ip:port'          a name with other signs than letters, digits, `-`, `_` and `.`
//! NX@2.6.12          since this version of Redis
//! id!2.8.12          deprecated since this version of Redis, after its `@`
//! ```

/// An argument, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: ArgumentKind,
    /// The word that it begins with, or the whole of an [`ArgumentKind::Token`], which may be empty. Else empty if there
    /// is none.
    pub token: &'static str,
    /// It may be left out.
    pub is_optional: bool,
    /// It may come several times.
    pub is_multiple: bool,
    /// Each time it comes, the token comes before it.
    pub has_multiple_token: bool,
    /// The version of Redis that brought it; empty when it came with the command.
    pub since: &'static str,
    /// The version of Redis that deprecated it, if one did.
    pub deprecated: &'static str,
    /// Its parts or alternatives.
    pub of: Vec<Argument>,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A value of one of COMMAND DOCS' types, such as `integer`.
    Value(&'static str),
    /// A key, with the place of its key specification.
    Key(u8),
    /// A pattern for keys, with the place of their key specification.
    KeyPattern(u8),
    /// A word that stands for itself.
    Token,
    /// One of several.
    OneOf,
    /// One after another.
    Block,
}

impl ArgumentKind {
    /// The name that COMMAND DOCS has for it.
    pub const fn name(self) -> &'static str {
        match self {
            ArgumentKind::Value(name) => name,
            ArgumentKind::Key(_) => "key",
            ArgumentKind::KeyPattern(_) => "pattern",
            ArgumentKind::Token => "pure-token",
            ArgumentKind::OneOf => "oneof",
            ArgumentKind::Block => "block",
        }
    }
}

/// The arguments of a record's notation, up to the first invalid part.
pub fn parse(notation: &'static str) -> Vec<Argument> {
    ArgumentParser { rest: notation }.all(b' ')
}

/// The arguments as redis-cli's help shows them.
pub fn syntax(arguments: &[Argument]) -> String {
    let mut out = String::new();
    push_all(arguments, " ", &mut out);
    out
}

fn push_all(arguments: &[Argument], between: &str, out: &mut String) {
    for (at, argument) in arguments.iter().enumerate() {
        if at > 0 {
            out.push_str(between);
        }
        argument.push(out);
    }
}

impl Argument {
    fn push(&self, out: &mut String) {
        if self.is_optional {
            out.push('[');
        }
        self.push_token(out);
        self.push_value(out);
        if self.is_multiple {
            out.push_str(" [");
            if self.has_multiple_token {
                self.push_token(out);
            }
            self.push_value(out);
            out.push_str(" ...]");
        }
        if self.is_optional {
            out.push(']');
        }
    }

    fn push_token(&self, out: &mut String) {
        out.push_str(match (self.kind, self.token) {
            (ArgumentKind::Token, "") => "\"\"",
            (_, token) => token,
        });
        if !self.token.is_empty() && self.kind != ArgumentKind::Token {
            out.push(' ');
        }
    }

    fn push_value(&self, out: &mut String) {
        match self.kind {
            ArgumentKind::Value(_) | ArgumentKind::Key(_) | ArgumentKind::KeyPattern(_) => {
                out.push_str(self.name)
            }
            ArgumentKind::Token => {}
            ArgumentKind::OneOf => push_all(&self.of, "|", out),
            ArgumentKind::Block => push_all(&self.of, " ", out),
        }
    }
}

struct ArgumentParser {
    rest: &'static str,
}

impl ArgumentParser {
    /// Arguments with `between` between them.
    fn all(&mut self, between: u8) -> Vec<Argument> {
        let mut all = Vec::new();
        while !self.rest.is_empty() {
            all.push(self.one());
            if !self.takes(between) {
                break;
            }
        }
        all
    }

    fn one(&mut self) -> Argument {
        let is_optional = self.takes(b'[');
        let mut name = self.word();
        let mut token = "";
        let has_multiple_token = self.rest.starts_with("...=") && self.takes_dots();
        if self.takes(b'=') {
            token = name;
            name = self.word();
        }
        let (kind, of) = self.kind(name);
        if kind == ArgumentKind::Token {
            token = self.quoted().unwrap_or(name);
        }
        let mut argument = Argument {
            name,
            kind,
            token,
            is_optional,
            is_multiple: self.takes_dots() || has_multiple_token,
            has_multiple_token,
            since: "",
            deprecated: "",
            of,
        };
        if self.takes(b'@') {
            argument.since = self.word();
        }
        if self.takes(b'!') {
            argument.deprecated = self.word();
        }
        if is_optional {
            self.takes(b']');
        }
        argument
    }

    fn kind(&mut self, name: &'static str) -> (ArgumentKind, Vec<Argument>) {
        if self.takes(b'(') {
            let of = self.all(b'|');
            self.takes(b')');
            return (ArgumentKind::OneOf, of);
        }
        if self.takes(b'{') {
            let of = self.all(b' ');
            self.takes(b'}');
            return (ArgumentKind::Block, of);
        }
        let kind = match name {
            _ if self.takes(b':') => self.word(),
            _ if self.rest.starts_with('\'') => return (ArgumentKind::Token, Vec::new()),
            "key" | "pattern" => name,
            _ if name.bytes().any(|byte| byte.is_ascii_lowercase()) => "string",
            _ => return (ArgumentKind::Token, Vec::new()),
        };
        let kind = match kind {
            "key" => ArgumentKind::Key(0),
            "key1" => ArgumentKind::Key(1),
            "key2" => ArgumentKind::Key(2),
            "pattern1" => ArgumentKind::KeyPattern(1),
            _ => ArgumentKind::Value(kind),
        };
        (kind, Vec::new())
    }

    /// What stands in quotes, or else letters, digits, `-`, `_`, and dots that are no `...`.
    fn word(&mut self) -> &'static str {
        if let Some(quoted) = self.quoted() {
            return quoted;
        }
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        let end = self.rest.bytes().position(|byte| !is_part(&byte));
        let end = end.unwrap_or(self.rest.len());
        let mut threes = self.rest.as_bytes().windows(3);
        let dots = threes.position(|three| three == b"...");
        let end = dots.map_or(end, |dots| dots.min(end));
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or(("", ""));
        self.rest = rest;
        word
    }

    fn quoted(&mut self) -> Option<&'static str> {
        let (quoted, rest) = self.rest.strip_prefix('\'')?.split_once('\'')?;
        self.rest = rest;
        Some(quoted)
    }

    fn takes_dots(&mut self) -> bool {
        let rest = self.rest.strip_prefix("...");
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let found = self.rest.as_bytes().first() == Some(&byte);
        if found {
            self.rest = self.rest.get(1..).unwrap_or_default();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notation_is_shown_as_help_shows_it() {
        for (notation, shown) in [
            ("", ""),
            ("key value", "key value"),
            ("key...", "key [key ...]"),
            ("pair{key value}...", "key value [key value ...]"),
            (
                "key [when(NX|XX)@2.6.12] [GET@6.2.0] [until(EX=seconds:integer|KEEPTTL@6.0.0)]",
                "key [NX|XX] [GET] [EX seconds|KEEPTTL]",
            ),
            (
                "key [GET...=at{encoding offset:integer}]",
                "key [GET encoding offset [GET encoding offset ...]]",
            ),
            (
                "[TYPE=which(NORMAL|MASTER)] [ID=id{client-id:integer...}@6.2.0]",
                "[TYPE NORMAL|MASTER] [ID client-id [client-id ...]]",
            ),
            ("on(ON|OFF) to:key1", "ON|OFF to"),
            ("[change'CH'] 'ip:port'!2.8.12", "[CH] ip:port"),
            ("to(key|empty''|id(near'~'|'a/b'))", "key|\"\"|~|a/b"),
        ] {
            assert_eq!(syntax(&parse(notation)), shown, "{notation}");
        }
    }

    #[test]
    fn an_argument_is_what_its_notation_says() {
        let arguments = parse("from:key to:key1 [EX...=when:unix-time@6.2.0]");
        let kinds: Vec<ArgumentKind> = arguments.iter().map(|argument| argument.kind).collect();
        assert_eq!(
            kinds,
            [
                ArgumentKind::Key(0),
                ArgumentKind::Key(1),
                ArgumentKind::Value("unix-time")
            ]
        );
        assert_eq!(
            arguments[2],
            Argument {
                name: "when",
                kind: ArgumentKind::Value("unix-time"),
                token: "EX",
                is_optional: true,
                is_multiple: true,
                has_multiple_token: true,
                since: "6.2.0",
                deprecated: "",
                of: vec![],
            }
        );
        let [change, address] = &parse("change'CH'@3.0.2 ADDR='ip:port'!2.8.12")[..] else {
            panic!("two arguments");
        };
        assert_eq!(
            (change.name, change.token, change.kind, change.since),
            ("change", "CH", ArgumentKind::Token, "3.0.2")
        );
        assert_eq!(
            (address.name, address.token, address.deprecated),
            ("ip:port", "ADDR", "2.8.12")
        );
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "[", "]", "|", "...", "a|", "a(", "a{b", "=", "@", ":", "!", "'", "a'", "''", "a ] b",
            "[[a]",
        ] {
            parse(text);
        }
    }
}
