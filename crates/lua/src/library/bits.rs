//! The library `bit`: whole numbers of 32 bits.

use crate::lua::machine::Machine;
use crate::lua::native::{NativeFunction, Outcome, Result};
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"tobit", |machine, _| {
        let number = argument(machine, 1)?;
        answer(machine, number)
    }),
    (b"bnot", |machine, _| {
        let number = argument(machine, 1)?;
        answer(machine, !number)
    }),
    (b"band", |machine, _| {
        fold(machine, |one, other| one & other)
    }),
    (b"bor", |machine, _| fold(machine, |one, other| one | other)),
    (b"bxor", |machine, _| {
        fold(machine, |one, other| one ^ other)
    }),
    (b"lshift", |machine, _| {
        shift(machine, |number, by| number << by)
    }),
    (b"rshift", |machine, _| {
        shift(machine, |number, by| number >> by)
    }),
    (b"arshift", |machine, _| {
        shift(machine, |number, by| (number as i32 >> by) as u32)
    }),
    (b"rol", |machine, _| shift(machine, u32::rotate_left)),
    (b"ror", |machine, _| shift(machine, u32::rotate_right)),
    (b"bswap", |machine, _| {
        let number = argument(machine, 1)?;
        answer(machine, number.swap_bytes())
    }),
    (b"tohex", tohex),
];

/// Adding it leaves the lowest 32 bits of a whole number at the end of a float.
const MAGIC: f64 = 6_755_399_441_055_744.0;

fn argument(machine: &mut Machine, index: usize) -> Result<u32> {
    let number = machine.number_argument(index)?;
    Ok((number + MAGIC).to_bits() as u32)
}

fn answer(machine: &mut Machine, number: u32) -> Result<Outcome> {
    machine.number_result(f64::from(number as i32))
}

fn fold(machine: &mut Machine, join: fn(u32, u32) -> u32) -> Result<Outcome> {
    let mut number = argument(machine, 1)?;
    for index in (2..=machine.argument_count()).rev() {
        number = join(number, argument(machine, index)?);
    }
    answer(machine, number)
}

fn shift(machine: &mut Machine, shift: fn(u32, u32) -> u32) -> Result<Outcome> {
    let number = argument(machine, 1)?;
    let by = argument(machine, 2)? & 31;
    answer(machine, shift(number, by))
}

fn tohex(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let mut number = argument(machine, 1)?;
    let length = match machine.given(2) {
        None => 8,
        Some(_) => argument(machine, 2)? as i32,
    };
    let digits = if length < 0 {
        b"0123456789ABCDEF"
    } else {
        b"0123456789abcdef"
    };
    let mut text = Vec::new();
    for _ in 0..length.unsigned_abs().min(8) {
        text.push(digits.get(number as usize & 15).copied().unwrap_or(b'0'));
        number >>= 4;
    }
    text.reverse();
    machine.bytes_result(text)
}
