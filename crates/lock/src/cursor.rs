//! A cursor in one line of a program, and the parsers of names, values and words. Statements are in `statement`.

use std::sync::Arc;

use super::condition::Relation;
use super::diagnostic::Diagnostic;
use super::expression::{Atom, Expression, Term};
use super::registers::{Mention, RESERVED, Registers};
use super::says;
use base::text::Text;
use keyspace::words;

/// Reads a line from left to right.
pub(super) struct Cursor<'a> {
    pub line: u32,
    text: &'a str,
    /// In bytes, always between two characters.
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(line: u32, text: &'a str) -> Cursor<'a> {
        Cursor { line, text, at: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(' ').len();
    }

    /// True at the end of the line, spaces aside.
    pub fn is_done(&mut self) -> bool {
        self.skip_spaces();
        self.rest().is_empty()
    }

    /// Skips `mark`, if it follows after spaces.
    pub fn eat(&mut self, mark: &str) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// A name: letters, digits and `_`, not beginning with a digit. Empty when no name follows.
    pub fn name(&mut self) -> &'a str {
        self.skip_spaces();
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default();
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return "";
        }
        self.at += name.len();
        name
    }

    /// The line and column of byte `at` of this line.
    pub fn position(&self, at: usize) -> (u32, u32) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let column = u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX);
        (self.line, column)
    }

    /// A mistake at byte `at` of this line, and what to do about it.
    pub fn mistake(&self, at: usize, message: &Text, hint: &Text) -> Diagnostic {
        Diagnostic::about(self.position(at), (message, ""), (hint, ""))
    }

    /// A diagnostic for something that is missing here.
    pub fn expected(&mut self, message: &Text, hint: &Text) -> Diagnostic {
        self.skip_spaces();
        self.mistake(self.at, message, hint)
    }

    /// A sum of products: `now + lease * 1000`.
    pub fn expression(&mut self, registers: &mut Registers) -> Result<Expression, Diagnostic> {
        let mut terms = Vec::new();
        let mut negative = self.eat("-");
        loop {
            let from = self.at;
            let mut factors = vec![self.atom(registers)?];
            while self.eat("*") {
                factors.push(self.atom(registers)?);
            }
            terms.push(Term { negative, factors });
            let plus = self.eat("+");
            let minus = !plus && self.eat("-");
            let computed = plus || minus || negative || terms.len() > 1;
            self.all_numbers(&terms, computed, from)?;
            if !plus && !minus {
                return Ok(Expression { terms });
            }
            negative = minus;
        }
    }

    /// Refuses nil and texts where something is computed; `from` is where the last term stands.
    fn all_numbers(&self, terms: &[Term], computed: bool, from: usize) -> Result<(), Diagnostic> {
        let Some(term) = terms.last() else {
            return Ok(());
        };
        let computed = computed || term.factors.len() > 1;
        let not_number = |atom: &Atom| matches!(atom, Atom::Nil | Atom::Text(_));
        match computed && term.factors.iter().any(not_number) {
            true => {
                let spaces = self
                    .text
                    .get(from..)
                    .map_or(0, |rest| rest.len() - rest.trim_start_matches(' ').len());
                Err(self.mistake(from + spaces, &says::NOT_IN_SUM, &says::VALUES))
            }
            false => Ok(()),
        }
    }

    fn atom(&mut self, registers: &mut Registers) -> Result<Atom, Diagnostic> {
        self.skip_spaces();
        let from = self.at;
        if self.rest().starts_with('"') {
            return self.quoted().map(Atom::Text);
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.number().map(Atom::Number);
        }
        match self.name() {
            "" => Err(self.mistake(from, &says::EXPECTED_VALUE, &says::VALUES)),
            "now" => Ok(Atom::Now),
            "sent" => {
                registers.names_sent = true;
                Ok(Atom::Sent)
            }
            "lease" => Ok(Atom::Lease),
            "me" => Ok(Atom::Me),
            "token" => {
                registers.names_token = true;
                Ok(Atom::Token)
            }
            "answers" => Ok(Atom::Answers),
            "yes" => Ok(Atom::Yes),
            "majority" => Ok(Atom::Majority),
            "draft" => Ok(Atom::Draft),
            "reply" if self.rest().starts_with('.') => {
                let at = self.at;
                self.at += 1;
                match self.number() {
                    Ok(number @ 1..=9) => Ok(Atom::Element(number as usize)),
                    _ => Err(self.mistake(at, &says::ELEMENT, &says::ELEMENT_HINT)),
                }
            }
            "reply" => Ok(Atom::Reply),
            "nil" => Ok(Atom::Nil),
            name => {
                let (line, column) = self.position(from);
                registers.mentions.push(Mention {
                    name: name.to_owned(),
                    line,
                    column,
                });
                Ok(Atom::Register(registers.index(name)))
            }
        }
    }

    fn number(&mut self) -> Result<i64, Diagnostic> {
        let from = self.at;
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        self.at += digits.len();
        digits.parse().map_err(|_| {
            let message = (&says::NUMBER_TOO_LARGE, digits);
            Diagnostic::about(self.position(from), message, (&says::LARGEST, ""))
        })
    }

    /// A text in double quotes, with the escapes of redis-cli.
    fn quoted(&mut self) -> Result<Arc<Vec<u8>>, Diagnostic> {
        let from = self.at;
        self.at += word_bytes(self.rest(), |c| "+-*:,<>=!".chars().any(|end| end == c));
        let written = self.text.get(from..self.at).unwrap_or_default();
        self.unquote(from, written).map(Arc::new)
    }

    /// One word of a command as the bytes that it stands for.
    pub fn unquote(&self, from: usize, written: &str) -> Result<Vec<u8>, Diagnostic> {
        let bad = || self.mistake(from, &says::BAD_QUOTE, &says::BAD_QUOTE_HINT);
        let mut words = words::split(written.as_bytes()).map_err(|_| bad())?;
        match (words.pop(), words.is_empty()) {
            (Some(word), true) => Ok(word),
            _ => Err(bad()),
        }
    }

    /// One literal word of a command, as it is written.
    pub fn literal(&mut self) -> &'a str {
        let rest = self.rest();
        let end = word_bytes(rest, |_| false);
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// The content of `<...>`: `now + 1`, or `mine := now + 1`.
    pub fn computed(
        &mut self,
        registers: &mut Registers,
    ) -> Result<(Option<usize>, Expression), Diagnostic> {
        let open = self.at;
        if !self.rest().contains('>') {
            return Err(self.mistake(open, &says::UNCLOSED, &says::UNCLOSED_HINT));
        }
        self.eat("<");
        let before = self.at;
        self.skip_spaces();
        let name_at = self.at;
        let name = self.name();
        let register = if !name.is_empty() && self.eat(":=") {
            Some(self.assigned(name_at, name, registers)?)
        } else {
            self.at = before;
            None
        };
        let expression = self.expression(registers)?;
        if !self.eat(">") {
            let at = self.at;
            return Err(match self.rest().contains('>') {
                true => self.mistake(at, &says::AFTER_VALUE, &says::OPERATORS),
                false => self.mistake(open, &says::UNCLOSED, &says::UNCLOSED_HINT),
            });
        }
        match self.rest().chars().next() {
            None | Some(' ') => Ok((register, expression)),
            Some(_) => {
                Err(self.mistake(self.at, &says::AFTER_COMPUTED, &says::AFTER_COMPUTED_HINT))
            }
        }
    }

    /// The register that is assigned by its name, which stands at byte `at` of this line.
    pub fn assigned(
        &self,
        at: usize,
        name: &str,
        registers: &mut Registers,
    ) -> Result<usize, Diagnostic> {
        match RESERVED.contains(&name) {
            true => Err(Diagnostic::about(
                self.position(at),
                (&says::RESERVED_NAME, name),
                (&says::RESERVED_NAME_HINT, ""),
            )),
            false => Ok(registers.assign(name)),
        }
    }

    /// `=`, `!=`, `<`, `<=`, `>` or `>=`.
    pub fn relation(&mut self) -> Result<Relation, Diagnostic> {
        self.skip_spaces();
        let known = [
            ("!=", Relation::Unequal),
            ("<=", Relation::LessOrEqual),
            (">=", Relation::GreaterOrEqual),
            ("=", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::Greater),
        ];
        for (mark, relation) in known {
            let at = self.at;
            if self.eat(mark) {
                if self.rest().starts_with(['=', '<', '>']) {
                    return Err(self.mistake(at, &says::EXPECTED_RELATION, &says::RELATIONS));
                }
                return Ok(relation);
            }
        }
        Err(self.expected(&says::EXPECTED_RELATION, &says::RELATIONS))
    }
}

/// How many bytes the first word of `text` has: up to a space outside quotes, or what `ends` says.
fn word_bytes(text: &str, ends: impl Fn(char) -> bool) -> usize {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(mark) if c == mark => quote = None,
            Some(_) => {}
            None if c == ' ' || ends(c) => return at,
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
    }
    text.len()
}
