//! The floats of INCRBYFLOAT: x86-64's `long double`, 64 bits of precision and 15 of exponent, read, added and written to
//! the bit as glibc does it. Made of whole numbers: the standard library's floats would cost a page 20 KB, and have 53 bits.

use crate::keyspace::decimal::Decimal;

/// The exponent of the smallest numbers, which are whole multiples of 2 to its power.
const EXPONENT_MIN: i32 = -16_445;
/// Numbers stay below 2 to its power.
const MAGNITUDE_BITS_MAX: i32 = 16_384;
/// Texts of as many bytes are refused: the size of Redis' buffer, of which one byte is for the end.
const TEXT_BYTES_MAX: usize = 5 * 1024;
/// An exponent in a text counts no further than this: no text is long enough to bring it back.
const WRITTEN_EXPONENT_MAX: i32 = 1_000_000;
/// The number of digits after the point.
const WRITTEN_DIGITS: usize = 17;

/// `mantissa` * 2^`exponent`, with its sign, or infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongDouble {
    is_negative: bool,
    is_infinite: bool,
    mantissa: u64,
    exponent: i32,
}

impl LongDouble {
    /// 0.
    pub const ZERO: LongDouble = LongDouble {
        is_negative: false,
        is_infinite: false,
        mantissa: 0,
        exponent: 0,
    };

    /// The number nearest to that in `text`, as C's `strtold` reads it: decimal or hexadecimal, `inf`. `None` when it
    /// says something else or more, not a number, or one that is too large, or so small that only 0 is near.
    pub fn parse(text: &[u8]) -> Option<LongDouble> {
        if text.len() >= TEXT_BYTES_MAX {
            return None;
        }
        let (is_negative, rest) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let magnitude = match rest {
            [b'0', b'x' | b'X', digits @ ..] => hexadecimal(digits),
            _ if [&b"inf"[..], b"infinity"]
                .iter()
                .any(|name| rest.eq_ignore_ascii_case(name)) =>
            {
                Some(LongDouble {
                    is_infinite: true,
                    ..LongDouble::ZERO
                })
            }
            digits => decimal(digits),
        };
        Some(LongDouble {
            is_negative,
            ..magnitude?
        })
    }

    /// The sum, rounded to the nearest. `None` if it is infinite or not a number.
    pub fn add(self, other: LongDouble) -> Option<LongDouble> {
        if self.is_infinite || other.is_infinite {
            return None;
        }
        if self.mantissa == 0 {
            return Some(other);
        }
        if other.mantissa == 0 {
            return Some(self);
        }
        let (one, other) = (self.normal(), other.normal());
        let key = |number: &LongDouble| (number.exponent, number.mantissa);
        let (large, small) = if key(&one) < key(&other) {
            (other, one)
        } else {
            (one, other)
        };
        // The larger stands 63 bits up: of the smaller one, what is below that is only known not to be 0.
        let distance = (large.exponent - small.exponent) as u32;
        let shift = distance.min(63);
        let below = (distance - shift).min(64);
        let large_bits = u128::from(large.mantissa) << shift;
        let small_bits = u128::from(small.mantissa) >> below;
        let rest = small_bits << below != u128::from(small.mantissa);
        let sum = if large.is_negative == small.is_negative {
            large_bits + small_bits
        } else {
            large_bits - small_bits - u128::from(rest)
        };
        let magnitude = rounded(sum, rest, large.exponent - shift as i32)?;
        Some(LongDouble {
            is_negative: large.is_negative,
            ..magnitude
        })
    }

    /// The number with up to 17 digits after its point, as Redis writes it. It must be finite.
    pub fn text(self) -> Vec<u8> {
        let mut text = Decimal::from_binary(self.mantissa, self.exponent).text(WRITTEN_DIGITS);
        if self.is_negative && text != b"0" {
            text.insert(0, b'-');
        }
        text
    }

    /// The same number, whose mantissa has all of its 64 bits.
    fn normal(self) -> LongDouble {
        let shift = self.mantissa.leading_zeros();
        LongDouble {
            mantissa: self.mantissa << shift,
            exponent: self.exponent - shift as i32,
            ..self
        }
    }
}

