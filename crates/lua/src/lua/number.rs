//! Numbers as Lua reads, writes and calculates with them. Texts are C's: `strtod` and `%.14g`.

use crate::lua::opcode::Op;
use keyspace::decimal::{Decimal, round};
use keyspace::float::{Format, Magnitude};
use keyspace::number;

const FORMAT: Format = Format {
    bits: 53,
    exponent_min: -1074,
    magnitude_bits_max: 1024,
    decimal_range: -400..400,
};
/// What C's `isspace` holds for.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The number in a text, with any spaces around it. As in C, the text ends at a zero byte.
pub fn parse(text: &[u8]) -> Option<f64> {
    let end = text
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(text.len());
    let text = text.get(..end)?;
    let start = text.iter().position(|byte| !is_space(*byte))?;
    let last = text.iter().rposition(|byte| !is_space(*byte))?;
    let text = text.get(start..=last)?;
    if let [b'0'] | [b'1'..=b'9', ..] = text
        && text.len() < 16
        && let Some(whole) = number::parse(text)
    {
        return Some(whole as f64);
    }
    let (is_negative, magnitude) = match FORMAT.parse(text) {
        Some((is_negative, magnitude)) => (is_negative, finite(magnitude)),
        None => {
            let (is_negative, rest) = match text {
                [b'-', rest @ ..] => (true, rest),
                [b'+', rest @ ..] => (false, rest),
                rest => (false, rest),
            };
            (is_negative, not_a_number(rest)?)
        }
    };
    Some(if is_negative { -magnitude } else { magnitude })
}

fn finite(magnitude: Magnitude) -> f64 {
    match magnitude {
        Magnitude::Finite { mantissa, exponent } => scaled(mantissa, exponent),
        Magnitude::Infinite | Magnitude::Overflow => f64::INFINITY,
        Magnitude::Underflow => 0.0,
    }
}

/// `mantissa` * 2^`exponent`, of a mantissa that fits.
fn scaled(mantissa: u64, exponent: i32) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    // Shifted so that its first bit is the 53rd, unless the number is too small for that.
    let shift = (mantissa.leading_zeros() as i32 - 11).min(exponent + 1074);
    let mantissa = mantissa << shift.max(0);
    let exponent = exponent - shift.max(0);
    let kept = mantissa & ((1 << 52) - 1);
    let biased = if mantissa >> 52 == 0 {
        0
    } else {
        exponent + 1075
    };
    f64::from_bits((biased as u64) << 52 | kept)
}

fn not_a_number(text: &[u8]) -> Option<f64> {
    let (name, rest) = text.split_at_checked(3)?;
    let is_payload = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_whole = match rest {
        [] => true,
        [b'(', payload @ .., b')'] => payload.iter().all(is_payload),
        _ => false,
    };
    let positive = f64::from_bits(f64::NAN.to_bits() & !(1 << 63));
    (name.eq_ignore_ascii_case(b"nan") && is_whole).then_some(positive)
}

/// The digits of a number that is not negative, exact, and where among them the point stands.
pub fn digits(magnitude: f64) -> (Vec<u8>, i32) {
    let bits = magnitude.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let kept = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = match biased {
        0 => (kept, -1074),
        _ => (kept | 1 << 52, biased - 1075),
    };
    if mantissa == 0 {
        return (Vec::new(), 0);
    }
    Decimal::from_binary(mantissa, exponent).digits()
}

/// Appends the name of a number that is infinite or not a number; whether it is one.
fn push_special(out: &mut Vec<u8>, number: f64) -> bool {
    if number.is_finite() {
        return false;
    }
    if number.is_sign_negative() {
        out.push(b'-');
    }
    out.extend_from_slice(if number.is_nan() { b"nan" } else { b"inf" });
    true
}

/// Appends a number as `%.14g` writes it, with other numbers of digits than 14.
pub fn push_general(out: &mut Vec<u8>, number: f64, precision: usize) {
    if push_special(out, number) {
        return;
    }
    let magnitude = number.abs();
    if number.is_sign_negative() {
        out.push(b'-');
    }
    // All digits of a whole number are shown, unless `cjson` is set to fewer.
    let is_whole = magnitude < 1e14 && magnitude.trunc() == magnitude;
    if is_whole && (precision >= 14 || magnitude == 0.0) {
        return number::push(out, magnitude as i64);
    }
    let (mut digits, mut point) = digits(magnitude);
    point += i32::from(round(&mut digits, precision));
    while digits.pop_if(|last| *last == b'0').is_some() {}
    let exponent = point - 1;
    if exponent < -4 || exponent >= precision as i32 {
        push_pointed(out, &digits, 1);
        push_exponent(out, exponent, b'e');
    } else {
        push_pointed(out, &digits, point);
    }
}

/// Appends digits with a point after so many of them; zeros stand in for missing ones.
pub fn push_pointed(out: &mut Vec<u8>, digits: &[u8], point: i32) {
    if point <= 0 {
        out.extend_from_slice(b"0.");
        out.extend(std::iter::repeat_n(b'0', point.unsigned_abs() as usize));
        return out.extend_from_slice(digits);
    }
    let point = point as usize;
    match digits.split_at_checked(point) {
        Some((whole, [])) => out.extend_from_slice(whole),
        Some((whole, rest)) => {
            out.extend_from_slice(whole);
            out.push(b'.');
            out.extend_from_slice(rest);
        }
        None => {
            out.extend_from_slice(digits);
            out.extend(std::iter::repeat_n(b'0', point - digits.len()));
        }
    }
}

