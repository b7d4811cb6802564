//! The calls of a script whose values go from arguments and replies to calls, comparisons and the reply, and nowhere else. Such
//! scripts are recognized by a small part of Lua's grammar; any other is not known.

use super::{CONSTANT_MAX, Word, measures};
use keyspace::number;

/// What a script does.
#[derive(Default)]
pub struct Found<'a> {
    /// The commands that it may call.
    pub calls: Vec<Vec<Word<'a>>>,
    /// The words that it compares, and those that it returns or keeps unchanged.
    pub values: Vec<Word<'a>>,
    /// Whether it compares two of them neither of which stands there.
    pub compares_kept: bool,
    /// How many replies are remaining times that it returns and does nothing else with.
    pub measured: usize,
}

/// The calls of a script that is given these keys and arguments; `None` where it does anything that is not known.
pub fn calls<'a>(body: &'a [u8], keys: &[Word<'a>], arguments: &[Word<'a>]) -> Option<Found<'a>> {
    let mut reader = ScriptReader {
        tokens: tokens(body)?,
        at: 0,
        keys,
        arguments,
        locals: Vec::new(),
        found: Found::default(),
    };
    reader.block()?;
    (reader.at == reader.tokens.len()).then_some(reader.found)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a [u8]),
    Text(&'a [u8]),
    Number(&'a [u8]),
    Sign(&'a [u8]),
}

/// Signs of two characters before those of one.
const SIGNS: [&[u8]; 17] = [
    b"==", b"~=", b"<=", b">=", b"(", b")", b"[", b"]", b"{", b"}", b",", b";", b"=", b"<", b">",
    b".", b"-",
];

fn tokens(mut rest: &[u8]) -> Option<Vec<Token<'_>>> {
    let mut all = Vec::new();
    while let Some(first) = rest.first() {
        let length_of = |is_part: &dyn Fn(&u8) -> bool| {
            let length = rest.iter().position(|byte| !is_part(byte));
            length.unwrap_or(rest.len())
        };
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let (token, length) = match first {
            b' ' | b'\t' | b'\r' | b'\n' => {
                rest = rest.get(1..)?;
                continue;
            }
            b'-' if rest.starts_with(b"--") => {
                // A long comment may end anywhere.
                if rest.starts_with(b"--[") {
                    return None;
                }
                rest = rest.get(length_of(&|byte| *byte != b'\n')..)?;
                continue;
            }
            b'\'' | b'"' => {
                let text = rest.get(1..)?;
                let length = text.iter().position(|byte| byte == first)?;
                let text = text.get(..length)?;
                if text.contains(&b'\\') {
                    return None;
                }
                (Token::Text(text), length + 2)
            }
            b'0'..=b'9' => {
                let length = length_of(&|byte| is_word(byte) || *byte == b'.');
                (Token::Number(rest.get(..length)?), length)
            }
            first if is_word(first) => {
                let length = length_of(&is_word);
                (Token::Name(rest.get(..length)?), length)
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
                if sign == b"." && rest.starts_with(b"..") {
                    return None;
                }
                (Token::Sign(sign), sign.len())
            }
        };
        all.push(token);
        rest = rest.get(length..)?;
    }
    Some(all)
}

struct ScriptReader<'a, 'w> {
    tokens: Vec<Token<'a>>,
    at: usize,
    keys: &'w [Word<'a>],
    arguments: &'w [Word<'a>],
    /// Names with their values, which no later statement changes.
    locals: Vec<(&'a [u8], Word<'a>)>,
    found: Found<'a>,
}

const WORDS: [&[u8]; 17] = [
    b"if",
    b"then",
    b"elseif",
    b"else",
    b"end",
    b"return",
    b"local",
    b"and",
    b"or",
    b"not",
    b"nil",
    b"true",
    b"false",
    b"for",
    b"while",
    b"function",
    b"repeat",
];

