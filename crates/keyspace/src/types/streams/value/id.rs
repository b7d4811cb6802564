//! The ID of an entry of a stream: a Unix time in milliseconds, and a number within it.

use crate::number;
use crate::words::{skip_spaces, up_to_nul};

/// The longest text that is read as an ID.
const TEXT_BYTES_MAX: usize = 127;

/// An ID.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    pub ms: u64,
    pub seq: u64,
}

impl Id {
    /// `0-0`, which no entry has.
    pub const MIN: Id = Id { ms: 0, seq: 0 };
    /// The last possible one.
    pub const MAX: Id = Id {
        ms: u64::MAX,
        seq: u64::MAX,
    };

    /// The text, such as `1526919030474-55`.
    pub fn text(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(24);
        number::push_unsigned(&mut out, self.ms);
        out.push(b'-');
        number::push_unsigned(&mut out, self.seq);
        out
    }

    /// The next one.
    pub fn next(self) -> Option<Id> {
        let seq = self.seq.checked_add(1);
        match seq {
            Some(seq) => Some(Id { seq, ..self }),
            None => self.ms.checked_add(1).map(|ms| Id { ms, seq: 0 }),
        }
    }

    /// The one before.
    pub fn previous(self) -> Option<Id> {
        let seq = self.seq.checked_sub(1);
        match seq {
            Some(seq) => Some(Id { seq, ..self }),
            None => self.ms.checked_sub(1).map(|ms| Id { ms, seq: u64::MAX }),
        }
    }

    /// The ID in a text: both numbers, or the first alone with `seq` for the second.
    pub fn strict(text: &[u8], seq: u64) -> Option<Id> {
        match read(text, seq, false)? {
            (id, true) => Some(id),
            _ => None,
        }
    }

    /// Like [`Id::strict`], or `-` and `+` for the ends.
    pub fn loose(text: &[u8], seq: u64) -> Option<Id> {
        match up_to_nul(text) {
            b"-" => Some(Id::MIN),
            b"+" => Some(Id::MAX),
            _ => Id::strict(text, seq),
        }
    }

    /// Like [`Id::strict`] for a new entry, which may leave the second number open by `*`: then `false`.
    pub fn of_new(text: &[u8]) -> Option<(Id, bool)> {
        read(text, 0, true)
    }
}

fn read(text: &[u8], missing_seq: u64, may_be_open: bool) -> Option<(Id, bool)> {
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    let text = up_to_nul(text);
    let Some(at) = text.iter().position(|byte| *byte == b'-') else {
        let ms = unsigned(text)?;
        let seq = missing_seq;
        return Some((Id { ms, seq }, true));
    };
    let (ms, seq) = text.split_at(at);
    let ms = unsigned(ms)?;
    match seq.get(1..)? {
        b"*" if may_be_open => Some((Id { ms, seq: 0 }, false)),
        seq => {
            let seq = unsigned(seq)?;
            Some((Id { ms, seq }, true))
        }
    }
}

/// The number that Redis' `string2ull` reads: digits as C's `strtoull` takes them, so spaces, a sign and zeros may stand
/// before them, and a number below zero wraps round, except where it is written as Redis itself would write it.
fn unsigned(text: &[u8]) -> Option<u64> {
    if number::parse(text).is_some_and(|number| number < 0) {
        return None;
    }
    let (is_negative, digits) = match skip_spaces(text) {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    let mut magnitude = None;
    for digit in digits {
        let digit = char::from(*digit).to_digit(10)?;
        let tens = magnitude.unwrap_or(0u64).checked_mul(10)?;
        magnitude = Some(tens.checked_add(digit.into())?);
    }
    magnitude.map(|magnitude| match is_negative {
        true => magnitude.wrapping_neg(),
        false => magnitude,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_and_written() {
        let id = Id { ms: 15, seq: 3 };
        assert_eq!(Id::strict(b"15-3", 0), Some(id));
        assert_eq!(id.text(), b"15-3");
        assert_eq!(Id::strict(b"15", 3), Some(id));
        assert_eq!(Id::loose(b"+", 0), Some(Id::MAX));
        assert_eq!(Id::of_new(b"15-*"), Some((Id { ms: 15, seq: 0 }, false)));
        assert_eq!(Id::strict(b" +015-0003", 0), Some(id));
        assert_eq!(
            Id::strict(b"15--03", 0).map(|id| id.seq),
            Some(u64::MAX - 2)
        );
        for text in [
            "", "-", "+", "15-", "-3", "a-b", "15-3-1", "1.5", "15-*", "15--3", " ",
        ] {
            assert_eq!(Id::strict(text.as_bytes(), 0), None, "{text}");
        }
    }

    #[test]
    fn ids_follow_each_other_past_the_end_of_a_millisecond() {
        let last = Id {
            ms: 7,
            seq: u64::MAX,
        };
        assert_eq!(last.next(), Some(Id { ms: 8, seq: 0 }));
        assert_eq!(Id { ms: 8, seq: 0 }.previous(), Some(last));
        assert_eq!((Id::MAX.next(), Id::MIN.previous()), (None, None));
    }
}
