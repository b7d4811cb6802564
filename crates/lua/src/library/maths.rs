//! The library `math`. `random` is Redis' own: a sequence that is the same on every machine.

use crate::lua::machine::Machine;
use crate::lua::native::{NativeFunction, Outcome, Result};
use crate::lua::number;
use crate::lua::opcode::Op;
use crate::lua::value::LuaValue;
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"abs", |machine, _| {
        let number = machine.number_argument(1)?;
        machine.number_result(number.abs())
    }),
    (b"acos", |machine, _| one_or(machine, f64::NAN, f64::acos)),
    (b"asin", |machine, _| one_or(machine, f64::NAN, f64::asin)),
    (b"atan2", |machine, _| {
        two(machine, |y, x| number::settled(y.atan2(x), x, y))
    }),
    (b"atan", |machine, _| one(machine, f64::atan)),
    (b"ceil", |machine, _| one(machine, f64::ceil)),
    (b"cosh", |machine, _| one(machine, f64::cosh)),
    (b"cos", |machine, _| one(machine, f64::cos)),
    (b"deg", |machine, _| {
        one(machine, |number| number / (std::f64::consts::PI / 180.0))
    }),
    (b"exp", |machine, _| one(machine, f64::exp)),
    (b"floor", |machine, _| one(machine, f64::floor)),
    (b"fmod", |machine, _| two(machine, remainder)),
    (b"frexp", frexp),
    (b"ldexp", ldexp),
    (b"log10", |machine, _| one_or(machine, f64::NAN, f64::log10)),
    (b"log", |machine, _| one(machine, f64::ln)),
    (b"max", |machine, _| {
        fold(
            machine,
            |max, number| if number > max { number } else { max },
        )
    }),
    (b"min", |machine, _| {
        fold(
            machine,
            |min, number| if number < min { number } else { min },
        )
    }),
    (b"modf", modf),
    (b"pow", |machine, _| {
        two(machine, |base, exponent| {
            number::arithmetic(Op::Pow, base, exponent).unwrap_or_default()
        })
    }),
    (b"rad", |machine, _| {
        one(machine, |number| number * (std::f64::consts::PI / 180.0))
    }),
    (b"random", random),
    (b"randomseed", randomseed),
    (b"sinh", |machine, _| one(machine, f64::sinh)),
    (b"sin", |machine, _| one(machine, f64::sin)),
    (b"sqrt", |machine, _| one(machine, f64::sqrt)),
    (b"tanh", |machine, _| one(machine, f64::tanh)),
    (b"tan", |machine, _| one(machine, f64::tan)),
];

/// The name of `fmod` in Lua 5.0.
pub const OLD: (&[u8], NativeFunction) = (b"mod", |machine, _| two(machine, remainder));

fn one(machine: &mut Machine, function: fn(f64) -> f64) -> Result<Outcome> {
    one_or(machine, number::MADE_NAN, function)
}

/// A function that makes `made` of a number for which it has no result: glibc's differ in its sign.
fn one_or(machine: &mut Machine, made: f64, function: fn(f64) -> f64) -> Result<Outcome> {
    let argument = machine.number_argument(1)?;
    let result = function(argument);
    machine.number_result(match result.is_nan() {
        true if argument.is_nan() => argument,
        true => made,
        false => result,
    })
}

fn two(machine: &mut Machine, function: fn(f64, f64) -> f64) -> Result<Outcome> {
    // C looks at the second one first.
    let second = machine.number_argument(2)?;
    let first = machine.number_argument(1)?;
    machine.number_result(function(first, second))
}

fn remainder(first: f64, second: f64) -> f64 {
    number::settled(first % second, first, second)
}

fn fold(machine: &mut Machine, choose: fn(f64, f64) -> f64) -> Result<Outcome> {
    let mut chosen = machine.number_argument(1)?;
    for index in 2..=machine.argument_count() {
        chosen = choose(chosen, machine.number_argument(index)?);
    }
    machine.number_result(chosen)
}

fn frexp(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let number = machine.number_argument(1)?;
    let (fraction, exponent) = split(number);
    machine.push(LuaValue::Number(fraction));
    machine.push(LuaValue::Number(f64::from(exponent)));
    Ok(Outcome::Return(2))
}

/// A number as a fraction from 0.5 up to 1 and a power of two.
pub fn split(number: f64) -> (f64, i32) {
    if number == 0.0 || !number.is_finite() {
        return (number, 0);
    }
    let bits = number.to_bits();
    match (bits >> 52 & 0x7ff) as i32 {
        0 => {
            let (fraction, exponent) = split(number * 18_014_398_509_481_984.0);
            (fraction, exponent - 54)
        }
        biased => (
            f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52),
            biased - 1022,
        ),
    }
}

fn ldexp(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let exponent = machine.int_argument(2)?;
    let number = machine.number_argument(1)?;
    machine.number_result(scale(number, exponent))
}

/// `number` * 2^`exponent`, rounded once.
pub fn scale(number: f64, exponent: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    let (fraction, own) = split(number);
    if fraction == 0.0 || !fraction.is_finite() {
        return fraction;
    }
    let total = exponent.clamp(-4000, 4000) + own;
    match total {
        1025.. => fraction * f64::INFINITY,
        1024 => fraction * 2.0 * power(1023),
        -1021..1024 => fraction * power(total),
        -1080..-1021 => fraction * power(total + 100) * power(-100),
        _ => fraction * 0.0,
    }
}

fn modf(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let number = machine.number_argument(1)?;
    let whole = number.trunc();
    let fraction = if number.is_infinite() {
        0.0_f64.copysign(number)
    } else {
        (number - whole).copysign(number)
    };
    machine.push(LuaValue::Number(whole));
    machine.push(LuaValue::Number(if number.is_nan() {
        number
    } else {
        fraction
    }));
    Ok(Outcome::Return(2))
}

/// The largest number of the sequence, and one more.
const RANDOM_MAX: i32 = i32::MAX;

/// The next number of Redis' sequence, which is that of `lrand48`.
fn next_random(host: &mut dyn Host) -> i32 {
    let state = host
        .random_state()
        .wrapping_mul(0x5_deec_e66d)
        .wrapping_add(0xb)
        & 0xffff_ffff_ffff;
    host.set_random_state(state);
    (state >> 17) as i32
}

fn random(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    if !machine.run.is_running {
        return Err(machine.fail(b"math.random can only be called inside a script invocation"));
    }
    let random = f64::from(next_random(host) % RANDOM_MAX) / f64::from(RANDOM_MAX);
    match machine.argument_count() {
        0 => machine.number_result(random),
        1 => {
            let high = machine.int_argument(1)?;
            if high < 1 {
                return Err(machine.bad_argument(1, b"interval is empty"));
            }
            machine.number_result((random * f64::from(high)).floor() + 1.0)
        }
        2 => {
            let low = machine.int_argument(1)?;
            let high = machine.int_argument(2)?;
            if low > high {
                return Err(machine.bad_argument(2, b"interval is empty"));
            }
            let count = high.wrapping_sub(low).wrapping_add(1);
            machine.number_result((random * f64::from(count)).floor() + f64::from(low))
        }
        _ => Err(machine.fail(b"wrong number of arguments")),
    }
}

fn randomseed(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
    if !machine.run.is_running {
        return Err(machine.fail(b"math.randomseed can only be called inside a script invocation"));
    }
    let seed = machine.int_argument(1)? as u32;
    host.set_random_state(u64::from(seed) << 16 | 0x330e);
    Ok(Outcome::Return(0))
}
