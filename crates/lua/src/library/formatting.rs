//! `string.format`, which writes as C's `printf` does.

use crate::lua::machine::Machine;
use crate::lua::native::{Outcome, Throw};
use crate::lua::number;
use keyspace::decimal;
use keyspace::number as whole;
use keyspace::scripts::Host;

/// The longest flags of an item.
const FLAGS_MAX: usize = 5;

/// What stands between `%` and the letter of an item.
#[derive(Clone, Copy, Default)]
struct Item {
    is_left: bool,
    has_plus: bool,
    has_space: bool,
    is_alternative: bool,
    is_zero_filled: bool,
    width: usize,
    precision: Option<usize>,
}

/// `string.format`.
pub fn format(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome, Throw> {
    let template = machine.bytes_argument(1)?;
    let count = machine.argument_count();
    let mut out = Vec::new();
    let mut index = 1;
    let mut at = 0;
    while let Some(byte) = template.get(at).copied() {
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        if template.get(at) == Some(&b'%') {
            out.push(b'%');
            at += 1;
            continue;
        }
        index += 1;
        if index > count {
            return Err(machine.bad_argument(index, b"no value"));
        }
        let item = match scan(&template, &mut at) {
            Ok(item) => item,
            Err(message) => return Err(machine.fail(message)),
        };
        let letter = template.get(at).copied().unwrap_or(0);
        at += 1;
        match letter {
            b'c' => {
                let code = number::cast_int(machine.number_argument(index)?) as u8;
                let mut text = Vec::new();
                pad(&mut text, item, b"", &[code], false);
                // C takes a zero byte for the end of the item.
                out.extend(text.iter().take_while(|byte| **byte != 0));
            }
            b'd' | b'i' => {
                let integer = number::to_integer(machine.number_argument(index)?);
                push_integer(&mut out, item, integer);
            }
            b'o' | b'u' | b'x' | b'X' => {
                let number = machine.number_argument(index)?;
                push_unsigned(&mut out, item, number::to_unsigned(number), letter);
            }
            b'e' | b'E' | b'f' | b'g' | b'G' => {
                let number = machine.number_argument(index)?;
                push_float(&mut out, item, number, letter);
            }
            b'q' => {
                let text = machine.bytes_argument(index)?;
                push_quoted(&mut out, &text);
            }
            b's' => {
                let text = machine.bytes_argument(index)?;
                if item.precision.is_none() && text.len() >= 100 {
                    out.extend_from_slice(&text);
                } else {
                    let end = text
                        .iter()
                        .position(|byte| *byte == 0)
                        .unwrap_or(text.len());
                    let end = end.min(item.precision.unwrap_or(usize::MAX));
                    pad(
                        &mut out,
                        item,
                        b"",
                        text.get(..end).unwrap_or_default(),
                        false,
                    );
                }
            }
            other => {
                let shown: &[u8] = &[other];
                let shown = if other == 0 { b"" } else { shown };
                let message = [b"invalid option '%", shown, b"' to 'format'"].concat();
                return Err(machine.fail(&message));
            }
        }
        machine.allow(out.len())?;
    }
    machine.bytes_result(out)
}

fn scan(template: &[u8], at: &mut usize) -> Result<Item, &'static [u8]> {
    let mut item = Item::default();
    let start = *at;
    let peek = |at: usize| template.get(at).copied().unwrap_or(0);
    loop {
        match peek(*at) {
            b'-' => item.is_left = true,
            b'+' => item.has_plus = true,
            b' ' => item.has_space = true,
            b'#' => item.is_alternative = true,
            b'0' => item.is_zero_filled = true,
            _ => break,
        }
        *at += 1;
    }
    if *at - start > FLAGS_MAX {
        return Err(b"invalid format (repeated flags)");
    }
    let two_digits = |at: &mut usize| {
        let mut value = 0;
        for _ in 0..2 {
            if peek(*at).is_ascii_digit() {
                value = value * 10 + usize::from(peek(*at) - b'0');
                *at += 1;
            }
        }
        value
    };
    item.width = two_digits(at);
    if peek(*at) == b'.' {
        *at += 1;
        item.precision = Some(two_digits(at));
    }
    if peek(*at).is_ascii_digit() {
        return Err(b"invalid format (width or precision too long)");
    }
    Ok(item)
}

/// Appends a text with a sign or prefix, as wide as the item says.
fn pad(out: &mut Vec<u8>, item: Item, prefix: &[u8], text: &[u8], may_fill_zeros: bool) {
    let missing = item.width.saturating_sub(prefix.len() + text.len());
    let fill = |out: &mut Vec<u8>, byte: u8| out.extend(std::iter::repeat_n(byte, missing));
    if item.is_left {
        out.extend_from_slice(prefix);
        out.extend_from_slice(text);
        fill(out, b' ');
    } else if item.is_zero_filled && may_fill_zeros {
        out.extend_from_slice(prefix);
        fill(out, b'0');
        out.extend_from_slice(text);
    } else {
        fill(out, b' ');
        out.extend_from_slice(prefix);
        out.extend_from_slice(text);
    }
}

fn sign(item: Item, is_negative: bool) -> &'static [u8] {
    match (is_negative, item.has_plus, item.has_space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        _ => b"",
    }
}