/// Appends an exponent of two digits at least.
pub fn push_exponent(out: &mut Vec<u8>, exponent: i32, letter: u8) {
    out.push(letter);
    out.push(if exponent < 0 { b'-' } else { b'+' });
    if exponent.abs() < 10 {
        out.push(b'0');
    }
    number::push(out, i64::from(exponent.abs()));
}

/// The text of a number, as `tostring` writes it.
pub fn text(number: f64) -> Vec<u8> {
    let mut text = Vec::with_capacity(24);
    push_general(&mut text, number, 14);
    text
}

/// The text of a number as an argument of a command.
pub fn exact_text(number: f64) -> Vec<u8> {
    let mut text = Vec::with_capacity(24);
    push_general(&mut text, number, 17);
    text
}

/// What an operator makes of two numbers; `None` if it is no operator of numbers. Of what is not a number, an x86
/// processor keeps the sign of the operand, and gives a minus to one that it makes.
pub fn arithmetic(op: Op, first: f64, second: f64) -> Option<f64> {
    let result = match op {
        Op::Add => first + second,
        Op::Sub => first - second,
        Op::Mul => first * second,
        Op::Div => first / second,
        Op::Mod => {
            let quotient = arithmetic(Op::Div, first, second)?;
            let whole = arithmetic(Op::Mul, quotient.floor(), second)?;
            return arithmetic(Op::Sub, first, whole);
        }
        Op::Pow => return Some(power(first, second)),
        Op::Unm => return Some(-first),
        _ => return None,
    };
    Some(settled(result, first, second))
}

/// What an x86 processor makes of operands of which neither is a NaN, where there is no result.
pub const MADE_NAN: f64 = f64::from_bits(f64::NAN.to_bits() | 1 << 63);

/// A result of two operands. One that is a NaN has the sign that an x86 processor gives it.
pub fn settled(result: f64, first: f64, second: f64) -> f64 {
    match result.is_nan() {
        true if first.is_nan() => first,
        true if second.is_nan() => second,
        true => MADE_NAN,
        false => result,
    }
}

/// C's `pow`, with the small whole exponents that scripts use exact. glibc takes the sign of a base that is not a number
/// away where the exponent is odd.
fn power(base: f64, exponent: f64) -> f64 {
    let result = base.powf(exponent);
    match result.is_nan() {
        true if base.is_nan() && (exponent % 2.0).abs() == 1.0 => base.abs(),
        _ => settled(result, base, exponent),
    }
}

/// A number as C's `int`, cut as an x86 processor cuts it to 64 bits first.
pub fn to_int(number: f64) -> i32 {
    to_integer(number) as i32
}

/// A number cut to 32 bits; one that does not fit becomes the smallest of them.
pub fn cast_int(number: f64) -> i32 {
    if number > -2_147_483_649.0 && number < 2_147_483_648.0 {
        number as i32
    } else {
        i32::MIN
    }
}

/// A number as C's `unsigned long`, as an x86 processor makes it of a negative one.
pub fn to_unsigned(number: f64) -> u64 {
    const HALF: f64 = 9_223_372_036_854_775_808.0;
    if number >= HALF {
        to_integer(number - HALF) as u64 ^ 1 << 63
    } else {
        to_integer(number) as u64
    }
}

/// The number at the beginning of a text, as C's `strtod` finds it, and how many bytes it takes.
pub fn parse_prefix(text: &[u8]) -> Option<(f64, usize)> {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let run = |from: usize, is_in: fn(&u8) -> bool| {
        text.get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| is_in(byte))
            .count()
    };
    let start = run(0, |byte| is_space(*byte));
    let unsigned = start + usize::from(matches!(byte(start), b'+' | b'-'));
    let rest = text.get(unsigned..)?;
    let begins = |name: &[u8]| {
        rest.get(..name.len())
            .is_some_and(|rest| rest.eq_ignore_ascii_case(name))
    };
    let end = if begins(b"infinity") {
        unsigned + 8
    } else if begins(b"inf") || begins(b"nan") {
        unsigned + 3
    } else {
        let is_hexadecimal = byte(unsigned) == b'0' && byte(unsigned + 1) | 32 == b'x';
        let (is_digit, letter, from): (fn(&u8) -> bool, u8, usize) = match is_hexadecimal {
            true => (u8::is_ascii_hexdigit, b'p', unsigned + 2),
            false => (u8::is_ascii_digit, b'e', unsigned),
        };
        let whole = run(from, is_digit);
        let mut end = from + whole;
        let mut digits = whole;
        if byte(end) == b'.' {
            let fraction = run(end + 1, is_digit);
            digits += fraction;
            end += if digits > 0 { 1 + fraction } else { 0 };
        }
        if digits == 0 {
            // Of `0x` without digits, the 0 is a number.
            return is_hexadecimal
                .then_some((if byte(start) == b'-' { -0.0 } else { 0.0 }, unsigned + 1));
        }
        if byte(end) | 32 == letter {
            let sign = usize::from(matches!(byte(end + 1), b'+' | b'-'));
            let exponent = run(end + 1 + sign, u8::is_ascii_digit);
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        end
    };
    Some((parse(text.get(start..end)?)?, end))
}

/// A number cut to 64 bits; one that does not fit becomes the smallest of them.
pub fn to_integer(number: f64) -> i64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number) {
        number as i64
    } else {
        i64::MIN
    }
}