/// The number nearest to `magnitude` * 2^`exponent`, or to a little more when there is a `rest`; the even one of two. There
/// is no rest behind a `magnitude` of fewer than 66 bits, unless what is behind it counts no more. `None` when it is too large.
fn rounded(magnitude: u128, rest: bool, exponent: i32) -> Option<LongDouble> {
    let bits = (128 - magnitude.leading_zeros()) as i32;
    let dropped = (bits - 64).max(EXPONENT_MIN - exponent).max(0) as u32;
    let kept = magnitude.checked_shr(dropped).unwrap_or(0);
    let low = magnitude ^ kept.checked_shl(dropped).unwrap_or(0);
    let half = dropped
        .checked_sub(1)
        .and_then(|bits| 1u128.checked_shl(bits));
    let is_odd = kept & 1 == 1;
    let is_up = half.is_some_and(|half| low > half || low == half && (rest || is_odd));
    let mut mantissa = kept + u128::from(is_up);
    let mut exponent = exponent + dropped as i32;
    if mantissa >> 64 != 0 {
        mantissa >>= 1;
        exponent += 1;
    }
    let bits = (128 - mantissa.leading_zeros()) as i32;
    (bits + exponent <= MAGNITUDE_BITS_MAX).then_some(LongDouble {
        mantissa: mantissa as u64,
        exponent,
        ..LongDouble::ZERO
    })
}

/// Digits with a point among them, and an exponent.
struct Written<'a> {
    before_point: &'a [u8],
    after_point: &'a [u8],
    exponent: i32,
}

