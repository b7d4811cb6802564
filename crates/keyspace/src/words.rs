//! Splits a line into words, as redis-cli and the server's inline protocol do. Bytes in, bytes out.
//!
//! [`State`] is the one thing that knows where a word ends: it serves the split, the colours and the open quote alike.

use std::ops::Range;

/// A quote that does not close, or that something other than a space follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unbalanced;

/// The words of `line`. A NUL byte ends it, as it ends a line in C.
///
/// Within `"..."`, `\xHH` is a byte, `\n \r \t \b \a` are what they are in C, and any other escaped byte is itself;
/// within `'...'` only `\'` is an escape. A closing quote ends its word.
pub fn split(line: &[u8]) -> Result<Vec<Vec<u8>>, Unbalanced> {
    let mut words = Vec::new();
    for word in ranges(line) {
        if word.is_broken {
            return Err(Unbalanced);
        }
        words.push(decode(line.get(word.range).unwrap_or_default()));
    }
    Ok(words)
}

/// Where a word stands in its line, quotes included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In bytes.
    pub range: Range<usize>,
    /// The word's quote does not close, or something stuck to its end; the word reaches to the end of the line.
    pub is_broken: bool,
}

/// Where the words of `line` stand. At a broken one it ends.
pub fn ranges(line: &[u8]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut state = State::Between;
    let line = up_to_nul(line);
    for (at, byte) in line.iter().enumerate() {
        let before = state;
        state = state.after(*byte);
        if state == State::Broken {
            break;
        }
        if state != State::Between {
            match words.last_mut() {
                Some(word) if before != State::Between => word.range.end = at + 1,
                _ => words.push(Word {
                    range: at..at + 1,
                    is_broken: false,
                }),
            }
        }
    }
    if let Some(word) = words
        .last_mut()
        .filter(|_| state.is_open() || state == State::Broken)
    {
        word.range.end = line.len();
        word.is_broken = true;
    }
    words
}

/// Where a reader of a line stands after a byte of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Before the first word, or between two.
    #[default]
    Between,
    /// In a word, outside quotes.
    Bare,
    /// Within `"`.
    Double,
    /// After a backslash within `"`.
    DoubleEscape,
    /// Within `'`.
    Single,
    /// After a backslash within `'`, which escapes only `'`.
    SingleEscape,
    /// After a closing quote, which ends its word.
    Closed,
    /// Something stuck to a closing quote. Nothing mends it.
    Broken,
}

impl State {
    /// Where the reader stands one byte further.
    pub fn after(self, byte: u8) -> State {
        match (self, byte) {
            (State::Between, _) if is_space(byte) => State::Between,
            (State::Bare, b' ' | b'\n' | b'\r' | b'\t') => State::Between,
            (State::Between | State::Bare, b'"') => State::Double,
            (State::Between | State::Bare, b'\'') => State::Single,
            (State::Between | State::Bare, _) => State::Bare,
            (State::Double, b'"') | (State::Single, b'\'') => State::Closed,
            (State::Double, b'\\') => State::DoubleEscape,
            (State::Double | State::DoubleEscape, _) => State::Double,
            (State::Single | State::SingleEscape, b'\\') => State::SingleEscape,
            (State::Single | State::SingleEscape, _) => State::Single,
            (State::Closed, _) if is_space(byte) => State::Between,
            (State::Closed | State::Broken, _) => State::Broken,
        }
    }

    /// Whether a quote is open, so that what follows belongs to it.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            State::Double | State::DoubleEscape | State::Single | State::SingleEscape
        )
    }
}

/// Appends a byte as it is written within double quotes, for [`split`] to read it back: what does not print is escaped.
pub fn push_escaped(out: &mut Vec<u8>, byte: u8) {
    match byte {
        b'\\' | b'"' => out.extend_from_slice(&[b'\\', byte]),
        b'\n' => out.extend_from_slice(b"\\n"),
        b'\r' => out.extend_from_slice(b"\\r"),
        b'\t' => out.extend_from_slice(b"\\t"),
        7 => out.extend_from_slice(b"\\a"),
        8 => out.extend_from_slice(b"\\b"),
        b' '..=b'~' => out.push(byte),
        _ => out.extend_from_slice(&[b'\\', b'x', hex_digit(byte >> 4), hex_digit(byte & 15)]),
    }
}

