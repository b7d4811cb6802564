//! Whole numbers as Redis reads and writes them. No floats: their text alone would cost a page 20 KB.

/// The number that `text` is, when it is exactly the text that Redis itself would write for it: no sign but `-`, no
/// leading zero, no space, within 64 bits.
pub fn parse(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    match digits {
        [b'0'] if !negative => return Some(0),
        [b'1'..=b'9', ..] => {}
        _ => return None,
    }
    let mut magnitude: u64 = 0;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        magnitude = magnitude
            .checked_mul(10)?
            .checked_add(u64::from(digit - b'0'))?;
    }
    if negative {
        0i64.checked_sub_unsigned(magnitude)
    } else {
        i64::try_from(magnitude).ok()
    }
}

/// Appends `number` in decimal.
pub fn push(out: &mut Vec<u8>, number: i64) {
    if number < 0 {
        out.push(b'-');
    }
    push_unsigned(out, number.unsigned_abs());
}

/// Appends `number` in decimal.
pub fn push_unsigned(out: &mut Vec<u8>, number: u64) {
    let start = out.len();
    let mut rest = number;
    loop {
        out.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if let Some(digits) = out.get_mut(start..) {
        digits.reverse();
    }
}

/// `number` in decimal.
pub fn text(number: i64) -> Vec<u8> {
    let mut out = Vec::with_capacity(20);
    push(&mut out, number);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_the_canonical_text_of_a_number_is_read() {
        for text in [
            "", "-", "+1", " 1", "1 ", "01", "-0", "-01", "1.0", "1e3", "0x1", "--1", "1-",
        ] {
            assert_eq!(parse(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(parse(b"0"), Some(0));
        assert_eq!(parse(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(parse(b"9223372036854775807"), Some(i64::MAX));
        assert_eq!(parse(b"9223372036854775808"), None);
        assert_eq!(parse(b"-9223372036854775809"), None);
        assert_eq!(parse(b"18446744073709551616"), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(number: i64) {
            prop_assert_eq!(text(number), number.to_string().into_bytes());
            prop_assert_eq!(parse(&text(number)), Some(number));
        }
    }
}
