//! Splits a line into words, as redis-cli and the server's inline protocol do. Bytes in, bytes out.

/// A quote that does not close, or that something other than a space follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unbalanced;

/// The words of `line`. A NUL byte ends it, as it ends a line in C.
///
/// Within `"..."`, `\xHH` is a byte, `\n \r \t \b \a` are what they are in C, and any other escaped byte is itself;
/// within `'...'` only `\'` is an escape. A closing quote ends its word.
pub fn split(line: &[u8]) -> Result<Vec<Vec<u8>>, Unbalanced> {
    let mut rest = up_to_nul(line);
    let mut words = Vec::new();
    loop {
        rest = skip_spaces(rest);
        if rest.is_empty() {
            return Ok(words);
        }
        let (word, after) = read_word(rest)?;
        words.push(word);
        rest = after;
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

/// What C sees of `text`, whose strings a NUL byte ends.
pub fn up_to_nul(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// What follows the spaces, by C's `isspace`, that `text` begins with.
pub fn skip_spaces(text: &[u8]) -> &[u8] {
    let spaces = text.iter().take_while(|byte| is_space(**byte)).count();
    text.get(spaces..).unwrap_or_default()
}

/// Reads one word; answers it and what stands behind it.
fn read_word(line: &[u8]) -> Result<(Vec<u8>, &[u8]), Unbalanced> {
    let mut word = Vec::new();
    let mut rest = line;
    while let [byte, after @ ..] = rest {
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => break,
            b'"' => return close(read_double_quoted(after, &mut word)?, word),
            b'\'' => return close(read_single_quoted(after, &mut word)?, word),
            _ => word.push(*byte),
        }
        rest = after;
    }
    Ok((word, rest))
}

/// Appends what stands within double quotes; answers what stands behind the closing one.
fn read_double_quoted<'a>(line: &'a [u8], word: &mut Vec<u8>) -> Result<&'a [u8], Unbalanced> {
    let mut rest = line;
    loop {
        let (byte, after) = match rest {
            [] => return Err(Unbalanced),
            [b'"', after @ ..] => return Ok(after),
            [b'\\', b'x', high, low, after @ ..]
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                (hex_value(*high) * 16 + hex_value(*low), after)
            }
            [b'\\', escaped, after @ ..] => (unescape(*escaped), after),
            [byte, after @ ..] => (*byte, after),
        };
        word.push(byte);
        rest = after;
    }
}

/// Appends what stands within single quotes; answers what stands behind the closing one.
fn read_single_quoted<'a>(line: &'a [u8], word: &mut Vec<u8>) -> Result<&'a [u8], Unbalanced> {
    let mut rest = line;
    loop {
        let (byte, after) = match rest {
            [] => return Err(Unbalanced),
            [b'\\', b'\'', after @ ..] => (b'\'', after),
            [b'\'', after @ ..] => return Ok(after),
            [byte, after @ ..] => (*byte, after),
        };
        word.push(byte);
        rest = after;
    }
}

/// A word whose quote has closed before `rest`.
fn close(rest: &[u8], word: Vec<u8>) -> Result<(Vec<u8>, &[u8]), Unbalanced> {
    match rest.first() {
        Some(byte) if !is_space(*byte) => Err(Unbalanced),
        _ => Ok((word, rest)),
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

    proptest! {
        #[test]
        fn no_bytes_are_too_odd(line: Vec<u8>) {
            let _ = split(&line);
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
