//! The floats of scores, weights and coordinates, which have 64 bits: read as glibc's `strtod` reads them, and written as
//! `printf` does. In the parts of the wasm that need them.

use crate::decimal::{Decimal, round};
use crate::float::{Format, Magnitude};
use crate::long_double::LongDouble;
use crate::number;

const FORMAT: Format = Format {
    bits: 53,
    exponent_min: -1074,
    magnitude_bits_max: 1024,
    decimal_range: -400..400,
};
/// The bits of a mantissa as it is kept, without its first one.
const KEPT_BITS: u32 = 52;
/// The number of digits by which a number is told from all others.
const DIGITS: usize = 17;
/// Whole numbers below 10 to the power of 17 need no exponent, and all of them fit in 64 bits.
const WHOLE_MAX: f64 = 1e17;

/// The number nearest to that in `text`. `None` when it says something else or more, not a number, or one that is too large,
/// or so small that only 0 is near.
pub fn parse(text: &[u8]) -> Option<f64> {
    match text {
        // Nearly all scores.
        [b'0'..=b'9'] | [b'1'..=b'9', ..] if text.len() < 16 => {
            if let Some(whole) = number::parse(text) {
                return Some(whole as f64);
            }
        }
        _ => {}
    }
    let (is_negative, magnitude) = FORMAT.parse(text)?;
    let magnitude = match magnitude {
        Magnitude::Finite { mantissa, exponent } => scaled(mantissa, exponent),
        Magnitude::Infinite => f64::INFINITY,
        Magnitude::Overflow | Magnitude::Underflow => return None,
    };
    Some(with_sign(is_negative, magnitude))
}

/// Like [`parse()`], but as C reads a number of which it checks only that nothing stands behind it: spaces before it are
/// skipped, no text at all is 0, and so is what lies too near to it; what is too large is infinite.
pub fn parse_loosely(text: &[u8]) -> Option<f64> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let spaces = text.iter().take_while(|byte| is_space(byte)).count();
    if text.is_empty() {
        return Some(0.0);
    }
    let (is_negative, magnitude) = FORMAT.parse(text.get(spaces..)?)?;
    let magnitude = match magnitude {
        Magnitude::Finite { mantissa, exponent } => scaled(mantissa, exponent),
        Magnitude::Infinite | Magnitude::Overflow => f64::INFINITY,
        Magnitude::Underflow => 0.0,
    };
    Some(with_sign(is_negative, magnitude))
}

/// The number with up to 17 digits, as `%.17g` writes it: what a reply shows.
pub fn text(number: f64) -> Vec<u8> {
    let mut text = Vec::with_capacity(24);
    push(&mut text, number);
    text
}

/// Appends the number as [`text()`] has it.
pub fn push(out: &mut Vec<u8>, number: f64) {
    if number.is_sign_negative() {
        out.push(b'-');
    }
    let magnitude = number.abs();
    if magnitude < WHOLE_MAX && magnitude.trunc() == magnitude {
        return number::push(out, magnitude as i64);
    }
    if magnitude.is_infinite() {
        return out.extend_from_slice(b"inf");
    }
    let (mut digits, mut point) = exact(magnitude);
    point += i32::from(round(&mut digits, DIGITS));
    while digits.pop_if(|last| *last == b'0').is_some() {}
    let exponent = point - 1;
    if (-4..DIGITS as i32).contains(&exponent) {
        return push_with_point(out, &digits, point);
    }
    push_with_point(out, &digits, 1);
    out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
    if exponent.abs() < 10 {
        out.push(b'0');
    }
    number::push(out, i64::from(exponent.abs()));
}

/// The number with `places` digits after its point, as `%.*f` writes it.
pub fn fixed(number: f64, places: usize) -> Vec<u8> {
    if number.is_infinite() {
        return text(number);
    }
    let mut out = Vec::new();
    if number.is_sign_negative() {
        out.push(b'-');
    }
    let (mut digits, mut point) = exact(number.abs());
    // Zeros up to the point let the first digit after it be rounded like any other.
    let zeros = usize::try_from(1 - point).unwrap_or(0);
    digits.splice(..0, std::iter::repeat_n(b'0', zeros));
    point += zeros as i32;
    let kept = usize::try_from(point).unwrap_or(0) + places;
    point += i32::from(round(&mut digits, kept));
    digits.resize(usize::try_from(point).unwrap_or(0) + places, b'0');
    push_with_point(&mut out, &digits, point);
    out
}

/// The number with up to 17 digits after its point, without zeros at their end, as Redis writes floats for people.
pub fn human(number: f64) -> Vec<u8> {
    let (mantissa, exponent) = parts(number.abs());
    LongDouble::new(number.is_sign_negative(), mantissa, exponent).text()
}

