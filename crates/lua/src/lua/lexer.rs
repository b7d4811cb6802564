//! The words of a script.

use crate::lua::heap::Heap;
use crate::lua::number;
use crate::lua::value::StringId;

/// Behind the end of a script.
const END: i32 = -1;
/// The longest name of a chunk in a message of the lexer, its end included.
const SOURCE_MAX: usize = 80;

/// A word of a script. A character that is a word by itself is its byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lexeme {
    Char(u8),
    And,
    Break,
    Do,
    Else,
    ElseIf,
    End,
    False,
    For,
    Function,
    If,
    In,
    Local,
    Nil,
    Not,
    Or,
    Repeat,
    Return,
    Then,
    True,
    Until,
    While,
    Concat,
    Dots,
    Equal,
    GreaterEqual,
    LessEqual,
    NotEqual,
    Number(f64),
    Name(StringId),
    String(StringId),
    EndOfScript,
}

const RESERVED: &[(&[u8], Lexeme)] = &[
    (b"and", Lexeme::And),
    (b"break", Lexeme::Break),
    (b"do", Lexeme::Do),
    (b"else", Lexeme::Else),
    (b"elseif", Lexeme::ElseIf),
    (b"end", Lexeme::End),
    (b"false", Lexeme::False),
    (b"for", Lexeme::For),
    (b"function", Lexeme::Function),
    (b"if", Lexeme::If),
    (b"in", Lexeme::In),
    (b"local", Lexeme::Local),
    (b"nil", Lexeme::Nil),
    (b"not", Lexeme::Not),
    (b"or", Lexeme::Or),
    (b"repeat", Lexeme::Repeat),
    (b"return", Lexeme::Return),
    (b"then", Lexeme::Then),
    (b"true", Lexeme::True),
    (b"until", Lexeme::Until),
    (b"while", Lexeme::While),
];

impl Lexeme {
    /// How messages write it.
    pub fn text(self) -> Vec<u8> {
        let text: &[u8] = match self {
            Lexeme::Char(byte) if byte.is_ascii_control() => {
                let mut text = b"char(".to_vec();
                keyspace::number::push(&mut text, i64::from(byte));
                text.push(b')');
                return text;
            }
            Lexeme::Char(byte) => return vec![byte],
            Lexeme::Concat => b"..",
            Lexeme::Dots => b"...",
            Lexeme::Equal => b"==",
            Lexeme::GreaterEqual => b">=",
            Lexeme::LessEqual => b"<=",
            Lexeme::NotEqual => b"~=",
            Lexeme::Number(_) => b"<number>",
            Lexeme::Name(_) => b"<name>",
            Lexeme::String(_) => b"<string>",
            Lexeme::EndOfScript => b"<eof>",
            reserved => {
                let mut words = RESERVED.iter();
                words
                    .find(|(_, word)| *word == reserved)
                    .map_or(b"", |(text, _)| text)
            }
        };
        text.to_vec()
    }
}

/// A script that cannot be compiled, in Lua's words.
pub type Refusal = Vec<u8>;

/// Reads a script word by word.
pub struct Lexer<'a> {
    pub heap: &'a mut Heap,
    text: &'a [u8],
    at: usize,
    /// The word being read.
    buffer: Vec<u8>,
    /// The line of the word that is read next.
    pub line: u32,
    /// The line of the word that was taken last.
    pub last_line: u32,
    /// The word at hand.
    pub token: Lexeme,
    ahead: Option<Lexeme>,
    pub source: StringId,
}

