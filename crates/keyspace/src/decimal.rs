//! Decimal numbers of any length, exact: what a float is while it is read from text or written as text. Not a number to
//! calculate with.

use crate::number;

/// The base of a limb.
const BASE: u64 = 1_000_000_000;
/// The number of digits of a limb.
const LIMB_DIGITS: usize = 9;
/// By how many powers of two a number is scaled at once.
const BITS_AT_ONCE: u32 = 32;

/// A smaller number of powers of two, which cannot skip a limb.
const WHOLE_LIMB_BITS: u32 = 29;

/// A number that is not negative.
pub struct Decimal {
    /// Nine digits each, the lowest first; the highest is not 0.
    limbs: Vec<u32>,
    /// The number of limbs after the point, including zeros above the highest one.
    after_point: usize,
}

impl Decimal {
    /// The number that is written as `digits` with the point after the first `point` of them; zeros stand in for digits
    /// that are missing at either side.
    pub fn new(digits: &[u8], point: i32) -> Decimal {
        let missing = point - digits.len() as i32;
        let after_point = usize::try_from(-missing).unwrap_or(0).div_ceil(LIMB_DIGITS);
        let zeros = missing + (after_point * LIMB_DIGITS) as i32;
        let mut all = digits.to_vec();
        all.resize(digits.len() + usize::try_from(zeros).unwrap_or(0), b'0');
        let limb = |digits: &[u8]| {
            let digits = digits.iter();
            digits.fold(0, |limb, digit| limb * 10 + u32::from(digit - b'0'))
        };
        let mut decimal = Decimal {
            limbs: all.rchunks(LIMB_DIGITS).map(limb).collect(),
            after_point,
        };
        decimal.trim();
        decimal
    }

    /// `mantissa` * 2^`exponent`.
    pub fn from_binary(mantissa: u64, exponent: i32) -> Decimal {
        let limbs = [mantissa, mantissa / BASE, mantissa / BASE / BASE];
        let mut decimal = Decimal {
            limbs: limbs.map(|limb| (limb % BASE) as u32).to_vec(),
            after_point: 0,
        };
        decimal.trim();
        let mut left = exponent.unsigned_abs();
        while left > 0 {
            let bits = left.min(BITS_AT_ONCE);
            if exponent < 0 {
                decimal.divide(bits);
            } else {
                decimal.multiply(bits);
            }
            left -= bits;
        }
        decimal
    }

    /// Scales the number by a power of two, into a whole number of 90 to 120 bits and a rest: the whole number, whether
    /// there is a rest, and the exponent that scales it back. A number far below 2^`exponent_min` may get fewer bits. The
    /// number must not be 0.
    pub fn into_binary(mut self, exponent_min: i32) -> (u128, bool, i32) {
        let mut exponent = 0;
        loop {
            match self.limbs.len().checked_sub(self.after_point) {
                Some(5..) => {
                    self.divide(WHOLE_LIMB_BITS);
                    exponent += WHOLE_LIMB_BITS as i32;
                }
                Some(4) => break,
                _ if exponent < exponent_min => break,
                _ => {
                    self.multiply(WHOLE_LIMB_BITS);
                    exponent -= WHOLE_LIMB_BITS as i32;
                }
            }
        }
        let (rest, whole) = self.limbs.split_at(self.after_point.min(self.limbs.len()));
        let whole = whole
            .iter()
            .rev()
            .fold(0, |sum, limb| sum * u128::from(BASE) + u128::from(*limb));
        (whole, !rest.is_empty(), exponent)
    }

    /// The number with `digits` digits after its point, rounded to the nearest, and to an even digit in the middle; zeros
    /// at the end are left out. Takes 10 to 18 digits.
    pub fn text(mut self, digits: usize) -> Vec<u8> {
        self.round(digits);
        let mut text = Vec::new();
        for (place, limb) in self.limbs.iter().enumerate().rev() {
            if place + 1 == self.after_point {
                text.push(b'.');
            }
            let start = text.len();
            number::push(&mut text, i64::from(*limb));
            if start > 0 {
                let zeros = LIMB_DIGITS - (text.len() - start);
                text.splice(start..start, std::iter::repeat_n(b'0', zeros));
            }
        }
        if self.after_point > 0 {
            let kept = text.iter().rposition(|byte| *byte != b'0');
            text.truncate(kept.map_or(0, |last| last + 1));
            text.pop_if(|last| *last == b'.');
        }
        text
    }

    /// All digits from the first that is not 0, and where among them the point stands: after so many, or so many zeros before
    /// them.
    pub fn digits(self) -> (Vec<u8>, i32) {
        let mut digits = Vec::with_capacity(self.limbs.len() * LIMB_DIGITS);
        for limb in self.limbs.iter().rev() {
            let mut unit = 100_000_000;
            while unit > 0 {
                let digit = (limb / unit % 10) as u8;
                if digit > 0 || !digits.is_empty() {
                    digits.push(b'0' + digit);
                }
                unit /= 10;
            }
        }
        let point = digits.len() as i32 - (self.after_point * LIMB_DIGITS) as i32;
        (digits, point)
    }

