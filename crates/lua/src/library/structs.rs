//! The library `struct`: numbers and strings as the bytes of C structures.

use crate::lua::machine::Machine;
use crate::lua::native::{NativeFunction, Outcome, Result};
use crate::lua::number;
use crate::lua::value::LuaValue;
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] =
    &[(b"pack", pack), (b"unpack", unpack), (b"size", size)];

/// The most bytes of a whole number.
const INTEGER_MAX: u64 = 32;
const ALIGN_MAX: i64 = 8;
/// The places that a native function may have on the stack.
const STACK_MAX: usize = 7_998;

/// A format that is read option by option.
struct Format<'a> {
    text: &'a [u8],
    at: usize,
    is_big: bool,
    align: u64,
}

/// An option: its letter, its size, and the bytes that align it.
struct FormatOption {
    letter: u8,
    size: u64,
    padding: u64,
}

impl Format<'_> {
    fn new(text: &[u8]) -> Format<'_> {
        let end = text
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(text.len());
        Format {
            text: text.get(..end).unwrap_or_default(),
            at: 0,
            is_big: false,
            align: 1,
        }
    }

    fn number(&mut self, machine: &mut Machine, default: i64) -> Result<i64> {
        let is_digit = |at: usize| self.text.get(at).filter(|byte| byte.is_ascii_digit());
        if is_digit(self.at).is_none() {
            return Ok(default);
        }
        let mut number: i64 = 0;
        let mut at = self.at;
        while let Some(digit) = is_digit(at) {
            number = number * 10 + i64::from(digit - b'0');
            if number > i64::from(i32::MAX) {
                return Err(machine.fail(b"integral size overflow"));
            }
            at += 1;
        }
        self.at = at;
        Ok(number)
    }

    fn next(&mut self, machine: &mut Machine, position: u64) -> Result<Option<FormatOption>> {
        let Some(letter) = self.text.get(self.at).copied() else {
            return Ok(None);
        };
        self.at += 1;
        let size = match letter {
            b'B' | b'b' | b'x' => 1,
            b'H' | b'h' => 2,
            b'L' | b'l' | b'T' | b'd' => 8,
            b'f' => 4,
            b'c' => self.number(machine, 1)? as u64,
            b'i' | b'I' => {
                let size = self.number(machine, 4)? as u64;
                if size > INTEGER_MAX {
                    let mut message = b"integral size ".to_vec();
                    keyspace::number::push_unsigned(&mut message, size);
                    message.extend_from_slice(b" is larger than limit of 32");
                    return Err(machine.fail(&message));
                }
                size
            }
            _ => 0,
        };
        let mut padding = 0;
        if size > 0 && letter != b'c' {
            let size = size.min(self.align);
            padding = size.wrapping_sub(position & (size - 1)) & (size - 1);
        }
        Ok(Some(FormatOption {
            letter,
            size,
            padding,
        }))
    }

    /// Options that are no value: byte order and alignment.
    fn control(&mut self, machine: &mut Machine, letter: u8) -> Result<()> {
        match letter {
            b' ' => {}
            b'>' => self.is_big = true,
            b'<' => self.is_big = false,
            b'!' => {
                let align = self.number(machine, ALIGN_MAX)?;
                if align <= 0 || align & (align - 1) != 0 {
                    let mut message = b"alignment ".to_vec();
                    keyspace::number::push(&mut message, align);
                    message.extend_from_slice(b" is not a power of 2");
                    return Err(machine.fail(&message));
                }
                self.align = align as u64;
            }
            _ => {
                let message = [b"invalid format option '".as_slice(), &[letter], b"'"].concat();
                return Err(machine.bad_argument(1, &message));
            }
        }
        Ok(())
    }

    fn push(&self, out: &mut Vec<u8>, little: &[u8]) {
        if self.is_big {
            out.extend(little.iter().rev());
        } else {
            out.extend_from_slice(little);
        }
    }
}

fn pack(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let mut format = Format::new(&text);
    // C marks the end of the arguments by a nil.
    machine.push(LuaValue::Nil);
    let mut out = Vec::new();
    let mut index = 2;
    let mut position = 0u64;
    while let Some(option) = format.next(machine, position)? {
        let mut size = option.size;
        position += option.padding;
        out.extend(std::iter::repeat_n(0, option.padding as usize));
        match option.letter {
            b'b' | b'B' | b'h' | b'H' | b'l' | b'L' | b'T' | b'i' | b'I' => {
                let number = machine.number_argument(index)?;
                index += 1;
                let value = number::to_unsigned(number);
                let mut bytes = value.to_le_bytes().to_vec();
                bytes.resize(size as usize, 0);
                format.push(&mut out, &bytes);
            }
            b'x' => out.push(0),
            b'f' => {
                let number = machine.number_argument(index)? as f32;
                index += 1;
                format.push(&mut out, &number.to_le_bytes());
            }
            b'd' => {
                let number = machine.number_argument(index)?;
                index += 1;
                format.push(&mut out, &number.to_le_bytes());
            }
            b'c' | b's' => {
                let bytes = machine.bytes_argument(index)?;
                index += 1;
                if size == 0 {
                    size = bytes.len() as u64;
                }
                let Some(part) = bytes.get(..size as usize) else {
                    return Err(machine.bad_argument(index, b"string too short"));
                };
                out.extend_from_slice(part);
                if option.letter == b's' {
                    out.push(0);
                    size += 1;
                }
            }
            letter => format.control(machine, letter)?,
        }
        position += size;
        machine.allow(out.len())?;
    }
    machine.bytes_result(out)
}

