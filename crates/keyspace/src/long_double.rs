//! The floats of INCRBYFLOAT: x86-64's `long double`, 64 bits of precision and 15 of exponent, read, added and written to
//! the bit as glibc does it.

use crate::decimal::Decimal;
use crate::float::{Format, Magnitude};

/// The exponent of the smallest numbers, which are whole multiples of 2 to its power.
const EXPONENT_MIN: i32 = -16_445;
/// Texts of as many bytes are refused: the size of Redis' buffer, of which one byte is for the end.
const TEXT_BYTES_MAX: usize = 5 * 1024;
/// The number of digits after the point.
const WRITTEN_DIGITS: usize = 17;

const FORMAT: Format = Format {
    bits: 64,
    exponent_min: EXPONENT_MIN,
    magnitude_bits_max: 16_384,
    decimal_range: -5_000..5_000,
};

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
        let (is_negative, magnitude) = FORMAT.parse(text)?;
        Some(LongDouble {
            is_negative,
            ..LongDouble::of(magnitude)?
        })
    }

    /// `None` when it is too large, or so small that only 0 is near.
    fn of(magnitude: Magnitude) -> Option<LongDouble> {
        match magnitude {
            Magnitude::Finite { mantissa, exponent } => Some(LongDouble {
                mantissa,
                exponent,
                ..LongDouble::ZERO
            }),
            Magnitude::Infinite => Some(LongDouble {
                is_infinite: true,
                ..LongDouble::ZERO
            }),
            Magnitude::Overflow | Magnitude::Underflow => None,
        }
    }

    /// Whether it is infinite.
    pub fn is_infinite(self) -> bool {
        self.is_infinite
    }

    /// A number that has a place among the floats of 64 bits.
    pub fn new(is_negative: bool, mantissa: u64, exponent: i32) -> LongDouble {
        LongDouble {
            is_negative,
            mantissa,
            exponent,
            ..LongDouble::ZERO
        }
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
        let magnitude = FORMAT.rounded(sum, rest, large.exponent - shift as i32);
        Some(LongDouble {
            is_negative: large.is_negative,
            ..LongDouble::of(magnitude)?
        })
    }

    /// A thousand times the number, rounded up to a whole one. Where that is no 64-bit number, the least of them, as the
    /// conversion of a `long double` gives it.
    pub fn thousandfold(self) -> i64 {
        let product = u128::from(self.mantissa) * 1000;
        let product = LongDouble::of(FORMAT.rounded(product, false, self.exponent));
        let product = product.filter(|_| !self.is_infinite);
        let whole = product.and_then(|product| {
            let mantissa = u128::from(product.mantissa);
            let (above, below) = (product.exponent.max(0), product.exponent.min(0));
            let whole = mantissa.checked_shr(below.unsigned_abs()).unwrap_or(0);
            let is_cut = whole.checked_shl(below.unsigned_abs()) != Some(mantissa);
            let whole = whole << above.min(64);
            let up = u128::from(is_cut && !self.is_negative && mantissa != 0);
            i64::try_from(whole + up).ok()
        });
        match whole {
            Some(whole) if self.is_negative => -whole,
            Some(whole) => whole,
            None => i64::MIN,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(one: &str, other: &str) -> String {
        let read = |text: &str| LongDouble::parse(text.as_bytes()).expect(text);
        let text = read(one).add(read(other)).expect("a finite sum").text();
        String::from_utf8(text).expect("digits")
    }

    #[test]
    fn a_thousandfold_is_rounded_up() {
        for (text, thousandfold) in [
            ("0", 0),
            ("0.001", 1),
            ("0.0011", 2),
            ("1.5", 1500),
            ("-1.0005", -1000),
            ("-0.0001", 0),
            ("1e-4000", 1),
            ("9223372036854775", 9_223_372_036_854_775_000),
            ("9223372036854776", i64::MIN),
            ("1e400", i64::MIN),
            ("inf", i64::MIN),
        ] {
            let number = LongDouble::parse(text.as_bytes()).unwrap();
            assert_eq!(number.thousandfold(), thousandfold, "{text}");
        }
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
