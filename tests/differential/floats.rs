//! Floats: generated texts, most of them near a limit or half way between two numbers, added by INCRBYFLOAT on both sides.

use crate::chance::Chance;
use crate::number_from;
use crate::redis::{Redis, words};
use setnx_playground::keyspace::{Protocol, Server};

/// Number of sums that an ordinary run compares.
const SUMS: u64 = 5_000;

#[test]
fn sums_of_floats_are_those_of_the_real_server_to_the_last_digit() {
    let sums = number_from("SETNX_DIFFERENTIAL_COMMANDS").map_or(SUMS, |commands| commands / 20);
    let mut chance = Chance(crate::seed());
    let redis = Redis::start();
    let mut theirs = redis.connect();
    for _ in 0..sums {
        let (one, other) = (text(&mut chance), text(&mut chance));
        let commands = [
            [words("SET k"), vec![one.clone()]].concat(),
            [words("INCRBYFLOAT k"), vec![other.clone()]].concat(),
            words("GET k"),
        ];
        let argvs: Vec<&[Vec<u8>]> = commands.iter().map(Vec::as_slice).collect();
        let mut ours = Server::new();
        let id = ours.connect();
        for (argv, theirs) in commands.iter().zip(theirs.run(&argvs)) {
            let mut bytes = Vec::new();
            ours.execute(id, 0, argv)
                .encode(Protocol::Resp2, &mut bytes);
            assert!(
                bytes == theirs,
                "{} + {}\nredis-server  {}\nours          {}",
                one.escape_ascii(),
                other.escape_ascii(),
                theirs.escape_ascii(),
                bytes.escape_ascii()
            );
        }
    }
}

const WHOLE: &[&[u8]] = &[
    b"0",
    b"1",
    b"-1",
    b"10.50",
    b"3.0e3",
    b"5.0e-1",
    b"0.1",
    b"1e18",
    b"9223372036854775807",
    b"inf",
    b"-INF",
    b"Infinity",
    b"nan",
    b"nan(1)",
    b"infinit",
    b"",
    b".",
    b"-",
    b"+",
    b"e1",
    b"1e",
    b"1e+",
    b"0x",
    b"0x.",
    b"0x1p",
    b"0X1P+1",
    b"0e99999999999999999999",
    b"1e99999999999999999999",
    b"1e-99999999999999999999",
    b" 1",
    b"1 ",
    b"\t1",
    b"1\0",
    b"\0",
    b"1,5",
    b"1_0",
    b"0b1",
    b"0x0p-99999",
    b"1.18973149535723176502e4932",
    b"1.18973149535723176505e4932",
    b"1.18973149535723176506e4932",
    b"1.18973149535723176508575932662800702e4932",
    b"3.36210314311209350626e-4932",
    b"3.6451995318824746025e-4951",
    b"1.82259976594123730126e-4951",
    b"1.82259976594123730127e-4951",
    b"0x1.fffffffffffffffep16383",
    b"0x1.fffffffffffffffefffp16383",
    b"0x1.ffffffffffffffffp16383",
    b"0x1p-16445",
    b"0x1p-16446",
    b"0x1.0000001p-16446",
    b"0x.8p16384",
];

fn text(chance: &mut Chance) -> Vec<u8> {
    let mut text = match chance.below(10) {
        0 => chance.pick(WHOLE).to_vec(),
        1 => hexadecimal(chance),
        2 => middle(chance),
        3 => {
            let length = [30, 300, 5_118, 5_119, 5_120, 5_121][chance.below(6)];
            decimal(chance, length, length as i64)
        }
        4 => decimal(chance, 40, 5_000),
        5..8 => decimal(chance, 22, 20),
        _ => decimal(chance, 6, 0),
    };
    if chance.once_in(4) {
        text.insert(0, b"+-"[chance.below(2)]);
    }
    if chance.once_in(40) {
        let at = chance.below(text.len() + 1);
        text.insert(at, chance.next() as u8);
    }
    text
}

/// Digits with a point among them, and an exponent up to `exponent_max` or none.
fn decimal(chance: &mut Chance, digits_max: usize, exponent_max: i64) -> Vec<u8> {
    let base = [b'0', b'0', b'0', b'9'][chance.below(4)];
    let count = match digits_max {
        0..100 => 1 + chance.below(digits_max),
        _ => digits_max,
    };
    let mut text: Vec<u8> = match chance.once_in(6) {
        true => vec![base; count],
        false => (0..count).map(|_| b'0' + chance.below(10) as u8).collect(),
    };
    let last = text.len() - 1;
    text[last] = b"015"[chance.below(3)];
    if chance.once_in(2) {
        text.insert(chance.below(text.len() + 1), b'.');
    }
    if exponent_max > 0 && chance.once_in(2) {
        let size = match chance.once_in(4) {
            true => exponent_max,
            false => chance.below(exponent_max as usize + 1) as i64,
        };
        let exponent = if chance.once_in(2) { -size } else { size };
        let exponent = format!("{}{exponent}", ["e", "E", "e+"][chance.below(3)]);
        text.extend(exponent.replace("+-", "-").bytes());
        text.truncate(digits_max.max(100));
    }
    text
}

/// Hexadecimal digits, most often as many as just do not fit, with an exponent of any size or near a limit.
fn hexadecimal(chance: &mut Chance) -> Vec<u8> {
    let digits = [1, 4, 15, 16, 17, 18, 33, 34][chance.below(8)];
    let mut text: Vec<u8> = (0..digits)
        .map(|_| b"0123456789abcdefABCDEF88"[chance.below(24)])
        .collect();
    if chance.once_in(2) {
        let last = text.len() - 1;
        text[last] = b'8';
        for place in text.iter_mut().rev().take(chance.below(3)) {
            *place = b'0';
        }
    }
    if chance.once_in(2) {
        text.insert(chance.below(text.len() + 1), b'.');
    }
    text.splice(..0, *b"0x");
    if chance.below(3) > 0 {
        let exponents = [
            0, 1, -1, 63, -64, 16_320, 16_383, -16_445, -16_382, -16_500, 16_200,
        ];
        let exponent = exponents[chance.below(11)] + chance.below(130) as i64 - 65;
        text.extend(format!("p{exponent}").bytes());
    }
    text
}

/// A whole number between two neighbours of 64 bits, or a digit beside that.
fn middle(chance: &mut Chance) -> Vec<u8> {
    let shift = 1 + chance.below(60) as u32;
    let mantissa = u128::from(chance.next() | 1 << 63);
    let number = (mantissa << shift | 1 << (shift - 1)) + chance.below(3) as u128 - 1;
    let mut text = number.to_string();
    if chance.once_in(3) {
        text.push_str(".0000000000000000000000000000000000000001");
    }
    text.into_bytes()
}