fn integer(bytes: &[u8], is_big: bool, is_signed: bool) -> f64 {
    let mut value: u64 = 0;
    let mut add = |byte: &u8| value = value << 8 | u64::from(*byte);
    if is_big {
        bytes.iter().for_each(&mut add);
    } else {
        bytes.iter().rev().for_each(&mut add);
    }
    if !is_signed {
        return value as f64;
    }
    // C shifts by the lowest six bits of this.
    let mask = u64::MAX << ((bytes.len() as u64).wrapping_mul(8).wrapping_sub(1) & 63);
    if value & mask != 0 {
        value |= mask;
    }
    value as i64 as f64
}

fn unpack(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let data = machine.bytes_argument(2)?;
    let start = machine.optional_integer(3, 1)?;
    if start == 0 {
        return Err(machine.bad_argument(3, b"offset must be 1 or greater"));
    }
    let first = machine.top();
    let mut format = Format::new(&text);
    let mut position = (start as u64).wrapping_sub(1);
    let length = data.len() as u64;
    while let Some(option) = format.next(machine, position)? {
        let mut size = option.size;
        position = position.wrapping_add(option.padding);
        if size > length || position > length - size {
            return Err(machine.bad_argument(2, b"data string too short"));
        }
        if machine.top() - first > STACK_MAX {
            return Err(machine.fail(b"stack overflow (too many results)"));
        }
        let rest = data.get(position as usize..).unwrap_or_default();
        let bytes = rest.get(..size as usize).unwrap_or_default();
        let little = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            if format.is_big {
                bytes.reverse();
            }
            bytes
        };
        match option.letter {
            b'b' | b'B' | b'h' | b'H' | b'l' | b'L' | b'T' | b'i' | b'I' => {
                let is_signed = option.letter.is_ascii_lowercase();
                machine.push(LuaValue::Number(integer(bytes, format.is_big, is_signed)));
            }
            b'x' => {}
            b'f' => {
                let bytes = little(bytes).first_chunk().copied().unwrap_or_default();
                machine.push(LuaValue::Number(f64::from(f32::from_le_bytes(bytes))));
            }
            b'd' => {
                let bytes = little(bytes).first_chunk().copied().unwrap_or_default();
                machine.push(LuaValue::Number(f64::from_le_bytes(bytes)));
            }
            b'c' => {
                if size == 0 {
                    let previous = machine.at(machine.top() - 1);
                    let number = machine
                        .to_number(previous)
                        .filter(|_| machine.top() > first);
                    let Some(number) = number else {
                        return Err(machine.fail(b"format 'c0' needs a previous size"));
                    };
                    machine.pop();
                    size = number::to_unsigned(number);
                    if size > length || position > length - size {
                        return Err(machine.bad_argument(2, b"data string too short"));
                    }
                }
                let string = machine
                    .heap
                    .text(rest.get(..size as usize).unwrap_or_default());
                machine.push(string);
            }
            b's' => {
                let Some(end) = rest.iter().position(|byte| *byte == 0) else {
                    return Err(machine.fail(b"unfinished string in data"));
                };
                size = end as u64 + 1;
                let string = machine.heap.text(rest.get(..end).unwrap_or_default());
                machine.push(string);
            }
            letter => format.control(machine, letter)?,
        }
        position += size;
        machine.charge(1);
    }
    machine.push(LuaValue::Number((position as i64).wrapping_add(1) as f64));
    Ok(Outcome::Return(machine.top() - first))
}

fn size(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let text = machine.bytes_argument(1)?;
    let mut format = Format::new(&text);
    let mut position = 0u64;
    while let Some(option) = format.next(machine, position)? {
        position += option.padding;
        match (option.letter, option.size) {
            (b's', _) => return Err(machine.bad_argument(1, b"option 's' has no fixed size")),
            (b'c', 0) => return Err(machine.bad_argument(1, b"option 'c0' has no fixed size")),
            _ => {}
        }
        if !option.letter.is_ascii_alphanumeric() {
            format.control(machine, option.letter)?;
        }
        position += option.size;
    }
    machine.number_result(position as f64)
}
