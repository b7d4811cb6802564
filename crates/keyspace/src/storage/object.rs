//! Facts that Redis keeps about a string in addition to its bytes: its encoding in memory, and the time of its last
//! use. Only OBJECT shows it.

use crate::number;

/// The longest string that lies beside its header in memory, in bytes.
const EMBEDDED_BYTES_MAX: usize = 44;
/// Integers from 0 up to this exist once and are shared by all keys that hold them.
const SHARED_INTEGERS: i64 = 10_000;
/// The longest text that is tried as a number.
const INTEGER_BYTES_MAX: usize = 20;

/// The facts about the last write on which the encoding depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringForm {
    /// Written whole: a number where the text is one.
    Whole,
    /// Like the former, as COPY makes it: a number that is not shared.
    Own,
    /// Written as text, even where it is a number.
    Text,
    /// Changed in place.
    Raw,
}

impl StringForm {
    /// The name of OBJECT ENCODING for the encoding of `value`.
    pub fn encoding(self, value: &[u8]) -> &'static str {
        let is_text = matches!(self, StringForm::Raw | StringForm::Text);
        if !is_text && integer(value).is_some() {
            "int"
        } else if self == StringForm::Raw || value.len() > EMBEDDED_BYTES_MAX {
            "raw"
        } else {
            "embstr"
        }
    }

    /// Whether `value` is one of the numbers that every key shares.
    pub fn is_shared(self, value: &[u8]) -> bool {
        let shared = 0..SHARED_INTEGERS;
        self == StringForm::Whole && integer(value).is_some_and(|number| shared.contains(&number))
    }

    /// Whether OBJECT tells the same of `value` written in another way.
    pub fn is_told_as(self, other: StringForm, value: &[u8]) -> bool {
        let told = |form: StringForm| (form.encoding(value), form.is_shared(value));
        self == other || told(self) == told(other)
    }

    /// That of a copy.
    pub fn of_copy(self) -> StringForm {
        match self {
            StringForm::Whole => StringForm::Own,
            other => other,
        }
    }
}

fn integer(value: &[u8]) -> Option<i64> {
    (value.len() <= INTEGER_BYTES_MAX).then(|| number::parse(value))?
}

/// The second in which a value was used last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastUse {
    second: u32,
}

impl LastUse {
    /// At a Unix time in milliseconds.
    pub fn at(now_ms: i64) -> LastUse {
        LastUse {
            second: now_ms.div_euclid(1000) as u32,
        }
    }

    /// The number of whole seconds of the clock in between.
    pub fn seconds_until(self, now_ms: i64) -> u32 {
        let now = LastUse::at(now_ms);
        now.second.saturating_sub(self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_laid_out_by_its_length_and_by_how_it_was_written() {
        let (short, long) = ([b'x'; 44], [b'x'; 45]);
        for (form, value, encoding) in [
            (StringForm::Whole, &b"12"[..], "int"),
            (StringForm::Whole, b"-9223372036854775808", "int"),
            (StringForm::Whole, b"9223372036854775808", "embstr"),
            (StringForm::Whole, b"012", "embstr"),
            (StringForm::Whole, b"", "embstr"),
            (StringForm::Whole, &short, "embstr"),
            (StringForm::Whole, &long, "raw"),
            (StringForm::Own, b"12", "int"),
            (StringForm::Text, b"12", "embstr"),
            (StringForm::Text, &long, "raw"),
            (StringForm::Raw, b"12", "raw"),
        ] {
            let shown = value.escape_ascii();
            assert_eq!(form.encoding(value), encoding, "{form:?} {shown}");
        }
    }

    #[test]
    fn small_numbers_are_shared_but_by_copies() {
        assert!(StringForm::Whole.is_shared(b"0") && StringForm::Whole.is_shared(b"9999"));
        assert!(!StringForm::Whole.is_shared(b"10000") && !StringForm::Whole.is_shared(b"-1"));
        assert!(!StringForm::Whole.of_copy().is_shared(b"1") && !StringForm::Raw.is_shared(b"1"));
    }
}
