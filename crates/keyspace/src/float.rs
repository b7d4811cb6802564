//! Texts of floats, decimal and hexadecimal, read as C's `strtod` and `strtold` read them and rounded to the bits of a
//! format. Made of whole numbers: the standard library's floats would cost a page 20 KB, and have 53 bits.

use crate::decimal::Decimal;

/// An exponent in a text counts no further than this: no text is long enough to bring it back.
const WRITTEN_EXPONENT_MAX: i32 = 1_000_000;
/// More digits than any format needs to be read exactly, halfway points included. Of those behind, it matters only whether
/// they are all 0.
const DIGITS_MAX: usize = 12_000;

/// The limits of a kind of floats.
pub struct Format {
    /// The bits of a mantissa.
    pub bits: i32,
    /// The exponent of the smallest numbers, which are whole multiples of 2 to its power.
    pub exponent_min: i32,
    /// Numbers stay below 2 to its power.
    pub magnitude_bits_max: i32,
    /// Numbers outside of 10 to the power of these are infinite, or 0; nothing need be counted out.
    pub decimal_range: std::ops::Range<i32>,
}

/// A number that was read, without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnitude {
    /// `mantissa` * 2^`exponent`.
    Finite {
        /// All its significant bits.
        mantissa: u64,
        /// Of 2.
        exponent: i32,
    },
    /// Written as infinity.
    Infinite,
    /// Too large for the format.
    Overflow,
    /// Not 0, but only 0 is near.
    Underflow,
}

impl Magnitude {
    /// 0, written as such.
    pub const ZERO: Magnitude = Magnitude::Finite {
        mantissa: 0,
        exponent: 0,
    };
}

impl Format {
    /// The number nearest to that in `text`, and whether it is negative. `None` when it says something else or more, or not
    /// a number.
    pub fn parse(&self, text: &[u8]) -> Option<(bool, Magnitude)> {
        let (is_negative, rest) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let is_infinity = |name: &&[u8]| rest.eq_ignore_ascii_case(name);
        let magnitude = match rest {
            [b'0', b'x' | b'X', digits @ ..] => self.hexadecimal(digits)?,
            _ if [&b"inf"[..], b"infinity"].iter().any(is_infinity) => Magnitude::Infinite,
            digits => self.decimal(digits)?,
        };
        Some((is_negative, magnitude))
    }

    /// The number nearest to `magnitude` * 2^`exponent`, or to a little more when there is a `rest`; the even one of two.
    /// There is no rest behind a `magnitude` of fewer than 66 bits, unless what is behind it counts no more.
    pub fn rounded(&self, magnitude: u128, rest: bool, exponent: i32) -> Magnitude {
        let bits = (128 - magnitude.leading_zeros()) as i32;
        let dropped = (bits - self.bits).max(self.exponent_min - exponent).max(0) as u32;
        let kept = magnitude.checked_shr(dropped).unwrap_or(0);
        let low = magnitude ^ kept.checked_shl(dropped).unwrap_or(0);
        let half = dropped
            .checked_sub(1)
            .and_then(|bits| 1u128.checked_shl(bits));
        let is_odd = kept & 1 == 1;
        let is_up = half.is_some_and(|half| low > half || low == half && (rest || is_odd));
        let mut mantissa = kept + u128::from(is_up);
        let mut exponent = exponent + dropped as i32;
        if mantissa >> self.bits != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
        let bits = (128 - mantissa.leading_zeros()) as i32;
        if bits + exponent > self.magnitude_bits_max {
            return Magnitude::Overflow;
        }
        Magnitude::Finite {
            mantissa: mantissa as u64,
            exponent,
        }
    }

    fn decimal(&self, text: &[u8]) -> Option<Magnitude> {
        let written = Written::read(text, u8::is_ascii_digit, b'e')?;
        let (mut digits, point) = written.digits();
        if digits.is_empty() {
            return Some(Magnitude::ZERO);
        }
        let point = point + written.exponent;
        if point >= self.decimal_range.end {
            return Some(Magnitude::Overflow);
        }
        if point < self.decimal_range.start {
            return Some(Magnitude::Underflow);
        }
        if digits.len() > DIGITS_MAX {
            let behind = digits.drain(DIGITS_MAX..).any(|digit| digit != b'0');
            digits.extend(behind.then_some(b'1'));
        }
        let decimal = Decimal::new(&digits, point);
        let (whole, rest, exponent) = decimal.into_binary(self.exponent_min - 64);
        Some(not_vanished(self.rounded(whole, rest, exponent)))
    }

    fn hexadecimal(&self, text: &[u8]) -> Option<Magnitude> {
        let written = Written::read(text, u8::is_ascii_hexdigit, b'p')?;
        let (digits, point) = written.digits();
        if digits.is_empty() {
            return Some(Magnitude::ZERO);
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
        Some(not_vanished(self.rounded(magnitude, rest, exponent)))
    }
}

/// A number other than 0 must not become 0.
fn not_vanished(number: Magnitude) -> Magnitude {
    match number {
        Magnitude::Finite { mantissa: 0, .. } => Magnitude::Underflow,
        number => number,
    }
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

fn split(text: &[u8], is_digit: fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let digits = text.iter().take_while(|byte| is_digit(byte)).count();
    text.split_at(digits)
}