impl<'a> Lexer<'a> {
    /// A lexer before the first word.
    pub fn new(heap: &'a mut Heap, text: &'a [u8], source: StringId) -> Lexer<'a> {
        Lexer {
            heap,
            text,
            at: 0,
            buffer: Vec::new(),
            line: 1,
            last_line: 1,
            token: Lexeme::EndOfScript,
            ahead: None,
            source,
        }
    }

    fn current(&self) -> i32 {
        self.text.get(self.at).map_or(END, |byte| i32::from(*byte))
    }

    fn byte(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn is(&self, byte: u8) -> bool {
        self.current() == i32::from(byte)
    }

    fn is_newline(&self) -> bool {
        self.is(b'\n') || self.is(b'\r')
    }

    fn is_digit(&self) -> bool {
        self.byte().is_ascii_digit()
    }

    fn advance(&mut self) {
        if self.at < self.text.len() {
            self.at += 1;
        }
    }

    fn save(&mut self) {
        self.buffer.push(self.byte());
        self.advance();
    }

    fn take(&mut self, bytes: &[u8]) -> bool {
        let is_there = self.current() != END && bytes.contains(&self.byte());
        if is_there {
            self.save();
        }
        is_there
    }

    /// A message with its place, and the word near which it is.
    pub fn refusal(&mut self, message: &[u8], near: Option<Lexeme>) -> Refusal {
        let mut text = chunk_id(self.heap.bytes_of(self.source), SOURCE_MAX);
        text.push(b':');
        keyspace::number::push(&mut text, i64::from(self.line));
        text.extend_from_slice(b": ");
        text.extend_from_slice(message);
        if let Some(near) = near {
            text.extend_from_slice(b" near '");
            match near {
                Lexeme::Name(_) | Lexeme::String(_) | Lexeme::Number(_) => {
                    let end = self.buffer.iter().position(|byte| *byte == 0);
                    let end = end.unwrap_or(self.buffer.len());
                    text.extend_from_slice(self.buffer.get(..end).unwrap_or_default());
                }
                _ => {
                    let near = near.text();
                    let end = near.iter().position(|byte| *byte == 0);
                    text.extend_from_slice(
                        near.get(..end.unwrap_or(near.len())).unwrap_or_default(),
                    );
                }
            }
            text.push(b'\'');
        }
        text
    }

    /// A message near the word at hand.
    pub fn syntax_error(&mut self, message: &[u8]) -> Refusal {
        // The number of a zero byte is that of no word.
        let near = Some(self.token).filter(|near| *near != Lexeme::Char(0));
        self.refusal(message, near)
    }

    fn near_string(&mut self, message: &[u8]) -> Refusal {
        self.refusal(message, Some(Lexeme::String(StringId(0))))
    }

    fn newline(&mut self) {
        let first = self.byte();
        self.advance();
        if self.is_newline() && self.byte() != first {
            self.advance();
        }
        self.line += 1;
    }

    /// Takes the next word.
    pub fn next(&mut self) -> Result<(), Refusal> {
        self.last_line = self.line;
        self.token = match self.ahead.take() {
            Some(ahead) => ahead,
            None => self.read()?,
        };
        Ok(())
    }

    /// The word behind the one at hand.
    pub fn look_ahead(&mut self) -> Result<Lexeme, Refusal> {
        let ahead = self.read()?;
        self.ahead = Some(ahead);
        Ok(ahead)
    }

    fn read(&mut self) -> Result<Lexeme, Refusal> {
        self.buffer.clear();
        loop {
            let current = self.byte();
            if self.current() == END {
                return Ok(Lexeme::EndOfScript);
            }
            match current {
                b'\n' | b'\r' => self.newline(),
                b'-' => {
                    self.advance();
                    if !self.is(b'-') {
                        return Ok(Lexeme::Char(b'-'));
                    }
                    self.advance();
                    if self.is(b'[') {
                        let level = self.long_bracket();
                        self.buffer.clear();
                        if let Ok(level) = level {
                            self.long_string(level, true)?;
                            self.buffer.clear();
                            continue;
                        }
                    }
                    while !self.is_newline() && self.current() != END {
                        self.advance();
                    }
                }
                b'[' => match self.long_bracket() {
                    Ok(level) => return self.long_string(level, false),
                    Err(0) => return Ok(Lexeme::Char(b'[')),
                    Err(_) => return Err(self.near_string(b"invalid long string delimiter")),
                },
                b'=' => return Ok(self.or_equal(b'=', Lexeme::Equal)),
                b'<' => return Ok(self.or_equal(b'<', Lexeme::LessEqual)),
                b'>' => return Ok(self.or_equal(b'>', Lexeme::GreaterEqual)),
                b'~' => return Ok(self.or_equal(b'~', Lexeme::NotEqual)),
                b'"' | b'\'' => return self.string(current),
                b'.' => {
                    self.save();
                    if self.take(b".") {
                        return Ok(if self.take(b".") {
                            Lexeme::Dots
                        } else {
                            Lexeme::Concat
                        });
                    }
                    if !self.is_digit() {
                        return Ok(Lexeme::Char(b'.'));
                    }
                    return self.numeral();
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.advance(),
                b'0'..=b'9' => return self.numeral(),
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                    while self.is_word() {
                        self.save();
                    }
                    let mut words = RESERVED.iter();
                    if let Some((_, word)) = words.find(|(text, _)| *text == self.buffer) {
                        return Ok(*word);
                    }
                    return Ok(Lexeme::Name(self.heap.string(&self.buffer)));
                }
                _ => {
                    self.advance();
                    return Ok(Lexeme::Char(current));
                }
            }
        }
    }

    fn is_word(&self) -> bool {
        let byte = self.byte();
        byte.is_ascii_alphanumeric() || byte == b'_'
    }

    fn or_equal(&mut self, byte: u8, lexeme: Lexeme) -> Lexeme {
        self.advance();
        if !self.is(b'=') {
            return Lexeme::Char(byte);
        }
        self.advance();
        lexeme
    }

    fn numeral(&mut self) -> Result<Lexeme, Refusal> {
        while self.is_digit() || self.is(b'.') {
            self.save();
        }
        if self.take(b"Ee") {
            self.take(b"+-");
        }
        while self.is_word() {
            self.save();
        }
        match number::parse(&self.buffer) {
            Some(number) => Ok(Lexeme::Number(number)),
            None => Err(self.refusal(b"malformed number", Some(Lexeme::Number(0.0)))),
        }
    }

    /// The level of a long bracket; otherwise how many `=` stand behind the first bracket.
    fn long_bracket(&mut self) -> Result<usize, usize> {
        let bracket = self.byte();
        self.save();
        let mut level = 0;
        while self.is(b'=') {
            self.save();
            level += 1;
        }
        if self.is(bracket) {
            Ok(level)
        } else {
            Err(level)
        }
    }

    fn long_string(&mut self, level: usize, is_comment: bool) -> Result<Lexeme, Refusal> {
        self.save();
        if self.is_newline() {
            self.newline();
        }
        loop {
            if self.current() == END {
                let message: &[u8] = match is_comment {
                    true => b"unfinished long comment",
                    false => b"unfinished long string",
                };
                return Err(self.refusal(message, Some(Lexeme::EndOfScript)));
            }
            match self.byte() {
                b']' => {
                    if self.long_bracket() == Ok(level) {
                        self.save();
                        break;
                    }
                }
                b'\n' | b'\r' => {
                    self.buffer.push(b'\n');
                    self.newline();
                    if is_comment {
                        self.buffer.clear();
                    }
                }
                _ if is_comment => self.advance(),
                _ => self.save(),
            }
        }
        let end = self.buffer.len().saturating_sub(2 + level);
        let text = self.buffer.get(2 + level..end).unwrap_or_default();
        Ok(Lexeme::String(self.heap.string(text)))
    }

    fn string(&mut self, quote: u8) -> Result<Lexeme, Refusal> {
        self.save();
        while !self.is(quote) {
            if self.current() == END {
                return Err(self.refusal(b"unfinished string", Some(Lexeme::EndOfScript)));
            }
            match self.byte() {
                b'\n' | b'\r' => return Err(self.near_string(b"unfinished string")),
                b'\\' => {
                    self.advance();
                    self.escape()?;
                }
                _ => self.save(),
            }
        }
        self.save();
        let end = self.buffer.len().saturating_sub(1);
        let text = self.buffer.get(1..end).unwrap_or_default();
        Ok(Lexeme::String(self.heap.string(text)))
    }

    fn escape(&mut self) -> Result<(), Refusal> {
        if self.current() == END {
            return Ok(());
        }
        let byte = match self.byte() {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\n' | b'\r' => {
                self.buffer.push(b'\n');
                self.newline();
                return Ok(());
            }
            b'0'..=b'9' => {
                let mut code = 0;
                for _ in 0..3 {
                    if !self.is_digit() {
                        break;
                    }
                    code = code * 10 + u32::from(self.byte() - b'0');
                    self.advance();
                }
                match u8::try_from(code) {
                    Ok(byte) => self.buffer.push(byte),
                    Err(_) => return Err(self.near_string(b"escape sequence too large")),
                }
                return Ok(());
            }
            other => other,
        };
        self.buffer.push(byte);
        self.advance();
        Ok(())
    }
}

/// How a message names a chunk: the name after `=` or `@`, or the beginning of the script itself.
pub fn chunk_id(source: &[u8], room: usize) -> Vec<u8> {
    match source {
        [b'=', name @ ..] => name
            .get(..name.len().min(room - 1))
            .unwrap_or_default()
            .to_vec(),
        [b'@', name @ ..] => {
            let room = room - " '...' ".len() - 1;
            if name.len() <= room {
                return name.to_vec();
            }
            let tail = name.get(name.len() - room..).unwrap_or_default();
            [b"...", tail].concat()
        }
        _ => {
            let line = source
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r' | 0));
            let line = line.unwrap_or(source.len());
            let shown = line.min(room - " [string \"...\"] ".len() - 1);
            let text = source.get(..shown).unwrap_or_default();
            let is_whole = matches!(source.get(shown), None | Some(0));
            let dots: &[u8] = if is_whole { b"" } else { b"..." };
            [b"[string \"", text, dots, b"\"]"].concat()
        }
    }
}