fn push_with_point(out: &mut Vec<u8>, digits: &[u8], point: i32) {
    let Ok(before) = usize::try_from(point) else {
        out.extend_from_slice(b"0.");
        out.extend(std::iter::repeat_n(b'0', point.unsigned_abs() as usize));
        return out.extend_from_slice(digits);
    };
    let (whole, behind) = digits.split_at(before.min(digits.len()));
    out.extend_from_slice(if before == 0 { b"0" } else { whole });
    out.extend(std::iter::repeat_n(b'0', before - whole.len()));
    if !behind.is_empty() {
        out.push(b'.');
        out.extend_from_slice(behind);
    }
}

/// All digits of a number from the first that is not 0, and where among them the point stands.
fn exact(magnitude: f64) -> (Vec<u8>, i32) {
    let (mantissa, exponent) = parts(magnitude);
    Decimal::from_binary(mantissa, exponent).digits()
}

/// A finite number, not negative, as its mantissa times a power of two.
fn parts(magnitude: f64) -> (u64, i32) {
    let bits = magnitude.to_bits();
    let (exponent, mantissa) = ((bits >> KEPT_BITS) as i32, bits & ((1 << KEPT_BITS) - 1));
    match exponent {
        0 => (mantissa, FORMAT.exponent_min),
        _ => (
            mantissa | 1 << KEPT_BITS,
            exponent - 1 + FORMAT.exponent_min,
        ),
    }
}

/// `mantissa` * 2^`exponent`, which must be one of the numbers.
fn scaled(mantissa: u64, exponent: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << KEPT_BITS);
    // In two halves, each of which is a number itself.
    mantissa as f64 * power(exponent / 2) * power(exponent - exponent / 2)
}

fn with_sign(is_negative: bool, magnitude: f64) -> f64 {
    if is_negative { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(number: f64) -> String {
        String::from_utf8(text(number)).expect("digits")
    }

    #[test]
    fn numbers_are_written_as_printf_writes_them() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (3.0, "3"),
            (-2.5, "-2.5"),
            (0.1, "0.10000000000000001"),
            (1e16, "10000000000000000"),
            (1e17, "1e+17"),
            (1.5e300, "1.5000000000000001e+300"),
            (0.0001, "0.0001"),
            (0.00001, "1.0000000000000001e-05"),
            (5e-324, "4.9406564584124654e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NEG_INFINITY, "-inf"),
            (123_456.789, "123456.789"),
            (0.999_999_999_999_999_9, "0.99999999999999989"),
            (9_007_199_254_740_993.0, "9007199254740992"),
        ] {
            assert_eq!(shown(number), expected);
        }
    }

    #[test]
    fn a_fixed_number_of_places_is_rounded_as_printf_does() {
        for (number, places, expected) in [
            (0.0, 4, "0.0000"),
            (166_274.151_56, 4, "166274.1516"),
            (0.00004, 4, "0.0000"),
            (0.00006, 4, "0.0001"),
            (0.99999, 4, "1.0000"),
            (9.5, 0, "10"),
            (0.5, 0, "0"),
            (-1.25, 1, "-1.2"),
            (1e22, 2, "10000000000000000000000.00"),
        ] {
            let text = String::from_utf8(fixed(number, places)).expect("digits");
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_text_that_is_no_number_is_refused_and_a_bound_is_read_loosely() {
        for text in ["", " 1", "1 ", "nan", "1e400", "1e-400", "0x", "1\0"] {
            assert_eq!(parse(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(parse(b"-inf"), Some(f64::NEG_INFINITY));
        assert_eq!(parse(b"0x1p-1074"), Some(5e-324));
        assert_eq!(parse(b"5e-324"), Some(5e-324));
        assert_eq!(parse(b"2e-324"), None);
        assert_eq!(parse_loosely(b""), Some(0.0));
        assert_eq!(parse_loosely(b" \t7"), Some(7.0));
        assert_eq!(parse_loosely(b"  "), None);
        assert_eq!(parse_loosely(b"-1e400"), Some(f64::NEG_INFINITY));
        assert_eq!(parse_loosely(b"1e-400"), Some(0.0));
    }

    proptest! {
        #[test]
        fn each_number_is_read_back_to_the_bit(bits: u64) {
            let number = f64::from_bits(bits);
            prop_assume!(!number.is_nan());
            prop_assert_eq!(parse(&text(number)).map(f64::to_bits), Some(bits));
            let theirs = format!("{number:e}");
            prop_assert_eq!(parse(theirs.as_bytes()).map(f64::to_bits), Some(bits));
        }
    }
}