    /// Leaves two limbs after the point, of which the second is rounded.
    fn round(&mut self, digits: usize) {
        let whole = self.limbs.len().max(self.after_point + 1);
        self.limbs.resize(whole, 0);
        let Some(dropped) = self.after_point.checked_sub(2) else {
            return;
        };
        let rest = self.limbs.drain(..dropped).any(|limb| limb != 0);
        self.after_point = 2;
        let unit = 10u32.pow((2 * LIMB_DIGITS - digits) as u32);
        let Some(low) = self.limbs.first_mut() else {
            return;
        };
        let over = *low % unit;
        *low -= over;
        let is_odd = *low / unit % 2 == 1;
        let mut carry = match (over * 2).cmp(&unit) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => rest || is_odd,
            std::cmp::Ordering::Greater => true,
        };
        let mut step = unit;
        for limb in &mut self.limbs {
            if !carry {
                return;
            }
            *limb += step;
            step = 1;
            carry = u64::from(*limb) == BASE;
            if carry {
                *limb = 0;
            }
        }
        if carry {
            self.limbs.push(1);
        }
    }

    fn multiply(&mut self, bits: u32) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            carry += u64::from(*limb) << bits;
            *limb = (carry % BASE) as u32;
            carry /= BASE;
        }
        while carry > 0 {
            self.limbs.push((carry % BASE) as u32);
            carry /= BASE;
        }
        self.trim();
    }

    fn divide(&mut self, bits: u32) {
        let mut rest = 0;
        let mut next = |limb: u32| {
            let all = rest * BASE + u64::from(limb);
            rest = all & ((1 << bits) - 1);
            (all >> bits) as u32
        };
        for limb in self.limbs.iter_mut().rev() {
            *limb = next(*limb);
        }
        // Each power of two takes one digit more.
        let mut below = [0; (BITS_AT_ONCE as usize).div_ceil(LIMB_DIGITS)];
        for limb in below.iter_mut().rev() {
            *limb = next(0);
        }
        self.limbs.splice(..0, below);
        self.after_point += below.len();
        self.trim();
    }

    /// Leaves zeros out at either end.
    fn trim(&mut self) {
        while self.limbs.pop_if(|limb| *limb == 0).is_some() {}
        let zeros = self.limbs.iter().take(self.after_point);
        let zeros = zeros.take_while(|limb| **limb == 0).count();
        self.limbs.drain(..zeros);
        self.after_point -= zeros;
    }
}

/// Rounds a row of digits to `kept` ones, to the nearest, and to an even digit in the middle. Whether it got one digit more
/// in front, a 1.
pub fn round(digits: &mut Vec<u8>, kept: usize) -> bool {
    if digits.len() <= kept {
        return false;
    }
    let behind = digits.split_off(kept);
    let is_odd = digits.last().is_some_and(|digit| digit & 1 == 1);
    let is_up = match behind.split_first() {
        Some((b'5', rest)) => is_odd || rest.iter().any(|digit| *digit != b'0'),
        Some((first, _)) => *first > b'5',
        None => false,
    };
    if !is_up {
        return false;
    }
    for digit in digits.iter_mut().rev() {
        if *digit != b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(digits: &str, point: i32) -> String {
        let text = Decimal::new(digits.as_bytes(), point).text(17);
        String::from_utf8(text).expect("digits")
    }

    #[test]
    fn a_point_may_stand_anywhere() {
        assert_eq!(text("12345", 3), "123.45");
        assert_eq!(text("12345", 12), "123450000000");
        assert_eq!(text("12345", -6), "0.00000012345");
        assert_eq!(text("12345", -100), "0");
        assert_eq!(text("", 0), "0");
        assert_eq!(text("1000000000000000000", 19), "1000000000000000000");
    }

    #[test]
    fn the_last_digit_is_rounded_to_the_nearest_and_then_to_even() {
        assert_eq!(text("1000000000000000005", 1), "1");
        assert_eq!(text("10000000000000000051", 1), "1.00000000000000001");
        assert_eq!(text("1000000000000000015", 1), "1.00000000000000002");
        assert_eq!(text("999999999999999999999999999", 9), "1000000000");
    }

    #[test]
    fn a_power_of_two_is_exact() {
        let power = |exponent| Decimal::from_binary(1, exponent).text(17);
        assert_eq!(power(-3), b"0.125");
        assert_eq!(power(100), b"1267650600228229401496703205376");
        assert_eq!(power(-60), b"0");
        let (whole, rest, exponent) = Decimal::new(b"125", 0).into_binary(-1000);
        assert!(!rest);
        assert_eq!(whole, 1 << (-exponent - 3));
    }
}