/// A word as it is written in a line: as it is where that can be, and in double quotes where it must. Text that is no
/// ASCII stays, but for what does not show.
pub fn written(word: &[u8]) -> String {
    let mut out = Vec::with_capacity(word.len() + 2);
    let mut is_plain = !word.is_empty();
    for chunk in word.utf8_chunks() {
        for char in chunk.valid().chars() {
            let start = out.len();
            if is_shown(char) {
                out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                for byte in char.encode_utf8(&mut [0; 4]).bytes() {
                    push_escaped(&mut out, byte);
                }
            }
            is_plain &= !matches!(char, ' ' | '"' | '\'')
                && (out.len() - start == char.len_utf8() || char == '\\');
        }
        for byte in chunk.invalid() {
            push_escaped(&mut out, *byte);
            is_plain = false;
        }
    }
    if is_plain {
        return String::from_utf8_lossy(word).into_owned();
    }
    out.insert(0, b'"');
    out.push(b'"');
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether a character is visible. Those that turn the direction of text or have no width do not; ASCII is left to
/// [`push_escaped`].
fn is_shown(char: char) -> bool {
    !matches!(
        char,
        '\0'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
    )
}

/// The part of `text` that C sees, whose strings end at a NUL byte.
pub fn up_to_nul(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// `text` without leading spaces by C's `isspace`.
pub fn skip_spaces(text: &[u8]) -> &[u8] {
    let spaces = text.iter().take_while(|byte| is_space(**byte)).count();
    text.get(spaces..).unwrap_or_default()
}

/// A word without its quotes and escapes.
pub fn decode(word: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(word.len());
    each_letter(word, &mut |byte, _| out.push(byte));
    out
}

/// The bytes that a word stands for, each with where it is written: escapes are longer than what they stand for.
pub fn each_letter(word: &[u8], each: &mut dyn FnMut(u8, Range<usize>)) {
    let mut state = State::Between;
    let mut rest = word;
    while let [byte, after @ ..] = rest {
        let at = word.len() - rest.len();
        rest = after;
        let (before, byte) = (state, *byte);
        state = state.after(byte);
        match (before, state) {
            (State::DoubleEscape, _) => match rest {
                [high, low, after @ ..]
                    if byte == b'x' && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
                {
                    each(hex_value(*high) * 16 + hex_value(*low), at - 1..at + 3);
                    rest = after;
                }
                _ => each(unescape(byte), at - 1..at + 1),
            },
            // Whether this backslash escapes something, the next byte tells.
            (State::Single, State::SingleEscape) | (State::Double, State::DoubleEscape) => {}
            (State::SingleEscape, _) if byte == b'\'' => each(byte, at - 1..at + 1),
            (State::SingleEscape, _) => {
                each(b'\\', at - 1..at);
                if state == State::Single {
                    each(byte, at..at + 1);
                }
            }
            (State::Bare, State::Bare)
            | (State::Between, State::Bare)
            | (State::Double, State::Double)
            | (State::Single, State::Single) => each(byte, at..at + 1),
            _ => {}
        }
    }
}

fn unescape(byte: u8) -> u8 {
    match byte {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 8,
        b'a' => 7,
        other => other,
    }
}

fn hex_value(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

fn hex_digit(value: u8) -> u8 {
    match value {
        0..=9 => b'0' + value,
        _ => b'a' + value - 10,
    }
}

/// C's `isspace`, which knows two more than what ends a word.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether `argument` is the option `name`, in any case. As in Redis, a NUL byte ends the argument here.
pub fn is_option(argument: &[u8], name: &str) -> bool {
    up_to_nul(argument).eq_ignore_ascii_case(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_byte_is_read_back_from_its_escape() {
        for byte in 0..=255 {
            let mut line = vec![b'"'];
            push_escaped(&mut line, byte);
            line.push(b'"');
            assert!(line.iter().all(|byte| (b' '..=b'~').contains(byte)));
            assert_eq!(split(&line), Ok(vec![vec![byte]]));
        }
    }

    fn words(line: &str) -> Vec<String> {
        split(line.as_bytes())
            .unwrap()
            .into_iter()
            .map(|word| String::from_utf8_lossy(&word).into_owned())
            .collect()
    }

    #[test]
    fn spaces_separate_and_quotes_hold_together() {
        assert_eq!(
            words("  SET  mykey\t\"Hello World\" 'it'"),
            ["SET", "mykey", "Hello World", "it"]
                .map(String::from)
                .to_vec()
        );
    }

    #[test]
    fn escapes_are_decoded_within_double_quotes_alone() {
        assert_eq!(
            split(br#"a\x41 "\x41\n\q\"\\\xg1" 'a\x41\'b'"#).unwrap(),
            [&br"a\x41"[..], b"A\nq\"\\xg1", br"a\x41'b"]
        );
    }

    #[test]
    fn a_quote_in_the_middle_opens_and_its_end_ends_the_word() {
        assert_eq!(words("foo\"bar baz\" x"), ["foobar baz", "x"]);
        assert_eq!(split(b"\"foo\"bar"), Err(Unbalanced));
        assert_eq!(split(b"'foo'\"bar\""), Err(Unbalanced));
        assert_eq!(split(b"\"foo"), Err(Unbalanced));
        assert_eq!(split(b"'foo\\'"), Err(Unbalanced));
        assert_eq!(split(b"\"foo\\"), Err(Unbalanced));
    }

    #[test]
    fn nothing_is_no_word_and_two_quotes_are_an_empty_one() {
        assert_eq!(split(b" \x0b\x0c\r\n"), Ok(vec![]));
        assert_eq!(split(b"\"\" ''"), Ok(vec![vec![], vec![]]));
        assert_eq!(split(b"a\x0bb \0c"), Ok(vec![b"a\x0bb".to_vec()]));
    }

    #[test]
    fn a_word_is_written_plainly_where_it_can_be() {
        for (word, line) in [
            (&b"k"[..], "k"),
            (b"a\\b", "a\\b"),
            ("é键".as_bytes(), "é键"),
            (b"", "\"\""),
            (b"a b", "\"a b\""),
            (b"it's", "\"it's\""),
            (b"a\0\n", "\"a\\x00\\n\""),
            (b"\xff\xc3\xa9", "\"\\xffé\""),
            ("a\u{202e}b".as_bytes(), "\"a\\xe2\\x80\\xaeb\""),
        ] {
            assert_eq!(written(word), line);
        }
    }

    #[test]
    fn a_broken_word_reaches_to_the_end_of_its_line() {
        let ends = |line: &str| {
            let word = ranges(line.as_bytes()).pop().unwrap();
            (word.range, word.is_broken)
        };
        assert_eq!(ends("a 'b c"), (2..6, true));
        assert_eq!(ends("a 'b'c d"), (2..8, true));
        assert_eq!(ends("a 'b' "), (2..5, false));
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_odd(line: Vec<u8>) {
            let _ = split(&line);
        }

        #[test]
        fn a_word_is_read_back_as_it_was_written(word: Vec<u8>, text: String) {
            for word in [word, text.into_bytes()] {
                prop_assert_eq!(split(written(&word).as_bytes()), Ok(vec![word]));
            }
        }

        #[test]
        fn a_quoted_word_comes_back(word: Vec<u8>) {
            let mut line = b"\"".to_vec();
            for byte in &word {
                line.extend(format!("\\x{byte:02x}").bytes());
            }
            line.push(b'"');
            prop_assert_eq!(split(&line), Ok(vec![word]));
        }
    }
}