impl<'a> ScriptReader<'a, '_> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn takes(&mut self, token: Token) -> bool {
        let is_it = self.peek() == Some(token);
        self.at += usize::from(is_it);
        is_it
    }

    fn word(&mut self, word: &str) -> bool {
        self.takes(Token::Name(word.as_bytes()))
    }

    fn sign(&mut self, sign: &str) -> bool {
        self.takes(Token::Sign(sign.as_bytes()))
    }

    fn name(&mut self) -> Option<&'a [u8]> {
        match self.peek()? {
            Token::Name(name) if !WORDS.contains(&name) => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    /// Statements, up to a word that ends them.
    fn block(&mut self) -> Option<()> {
        loop {
            while self.sign(";") {}
            let Some(token) = self.peek() else {
                return Some(());
            };
            match token {
                Token::Name(b"end" | b"else" | b"elseif") => return Some(()),
                Token::Name(b"return") => {
                    self.at += 1;
                    if !self.ends() {
                        self.returned()?;
                    }
                    // What stands behind would be part of the value.
                    while self.sign(";") {}
                    return self.ends().then_some(());
                }
                Token::Name(b"local") => {
                    self.at += 1;
                    let name = self.name()?;
                    let is_known = self.locals.iter().any(|(known, _)| *known == name);
                    let value = match self.sign("=") {
                        true => self.value()?,
                        false => return None,
                    };
                    if is_known || [&b"KEYS"[..], b"ARGV", b"redis", b"tonumber"].contains(&name) {
                        return None;
                    }
                    self.locals.push((name, value));
                }
                Token::Name(b"if") => self.condition()?,
                Token::Name(b"redis") => {
                    self.named()?;
                }
                _ => return None,
            }
        }
    }

    /// Whether a block ends here.
    fn ends(&self) -> bool {
        matches!(
            self.peek(),
            None | Some(Token::Sign(b";") | Token::Name(b"end" | b"else" | b"elseif"))
        )
    }

    fn returned(&mut self) -> Option<()> {
        let is_call = self.peek() == Some(Token::Name(b"redis"));
        let (at, calls) = (self.at, self.found.calls.len());
        if is_call {
            self.named()?;
            if self.ends() {
                let is_measured = self.found.calls.last().is_some_and(|call| measures(call));
                self.found.measured += usize::from(is_measured);
                return Some(());
            }
            self.at = at;
            self.found.calls.truncate(calls);
        }
        let value = self.value()?;
        self.found.values.push(value);
        Some(())
    }

    fn condition(&mut self) -> Option<()> {
        // `if` and `elseif` alike.
        loop {
            self.at += 1;
            self.value()?;
            self.word("then").then_some(())?;
            self.block()?;
            if self.peek() == Some(Token::Name(b"elseif")) {
                continue;
            }
            if self.word("else") {
                self.block()?;
            }
            return self.word("end").then_some(());
        }
    }

    fn value(&mut self) -> Option<Word<'a>> {
        let mut value = self.compared()?;
        while self.word("and") || self.word("or") {
            let other = self.compared()?;
            self.found.values.extend([value, other]);
            value = Word::Any;
        }
        Some(value)
    }

    fn compared(&mut self) -> Option<Word<'a>> {
        let mut has_number = self.is_number();
        let one = self.operand()?;
        let is_equal = self.sign("==") || self.sign("~=");
        let is_ordered = self.sign("<") || self.sign("<=") || self.sign(">") || self.sign(">=");
        if !is_equal && !is_ordered {
            return Some(one);
        }
        has_number |= self.is_number();
        let other = self.operand()?;
        let all = [one, other];
        // No time is as small as one side, and no name is a number. But two texts are compared by their letters, and a number
        // with numbers alone.
        let is_small = |word: &Word| {
            matches!(word, Word::Literal(text)
                if number::parse(text).is_some_and(|number| number.abs() <= CONSTANT_MAX))
        };
        let is_literal = |word: &Word| matches!(word, Word::Literal(_));
        self.found.compares_kept |= !all.iter().any(is_literal);
        let is_known = is_equal || has_number && all.iter().any(is_small);
        self.found.values.extend(all);
        is_known.then_some(Word::Any)
    }

    /// Whether an operand begins here that is a number or nothing.
    fn is_number(&self) -> bool {
        matches!(
            self.peek(),
            Some(Token::Number(_) | Token::Sign(b"-") | Token::Name(b"tonumber"))
        )
    }

    fn operand(&mut self) -> Option<Word<'a>> {
        if self.word("not") {
            self.operand()?;
            return Some(Word::Any);
        }
        if self.sign("-") {
            let Token::Number(text) = self.peek()? else {
                return None;
            };
            self.at += 1;
            // Below every time, whatever it is.
            let number = number::parse(text)?;
            return (number <= CONSTANT_MAX).then_some(Word::Literal(b"-1"));
        }
        if self.sign("(") {
            let value = self.value()?;
            return self.sign(")").then_some(value);
        }
        if self.sign("{") {
            while !self.sign("}") {
                let value = self.value()?;
                self.found.values.push(value);
                self.sign(",");
            }
            return Some(Word::Any);
        }
        match self.peek()? {
            Token::Text(text) => {
                self.at += 1;
                Some(Word::Literal(text))
            }
            Token::Number(text) => {
                self.at += 1;
                number::parse(text).map(|_| Word::Literal(text))
            }
            Token::Name(b"nil" | b"true" | b"false") => {
                self.at += 1;
                Some(Word::Literal(b""))
            }
            Token::Name(_) => self.named(),
            Token::Sign(_) => None,
        }
    }

    fn named(&mut self) -> Option<Word<'a>> {
        let name = self.name()?;
        if let Some((_, value)) = self.locals.iter().find(|(known, _)| *known == name) {
            return Some(value.clone());
        }
        match name {
            b"KEYS" | b"ARGV" => {
                let all = if name == b"KEYS" {
                    self.keys
                } else {
                    self.arguments
                };
                self.sign("[").then_some(())?;
                let Token::Number(index) = self.peek()? else {
                    return None;
                };
                self.at += 1;
                self.sign("]").then_some(())?;
                let index = usize::try_from(number::parse(index)?)
                    .ok()?
                    .checked_sub(1)?;
                // What is not there is nil.
                Some(all.get(index).cloned().unwrap_or(Word::Literal(b"")))
            }
            b"tonumber" => {
                self.sign("(").then_some(())?;
                let value = self.value()?;
                // Lua takes more texts for numbers, such as `1e2`.
                let is_odd = matches!(value, Word::Literal(text)
                    if !text.is_empty() && number::parse(text).is_none());
                (self.sign(")") && !is_odd).then_some(value)
            }
            b"redis" => {
                self.sign(".").then_some(())?;
                (self.name()? == b"call").then_some(())?;
                self.sign("(").then_some(())?;
                let mut words = vec![self.value()?];
                while self.sign(",") {
                    words.push(self.value()?);
                }
                self.sign(")").then_some(())?;
                self.found.calls.push(words);
                Some(Word::Any)
            }
            _ => None,
        }
    }
}