impl<'a> Written<'a> {
    /// `mark` begins the exponent.
    fn read(text: &'a [u8], is_digit: fn(&u8) -> bool, mark: u8) -> Option<Written<'a>> {
        let (before_point, mut rest) = split(text, is_digit);
        let mut after_point: &[u8] = &[];
        if let [b'.', behind @ ..] = rest {
            (after_point, rest) = split(behind, is_digit);
        }
        if before_point.is_empty() && after_point.is_empty() {
            return None;
        }
        let exponent = match rest {
            [] => 0,
            [first, digits @ ..] if first.eq_ignore_ascii_case(&mark) => written_exponent(digits)?,
            _ => return None,
        };
        Some(Written {
            before_point,
            after_point,
            exponent,
        })
    }

    /// The digits from the first that is not 0, and where among them the point stands.
    fn digits(&self) -> (Vec<u8>, i32) {
        let all = [self.before_point, self.after_point].concat();
        let zeros = all.iter().take_while(|digit| **digit == b'0').count();
        let point = self.before_point.len() as i32 - zeros as i32;
        (all.get(zeros..).unwrap_or_default().to_vec(), point)
    }
}

fn written_exponent(text: &[u8]) -> Option<i32> {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        digits => (1, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0, |value, digit| {
        WRITTEN_EXPONENT_MAX.min(value * 10 + i32::from(digit - b'0'))
    });
    Some(sign * value)
}

fn decimal(text: &[u8]) -> Option<LongDouble> {
    let written = Written::read(text, u8::is_ascii_digit, b'e')?;
    let (digits, point) = written.digits();
    if digits.is_empty() {
        return Some(LongDouble::ZERO);
    }
    let point = point + written.exponent;
    // Far past the limits, which stand near 10^4932 and 10^-4951, nothing need be counted out.
    if !(-5_000..5_000).contains(&point) {
        return None;
    }
    let (whole, rest, exponent) = Decimal::new(&digits, point).into_binary(EXPONENT_MIN - 64);
    not_vanished(rounded(whole, rest, exponent)?)
}

fn hexadecimal(text: &[u8]) -> Option<LongDouble> {
    let written = Written::read(text, u8::is_ascii_hexdigit, b'p')?;
    let (digits, point) = written.digits();
    if digits.is_empty() {
        return Some(LongDouble::ZERO);
    }
    let (mut magnitude, mut rest) = (0u128, false);
    let mut exponent = written.exponent + 4 * (point - digits.len() as i32);
    for digit in digits {
        let value = char::from(digit).to_digit(16).unwrap_or(0);
        if magnitude >> 124 == 0 {
            magnitude = magnitude << 4 | u128::from(value);
        } else {
            exponent += 4;
            rest |= value != 0;
        }
    }
    not_vanished(rounded(magnitude, rest, exponent)?)
}

/// A number other than 0 must not become 0.
fn not_vanished(number: LongDouble) -> Option<LongDouble> {
    (number.mantissa != 0).then_some(number)
}

fn split(text: &[u8], is_digit: fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let digits = text.iter().take_while(|byte| is_digit(byte)).count();
    text.split_at(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(one: &str, other: &str) -> String {
        let read = |text: &str| LongDouble::parse(text.as_bytes()).expect(text);
        let text = read(one).add(read(other)).expect("a finite sum").text();
        String::from_utf8(text).expect("digits")
    }

    #[test]
    fn sums_have_64_bits_of_precision() {
        assert_eq!(sum("10.50", "0.1"), "10.6");
        assert_eq!(sum("5.0e3", "2.0e2"), "5200");
        assert_eq!(sum("0.1", "0.2"), "0.3");
        assert_eq!(sum("18446744073709551615", "0"), "18446744073709551615");
        assert_eq!(sum("18446744073709551615", "2"), "18446744073709551616");
        assert_eq!(sum("18446744073709551617", "0"), "18446744073709551616");
        assert_eq!(sum("1", "-1e-30"), "1");
        assert_eq!(sum("9223372036854775808", "-0.5"), "9223372036854775807.5");
        assert_eq!(sum("3", "1.000000000000000005"), "4.00000000000000001");
        assert_eq!(sum("-0", "-0"), "0");
        assert_eq!(sum("-1e-18", "0"), "0");
        assert_eq!(sum("1e-4950", "-1e-4950"), "0");
    }

    #[test]
    fn a_text_is_a_decimal_or_hexadecimal_number_and_nothing_more() {
        for text in [
            "",
            " 1",
            "1 ",
            "1\0",
            "+",
            ".",
            "e5",
            "1e",
            "1e+",
            "0x",
            "0x.",
            "0x1p",
            "nan",
            "infin",
            "1_0",
            "--1",
            "0b1",
            "1e4933",
            "1e-4952",
            "0x1p-16447",
            "0x1p16384",
            "1.2e4932",
        ] {
            assert_eq!(LongDouble::parse(text.as_bytes()), None, "{text:?}");
        }
        for (text, value) in [
            ("1.", "1"),
            (".5", "0.5"),
            ("+1e1", "10"),
            ("0e999999999999999999999", "0"),
            ("0x1.8P3", "12"),
            ("0X.8", "0.5"),
            ("-0x10", "-16"),
        ] {
            assert_eq!(sum(text, "0"), value, "{text:?}");
        }
        let zeros = "0".repeat(5_000);
        assert_eq!(sum(&format!("0.{zeros}1e5001"), "0"), "1");
        assert_eq!(LongDouble::parse(&[b'0'; 5_120]), None);
        assert_eq!(LongDouble::parse(&[b'0'; 5_119]), Some(LongDouble::ZERO));
    }

    #[test]
    fn the_largest_and_the_smallest_numbers_are_read() {
        let read = |text: &str| LongDouble::parse(text.as_bytes()).expect(text);
        let largest = read("1.18973149535723176502e4932");
        assert_eq!((largest.mantissa, largest.exponent), (u64::MAX, 16_320));
        assert_eq!(largest, read("0x1.fffffffffffffffep16383"));
        let smallest = read("3.6e-4951");
        assert_eq!((smallest.mantissa, smallest.exponent), (1, EXPONENT_MIN));
        assert_eq!(smallest, read("0x1p-16445"));
        assert_eq!(largest.add(read("0x1p16319")), None);
        assert_eq!(largest.add(read("0x0.fp16319")), Some(largest));
        assert_eq!(read("inf").add(read("-inf")), None);
    }
}