fn with_precision(item: Item, digits: Vec<u8>) -> Vec<u8> {
    match item.precision {
        Some(0) if digits == b"0" => Vec::new(),
        Some(precision) if digits.len() < precision => {
            let mut zeros = vec![b'0'; precision - digits.len()];
            zeros.extend_from_slice(&digits);
            zeros
        }
        _ => digits,
    }
}

fn push_integer(out: &mut Vec<u8>, item: Item, integer: i64) {
    let mut digits = Vec::new();
    whole::push_unsigned(&mut digits, integer.unsigned_abs());
    let digits = with_precision(item, digits);
    pad(
        out,
        item,
        sign(item, integer < 0),
        &digits,
        item.precision.is_none(),
    );
}

fn push_unsigned(out: &mut Vec<u8>, item: Item, number: u64, letter: u8) {
    let base = match letter {
        b'o' => 8,
        b'u' => 10,
        _ => 16,
    };
    let mut digits = Vec::new();
    let mut rest = number;
    loop {
        let digit = (rest % base) as u8;
        digits.push(match digit {
            0..=9 => b'0' + digit,
            _ if letter == b'X' => b'A' + digit - 10,
            _ => b'a' + digit - 10,
        });
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    digits.reverse();
    let mut digits = with_precision(item, digits);
    let prefix: &[u8] = match letter {
        b'x' if item.is_alternative && number != 0 => b"0x",
        b'X' if item.is_alternative && number != 0 => b"0X",
        _ => b"",
    };
    if letter == b'o' && item.is_alternative && digits.first() != Some(&b'0') {
        digits.insert(0, b'0');
    }
    pad(out, item, prefix, &digits, item.precision.is_none());
}

fn push_float(out: &mut Vec<u8>, item: Item, number: f64, letter: u8) {
    let prefix = sign(item, number.is_sign_negative());
    let is_upper = letter.is_ascii_uppercase();
    if !number.is_finite() {
        let name: &[u8] = match (number.is_nan(), is_upper) {
            (true, false) => b"nan",
            (true, true) => b"NAN",
            (false, false) => b"inf",
            (false, true) => b"INF",
        };
        return pad(out, item, prefix, name, false);
    }
    let precision = item.precision.unwrap_or(6);
    let magnitude = number.abs();
    let text = match letter {
        b'f' => fixed(magnitude, precision, item.is_alternative),
        b'e' | b'E' => scientific(magnitude, precision, letter, item.is_alternative),
        _ => {
            let precision = precision.max(1);
            let exponent = exponent_of(magnitude, precision);
            let mut text = if exponent < -4 || exponent >= precision as i32 {
                scientific(magnitude, precision - 1, letter - 2, item.is_alternative)
            } else {
                let places = (precision as i32 - 1 - exponent) as usize;
                fixed(magnitude, places, item.is_alternative)
            };
            if !item.is_alternative {
                drop_zeros(&mut text);
            }
            text
        }
    };
    pad(out, item, prefix, &text, true);
}

/// The decimal exponent of a number that is rounded to so many digits.
fn exponent_of(magnitude: f64, precision: usize) -> i32 {
    if magnitude == 0.0 {
        return 0;
    }
    let (mut digits, point) = number::digits(magnitude);
    point + i32::from(decimal::round(&mut digits, precision)) - 1
}

fn fixed(magnitude: f64, places: usize, has_point: bool) -> Vec<u8> {
    let (mut digits, mut point) = number::digits(magnitude);
    let zeros = usize::try_from(1 - point).unwrap_or(0);
    digits.splice(..0, std::iter::repeat_n(b'0', zeros));
    point += zeros as i32;
    let kept = point as usize + places;
    point += i32::from(decimal::round(&mut digits, kept));
    digits.resize(point as usize + places, b'0');
    let mut text = Vec::new();
    number::push_pointed(&mut text, &digits, point);
    if has_point && places == 0 {
        text.push(b'.');
    }
    text
}

fn scientific(magnitude: f64, places: usize, letter: u8, has_point: bool) -> Vec<u8> {
    let (mut digits, mut point) = number::digits(magnitude);
    if digits.is_empty() {
        point = 1;
    }
    point += i32::from(decimal::round(&mut digits, places + 1));
    digits.resize(places + 1, b'0');
    let mut text = Vec::new();
    number::push_pointed(&mut text, &digits, 1);
    if has_point && places == 0 {
        text.push(b'.');
    }
    number::push_exponent(&mut text, point - 1, letter);
    text
}

/// Takes the zeros at the end of a fraction away, and a point with nothing behind it.
fn drop_zeros(text: &mut Vec<u8>) {
    let mantissa = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let exponent = text.split_off(mantissa.unwrap_or(text.len()));
    if text.contains(&b'.') {
        while text.pop_if(|last| *last == b'0').is_some() {}
        text.pop_if(|last| *last == b'.');
    }
    text.extend_from_slice(&exponent);
}

fn push_quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for byte in text {
        match byte {
            b'"' | b'\\' | b'\n' => out.extend_from_slice(&[b'\\', *byte]),
            b'\r' => out.extend_from_slice(b"\\r"),
            0 => out.extend_from_slice(b"\\000"),
            _ => out.push(*byte),
        }
    }
    out.push(b'"');
}
