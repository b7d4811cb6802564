//! The count that may stand before a command at the prompt: `3 INCR c` runs INCR three times.

use keyspace::words;

/// The error of redis-cli for a count that is invalid or too large.
pub(crate) const INVALID: &str = "Invalid redis-cli repeat command option value.";

/// The number of times that a line runs its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// The first word is the command.
    None,
    /// The first word is a count, one or more; the command follows it.
    Times(i64),
    /// The first word is a number, but not a valid count.
    Invalid,
}

/// Reads the count from the words of a line, as C's `strtol` would: with spaces and a sign before it, and up to a NUL.
pub(crate) fn count(line: &[Vec<u8>]) -> Count {
    let [first, _, ..] = line else {
        return Count::None;
    };
    let word = words::up_to_nul(first);
    if word.is_empty() {
        return Count::Invalid;
    }
    let (negative, digits) = match words::skip_spaces(word) {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Count::None;
    }
    let times = digits.iter().try_fold(0i64, |times, digit| {
        times.checked_mul(10)?.checked_add(i64::from(digit - b'0'))
    });
    match times {
        Some(times) if times > 0 && !negative => Count::Times(times),
        _ => Count::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_a_number_before_a_command() {
        for (line, expected) in [
            ("3 INCR c", Count::Times(3)),
            ("+03 INCR c", Count::Times(3)),
            ("3", Count::None),
            ("3x INCR", Count::None),
            ("- INCR", Count::None),
            ("0 INCR c", Count::Invalid),
            ("-1 INCR c", Count::Invalid),
            ("99999999999999999999 INCR c", Count::Invalid),
            ("GET c", Count::None),
        ] {
            let words = words::split(line.as_bytes()).unwrap();
            assert_eq!(count(&words), expected, "{line}");
        }
        assert_eq!(count(&[b"".to_vec(), b"x".to_vec()]), Count::Invalid);
        assert_eq!(count(&[b" 2\0z".to_vec(), b"x".to_vec()]), Count::Times(2));
        assert_eq!(count(&[b" ".to_vec(), b"x".to_vec()]), Count::None);
    }
}
