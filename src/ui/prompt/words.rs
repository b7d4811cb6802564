//! The prompt's own words. What Redis says is in English everywhere. They are in `locales/en/prompt.ftl` and its like.

use base::text::{Phrase, Text};

include!(concat!(env!("OUT_DIR"), "/prompt.rs"));

/// So many bytes, in the largest unit that gives a whole number of two digits or more.
pub fn size(count: usize) -> Phrase {
    match count {
        ..10_240 => bytes(grouped(count)),
        10_240..10_485_760 => [&grouped(count >> 10), " KiB"].concat().into(),
        _ => [&grouped(count >> 20), " MiB"].concat().into(),
    }
}

/// A number with a comma between its thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
